abstract class Shape { void area(); }
//^ class Shape
//^ method Shape.area
class Box extends Shape with Mix {
//^ class Box
  final int size;
  //^ field Box.size
  Box(this.size);
  Box.named(): size = 1;
  //^ method Box.named
  int get width => size;
  //^ method Box.width
  void area() {}
  //^ method Box.area
  static int make() { return 1; }
  //^ method Box.make
}
mixin Mix {}
//^ trait Mix
enum Kind { a, b }
//^ enum Kind
//^ field Kind.a
//^ field Kind.b
extension Ext on Box { void more() {} }
//^ class Ext
//^ method Ext.more
typedef Fn = int Function(int);
//^ type Fn
int top(int x) { return x; }
//^ function top
const limit = 3;
//^ constant limit
