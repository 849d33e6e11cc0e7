// check: definition call inherit import use
package app.models

import app.base.{Model, Store => Box}
//^ import Base.scala
import app.util._
//^ import Util.scala
import app.util.Text.trim
//^ import Util.scala
import scala.collection.mutable

trait Named extends Model {
//^ inherit Base.scala#Model -> Named
//^ trait Named
  def title: String
  //^ method Named.title()
  val rank = 2
  //^ field Named.rank
}

case class User(name: String, box: Box) extends Model with Named {
//^ class User
//^ field User.box
//^ field User.name
//^ inherit Base.scala#Model -> User
//^ inherit Named -> User
//^ use Base.scala#Store -> User.box
  private val own: Box = new Box(1)
  //^ call Base.scala#Store -> User.own
  //^ field User.own
  //^ use Base.scala#Store -> User.own
  var made = Box(2)
  //^ call Base.scala#Store.apply(Int) -> User.made
  //^ field User.made

  def title: String = name
  //^ method User.title()
  //^ use User.name -> User.title()

  def run(x: Int): User = {
  //^ method User.run(Int)
  //^ use User -> User.run(Int)
    own.put(x)
    //^ call Base.scala#Store.put(Int) -> User.run(Int)
    //^ use User.own -> User.run(Int)
    made.put(1)
    //^ call Base.scala#Store.put(Int) -> User.run(Int)
    //^ use User.made -> User.run(Int)
    box.put("a")
    //^ call Base.scala#Store.put(String) -> User.run(Int)
    //^ use User.box -> User.run(Int)
    save()
    //^ call Base.scala#Model.save() -> User.run(Int)
    this.save()
    //^ call Base.scala#Model.save() -> User.run(Int)
    super.save()
    //^ call Base.scala#Model.save() -> User.run(Int)
    helper(1)
    //^ call Util.scala#helper(Int) -> User.run(Int)
    trim("x")
    //^ call Util.scala#Text.trim(String) -> User.run(Int)
    Text.twice("y")
    //^ call Util.scala#Text.twice(String) -> User.run(Int)
    //^ use Util.scala#Text -> User.run(Int)
    val other = User("b", own)
    //^ call User -> User.run(Int)
    //^ use User.own -> User.run(Int)
    other.run(1).touch()
    //^ call User.run(Int) -> User.run(Int)
    //^ call User.touch() -> User.run(Int)
    val third = new User("c", own)
    //^ call User -> User.run(Int)
    //^ use User.own -> User.run(Int)
    third.touch()
    //^ call User.touch() -> User.run(Int)
    own put 3
    //^ call Base.scala#Store.put(Int) -> User.run(Int)
    //^ use User.own -> User.run(Int)
    unknown.lost()
    Box.Max
    //^ use Base.scala#Store.Max -> User.run(Int)
    //^ use Base.scala#Store~2 -> User.run(Int)
    other match {
      case same: User => same.touch()
      //^ call User.touch() -> User.run(Int)
      //^ use User -> User.run(Int)
      case _ => this
    }
    xs.map((one: User) => one.touch())
    //^ call User.touch() -> User.run(Int)
    //^ use User -> User.run(Int)
    third
  }

  def touch(): Unit = {}
  //^ method User.touch()

  def derived = own
  //^ method User.derived()
  //^ use User.own -> User.derived()

  def chain(): Unit = derived.put(1)
  //^ call Base.scala#Store.put(Int) -> User.chain()
  //^ method User.chain()
  //^ use User.derived() -> User.chain()
}

object User {
//^ class User~2
  val Limit = 3
  //^ field User.Limit

  def build(): User = new User("d", new Box(1))
  //^ call Base.scala#Store -> User.build()
  //^ call User -> User.build()
  //^ method User.build()
  //^ use User -> User.build()
}

enum Color {
//^ enum Color
  case Red, Green
  //^ field Color.Green
  //^ field Color.Red
}

def top(user: User): Int = {
//^ function top(User)
//^ use User -> top(User)
  user.touch()
  //^ call User.touch() -> top(User)
  User.build().touch()
  //^ call User.build() -> top(User)
  //^ call User.touch() -> top(User)
  //^ use User~2 -> top(User)
  User.Limit
  //^ use User.Limit -> top(User)
  //^ use User~2 -> top(User)
}
