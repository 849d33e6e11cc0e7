"""How Swift looks names up: one module a source, extensions, argument labels."""

from __future__ import annotations

from cairn.languages.nominal import NominalRules, fit_loosely
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.expressions import UNKNOWN, Call, Matched
from cairn.semantics.facts import EntityFact, Import
from cairn.semantics.places import Candidate, Found, Place
from cairn.semantics.roles import NOT_MINE, NotMine
from cairn.semantics.values import Base, Instance, Value

_NUMBERS = frozenset(
    {"Int", "UInt", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float", "CGFloat"}
)


class SwiftRules(NominalRules):
    """Swift's own rules."""

    def __init__(self) -> None:
        super().__init__()
        self._names: dict[str, list[Value]] = {}
        self._functions: dict[str, list[tuple[int, int]]] = {}
        self._extensions: dict[str, list[tuple[int, int]]] = {}
        self._folders: set[str] = set()

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self.read_prelude(evaluation, family)
        self._names, self._functions, self._extensions = {}, {}, {}
        self._folders = {part for _, path in evaluation.program.files(family) for part in path.split("/")[:-1]}
        program = evaluation.program
        for index in program.indexed(family):
            for ordinal, entity in enumerate(index.entities):
                if not ordinal:
                    continue
                if entity.owner >= 0:
                    self._extensions.setdefault(entity.name, []).append((index.number, ordinal))
                elif entity.parent == 0 and "overloaded" in entity.flags:
                    self._functions.setdefault(entity.name, []).append((index.number, ordinal))
                elif entity.parent == 0:
                    self._names.setdefault(entity.name, []).append(("def", index.number, ordinal))
        for index in list(program.indexed(family)):
            self._attach(evaluation, index)
        evaluation.memory.forget()

    def _attach(self, evaluation: Evaluation, index: UnitView) -> None:
        """Properties and bases that extensions give to their types; functions are found by `extensions`."""
        for ordinal, entity in enumerate(index.entities):
            if entity.owner >= 0 and "overloaded" not in entity.flags:
                owner = self._owner(evaluation, index, entity)
                if owner is not None and owner[1:3] != (index.number, entity.parent):
                    members = evaluation.program.extra_members[owner[1:3]]
                    members.setdefault(entity.name, []).append((index.number, ordinal))
        for number, row in enumerate(index.extra.get("extending", ())):
            extended = evaluation.types.type_of(Place(index.number, 0, 0), row[0])
            if extended is not None and extended[0] == "inst":
                evaluation.program.extra_bases[extended[1:3]].append((index.number, number))

    @staticmethod
    def _owner(evaluation: Evaluation, index: UnitView, entity: EntityFact) -> Instance | None:
        found = evaluation.types.type_of(Place(index.number, 0, 0), entity.owner)
        return found if found is not None and found[0] == "inst" else None

    def attached(self, evaluation: Evaluation, unit: int, number: int) -> Base | None:
        row = evaluation.program.unit(unit).extra["extending"][number]
        return evaluation.classes.as_class(Place(unit, 0, 0), row[1], -1)

    def stated(self, evaluation: Evaluation, unit: int) -> list[tuple[tuple[int, int], Value, int]]:
        """What extensions, in whichever file, say of the types of a file: an edge belongs to the file of its type."""
        program = evaluation.program
        found: list[tuple[tuple[int, int], Value, int]] = []
        for ordinal, entity in enumerate(program.unit(unit).entities):
            for other, number in program.extra_bases.get((unit, ordinal), ()):
                base = self.attached(evaluation, other, number)
                if base is not None and base[0] == "cls":
                    line = program.unit(other).extra["extending"][number][2] if other == unit else entity.name_line
                    found.append(((unit, ordinal), ("inst", *base[1:]), line))
        return found

    # Names

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        module = imported.module.partition(".")[0]
        return [] if module in self._folders else [("ext", f"swift/{module}")]

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        found = self._names.get(name, ())
        return found[0] if len(found) == 1 else None

    def imported(self, evaluation: Evaluation, unit: int, name: str) -> tuple[Candidate, ...]:
        return tuple(
            evaluation.overloads.extension(number, ordinal, None, 0) for number, ordinal in self._functions.get(name, ())
        )

    # Extensions

    def _extended(self, evaluation: Evaluation, place: Place) -> Value | None:
        """The type that the extension around a place is for."""
        index, scope = evaluation.program.unit(place.unit), place.scope
        while scope >= 0:
            ordinal = index.scope_entity[scope]
            if ordinal > 0 and index.entities[ordinal].owner >= 0:
                return self._owner(evaluation, index, index.entities[ordinal])
            scope = index.scopes[scope][1]
        return None

    def implicit_receivers(self, evaluation: Evaluation, place: Place) -> list[Value]:
        extended = self._extended(evaluation, place)
        if extended is not None:
            return [extended]
        own = self.self_value(evaluation, place)
        return [own] if own is not None and self._extensions else []

    def name_at(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        extended = self._extended(evaluation, place)
        found = evaluation.members.target(extended, name) if extended is not None else None
        return found if found is not None else self.outer_name(evaluation, place.unit, name)

    def self_value(self, evaluation: Evaluation, place: Place) -> Value | None:
        return self._extended(evaluation, place) or super().self_value(evaluation, place)

    def extensions(self, evaluation: Evaluation, place: Place, owner: Value, name: str) -> tuple[Candidate, ...]:
        known = evaluation.generics.concrete(owner)
        if (
            known is None
            or known[0] not in ("inst", "cls", "def")
            or (known[0] == "def" and not evaluation.classes.is_class(known))
        ):
            return ()
        above = {(unit, ordinal) for unit, ordinal, _ in evaluation.classes.mro(known[1], known[2])[0]}
        found = []
        for number, ordinal in self._extensions.get(name, ()):
            index = evaluation.program.unit(number)
            extended = self._owner(evaluation, index, index.entities[ordinal])
            if extended is not None and extended[1:3] in above:
                found.append(evaluation.overloads.extension(number, ordinal, None, 0))
        return tuple(found)

    def named(self, evaluation: Evaluation, place: Place, name: str) -> tuple[tuple[Candidate, ...], str] | None:
        own = self.self_value(evaluation, place)
        found = self._written(evaluation, place, own, evaluation.overloads.of_value(own, name)) if own is not None else ()
        return (found, "self") if found else None

    def for_receiver(
        self, evaluation: Evaluation, place: Place, receiver: int, found: tuple[Candidate, ...]
    ) -> tuple[Candidate, ...]:
        owner = evaluation.expressions.eval(place, receiver)
        return self._written(evaluation, place, owner, found) if owner is not None else found

    def _written(self, evaluation: Evaluation, place: Place, owner: Value, found: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
        """What an extension of a type writes, before what a protocol of the type only asks for."""
        program = evaluation.program
        known = evaluation.generics.concrete(owner)
        if not found or known is None or known[0] not in ("inst", "cls", "def"):
            return found
        kinds = {program.entity(row.unit, program.entity(row.unit, row.ordinal).parent).kind for row in found}
        if kinds != {"interface"} or program.entity(known[1], known[2]).kind == "interface":
            return found
        return self.extensions(evaluation, place, owner, program.entity(found[0].unit, found[0].ordinal).name) or found

    def signature(self, index: UnitView, ordinal: int) -> tuple[object, ...]:
        labels = tuple(label for label, _, _ in index.entities[ordinal].params)
        return (labels, self.spelled_signature(index, ordinal))

    def fit(self, evaluation: Evaluation, wanted: Value, given: Value) -> int | None:
        return fit_loosely(self, evaluation, wanted, given, _NUMBERS)

    # Values

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        found = evaluation.functions.invocation_value(place, shape[1], tuple(shape[2]))
        return found[0] if found is not None else NOT_MINE

    def for_arguments(
        self, evaluation: Evaluation, place: Place, args: tuple[int, ...], fitting: list[tuple[Candidate, list[int]]]
    ) -> list[tuple[Candidate, list[int]]]:
        """Labels count: an argument without one is for a parameter without one."""
        exprs = evaluation.program.unit(place.unit).exprs
        shapes = [exprs[arg] if arg >= 0 else UNKNOWN for arg in args]
        labels = [shape[1] if shape[0] == "keyword" else "" for shape in shapes]
        kept = []
        for row in fitting:
            params = evaluation.program.entity(row[0].unit, row[0].ordinal).params
            given = [label for label in labels if label != "{"]
            if all(label == name for label, (name, _, _) in zip(given, params, strict=False)) or len(fitting) == 1:
                kept.append(row)
        return kept or fitting

    def taken(self, evaluation: Evaluation, place: Place, shape: Matched) -> Value | None:
        """What a case of an enum holds at a place in its brackets."""
        case = evaluation.program.unit(place.unit).exprs[shape[2]]
        if case[0] != "member" or not isinstance(shape[3], int):
            return None
        owner = evaluation.expressions.eval(place, case[1])
        found = evaluation.members.find(owner, case[2]) if owner is not None and owner[0] != "union" else None
        if not isinstance(found, Found) or found.tag != "entity":
            return None
        entity = evaluation.program.entity(found.unit, found.numbers[-1])
        if "case" not in entity.flags.split() or shape[3] >= len(entity.params):
            return None
        home = Place(found.unit, entity.home, entity.pos)
        value: Value | None = evaluation.types.type_of(home, entity.params[shape[3]][1], found.env, found.numbers[-1])
        return value

    def iterated(self, evaluation: Evaluation, value: Value) -> Value | NotMine | None:
        return None
