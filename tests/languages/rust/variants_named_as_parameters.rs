// check: call

struct Leaf;
struct Other;

impl Leaf {
    fn touch(&self) {}
    fn renew(&self) -> Leaf {
        Leaf
    }
}

enum Either<A, B> {
    A(A),
    B(B),
}

impl Either<Leaf, Leaf> {
    fn closed(&self) {
        use self::Either::*;
        match self {
            A(leaf) => leaf.touch(),
            //^ call Leaf.touch -> Either.closed
            B(leaf) => leaf.touch(),
            //^ call Leaf.touch -> Either.closed
        }
    }
    fn by_path(&self) {
        match self {
            Self::A(leaf) => leaf.touch(),
            //^ call Leaf.touch -> Either.by_path
            Either::B(leaf) => leaf.touch(),
            //^ call Leaf.touch -> Either.by_path
        }
    }
}

trait Touched {
    fn touched(&self);
}

impl Touched for Leaf {
    fn touched(&self) {}
}

impl<A: Touched, B: Touched> Touched for Either<A, B> {
    fn touched(&self) {
        use Either::*;
        match self {
            A(one) => one.touched(),
            //^ call Touched.touched -> Either.touched
            B(other) => other.touched(),
            //^ call Touched.touched -> Either.touched
        }
    }
}

fn make(first: Leaf) -> Either<Leaf, Leaf> {
    use Either::*;
    if first_is_left() {
        //^ call first_is_left -> make
        return A(first);
        //^ call Either.A -> make
    }
    B(first.renew())
    //^ call Either.B -> make; call Leaf.renew -> make
}

fn swapped<A, B>(one: A, other: B) -> Either<B, A> {
    use Either::*;
    if first_is_left() {
        //^ call first_is_left -> swapped
        return B(one);
        //^ call Either.B -> swapped
    }
    A(other)
    //^ call Either.A -> swapped
}

fn first_is_left() -> bool {
    true
}

struct Pair<T>(T);

fn odd<T>(pair: Pair<T>) {
    match pair {
        T(inner) => inner.touch(),
    }
}

trait Shape: Sized {
    fn take(self) {
        let Self { inner, .. } = self;
        inner.touch();
    }
}
