// check: call use
use crate::macros::scoped;

fn run() {
    helper!(inner());
    //^ call inner -> run; use src/macros.rs#helper -> run
    scoped!();
    //^ use src/macros.rs#scoped -> run
    crate::exported!();
    //^ use src/macros.rs#exported -> run
    println!();
    unknown!();
}

fn inner() {}

#[derive(Debug)]
#[exported_attribute]
//^ use exported_attribute -> Marked
struct Marked;

fn exported_attribute() {}
