// check: definition call inherit import use
package app.base

abstract class Model {
//^ class Model
  def save(): Unit = prepare(1)
  //^ call Model.prepare(Int) -> Model.save()
  //^ method Model.save()

  protected def prepare(x: Int): Unit = {}
  //^ method Model.prepare(Int)
}

class Store(size: Int) {
//^ class Store
//^ field Store.size
  def put(x: Int): Unit = {}
  //^ method Store.put(Int)

  def put(x: String): Unit = {}
  //^ method Store.put(String)
}

object Store {
//^ class Store~2
  val Max = 3
  //^ field Store.Max

  def apply(size: Int): Store = new Store(size)
  //^ call Store -> Store.apply(Int)
  //^ method Store.apply(Int)
  //^ use Store -> Store.apply(Int)
}
