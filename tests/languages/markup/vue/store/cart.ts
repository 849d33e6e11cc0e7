export class Item {
// ^ class Item
  price = 1;
// ^ field Item.price
  total(): number { return this.price; }
// ^ method Item.total
}
export function load(): Item[] { return []; }
// ^ function load
export function save(item: Item): void {}
// ^ function save
export function close(): void {}
// ^ function close
