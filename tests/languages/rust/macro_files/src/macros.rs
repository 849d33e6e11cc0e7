macro_rules! helper {
//^ macro helper
    ($e:expr) => {
        $e
    };
}

#[macro_export]
macro_rules! exported {
//^ macro exported
    () => {};
}

macro_rules! scoped {
//^ macro scoped
    () => {};
}
pub(crate) use scoped;
