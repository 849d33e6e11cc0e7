// check: definition, call
export type * from "./nothing";
interface Store<in out Key, /** what it holds */ out Value = unknown> extends Reader<Value> {
//^ interface Store
  // by key
  <T extends Key>(key: T): Value
  /** by name */
  <T>(name: string, key: T): Value
  size: number
  //^ field Store.size
}
interface Reader<out Value> {
//^ interface Reader
  read(): Value;
  //^ method Reader.read
}
class Item {
//^ class Item
  use() {}
  //^ method Item.use
}
const isItem = ((value: unknown) => true) as (value: unknown) => value is Item;
//^ function isItem
function run(store: Store<string, Item>, other: unknown) {
//^ function run
  store("a").use();
  //^ call Item.use -> run
  store.read().use();
  //^ call Item.use -> run; call Reader.read -> run
  if (isItem(other)) other.use();
  //^ call Item.use -> run; call isItem -> run
}
