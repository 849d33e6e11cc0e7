// check: call import use
pub mod pool;
//^ import src/pool/mod.rs
mod util;
//^ import src/util.rs
#[path = "odd/place.rs"]
//^ import src/odd/place.rs
mod elsewhere;
pub mod inline {
    pub mod nested;
    //^ import src/inline/nested.rs

    pub fn here() {
        super::util::helper();
        //^ call src/util.rs#helper -> inline.here
        self::nested::deep();
        //^ call src/inline/nested.rs#deep -> inline.here
        crate::elsewhere::found();
        //^ call src/odd/place.rs#found -> inline.here
    }
}

pub use pool::Pool;
//^ import src/pool/mod.rs

pub fn top() {
    inline::here();
    //^ call inline.here -> top
    inline::nested::deep();
    //^ call src/inline/nested.rs#deep -> top
    pool::worker::work();
    //^ call src/pool/worker.rs#work -> top
    crate::util::helper();
    //^ call src/util.rs#helper -> top
    ::std::mem::drop(1);
}
