pub fn aid() {}
//^ function aid
