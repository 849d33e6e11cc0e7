// check: call import
use alpha_core::build;
//^ import alpha/src/core.rs

fn main() {
    build(tools::Saw);
    //^ call alpha/src/core.rs#build -> main
}
