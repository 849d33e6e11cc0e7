// check: call

struct First;
struct Second;

impl First {
    fn step(self) -> Second {
        Second
    }
    fn same(&self) {}
}

impl Second {
    fn same(&self) {}
}

fn order() {
    let x = First;
    x.same();
    //^ call First.same -> order
    let x = x.step();
    //^ call First.step -> order
    x.same();
    //^ call Second.same -> order
    {
        let x = First;
        x.same();
        //^ call First.same -> order
    }
    x.same();
    //^ call Second.same -> order
    for x in [First] {
        x.same();
        //^ call First.same -> order
    }
    x.same();
    //^ call Second.same -> order
}

mod free {
    pub fn call() {}
}

fn call() {}

fn paths(free: First) {
    free.same();
    //^ call First.same -> paths
    free::call();
    //^ call free.call -> paths
    call();
    //^ call call -> paths
}

fn nested() {
    fn call() {}
    call();
    //^ call nested.call -> nested
    self::call();
    //^ call call -> nested
}

fn twice() {
    struct First;
    impl First {
        fn local(&self) {}
    }
    First.local();
    //^ call First.local -> twice
}

mod tests {
    use super::*;

    fn call() {}

    fn run() {
        call();
        //^ call tests.call -> tests.run
        super::call();
        //^ call call -> tests.run
        order();
        //^ call order -> tests.run
        First.same();
        //^ call First.same -> tests.run
        hidden();
    }
}

mod closed {
    fn run() {
        order();
    }
}
