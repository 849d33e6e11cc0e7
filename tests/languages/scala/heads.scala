// check: use

class Leaf

case class Bare(leaf: Leaf)
//^ use Leaf -> Bare.leaf

case class Full(item: Leaf) {
  //^ use Leaf -> Full.item
  def twice = item
  //^ use Full.item -> Full.twice()
}

object User {
  def both = leaf
  def other = item
}
