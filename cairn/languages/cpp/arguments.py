"""Functions that a call finds by its arguments: `norm(v)` is `lab::norm` where `v` is a `lab::Vec`."""

from __future__ import annotations

from collections.abc import Iterator

from cairn.languages.c.names import Definition
from cairn.languages.cpp.namespaces import NamespaceRules
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.places import CLASS_KINDS, Candidate, Place
from cairn.semantics.values import Value

MAX_PARTS = 8  # classes, of an argument's type and in its type arguments, whose namespaces are looked into (guess)


class ArgumentRules(NamespaceRules):
    """The part of the rules that looks in the namespaces of arguments."""

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self._homes: dict[str, list[str]] | None = None
        super().prepare(evaluation, family)

    def brought(
        self, evaluation: Evaluation, place: Place, name: str, args: tuple[int, ...], found: tuple[Candidate, ...]
    ) -> tuple[Candidate, ...]:
        index = evaluation.program.unit(place.unit)
        if not args or index.language == "c" or place.unit == self._prelude or not self._is_elsewhere(name, found):
            return ()
        if not found and self._is_hidden(evaluation, index, place, name):
            return ()
        known = {(row.unit, row.ordinal) for row in found}
        rows: list[Candidate] = []
        for unit, ordinal in self._classes_of(evaluation, place, args):
            around = self._path_of(evaluation, unit, ordinal)
            rows += self._friends(evaluation, unit, ordinal, name)
            for path in (around, *self._inline_around(around), *self._inline_in([around])):
                named = self.names.spaces[path].get(name) if path in self.names.spaces else None
                rows += self.candidates(evaluation, place.unit, named) if named else []
        return tuple({row: None for row in rows if (row.unit, row.ordinal) not in known})

    def candidates(self, evaluation: Evaluation, unit: int, found: list[Definition]) -> list[Candidate]:
        """The functions among some definitions, each once: as its prototype, which has the default values."""
        seen = self.names.visible(unit, found)
        program = evaluation.program
        defined = {program.entity(*one).kind for one in seen if self.names.is_definition(one)}
        if "function" not in defined and any(program.entity(*one).kind == "macro" for one in seen):
            return []
        rows: dict[Definition, Definition] = {}
        for one in seen:
            entity = program.entity(*one)
            if entity.kind not in ("function", "method") or "alternative" in entity.flags:
                continue
            real = self.names.completed.get(one, one)
            if real not in rows or not self.names.is_definition(one):
                rows[real] = one
        return [Candidate(u, o, ()) for u, o in rows.values()]

    def _is_elsewhere(self, name: str, found: tuple[Candidate, ...]) -> bool:
        """Whether a namespace or class other than where the name was found has a function of it."""
        if self._homes is None:
            self._homes = {}
            for path, table in self.names.spaces.items():
                for one in table:
                    self._homes.setdefault(one, []).append(path)
            for unit in self.names.units:
                for entity in unit.entities:
                    if "friend" in entity.flags and entity.owner < 0:
                        self._homes.setdefault(entity.name, []).append("")
        homes = self._homes.get(name, ())
        return len(homes) > 1 or (bool(homes) and not found)

    def _is_hidden(self, evaluation: Evaluation, index: UnitView, place: Place, name: str) -> bool:
        """Whether a name means a variable or a class, so that its arguments bring nothing in."""
        scope = place.scope
        while scope >= 0:
            for entry in index.names[scope].get(name, ()) if scope in index.names else ():
                if entry.tag == "binding" and entry.pos <= place.pos:
                    return True
            scope = index.scopes[scope][1]
        found = evaluation.scopes.lookup(place, name)
        return found is not None and found[0] == "def" and evaluation.program.entity(found[1], found[2]).kind != "function"

    def _inline_around(self, path: str) -> Iterator[str]:
        """The namespaces around one whose names are theirs, too: it is inline, or has no name."""
        head = path.rpartition(".")[0]
        while path and path in self.names.inline.get(head, ()):
            yield head
            path, head = head, head.rpartition(".")[0]

    def _classes_of(self, evaluation: Evaluation, place: Place, args: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        """The classes that arguments are of, those above them, and those in their type arguments."""
        left = [evaluation.expressions.eval(place, arg) for arg in args]
        seen: set[tuple[int, int]] = set()
        while left and len(seen) <= MAX_PARTS:
            value: Value | None = evaluation.generics.concrete(left.pop(0))
            if value is None or value[0] != "inst":
                continue
            left += value[3]
            if value[1] == self._prelude or value[1:3] in seen:
                continue
            for unit, ordinal, _ in evaluation.classes.mro(value[1], value[2])[0]:
                if unit != self._prelude and (unit, ordinal) not in seen:
                    seen.add((unit, ordinal))
                    yield unit, ordinal

    @staticmethod
    def _friends(evaluation: Evaluation, unit: int, ordinal: int, name: str) -> list[Candidate]:
        """The functions of a name that a class holds as its friends."""
        index = evaluation.program.unit(unit)
        if index.entities[ordinal].kind not in CLASS_KINDS or ordinal not in index.members:
            return []
        numbers = index.members[ordinal].get(name, ())
        return [Candidate(unit, number, ()) for number in numbers if "friend" in index.entities[number].flags.split()]
