// check: call inherit definition
use crate::types::{self, Word};
use std::fmt;

pub trait Show {
//^ trait Show
    fn show(&self);
    //^ method Show.show
}

impl<T> Show for Word<T> {
    fn show(&self) {
    //^ method Word.show
        self.value();
        //^ call src/types.rs#Word.value~2 -> Word.show
        self.helper();
        //^ call Word.helper -> Word.show
    }
}

impl<T> Word<T> {
    fn helper(&self) {}
    //^ method Word.helper
    pub fn parse(text: &str) -> Result<Word<T>, types::Error> {
    //^ method Word.parse
        Err(types::Error::from(text))
        //^ call Error.from -> Word.parse
    }
}

impl Show for types::Error {
    fn show(&self) {}
    //^ method Error.show
}

impl From<&str> for types::Error {
    fn from(_: &str) -> Self {
    //^ method Error.from
        types::Error
    }
}

impl fmt::Display for types::Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    //^ method Error.fmt
        self.show();
        //^ call Error.show -> Error.fmt
        f.write_str("error")
    }
}
