// check: definition call inherit import use
package app.util

object Text {
//^ class Text
  def trim(x: String): String = twice(x)
  //^ call Text.twice(String) -> Text.trim(String)
  //^ method Text.trim(String)

  def twice(x: String): String = x
  //^ method Text.twice(String)
}

def helper(x: Int): Int = x
//^ function helper(Int)
