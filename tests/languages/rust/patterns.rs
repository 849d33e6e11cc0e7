// check: call

struct Leaf;

impl Leaf {
    fn touch(&self) {}
}

struct Point {
    x: Leaf,
    y: Leaf,
}

enum Tree {
    Empty,
    One(Leaf),
    Two(Leaf, Box<Tree>),
    Named { leaf: Leaf, rest: Vec<Tree> },
}

use Tree::*;

impl Tree {
    fn walk(&self) {
        match self {
            Self::Empty => {}
            Tree::One(leaf) if leaf_is_good(leaf) => leaf.touch(),
            //^ call Leaf.touch -> Tree.walk; call leaf_is_good -> Tree.walk
            One(leaf) => leaf.touch(),
            //^ call Leaf.touch -> Tree.walk
            Two(ref leaf, rest) => {
                leaf.touch();
                //^ call Leaf.touch -> Tree.walk
                rest.walk();
                //^ call Tree.walk -> Tree.walk
            }
            Named { leaf, rest: children } => {
                leaf.touch();
                //^ call Leaf.touch -> Tree.walk
                for child in children {
                    child.walk();
                    //^ call Tree.walk -> Tree.walk
                }
            }
        }
    }
}

fn leaf_is_good(_: &Leaf) -> bool {
    true
}

fn options(a: Option<Leaf>, b: Result<Leaf, Point>, trees: &mut Vec<Tree>) {
    if let Some(leaf) = a {
        leaf.touch();
        //^ call Leaf.touch -> options
    }
    while let Some(mut tree) = trees.pop() {
        tree.walk();
        //^ call Tree.walk -> options
    }
    let Ok(leaf) = b else { return };
    leaf.touch();
    //^ call Leaf.touch -> options
    let Point { x, y: other } = point();
    //^ call point -> options
    x.touch();
    //^ call Leaf.touch -> options
    other.touch();
    //^ call Leaf.touch -> options
    let (first, .., last) = (Leaf, 1, point());
    //^ call point -> options
    first.touch();
    //^ call Leaf.touch -> options
    last.x.touch();
    //^ call Leaf.touch -> options
    match trees.as_slice() {
        [one, .., two] => {
            one.walk();
            //^ call Tree.walk -> options
            two.walk();
            //^ call Tree.walk -> options
        }
        [all @ ..] => all[0].walk(),
        //^ call Tree.walk -> options
    }
    match Some(Some(Leaf)) {
        Some(Some(deep)) => deep.touch(),
        //^ call Leaf.touch -> options
        whole @ Some(None) => whole.unwrap().unwrap().touch(),
        //^ call Leaf.touch -> options
        None => {}
    }
    let nested = |Point { x, .. }: Point, (leaf, _): (Leaf, u8)| {
        x.touch();
        //^ call Leaf.touch -> options
        leaf.touch();
        //^ call Leaf.touch -> options
    };
    nested(point(), (Leaf, 1));
    //^ call point -> options
}

fn parameters(Point { x, y }: Point, (a, &b): (Leaf, &Tree)) {
    x.touch();
    //^ call Leaf.touch -> parameters
    y.touch();
    //^ call Leaf.touch -> parameters
    a.touch();
    //^ call Leaf.touch -> parameters
    b.walk();
    //^ call Tree.walk -> parameters
}

fn point() -> Point {
    Point { x: Leaf, y: Leaf }
}

fn makes() {
    One(Leaf);
    //^ call Tree.One -> makes
    Tree::Two(Leaf, Box::new(Empty));
    //^ call Tree.Two -> makes
    let _ = Tree::One;
}
