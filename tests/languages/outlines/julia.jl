module Shop
#^ namespace Shop
abstract type Shape end
#^ interface Shop.Shape
struct Box <: Shape
#^ struct Shop.Box
    size::Int
end
mutable struct Bag end
#^ struct Shop.Bag
const LIMIT = 3
#^ constant Shop.LIMIT
function put(x::Int)
#^ function Shop.put
    x
end
twice(x) = 2x
#^ function Shop.twice
macro say(x)
#^ macro Shop.say
end
end
