// check: call import
pub mod worker;
//^ import src/pool/worker.rs
use self::worker::work as do_work;
//^ import src/pool/worker.rs
use crate::util::{self, helper};
//^ import src/lib.rs; import src/util.rs
use super::inline;
//^ import src/lib.rs

pub struct Pool;

impl Pool {
    pub fn run(&self) {
        do_work();
        //^ call src/pool/worker.rs#work -> Pool.run
        helper();
        //^ call src/util.rs#helper -> Pool.run
        util::helper();
        //^ call src/util.rs#helper -> Pool.run
        inline::here();
        //^ call src/lib.rs#inline.here -> Pool.run
    }
}
