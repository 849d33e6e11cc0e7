pub fn bottom() {}
//^ function bottom

pub enum Kind {
//^ enum Kind
    One(u8),
    //^ field Kind.One
    Two(u8),
    //^ field Kind.Two
}

impl Kind {
    pub fn make() -> Self {
    //^ method Kind.make
        Self::One(1)
        //^ call Kind.One -> Kind.make
    }
}
