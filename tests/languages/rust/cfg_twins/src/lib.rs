// check: call use guess

#[cfg(unix)]
#[path = "deep/unix.rs"]
mod imp;
#[cfg(windows)]
#[path = "deep/windows.rs"]
mod imp;

#[cfg(unix)]
fn separator() -> u8 {
    47
}

#[cfg(not(unix))]
fn separator() -> u8 {
    92
}

#[cfg(unix)]
pub const LIMIT: usize = 1;
#[cfg(not(unix))]
pub const LIMIT: usize = 2;

#[cfg(unix)]
pub struct Handle {
    raw: i32,
    pub name: u8,
}
#[cfg(not(unix))]
pub struct Handle {
    raw: usize,
    pub name: u8,
}

mod inline {
    #[cfg(unix)]
    pub mod sys {
        pub fn close() {}
    }
    #[cfg(not(unix))]
    pub mod sys {
        pub fn close() {}
        pub fn alone() {}
    }
}

pub struct File;

impl File {
    #[cfg(unix)]
    pub fn sync(&self) {}
    #[cfg(not(unix))]
    pub fn sync(&self) {}
}

impl From<u8> for File {
    fn from(_: u8) -> File {
        //^ use File -> File.from
        File
        //^ use File -> File.from
    }
}

impl From<u16> for File {
    fn from(_: u16) -> File {
        //^ use File -> File.from~2
        File
        //^ use File -> File.from~2
    }
}

pub fn run(file: &File) {
    //^ use File -> run
    separator();
    //^ call separator~2 -> run; guess separator -> run
    file.sync();
    //^ call File.sync~2 -> run; guess File.sync -> run
    inline::sys::close();
    //^ call inline.sys.close~2 -> run; guess inline.sys.close -> run
    inline::sys::alone();
    //^ call inline.sys.alone -> run
    imp::open();
    //^ call src/deep/unix.rs#open -> run; guess src/deep/windows.rs#open -> run
    imp::Only::new().close();
    //^ call src/deep/unix.rs#Only.new -> run; guess src/deep/windows.rs#Only.new -> run
    //^ call src/deep/unix.rs#Only.close -> run
    //^ use src/deep/unix.rs#Only -> run; guess src/deep/windows.rs#Only -> run
}

pub fn limits(handle: Handle) -> usize {
    //^ use Handle~2 -> limits; guess Handle -> limits
    let end = LIMIT;
    //^ use LIMIT~2 -> limits; guess LIMIT -> limits
    end
}

pub fn blocks(some: bool) {
    if some {
        fn step() {}
        step();
        //^ call blocks.step -> blocks
    } else {
        fn step() {}
        step();
        //^ call blocks.step~2 -> blocks
    }
}
