val put : int -> int
(*^ function put *)
type t
(*^ type t *)
