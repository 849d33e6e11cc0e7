"""Types and values in Rust: associated types, patterns, autoderef, `?`."""

from __future__ import annotations

from cairn.languages.rust.impls import MAX_DEREF, RustImpls
from cairn.languages.rust.names import STANDARD, RustNames, RustPaths
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.expressions import Expr, Matched, Member
from cairn.semantics.flags import VARIANT
from cairn.semantics.kinds import ENUM, FIELD, TRAIT, TYPE
from cairn.semantics.places import Found, Place
from cairn.semantics.questions import rule_question
from cairn.semantics.roles import NOT_MINE, Calls, Members, NotMine, Operators, TypeParameters, Types
from cairn.semantics.values import ClassObject, Definition, Env, Instance, Value, substitute


class RustParameters(TypeParameters):
    """`T: Shape` of a type, or of its `impl`; `Item` of what implements Iterator."""

    def __init__(self, impls: RustImpls) -> None:
        self._impls = impls

    def bound(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        if ordinal > -2:
            return evaluation.generics.bound(unit, ordinal, name)
        scope, _, _, _, params, _ = evaluation.program.unit(unit).extra["attached"][-2 - ordinal]
        for param, bound in params:
            if param == name and bound >= 0:
                place = Place(unit, scope, 1 << 60)
                return evaluation.types.type_of(place, bound, self._impls.impl_env(unit, -2 - ordinal, params))
        return None

    def projected(self, evaluation: Evaluation, value: Value, name: str) -> Value | None:
        if value[0] == "tv" and value[1] != "Self":
            found = self.bound(evaluation, value[2], value[3], f"{value[1]}::{name}")
            if found is not None:
                return found
        known = evaluation.generics.concrete(value)
        if known is None:
            return None
        for item in known[1] if known[0] in ("union", "all") else (known,):
            found = self.of_instance(evaluation, item, "::" + name) if item is not None and item[0] == "inst" else None
            if found is not None:
                return found
        return None

    def of_instance(self, evaluation: Evaluation, value: Instance, name: str) -> Value | None:
        """The type that an instance has for a parameter of its class or of those above it: `::Item` of an iterator."""
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


class RustStandard:
    """The prelude's definitions of the standard library, by paths: `std::collections::HashMap`."""

    def __init__(self, paths: RustPaths) -> None:
        self._paths = paths

    def find(self, evaluation: Evaluation, anchor: str) -> Value | None:
        """The definition that the prelude has of a path into the standard library; None if it has none."""
        crate, _, path = anchor.removeprefix("rust/").partition("#")
        if crate not in STANDARD or not path:
            return None
        return self._find_standard(evaluation, path)

    @rule_question
    def _find_standard(self, evaluation: Evaluation, path: str) -> Value | None:
        parts = path.split(".")
        name = parts[-1]
        if len(parts) > 1 and parts[-2][:1].isupper():
            owner = self._paths.in_prelude(evaluation, parts[-2])
            return evaluation.members.target(owner, name) if owner is not None else None
        if len(parts) > 1 and name == "Result" and parts[-2] in ("fmt", "io"):
            name = "AnyResult"
        return self._paths.in_prelude(evaluation, name)


class RustTypes(Types):
    """`Self::Item`, `<T as Trait>::Output`, and classes of the standard library."""

    def __init__(self, parameters: RustParameters, standard: RustStandard) -> None:
        self._parameters = parameters
        self._standard = standard

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
            found = self._parameters.projected(evaluation, value, shape[2])
            return found if found is not None else NOT_MINE
        return ("proj", value, shape[2])

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
        found = self._standard.find(evaluation, anchor)
        if found is None:
            return NOT_MINE
        return evaluation.types.instance_of(found, args, place)


class RustCalls(Calls):
    """`Trait::name(value)` calls the method of the type that implements the trait."""

    def __init__(self, standard: RustStandard) -> None:
        self._standard = standard

    def external_call(self, evaluation: Evaluation, anchor: str, place: Place, args: tuple[int, ...]) -> Value | None:
        found = self._standard.find(evaluation, anchor)
        return evaluation.calls.call(found, place, args) if found is not None else ("xinst", anchor)

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
            trait = self._standard.find(evaluation, trait[1])
        if trait is None or trait[0] not in ("def", "cls") or evaluation.program.entity(trait[1], trait[2]).kind != TRAIT:
            return None
        value = (
            value
            if value is not None
            else evaluation.generics.concrete(evaluation.expressions.eval(place, args[0]))
            if args
            else None
        )
        wanted = evaluation.program.entity(trait[1], trait[2]).name
        return self._implementing(evaluation, value, name, wanted) if value is not None and value[0] == "inst" else None

    @staticmethod
    def _implementing(evaluation: Evaluation, value: Instance, name: str, wanted: str) -> tuple[int, int] | None:
        """The method of a type that stands in its `impl` of a trait."""
        program = evaluation.program
        found = evaluation.members.find(value, name, True)
        rows = [(found.unit, n) for n in found.numbers] if isinstance(found, Found) and found.tag == "entity" else []
        rows += [(value[1], n) for n in program.unit(value[1]).members.get(value[2], {}).get(name, ())]
        rows += program.extra_members.get((value[1], value[2]), {}).get(name, ())
        return next((row for row in rows if program.entity(*row).stands_for == wanted), None)


class RustMembers(Members):
    """`cart.len()` may be a method of what `cart` points to, `pair.0` a field of a tuple struct."""

    def __init__(self, paths: RustPaths, parameters: RustParameters) -> None:
        self._paths = paths
        self._parameters = parameters

    def late_member(self, evaluation: Evaluation, owner: Instance, name: str, called: bool) -> Found | Value | None:
        target: Value | None = owner
        below = 0
        while target is not None and target[0] == "inst":
            if below:
                found = evaluation.members.of_class(target[1], target[2], name, target[3], target, called=called)
                if found is not None:
                    return found
            entity = evaluation.program.entity(target[1], target[2])
            in_variant = entity.kind == ENUM and not called and not below
            if in_variant and (field := self._of_variant(evaluation.program.unit(target[1]), target[2], name)) is not None:
                return field
            if not called and name.isdigit():
                number = next((i for i, p in enumerate(entity.params) if p[0] == name), -1)
                if number >= 0:
                    return self._positional(evaluation, target, number)
            target, below = evaluation.generics.concrete(self._parameters.of_instance(evaluation, target, "::Target")), below + 1
            if below > MAX_DEREF:
                return None
        if target is not None:
            return evaluation.members.find(target, name, called)
        base = self._paths.in_prelude(evaluation, "Universal") if called else None
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
        return self._parameters.of_instance(evaluation, value, "::Target") if value[0] == "inst" else None

    def _positional(self, evaluation: Evaluation, owner: Instance, number: int) -> Value | None:
        """A field of a tuple struct."""
        entity = evaluation.program.entity(owner[1], owner[2])
        env = tuple(zip(evaluation.generics.parameters(owner[1], owner[2]), owner[3], strict=False))
        env = tuple(pair for pair in env if pair[1] is not None)
        place = Place(owner[1], entity.home, entity.pos)
        return substitute(evaluation.types.type_of(place, entity.params[number][1], env, owner[2]), env)


class RustOperators(Operators):
    """`parse(text)?` is what is inside of a Result or Option, `Some(x)` takes x out of one."""

    def __init__(self, names: RustNames, parameters: RustParameters, standard: RustStandard) -> None:
        self._names = names
        self._parameters = parameters
        self._standard = standard

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
        holder = entity.parent if VARIANT in entity.flags else ordinal
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
                found = self._names.name_outside(evaluation, place, shape[1])
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
            found = self._standard.find(evaluation, found[1])
        if found is not None and found[0] == "def" and evaluation.program.entity(found[1], found[2]).kind == TYPE:
            found = evaluation.types.instance_of(found, (), place)
        return found if found is not None and found[0] in ("def", "cls", "inst") else None

    def _seen_as(self, evaluation: Evaluation, whole: Value | None, unit: int, holder: int) -> Instance | None:
        """The value of the matched type, behind the pointers around it."""
        for _ in range(MAX_DEREF):
            if whole is None or whole[0] != "inst":
                break
            if whole[1:3] == (unit, holder):
                return whole
            whole = evaluation.generics.concrete(self._parameters.of_instance(evaluation, whole, "::Target"))
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
            if field.kind == FIELD:
                return substitute(evaluation.types.type_of(place, field.type, env, number), env)
        return None

    def iterated(self, evaluation: Evaluation, value: Value) -> Value | NotMine | None:
        known: Value | None = value
        for _ in range(MAX_DEREF):
            if known is None or known[0] != "inst":
                return None
            found = self._parameters.of_instance(evaluation, known, "::Item")
            if found is not None:
                return found
            known = evaluation.generics.concrete(self._parameters.of_instance(evaluation, known, "::Target"))
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
            output = self._parameters.of_instance(evaluation, known, "::Output")
            return output if output is not None else value
        return value
