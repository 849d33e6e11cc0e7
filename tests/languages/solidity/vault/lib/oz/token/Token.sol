contract Token {
//^ class Token
    function transfer(uint x) public {}
    //^ method Token.transfer(uint)
}

library Lib {
//^ class Lib
    function twice(uint x) internal pure returns (uint) {
    //^ method Lib.twice(uint)
        return x;
    }

    function double(Token t) internal {
    //^ method Lib.double(Token)
        t.transfer(1);
        //^ call Token.transfer(uint) -> Lib.double(Token)
    }
}
