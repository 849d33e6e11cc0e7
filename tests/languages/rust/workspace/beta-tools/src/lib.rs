pub struct Saw;
//^ struct Saw

impl Saw {
    pub fn cut(&self) {}
    //^ method Saw.cut
}

pub fn hammer() {}
//^ function hammer

pub mod inner {
//^ namespace inner
    pub fn nail() {}
    //^ function inner.nail
}
