"""How Rust's types and values are told: `impl` blocks, associated types, patterns, autoderef."""

from __future__ import annotations

from collections.abc import Sequence

from cairn.languages.rust.crates import FAMILY, Crates
from cairn.languages.rust.names import STANDARD, Paths
from cairn.semantics.evaluation import Evaluation, ProgramView, UnitView
from cairn.semantics.expressions import Expr, Matched, Member
from cairn.semantics.facts import EntityFact
from cairn.semantics.places import Found, Place
from cairn.semantics.questions import rule_question
from cairn.semantics.roles import NOT_MINE, NotMine
from cairn.semantics.values import Base, ClassObject, Definition, Env, Instance, Told, Value, substitute

_TYPES = frozenset({"struct", "enum", "trait", "type"})
_POINTERS = frozenset({"Box", "Rc", "Arc", "Pin", "Cow", "Weak", "Cell", "RefCell", "Mutex", "RwLock"})
MAX_DEREF = 4  # smart pointers in one another (guess)
MAX_TWINS = 6  # definitions of one name; more are no twins for builds (guess)
# Kinds that stand for each other from build to build. A macro may be defined anew.
_GROUPS = dict.fromkeys(_TYPES, "type") | {"function": "call", "method": "call", "constant": "value", "field": "value"}
_GROUPS["namespace"] = "module"


def _is_twin(one: EntityFact, other: EntityFact, is_beside: bool) -> bool:
    """Whether two definitions of one name in the same module or type exclude each other; `is_beside`: they are in one file."""
    if _GROUPS[one.kind] != _GROUPS.get(other.kind) or (one.owner < 0) != (other.owner < 0):
        return False
    traits = [[flag for flag in entity.flags.split() if flag.startswith("of=")] for entity in (one, other)]
    if one.owner < 0:
        return not is_beside or one.parent != other.parent or one.home == other.home
    if not is_beside:
        return traits[0] == traits[1]
    # `From<u8>` and `From<u16>` are different traits of one type.
    types = [[parameter[1] for parameter in entity.params] if traits[0] else [] for entity in (one, other)]
    return one.owner == other.owner and traits[0] == traits[1] and types[0] == types[1]


class RustRules(Paths):
    """Rust's own rules."""

    # Preparation

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self.crates = Crates(evaluation.program)
        for index in list(evaluation.program.indexed(FAMILY)):
            if index.family == FAMILY:
                self._attach(evaluation, index)
        evaluation.memory.forget()

    def _attach(self, evaluation: Evaluation, index: UnitView) -> None:
        """Give the members and bases that `impl` blocks state to their types, wherever these stand."""
        program = evaluation.program
        for ordinal, entity in enumerate(index.entities):
            if entity.owner < 0:
                continue
            owner = evaluation.members.owner_type(index.number, ordinal)
            for unit, target in self._classes(evaluation, owner):
                if (unit, target) == (index.number, entity.parent):
                    continue
                program.extra_members[unit, target].setdefault(entity.name, []).append((index.number, ordinal))
        for number, row in enumerate(index.extra.get("attached", ())):
            if row[3] < 0:
                continue
            owner = self._attached_type(evaluation, index.number, number)
            for holder in self._classes(evaluation, owner):
                program.extra_bases[holder].append((index.number, number))

    def _classes(self, evaluation: Evaluation, owner: Value | None) -> list[tuple[int, int]]:
        """The classes that get what is stated of a type: of a type parameter, those of its bounds."""
        if owner is not None and owner[0] == "tv":
            base = self._in_prelude(evaluation, "Universal")
            owner = evaluation.generics.concrete(owner) or (
                ("inst", base[1], base[2], ()) if base is not None and base[0] == "def" else None
            )
        if owner is not None and owner[0] == "all":
            return [(item[1], item[2]) for item in owner[1] if item is not None and item[0] == "inst"]
        if owner is not None and owner[0] == "tup":
            owner = evaluation.classes.builtin(FAMILY, "Tuple", ())
        return [(owner[1], owner[2])] if owner is not None and owner[0] == "inst" else []

    def _attached_type(self, evaluation: Evaluation, unit: int, number: int) -> Value | None:
        scope, _, kind, _, params, _ = evaluation.program.unit(unit).extra["attached"][number]
        return evaluation.types.type_of(Place(unit, scope, 1 << 60), kind, self._impl_env(unit, number, params))

    @staticmethod
    def _impl_env(unit: int, number: int, params: Sequence[tuple[str, int]]) -> Env:
        return tuple((name, ("tv", name, unit, -2 - number)) for name, _ in params)

    @rule_question
    def attached(self, evaluation: Evaluation, unit: int, number: int) -> Base | None:
        scope, _, kind, base, params, types = evaluation.program.unit(unit).extra["attached"][number]
        place, env = Place(unit, scope, 1 << 60), self._impl_env(unit, number, params)
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

    def stated(self, evaluation: Evaluation, unit: int) -> list[tuple[tuple[int, int], Value, int]]:
        found: list[tuple[tuple[int, int], Value, int]] = []
        for number, row in enumerate(evaluation.program.unit(unit).extra.get("attached", ())):
            if row[3] < 0:
                continue
            owner, base = self._attached_type(evaluation, unit, number), self.attached(evaluation, unit, number)
            if owner is None or owner[0] != "inst" or base is None or evaluation.program.is_prelude(owner[1]):
                continue
            anchor = base[1] if base[0] == "ext" else self._outer_trait(evaluation, unit, row)
            line = row[1] if owner[1] == unit else evaluation.program.entity(owner[1], owner[2]).name_line
            above: Value = ("inst", *base[1:]) if base[0] == "cls" and not anchor else ("xinst", anchor)
            found.append(((owner[1], owner[2]), above, line))
        return found

    def unsaid(self, evaluation: Evaluation, unit: int) -> list[tuple[tuple[int, int], tuple[int, int], int, str]]:
        """`impl Trait for Arc<Handle>`: the standard library's pointer says little, the type inside is who implements."""
        program = evaluation.program
        found = []
        for number, row in enumerate(program.unit(unit).extra.get("attached", ())):
            owner = self._attached_type(evaluation, unit, number) if row[3] >= 0 else None
            inner = self._behind_pointers(program, owner)
            base = self.attached(evaluation, unit, number) if inner is not None else None
            if inner is None or base is None or base[0] != "cls" or program.is_prelude(base[1]) or inner[1:3] == base[1:3]:
                continue
            line = row[1] if inner[1] == unit else program.entity(inner[1], inner[2]).name_line
            found.append(((inner[1], inner[2]), (base[1], base[2]), line, "inferred"))
        return found

    @staticmethod
    def _behind_pointers(program: ProgramView, owner: Value | None) -> Instance | None:
        """The source's own struct or enum that pointers and locks of the standard library are around; None without any."""
        depth = 0
        while owner is not None and owner[0] == "inst" and depth <= MAX_DEREF:
            entity = program.entity(owner[1], owner[2])
            if not program.is_prelude(owner[1]):
                return owner if depth and entity.kind in ("struct", "enum") else None
            owner, depth = (owner[3][0] if entity.name in _POINTERS and owner[3] else None), depth + 1
        return None

    @staticmethod
    def _outer_trait(evaluation: Evaluation, unit: int, row: tuple[int, ...]) -> str:
        """The anchor of a trait of the standard library that an `impl` names; "" for others."""
        index = evaluation.program.unit(unit)
        expr = row[3]
        while (shape := index.exprs[expr])[0] == "subscript":
            expr = shape[1]
        value = evaluation.expressions.eval(Place(unit, row[0], 1 << 60), expr)
        return str(value[1]) if value is not None and value[0] == "ext" else ""

    def bound(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        if ordinal > -2:
            return evaluation.generics.bound(unit, ordinal, name)
        scope, _, _, _, params, _ = evaluation.program.unit(unit).extra["attached"][-2 - ordinal]
        for param, bound in params:
            if param == name and bound >= 0:
                place = Place(unit, scope, 1 << 60)
                return evaluation.types.type_of(place, bound, self._impl_env(unit, -2 - ordinal, params))
        return None

    # Other builds

    def variants(self, evaluation: Evaluation, unit: int, ordinal: int) -> tuple[tuple[int, int], ...]:
        """What has the name of a definition in the same place: one of them at most is in a build, as `#[cfg(..)]` says."""
        return self._twins(evaluation, unit, ordinal) or ()

    @rule_question
    def _twins(self, evaluation: Evaluation, unit: int, ordinal: int) -> tuple[tuple[int, int], ...]:
        program = evaluation.program
        entity = program.entity(unit, ordinal)
        if program.is_prelude(unit) or entity.kind not in _GROUPS:
            return ()
        holders = [(unit, entity.parent)]
        if entity.parent <= 0:
            holders += [(other, entity.parent) for other in self.crates.beside.get(unit, ()) if other != unit]
        elif program.entity(unit, entity.parent).kind in (*_TYPES, "namespace"):
            holders += self.variants(evaluation, unit, entity.parent)
        rows = [(u, o) for u, parent in holders for o in program.unit(u).members.get(parent, {}).get(entity.name, ())]
        found = [row for row in dict.fromkeys(rows) if row != (unit, ordinal)]
        found = [row for row in found if _is_twin(entity, program.entity(*row), row[0] == unit)]
        return tuple(found) if len(found) <= MAX_TWINS else ()

    # Types

    def self_value(self, evaluation: Evaluation, place: Place) -> Value | None:
        index = evaluation.program.unit(place.unit)
        ordinal = index.entity_around(place.scope)
        while ordinal > 0:
            entity = index.entities[ordinal]
            if entity.owner >= 0:
                return evaluation.members.owner_type(place.unit, ordinal)
            if entity.kind == "trait":
                return ("tv", "Self", place.unit, ordinal)
            if entity.kind in _TYPES:
                return ("inst", place.unit, ordinal, evaluation.generics.own_arguments(place.unit, ordinal))
            ordinal = entity.parent
        return None

    def type_member(self, evaluation: Evaluation, place: Place, shape: Member, env: Env, owner: int) -> Value | NotMine | None:
        index = evaluation.program.unit(place.unit)
        around = index.exprs[shape[1]]
        if around[0] == "module":
            return NOT_MINE
        if around[0] == "type_object":
            value = evaluation.types.type_of(place, around[1], env, owner)
            if value is None and len(around) == 3:
                value = evaluation.types.type_of(place, around[2], env, owner)
        else:
            value = evaluation.types.type_of(place, shape[1], env, owner)
        if value is None or value[0] not in ("tv", "inst", "proj"):
            return NOT_MINE
        if value[0] == "inst":
            found = self.projected(evaluation, value, shape[2])
            return found if found is not None else NOT_MINE
        return ("proj", value, shape[2])

    def projected(self, evaluation: Evaluation, value: Value, name: str) -> Value | None:
        if value[0] == "tv" and value[1] != "Self":
            found = self.bound(evaluation, value[2], value[3], f"{value[1]}::{name}")
            if found is not None:
                return found
        known = evaluation.generics.concrete(value)
        if known is None:
            return None
        for item in known[1] if known[0] in ("union", "all") else (known,):
            found = self._projected(evaluation, item, "::" + name) if item is not None and item[0] == "inst" else None
            if found is not None:
                return found
        return None

    def _projected(self, evaluation: Evaluation, value: Instance, name: str) -> Value | None:
        env = tuple(zip(evaluation.generics.parameters(value[1], value[2]), value[3], strict=False))
        for unit, ordinal, args in evaluation.classes.mro(value[1], value[2])[0]:
            names = evaluation.generics.parameters(unit, ordinal)
            if name in names:
                position = names.index(name)
                found = substitute(args[position], env) if position < len(args) else None
                if found is not None and found != ("tv", name, unit, ordinal):
                    return found
                bound = evaluation.generics.bound(unit, ordinal, name)
                if bound is not None:
                    return bound
        return None

    def special_class(self, evaluation: Evaluation, target: Value, args: tuple[Value | None, ...]) -> Value | NotMine | None:
        if target[0] != "def" or not evaluation.program.is_prelude(target[1]):
            return NOT_MINE
        name = evaluation.program.entity(target[1], target[2]).name
        if name == "OneOf":  # what turbofish says, else the usual
            first, second = (
                evaluation.generics.concrete(args[0]) if args[0] is not None and args[0][0] == "proj" else args[0],
                args[1],
            )
            if first is None or first[0] == "tv":
                return second
            holes = first[0] == "inst" and second is not None and first[:3] == second[:3] and None in first[3]
            return second if holes else first
        return NOT_MINE

    def special_external(
        self, evaluation: Evaluation, anchor: str, args: tuple[Value | None, ...], place: Place
    ) -> Value | NotMine | None:
        found = self._standard(evaluation, anchor)
        if found is None:
            return NOT_MINE
        return evaluation.types.instance_of(found, args, place)

    def _standard(self, evaluation: Evaluation, anchor: str) -> Value | None:
        """What the prelude declares of a path into the standard library."""
        crate, _, path = anchor.removeprefix("rust/").partition("#")
        if crate not in STANDARD or not path:
            return None
        return self._find_standard(evaluation, path)

    @rule_question
    def _find_standard(self, evaluation: Evaluation, path: str) -> Value | None:
        parts = path.split(".")
        name = parts[-1]
        if len(parts) > 1 and parts[-2][:1].isupper():
            owner = self._in_prelude(evaluation, parts[-2])
            return evaluation.members.target(owner, name) if owner is not None else None
        if len(parts) > 1 and name == "Result" and parts[-2] in ("fmt", "io"):
            name = "AnyResult"
        return self._in_prelude(evaluation, name)

    def external_call(self, evaluation: Evaluation, anchor: str, place: Place, args: tuple[int, ...]) -> Value | None:
        found = self._standard(evaluation, anchor)
        return evaluation.calls.call(found, place, args) if found is not None else ("xinst", anchor)

    # Values

    def qualified(
        self, evaluation: Evaluation, place: Place, receiver: int, owner: Value, name: str, args: tuple[int, ...]
    ) -> tuple[int, int] | None:
        shape = evaluation.program.unit(place.unit).exprs[receiver]
        trait: Value | None = owner
        if shape[0] == "type_object" and len(shape) > 2:
            trait = evaluation.classes.as_class(place, shape[2], -1)
            value = evaluation.generics.concrete(evaluation.types.type_of(place, shape[1]))
        elif not args or shape[0] == "own_type":
            return None
        else:
            value = None
        if trait is not None and trait[0] == "ext":
            trait = self._standard(evaluation, trait[1])
        if trait is None or trait[0] not in ("def", "cls") or evaluation.program.entity(trait[1], trait[2]).kind != "trait":
            return None
        value = (
            value
            if value is not None
            else evaluation.generics.concrete(evaluation.expressions.eval(place, args[0]))
            if args
            else None
        )
        wanted = f"of={evaluation.program.entity(trait[1], trait[2]).name}"
        return self._implementing(evaluation, value, name, wanted) if value is not None and value[0] == "inst" else None

    @staticmethod
    def _implementing(evaluation: Evaluation, value: Instance, name: str, wanted: str) -> tuple[int, int] | None:
        """The method of a type that stands in its `impl` of a trait."""
        program = evaluation.program
        found = evaluation.members.find(value, name, True)
        rows = [(found.unit, n) for n in found.numbers] if isinstance(found, Found) and found.tag == "entity" else []
        rows += [(value[1], n) for n in program.unit(value[1]).members.get(value[2], {}).get(name, ())]
        rows += program.extra_members.get((value[1], value[2]), {}).get(name, ())
        return next((row for row in rows if wanted in program.entity(*row).flags.split()), None)

    def late_member(self, evaluation: Evaluation, owner: Instance, name: str, called: bool) -> Found | Value | None:
        target: Value | None = owner
        below = 0
        while target is not None and target[0] == "inst":
            if below:
                found = evaluation.members.of_class(target[1], target[2], name, target[3], target, called=called)
                if found is not None:
                    return found
            entity = evaluation.program.entity(target[1], target[2])
            in_variant = entity.kind == "enum" and not called and not below
            if in_variant and (field := self._of_variant(evaluation.program.unit(target[1]), target[2], name)) is not None:
                return field
            if not called and name.isdigit():
                number = next((i for i, p in enumerate(entity.params) if p[0] == name), -1)
                if number >= 0:
                    return self._positional(evaluation, target, number)
            target, below = evaluation.generics.concrete(self._projected(evaluation, target, "::Target")), below + 1
            if below > MAX_DEREF:
                return None
        if target is not None:
            return evaluation.members.find(target, name, called)
        base = self._in_prelude(evaluation, "Universal") if called else None
        if base is None or base[0] != "def":
            return None
        return evaluation.members.of_class(base[1], base[2], name, (), owner, called=True)

    @staticmethod
    def _of_variant(index: UnitView, ordinal: int, name: str) -> Found | None:
        """A field of a variant, which is named only behind that: `Kind::Named { leaf }`; None if several have it."""
        variants = [number for numbers in index.members.get(ordinal, {}).values() for number in numbers]
        found = [number for variant in variants for number in index.members.get(variant, {}).get(name, ())]
        return Found("entity", index.number, (found[0],), ()) if len(found) == 1 else None

    def pointee(self, evaluation: Evaluation, value: Value) -> Value | None:
        return self._projected(evaluation, value, "::Target") if value[0] == "inst" else None

    def _positional(self, evaluation: Evaluation, owner: Instance, number: int) -> Value | None:
        """A field of a tuple struct."""
        entity = evaluation.program.entity(owner[1], owner[2])
        env = tuple(zip(evaluation.generics.parameters(owner[1], owner[2]), owner[3], strict=False))
        env = tuple(pair for pair in env if pair[1] is not None)
        place = Place(owner[1], entity.home, entity.pos)
        return substitute(evaluation.types.type_of(place, entity.params[number][1], env, owner[2]), env)

    def taken(self, evaluation: Evaluation, place: Place, shape: Matched) -> Value | None:
        _, value, seen, wanted = shape
        target = self._variant(evaluation, place, evaluation.program.unit(place.unit).exprs[seen]) or evaluation.expressions.eval(
            place, seen
        )
        if target is None or target[0] not in ("def", "cls", "inst"):
            return None
        whole = evaluation.generics.concrete(evaluation.expressions.eval(place, value)) if value >= 0 else None
        unit, ordinal = target[1], target[2]
        entity = evaluation.program.entity(unit, ordinal)
        holder = entity.parent if "variant" in entity.flags else ordinal
        seen_as = self._seen_as(evaluation, whole, unit, holder)
        env: Env = ()
        if seen_as is not None:
            pairs = zip(evaluation.generics.parameters(unit, holder), seen_as[3], strict=False)
            env = tuple(pair for pair in pairs if pair[1] is not None)
        return self._part(evaluation, unit, ordinal, wanted, env)

    def _variant(self, evaluation: Evaluation, place: Place, shape: Expr) -> Definition | ClassObject | Instance | None:
        """The struct or variant that a pattern names."""
        if shape[0] == "subscript":
            shape = evaluation.program.unit(place.unit).exprs[shape[1]]
        if shape[0] == "name":
            found = evaluation.scopes.lookup(place, shape[1])
            if found is not None and found[0] == "type1":  # a pattern names no type parameter
                found = self.name_at(evaluation, place, shape[1])
        elif shape[0] == "member":
            owner = evaluation.expressions.owner_value(place, shape[1])
            found = evaluation.members.target(owner, shape[2]) if owner is not None else None
        else:
            found = (
                evaluation.expressions.eval(place, evaluation.program.unit(place.unit).exprs.index(shape))
                if shape[0] == "own_type"
                else None
            )
        if found is not None and found[0] == "ext":
            found = self._standard(evaluation, found[1])
        if found is not None and found[0] == "def" and evaluation.program.entity(found[1], found[2]).kind == "type":
            found = evaluation.types.instance_of(found, (), place)
        return found if found is not None and found[0] in ("def", "cls", "inst") else None

    def _seen_as(self, evaluation: Evaluation, whole: Value | None, unit: int, holder: int) -> Instance | None:
        """The value of the matched type, behind the pointers around it."""
        for _ in range(MAX_DEREF):
            if whole is None or whole[0] != "inst":
                break
            if whole[1:3] == (unit, holder):
                return whole
            whole = evaluation.generics.concrete(self._projected(evaluation, whole, "::Target"))
        if whole is not None and whole[0] == "union":
            return next((item for item in whole[1] if item[0] == "inst" and item[1:3] == (unit, holder)), None)
        return None

    @staticmethod
    def _part(evaluation: Evaluation, unit: int, ordinal: int, wanted: int | str, env: Env) -> Value | None:
        index = evaluation.program.unit(unit)
        entity = index.entities[ordinal]
        place = Place(unit, entity.home, entity.pos)
        if isinstance(wanted, int):
            if not -len(entity.params) <= wanted < len(entity.params):
                return None
            return substitute(evaluation.types.type_of(place, entity.params[wanted][1], env, ordinal), env)
        for number in index.members.get(ordinal, {}).get(wanted, ()):
            field = index.entities[number]
            if field.kind == "field":
                return substitute(evaluation.types.type_of(place, field.type, env, number), env)
        return None

    def iterated(self, evaluation: Evaluation, value: Value) -> Value | NotMine | None:
        known: Value | None = value
        for _ in range(MAX_DEREF):
            if known is None or known[0] != "inst":
                return None
            found = self._projected(evaluation, known, "::Item")
            if found is not None:
                return found
            known = evaluation.generics.concrete(self._projected(evaluation, known, "::Target"))
        return None

    def unwrapped(self, evaluation: Evaluation, value: Value | None) -> Value | None:
        value = evaluation.generics.concrete(value)
        if value is None or value[0] != "inst":
            return value if value is not None and value[0] == "xinst" else None
        if evaluation.program.is_prelude(value[1]) and evaluation.program.entity(value[1], value[2]).name in ("Option", "Result"):
            return value[3][0] if value[3] else None
        return value

    def awaited(self, evaluation: Evaluation, value: Value | None) -> Value | None:
        known = evaluation.generics.concrete(value)
        if known is not None and known[0] == "inst":
            output = self._projected(evaluation, known, "::Output")
            return output if output is not None else value
        return value
