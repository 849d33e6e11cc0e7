// check: call import
mod deep;
//^ import src/deep/mod.rs
mod left;
//^ import src/left.rs
mod right;
//^ import src/right.rs
mod spawn;
//^ import src/spawn.rs

pub use deep::*;
pub use left::Cycle;
//^ import src/left.rs
pub use right::renamed as public;
//^ import src/right.rs
pub use spawn::spawn;
//^ import src/spawn.rs

pub mod prelude {
    pub use crate::deep::inner::{Kind, Kind::*};
    //^ import src/deep/inner.rs
    pub use super::public;
    //^ import src/right.rs
}

pub use left::*;
use prelude::*;

fn run() {
    everything();
    //^ call src/deep/mod.rs#everything -> run
    bottom();
    //^ call src/deep/inner.rs#bottom -> run
    Cycle::turn();
    //^ call src/left.rs#Cycle.turn -> run
    public();
    //^ call src/right.rs#renamed -> run
    spawn();
    //^ call src/spawn.rs#spawn -> run
    spawn::other();
    //^ call src/spawn.rs#other -> run
    One(1);
    //^ call src/deep/inner.rs#Kind.One -> run
    crate::prelude::Two(2);
    //^ call src/deep/inner.rs#Kind.Two -> run
    from_left();
    //^ call src/left.rs#from_left -> run
    from_right();
    //^ call src/right.rs#from_right -> run
}

mod user {
    use crate::prelude::*;

    fn run() {
        public();
        //^ call src/right.rs#renamed -> user.run
        One(2);
        //^ call src/deep/inner.rs#Kind.One -> user.run
        Kind::make();
        //^ call src/deep/inner.rs#Kind.make -> user.run
        missing();
    }
}
