pub fn derive_it() {}
//^ function derive_it
