"""Types in Go: interfaces that are satisfied unsaid, and what the prelude knows of the standard library."""

from __future__ import annotations

from collections.abc import Mapping

from cairn.languages.go.imports import FAMILY, Definition, GoPackages
from cairn.languages.go.interfaces import Interfaces
from cairn.languages.go.names import GoNames
from cairn.semantics import values
from cairn.semantics.evaluation import Evaluation, ProgramView, UnitView
from cairn.semantics.flags import DISTINCT
from cairn.semantics.kinds import MODULE, STRUCT, TYPE
from cairn.semantics.places import Place
from cairn.semantics.roles import NOT_MINE, Bases, Calls, NotMine, Rows, Survey, TypeParameters, Types
from cairn.semantics.values import Value


class GoParameters(TypeParameters):
    """A method has the bounds of its type, which another file may declare: `func (s *Stack[T]) Push(item T)`."""

    def __init__(self, packages: GoPackages) -> None:
        self._packages = packages

    def bound(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        found = super().bound(evaluation, unit, ordinal, name)
        owner = self._packages.owners.get((unit, ordinal))
        return super().bound(evaluation, *owner, name) if found is None and owner is not None else found


class GoTypes(Types):
    """`strings.Builder` is a class of the prelude, where that knows it."""

    def __init__(self, names: GoNames) -> None:
        self._names = names

    def special_external(
        self, evaluation: Evaluation, anchor: str, args: tuple[Value | None, ...], place: Place
    ) -> Value | NotMine | None:
        found = self.library(evaluation.program, anchor)
        return ("inst", found[1], found[2], args) if found is not None and evaluation.classes.is_class(found) else NOT_MINE

    def library(self, program: ProgramView, anchor: str) -> values.Definition | None:
        """The prelude's definition of a member of the standard library: `strings__Builder` of `go/strings#Builder`."""
        path, _, name = anchor.removeprefix("go/").partition("#")
        return self._names.in_prelude(program, f"{path.replace('/', '_')}__{name}") if name else None


class GoCalls(Calls):
    """`strings.NewReader(s)` yields what the prelude says."""

    def __init__(self, types: GoTypes) -> None:
        self._types = types

    def external_call(self, evaluation: Evaluation, anchor: str, place: Place, args: tuple[int, ...]) -> Value | None:
        found = self._types.library(evaluation.program, anchor)
        return evaluation.calls.call(found, place, args) if found is not None else ("xinst", anchor)


class GoBases(Bases, Survey):
    """A type satisfies the interfaces whose methods it has; `var _ I = (*T)(nil)` says that T satisfies I."""

    is_evaluated = True
    asks_prelude = False

    def __init__(self, packages: GoPackages) -> None:
        self.packages = packages
        self.interfaces = Interfaces()
        self._said: dict[tuple[int, int], list[tuple[int, int]]] = {}  # type -> (unit, number) of what says that it satisfies

    def unsaid(self, evaluation: Evaluation, unit: int) -> list[tuple[Definition, Definition, int, str]]:
        """The interfaces of this source, and of those that it may look into, that the types of a file satisfy.

        Of interfaces for several platforms the one that is built together with the file counts.
        """
        program = evaluation.program
        index, found = program.unit(unit), []
        known = [roles.bases for roles in program.roles_of_all(FAMILY) if isinstance(roles.bases, GoBases)]
        for ordinal, entity in enumerate(index.entities):
            is_named = entity.kind == STRUCT or (entity.kind == TYPE and DISTINCT in entity.flags)
            if not is_named or index.entities[entity.parent].kind != MODULE:
                continue
            for other in known:
                if not other.packages.units:
                    continue
                for one in other.interfaces.satisfied_by(evaluation, self._variants_of, other.packages.units, unit, ordinal):
                    via = "structural" if self._is_built_with(evaluation.program, unit, one, other) else "ambiguous"
                    found.append(((unit, ordinal), one, entity.name_line, via))
        return found

    def _is_built_with(self, program: ProgramView, unit: int, one: Definition, other: GoBases) -> bool:
        """Whether a definition, of those for several platforms, is the one that a file is built with."""
        others = other.packages.variants.get(one, ())
        if not others:
            return True
        own = self.packages.builds(program, unit)
        constraint = tuple(program.unit(unit).extra.get("build", ())) if own is not None else None
        return self.packages.pick(program, own, constraint, [one, *others]) == one

    def _variants_of(self, evaluation: Evaluation, unit: int, ordinal: int) -> tuple[Definition, ...]:
        """The definitions that take the place of one in other builds, of whatever source it is."""
        return evaluation.members.variants(unit, ordinal)

    def stated(self, evaluation: Evaluation, unit: int) -> list[tuple[tuple[int, int], Value, int]]:
        """`var _ I = (*T)(nil)` in any file: T says that it satisfies I. The edge belongs to the file of T."""
        found: list[tuple[tuple[int, int], Value, int]] = []
        for ordinal, entity in enumerate(evaluation.program.unit(unit).entities):
            for other, number in self._said.get((unit, ordinal), ()):
                _, kind, line = evaluation.program.unit(other).extra["satisfied"][number]
                base = evaluation.types.type_of(Place(other, 0, 1 << 60), kind)
                if base is not None:
                    found.append(((unit, ordinal), base, line if other == unit else entity.name_line))
        return found

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        """The interfaces of a file with the methods that they ask for, and the types that it says something of, by its number."""
        found: Rows = list(self.interfaces.asked_in(evaluation, index))
        for number, (value, _, _) in enumerate(index.extra.get("satisfied", ())):
            one = evaluation.expressions.eval(Place(index.number, 0, 1 << 60), value)
            if one is not None and one[0] == "inst" and not evaluation.program.is_prelude(one[1]):
                found.append((one[1], one[2], number))
        return found

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        self.interfaces, self._said = Interfaces(), {}
        for unit, said in rows.items():
            for holder, ordinal, what in said:
                if isinstance(what, int):
                    self._said.setdefault((holder, ordinal), []).append((unit, what))
                else:
                    self.interfaces.add(holder, ordinal, what, self.packages.method_counts)
        evaluation.memory.forget()
