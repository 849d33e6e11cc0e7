"""Why a site led where it did, or nowhere: the rule that decided, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from cairn.resolve.resolve import ELSEWHERE
from cairn.resolve.targets import MAX_TARGETS, Target
from cairn.resolve.trace.spell import spell
from cairn.resolve.trace.steps import Steps
from cairn.resolve.trace.watch import Landing, Site, WatchedResolver
from cairn.resolve.trace.words import Words
from cairn.resolve.units import UnitIndex
from cairn.semantics.expressions import UNKNOWN, Expr
from cairn.semantics.facts import Reference
from cairn.semantics.kinds import CALLS
from cairn.semantics.places import Place
from cairn.semantics.values import Value

RULES = {
    "scope": "a definition in an enclosing scope of the same file",
    "import": "through imports and re-exports",
    "self": "a member of the class that the code is in, or of its bases",
    "super": "a member of a base class, through super",
    "base": "a base that is named",
    "structural": "an interface that the type satisfies by its methods",
    "type": "a member of the receiver's declared or constructed type",
    "link": "into a linked source",
    "external": "something that no indexed source defines",
    "inferred": "by a type that only a function's body, a default value or a variable tells",
    "union": "by one of the types that the receiver may have",
    "unique-name": "a guess by name",
    "ambiguous": "one of a few that the language does not tell apart here",
}


class Outcomes:
    """Puts what came of a site in words."""

    def __init__(self, resolver: WatchedResolver, words: Words) -> None:
        self._resolver, self._words, self._program = resolver, words, resolver.program
        self._evaluator = resolver.evaluator

    def told(self, index: UnitIndex, site: Site) -> str:
        """Why it led where it did, or why nowhere."""
        if site.is_over:
            return "left unresolved: to resolve it costs more than one reference may"
        if site.fault:
            return f"left unresolved: the resolver failed ({site.fault})"
        if any(landing.via == "unique-name" for landing in site.landings) and site.reference is not None:
            return self._guessed(index, site.reference)
        if site.landings:
            return "; ".join(dict.fromkeys(f"`{landing.via}`: {_rule(landing)}" for landing in site.landings))
        if site.imported is not None:
            return "no edge: no indexed file is what it names"
        if site.reference is None:
            return "left unresolved: what the base means cannot be told" if site.is_left else "no edge"
        kept = "left unresolved" if site.is_left else "no edge"
        return f"{kept}: {'; '.join(self._why_not(index, site, site.reference))}"

    def _guessed(self, index: UnitIndex, reference: Reference) -> str:
        number = len(self._named(index, reference))
        among = (
            "the only definition of that name"
            if number < 2
            else f"of {number} definitions of that name, the one that they override or complete"
        )
        return f"`unique-name`: a guess. {'; '.join(self._unknown(index, reference)).capitalize()}; it is {among}"

    def _named(self, index: UnitIndex, reference: Reference) -> list[tuple[int, int]]:
        return self._resolver.program.named(index.family, reference.name, is_member=_callee(index, reference)[0] == "member")

    def _why_not(self, index: UnitIndex, site: Site, reference: Reference) -> Iterator[str]:
        self._evaluator.begin()
        targets = self._resolver.targets_of(index, reference)
        if targets == ELSEWHERE:
            yield "it is taken from what comes from outside of all indexed sources"
        elif targets:
            yield from self._not_kept(index, targets)
            return
        elif (number := self._candidates(index, reference)) > MAX_TARGETS:
            yield f"{number} definitions could be meant, and more than {MAX_TARGETS} tell nothing"
        else:
            yield from self._unknown(index, reference)
        if not site.is_left:
            yield "it is not kept as unresolved, since no definition elsewhere can be meant"
        elif not targets:
            yield self._why_no_guess(index, reference)

    def _not_kept(self, index: UnitIndex, targets: list[Target]) -> Iterator[str]:
        for dst, _ in targets[:MAX_TARGETS]:
            if isinstance(dst, str):
                yield f"external:{dst} is part of the language itself" if dst else "it comes from outside of all indexed sources"
            elif self._program.is_prelude(dst[0]):
                yield f"{self._words.definition(*dst)} is part of the language itself"
            else:
                yield f"{self._words.definition(*dst)} is a field or variable, and what it holds cannot be called or told"

    def _candidates(self, index: UnitIndex, reference: Reference) -> int:
        """How many overloads a call may mean."""
        if not index.traits.has_overloads or reference.kind != CALLS:
            return 0
        found = self._evaluator.overloads.invoked(self._place(index, reference), reference.expr, tuple(reference.args))
        return len(found.candidates) if found is not None else 0

    @staticmethod
    def _place(index: UnitIndex, reference: Reference) -> Place:
        return Place(index.number, reference.scope, reference.pos)

    def _unknown(self, index: UnitIndex, reference: Reference) -> Iterator[str]:
        """The facts that the language's own rules do not tell, in words."""
        shape, place = _callee(index, reference), self._place(index, reference)
        steps = Steps(self._evaluator, self._words)
        if shape[0] == "member":
            owner, note = steps.ask(lambda: self._evaluator.expressions.owner_value(place, shape[1]))
            yield self._receiver(steps, spell(index, shape[1]), owner, shape[2], note)
        elif shape[0] in ("name", "path_name"):
            found = self._evaluator.scopes.find(place, shape[1])
            bound = "is bound, but to what cannot be told" if found is not None else "is bound by nothing that the file sees"
            yield f"the name `{shape[1]}` {bound}"
        else:
            yield f"what `{spell(index, reference.expr)}` is cannot be told"

    def _receiver(self, steps: Steps, text: str, owner: Value | None, name: str, note: str) -> str:
        if owner is None:
            return f"the receiver `{text}` is unknown{note}"
        known, _ = steps.ask(lambda: self._evaluator.generics.concrete(owner))
        if known is None:
            return f"the receiver `{text}` is {self._words.value(owner)}, of which nothing more is known"
        if known[0] in ("ext", "xinst"):
            return f"the receiver `{text}` is {self._words.value(known)}"
        return f"the receiver `{text}` is {self._words.value(known)}, which has no `{name}` that this can mean"

    def _why_no_guess(self, index: UnitIndex, reference: Reference) -> str:
        """Why no definition is guessed by its name."""
        if reference.kind != CALLS:
            return "only calls are guessed by name"
        is_member = _callee(index, reference)[0] == "member"
        named = self._named(index, reference)
        what = "methods" if is_member else "functions and types"
        if is_member and reference.name in self._resolver.guesses.builtin_members(index.family):
            return f"no guess, since something that the language has built in has `{reference.name}`, too"
        if not named:
            return f"no {what} of the name to guess"
        if self._program.is_named_beside(index.family, reference.name):
            return "no guess, since another language beside it has the name, too"
        if len(named) > 1:
            return f"no guess, since {len(named)} {what} have the name"
        return "no guess, since what it is taken from is known" if is_member else "no guess, since the name is bound"


def _callee(index: UnitIndex, reference: Reference) -> Expr:
    """The expression that a reference names, without type arguments."""
    shape: Expr = index.exprs[reference.expr] if reference.expr >= 0 else UNKNOWN
    while shape[0] == "subscript":
        shape = index.exprs[shape[1]]
    return shape


def _rule(landing: Landing) -> str:
    return RULES.get(landing.via, "")
