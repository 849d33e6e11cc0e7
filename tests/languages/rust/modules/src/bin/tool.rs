// check: call
extern crate big_tank as tank;

fn main() {
    tank::top();
    //^ call src/lib.rs#top -> main
    big_tank::inline::here();
    //^ call src/lib.rs#inline.here -> main
}
