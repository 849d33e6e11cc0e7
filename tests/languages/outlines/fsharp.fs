module Shop
type User = { Name: string }
//^ field User.Name
//^ struct User
type Shape = Circle | Square of int
//^ field Shape.Circle
//^ field Shape.Square
//^ type Shape
type Box(x: int) =
//^ class Box
    member this.Size = x
    //^ method Box.Size
let limit = 3
//^ constant limit
let put x = x + 1
//^ function put
module Inner =
//^ namespace Inner
    let get y = y
    //^ function Inner.get
