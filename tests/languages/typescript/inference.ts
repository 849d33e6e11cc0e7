class Item {
//^ class Item
  use(): Item {
  //^ method Item.use
    return this;
  }
  id = 1;
  //^ field Item.id
}
class Other {
//^ class Other
  use() {}
  //^ method Other.use
}
interface Box<T> {
//^ interface Box
  get(): T;
  //^ method Box.get
  each(f: (value: T, index: number) => void): void;
  //^ method Box.each
  map<U>(f: (value: T) => U): Box<U>;
  //^ method Box.map
}
type Options = { item: Item; make?: () => Item } & Partial<Extra>;
//^ field Options.item; field Options.make; type Options
interface Extra {
//^ interface Extra
  other: Other;
  //^ field Extra.other
}
function make() {
//^ function make
  return new Item();
  //^ call Item -> make
}
async function load() {
//^ function load
  return new Item();
  //^ call Item -> load
}
const identity = <T,>(value: T): T => value;
//^ function identity
function isItem(value: unknown): value is Item {
//^ function isItem
  return true;
}

function containers(items: Item[], map: Map<string, Item>, set: Set<Item>, record: Record<string, Item>, box: Box<Item>) {
//^ function containers
  items[0].use();
  //^ call Item.use -> containers
  items.map((item) => item.use());
  //^ call Item.use -> containers
  items.filter((item) => item.id).forEach((item, index) => item.use());
  //^ call Item.use -> containers
  items.find((i) => i.id)!.use();
  //^ call Item.use -> containers
  for (const item of items) item.use();
  //^ call Item.use -> containers
  for (const [key, value] of map) value.use();
  //^ call Item.use -> containers
  map.get("a")?.use();
  //^ call Item.use -> containers
  map.forEach((value) => value.use());
  //^ call Item.use -> containers
  set.forEach((value) => value.use());
  //^ call Item.use -> containers
  record["a"].use();
  //^ call Item.use -> containers
  box.get().use();
  //^ call Box.get -> containers; call Item.use -> containers
  box.map((item) => item.use()).each((again) => again.use());
  //^ call Box.each -> containers; call Box.map -> containers; call Item.use -> containers
  [...items].pop().use();
  //^ call Item.use -> containers
  Object.values(record).forEach((value) => value.use());
  //^ call Item.use -> containers
  items.reduce((sum, item) => sum.use(), new Other());
  //^ call Other -> containers; call Other.use -> containers
}

async function promises() {
//^ function promises
  (await load()).use();
  //^ call Item.use -> promises; call load -> promises
  load().then((item) => item.use());
  //^ call Item.use -> promises; call load -> promises
  const [first] = await Promise.all([load()]);
  //^ call load -> promises
  first.use();
  //^ call Item.use -> promises
}

function shapes(options: Options, { item, make }: Options, [one]: [Item, Other]) {
//^ function shapes
  options.item.use();
  //^ call Item.use -> shapes
  options.other.use();
  //^ call Other.use -> shapes
  item.use();
  //^ call Item.use -> shapes
  make().use();
  //^ call Item.use -> shapes
  one.use();
  //^ call Item.use -> shapes
  const { item: renamed } = options;
  renamed.use();
  //^ call Item.use -> shapes
  const object = { item: make(), nested: { other: new Other() } };
  //^ call Other -> shapes
  object.nested.other.use();
  //^ call Other.use -> shapes
}

function narrowed(value: Item | Other, anything: unknown) {
//^ function narrowed
  if (value instanceof Other) {
    value.use();
    //^ call Other.use -> narrowed
  }
  if (isItem(anything)) {
  //^ call isItem -> narrowed
    anything.use();
    //^ call Item.use -> narrowed
  }
  anything instanceof Item && anything.use();
  //^ call Item.use -> narrowed
}

function generic<T extends Item>(value: T) {
//^ function generic
  value.use();
  //^ call Item.use -> generic
  identity(make()).use();
  //^ call Item.use -> generic; call identity -> generic; call make -> generic
  (value as Other).use();
  //^ call Other.use -> generic
  const typed = make() satisfies Item;
  //^ call make -> generic
  typed.use();
  //^ call Item.use -> generic
  let late: Other;
  late = null;
  late.use();
  //^ call Other.use -> generic
}

type Handler = (item: Item) => void;
//^ type Handler
const handler: Handler = (item) => item.use();
//^ function handler
//^ call Item.use -> handler
function accept(callback: (item: Item) => void, options: { done(item: Item): void }) {}
//^ function accept
accept((item) => item.use(), { done: (item) => item.use() });
//^ call Item.use -> module; call accept -> module
accept(handler, {
//^ call accept -> module
  done(item) {
    item.use();
    //^ call Item.use -> module
  },
});
