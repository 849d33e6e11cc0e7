// check: use

pub struct Opts {
    timeout: u8,
    inner: Inner,
    //^ use Inner -> Opts.inner
}

pub struct Inner {
    max: u8,
}

pub enum Kind {
    Named { leaf: u8 },
}

type Alias = Opts;
//^ use Opts -> Alias

pub struct Generic<T> {
    item: T,
}

impl Opts {
    pub fn new(timeout: u8) -> Self {
        Self { timeout, inner: Inner { max: 1 } }
        //^ use Opts.timeout -> Opts.new; use Opts.inner -> Opts.new; use Inner -> Opts.new; use Inner.max -> Opts.new
    }
}

pub fn run(opts: Opts, kind: Kind) {
    //^ use Opts -> run; use Kind -> run
    let Opts { timeout, inner: Inner { max: most } } = opts;
    //^ use Opts -> run; use Opts.timeout -> run; use Opts.inner -> run; use Inner -> run; use Inner.max -> run
    match kind {
        Kind::Named { leaf } => {}
        //^ use Kind.Named -> run; use Kind.Named.leaf -> run
    }
    let made = Kind::Named { leaf: 1 };
    //^ use Kind.Named -> run; use Kind.Named.leaf -> run
    let other = Alias { timeout: 1, ..opts };
    //^ use Alias -> run; use Opts.timeout -> run
    let generic = Generic::<u8> { item: 1 };
    //^ use Generic -> run; use Generic.item -> run
    let unknown = Missing { timeout: 1 };
}
