pub fn deep() {}
//^ function deep
