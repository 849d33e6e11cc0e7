pub fn setup() {}
//^ function setup
