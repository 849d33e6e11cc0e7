// check: call use
#[macro_use]
mod macros;
mod sub;

fn run() {
    helper!(work());
    //^ call work -> run; use src/macros.rs#helper -> run
    exported!();
    //^ use src/macros.rs#exported -> run
}

fn work() {}
