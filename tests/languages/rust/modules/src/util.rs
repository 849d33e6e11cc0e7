pub fn helper() {}
//^ function helper
