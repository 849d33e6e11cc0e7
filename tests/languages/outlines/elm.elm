module Shop exposing (..)
type alias User = { name : String }
-- ^ type User
type Msg = A | B
-- ^ field Msg.A
-- ^ field Msg.B
-- ^ type Msg
put : Int -> Int
put x = x
-- ^ function put
port send : String -> Cmd msg
-- ^ function send
