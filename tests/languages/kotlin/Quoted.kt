// check: definition call use
class Box {
//^ class Box
    fun `in`(n: Int): Int = `value`
    //^ method Box.in(Int); use Box.value -> Box.in(Int)
    val value = 1
    //^ field Box.value
}

fun `adds two`(box: Box) = box.`in`(box.`value`)
//^ function adds two(Box); use Box -> adds two(Box); call Box.in(Int) -> adds two(Box); use Box.value -> adds two(Box)
