// check: import
pub fn open() {}

pub struct Only;

impl Only {
    pub fn new() -> Only {
        Only
    }
    pub fn close(&self) {}
}
