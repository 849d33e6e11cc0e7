"""Guesses: a call whose target cannot be told means the only definition of its name."""

from __future__ import annotations

from collections.abc import Mapping

from cairn.resolve.evaluator.evaluator import Evaluator
from cairn.resolve.evaluator.memory import Memory
from cairn.resolve.targets import Target
from cairn.resolve.units import UnitIndex
from cairn.semantics.expressions import UNKNOWN
from cairn.semantics.facts import Reference
from cairn.semantics.flags import ACCESSOR
from cairn.semantics.places import Place
from cairn.semantics.questions import question

MAX_NAMESAKES = 4  # readers and writers of one property share a name: more are no single definition (guess)
MAX_OVERRIDES = 40  # methods of a name that are looked at for one that all others override (guess)


class Guesses:
    """Finds the only definition of a name; `completed` are the definitions that only announce another one."""

    def __init__(self, evaluator: Evaluator, completed: Mapping[tuple[int, int], tuple[int, int]]) -> None:
        self._evaluator, self._program, self._completed = evaluator, evaluator.program, completed
        self._alone: Evaluator | None = None  # that knows no library
        self._builtins: dict[str, frozenset[str]] = {}
        # To look up what completes a definition takes its file's facts.
        roles = self._program.known_roles()
        self._completing = {space.partition("@")[0] for space, some in roles if some.completion is not None}

    def close(self) -> None:
        """Give back the memory of the evaluator that looks into no library, if one was needed."""
        if self._alone is not None:
            self._alone.disconnect()

    def of(self, index: UnitIndex, reference: Reference) -> list[Target]:
        """The only definition that has the name of a call whose target cannot be told."""
        shape = index.exprs[reference.expr] if reference.expr >= 0 else UNKNOWN
        is_member = shape[0] == "member"
        only = self.only(index.family, reference.name, is_member)
        if only is None:
            return []
        if shape[0] == "member":
            is_known = self._receiver_is_known(index, reference, shape[1])
        else:
            place = Place(index.number, reference.scope, reference.pos)
            is_known = self._evaluator.scopes.find(place, reference.name) is not None
        return [] if is_known else [(only, "unique-name")]

    @property
    def memory(self) -> Memory:
        """Where guesses are remembered."""
        return self._evaluator.memory

    @question
    def only(self, family: str, name: str, is_member: bool) -> tuple[int, int] | None:
        """The one definition of a name that a member call, or a bare one, could mean."""
        named = self._program.named(family, name, is_member=is_member)
        if (is_member and name in self.builtin_members(family)) or self._program.is_named_beside(family, name):
            named = []
        if family in self._completing:
            named = [self._completed.get(place, place) for place in named]
        places = list(dict.fromkeys(named))
        if len(places) > (MAX_OVERRIDES if is_member else MAX_NAMESAKES):
            return None
        if len(places) <= MAX_NAMESAKES:
            places = [place for place in places if not self._is_accessor(place)]
        return places[0] if len(places) == 1 else self._overridden(places)

    def _is_accessor(self, place: tuple[int, int]) -> bool:
        return ACCESSOR in self._program.entity(*place).flags

    def _overridden(self, methods: list[tuple[int, int]]) -> tuple[int, int] | None:
        """The method that all others of its name override: they are one definition, which a call may mean by its base.

        Ends at the first that rules it out: each takes the facts of a file.
        """
        owners: dict[tuple[int, int], tuple[int, int]] = {}
        above: set[tuple[int, int]] | None = None  # the classes that all of them lie in or below
        for unit, ordinal in methods:
            if self._is_accessor((unit, ordinal)):
                continue
            owner = unit, self._program.entity(unit, ordinal).parent
            if owner[1] <= 0 or owner in owners:
                return None
            owners[owner] = unit, ordinal
            classes = {row[:2] for row in self._evaluator.classes.mro(*owner)[0] if not self._program.is_prelude(row[0])}
            above = classes if above is None else above & classes
            if not above:
                return None
        base = next((owner for owner in owners if above is not None and owner in above), None)
        return owners[base] if base is not None and len(owners) > 1 else None

    def builtin_members(self, family: str) -> frozenset[str]:
        """The names of members that a language has built in: `append` on an unknown receiver may be a list's."""
        if family not in self._builtins:
            number = self._program.preludes.get(family)
            tables = self._program.unit(number).members.values() if number is not None else ()
            self._builtins[family] = frozenset(name for table in tables for name in table)
        return self._builtins[family]

    def _receiver_is_known(self, index: UnitIndex, reference: Reference, receiver: int) -> bool:
        place = Place(index.number, reference.scope, reference.pos)
        value = self._evaluator.expressions.eval(place, receiver)
        if value is None and self._evaluator.libraries.has(index.number):
            # What was external by itself is no reason to guess where a library leads to nothing.
            self._alone = self._alone or self._evaluator.without_libraries()
            self._alone.memory.begin()
            value = self._alone.expressions.eval(place, receiver)
        return value is not None and value[0] != "tv"
