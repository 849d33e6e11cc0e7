// check: definition call inherit use
package shop

case class Item(name: String, box: Box[Item])
//^ class Item; field Item.name; field Item.box; use Box -> Item.box; use Item -> Item.box
class Box[T](held: T) {
//^ class Box; field Box.held
  def get: T = held
  //^ method Box.get(); use Box.held -> Box.get()
  def put(n: Int): Unit = {}
  //^ method Box.put(Int)
}

trait Clock {
//^ trait Clock
  def now(): Int
  //^ method Clock.now()
}
trait Store {
//^ trait Store
  def load(n: Int): Item
  //^ method Store.load(Int); use Item -> Store.load(Int)
}

trait Service { self: Store with Clock =>
//^ trait Service; use Store -> Service; use Clock -> Service
  def first(): Item = load(now())
  //^ method Service.first(); use Item -> Service.first()
  //^ call Store.load(Int) -> Service.first(); call Clock.now() -> Service.first()
  def again(): Item = self.first()
  //^ method Service.again(); use Item -> Service.again(); call Service.first() -> Service.again()
}
trait Other { this: Store =>
//^ trait Other; use Store -> Other
  def second(): Item = this.load(2)
  //^ method Other.second(); use Item -> Other.second(); call Store.load(Int) -> Other.second()
}

extension (s: String) def shout(n: Int): Item = load(s)
//^ method String.shout(Int); use Item -> String.shout(Int); call load(String) -> String.shout(Int)
extension [T](x: Box[T])
//^ use Box -> module
  def one(n: Int): T = x.get
  //^ method Box.one(Int); use Box.get() -> Box.one(Int)
  def two: T = one(1)
  //^ method Box.two(); call Box.one(Int) -> Box.two()

implicit class Rich(val item: Item) {
//^ class Rich; field Rich.item; use Item -> Rich.item
  def loud(n: Int): Item = item
  //^ method Rich.loud(Int); use Item -> Rich.loud(Int); use Rich.item -> Rich.loud(Int)
  def quiet: Item = item
  //^ method Rich.quiet(); use Item -> Rich.quiet(); use Rich.item -> Rich.quiet()
}

def load(s: String): Item = ???
//^ function load(String); use Item -> load(String)

given ord: Ordering[Item] with
//^ class ord; use Item -> ord
  def compare(a: Item, b: Item): Int = a.loud(1)
  //^ method ord.compare(Item,Item); use Item -> ord.compare(Item,Item); call Rich.loud(Int) -> ord.compare(Item,Item)
