import "oz/token/Token.sol";
//^ import lib/oz/token/Token.sol

abstract contract Base {
//^ class Base
    constructor(Token t) {}
    //^ method Base.constructor

    function check(address a) internal {}
    //^ method Base.check(address)

    function go(uint x) public virtual returns (bool) {
    //^ method Base.go(uint)
        check(msg.sender);
        //^ call Base.check(address) -> Base.go(uint)
    }
}
