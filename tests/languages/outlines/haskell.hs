module Shop where
data Tree a = Leaf | Node a
-- ^ field Tree.Leaf
-- ^ field Tree.Node
-- ^ type Tree
newtype Name = Name String
-- ^ type Name
type Alias = Int
-- ^ type Alias
class Shape a where
-- ^ interface Shape
  area :: a -> Double
  -- ^ method Shape.area
instance Shape Tree where
  area _ = 1
put :: Int -> Int
put 0 = 1
-- ^ function put
put x = x + 1
limit = 3
-- ^ constant limit
