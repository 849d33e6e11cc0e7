// check: call
pub use crate::right::*;

pub struct Cycle;

impl Cycle {
    pub fn turn() {
        from_right();
        //^ call src/right.rs#from_right -> Cycle.turn
    }
}

pub fn from_left() {}
