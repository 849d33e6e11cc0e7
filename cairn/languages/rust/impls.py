"""`impl` blocks: what they give to types, wherever they stand, and what stands for what in other builds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cairn.languages.rust.crates import FAMILY
from cairn.languages.rust.names import TYPES, RustPaths
from cairn.semantics.evaluation import Evaluation, ProgramView, UnitView
from cairn.semantics.facts import EntityFact
from cairn.semantics.kinds import ENUM, NAMESPACE, STRUCT
from cairn.semantics.places import Place
from cairn.semantics.questions import rule_question
from cairn.semantics.roles import Bases, Rows, Survey, Variants
from cairn.semantics.values import Base, Env, Instance, Told, Value, substitute

_POINTERS = frozenset({"Box", "Rc", "Arc", "Pin", "Cow", "Weak", "Cell", "RefCell", "Mutex", "RwLock"})
MAX_DEREF = 4  # smart pointers in one another (guess)
MAX_TWINS = 6  # definitions of one name; more are no twins for builds (guess)
# Kinds that stand for each other from build to build. A macro may be defined anew.
_GROUPS = dict.fromkeys(TYPES, "type") | {"function": "call", "method": "call", "constant": "value", "field": "value"}
_GROUPS["namespace"] = "module"


# What an `impl` block gives to a type: a member, a base, or a base to what holds the type: `Arc<Server>`.
_MEMBER, _BASE, _INSIDE = "m", "b", "i"


def _is_twin(one: EntityFact, other: EntityFact, is_beside: bool) -> bool:
    """Whether two definitions of one name in the same module or type exclude each other; `is_beside`: they are in one file."""
    if _GROUPS[one.kind] != _GROUPS.get(other.kind) or (one.owner < 0) != (other.owner < 0):
        return False
    if one.owner < 0:
        return not is_beside or one.parent != other.parent or one.home == other.home
    if not is_beside:
        return one.stands_for == other.stands_for
    # `From<u8>` and `From<u16>` are different traits of one type.
    types = [[parameter[1] for parameter in entity.params] if one.stands_for else [] for entity in (one, other)]
    return one.owner == other.owner and one.stands_for == other.stands_for and types[0] == types[1]


def _behind_pointers(program: ProgramView, owner: Value | None) -> Instance | None:
    """The source's own struct or enum that pointers and locks of the standard library are around; None without any."""
    depth = 0
    while owner is not None and owner[0] == "inst" and depth <= MAX_DEREF:
        entity = program.entity(owner[1], owner[2])
        if not program.is_prelude(owner[1]):
            return owner if depth and entity.kind in (STRUCT, ENUM) else None
        owner, depth = (owner[3][0] if entity.name in _POINTERS and owner[3] else None), depth + 1
    return None


class RustImpls(Survey):
    """The types that `impl` blocks are for: Circle of `impl Shape for Circle`, the bounds of `impl<T: Shape> Draw for T`."""

    is_evaluated = True

    def __init__(self, paths: RustPaths) -> None:
        self._paths = paths
        self._inside: dict[tuple[int, int], list[tuple[int, int]]] = {}  # type in a pointer -> (unit, number of its `attached`)

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        """The types that get members and bases from the `impl` blocks of a file, with the name of a member and its number."""
        found: Rows = []
        for ordinal, entity in enumerate(index.entities):
            if entity.owner < 0:
                continue
            owner = evaluation.members.owner_type(index.number, ordinal)
            for unit, target in self._classes(evaluation, owner):
                if (unit, target) == (index.number, entity.parent):
                    continue
                found.append((unit, target, _MEMBER, ordinal, entity.name))
        for number, row in enumerate(index.extra.get("attached", ())):
            if row[3] < 0:
                continue
            owner = self.attached_type(evaluation, index.number, number)
            found += [(unit, target, _BASE, number) for unit, target in self._classes(evaluation, owner)]
            inner = _behind_pointers(evaluation.program, owner)
            if inner is not None:
                found.append((inner[1], inner[2], _INSIDE, number))
        return found

    def of_inner(self, unit: int, ordinal: int) -> Sequence[tuple[int, int]]:
        """The `impl` blocks for pointers and locks around a type: (unit, number)."""
        return self._inside.get((unit, ordinal), ())

    def _classes(self, evaluation: Evaluation, owner: Value | None) -> list[tuple[int, int]]:
        """The classes that get what is stated of a type: of a type parameter, those of its bounds."""
        if owner is not None and owner[0] == "tv":
            base = self._paths.in_prelude(evaluation, "Universal")
            owner = evaluation.generics.concrete(owner) or (
                ("inst", base[1], base[2], ()) if base is not None and base[0] == "def" else None
            )
        if owner is not None and owner[0] == "all":
            return [(item[1], item[2]) for item in owner[1] if item is not None and item[0] == "inst"]
        if owner is not None and owner[0] == "tup":
            owner = evaluation.classes.builtin(FAMILY, "Tuple", ())
        return [(owner[1], owner[2])] if owner is not None and owner[0] == "inst" else []

    def attached_type(self, evaluation: Evaluation, unit: int, number: int) -> Value | None:
        """The type that an `impl` block of a file is for."""
        scope, _, kind, _, params, _ = evaluation.program.unit(unit).extra["attached"][number]
        return evaluation.types.type_of(Place(unit, scope, 1 << 60), kind, self.impl_env(unit, number, params))

    @staticmethod
    def impl_env(unit: int, number: int, params: Sequence[tuple[str, int]]) -> Env:
        """The type parameters of an `impl` block as values, told from those of definitions by a negative ordinal."""
        return tuple((name, ("tv", name, unit, -2 - number)) for name, _ in params)

    @rule_question
    def attached(self, evaluation: Evaluation, unit: int, number: int) -> Base | None:
        scope, _, kind, base, params, types = evaluation.program.unit(unit).extra["attached"][number]
        place, env = Place(unit, scope, 1 << 60), self.impl_env(unit, number, params)
        owner = evaluation.types.type_of(place, kind, env)
        env = (*env, ("Self", owner)) if owner is not None else env
        found = evaluation.types.type_of(place, base, env)
        if found is None or found[0] != "inst":
            return ("ext", found[1]) if found is not None and found[0] == "xinst" else None
        names = evaluation.generics.parameters(found[1], found[2])
        args = list(found[3][: len(names)]) + [None] * (len(names) - len(found[3]))
        for name, expr in types:
            if "::" + name in names:
                args[names.index("::" + name)] = evaluation.types.type_of(place, expr, env)
        if owner is not None and owner[0] == "inst":
            renamed: Told = {}
            evaluation.unification.unify(
                owner, ("inst", owner[1], owner[2], evaluation.generics.own_arguments(owner[1], owner[2])), renamed
            )
            args = [substitute(arg, tuple(renamed.items())) for arg in args]
        return ("cls", found[1], found[2], tuple(args))

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        """Give types the members and bases that `impl` blocks state, wherever these stand."""
        self._inside = {}
        program = evaluation.program
        for unit, said in rows.items():
            for owner, target, what, number, *name in said:
                holder = owner, target
                if what == _MEMBER:
                    program.extra_members[holder].setdefault(name[0], []).append((unit, number))
                elif what == _BASE:
                    program.extra_bases[holder].append((unit, number))
                else:
                    self._inside.setdefault(holder, []).append((unit, number))
        evaluation.memory.forget()


class RustBases(Bases):
    """`impl Shape for Circle` makes Circle a Shape, `impl Handler for Arc<Server>` lets Server be one."""

    def __init__(self, impls: RustImpls) -> None:
        self._impls = impls

    def stated(self, evaluation: Evaluation, unit: int) -> list[tuple[tuple[int, int], Value, int]]:
        """`impl` blocks in any file may give a trait to the types of a file: an edge belongs to the file of its type."""
        program = evaluation.program
        found: list[tuple[tuple[int, int], Value, int]] = []
        for ordinal, entity in enumerate(program.unit(unit).entities):
            for other, number in self._own(program, program.extra_bases.get((unit, ordinal), ())):
                owner, base = (
                    self._impls.attached_type(evaluation, other, number),
                    self._impls.attached(evaluation, other, number),
                )
                if owner is None or base is None or owner[0] != "inst" or owner[1:3] != (unit, ordinal):
                    continue
                row = program.unit(other).extra["attached"][number]
                anchor = base[1] if base[0] == "ext" else self._outer_trait(evaluation, other, row)
                above: Value = ("inst", *base[1:]) if base[0] == "cls" and not anchor else ("xinst", anchor)
                found.append(((unit, ordinal), above, row[1] if other == unit else entity.name_line))
        return found

    def unsaid(self, evaluation: Evaluation, unit: int) -> list[tuple[tuple[int, int], tuple[int, int], int, str]]:
        """`impl Trait for Arc<Handle>`: the standard library's pointer says little, the type inside is who implements."""
        program = evaluation.program
        found = []
        for ordinal, entity in enumerate(program.unit(unit).entities):
            for other, number in self._own(program, self._impls.of_inner(unit, ordinal)):
                base = self._impls.attached(evaluation, other, number)
                if base is None or base[0] != "cls" or program.is_prelude(base[1]) or base[1:3] == (unit, ordinal):
                    continue
                line = program.unit(other).extra["attached"][number][1] if other == unit else entity.name_line
                found.append(((unit, ordinal), (base[1], base[2]), line, "inferred"))
        return found

    @staticmethod
    def _own(program: ProgramView, rows: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Those of the source itself, each once: what libraries state of its types is not told as theirs."""
        return [row for row in dict.fromkeys(rows) if not program.is_library(row[0])]

    @staticmethod
    def _outer_trait(evaluation: Evaluation, unit: int, row: tuple[int, ...]) -> str:
        """The anchor of a trait of the standard library that an `impl` names; "" for others."""
        index = evaluation.program.unit(unit)
        expr = row[3]
        while (shape := index.exprs[expr])[0] == "subscript":
            expr = shape[1]
        value = evaluation.expressions.eval(Place(unit, row[0], 1 << 60), expr)
        return str(value[1]) if value is not None and value[0] == "ext" else ""

    def attached(self, evaluation: Evaluation, unit: int, number: int) -> Base | None:
        return self._impls.attached(evaluation, unit, number)


class RustVariants(Variants):
    """`#[cfg(unix)] fn open()` and `#[cfg(windows)] fn open()` stand for each other."""

    def __init__(self, paths: RustPaths) -> None:
        self._paths = paths

    def variants(self, evaluation: Evaluation, unit: int, ordinal: int) -> tuple[tuple[int, int], ...]:
        """Definitions of one name in the same place: one of them at most is in a build, as `#[cfg(..)]` says."""
        return self._twins(evaluation, unit, ordinal) or ()

    @rule_question
    def _twins(self, evaluation: Evaluation, unit: int, ordinal: int) -> tuple[tuple[int, int], ...]:
        program = evaluation.program
        entity = program.entity(unit, ordinal)
        if program.is_prelude(unit) or entity.kind not in _GROUPS:
            return ()
        holders = [(unit, entity.parent)]
        if entity.parent <= 0:
            holders += [(other, entity.parent) for other in self._paths.crates.beside.get(unit, ()) if other != unit]
        elif program.entity(unit, entity.parent).kind in (*TYPES, NAMESPACE):
            holders += self.variants(evaluation, unit, entity.parent)
        rows = [(u, o) for u, parent in holders for o in program.unit(u).members.get(parent, {}).get(entity.name, ())]
        found = [row for row in dict.fromkeys(rows) if row != (unit, ordinal)]
        found = [row for row in found if _is_twin(entity, program.entity(*row), row[0] == unit)]
        return tuple(found) if len(found) <= MAX_TWINS else ()
