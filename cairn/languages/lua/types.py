"""Values in Lua: objects that a metatable makes."""

from __future__ import annotations

from cairn.semantics.evaluation import Evaluation
from cairn.semantics.expressions import Call, Matched
from cairn.semantics.places import Place
from cairn.semantics.roles import NOT_MINE, Calls, NotMine, Operators
from cairn.semantics.values import Value


class LuaOperators(Operators):
    """`cart:add()` hands over `cart` as an object, whatever file it came from."""

    def taken(self, evaluation: Evaluation, place: Place, shape: Matched) -> Value | None:
        """The object of a method call. What an external module gives may be an object of any table: its methods are not told."""
        value = evaluation.expressions.eval(place, shape[1])
        return ("xinst", value[1]) if value is not None and value[0] == "ext" else value


class LuaCalls(Calls):
    """`setmetatable({}, Cart)`, `Cart:new()` and `Cart()` make an instance of Cart."""

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        """`setmetatable({}, T)` is an instance of T; so is `T:new()` of a class that has no such function, and `T()`."""
        exprs = evaluation.program.unit(place.unit).exprs
        callee = exprs[shape[1]]
        if callee[0] == "name" and callee[1] == "setmetatable" and len(shape[2]) == 2:
            table = evaluation.expressions.eval(place, shape[2][1])
            return ("inst", table[1], table[2], ()) if table is not None and table[0] == "def" else table
        if callee[0] == "member" and callee[2] == "new":
            owner = evaluation.expressions.eval(place, callee[1])
            if owner is None or owner[0] != "def" or not evaluation.classes.is_class(owner):
                return NOT_MINE
            if evaluation.members.find(owner, "new", True) is None:
                return ("inst", owner[1], owner[2], ())
        return NOT_MINE
