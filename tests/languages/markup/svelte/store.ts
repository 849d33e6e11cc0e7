export class Item {
// ^ class Item
  total(): number { return 1; }
// ^ method Item.total
}
export const count = { set(n: number) {} };
// ^ constant count
// ^ method count.set
export function load(): Item[] { return []; }
// ^ function load
export async function fetchOne(): Promise<Item> { return new Item(); }
// ^ function fetchOne
// ^ call Item -> fetchOne
export function tooltip(node: Element): void {}
// ^ function tooltip
export function fade(node: Element): void {}
// ^ function fade
