pub fn spawn() {}
//^ function spawn
pub fn other() {}
//^ function other
