// check: call
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

#[derive(Clone)]
struct Item;

impl Item {
    fn new() -> Self {
        Item
    }
    fn touch(&self) -> &Item {
        self
    }
    fn next(&self) -> Option<Item> {
        None
    }
    fn load(&self) -> Result<Item, Failure> {
        Err(Failure)
    }
    async fn later(&self) -> Item {
        Item
    }
}

struct Failure;

impl Failure {
    fn tell(&self) {}
}

struct Wrapper<T> {
    inner: T,
}

impl<U> Wrapper<U> {
    fn of(inner: U) -> Wrapper<U> {
        Wrapper { inner }
    }
    fn get(&self) -> &U {
        &self.inner
    }
}

struct Smart(Item);

impl Deref for Smart {
    type Target = Item;
    fn deref(&self) -> &Item {
        &self.0
    }
}

struct Holder {
    item: Item,
    items: Vec<Item>,
    named: HashMap<String, Item>,
    shared: Rc<RefCell<Item>>,
    locked: Arc<Mutex<Item>>,
    touch: u8,
    pair: (u8, Item),
    callback: Box<dyn Fn(u8) -> Item>,
}

impl Holder {
    fn touch(&self) -> u8 {
        self.touch
    }
    fn fields(&mut self) {
        self.item.touch();
        //^ call Item.touch -> Holder.fields
        self.items[0].touch();
        //^ call Item.touch -> Holder.fields
        self.items[1..].first().unwrap().touch();
        //^ call Item.touch -> Holder.fields
        self.named.get("a").unwrap().touch();
        //^ call Item.touch -> Holder.fields
        self.named["b"].touch();
        //^ call Item.touch -> Holder.fields
        self.shared.borrow().touch();
        //^ call Item.touch -> Holder.fields
        self.locked.lock().unwrap().touch();
        //^ call Item.touch -> Holder.fields
        self.pair.1.touch();
        //^ call Item.touch -> Holder.fields
        self.touch();
        //^ call Holder.touch~2 -> Holder.fields
        (self.callback)(1).touch();
        //^ call Item.touch -> Holder.fields
        self.named.entry("c".into()).or_insert_with(Item::new).touch();
        //^ call Item.touch -> Holder.fields
    }
}

fn chains(item: &Item, smart: Smart, boxed: Box<Item>) -> Result<(), Failure> {
    item.touch().touch();
    //^ call Item.touch -> chains
    item.next().unwrap().touch();
    //^ call Item.next -> chains; call Item.touch -> chains
    item.load()?.touch();
    //^ call Item.load -> chains; call Item.touch -> chains
    smart.touch();
    //^ call Item.touch -> chains
    smart.0.touch();
    //^ call Item.touch -> chains
    boxed.touch();
    //^ call Item.touch -> chains
    (*boxed).clone().touch();
    //^ call Item.touch -> chains
    Wrapper::of(Item::new()).get().touch();
    //^ call Item.new -> chains; call Item.touch -> chains; call Wrapper.get -> chains; call Wrapper.of -> chains
    Wrapper { inner: Item }.inner.touch();
    //^ call Item.touch -> chains
    Wrapper::<Item>::of(unknown()).get().touch();
    //^ call Item.touch -> chains; call Wrapper.get -> chains; call Wrapper.of -> chains
    Rc::new(Item).touch();
    //^ call Item.touch -> chains
    Some(Item).map(|it| it.next()).unwrap();
    //^ call Item.next -> chains
    if let Err(failure) = item.load() {
    //^ call Item.load -> chains
        failure.tell();
        //^ call Failure.tell -> chains
    }
    item.load().map_err(|e| e.tell()).ok();
    //^ call Failure.tell -> chains; call Item.load -> chains
    (item as &Item).touch();
    //^ call Item.touch -> chains
    Ok(())
}

async fn waits(item: Item) {
    item.later().await.touch();
    //^ call Item.later -> waits; call Item.touch -> waits
}

fn closures(items: Vec<Item>, each: impl Fn(&Item) -> Item) {
    items.iter().for_each(|it| {
        it.touch();
        //^ call Item.touch -> closures
    });
    items.iter().filter(|it| it.next().is_some()).map(|it| it.load()).for_each(|r| drop(r));
    //^ call Item.load -> closures; call Item.next -> closures
    let found: Vec<_> = items.iter().filter_map(|it| it.next()).collect();
    //^ call Item.next -> closures
    found[0].touch();
    //^ call Item.touch -> closures
    let mapped = items.into_iter().map(|it| Wrapper::of(it)).collect::<Vec<_>>();
    //^ call Wrapper.of -> closures
    mapped[0].get().touch();
    //^ call Item.touch -> closures; call Wrapper.get -> closures
    for (index, wrapper) in mapped.iter().enumerate() {
        wrapper.get();
        //^ call Wrapper.get -> closures
        let _ = index;
    }
    each(&Item).touch();
    //^ call Item.touch -> closures
    let local = |it: &Item| it.touch();
    //^ call Item.touch -> closures
    local(&Item);
    let made = || Item::new();
    //^ call Item.new -> closures
    made().touch();
    //^ call Item.touch -> closures
    mapped.iter().zip(found).for_each(|(wrapper, it)| {
        wrapper.get();
        //^ call Wrapper.get -> closures
        it.touch();
        //^ call Item.touch -> closures
    });
}

fn apply<T, R, F>(value: T, f: F) -> R
where
    F: FnOnce(T) -> R,
{
    f(value)
}

fn inferred() {
    apply(Item, |it| it.next()).unwrap().touch();
    //^ call Item.next -> inferred; call Item.touch -> inferred; call apply -> inferred
    let block = {
        let inner = Item::new();
        //^ call Item.new -> inferred
        inner.next()
        //^ call Item.next -> inferred
    };
    block.unwrap().touch();
    //^ call Item.touch -> inferred
    let chosen = if true { Item::new() } else { Item };
    //^ call Item.new -> inferred
    chosen.touch();
    //^ call Item.touch -> inferred
    let matched = match 1 {
        1 => return,
        2 => Some(Item::new()),
        //^ call Item.new -> inferred
        _ => None,
    };
    matched.unwrap().touch();
    //^ call Item.touch -> inferred
}
