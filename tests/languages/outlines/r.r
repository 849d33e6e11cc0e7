put <- function(x) { x }
#^ function put
limit = 3
#^ constant limit
get = function(y) y
#^ function get
setClass("Point", representation(x = "numeric"))
#^ class Point
