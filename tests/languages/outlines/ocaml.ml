let limit = 3
(*^ constant limit *)
let rec put x = x + 1
(*^ function put *)
type tree = Leaf | Node of int
(*^ field tree.Leaf *)
(*^ field tree.Node *)
(*^ type tree *)
module Store = struct
(*^ namespace Store *)
  let get x = x
  (*^ function Store.get *)
end
module type S = sig
(*^ interface S *)
  val go : int -> int
  (*^ method S.go *)
end
exception Bad of string
(*^ type Bad *)
class point = object method move x = x end
(*^ class point *)
(*^ method point.move *)
