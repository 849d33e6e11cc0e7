"""Calls and overloads in Solidity."""

from __future__ import annotations

from cairn.languages.nominal import spelled_signature
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.kinds import CALLS, INTERFACE
from cairn.semantics.roles import Overloads, Redirection
from cairn.semantics.values import Value


class SolidityOverloads(Overloads):
    """`pay(uint)` and `pay(address)` are told apart by their types; numbers convert in many ways."""

    def signature(self, index: UnitView, ordinal: int) -> tuple[object, ...]:
        return spelled_signature(index, ordinal)

    def fit(self, evaluation: Evaluation, wanted: Value, given: Value) -> int | None:
        """Numbers convert in many ways: only classes that have nothing to do with each other are told apart."""
        if wanted[0] != "inst" or given[0] != "inst" or wanted[1:3] == given[1:3]:
            return -1 if wanted[0] != "inst" or given[0] != "inst" else 0
        return 0 if evaluation.classes.is_below(given, wanted) else None


class SolidityRedirection(Redirection):
    """`Token(address)` is a conversion to an interface, no call."""

    def expanded(self, evaluation: Evaluation, kind: str, target: tuple[int, int], via: str) -> tuple[str, tuple[int, int], str]:
        """`Interface(address)` is a conversion, no call."""
        is_cast = kind == CALLS and evaluation.program.entity(*target).kind == INTERFACE
        return ("depends_on" if is_cast else kind), target, via
