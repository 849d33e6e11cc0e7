// check: call
pub fn work() {
    super::super::util::helper();
    //^ call src/util.rs#helper -> work
    super::Pool.run();
    //^ call src/pool/mod.rs#Pool.run -> work
}
