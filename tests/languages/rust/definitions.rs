// check: definition
//! The crate's own words.

/// A limit.
pub const LIMIT: usize = 4;
//^ constant LIMIT
static mut COUNT: u32 = 0;
//^ constant COUNT

pub struct Unit;
//^ struct Unit
pub struct Pair(pub u8, u16);
//^ struct Pair
pub struct Named<T> {
//^ struct Named
    pub first: T,
    //^ field Named.first
    second: u8,
    //^ field Named.second
}
pub union Bits {
//^ struct Bits
    whole: u32,
    //^ field Bits.whole
    halves: [u16; 2],
    //^ field Bits.halves
}
pub enum Kind {
//^ enum Kind
    Empty,
    //^ field Kind.Empty
    One(u8),
    //^ field Kind.One
    Many { items: Vec<u8> },
    //^ field Kind.Many; field Kind.Many.items
}
pub type Alias = Named<u8>;
//^ type Alias

pub trait Shape {
//^ trait Shape
    type Unit;
    //^ type Shape.Unit
    const SIDES: usize;
    //^ field Shape.SIDES
    fn area(&self) -> u32;
    //^ method Shape.area
    fn twice(&self) -> u32 {
    //^ method Shape.twice
        self.area() * 2
    }
}

impl Shape for Pair {
    type Unit = u8;
    //^ type Pair.Unit
    const SIDES: usize = 2;
    //^ constant Pair.SIDES
    fn area(&self) -> u32 {
    //^ method Pair.area
        1
    }
}

impl<T> Named<T> {
    pub fn new(first: T) -> Self {
    //^ method Named.new
        fn nested() -> u8 {
        //^ function Named.new.nested
            0
        }
        Named { first, second: nested() }
    }
}

mod inner {
//^ namespace inner
    pub fn deep() {}
    //^ function inner.deep
    pub mod deeper {
    //^ namespace inner.deeper
        pub struct Deepest;
        //^ struct inner.deeper.Deepest
    }
}

#[cfg(unix)]
fn platform() {}
//^ function platform
#[cfg(windows)]
fn platform() {}
//^ function platform~2

macro_rules! square {
//^ macro square
    ($e:expr) => {
        $e * $e
    };
}

cfg_rt! {
    /// Only with a runtime.
    pub fn spawn() {}
    //^ function spawn

    impl Unit {
        pub fn go(&self) {}
        //^ method Unit.go
    }
}

extern "C" {
    fn outside(n: i32) -> i32;
    //^ function outside
}
