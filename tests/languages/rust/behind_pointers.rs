// check: inherit

use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

trait Schedule {
    fn schedule(&self);
}

trait Store<T> {
    fn store(&self, value: T) {}
}

struct Handle;

struct Plain;
struct Locked;
enum Pinned {
    One,
}
struct Borrowed;
struct Listed;

impl Schedule for Arc<Handle> {
    //^ inherit Schedule -> Handle
    fn schedule(&self) {}
}

impl Schedule for Plain {
    //^ inherit Schedule -> Plain
    fn schedule(&self) {}
}

impl Schedule for Rc<Mutex<Locked>> {
    //^ inherit Schedule -> Locked
    fn schedule(&self) {}
}

impl Store<u8> for Pin<Box<Pinned>> {}
//^ inherit Store -> Pinned

impl Schedule for &Borrowed {
    //^ inherit Schedule -> Borrowed
    fn schedule(&self) {}
}

impl Schedule for Vec<Listed> {
    fn schedule(&self) {}
}

impl<T: Schedule> Schedule for Box<T> {
    fn schedule(&self) {}
}

impl Schedule for Box<dyn Store<u8>> {
    fn schedule(&self) {}
}

impl Drop for Box<Handle> {
    fn drop(&mut self) {}
}
