"""What an expression, a type or a name means: the shared evaluator of the resolver."""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from cairn.facts import Binding, Import
from cairn.languages.values import Env, Value, has_free, has_holes, substitute, union
from cairn.resolve import linked, pointers, structure
from cairn.resolve.functions import Functions
from cairn.resolve.program import CALLABLE_KINDS, CLASS_KINDS, Entry, Program, UnitIndex

MAX_DEPTH = 40  # of evaluation: what lies deeper cannot be told
MAX_ENTRIES = 8  # bindings of one name in one scope that are tried, the likeliest first (guess)
MAX_RETURNS = 8  # return statements that are looked at to infer what a function yields


class Place(NamedTuple):
    """Where an expression stands."""

    unit: int
    scope: int
    pos: int


class Evaluator(Functions):
    """Evaluates expressions and types of a program; every answer is remembered.

    `weak` is set when an answer rests on something inferred rather than written down: a function's
    body, a default value, one of several alternatives.
    """

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.weak = False
        linked.prepare(self)

    # Names

    def find_entry(self, unit: UnitIndex, name: str, scope: int, pos: int) -> tuple[list[Entry], int] | None:
        """What a name is bound to, most likely first, and the scope that binds it."""
        first, here = True, scope
        sees_classes, sees_inherited = unit.rules.sees_class_scope, unit.rules.sees_inherited
        owners_around = unit.rules.owners_around
        while here >= 0:
            kind, parent = unit.scopes[here][0], unit.scopes[here][1]
            if first or kind != "class" or sees_classes:
                entries = unit.names[here].get(name) if here in unit.names else None
                if entries:
                    ordered = self._by_likelihood(unit, entries, here, scope, pos)
                    if ordered:
                        return ordered, here
                if kind == "class" and sees_inherited and (inherited := self.inherited(unit, here, name)) is not None:
                    return [inherited], here
            if kind == "function" and owners_around and (owned := unit.rules.owner_entry(self, unit, here, name)) is not None:
                return [owned], here
            if kind not in ("narrow", "block", "comprehension"):
                first = False
                if kind == "namespace" and unit.rules.closed_namespaces:
                    return None
            here = parent
        return None

    def _by_likelihood(self, unit: UnitIndex, entries: list[Entry], binding_scope: int, scope: int, pos: int) -> list[Entry]:
        if len(entries) == 1 and (unit.rules.scope_order == "hoist" or entries[0].tag != "b"):
            return entries
        if unit.rules.scope_order == "order":
            self.is_positional = True
            before = [e for e in entries if e.pos < pos or e.tag != "b"]
            return before[::-1]
        if unit.function_scope(binding_scope) != unit.function_scope(scope):
            return entries[: -MAX_ENTRIES - 1 : -1]
        self.is_positional = True
        here = bisect_right(entries, pos, key=attrgetter("pos"))
        later = [e for e in entries[here : here + MAX_ENTRIES] if e.tag != "b"]  # a variable has no value before it is bound
        return entries[max(here - MAX_ENTRIES, 0) : here][::-1] + later

    def lookup(self, place: Place, name: str) -> Value | None:
        """What a name means at a place; a constant is itself, not its value."""
        unit = self.program.unit(place.unit)
        found = self.find_entry(unit, name, place.scope, place.pos)
        if found is None:
            rules = self.rules(unit)
            if rules.names_type_parameters and (parameter := self.type_parameter(place, name, -1)) is not None:
                return ("type1", parameter[0]) if parameter[0] is not None else None
            return self._or_linked(place, name, rules.name_at(self, place, name))
        entries, scope = found
        for entry in entries:
            value = self.entry_value(place.unit, entry)
            if value is not None:
                return value
            if self.is_cut:  # what a long chain of assignments began with: others would be followed as far, again and again
                return None
        if unit.scopes[scope][0] == "narrow":  # a guard that says nothing: the name is what it is outside
            return self.lookup(Place(place.unit, unit.scopes[scope][1], place.pos), name)
        return None

    def entry_value(self, unit: int, entry: Entry) -> Value | None:
        """What one binding of a name means."""
        if entry.tag == "e":
            return ("def", unit, entry.number)
        if entry.tag == "i":
            return self.import_value(unit, entry.number)
        if entry.tag == "m":
            return ("def", *entry.number)  # type: ignore[misc]  # of an inherited name: unit and ordinal
        return self.binding_value(unit, entry.number)

    def import_value(self, unit: int, number: int) -> Value | None:
        """What an import binds."""
        index = self.program.unit(unit)
        return self.remember(("i", unit, number), lambda: self._import_value(index, index.imports[number]))

    def _import_value(self, index: UnitIndex, imported: Import) -> Value | None:
        value = self.rules(index).import_value(self, index.number, imported)
        if (value is not None and value[0] != "ext") or not linked.has_libraries(self, index.number):
            return value
        return linked.imported_value(self, index.number, imported) or value

    def library_value(self, unit: int, imported: Import) -> Value | None:
        """What an import in a unit means in another source, for rules that look for more than its value."""
        return linked.imported_value(self, unit, imported) if linked.has_libraries(self, unit) else None

    def _or_linked(self, place: Place, name: str, value: Value | None) -> Value | None:
        """What a name means by itself, else what it means in a library."""
        if (value is not None and value[0] != "ext") or not linked.has_libraries(self, place.unit):
            return value
        return linked.outer_value(self, place.unit, name) or value

    def binding_value(self, unit: int, number: int) -> Value | None:
        """The value of a variable, parameter or field as one binding gives it."""
        return self.remember(("b", unit, number), lambda: self._binding_value(unit, self.program.unit(unit).bindings[number]))

    def _binding_value(self, unit: int, binding: Binding) -> Value | None:
        index = self.program.unit(unit)
        place = Place(unit, binding.scope, binding.pos)
        if binding.type >= 0:
            declared = self.type_of(place, binding.type)
            if declared is not None and binding.how == "narrow" and declared[0] == "tup":
                return union(list(declared[1]))
            if declared is not None:
                return self._filled(place, declared, binding.value) if self.rules(index).fills_holes else declared
        if binding.how == "param":
            own = self._self_parameter(index, binding)
            if own is not None:
                return own
            if binding.value >= 0 and index.exprs[binding.value][0] not in ("x", "X", "par"):
                self.weak = True
        return self.eval(place, binding.value) if binding.value >= 0 else None

    def _filled(self, place: Place, declared: Value, value: int) -> Value:
        """A declared type; what it leaves open is told by the value."""
        if declared[0] != "inst" or value < 0 or None not in declared[3]:
            return declared
        given = self.eval(place, value)
        if given is None or given[:3] != declared[:3]:
            return declared
        return (*declared[:3], tuple(a if a is not None else b for a, b in zip(declared[3], given[3], strict=False)))

    def _self_parameter(self, index: UnitIndex, binding: Binding) -> Value | None:
        if not self.rules(index).self_parameter or binding.type >= 0:
            return None
        ordinal = index.scope_entity[binding.scope]
        if ordinal <= 0:
            return None
        entity = index.entities[ordinal]
        if entity.kind != "method" or not entity.params or entity.params[0][0] != binding.name or "staticmethod" in entity.flags:
            return None
        if "classmethod" in entity.flags or entity.name in ("__new__", "__init_subclass__", "__class_getitem__"):
            return ("type1", ("tv", "Self", index.number, entity.parent))
        return ("tv", "Self", index.number, entity.parent)

    # Expressions

    def eval(self, place: Place, expr: int) -> Value | None:
        """The value of an expression; a name of a constant or a property yields what it holds."""
        if expr < 0 or self.depth > MAX_DEPTH:
            self.cut(-1) if expr >= 0 else None
            return None
        shape = self.program.unit(place.unit).exprs[expr]
        method = _EVALUATORS.get(shape[0])
        if method is None:
            return None
        self.depth += 1
        try:
            return method(self, place, shape)
        finally:
            self.depth -= 1

    def _eval_name(self, place: Place, shape: Any) -> Value | None:
        found = self.lookup(place, shape[1])
        value = self.held(found)
        if value is not found and has_free(value) and self.rules(self.program.unit(place.unit)).sees_inherited:
            return self.seen_from(place, found, value)  # type: ignore[arg-type]  # what holds a value is a definition
        return value

    def _eval_member(self, place: Place, shape: Any) -> Value | None:
        owner = self.owner_value(place, shape[1])
        return self.member_value(owner, shape[2]) if owner is not None else None

    def owner_value(self, place: Place, expr: int) -> Value | None:
        """What a member is taken from; a name of a function may also be one of a module."""
        owner = self.eval(place, expr)
        if owner is not None and owner[0] == "def" and self.program.entity(owner[1], owner[2]).kind in CALLABLE_KINDS:
            return self.rules(self.program.unit(place.unit)).container(self, place, expr) or owner
        return owner

    def callee_value(self, place: Place, expr: int) -> Value | None:
        """What is called."""
        shape = self.program.unit(place.unit).exprs[expr]
        if shape[0] != "a":
            return self.eval(place, expr)
        owner = self.owner_value(place, shape[1])
        return self.member_value(owner, shape[2], True) if owner is not None else None

    def _eval_call(self, place: Place, shape: Any) -> Value | None:
        special = self.rules(self.program.unit(place.unit)).special_call(self, place, shape)
        if special is not False:
            return special  # type: ignore[return-value]  # True is never returned
        callee = self.callee_value(place, shape[1])
        return self.call(callee, place, tuple(shape[2])) if callee is not None else None

    def _eval_make(self, place: Place, shape: Any) -> Value | None:
        made = self.type_of(place, shape[1])
        if made is None and self.rules(self.program.unit(place.unit)).make_member:
            return structure.made(self, place, shape[1], tuple(shape[2]))
        if made is not None and made[0] == "inst" and not made[3]:
            return self.with_inferred_args(made, place, tuple(shape[2]))
        return made

    def _eval_subscript(self, place: Place, shape: Any) -> Value | None:
        owner = self.eval(place, shape[1])
        if owner is None:
            return None
        if owner[0] in ("def", "cls") and self.is_class(owner):
            return ("cls", owner[1], owner[2], tuple(self.type_of(place, arg) for arg in shape[2]))
        if owner[0] in ("def", "meth") and self.program.entity(owner[1], owner[2]).type_params:
            return structure.applied(self, place, owner, tuple(shape[2]))
        if owner[0] == "meth" or owner[0] == "ext" or (owner[0] == "def" and not self.is_class(owner)):
            return owner
        return self.subscript(owner, place, tuple(shape[2]))

    def _eval_literal(self, place: Place, shape: Any) -> Value | None:
        unit = self.program.unit(place.unit)
        return self.builtin(unit.family, self.rules(unit).literal_type(shape[1]), ())

    def _eval_sequence(self, place: Place, shape: Any) -> Value | None:
        unit = self.program.unit(place.unit)
        kind = shape[2] if len(shape) > 2 else self.rules(unit).sequence_type
        return self.builtin(unit.family, kind, (self.eval(place, shape[1]),))

    def _eval_map(self, place: Place, shape: Any) -> Value | None:
        unit = self.program.unit(place.unit)
        return self.builtin(unit.family, self.rules(unit).map_type, (self.eval(place, shape[1]), self.eval(place, shape[2])))

    def _eval_tuple(self, place: Place, shape: Any) -> Value | None:
        return ("tup", tuple(self.eval(place, item) for item in shape[1]))

    def _eval_choice(self, place: Place, shape: Any) -> Value | None:
        values = [self.eval(place, item) for item in shape[1]]
        return union([value for value in values if not self.is_none(value)])

    def _eval_first(self, place: Place, shape: Any) -> Value | None:
        best: Value | None = None
        for item in shape[1]:
            value = self.eval(place, item)
            if value is not None and not has_holes(value):
                return value
            best = best or value
        return best

    def _eval_taken(self, place: Place, shape: Any) -> Value | None:
        return self.rules(self.program.unit(place.unit)).taken(self, place, shape)

    def _eval_type(self, place: Place, shape: Any) -> Value | None:
        for expr in shape[1:]:
            value = self.type_of(place, expr)
            if value is not None and value[0] == "inst":
                return ("cls", *value[1:])
            if value is not None and (value[0] == "xinst" or len(shape) == 2 or self.concrete(value) is not None):
                return ("ext", value[1]) if value[0] == "xinst" else ("type1", value)
        return None

    def _eval_path_name(self, place: Place, shape: Any) -> Value | None:
        return self._or_linked(place, shape[1], self.rules(self.program.unit(place.unit)).path_name(self, place, shape[1]))

    def _eval_own_type(self, place: Place, shape: Any) -> Value | None:
        value = self.rules(self.program.unit(place.unit)).self_value(self, place)
        return value if value is None or value[0] == "xinst" else ("cls", *value[1:]) if value[0] == "inst" else ("type1", value)

    def _eval_word_module(self, place: Place, shape: Any) -> Value | None:
        return self.rules(self.program.unit(place.unit)).word_module(self, place, shape[1])

    def _eval_awaited(self, place: Place, shape: Any) -> Value | None:
        value = self.eval(place, shape[1])
        return self.rules(self.program.unit(place.unit)).awaited(self, value)

    def _eval_unwrapped(self, place: Place, shape: Any) -> Value | None:
        value = self.eval(place, shape[1])
        return self.rules(self.program.unit(place.unit)).unwrapped(self, value)

    def _eval_inner(self, place: Place, shape: Any) -> Value | None:
        return self.eval(place, shape[1])

    def _eval_cast(self, place: Place, shape: Any) -> Value | None:
        return self.type_of(place, shape[1])

    def _eval_closure(self, place: Place, shape: Any) -> Value | None:
        unit = self.program.unit(place.unit)
        ordinal = unit.scope_entity[shape[1]]
        if ordinal > 0 and unit.entities[ordinal].kind in CALLABLE_KINDS and unit.entities[ordinal].scope == shape[1]:
            return ("def", place.unit, ordinal)
        return ("fn", place.unit, *shape[1:])

    def _eval_scoped(self, place: Place, shape: Any) -> Value | None:
        return self.eval(Place(place.unit, shape[1], place.pos), shape[2])

    def _eval_item(self, place: Place, shape: Any) -> Value | None:
        whole = self.eval(place, shape[1])
        return self.item(whole, shape[2])

    def _eval_element(self, place: Place, shape: Any) -> Value | None:
        return self.element(self.eval(place, shape[1]))

    def _eval_entered(self, place: Place, shape: Any) -> Value | None:
        return self.entered(self.eval(place, shape[1]), self.rules(self.program.unit(place.unit)))

    def _eval_binary(self, place: Place, shape: Any) -> Value | None:
        left = self.eval(place, shape[1])
        return left if left is not None else self.eval(place, shape[2])

    def _eval_arithmetic(self, place: Place, shape: Any) -> Value | None:
        left, right = self.eval(place, shape[1]), self.eval(place, shape[2])
        return self.rules(self.program.unit(place.unit)).arithmetic(self, left, right)

    def _eval_reference(self, place: Place, shape: Any) -> Value | None:
        return ("ref", place.unit, place.scope, place.pos, shape[1], shape[2])

    def _eval_expected(self, place: Place, shape: Any) -> Value | None:
        """The parameter of a closure, told by the overload that the closure is given to or the type it must have."""
        if shape[3] < 0:
            return self.expected_argument(place, shape[1], shape[2])
        outer = self.outside(place)
        wanted = self.expected_argument(outer, shape[1], shape[2], shape[4]) if shape[2] >= 0 else self.eval(outer, shape[1])
        wanted = self.function_type(wanted)
        return wanted[1][shape[3]] if wanted is not None and shape[3] < len(wanted[1]) else None

    def outside(self, place: Place) -> Place:
        """The place of the closure itself, for what stands in its scope."""
        return Place(place.unit, self.program.unit(place.unit).scopes[place.scope][1], place.pos)

    def _eval_argument(self, place: Place, shape: Any) -> Value | None:
        return self.eval(place, shape[2])

    def _eval_self(self, place: Place, shape: Any) -> Value | None:
        return self.rules(self.program.unit(place.unit)).self_value(self, place)

    def _eval_super(self, place: Place, shape: Any) -> Value | None:
        return self.super_at(place)

    def _eval_defined(self, place: Place, shape: Any) -> Value | None:
        return ("def", place.unit, shape[1])

    def _eval_parameter(self, place: Place, shape: Any) -> Value | None:
        """The parameter of a closure, told by the function that the closure is given to."""
        callee = self.callee_value(place, shape[1])
        wanted = self.concrete(self.parameter_type(callee, place, shape[2]))
        if wanted is not None and wanted[0] == "fty" and shape[3] < len(wanted[1]):
            env = callee[3] if callee is not None and callee[0] == "meth" else ()
            value = substitute(wanted[1][shape[3]], env)
            if callee is not None and callee[0] in ("def", "meth") and has_free(value) and not self.is_class(callee):
                value = substitute(value, self.infer(callee[1], callee[2], env, place, tuple(shape[4])))
            return value
        return None

    def super_at(self, place: Place) -> Value | None:
        """What `super` means at a place."""
        index = self.program.unit(place.unit)
        ordinal = index.class_around(place.scope)
        return ("super", place.unit, ordinal, ("tv", "Self", place.unit, ordinal)) if ordinal >= 0 else None

    def held(self, value: Value | None) -> Value | None:
        """What a constant or field holds; other values are themselves."""
        if value is not None and value[0] == "def":
            value = self.as_value(value)
            entity = self.program.entity(value[1], value[2])
            if entity.kind in ("constant", "field") and not ("variant" in entity.flags and entity.params):
                return self.remember(("h", value[1], value[2]), lambda: self._held(value[1], value[2]))
            if "singleton" in entity.flags:  # its name is its one instance
                return ("inst", value[1], value[2], ())
        return value

    def _held(self, unit: int, ordinal: int) -> Value | None:
        entity = self.program.entity(unit, ordinal)
        place = Place(unit, entity.home, entity.pos)
        if entity.type >= 0:
            return self.type_of(place, entity.type)
        if self.program.unit(unit).members.get(ordinal):
            return ("def", unit, ordinal)
        value = self.eval(place, entity.value)
        if value is None or self.is_none(value):
            others = self.program.unit(unit).fields.get(entity.parent, {}).get(entity.name, ())
            return union([self.binding_value(unit, number) for number in others[:MAX_RETURNS]])
        return value

    # Types

    def type_of(self, place: Place, expr: int, env: Env = (), owner: int = -1) -> Value | None:
        """The instance that a type expression describes; `owner` is the entity whose type parameters it may name."""
        if expr < 0 or self.depth > MAX_DEPTH:
            return None
        shape = self.program.unit(place.unit).exprs[expr]
        method = _TYPES.get(shape[0])
        if method is None:
            return None
        self.depth += 1
        try:
            return method(self, place, shape, env, owner)
        finally:
            self.depth -= 1

    def _type_name(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        name = shape[1]
        known = next((value for key, value in env if key == name), None)
        if known is not None:
            return known  # type: ignore[no-any-return]
        bound = self.type_parameter(place, name, owner)
        if bound is not None:
            return bound[0]
        found = self.lookup(place, name) if shape[0] == "n" else self._eval_path_name(place, shape)
        if found is not None and found[0] == "def" and not self.is_class(found):
            found = self.rules(self.program.unit(place.unit)).named_type(self, place, name, found)
        return self.instance_of(found, (), place, env) if found is not None else self._special(place, name, ())

    def _special(self, place: Place, name: str, args: tuple[Value | None, ...]) -> Value | None:
        special = self.rules(self.program.unit(place.unit)).special_type(self, name, args, place)
        return None if special is False or special is True else special

    def _type_member(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        special = self.rules(self.program.unit(place.unit)).type_member(self, place, shape, env, owner)
        if special is not False:
            return special  # type: ignore[return-value]  # True is never returned
        base = self.eval(place, shape[1])
        found = self.member_target(base, shape[2]) if base is not None else None
        return self.instance_of(found, (), place, env) if found is not None else None

    def _type_arguments(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        unit = self.program.unit(place.unit)
        base = unit.exprs[shape[1]]
        args = tuple(self.type_of(place, arg, env, owner) for arg in shape[2] if unit.exprs[arg][0] != "=")
        if base[0] in ("n", "N"):
            target = self.lookup(place, base[1]) if base[0] == "n" else self._eval_path_name(place, base)
            name = base[1]
        elif base[0] == "a":
            owner_value = self.eval(place, base[1])
            target, name = (self.member_target(owner_value, base[2]) if owner_value is not None else None), base[2]
        else:
            return self.type_of(place, shape[1], env, owner)
        if target is None:
            return self._special(place, name, args)
        made = self.instance_of(target, args, place, env)
        if len(args) == len(shape[2]) or made is None or made[0] != "inst":
            return made
        names, given = self.class_params(made[1], made[2]), list(args)
        given += [None] * (len(names) - len(given))
        for _, name, arg in (unit.exprs[arg] for arg in shape[2] if unit.exprs[arg][0] == "="):
            if "::" + name in names:
                given[names.index("::" + name)] = self.type_of(place, arg, env, owner)
        return (*made[:3], tuple(given))

    def instance_of(self, target: Value, args: tuple[Value | None, ...], place: Place, env: Env = ()) -> Value | None:
        """The instance that a name of a type, with its arguments, describes."""
        tag = target[0]
        if tag == "def":
            target = self.as_type(target)
            entity = self.program.entity(target[1], target[2])
            if entity.kind in CLASS_KINDS and entity.kind != "type":
                special = self.rules(self.program.unit(target[1])).special_class(self, target, args)
                return special if special is not False else ("inst", target[1], target[2], args)  # type: ignore[return-value]
            if "variant" in entity.flags:
                return self.held(target)
            if "distinct" in entity.flags:
                return ("inst", target[1], target[2], args)
            if entity.kind == "type" or entity.kind in ("constant", "field"):
                return self.alias(target[1], target[2], args)
            if entity.kind == "function" and self.rules(self.program.unit(target[1])).functions_make:
                return ("inst", target[1], target[2], ()) if self.has_attached(target[1], target[2]) else None
            return None
        if tag == "cls":
            return ("inst", *target[1:])
        if tag == "ext":
            special = self.rules(self.program.unit(place.unit)).special_external(self, target[1], args, place)
            return special if special is not False else ("xinst", target[1])  # type: ignore[return-value]
        if tag == "union":
            return union([self.instance_of(item, args, place, env) for item in target[1]])
        return target if tag in ("tv", "inst", "xinst", "obj", "fty") else None

    def alias(self, unit: int, ordinal: int, args: tuple[Value | None, ...]) -> Value | None:
        """The type that an alias stands for, its own type parameters replaced by `args`."""
        entity = self.program.entity(unit, ordinal)
        own = self.rules(self.program.unit(unit)).type_variable(self, unit, ordinal)
        if own is not None:
            return own
        expr = entity.value if entity.value >= 0 else entity.type
        if expr < 0:
            return ("inst", unit, ordinal, args) if entity.kind == "type" else None
        place = Place(unit, entity.home, entity.pos)
        env = tuple(zip((name for name, _ in entity.type_params), args, strict=False))
        if self.program.unit(unit).members.get(ordinal):
            return ("inst", unit, ordinal, args)
        once = partial(self.once, ("AA", unit, ordinal), lambda: self.type_of(place, expr, env, ordinal))
        return self.remember(("A", unit, ordinal, env), once)

    def _type_choice(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        return union([self.type_of(place, item, env, owner) for item in shape[1]])

    def _type_inner(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        return self.type_of(place, shape[1], env, owner)

    def _type_sequence(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        unit = self.program.unit(place.unit)
        kind = shape[2] if len(shape) > 2 else self.rules(unit).sequence_type
        return self.builtin(unit.family, kind, (self.type_of(place, shape[1], env, owner),))

    def _type_record(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        return ("rec", tuple(shape[1]), tuple(self.type_of(place, item, env, owner) for item in shape[2]))

    def _type_map(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        unit = self.program.unit(place.unit)
        args = (self.type_of(place, shape[1], env, owner), self.type_of(place, shape[2], env, owner))
        return self.builtin(unit.family, self.rules(unit).map_type, args)

    def _type_tuple(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        return ("tup", tuple(self.type_of(place, item, env, owner) for item in shape[1]))

    def _type_function(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        params = tuple(self.type_of(place, item, env, owner) for item in shape[1])
        return ("fty", params, self.type_of(place, shape[2], env, owner))

    def _type_literal(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        return (
            None
            if self.rules(self.program.unit(place.unit)).literal_type(shape[1]) == "None"
            else self._eval_literal(place, shape)
        )

    def _type_self(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        known = next((value for key, value in env if key == "Self"), None)
        return known if known is not None else self._eval_self(place, shape)

    def _type_call(self, place: Place, shape: Any, env: Env, owner: int) -> Value | None:
        return self.eval(place, shape[1]) if shape[0] == "Q" else None

    # Calls

    def call(self, callee: Value | None, place: Place, args: tuple[int, ...]) -> Value | None:
        """What a call yields."""
        if callee is None:
            return None
        if callee[0] == "type1":
            return callee[1]  # type: ignore[no-any-return]
        callee = self.concrete(callee)
        if callee is None:
            return None
        tag = callee[0]
        if tag == "union":
            self.weak = True
            return union([self.call(item, place, args) for item in callee[1]])
        if self.is_class(callee):
            made: Value = ("inst", callee[1], callee[2], callee[3] if tag == "cls" else ())
            if tag == "def" and self.program.entity(callee[1], callee[2]).kind == "type":
                return self.instance_of(callee, (), place)
            return made if made[3] else self.with_inferred_args(made, place, args)
        if tag == "def":
            return self.returned(callee[1], callee[2], (), place, args)
        if tag == "meth":
            return self.returned(callee[1], callee[2], callee[3], place, args)
        if tag == "fn":
            return self.closure_value(callee)
        if tag == "fty":
            return callee[2]  # type: ignore[no-any-return]
        if tag == "ext":
            return self.rules(self.program.unit(place.unit)).external_call(self, callee[1], place, args)
        if tag == "inst":
            if (below := self.underlying(callee)) is not callee:
                return self.call(below, place, args)
            rules = self.rules(self.program.unit(callee[1]))
            if not rules.call_member:
                return self.call(rules.pointee(self, callee), place, args)
            return self.call(self.member_value(callee, rules.call_member), place, args)
        if tag in ("obj", "all"):
            return self.call(structure.called(self, callee), place, args)
        return callee if tag == "xinst" else None

    def closure_value(self, closure: Value) -> Value | None:
        """What a closure yields: its one expression, or what its return statements give."""
        unit, scope, expr = closure[1:4]
        if expr >= 0:
            return self.eval(Place(unit, scope, self.program.unit(unit).scopes[scope][3]), expr)
        return self.remember(("L", unit, scope), lambda: self._inferred(unit, scope))

    def returned(self, unit: int, ordinal: int, env: Env, place: Place | None, args: tuple[int, ...]) -> Value | None:
        """What a function yields, its type parameters told by the receiver (`env`) and the arguments."""
        entity = self.program.entity(unit, ordinal)
        if "variant" in entity.flags:
            made = self.type_of(Place(unit, entity.home, entity.pos), entity.type, env, ordinal)
            return substitute(made, self.infer(unit, ordinal, env, place, args)) if place is not None else made
        if entity.kind in ("constant", "field"):
            held = self.held(("def", unit, ordinal))
            return self.call(held, place, args) if place is not None and held != ("def", unit, ordinal) else None
        if entity.returns < 0 and entity.type >= 0:
            value = self.call(self.type_of(Place(unit, entity.home, entity.pos), entity.type, env, ordinal), Place(unit, entity.home, entity.pos), ())
        elif entity.returns < 0:
            value = self.remember(("R", unit, ordinal), lambda: self._inferred_return(unit, ordinal))
            if value is not None:
                self.weak = True
        else:
            home = Place(unit, entity.home, entity.pos)
            value = self.type_of(home, entity.returns, env, ordinal)
        value = substitute(value, env)
        if value is not None and place is not None and has_free(value):
            value = substitute(value, self.infer(unit, ordinal, env, place, args))
        return self.rules(self.program.unit(unit)).finish_return(self, unit, ordinal, value)

    def _inferred_return(self, unit: int, ordinal: int) -> Value | None:
        index = self.program.unit(unit)
        entity = index.entities[ordinal]
        if entity.scope < 0:
            return None
        if entity.value >= 0:
            return self.eval(Place(unit, entity.scope, index.scopes[entity.scope][3]), entity.value)
        return self._inferred(unit, entity.scope)

    def _inferred(self, unit: int, scope: int) -> Value | None:
        index = self.program.unit(unit)
        numbers = index.returns.get(scope, [])
        if not numbers or len(numbers) > MAX_RETURNS:
            return None
        values: list[Value | None] = []
        yielded: list[Value | None] = []
        for number in numbers:
            binding = index.bindings[number]
            value = self.eval(Place(unit, binding.scope, binding.pos), binding.value)
            (yielded if binding.how == "yield" else values).append(None if self.is_none(value) else value)
        if yielded:
            return self.builtin(index.family, self.rules(index).generator_type, (union(yielded),))
        return union(values)

    def infer(self, unit: int, ordinal: int, env: Env, place: Place, args: tuple[int, ...]) -> Env:
        """Type parameters of a function as its arguments tell them."""
        entity = self.program.entity(unit, ordinal)
        found: dict[str, Value] = {}
        params = [p for p in entity.params if not (p is entity.params[0] and self.is_receiver(unit, ordinal, p[0]))]
        source = self.program.unit(place.unit)
        for position, arg in enumerate(args):
            shape, is_rest = source.exprs[arg] if arg >= 0 else ("?",), False
            if shape[0] == "=":
                wanted = next((p[1] for p in params if p[0] == shape[1]), -1)
            else:
                wanted, is_rest = structure.parameter_at(params, position)
            if wanted < 0 or arg < 0:
                continue
            pattern = self.type_of(Place(unit, entity.home, entity.pos), wanted, env, ordinal)
            pattern = self.element(pattern) if is_rest else pattern
            if has_free(pattern):
                self.unify(pattern, self.eval(place, arg), found)
        for name, bound in entity.type_params if found else ():
            if bound >= 0 and name in found and self.program.unit(unit).exprs[bound][0] in ("F", "i", "and"):
                self.unify(self.type_of(Place(unit, entity.home, entity.pos), bound, env, ordinal), found[name], found)
        return tuple(found.items())

    def unify(self, pattern: Value | None, value: Value | None, found: dict[str, Value]) -> None:  # noqa: C901  # one case a kind of type
        """Match a type that holds type parameters with a value."""
        if pattern is None or value is None:
            return
        tag = pattern[0]
        if tag == "tv":
            found.setdefault(pattern[1], value)
        elif value[0] == "union":
            structure.unify_each(self, pattern, value, found)
        elif tag == "inst" and value[0] in ("fn", "ref"):
            self.unify(self.function_type(pattern), value, found)
        elif tag == "fty":
            yielded = (
                self.referenced(value, pattern[1])
                if value[0] == "ref"
                else self.closure_value(value)
                if value[0] == "fn"
                else self.call(value, Place(0, 0, 0), ())
                if value[0] in ("def", "meth")
                else None
            )
            if value[0] == "fty":
                yielded = value[2]
            self.unify(pattern[2], yielded, found)
        elif tag == "union":
            for item in pattern[1]:
                self.unify(item, value, found)
        elif tag == "tup" and value[0] == "tup":
            for left, right in zip(pattern[1], value[1], strict=False):
                self.unify(left, right, found)
        elif tag == "obj":
            structure.unify_fields(self, pattern, value, found)
        elif tag == "all":
            for item in pattern[1]:
                self.unify(item, value, found)
        elif tag == "cls" and value[0] in ("def", "cls"):
            self.unify(
                pattern[3][0] if pattern[3] else None, ("inst", value[1], value[2], value[3] if value[0] == "cls" else ()), found
            )
        elif tag == "inst" and value[0] == "inst":
            if (pattern[1], pattern[2]) == (value[1], value[2]):
                for left, right in zip(pattern[3], value[3], strict=False):
                    self.unify(left, right, found)
            elif pattern[3]:
                self._unify_base(pattern, value, found)

    def _unify_base(self, pattern: Value, value: Value, found: dict[str, Value]) -> None:
        """Match a type with a value of a class below it; with the elements of one that is not."""
        env = tuple(zip(self.class_params(value[1], value[2]), value[3], strict=False))
        for unit, ordinal, args in self.mro(value[1], value[2])[0]:
            if (unit, ordinal) == (pattern[1], pattern[2]):
                for left, right in zip(pattern[3], args, strict=False):
                    self.unify(left, substitute(right, env), found)
                return
        if len(pattern[3]) == 1:
            self.unify(pattern[3][0], self.element(value), found)

    def with_inferred_args(self, made: Value, place: Place, args: tuple[int, ...]) -> Value:
        """An instance whose type arguments are told by what its constructor is given."""
        names = self.class_params(made[1], made[2])
        if not names or not args:
            return made
        if any(self.program.unit(place.unit).exprs[arg][0] == "=" for arg in args if arg >= 0):
            env = self._told_by_fields(made, place, args)
            return ("inst", made[1], made[2], tuple(env.get(name) for name in names)) if env else made
        if self.program.entity(made[1], made[2]).params:
            env = dict(self.infer(made[1], made[2], (), place, args))
            return ("inst", made[1], made[2], tuple(env.get(name) for name in names)) if env else made
        for constructor in self.rules(self.program.unit(made[1])).constructors:
            for ordinal in self.program.unit(made[1]).members.get(made[2], {}).get(constructor, ()):
                env = dict(self.infer(made[1], ordinal, (), place, args))
                if env:
                    return ("inst", made[1], made[2], tuple(env.get(name) for name in names))
        return made

    def _told_by_fields(self, made: Value, place: Place, args: tuple[int, ...]) -> dict[str, Value]:
        """Type parameters of a class as the fields that a literal of it names tell them."""
        index, source = self.program.unit(made[1]), self.program.unit(place.unit)
        found: dict[str, Value] = {}
        for arg in args:
            shape = source.exprs[arg] if arg >= 0 else ("?",)
            for ordinal in index.members.get(made[2], {}).get(shape[1], ()) if shape[0] == "=" else ():
                field = index.entities[ordinal]
                pattern = self.type_of(Place(made[1], field.home, field.pos), field.type, (), ordinal)
                if field.kind == "field" and has_free(pattern):
                    self.unify(pattern, self.eval(place, shape[2]), found)
        return found

    def parameter_type(self, callee: Value | None, place: Place, position: int, args: tuple[int, ...] = ()) -> Value | None:
        """The type of a parameter of what is called; `args` tell type parameters where they are known."""
        if callee is not None and callee[0] == "fty":
            return callee[1][position] if position < len(callee[1]) else None
        if callee is not None and callee[0] in ("inst", "obj", "all"):
            callee = structure.called(self, callee)
        if callee is None or callee[0] not in ("def", "meth", "cls", "fty"):
            return None
        if callee[0] == "fty":
            return self.parameter_type(callee, place, position)
        if self.is_class(callee):
            for constructor in self.rules(self.program.unit(callee[1])).constructors:
                for ordinal in self.program.unit(callee[1]).members.get(callee[2], {}).get(constructor, ()):
                    env = tuple(zip(self.class_params(callee[1], callee[2]), callee[3], strict=False)) if callee[0] == "cls" else ()
                    return self.parameter_type(("meth", callee[1], ordinal, env), place, position, args)
            return None
        env = callee[3] if callee[0] == "meth" else ()
        entity = self.program.entity(callee[1], callee[2])
        params = [p for p in entity.params if not (p is entity.params[0] and self.is_receiver(callee[1], callee[2], p[0]))]
        wanted, is_rest = structure.parameter_at(params, position)
        value = self.type_of(Place(callee[1], entity.home, entity.pos), wanted, env, callee[2])
        if args and has_free(value):
            value = substitute(value, self.infer(callee[1], callee[2], env, place, args))
        return self.element(value) if is_rest else value

    def is_receiver(self, unit: int, ordinal: int, name: str) -> bool:
        """Whether the first parameter of a function is the instance it belongs to."""
        entity = self.program.entity(unit, ordinal)
        index = self.program.unit(unit)
        return entity.kind == "method" and self.rules(index).self_parameter and "staticmethod" not in entity.flags


_EVALUATORS = {
    "n": Evaluator._eval_name, "a": Evaluator._eval_member, "c": Evaluator._eval_call, "w": Evaluator._eval_make,
    "i": Evaluator._eval_subscript, "l": Evaluator._eval_literal, "s": Evaluator._eval_sequence, "d": Evaluator._eval_map,
    "t": Evaluator._eval_tuple, "o": Evaluator._eval_choice, "e": Evaluator._eval_awaited, "q": Evaluator._eval_unwrapped,
    "*": Evaluator._eval_inner, "k": Evaluator._eval_cast, "L": Evaluator._eval_closure, "S": Evaluator._eval_scoped,
    "r": Evaluator._eval_item, "v": Evaluator._eval_element, "y": Evaluator._eval_entered, "B": Evaluator._eval_binary,
    "=": Evaluator._eval_argument, "p": Evaluator._eval_self, "P": Evaluator._eval_super, "f": Evaluator._eval_defined,
    "x": Evaluator._eval_parameter, "X": Evaluator._eval_expected, "A": Evaluator._eval_arithmetic, "M": Evaluator._eval_reference,
    "O": Evaluator._eval_first, "u": Evaluator._eval_taken, "T": Evaluator._eval_type,
    "N": Evaluator._eval_path_name, "C": Evaluator._eval_own_type, "m": Evaluator._eval_word_module,
}  # fmt: skip

_TYPES = {
    "n": Evaluator._type_name, "a": Evaluator._type_member, "i": Evaluator._type_arguments, "o": Evaluator._type_choice,
    "*": Evaluator._type_inner, "k": Evaluator._type_inner, "s": Evaluator._type_sequence, "d": Evaluator._type_map,
    "t": Evaluator._type_tuple, "F": Evaluator._type_function, "l": Evaluator._type_literal, "p": Evaluator._type_self,
    "Q": Evaluator._type_call, "N": Evaluator._type_name, "C": Evaluator._type_self, "{": Evaluator._type_record,
}  # fmt: skip

_EVALUATORS |= structure.EVALUATORS | pointers.EVALUATORS
_TYPES |= structure.TYPES | pointers.TYPES

__all__ = ["CALLABLE_KINDS", "Evaluator", "Place"]
