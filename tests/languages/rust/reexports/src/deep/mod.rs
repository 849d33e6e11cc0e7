// check: call
pub mod inner;
pub use self::inner::bottom;

pub fn everything() {
    bottom();
    //^ call src/deep/inner.rs#bottom -> everything
}
