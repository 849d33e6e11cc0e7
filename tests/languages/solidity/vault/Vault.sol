// check: definition call inherit import use
pragma solidity ^0.8.0;

import "./Base.sol";
//^ import Base.sol
import {Token as T, Lib} from "oz/token/Token.sol";
//^ import lib/oz/token/Token.sol
import * as U from "./Tools.sol";
//^ import Tools.sol

interface IVault {
//^ interface IVault
    function go(uint x) external returns (bool);
    //^ method IVault.go(uint)
}

error Bad(uint x);
//^ type Bad

contract Vault is Base, IVault {
//^ class Vault
//^ inherit Base.sol#Base -> Vault
//^ inherit IVault -> Vault
    using Lib for T;
    //^ use lib/oz/token/Token.sol#Lib -> Vault
    //^ use lib/oz/token/Token.sol#Token -> Vault

    struct Item {
    //^ struct Vault.Item
        uint id;
        //^ field Vault.Item.id
        T owner;
        //^ field Vault.Item.owner
        //^ use lib/oz/token/Token.sol#Token -> Vault.Item.owner
    }

    enum State { On, Off }
    //^ enum Vault.State
    //^ field Vault.State.Off
    //^ field Vault.State.On

    event Paid(address who);
    //^ type Vault.Paid

    T public token;
    //^ field Vault.token
    //^ use lib/oz/token/Token.sol#Token -> Vault.token
    uint constant MAX = 3;
    //^ field Vault.MAX
    mapping(address => Item) items;
    //^ field Vault.items
    //^ use Vault.Item -> Vault.items
    State state;
    //^ field Vault.state
    //^ use Vault.State -> Vault.state

    modifier only(address a) {
    //^ method Vault.only
        check(a);
        //^ call Base.sol#Base.check(address) -> Vault.only
        _;
    }

    constructor(T t) Base(t) {
    //^ call Base.sol#Base -> Vault.constructor
    //^ method Vault.constructor
    //^ use lib/oz/token/Token.sol#Token -> Vault.constructor
        token = t;
        //^ use Vault.token -> Vault.constructor
    }

    function go(uint x) public override only(msg.sender) returns (bool) {
    //^ call Vault.only -> Vault.go(uint)
    //^ method Vault.go(uint)
        token.transfer(x);
        //^ call lib/oz/token/Token.sol#Token.transfer(uint) -> Vault.go(uint)
        //^ use Vault.token -> Vault.go(uint)
        token.double();
        //^ call lib/oz/token/Token.sol#Lib.double(Token) -> Vault.go(uint)
        //^ use Vault.token -> Vault.go(uint)
        Lib.twice(2);
        //^ call lib/oz/token/Token.sol#Lib.twice(uint) -> Vault.go(uint)
        //^ use lib/oz/token/Token.sol#Lib -> Vault.go(uint)
        check(msg.sender);
        //^ call Base.sol#Base.check(address) -> Vault.go(uint)
        super.go(x);
        //^ call Base.sol#Base.go(uint) -> Vault.go(uint)
        this.put(1);
        //^ call Vault.put(uint) -> Vault.go(uint)
        emit Paid(msg.sender);
        //^ call Vault.Paid -> Vault.go(uint)
        Vault v = new Vault(token);
        //^ call Vault -> Vault.go(uint)
        //^ use Vault -> Vault.go(uint)
        //^ use Vault.token -> Vault.go(uint)
        v.put(1);
        //^ call Vault.put(uint) -> Vault.go(uint)
        Item memory i = Item(1, token);
        //^ call Vault.Item -> Vault.go(uint)
        //^ use Vault.Item -> Vault.go(uint)
        //^ use Vault.token -> Vault.go(uint)
        i.owner.transfer(2);
        //^ call lib/oz/token/Token.sol#Token.transfer(uint) -> Vault.go(uint)
        //^ use Vault.Item.owner -> Vault.go(uint)
        IVault(msg.sender).go(1);
        //^ call IVault.go(uint) -> Vault.go(uint)
        //^ use IVault -> Vault.go(uint)
        items[msg.sender].owner.transfer(MAX);
        //^ call lib/oz/token/Token.sol#Token.transfer(uint) -> Vault.go(uint)
        //^ use Vault.Item.owner -> Vault.go(uint)
        //^ use Vault.MAX -> Vault.go(uint)
        //^ use Vault.items -> Vault.go(uint)
        if (state == State.On) revert Bad(1);
        //^ call Bad -> Vault.go(uint)
        //^ use Vault.State -> Vault.go(uint)
        //^ use Vault.State.On -> Vault.go(uint)
        //^ use Vault.state -> Vault.go(uint)
        free(1);
        //^ call free(uint) -> Vault.go(uint)
        U.tool();
        //^ call Tools.sol#tool() -> Vault.go(uint)
        return helper(1, 2);
        //^ call Vault.helper(uint,uint) -> Vault.go(uint)
    }

    function put(uint x) public {}
    //^ method Vault.put(uint)

    function helper(uint x) private returns (bool) {}
    //^ method Vault.helper(uint)

    function helper(uint x, uint y) private returns (bool) {
    //^ method Vault.helper(uint,uint)
        unknown.lost();
        return make().set();
        //^ call Other.set() -> Vault.helper(uint,uint)
        //^ call Vault.make() -> Vault.helper(uint,uint)
    }

    function make() internal returns (Other) {}
    //^ method Vault.make()
    //^ use Other -> Vault.make()

    receive() external payable {}
    //^ method Vault.receive
}

contract Other {
//^ class Other
    function set() external returns (bool) {}
    //^ method Other.set()
}

function free(uint x) pure returns (uint) {
//^ function free(uint)
    return x;
}
