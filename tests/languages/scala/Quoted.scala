// check: definition call use
class Box {
//^ class Box
  def `type`(n: Int): Int = 1
  //^ method Box.type(Int)
  def plain(n: Int): Int = this.`type`(n) + this.`plain`(n)
  //^ method Box.plain(Int); call Box.type(Int) -> Box.plain(Int); call Box.plain(Int) -> Box.plain(Int)
}
