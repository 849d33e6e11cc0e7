// check: definition call use import
use engine::inner::{deep, Tool as T};
//^ import core-lib/src/inner.rs
use engine::launch;
//^ import core-lib/src/entry.rs
use engine::Engine;
//^ import core-lib/src/entry.rs
use shared::aid;
//^ import util/src/lib.rs
extern crate tools as tl;
//^ import util/src/lib.rs

fn main() {
//^ function main
    let e = Engine::new();
    //^ call core-lib/src/entry.rs#Engine.new -> main
    e.go();
    //^ call core-lib/src/entry.rs#Engine.go -> main
    deep(1);
    //^ call core-lib/src/inner.rs#deep -> main
    T::make();
    //^ call core-lib/src/inner.rs#Tool.make -> main
    aid();
    //^ call util/src/lib.rs#aid -> main
    tools::aid();
    //^ call util/src/lib.rs#aid -> main
    tl::aid();
    //^ call util/src/lib.rs#aid -> main
    nixy::aid();
    //^ call util/src/lib.rs#aid -> main
    engine::start();
    //^ call core-lib/src/entry.rs#start -> main
    launch!(3);
    //^ use core-lib/src/entry.rs#launch -> main
    engine::helper!(4);
    //^ use core-lib/src/entry.rs#helper -> main
    my_macros::derive_it();
    //^ call macros/src/lib.rs#derive_it -> main
}
