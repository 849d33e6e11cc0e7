// check: definition call use import
pub mod inner;
//^ import core-lib/src/inner.rs
pub fn start() {}
//^ function start
pub struct Engine;
//^ struct Engine
impl Engine {
    pub fn go(&self) {}
    //^ method Engine.go
    pub fn new() -> Self {
    //^ method Engine.new
        Engine
        //^ use Engine -> Engine.new
    }
}

// What the rules of a macro write is used by the macro; what they define is defined where it is called.
#[macro_export]
macro_rules! launch {
//^ macro launch
    ($x:expr) => {
        $crate::start();
        //^ call start -> launch
        $crate::inner::deep($x);
        //^ call core-lib/src/inner.rs#deep -> launch
        $crate::helper!($x)
        //^ use helper -> launch
    };
    ($name:ident: $($x:expr),* $(,)?) => {
        use $crate::inner::Tool;
        //^ import core-lib/src/inner.rs
        struct $name;
        impl $name {
            fn start(&self) {
                $( $crate::inner::deep($x); )*
                //^ call core-lib/src/inner.rs#deep -> launch
                local();
                //^ call local -> launch
                $x();
                let start = 1;
            }
        }
        fn written() {}
    };
}
#[macro_export]
macro_rules! helper {
//^ macro helper
    ($x:expr) => {
        $crate::inner::Tool::make().run($x)
        //^ call core-lib/src/inner.rs#Tool.make -> helper; call core-lib/src/inner.rs#Tool.run -> helper; use core-lib/src/inner.rs#Tool -> helper
    };
}
fn local() {
//^ function local
    start();
    //^ call start -> local
}
