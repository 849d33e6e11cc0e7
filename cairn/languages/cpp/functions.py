"""The functions that a call in C++ may mean: of classes, of namespaces, and of those of its arguments."""

from __future__ import annotations

from collections.abc import Iterator

from cairn.languages.c.linkage import Definition, Linkage
from cairn.languages.cpp.constness import Constness
from cairn.languages.cpp.names import CppNames, CppPrelude
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.flags import ALTERNATIVE, CONSTRUCTOR, FRIEND
from cairn.semantics.kinds import CLASS, CLASS_KINDS, FUNCTION, MACRO, METHOD
from cairn.semantics.places import Candidate, Entry, Place
from cairn.semantics.roles import ArgumentLookup, FunctionsNamed
from cairn.semantics.values import Value

MAX_PARTS = 8  # classes, of an argument's type and in its type arguments, whose namespaces are looked into (guess)


class CppFunctions(FunctionsNamed):
    """`watts()` calls a method of the class around, or a function of the namespaces that are seen."""

    def __init__(self, linkage: Linkage, prelude: CppPrelude, named: CppNames, constness: Constness) -> None:
        self._linkage = linkage
        self._prelude = prelude
        self._named = named
        self._constness = constness

    def named(self, evaluation: Evaluation, place: Place, name: str) -> tuple[tuple[Candidate, ...], str] | None:
        index = evaluation.program.unit(place.unit)
        if index.language == "c" or place.unit == self._prelude.unit:
            return (), ""
        scope = place.scope
        while scope >= 0:
            kind, parent = index.scopes[scope][0], index.scopes[scope][1]
            found = self._of_class(evaluation, index, scope, kind, name)
            if found:
                return self._constness.for_receiver(evaluation, place, -1, found), "self"
            entries = index.names[scope].get(name, ()) if scope in index.names else ()
            if entries and (decided := self._of_entries(evaluation, index, place, scope, entries)) is not None:
                return decided
            scope = parent
        return self._of_spaces(evaluation, place, name)

    def _of_class(self, evaluation: Evaluation, index: UnitView, scope: int, kind: str, name: str) -> tuple[Candidate, ...]:
        ordinal = index.scope_entity[scope]
        if ordinal <= 0:
            return ()
        if kind == CLASS:
            return self._methods(evaluation, index.number, ordinal, name)
        if kind != FUNCTION or index.entities[ordinal].owner < 0:
            return ()
        owner = self._named.owner_of(evaluation, index, ordinal)
        if owner is None or owner[0] != "inst":
            return ()
        unit, here = owner[1], owner[2]
        around = evaluation.program.unit(unit)
        while here > 0 and around.entities[here].kind in CLASS_KINDS:
            found = self._methods(evaluation, unit, here, name)
            if found:
                return found
            here = around.entities[here].parent
        return ()

    @staticmethod
    def _methods(evaluation: Evaluation, unit: int, ordinal: int, name: str) -> tuple[Candidate, ...]:
        """The methods of a name in a class and those above it; the name of a class makes an instance."""
        found = evaluation.overloads.of_class(unit, ordinal, name)
        return () if found and CONSTRUCTOR in evaluation.program.entity(found[0].unit, found[0].ordinal).flags else found

    def _of_entries(
        self, evaluation: Evaluation, index: UnitView, place: Place, scope: int, entries: list[Entry]
    ) -> tuple[tuple[Candidate, ...], str] | None:
        """The bindings of one scope decide on a name: a variable or a type hides functions further out, `using` names some."""
        found: list[Candidate] = []
        for entry in entries:
            if entry.tag == "binding" and entry.pos <= place.pos:
                return (), ""
            if entry.tag == "entity" and index.entities[entry.number].kind in CLASS_KINDS:
                return (), ""
            if entry.tag == "import" and index.imports[entry.number].how == "using":
                imported = index.imports[entry.number]
                around = self._named.walk(evaluation, place, imported.module)
                found += self.functions_in(evaluation, place, around, imported.name)
        return (tuple(found), "import") if found else None

    def _of_spaces(self, evaluation: Evaluation, place: Place, name: str) -> tuple[tuple[Candidate, ...], str]:
        for path in self._named.searched(evaluation, place):
            found = self._linkage.spaces[path].get(name) if path in self._linkage.spaces else None
            if found:
                rows = self.candidates(evaluation, place.unit, found)
                return (tuple(rows), "scope" if rows and rows[0].unit == place.unit else "import") if rows else ((), "")
            numbers = self._prelude.library.get(path, {}).get(name)
            if numbers:
                return tuple(Candidate(self._prelude.unit, number, ()) for number in numbers), "import"
        return (), ""

    def functions_in(self, evaluation: Evaluation, place: Place, owner: Value | None, name: str) -> tuple[Candidate, ...]:
        """The functions of a name in a namespace or class."""
        if owner is None:
            return ()
        if owner[0] != "pkg":
            return evaluation.overloads.of_value(owner, name)
        for path in (owner[1], *self._named.inline_in([owner[1]])):
            found = self._linkage.spaces[path].get(name) if path in self._linkage.spaces else None
            if found:
                return tuple(self.candidates(evaluation, place.unit, found))
            numbers = self._prelude.library.get(path, {}).get(name)
            if numbers:
                return tuple(Candidate(self._prelude.unit, number, ()) for number in numbers)
        return tuple(self.candidates(evaluation, place.unit, self._named.behind_macro(evaluation, owner[1], name)))

    def extensions(self, evaluation: Evaluation, place: Place, owner: Value, name: str) -> tuple[Candidate, ...]:
        return self.functions_in(evaluation, place, owner, name) if owner[0] == "pkg" else ()

    def candidates(self, evaluation: Evaluation, unit: int, found: list[Definition]) -> list[Candidate]:
        """The functions among some definitions, each once: as its prototype, which has the default values."""
        seen = self._linkage.visible(unit, found)
        program = evaluation.program
        defined = {program.entity(*one).kind for one in seen if self._linkage.is_definition(one)}
        if "function" not in defined and any(program.entity(*one).kind == MACRO for one in seen):
            return []
        rows: dict[Definition, Definition] = {}
        for one in seen:
            entity = program.entity(*one)
            if entity.kind not in (FUNCTION, METHOD) or ALTERNATIVE in entity.flags:
                continue
            real = self._linkage.completed.get(one, one)
            if real not in rows or not self._linkage.is_definition(one):
                rows[real] = one
        return [Candidate(u, o, ()) for u, o in rows.values()]


class CppArgumentLookup(ArgumentLookup):
    """`norm(v)` finds `lab::norm` where `v` is a `lab::Vec`."""

    def __init__(self, linkage: Linkage, prelude: CppPrelude, named: CppNames, functions: CppFunctions) -> None:
        self._linkage = linkage
        self._prelude = prelude
        self._named = named
        self._functions = functions
        self._homes: dict[str, list[str]] = {}  # name of a function -> the namespaces that have one

    def brought(
        self, evaluation: Evaluation, place: Place, name: str, args: tuple[int, ...], found: tuple[Candidate, ...]
    ) -> tuple[Candidate, ...]:
        index = evaluation.program.unit(place.unit)
        if not args or index.language == "c" or place.unit == self._prelude.unit or not self._is_elsewhere(name, found):
            return ()
        if not found and self._is_hidden(evaluation, index, place, name):
            return ()
        known = {(row.unit, row.ordinal) for row in found}
        rows: list[Candidate] = []
        for unit, ordinal in self._classes_of(evaluation, place, args):
            around = self._named.path_of(evaluation, unit, ordinal)
            rows += self._friends(evaluation, unit, ordinal, name)
            for path in (around, *self._inline_around(around), *self._named.inline_in([around])):
                named = self._linkage.spaces[path].get(name) if path in self._linkage.spaces else None
                rows += self._functions.candidates(evaluation, place.unit, named) if named else []
        return tuple({row: None for row in rows if (row.unit, row.ordinal) not in known})

    def _is_elsewhere(self, name: str, found: tuple[Candidate, ...]) -> bool:
        """Whether a namespace or class other than where the name was found has a function of it."""
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
        return found is not None and found[0] == "def" and evaluation.program.entity(found[1], found[2]).kind != FUNCTION

    def _inline_around(self, path: str) -> Iterator[str]:
        """The namespaces around one whose names are theirs, too: it is inline, or has no name."""
        head = path.rpartition(".")[0]
        while path and path in self._linkage.inline.get(head, ()):
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
            if value[1] == self._prelude.unit or value[1:3] in seen:
                continue
            for unit, ordinal, _ in evaluation.classes.mro(value[1], value[2])[0]:
                if unit != self._prelude.unit and (unit, ordinal) not in seen:
                    seen.add((unit, ordinal))
                    yield unit, ordinal

    @staticmethod
    def _friends(evaluation: Evaluation, unit: int, ordinal: int, name: str) -> list[Candidate]:
        """The functions of a name that a class holds as its friends."""
        index = evaluation.program.unit(unit)
        if index.entities[ordinal].kind not in CLASS_KINDS or ordinal not in index.members:
            return []
        numbers = index.members[ordinal].get(name, ())
        return [Candidate(unit, number, ()) for number in numbers if FRIEND in index.entities[number].flags]

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        """Note which namespaces have a function of a name."""
        self._homes = {}
        for path, table in self._linkage.spaces.items():
            for one in table:
                self._homes.setdefault(one, []).append(path)
        for name in self._linkage.friends:
            self._homes.setdefault(name, []).append("")
