// check: call import
mod common;
//^ import tests/common/mod.rs

use big_tank::inline::nested::deep;
//^ import src/inline/nested.rs
use big_tank::{top, Pool};
//^ import src/lib.rs; import src/pool/mod.rs

fn checks() {
    top();
    //^ call src/lib.rs#top -> checks
    deep();
    //^ call src/inline/nested.rs#deep -> checks
    Pool.run();
    //^ call src/pool/mod.rs#Pool.run -> checks
    big_tank::pool::worker::work();
    //^ call src/pool/worker.rs#work -> checks
    common::setup();
    //^ call tests/common/mod.rs#setup -> checks
}
