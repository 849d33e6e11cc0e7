"""Values in Perl: instances that a class makes."""

from __future__ import annotations

from cairn.semantics.evaluation import Evaluation
from cairn.semantics.expressions import Call
from cairn.semantics.places import Place
from cairn.semantics.roles import NOT_MINE, Calls, NotMine
from cairn.semantics.values import Value


class PerlCalls(Calls):
    """`Shop::Cart->new` makes an instance of Shop::Cart, whichever class above it has the method."""

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        callee = evaluation.program.unit(place.unit).exprs[shape[1]]
        if callee[0] != "member" or callee[2] != "new":
            return NOT_MINE
        owner = evaluation.expressions.eval(place, callee[1])
        if owner is None or owner[0] != "def" or not evaluation.classes.is_class(owner):
            return NOT_MINE
        return ("inst", owner[1], owner[2], ())
