"""Members of classes, objects and modules: what stands behind a dot."""

from __future__ import annotations

from typing import Literal

from cairn.resolve.evaluator.part import Part, Parts
from cairn.semantics.flags import ACCESSOR, ASSOCIATED, VARIANT
from cairn.semantics.kinds import CALLABLE_KINDS, CLASS_KINDS, CONSTANT, FIELD, FUNCTION, METHOD, TYPE
from cairn.semantics.places import Found, MemberFound, Place
from cairn.semantics.questions import question
from cairn.semantics.values import (
    Args,
    ClassObject,
    Definition,
    Env,
    Instance,
    Super,
    Told,
    Value,
    substitute,
    union,
)

MAX_FIELD_VALUES = 5  # assignments of one attribute that are evaluated


# The own member of a class, as in a Found.
_Own = tuple[Literal["entity", "binding"], int, tuple[int, ...]]


class Members(Part):
    """A member is found first (`find`), and then read (`value`) or taken as it is (`target`)."""

    def connect(self, parts: Parts) -> None:
        super().connect(parts)
        self.bindings = parts.bindings
        self.calls = parts.calls
        self.classes = parts.classes
        self.containers = parts.containers
        self.expressions = parts.expressions
        self.generics = parts.generics
        self.libraries = parts.libraries
        self.objects = parts.objects
        self.scopes = parts.scopes
        self.types = parts.types
        self.unification = parts.unification

    def of_class(
        self, unit: int, ordinal: int, name: str, args: Args, own: Value, skip: int = 0, called: bool = False
    ) -> Found | None:
        """A member of a class or of those above it; `skip` leaves out the first classes of the order."""
        order, _ = self.classes.mro(unit, ordinal)
        mixins = self.program.unit(unit).roles.mixins
        if mixins is not None:
            order = mixins.order(self.evaluation, unit, ordinal, order)
            skip = [row[:2] for row in order].index((unit, ordinal)) + skip if skip else 0
        start = tuple(zip(self.generics.parameters(unit, ordinal), args, strict=False)) if args else ()
        for u, o, class_args in order[skip:]:
            found = self._own_member(u, o, name, called)
            if found is not None:
                known = tuple(substitute(arg, start) for arg in class_args) if start else class_args
                env = tuple(pair for pair in zip(self.generics.parameters(u, o), known, strict=False) if pair[1] is not None)
                if found[0] == "entity" and self.program.entity(found[1], found[2][-1]).owner >= 0:
                    env = (*self._owner_env(found[1], found[2][-1], own, ("inst", u, o, known)), *env)
                return Found(found[0], found[1], found[2], (*env, ("Self", own)))
        return None

    def _owner_env(self, unit: int, ordinal: int, own: Value, receiver: Value) -> Env:
        """The type parameters of a member that is attached from outside, `impl<T> Stack<T>`, as its receiver tells them."""
        entity = self.program.entity(unit, ordinal)
        if not entity.type_params:
            return ()
        pattern = self.owner_type(unit, ordinal)
        found: Told = {}
        self.unification.unify(pattern, own if pattern is not None and pattern[0] == "tv" else receiver, found)
        return tuple(found.items())

    @question
    def owner_type(self, unit: int, ordinal: int) -> Value | None:
        """The type that a definition is attached to from outside: `Stack<T>` of `impl<T> Stack<T> { fn push(..) }`."""
        entity = self.program.entity(unit, ordinal)
        place = Place(unit, entity.home, entity.pos)
        return self.types.type_of(place, entity.owner, (), ordinal)

    def variants(self, unit: int, ordinal: int) -> tuple[tuple[int, int], ...]:
        """The definitions that take the place of one in other builds: `open` of `open_unix.go` and of `open_windows.go`."""
        variants = self.program.unit(unit).roles.variants
        return variants.variants(self.evaluation, unit, ordinal) if variants is not None else ()

    def _own_member(self, unit: int, ordinal: int, name: str, called: bool = False) -> _Own | None:
        index = self.program.unit(unit)
        if index.traits.fields_apart:
            found = self._apart(unit, ordinal, name, called)
            numbers = index.fields[ordinal].get(name) if found is None and not called and ordinal in index.fields else None
            return ("binding", unit, tuple(numbers)) if numbers else found
        ordinals = index.members[ordinal].get(name) if ordinal in index.members else None
        if ordinals:
            return "entity", unit, tuple(ordinals)
        extra = self.program.extra_members.get((unit, ordinal), {}).get(name)
        if extra:
            return "entity", extra[0][0], tuple(o for u, o in extra if u == extra[0][0])
        numbers = index.fields[ordinal].get(name) if ordinal in index.fields else None
        return ("binding", unit, tuple(numbers)) if numbers else None

    def _apart(self, unit: int, ordinal: int, name: str, called: bool) -> _Own | None:
        """A member where fields and methods may share a name: a call means a method, or a class that makes an instance."""
        both = [(unit, o) for o in self.program.unit(unit).members.get(ordinal, {}).get(name, ())]
        both += self.program.extra_members.get((unit, ordinal), {}).get(name, ())
        if not both:
            return None
        entities = [(u, o, self.program.entity(u, o)) for u, o in both]
        chosen = [(u, o) for u, o, e in entities if (e.kind in CALLABLE_KINDS) == called]
        if not chosen:
            chosen = [(u, o) for u, o, e in entities if not called or e.kind in CLASS_KINDS or VARIANT in e.flags]
        chosen.sort(key=lambda row: bool(self.program.entity(*row).stands_for))  # the file of the type's own, of several
        return ("entity", chosen[0][0], tuple(o for u, o in chosen if u == chosen[0][0])) if chosen else None

    def has_attached(self, unit: int, ordinal: int) -> bool:
        """Whether a function has members like a class: `Cart.prototype.total = function () {...}`."""
        index = self.program.unit(unit)
        members = index.members.get(ordinal, {}).values()
        return any(index.entities[n].owner >= 0 for numbers in members for n in numbers)

    def find(self, owner: Value, name: str, called: bool = False) -> MemberFound:
        """The definitions of a member of a class, or the value of one that has none."""
        return self._find(owner, name, called)

    @question
    def _find(self, owner: Value, name: str, called: bool) -> MemberFound:
        own = owner
        if owner[0] in ("tv", "type1", "proj"):
            known = self.generics.concrete(owner)
            if known is None:
                return None
            if owner[0] == "type1" and owner[1] is not None:
                own = owner[1]
            owner = known
        if owner[0] == "inst":
            return self._of_instance(owner, name, own, called)
        if owner[0] == "cls":
            return self._of_class_object(owner, name, own, called)
        if owner[0] == "def":
            return self._of_definition(owner, name, called)
        if owner[0] == "super":
            return self._of_super(owner, name)
        if owner[0] == "all":
            return self.objects.member_of_all(owner, name, own, called)
        return self._plain_member(owner, name)

    def _plain_member(self, owner: Value, name: str) -> MemberFound:
        """A member of a value that no definition describes."""
        if owner[0] == "obj":
            return self.objects.member(owner, name)
        if owner[0] == "tup":
            return self.containers.item(owner, int(name)) if name.isdigit() else None
        if owner[0] == "rec":
            return owner[2][owner[1].index(name)] if name in owner[1] else None
        if owner[0] == "mod":
            return self.of_module(owner[1], name)
        if owner[0] == "pkg":
            return self.program.roles_at(owner[2]).modules.package_member(self.evaluation, owner[1], name)
        if owner[0] == "ext":
            return ("ext", owner[1] + ("." if "#" in owner[1] else "#") + name)
        return ("xinst", owner[1]) if owner[0] == "xinst" else None

    def _of_instance(self, owner: Instance, name: str, own: Value, called: bool) -> MemberFound:
        found: MemberFound = self.of_class(owner[1], owner[2], name, owner[3], own, called=called)
        found = found or self.program.unit(owner[1]).roles.members.late_member(self.evaluation, owner, name, called)
        found = found or self._from_outside(owner[1], owner[2])
        return found if found is not None else self._member_below(owner, name)

    def _of_class_object(self, owner: ClassObject, name: str, own: Value, called: bool) -> MemberFound:
        instance: Value = own if own[0] == "tv" else ("inst", *owner[1:])
        found = self.of_class(owner[1], owner[2], name, owner[3], instance, called=called)
        return found or self._from_outside(owner[1], owner[2])

    def _of_super(self, owner: Super, name: str) -> MemberFound:
        found = self.of_class(owner[1], owner[2], name, (), owner[3], skip=1)
        mixins = self.program.unit(owner[1]).roles.mixins
        return found or (mixins.super_method(self.evaluation, owner[1], owner[2], name) if mixins is not None else None)

    def _of_definition(self, owner: Definition, name: str, called: bool) -> MemberFound:
        if self.classes.is_class(owner):
            instance: Instance = ("inst", owner[1], owner[2], ())
            member = self.of_class(owner[1], owner[2], name, (), instance, called=called)
            return member if member is not None else self._of_alias(owner, name, called)
        index = self.program.unit(owner[1])
        special = index.roles.modules.before(self.evaluation, owner[1], owner[2], name)
        if special is not None:
            return special
        ordinal = owner[2]
        found = self._own_member(owner[1], index.namespaces.get(ordinal, ordinal), name)
        if found is None or (found[0] == "entity" and self._is_inside(owner, found[2][-1])):
            return self._of_content(owner, name)
        return Found(found[0], found[1], found[2], ())

    def _of_alias(self, owner: Definition, name: str, called: bool) -> MemberFound:
        """A member of the class that an alias stands for."""
        if self.program.entity(owner[1], owner[2]).kind != TYPE:
            return None
        aliased = self.types.alias(owner[1], owner[2], ())
        if aliased is None or aliased[0] != "inst" or aliased[1:3] == owner[1:3]:
            return None
        return self.find(("cls", *aliased[1:]), name, called)

    def _is_inside(self, owner: Definition, ordinal: int) -> bool:
        """Whether a definition stands in the body of a function, so that it is no member of it."""
        index = self.program.unit(owner[1])
        entity = index.entities[owner[2]]
        return entity.kind in CALLABLE_KINDS and index.entities[ordinal].parent == owner[2] and index.entities[ordinal].owner < 0

    def _of_content(self, owner: Definition, name: str) -> MemberFound:
        """A member of the value that a constant with members of its own is made from: of `b`, for `const a = { ...b }`."""
        entity = self.program.entity(owner[1], owner[2])
        if entity.kind not in (CONSTANT, FIELD) or entity.value < 0:
            return None
        value = self.expressions.eval(Place(owner[1], entity.home, entity.pos), entity.value)
        return self.find(value, name) if value is not None and value[0] == "obj" else None

    def _member_below(self, owner: Instance, name: str) -> MemberFound:
        """A member of the type that a type of its own is made of: of `[]string`, for Go's `type Names []string`."""
        below = self.types.underlying(owner)
        return self.find(below, name) if below is not None and below is not owner else None

    @question
    def _from_outside(self, unit: int, ordinal: int) -> Value | None:
        """The value of any name that a class lacks, if a base of it is no indexed source's and so may have the name."""
        for u, o, _ in self.classes.mro(unit, ordinal)[0]:
            for base in self.classes.bases(u, o):
                if base is not None and base[0] == "ext":
                    return ("xinst", base[1])
        return None

    @question
    def of_module(self, unit: int, name: str) -> Value | None:
        """The meaning of a name of a module: `total` of `shop.total` after `import shop`."""
        index = self.program.unit(unit)
        special = index.roles.modules.before(self.evaluation, unit, 0, name)
        if special is not None:
            return special
        for entry in reversed(index.names[0].get(name, ()) if 0 in index.names else ()):
            value = self.scopes.entry_value(unit, entry)
            if value is not None and not self.classes.is_none(value):
                return value
        late = index.roles.modules.behind(self.evaluation, unit, name)
        return self.libraries.outer_value(unit, name) if late is None and self.libraries.has(unit) else late

    def target(self, owner: Value, name: str) -> Value | None:
        """A member itself: the method or the field `total`, not the value that it holds."""
        if owner[0] == "union":
            return union([self.target(item, name) for item in owner[1]])
        found = self.find(owner, name)
        if not isinstance(found, Found):
            return found
        if found.tag == "entity":
            ordinal = self.pick(found)
            kind = self.program.entity(found.unit, ordinal).kind
            return ("meth", found.unit, ordinal, found.env) if kind in (METHOD, FUNCTION) else ("def", found.unit, ordinal)
        return self.field_value(found)

    def pick(self, found: Found) -> int:
        """The definition that counts, of several of a name: the last, but the getter of a property, and a type's own."""
        entities = self.program.unit(found.unit).entities
        plain = [n for n in found.numbers if ACCESSOR not in entities[n].flags]
        plain = [n for n in plain if not entities[n].stands_for] or plain
        return (plain or found.numbers)[-1]

    def value(self, owner: Value, name: str, called: bool = False) -> Value | None:
        """The value that reading a member yields: `total` of `cart.total`, the method if it is one."""
        if owner[0] == "union":
            self.memory.weak = True
            return union([self.value(item, name, called) for item in owner[1]])
        found = self.find(owner, name, called)
        if not isinstance(found, Found):
            return self.bindings.held(found)
        if found.tag == "binding":
            return self.field_value(found)
        return self._definition_value(found)

    def _definition_value(self, found: Found) -> Value | None:
        ordinal = self.pick(found)
        index = self.program.unit(found.unit)
        entity = index.entities[ordinal]
        if entity.kind in (METHOD, FUNCTION):
            if index.roles.members.is_property(entity.flags):
                return self.calls.returned(found.unit, ordinal, found.env, None, ())
            return ("meth", found.unit, ordinal, found.env)
        if entity.kind in (FIELD, CONSTANT):
            if VARIANT in entity.flags and entity.params:
                return ("meth", found.unit, ordinal, found.env)
            if entity.type >= 0:
                return self.types.type_of(Place(found.unit, entity.home, entity.pos), entity.type, found.env, ordinal)
            return substitute(self.bindings.held(("def", found.unit, ordinal)), found.env)
        if entity.kind == TYPE and ASSOCIATED in entity.flags:  # left to those who implement it
            own = next((value for key, value in found.env if key == "Self"), None)
            return ("type1", ("proj", own, entity.name)) if own is not None else None
        return ("def", found.unit, ordinal)

    def field_value(self, found: Found) -> Value | None:
        index = self.program.unit(found.unit)
        declared = [n for n in found.numbers if index.bindings[n].type >= 0]
        numbers = declared[:1] or found.numbers[:MAX_FIELD_VALUES]
        values = [self.bindings.value(found.unit, number) for number in numbers]
        return substitute(union([v for v in values if not self.classes.is_none(v)]), found.env)
