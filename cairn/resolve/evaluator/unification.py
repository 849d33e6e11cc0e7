"""Unification: type parameters, as values tell them."""

from __future__ import annotations

from cairn.resolve.evaluator.part import Part, Parts
from cairn.resolve.evaluator.signatures import parameter_at
from cairn.semantics.expressions import UNKNOWN
from cairn.semantics.kinds import FIELD
from cairn.semantics.places import Place
from cairn.semantics.values import (
    Alternatives,
    Args,
    Env,
    Instance,
    Object,
    Told,
    Value,
    has_free,
    substitute,
    union,
)


class Unification(Part):
    """A type that holds type parameters is matched with a value: `List<T>` with `List<Cart>` tells that `T` is `Cart`."""

    def connect(self, parts: Parts) -> None:
        super().connect(parts)
        self.calls = parts.calls
        self.classes = parts.classes
        self.containers = parts.containers
        self.expressions = parts.expressions
        self.functions = parts.functions
        self.generics = parts.generics
        self.members = parts.members
        self.types = parts.types

    def infer(self, unit: int, ordinal: int, env: Env, place: Place, args: tuple[int, ...]) -> Env:
        """The type parameters of a function as its arguments tell them: `T = Cart` for `first(carts)`."""
        entity = self.program.entity(unit, ordinal)
        found: Told = {}
        params = [p for p in entity.params if not (p is entity.params[0] and self.calls.is_receiver(unit, ordinal, p[0]))]
        source = self.program.unit(place.unit)
        for position, arg in enumerate(args):
            shape, is_rest = source.exprs[arg] if arg >= 0 else ("unknown",), False
            if shape[0] == "keyword":
                wanted = next((p[1] for p in params if p[0] == shape[1]), -1)
            else:
                wanted, is_rest = parameter_at(params, position)
            if wanted < 0 or arg < 0:
                continue
            pattern = self.types.type_of(Place(unit, entity.home, entity.pos), wanted, env, ordinal)
            pattern = self.containers.element(pattern) if is_rest else pattern
            if has_free(pattern):
                self.unify(pattern, self.expressions.eval(place, arg), found)
        for name, bound in entity.type_params if found else ():
            if (
                bound >= 0
                and name in found
                and self.program.unit(unit).exprs[bound][0] in ("function", "subscript", "intersection")
            ):
                self.unify(self.types.type_of(Place(unit, entity.home, entity.pos), bound, env, ordinal), found[name], found)
        return tuple(found.items())

    def unify(self, pattern: Value | None, value: Value | None, found: Told) -> None:  # noqa: C901  # one case a kind of type
        """Match a type that holds type parameters with a value; what that tells is added to `found`."""
        if pattern is None or value is None:
            return
        if pattern[0] == "tv":
            found.setdefault(pattern[1], value)
        elif value[0] == "union":
            self._unify_each(pattern, value, found)
        elif pattern[0] == "inst" and value[0] in ("fn", "ref"):
            self.unify(self.functions.function_type(pattern), value, found)
        elif pattern[0] == "fty":
            self.unify(pattern[2], self._yielded(value, pattern[1]), found)
        elif pattern[0] in ("union", "all"):
            for item in pattern[1]:
                self.unify(item, value, found)
        elif pattern[0] == "tup" and value[0] == "tup":
            for left, right in zip(pattern[1], value[1], strict=False):
                self.unify(left, right, found)
        elif pattern[0] == "obj":
            self._unify_fields(pattern, value, found)
        elif pattern[0] == "cls" and value[0] in ("def", "cls"):
            made: Instance = ("inst", value[1], value[2], value[3] if value[0] == "cls" else ())
            self.unify(pattern[3][0] if pattern[3] else None, made, found)
        elif pattern[0] == "inst" and value[0] == "inst":
            if (pattern[1], pattern[2]) == (value[1], value[2]):
                for left, right in zip(pattern[3], value[3], strict=False):
                    self.unify(left, right, found)
            elif pattern[3]:
                self._unify_base(pattern, value, found)

    def _yielded(self, function: Value, params: Args) -> Value | None:
        """The value that a function of any kind yields when it is called with values of these types."""
        if function[0] == "ref":
            return self.functions.referenced(function, params)
        if function[0] == "fn":
            return self.calls.closure_value(function)
        if function[0] in ("def", "meth"):
            return self.calls.call(function, Place(function[1], 0, 0), ())
        return function[2] if function[0] == "fty" else None

    def _unify_base(self, pattern: Instance, value: Instance, found: Told) -> None:
        """Match `Iterable<T>` with `List<Cart>`, a value of a class below it; with the elements of one that is not below."""
        env = tuple(zip(self.generics.parameters(value[1], value[2]), value[3], strict=False))
        for unit, ordinal, args in self.classes.mro(value[1], value[2])[0]:
            if (unit, ordinal) == (pattern[1], pattern[2]):
                for left, right in zip(pattern[3], args, strict=False):
                    self.unify(left, substitute(right, env), found)
                return
        if len(pattern[3]) == 1:
            self.unify(pattern[3][0], self.containers.element(value), found)

    def _unify_each(self, pattern: Value, value: Alternatives, found: Told) -> None:
        """Match a type with each of several values: a type parameter is one of the types that they tell."""
        said: dict[str, list[Value | None]] = {}
        for item in value[1]:
            one: Told = {}
            self.unify(pattern, item, one)
            for name, known in one.items():
                said.setdefault(name, []).append(known)
        for name, values in said.items():
            whole = union(values)
            if whole is not None:
                found.setdefault(name, whole)

    def _unify_fields(self, pattern: Object, value: Value, found: Told) -> None:
        """Match the members of an object type with those of a value."""
        for name, _, _ in self.program.unit(pattern[1]).objects[pattern[3]]:
            wanted = self.members.value(pattern, name)
            if has_free(wanted):
                self.unify(wanted, self.members.value(value, name), found)

    def with_inferred_args(self, made: Instance, place: Place, args: tuple[int, ...]) -> Instance:
        """An instance whose type arguments are told by what its constructor is given."""
        names = self.generics.parameters(made[1], made[2])
        if not names or not args:
            return made
        if any(self.program.unit(place.unit).exprs[arg][0] == "keyword" for arg in args if arg >= 0):
            env = self._told_by_fields(made, place, args)
            return ("inst", made[1], made[2], tuple(env.get(name) for name in names)) if env else made
        if self.program.entity(made[1], made[2]).params:
            env = dict(self.infer(made[1], made[2], (), place, args))
            return ("inst", made[1], made[2], tuple(env.get(name) for name in names)) if env else made
        for constructor in self.program.unit(made[1]).traits.constructors:
            for ordinal in self.program.unit(made[1]).members.get(made[2], {}).get(constructor, ()):
                env = dict(self.infer(made[1], ordinal, (), place, args))
                if env:
                    return ("inst", made[1], made[2], tuple(env.get(name) for name in names))
        return made

    def _told_by_fields(self, made: Instance, place: Place, args: tuple[int, ...]) -> Told:
        """The type parameters of a class as the fields of a literal tell them: `T = int` for `Pair { first: 1 }`."""
        index, source = self.program.unit(made[1]), self.program.unit(place.unit)
        found: Told = {}
        for arg in args:
            shape = source.exprs[arg] if arg >= 0 else UNKNOWN
            if shape[0] != "keyword":
                continue
            for ordinal in index.members.get(made[2], {}).get(shape[1], ()):
                field = index.entities[ordinal]
                pattern = self.types.type_of(Place(made[1], field.home, field.pos), field.type, (), ordinal)
                if field.kind == FIELD and has_free(pattern):
                    self.unify(pattern, self.expressions.eval(place, shape[2]), found)
        return found
