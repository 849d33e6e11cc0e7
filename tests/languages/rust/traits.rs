// check: call inherit

trait Named {
    fn name(&self) -> String;
}

trait Animal: Named {
//^ inherit Named -> Animal
    type Food: Named;
    const LEGS: u32 = four();
    //^ call four -> Animal

    fn eat(&self, food: Self::Food) -> u32;
    fn dinner(&self) -> Self::Food;
    fn describe(&self) -> String {
        self.dinner().name();
        //^ call Animal.dinner -> Animal.describe; call Named.name -> Animal.describe
        self.name()
        //^ call Named.name -> Animal.describe
    }
    fn make() -> Self
    where
        Self: Sized;
}

fn four() -> u32 {
    4
}

struct Grass;
struct Cow;

impl Named for Grass {
//^ inherit Named -> Grass
    fn name(&self) -> String {
        String::new()
    }
}

impl Named for Cow {
//^ inherit Named -> Cow
    fn name(&self) -> String {
        String::new()
    }
}

impl Animal for Cow {
//^ inherit Animal -> Cow
    type Food = Grass;
    fn eat(&self, food: Self::Food) -> u32 {
        food.name();
        //^ call Grass.name -> Cow.eat
        1
    }
    fn dinner(&self) -> Grass {
        Grass
    }
    fn make() -> Self {
        Cow
    }
}

fn concrete(cow: Cow) {
    cow.describe();
    //^ call Animal.describe -> concrete
    cow.dinner().name();
    //^ call Cow.dinner -> concrete; call Grass.name -> concrete
    Cow::make().eat(Grass);
    //^ call Cow.eat -> concrete; call Cow.make -> concrete
    <Cow as Animal>::make().name();
    //^ call Cow.make -> concrete; call Cow.name -> concrete
    Animal::describe(&cow);
    //^ call Animal.describe -> concrete
    Named::name(&cow);
    //^ call Cow.name -> concrete
}

fn generic<A: Animal>(animal: A) {
    animal.describe();
    //^ call Animal.describe -> generic
    animal.dinner().name();
    //^ call Animal.dinner -> generic; call Named.name -> generic
    A::make().name();
    //^ call Animal.make -> generic; call Named.name -> generic
    <A as Animal>::make();
    //^ call Animal.make -> generic
}

fn with_where<A, N>(animal: &A, other: N)
where
    A: Animal<Food = Grass>,
    N: Named + Send,
{
    animal.dinner().name();
    //^ call Animal.dinner -> with_where; call Grass.name -> with_where
    other.name();
    //^ call Named.name -> with_where
}

fn in_argument(animal: impl Animal, dynamic: &dyn Named, boxed: Box<dyn Animal<Food = Grass>>) {
    animal.describe();
    //^ call Animal.describe -> in_argument
    dynamic.name();
    //^ call Named.name -> in_argument
    boxed.dinner().name();
    //^ call Animal.dinner -> in_argument; call Grass.name -> in_argument
}

fn in_return() -> impl Named {
    Grass
}

fn from_return() {
    in_return().name();
    //^ call Named.name -> from_return; call in_return -> from_return
}

trait Extra {
    fn extra(&self) {}
}

impl<T: Named> Extra for T {}

fn blanket(cow: Cow, number: u8) {
    cow.extra();
    //^ call Extra.extra -> blanket
    number.extra();
}

trait ForAll {
    fn for_all(&self) {}
}

impl<T> ForAll for T {}

fn any(number: u8) {
    number.for_all();
    //^ call ForAll.for_all -> any
}

trait OnNumbers {
    fn double(self) -> Self;
}

impl OnNumbers for u32 {
    fn double(self) -> Self {
        self * 2
    }
}

fn numbers(n: u32) {
    n.double();
    //^ call u32.double -> numbers
    3u32.double();
    //^ call u32.double -> numbers
}
