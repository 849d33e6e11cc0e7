// check: call
pub struct Word<T> {
    value: T,
    part: Part,
}

pub struct Part;

impl Part {
    pub fn count(&self) {}
}

pub struct Error;

impl<V> Word<V> {
    pub fn value(&self) -> &Part {
        self.part()
        //^ call Word.part~2 -> Word.value~2
    }
    pub fn part(&self) -> &Part {
        &self.part
    }
}
