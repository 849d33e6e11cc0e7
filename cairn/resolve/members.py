"""Classes, their bases and members; modules and what they give."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from cairn.languages.rules import Rules
from cairn.languages.values import Env, Value, substitute, union
from cairn.resolve import linked, structure
from cairn.resolve.found import Found
from cairn.resolve.program import CALLABLE_KINDS, CLASS_KINDS, Program, UnitIndex

if TYPE_CHECKING:
    from cairn.resolve.evaluate import Place

T = TypeVar("T")

UNCUT = 1 << 30  # deeper than any question
MAX_BASES = 60  # classes that are looked at above one (guess)
MAX_CONCRETE = 12  # type parameters that lead to one another (guess)
MAX_UNDERLYING = 8  # types that rest on one another (guess)
MAX_FIELD_VALUES = 5  # assignments of one attribute that are evaluated


class Members:
    """What values are made of; the part of the evaluator that knows classes."""

    weak: bool

    def __init__(self, program: Program) -> None:
        self.program = program
        self.depth = 0
        self._memo: dict[Any, tuple[Any, bool]] = {}
        self._running: dict[Any, int] = {}
        self._lowest = UNCUT
        self._members: dict[tuple[Value, str, bool], tuple[Any, bool]] = {}
        self.is_positional = False  # an answer depends on where in a scope the question stands

    # Implemented by Evaluator

    if TYPE_CHECKING:

        def eval(self, place: Place, expr: int) -> Value | None: ...
        def type_of(self, place: Place, expr: int, env: Env = (), owner: int = -1) -> Value | None: ...
        def binding_value(self, unit: int, number: int) -> Value | None: ...
        def entry_value(self, unit: int, entry: Any) -> Value | None: ...
        def held(self, value: Value | None) -> Value | None: ...
        def call(self, callee: Value | None, place: Place, args: tuple[int, ...]) -> Value | None: ...
        def alias(self, unit: int, ordinal: int, args: tuple[Value | None, ...]) -> Value | None: ...
        def unify(self, pattern: Value | None, value: Value | None, found: dict[str, Value]) -> None: ...
        def returned(self, unit: int, ordinal: int, env: Env, place: Place | None, args: tuple[int, ...]) -> Value | None: ...

    @staticmethod
    def rules(unit: UnitIndex) -> Rules:
        """The rules of a unit's language."""
        return unit.rules

    # Memory

    def remember(self, key: Any, compute: Callable[[], T]) -> T:
        """The answer for a key, computed once.

        A question that leads back to itself has no answer. What was answered on the way of such a circle
        is not kept, except for where the circle began: else answers would depend on the order of questions.
        """
        known = self._memo.get(key)
        if known is not None:
            self.weak |= known[1]
            return known[0]  # type: ignore[no-any-return]  # what the same key gave before
        level = self._running.get(key)
        if level is not None:
            self._lowest = min(self._lowest, level)
            return None  # type: ignore[return-value]  # every question may stay without an answer
        level = len(self._running)
        self._running[key] = level
        outer_lowest, self._lowest = self._lowest, UNCUT
        outer_weak, self.weak = self.weak, False
        outer_positional = self.is_positional
        try:
            answer = compute()
        finally:
            del self._running[key]
        if self._lowest >= level:
            self._memo[key] = (answer, self.weak)
            self._lowest = outer_lowest
        else:
            self._lowest = min(self._lowest, outer_lowest)
        self.weak |= outer_weak
        self.is_positional = outer_positional  # what is remembered was asked at a place of its own
        return answer

    def once(self, key: Any, compute: Callable[[], T]) -> T | None:
        """The answer for a key, None where it is already being computed; nothing is kept."""
        level = self._running.get(key)
        if level is not None:
            self._lowest = min(self._lowest, level)
            return None
        self._running[key] = len(self._running)
        try:
            return compute()
        finally:
            del self._running[key]

    def forget(self) -> None:
        """Drop all answers, because what they rest on has changed."""
        self._memo.clear()
        self._members.clear()

    @property
    def is_cut(self) -> bool:
        """Whether the answer at hand rests on one that was cut short because it lay too deep."""
        return self._lowest < 0

    def begin(self) -> None:
        """Begin a question of its own."""
        self.weak = False
        self._lowest = UNCUT

    def cut(self, level: int) -> None:
        """Say that an answer was cut short above all that is being computed."""
        self._lowest = min(self._lowest, level)

    # Classes

    def is_class(self, value: Value) -> bool:
        """Whether a value is a class itself."""
        if value[0] == "cls":
            return True
        return value[0] == "def" and self.program.entity(value[1], value[2]).kind in CLASS_KINDS

    def is_none(self, value: Value | None) -> bool:
        """Whether a value is the language's null."""
        if value is None or value[0] != "inst":
            return False
        return self.program.is_prelude(value[1]) and self.program.entity(value[1], value[2]).name in ("NoneType", "undefined")

    def class_params(self, unit: int, ordinal: int) -> tuple[str, ...]:
        """Names of a class's type parameters."""
        entity = self.program.entity(unit, ordinal)
        if entity.type_params:
            return tuple(name for name, _ in entity.type_params)
        key = ("P", unit, ordinal)
        return self.remember(key, lambda: self.rules(self.program.unit(unit)).class_params(self, unit, ordinal))

    def own_args(self, unit: int, ordinal: int) -> tuple[Value, ...]:
        """A class's type parameters as values, for what is said inside it."""
        return tuple(("tv", name, unit, ordinal) for name in self.class_params(unit, ordinal))

    def builtin(self, family: str, name: str, args: tuple[Value | None, ...]) -> Value | None:
        """An instance of a class of the prelude."""
        number = self.program.preludes.get(family)
        if number is None:
            return None
        entries = self.program.unit(number).names[0].get(name)
        return ("inst", number, entries[0].number, args) if entries and entries[0].tag == "e" else None

    def bases(self, unit: int, ordinal: int) -> list[Value | None]:
        """The base classes as ("cls", ...), ("ext", anchor) or None, in the order written."""
        return self.remember(("B", unit, ordinal), lambda: self._bases(unit, ordinal)) or []

    def _bases(self, unit: int, ordinal: int) -> list[Value | None]:
        from cairn.resolve.evaluate import Place

        index = self.program.unit(unit)
        entity = index.entities[ordinal]
        found = [
            self.as_class(Place(unit, entity.home, entity.pos), expr, ordinal)
            for expr in entity.bases
            if index.exprs[expr][0] != "="
        ]
        for base_unit, number in self.program.extra_bases.get((unit, ordinal), ()):
            found.append(self.rules(index).attached_base(self, base_unit, number))
        return found + self.rules(index).implicit_bases(self, unit, ordinal)

    def as_class(self, place: Place, expr: int, owner: int) -> Value | None:
        """The class that a base expression names, with its type arguments."""
        value = self.type_of(place, expr, (), owner)
        if value is None:
            value = self.eval(place, expr)
        if value is None:
            return None
        if value[0] == "inst":
            return ("cls", *value[1:])
        if value[0] == "xinst":
            return ("ext", value[1])
        if value[0] == "def" and self.is_class(value):
            return ("cls", value[1], value[2], ())
        return value if value[0] in ("cls", "ext") else None

    def mro(self, unit: int, ordinal: int) -> tuple[list[tuple[int, int, tuple[Any, ...]]], bool]:
        """A class and those above it, nearest first, and whether some of them are unknown.

        Depth first, a class that is reached twice where it is reached last: for all but contrived
        hierarchies this is the C3 order. Level by level where the language says so.
        """
        order: Any = self.remember(("M", unit, ordinal), lambda: self._mro(unit, ordinal))
        return order or ([(unit, ordinal, ())], True)  # a class that leads to itself has no order yet

    def _mro(self, unit: int, ordinal: int) -> tuple[list[tuple[int, int, tuple[Any, ...]]], bool]:
        order: list[tuple[int, int, tuple[Any, ...]]] = []
        is_open = False
        path: list[tuple[int, int]] = []
        depths: list[int] = []

        def visit(u: int, o: int, args: tuple[Any, ...]) -> None:
            nonlocal is_open
            if (u, o) in path or len(order) > MAX_BASES:
                return
            depths.append(len(path))
            path.append((u, o))
            order.append((u, o, args))
            env = tuple(zip(self.class_params(u, o), args, strict=False))
            for base in self.bases(u, o):
                if base is None or base[0] != "cls":
                    is_open = True
                else:
                    visit(base[1], base[2], tuple(substitute(arg, env) for arg in base[3]))
            path.pop()

        visit(unit, ordinal, self.own_args(unit, ordinal))
        if self.rules(self.program.unit(unit)).nearest_base_first:
            by_depth = [order[i] for i in sorted(range(len(order)), key=depths.__getitem__)]
            return list({row[:2]: row for row in reversed(by_depth)}.values())[::-1], is_open
        last = {(u, o): i for i, (u, o, _) in enumerate(order)}
        told: dict[tuple[int, int], tuple[Any, ...]] = {}
        for u, o, args in order:  # the type arguments may be written down on one way to a class only
            if args and (u, o) not in told:
                told[u, o] = args
        return [(*row[:2], told.get(row[:2], ())) for i, row in enumerate(order) if last[row[0], row[1]] == i], is_open

    def find_member(
        self, unit: int, ordinal: int, name: str, args: tuple[Any, ...], own: Value, skip: int = 0, called: bool = False
    ) -> Found | None:
        """A member of a class or of those above it; `skip` leaves out the first classes of the order."""
        order, _ = self.mro(unit, ordinal)
        start = tuple(zip(self.class_params(unit, ordinal), args, strict=False)) if args else ()
        for u, o, class_args in order[skip:]:
            found = self._own_member(u, o, name, called)
            if found is not None:
                known = tuple(substitute(arg, start) for arg in class_args) if start else class_args
                env = tuple(pair for pair in zip(self.class_params(u, o), known, strict=False) if pair[1] is not None)
                if found[0] == "e" and self.program.entity(found[1], found[2][-1]).owner >= 0:
                    env = (*self._owner_env(found[1], found[2][-1], own, ("inst", u, o, known)), *env)
                return Found(found[0], found[1], found[2], (*env, ("Self", own)))
        return None

    def _owner_env(self, unit: int, ordinal: int, own: Value, receiver: Value) -> Env:
        """The type parameters of a member that is attached from outside, told by what it is taken from."""
        from cairn.resolve.evaluate import Place

        entity = self.program.entity(unit, ordinal)
        if not entity.type_params:
            return ()
        place = Place(unit, entity.home, entity.pos)
        pattern = self.remember(("W", unit, ordinal), lambda: self.type_of(place, entity.owner, (), ordinal))
        found: dict[str, Value] = {}
        self.unify(pattern, own if pattern is not None and pattern[0] == "tv" else receiver, found)
        return tuple(found.items())

    def _apart(self, unit: int, ordinal: int, name: str, called: bool) -> tuple[str, int, tuple[int, ...]] | None:
        """A member where fields and methods may share a name: what is called is a method or makes an instance."""
        both = [(unit, o) for o in self.program.unit(unit).members.get(ordinal, {}).get(name, ())]
        both += self.program.extra_members.get((unit, ordinal), {}).get(name, ())
        if not both:
            return None
        entities = [(u, o, self.program.entity(u, o)) for u, o in both]
        chosen = [(u, o) for u, o, e in entities if (e.kind in CALLABLE_KINDS) == called]
        if not chosen:
            chosen = [(u, o) for u, o, e in entities if not called or e.kind in CLASS_KINDS or "variant" in e.flags]
        return ("e", chosen[0][0], tuple(o for u, o in chosen if u == chosen[0][0])) if chosen else None

    def _own_member(self, unit: int, ordinal: int, name: str, called: bool = False) -> tuple[str, int, tuple[int, ...]] | None:
        index = self.program.unit(unit)
        if self.rules(index).fields_apart:
            found = self._apart(unit, ordinal, name, called)
            numbers = index.fields[ordinal].get(name) if found is None and not called and ordinal in index.fields else None
            return ("b", unit, tuple(numbers)) if numbers else found
        ordinals = index.members[ordinal].get(name) if ordinal in index.members else None
        if ordinals:
            return "e", unit, tuple(ordinals)
        extra = self.program.extra_members.get((unit, ordinal), {}).get(name)
        if extra:
            return "e", extra[0][0], tuple(o for u, o in extra if u == extra[0][0])
        numbers = index.fields[ordinal].get(name) if ordinal in index.fields else None
        return ("b", unit, tuple(numbers)) if numbers else None

    # Members of any value

    def concrete(self, value: Value | None) -> Value | None:
        """A value whose type is a parameter as what it is at least; others are themselves."""
        steps = 0
        while value is not None and value[0] in ("tv", "type1", "proj"):
            steps += 1
            if steps > MAX_CONCRETE:
                return None
            if value[0] == "proj":
                value = self._projected(value)
                continue
            if value[0] == "type1":
                inner = self.concrete(value[1])
                if inner is not None and inner[0] == "all":
                    return ("all", tuple(("cls", *item[1:]) for item in inner[1] if item[0] == "inst"))
                return ("cls", *inner[1:]) if inner is not None and inner[0] == "inst" else None
            if len(value) < 4:
                return None
            if value[1] == "Self":
                return ("inst", value[2], value[3], self.own_args(value[2], value[3]))
            value = self.rules(self.program.unit(value[2])).bound(self, value[2], value[3], value[1])
        return value

    def _projected(self, value: Value) -> Value | None:
        family = next((u for u in self._units_of(value)), None)
        return self.rules(self.program.unit(family)).project(self, value[1], value[2]) if family is not None else None

    @staticmethod
    def _units_of(value: Value | None) -> Iterator[int]:
        """Units that a value's parts come from."""
        while value is not None and value[0] in ("proj", "type1"):
            value = value[1]
        if value is not None and value[0] in ("inst", "cls", "meth", "def"):
            yield value[1]
        elif value is not None and value[0] == "tv" and len(value) > 2:
            yield value[2]

    def member(self, owner: Value, name: str, called: bool = False) -> Found | Value | None:
        """A member of a value: a Found for one of a class, else what it is."""
        known = self._members.get((owner, name, called))
        if known is not None:
            self.weak |= known[1]
            return known[0]  # type: ignore[no-any-return]
        outer_lowest, self._lowest = self._lowest, UNCUT
        outer_weak, self.weak = self.weak, False
        found = self._member(owner, name, called)
        if self._lowest == UNCUT:
            self._members[owner, name, called] = (found, self.weak)
        self._lowest = min(self._lowest, outer_lowest)
        self.weak |= outer_weak
        return found

    def _member(self, owner: Value, name: str, called: bool) -> Found | Value | None:
        own = owner
        if owner[0] in ("tv", "type1", "proj"):
            own = owner[1] if owner[0] == "type1" else owner
            known = self.concrete(owner)
            if known is None:
                return None
            owner = known
        tag = owner[0]
        if tag == "obj":
            return structure.object_member(self, owner, name)  # type: ignore[arg-type]
        if tag == "all":
            return structure.member_of_all(self, owner, name, own, called)  # type: ignore[arg-type]
        if tag == "inst":
            found_: Any = self.find_member(owner[1], owner[2], name, owner[3], own, called=called)
            found_ = found_ or self.rules(self.program.unit(owner[1])).late_member(self, owner, name, called)
            found_ = found_ or self._from_outside(owner[1], owner[2])
            return found_ if found_ is not None else self._member_below(owner, name)
        if tag == "tup":
            return self.item(owner, int(name)) if name.isdigit() else None
        if tag == "rec":
            return owner[2][owner[1].index(name)] if name in owner[1] else None  # type: ignore[no-any-return]
        if tag == "cls":
            instance = own if own[0] == "tv" else ("inst", *owner[1:])
            found_ = self.find_member(owner[1], owner[2], name, owner[3], instance, called=called)
            return found_ or self._from_outside(owner[1], owner[2])
        if tag == "def":
            if self.is_class(owner):
                instance = ("inst", owner[1], owner[2], ())
                found_ = self.find_member(owner[1], owner[2], name, (), instance, called=called)
                return found_ if found_ is not None else self._of_alias(owner, name, called)
            special = self.rules(self.program.unit(owner[1])).namespace_member(self, owner[1], owner[2], name)
            if special is not None:
                return special
            found = self._own_member(owner[1], self.program.unit(owner[1]).namespaces.get(owner[2], owner[2]), name)
            if found is None or (found[0] == "e" and self._is_inside(owner, found[2][-1])):
                return self._of_content(owner, name)
            return Found(found[0], found[1], found[2], ())
        if tag == "super":
            return self.find_member(owner[1], owner[2], name, (), owner[3], skip=1)
        if tag == "mod":
            return self.module_member(owner[1], name)
        if tag == "pkg":
            return self._family_rules(owner).package_member(self, owner[1], name)
        if tag == "ext":
            return ("ext", owner[1] + ("." if "#" in owner[1] else "#") + name)
        return ("xinst", owner[1]) if tag == "xinst" else None

    def _of_alias(self, owner: Value, name: str, called: bool) -> Found | Value | None:
        """A member of the class that an alias stands for."""
        if self.program.entity(owner[1], owner[2]).kind != "type":
            return None
        aliased = self.alias(owner[1], owner[2], ())
        if aliased is None or aliased[0] != "inst" or aliased[1:3] == owner[1:3]:
            return None
        return self.member(("cls", *aliased[1:]), name, called)

    def has_attached(self, unit: int, ordinal: int) -> bool:
        """Whether a function has members that were attached to it, as classes do."""
        index = self.program.unit(unit)
        members = index.members.get(ordinal, {}).values()
        return any(index.entities[n].owner >= 0 for numbers in members for n in numbers)

    def _is_inside(self, owner: Value, ordinal: int) -> bool:
        """Whether a definition stands in the body of a function, so that it is no member of it."""
        index = self.program.unit(owner[1])
        entity = index.entities[owner[2]]
        return entity.kind in CALLABLE_KINDS and index.entities[ordinal].parent == owner[2] and index.entities[ordinal].owner < 0

    def _of_content(self, owner: Value, name: str) -> Found | Value | None:
        """A member of what a constant with members of its own was made from: what a literal spreads, say."""
        entity = self.program.entity(owner[1], owner[2])
        if entity.kind not in ("constant", "field") or entity.value < 0:
            return None
        value = self.eval(self.place(owner[1], entity.home, entity.pos), entity.value)
        return self.member(value, name) if value is not None and value[0] == "obj" else None

    def as_type(self, value: Value) -> Value:
        """A definition as what its name means where a type is wanted."""
        twins = self.program.unit(value[1]).twins.get(value[2])
        return ("def", value[1], twins[0]) if twins is not None else value

    def as_value(self, value: Value) -> Value:
        """A definition as what its name means where a value is wanted."""
        twins = self.program.unit(value[1]).twins.get(value[2])
        return ("def", value[1], twins[1]) if twins is not None else value

    def entity_around(self, place: Place) -> int:
        """The innermost definition around a place."""
        return self.entity_of(self.program.unit(place.unit), place.scope)

    def _member_below(self, owner: Value, name: str) -> Found | Value | None:
        """A member of what a type of its own is made of."""
        below = self.underlying(owner)
        return self.member(below, name) if below is not None and below is not owner else None

    def _from_outside(self, unit: int, ordinal: int) -> Value | None:
        """What a class is taken to inherit under a name that is not found, if a base of it is no indexed source's."""
        return self.remember(("O", unit, ordinal), lambda: self._outer_base(unit, ordinal))

    def _outer_base(self, unit: int, ordinal: int) -> Value | None:
        for u, o, _ in self.mro(unit, ordinal)[0]:
            for base in self.bases(u, o):
                if base is not None and base[0] == "ext":
                    return ("xinst", base[1])
        return None

    @staticmethod
    def place(unit: int, scope: int, pos: int) -> Place:
        """A place, for rules that have only its parts."""
        from cairn.resolve.evaluate import Place

        return Place(unit, scope, pos)

    def _family_rules(self, package: Value) -> Rules:
        return self.program.rules_at(package[2])

    def module_member(self, unit: int, name: str) -> Value | None:
        """What a module gives under a name."""
        return self.remember(("m", unit, name), lambda: self._module_member(unit, name))

    def _module_member(self, unit: int, name: str) -> Value | None:
        index = self.program.unit(unit)
        special = self.rules(index).module_member(self, unit, name)
        if special is not None:
            return special
        for entry in reversed(index.names[0].get(name, ()) if 0 in index.names else ()):
            value = self.entry_value(unit, entry)
            if value is not None and not self.is_none(value):
                return value
        late = self.rules(index).late_module_member(self, unit, name)
        return linked.outer_value(self, unit, name) if late is None and linked.has_libraries(self, unit) else late

    def member_target(self, owner: Value, name: str) -> Value | None:
        """A member itself: the method or field, not what it yields."""
        if owner[0] == "union":
            return union([self.member_target(item, name) for item in owner[1]])
        found = self.member(owner, name)
        if not isinstance(found, Found):
            return found
        if found.tag == "e":
            ordinal = self.pick(found)
            kind = self.program.entity(found.unit, ordinal).kind
            return ("meth", found.unit, ordinal, found.env) if kind in ("method", "function") else ("def", found.unit, ordinal)
        return self.field_value(found)

    def pick(self, found: Found) -> int:
        """The one of several definitions of a name that counts: the last, but the reader of a property."""
        entities = self.program.unit(found.unit).entities
        plain = [n for n in found.numbers if "accessor" not in entities[n].flags]
        return (plain or found.numbers)[-1]

    def member_value(self, owner: Value, name: str, called: bool = False) -> Value | None:
        """What reading a member yields."""
        if owner[0] == "union":
            self.weak = True
            return union([self.member_value(item, name, called) for item in owner[1]])
        found = self.member(owner, name, called)
        if not isinstance(found, Found):
            return self.held(found)
        if found.tag == "b":
            return self.field_value(found)
        return self._definition_value(found)

    def _definition_value(self, found: Found) -> Value | None:
        from cairn.resolve.evaluate import Place

        ordinal = self.pick(found)
        index = self.program.unit(found.unit)
        entity = index.entities[ordinal]
        if entity.kind in ("method", "function"):
            if self.rules(index).is_property(entity.flags):
                return self.returned(found.unit, ordinal, found.env, None, ())
            return ("meth", found.unit, ordinal, found.env)
        if entity.kind in ("field", "constant"):
            if "variant" in entity.flags and entity.params:
                return ("meth", found.unit, ordinal, found.env)
            if entity.type >= 0:
                return self.type_of(Place(found.unit, entity.home, entity.pos), entity.type, found.env, ordinal)
            return substitute(self.held(("def", found.unit, ordinal)), found.env)
        if "open" in entity.flags:
            own = next((value for key, value in found.env if key == "Self"), None)
            return ("type1", ("proj", own, entity.name)) if own is not None else None
        return ("def", found.unit, ordinal)

    def field_value(self, found: Found) -> Value | None:
        index = self.program.unit(found.unit)
        declared = [n for n in found.numbers if index.bindings[n].type >= 0]
        numbers = declared[:1] or found.numbers[:MAX_FIELD_VALUES]
        values = [self.binding_value(found.unit, number) for number in numbers]
        return substitute(union([v for v in values if not self.is_none(v)]), found.env)

    def underlying(self, value: Value | None) -> Value | None:
        """What a type of its own is made of (Go's `type Names []string`); other values are themselves."""
        for _ in range(MAX_UNDERLYING):
            if value is None or value[0] != "inst":
                break
            entity = self.program.entity(value[1], value[2])
            if entity.kind != "type" or entity.value < 0:
                break
            env = tuple(zip((name for name, _ in entity.type_params), value[3], strict=False))
            value = self.type_of(self.place(value[1], entity.home, entity.pos), entity.value, env, value[2])
        return value

    # What containers hold

    def subscript(self, owner: Value, place: Place, args: tuple[int, ...]) -> Value | None:
        """What `owner[args]` yields."""
        owner = self.underlying(self.concrete(owner)) or owner
        if owner[0] == "union":
            return union([self.subscript(item, place, args) for item in owner[1]])
        if owner[0] == "tup":
            index = self.rules(self.program.unit(place.unit)).literal_index(self.program.unit(place.unit), args)
            return owner[1][index] if index is not None and index < len(owner[1]) else union(list(owner[1]))
        if owner[0] == "all":
            return next((v for item in owner[1] if (v := self.subscript(item, place, args)) is not None), None)
        if owner[0] in ("inst", "obj"):
            member = self.rules(self.program.unit(owner[1])).subscript_member
            return self.call(self.member_value(owner, member), place, args) if member else None
        return owner if owner[0] == "xinst" else None

    def element(self, owner: Value | None) -> Value | None:
        """What iterating over a value gives."""
        owner = self.underlying(self.concrete(owner))
        if owner is None:
            return None
        if owner[0] in ("union", "tup"):
            return union([self.element(item) if owner[0] == "union" else item for item in owner[1]])
        if owner[0] != "inst":
            return owner if owner[0] == "xinst" else None
        special = self.rules(self.program.unit(owner[1])).iterated(self, owner)
        if special is not False:
            return special  # type: ignore[return-value]  # True is never returned
        value: Value | None = owner
        for member in self.rules(self.program.unit(owner[1])).iterate_members:
            found = self.member_value(value, member) if value is not None else None
            if found is None:
                continue
            value = self.returned(found[1], found[2], found[3], None, ()) if found[0] == "meth" else found
        return value if value is not owner else None

    def item(self, whole: Value | None, number: int | str) -> Value | None:
        """One item of what is unpacked."""
        if whole is None:
            return None
        if whole[0] == "tup":
            return whole[1][number] if isinstance(number, int) and number < len(whole[1]) else None
        if whole[0] == "union":
            return union([self.item(item, number) for item in whole[1]])
        return self.element(whole)

    def entered(self, value: Value | None, rules: Rules) -> Value | None:
        """What `with value` binds."""
        known = self.concrete(value)
        if value is None or known is None:
            return None
        if value[0] == "ctx":
            return value[1]  # type: ignore[no-any-return]
        if known[0] == "inst" and rules.enter_members:
            for name in rules.enter_members:
                found = self.member_value(value, name)
                if found is not None and found[0] == "meth":
                    return self.returned(found[1], found[2], found[3], None, ())
        return value if value[0] == "xinst" else None

    def type_parameter(self, place: Place, name: str, owner: int) -> tuple[Value | None] | None:
        """The type parameter of that name of the entity or those around it; its bound if it has one."""
        index = self.program.unit(place.unit)
        ordinal = owner if owner >= 0 else self.entity_of(index, place.scope)
        while ordinal > 0:
            entity = index.entities[ordinal]
            for param, _ in entity.type_params:
                if param == name:
                    return (("tv", name, place.unit, ordinal),)
            ordinal = entity.parent
        return None

    def bound_of(self, unit: int, ordinal: int, name: str) -> Value | None:
        """What a type parameter is at least, by its bound."""
        from cairn.resolve.evaluate import Place

        index = self.program.unit(unit)
        while ordinal > 0:
            entity = index.entities[ordinal]
            for param, bound in entity.type_params:
                if param == name and bound >= 0:
                    return self.type_of(Place(unit, entity.home, entity.pos), bound, (), ordinal)
            ordinal = entity.parent
        return None

    @staticmethod
    def entity_of(index: UnitIndex, scope: int) -> int:
        while scope >= 0:
            if index.scope_entity[scope] >= 0:
                return index.scope_entity[scope]
            scope = index.scopes[scope][1]
        return 0
