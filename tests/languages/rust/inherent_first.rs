// check: call

trait Push {
    fn push(&mut self, n: u8);
    fn both(&self) {}
}

trait Make {
    fn make() -> Self;
}

pub struct Cart {
    sum: u8,
}

impl Push for Cart {
    fn push(&mut self, n: u8) {
        self.plain(n);
        //^ call Cart.plain -> Cart.push
    }
}

impl Cart {
    pub fn push(&mut self) {
        Push::push(self, 1);
        //^ call Cart.push -> Cart.push~2
        self.both();
        //^ call Push.both -> Cart.push~2
    }
    pub fn make() -> Shelf {
        Shelf
    }
    fn plain(&mut self, n: u8) {}
}

impl Make for Cart {
    fn make() -> Self {
        Cart { sum: 0 }
    }
}

pub struct Shelf;

impl Shelf {
    pub fn push(&mut self) -> Cart {
        self.both()
        //^ call Shelf.both -> Shelf.push
    }
    fn both(&self) -> Cart {
        Cart { sum: 0 }
    }
}

impl Push for Shelf {
    fn push(&mut self, n: u8) {}
}

fn run(cart: &mut Cart, shelf: &mut Shelf) {
    cart.push();
    //^ call Cart.push~2 -> run
    Cart::push(cart);
    //^ call Cart.push~2 -> run
    Push::push(cart, 1);
    //^ call Cart.push -> run
    <Cart as Push>::push(cart, 1);
    //^ call Cart.push -> run
    shelf.push().plain(1);
    //^ call Shelf.push -> run; call Cart.plain -> run
    shelf.both().plain(1);
    //^ call Shelf.both -> run; call Cart.plain -> run
    Push::push(shelf, 1);
    //^ call Shelf.push~2 -> run
    Cart::make().both();
    //^ call Cart.make -> run; call Shelf.both -> run
    <Cart as Make>::make();
    //^ call Cart.make~2 -> run
}

fn generic<P: Push>(p: &mut P) {
    p.push(1);
    //^ call Push.push -> generic
}
