"""How C++ looks names up, beyond C: namespaces, classes, overloads, operators that stand for pointers."""

from __future__ import annotations

from cairn.languages.c.names import signature_mark
from cairn.languages.c.rules import anchor_of
from cairn.languages.cpp.fitting import FittingRules
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.expressions import Call, New
from cairn.semantics.places import CLASS_KINDS, Candidate, Entry, Place
from cairn.semantics.roles import NOT_MINE, NotMine
from cairn.semantics.values import Instance, Value, substitute


class CppRules(FittingRules):
    """The rules of C++, which serve C as well: its files share the names.

    Their parts build on one another: `OwnerRules`, `NamespaceRules`, `ArgumentRules`, `ConstRules`, `FittingRules`.
    """

    def named(self, evaluation: Evaluation, place: Place, name: str) -> tuple[tuple[Candidate, ...], str] | None:
        index = evaluation.program.unit(place.unit)
        if index.language == "c" or place.unit == self._prelude:
            return (), ""
        scope = place.scope
        while scope >= 0:
            kind, parent = index.scopes[scope][0], index.scopes[scope][1]
            found = self._of_class(evaluation, index, scope, kind, name)
            if found:
                return self.for_receiver(evaluation, place, -1, found), "self"
            entries = index.names[scope].get(name, ()) if scope in index.names else ()
            if entries and (decided := self._of_entries(evaluation, index, place, scope, entries)) is not None:
                return decided
            scope = parent
        return self._of_spaces(evaluation, place, name)

    def _of_class(self, evaluation: Evaluation, index: UnitView, scope: int, kind: str, name: str) -> tuple[Candidate, ...]:
        ordinal = index.scope_entity[scope]
        if ordinal <= 0:
            return ()
        if kind == "class":
            return self._methods(evaluation, index.number, ordinal, name)
        if kind != "function" or index.entities[ordinal].owner < 0:
            return ()
        owner = self.owner_of(evaluation, index, ordinal)
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
        return () if found and "constructor" in evaluation.program.entity(found[0].unit, found[0].ordinal).flags else found

    def _of_entries(
        self, evaluation: Evaluation, index: UnitView, place: Place, scope: int, entries: list[Entry]
    ) -> tuple[tuple[Candidate, ...], str] | None:
        """What bindings of one scope make of a name: a variable or a type hides functions further out; `using` names some."""
        found: list[Candidate] = []
        for entry in entries:
            if entry.tag == "binding" and entry.pos <= place.pos:
                return (), ""
            if entry.tag == "entity" and index.entities[entry.number].kind in CLASS_KINDS:
                return (), ""
            if entry.tag == "import" and index.imports[entry.number].how == "using":
                imported = index.imports[entry.number]
                around = self._walk(evaluation, place, imported.module)
                found += self.functions_in(evaluation, place, around, imported.name)
        return (tuple(found), "import") if found else None

    def _of_spaces(self, evaluation: Evaluation, place: Place, name: str) -> tuple[tuple[Candidate, ...], str]:
        for path in self._searched(evaluation, place):
            found = self.names.spaces[path].get(name) if path in self.names.spaces else None
            if found:
                rows = self.candidates(evaluation, place.unit, found)
                return (tuple(rows), "scope" if rows and rows[0].unit == place.unit else "import") if rows else ((), "")
            numbers = self._library.get(path, {}).get(name)
            if numbers:
                return tuple(Candidate(self._prelude, number, ()) for number in numbers), "import"
        return (), ""

    def functions_in(self, evaluation: Evaluation, place: Place, owner: Value | None, name: str) -> tuple[Candidate, ...]:
        """The functions of a name in a namespace or class."""
        if owner is None:
            return ()
        if owner[0] != "pkg":
            return evaluation.overloads.of_value(owner, name)
        for path in (owner[1], *self._inline_in([owner[1]])):
            found = self.names.spaces[path].get(name) if path in self.names.spaces else None
            if found:
                return tuple(self.candidates(evaluation, place.unit, found))
            numbers = self._library.get(path, {}).get(name)
            if numbers:
                return tuple(Candidate(self._prelude, number, ()) for number in numbers)
        return tuple(self.candidates(evaluation, place.unit, self.behind_macro(evaluation, owner[1], name)))

    def extensions(self, evaluation: Evaluation, place: Place, owner: Value, name: str) -> tuple[Candidate, ...]:
        return self.functions_in(evaluation, place, owner, name) if owner[0] == "pkg" else ()

    def signature(self, index: UnitView, ordinal: int) -> tuple[object, ...] | None:
        entity = index.entities[ordinal]
        mark = signature_mark(entity)
        return (mark, "const" in entity.flags.split()) if mark else None

    # What calls yield

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        index = evaluation.program.unit(place.unit)
        if index.language == "c":
            return NOT_MINE
        found = evaluation.overloads.invoked(place, shape[1], tuple(shape[2]))
        if found is None:
            return NOT_MINE
        callee = index.exprs[shape[1]]
        given = tuple(evaluation.types.type_of(place, arg) for arg in callee[2]) if callee[0] == "subscript" else ()
        values = []
        for candidate in found.candidates:
            params = evaluation.program.entity(candidate.unit, candidate.ordinal).type_params
            env = tuple((name, value) for (name, _), value in zip(params, given, strict=False) if value is not None)
            value = evaluation.functions.result(candidate, place, tuple(shape[2]))
            if env:
                value = substitute(evaluation.functions.declared_result(candidate), env)
            values.append(value)
        return values[0] if all(value == values[0] for value in values) else None

    def special_type(
        self, evaluation: Evaluation, name: str, args: tuple[Value | None, ...], place: Place
    ) -> Value | NotMine | None:
        """A type that no file of the source defines is at least not another one."""
        return ("xinst", anchor_of("", name)) if evaluation.program.unit(place.unit).language != "c" else NOT_MINE

    def made(self, evaluation: Evaluation, place: Place, shape: New) -> Instance | None:
        index = evaluation.program.unit(place.unit)
        kind = index.exprs[shape[1]]
        value = evaluation.scopes.lookup(place, kind[1]) if kind[0] == "name" else None
        if (
            value is not None
            and value[0] == "def"
            and evaluation.program.entity(value[1], value[2]).kind in ("field", "constant")
        ):
            entity = evaluation.program.entity(value[1], value[2])
            home = evaluation.program.unit(value[1])
            if entity.type < 0 or home.exprs[entity.type][0] == "pointer":
                return None
            value = evaluation.types.type_of(Place(value[1], entity.home, entity.pos), entity.type)
        else:
            value = evaluation.types.type_of(place, shape[1])
        if value is None or value[0] != "inst" or evaluation.program.is_prelude(value[1]):
            return None
        return value if evaluation.program.entity(value[1], value[2]).kind in ("class", "struct") else None
