// check: call import
use tools::{hammer, Saw};
//^ import beta-tools/src/lib.rs

pub fn build(saw: Saw) {
    hammer();
    //^ call beta-tools/src/lib.rs#hammer -> build
    saw.cut();
    //^ call beta-tools/src/lib.rs#Saw.cut -> build
    tools::inner::nail();
    //^ call beta-tools/src/lib.rs#inner.nail -> build
}
