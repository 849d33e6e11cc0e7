pub fn found() {}
//^ function found
