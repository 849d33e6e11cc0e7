// check: call
pub use crate::left::*;

pub fn from_right() {
    from_left();
    //^ call src/left.rs#from_left -> from_right
    Cycle::turn();
    //^ call src/left.rs#Cycle.turn -> from_right
}

pub fn renamed() {}
