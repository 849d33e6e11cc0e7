"""What an expression, a type or a name means: the evaluator that the resolver and the rules of all languages share."""

from __future__ import annotations

from cairn.resolve import linked
from cairn.resolve.budget import Budget
from cairn.resolve.program import Program
from cairn.resolve.written_types import WrittenTypes


class Evaluator(WrittenTypes):
    """Evaluates expressions and types of a program; every answer is remembered.

    Its parts build on one another: `Memory`, `Classes`, `Members`, `Containers`, `Overloads`, `Functions`, `Names`,
    `Unification`, `Calls`, `Expressions`, `WrittenTypes`.
    """

    def __init__(self, program: Program, budget: Budget) -> None:
        super().__init__(program, budget)
        linked.prepare(self)
