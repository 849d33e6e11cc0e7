interface Maker<T> {
//^ interface Maker
  new (name: string): T;
  init(value: T): void;
  //^ method Maker.init
  (text: string): T;
}
interface Thing {
//^ interface Thing
  run(): void;
  //^ method Thing.run
}
declare function make<T>(name: string, start: (value: T) => void): Maker<T>;
//^ function make
export const Thing: Maker<Thing> = make("Thing", (value) => {
//^ constant Thing~2
//^ call make -> Thing~2
  value.run();
  //^ call Thing.run -> Thing~2
});
Thing.init(new Thing("a"));
//^ call Maker.init -> module; call Thing~2 -> module
new Thing("b").run();
//^ call Thing.run -> module; call Thing~2 -> module
Thing("c").run();
//^ call Thing.run -> module; call Thing~2 -> module

function helper() {
//^ function helper
  function inside() {}
  //^ function helper.inside
}
namespace helper {
//^ namespace helper~2
  export function inside() {}
  //^ function helper.inside~2
}
helper.inside();
//^ call helper.inside~2 -> module

class Store {
//^ class Store
//^ inherit Thing -> Store
  read() {}
  //^ method Store.read
}
interface Store extends Thing {}
//^ interface Store~2
//^ inherit Thing -> Store~2
function use(store: Store) {
//^ function use
  store.read();
  //^ call Store.read -> use
  store.run();
  //^ call Thing.run -> use
}
