// check: definition call use import
pub fn deep(x: i32) {}
//^ function deep
pub struct Tool;
//^ struct Tool
impl Tool {
    pub fn make() -> Tool {
    //^ use Tool -> Tool.make; method Tool.make
        crate::launch!(1);
        //^ use core-lib/src/entry.rs#launch -> Tool.make
        Tool
        //^ use Tool -> Tool.make
    }
    pub fn run(&self, x: i32) {}
    //^ method Tool.run
}
