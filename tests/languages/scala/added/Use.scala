// check: definition call inherit use
package shop

object Use {
//^ class Use
  val Limit = 3
  //^ field Use.Limit

  def go(item: Item, any: Any, pairs: List[Item]): Int = {
  //^ method Use.go(Item,Any,List[Item]); use Types.scala#Item -> Use.go(Item,Any,List[Item])
    "x".shout(Limit).loud(1)
    //^ call Types.scala#String.shout(Int) -> Use.go(Item,Any,List[Item]); call Types.scala#Rich.loud(Int) -> Use.go(Item,Any,List[Item])
    //^ use Use.Limit -> Use.go(Item,Any,List[Item])
    item.quiet.loud(if (any == 1) Limit else 2)
    //^ use Types.scala#Rich.quiet() -> Use.go(Item,Any,List[Item]); call Types.scala#Rich.loud(Int) -> Use.go(Item,Any,List[Item])
    //^ use Use.Limit -> Use.go(Item,Any,List[Item])
    item.box.two.loud(1)
    //^ use Types.scala#Item.box -> Use.go(Item,Any,List[Item]); use Types.scala#Box.two() -> Use.go(Item,Any,List[Item])
    //^ call Types.scala#Rich.loud(Int) -> Use.go(Item,Any,List[Item])
    val Item(_, held) = item
    //^ use Types.scala#Item -> Use.go(Item,Any,List[Item])
    held.put(1)
    //^ call Types.scala#Box.put(Int) -> Use.go(Item,Any,List[Item])
    for { b = item.box; n = 1 } yield b.put(n)
    //^ use Types.scala#Item.box -> Use.go(Item,Any,List[Item]); call Types.scala#Box.put(Int) -> Use.go(Item,Any,List[Item])
    any match {
      case Item(name, box) => box.put(1)
      //^ use Types.scala#Item -> Use.go(Item,Any,List[Item]); call Types.scala#Box.put(Int) -> Use.go(Item,Any,List[Item])
      case all @ Item(_, Box(_)) if Limit > 1 => all.loud(2)
      //^ use Types.scala#Item -> Use.go(Item,Any,List[Item]); use Types.scala#Box -> Use.go(Item,Any,List[Item])
      //^ use Use.Limit -> Use.go(Item,Any,List[Item]); call Types.scala#Rich.loud(Int) -> Use.go(Item,Any,List[Item])
      case Limit => Limit
      //^ use Use.Limit -> Use.go(Item,Any,List[Item])
    }
  }
}
