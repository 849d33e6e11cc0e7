"""What C++ has built in, and the classes and namespaces that functions outside of them belong to."""

from __future__ import annotations

from functools import partial

from cairn.languages.c.names import Definition, signature_mark
from cairn.languages.c.rules import CRules
from cairn.languages.c.syntax import LITERAL_TYPES
from cairn.semantics.evaluation import Evaluation, ProgramView, UnitView
from cairn.semantics.facts import EntityFact
from cairn.semantics.places import CLASS_KINDS, Inherited, Place
from cairn.semantics.questions import Cache
from cairn.semantics.values import Instance, Package, Value

POINTER, NULL = "ptr_", "nullptr_"
_PLAIN = frozenset(LITERAL_TYPES.values())


class OwnerRules(CRules):
    """The part of the rules that knows where a function belongs whose class is written before its name."""

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        super().prepare(evaluation, family)
        program = evaluation.program
        self._prelude = program.preludes.get(family, -1)
        self._library: dict[str, dict[str, list[int]]] = {}
        self._plain: dict[int, str] = {}
        if self._prelude >= 0:
            self._read_prelude(program.unit(self._prelude))
        self._owners: Cache[Definition, Instance | Package | None] = Cache()
        self._match_members(evaluation)
        self.names.forget()
        evaluation.memory.forget()

    def _read_prelude(self, unit: UnitView) -> None:
        for ordinal, entity in enumerate(unit.entities):
            if ordinal and entity.parent == 0 and entity.kind != "namespace":
                self._library.setdefault("", {}).setdefault(entity.name, []).append(ordinal)
                if entity.name in _PLAIN or entity.name == POINTER:
                    self._plain[ordinal] = entity.name
            elif ordinal and unit.entities[entity.parent].kind == "namespace":
                self._library.setdefault(unit.entities[entity.parent].name, {}).setdefault(entity.name, []).append(ordinal)

    def _match_members(self, evaluation: Evaluation) -> None:
        program = evaluation.program
        outside: dict[tuple[int, int, str], list[Definition]] = {}
        for unit in self.names.units:
            for ordinal, entity in enumerate(unit.entities):
                if entity.owner < 0 or "outline" not in entity.flags:
                    continue
                owner = self.owner_of(evaluation, unit, ordinal)
                if owner is not None and owner[0] == "inst":
                    outside.setdefault((owner[1], owner[2], entity.name), []).append((unit.number, ordinal))
                elif owner is not None and owner[0] == "pkg":
                    found = self.names.spaces[owner[1]].setdefault(entity.name, [])
                    for one in found:
                        if not self.names.is_definition(one) and self.names.completes((unit.number, ordinal), one):
                            self.names.complete(one, [(unit.number, ordinal)])
                    found.append((unit.number, ordinal))
        for (unit_number, ordinal, name), real in outside.items():
            self._match_member(program, unit_number, ordinal, name, real)

    def _match_member(self, program: ProgramView, unit: int, owner: int, name: str, real: list[Definition]) -> None:
        index = program.unit(unit)
        declared = [*index.methods[owner].get(name, ()), *index.members[owner].get(name, ())]
        announced = [(unit, number) for number in declared if "prototype" in index.entities[number].flags.split()]
        left = list(real)
        for level in (_same_mark, _same_count, _any_other):
            for one in [row for row in announced if row not in self.names.completed]:
                fitting = [other for other in left if level(program.entity(*one), program.entity(*other))]
                rivals = [row for row in announced if row not in self.names.completed]
                is_only = len(fitting) == 1 and (level is _same_count or len(rivals) == 1)
                if fitting and (level is _same_mark or is_only):
                    self.names.complete(one, fitting)
                    left = [other for other in left if other not in fitting]
        for other in left:
            program.extra_members[unit, owner].setdefault(name, []).append(other)

    def owner_of(self, evaluation: Evaluation, index: UnitView, ordinal: int) -> Instance | Package | None:
        """The class, as an instance, or namespace that a function defined outside of it belongs to."""
        return self._owners.get_or(None, (index.number, ordinal), partial(self._find_owner, evaluation, index, ordinal))

    def _find_owner(self, evaluation: Evaluation, index: UnitView, ordinal: int) -> Instance | Package | None:
        entity = index.entities[ordinal]
        place = Place(index.number, entity.home, entity.pos)
        shape = index.exprs[entity.owner]
        while shape[0] == "subscript":
            shape = index.exprs[shape[1]]
        found = None
        if shape[0] == "path_name":
            found = self.path_name(evaluation, place, shape[1])
        elif shape[0] == "member":
            around = evaluation.expressions.eval(place, shape[1])
            found = evaluation.members.target(around, shape[2]) if around is not None else None
        if found is not None and found[0] == "def" and evaluation.classes.is_class(found):
            made = evaluation.types.instance_of(found, (), place)
            return made if made is not None and made[0] == "inst" else None
        return found if found is not None and found[0] == "pkg" else None

    def _owner_around(self, evaluation: Evaluation, index: UnitView, scope: int) -> tuple[Instance | Package | None, int]:
        """The owner of the function, defined outside of its class, around a scope, and the function."""
        while scope >= 0:
            ordinal = index.scope_entity[scope]
            if ordinal > 0 and index.entities[ordinal].owner >= 0:
                return self.owner_of(evaluation, index, ordinal), ordinal
            scope = index.scopes[scope][1]
        return None, -1

    def entry(self, evaluation: Evaluation, index: UnitView, scope: int, name: str) -> Inherited | None:
        ordinal = index.scope_entity[scope]
        if ordinal <= 0 or index.entities[ordinal].owner < 0:
            return None
        owner = self.owner_of(evaluation, index, ordinal)
        return self._class_entry(evaluation, owner[1], owner[2], name) if owner is not None and owner[0] == "inst" else None

    def _class_entry(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Inherited | None:
        """What a class, those above it, and those around it bind a name to."""
        index = evaluation.program.unit(unit)
        while ordinal > 0 and index.entities[ordinal].kind in CLASS_KINDS:
            for u, o, _ in evaluation.classes.mro(unit, ordinal)[0]:
                table = evaluation.program.unit(u).members
                numbers = table[o].get(name) if o in table else None
                if numbers and "constructor" not in evaluation.program.entity(u, numbers[0]).flags:
                    return Inherited(u, numbers[0])
                if evaluation.program.entity(u, o).name == name:
                    return Inherited(u, o)
            ordinal = index.entities[ordinal].parent
        return None

    def self_value(self, evaluation: Evaluation, place: Place) -> Value | None:
        index = evaluation.program.unit(place.unit)
        ordinal = index.class_around(place.scope)
        if ordinal >= 0:
            return ("tv", "Self", place.unit, ordinal)
        owner, _ = self._owner_around(evaluation, index, place.scope)
        return ("tv", "Self", owner[1], owner[2]) if owner is not None and owner[0] == "inst" else None


def _is_equally_const(announced: EntityFact, real: EntityFact) -> bool:
    return ("const" in announced.flags.split()) == ("const" in real.flags.split())


def _same_mark(announced: EntityFact, real: EntityFact) -> bool:
    return signature_mark(announced) == signature_mark(real) and ("const" in announced.flags.split()) == (
        "const" in real.flags.split()
    )


def _same_count(announced: EntityFact, real: EntityFact) -> bool:
    return len(announced.params) == len(real.params) and _is_equally_const(announced, real)


def _any_other(announced: EntityFact, real: EntityFact) -> bool:
    return True
