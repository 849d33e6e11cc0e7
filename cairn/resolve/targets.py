"""The targets of a reference: the definitions and externals that it leads to."""

from __future__ import annotations

from collections.abc import Iterator

from cairn.resolve.edges import Edges
from cairn.resolve.evaluator.evaluator import Evaluator
from cairn.resolve.units import UnitIndex
from cairn.semantics.expressions import UNKNOWN, Expr, Member, MethodReference, Name
from cairn.semantics.facts import Reference
from cairn.semantics.flags import VARIANT
from cairn.semantics.kinds import CALLABLE_KINDS, CALLS, CLASS_KINDS, CONSTANT, DEPENDS_ON, FIELD
from cairn.semantics.places import Found, Place
from cairn.semantics.values import Definition, Instance, Value

MAX_TARGETS = 6  # of one reference; more mean that nothing is known (guess)

Target = tuple[tuple[int, int] | str, str]  # (definition or external anchor, via)


class Targets:
    """Finds targets; the use of a variable that holds the function which is called, `handler()`, goes to `edges`."""

    def __init__(self, evaluator: Evaluator, edges: Edges) -> None:
        self._evaluator, self._program, self._edges = evaluator, evaluator.program, edges
        self._known: dict[tuple[str, int, int, int, tuple[int, ...]], list[Target]] = {}  # of the unit at hand

    def begin_unit(self) -> None:
        """Forget the targets of the file before."""
        self._known = {}

    def of(self, index: UnitIndex, reference: Reference, place: Place) -> list[Target]:
        """The targets of a reference: the same for the same words in one scope, unless their position matters."""
        args = reference.args if index.traits.has_overloads else ()
        key = (reference.kind, reference.scope, reference.expr, reference.entity, tuple(args))
        known = self._known.get(key)
        if known is None:
            self._evaluator.memory.is_positional = False
            known = list(self._targets(index, reference, place))
            if not self._evaluator.memory.is_positional:
                self._known[key] = known
        return known

    def _targets(self, index: UnitIndex, reference: Reference, place: Place) -> Iterator[Target]:
        shape = index.exprs[reference.expr] if reference.expr >= 0 else UNKNOWN
        if shape[0] == "new" and index.roles.making is not None:
            made = index.roles.making.made(self._evaluator, place, shape)
            if made is not None:
                yield made[1:3], "type"
            return
        if shape[0] == "new":
            yield from self._made(index, place, shape[1])
            return
        while shape[0] == "subscript":
            shape = index.exprs[shape[1]]
        if index.traits.has_overloads:
            chosen = self._overloaded(index, reference, place, shape)
            if chosen or shape[0] in ("self", "super"):
                yield from chosen
                return
        if shape[0] == "name":
            yield from self._named(index, reference, place, shape)
        elif shape[0] == "super":
            own = self._evaluator.expressions.super_at(place)
            above = self._evaluator.classes.mro(own[1], own[2])[0][1:2] if own is not None and reference.kind == CALLS else ()
            yield from (((unit, ordinal), "super") for unit, ordinal, _ in above)
        elif shape[0] == "own_type":
            value = self._evaluator.expressions.eval(place, reference.expr)
            yield from self._of_value(value, reference, "self") if value is not None and reference.kind == CALLS else ()
        elif shape[0] == "member":
            members = list(self._of_receiver(index, reference, place, shape[1], shape[2]))
            yield from members or self._extending(index, reference, place, shape)
        elif shape[0] == "first":
            found = (list(self._targets(index, reference._replace(expr=expr), place)) for expr in shape[1])
            yield from next((targets for targets in found if targets), [])

    def _extending(self, index: UnitIndex, reference: Reference, place: Place, shape: Member) -> Iterator[Target]:
        """Extensions that are taken from a value without a call: `text.lines` of Kotlin's `val String.lines`."""
        if reference.kind == CALLS or not index.traits.has_overloads:
            return
        owner = self._evaluator.expressions.owner_value(place, shape[1])
        found = index.roles.functions.extensions(self._evaluator, place, owner, shape[2]) if owner is not None else ()
        for candidate in found if len(found) <= MAX_TARGETS else ():
            yield (candidate.unit, candidate.ordinal), "type" if len(found) < 2 else "ambiguous"

    def _made(self, index: UnitIndex, place: Place, kind: int) -> Iterator[Target]:
        """The class that `new` makes an instance of."""
        made = self._evaluator.types.type_of(place, kind)
        if made is not None and made[0] == "xinst":
            yield made[1], "external"
        elif made is not None and made[0] == "inst":
            yield (made[1], made[2]), "scope" if made[1] == index.number else "import"

    def _overloaded(self, index: UnitIndex, reference: Reference, place: Place, shape: Expr) -> list[Target]:
        """The overload that a call means, or the method that `Cart::total` takes."""
        if reference.kind == CALLS:
            found = self._evaluator.overloads.invoked(place, reference.expr, tuple(reference.args))
            candidates, via = (found.candidates, found.via) if found is not None else ((), "")
            if not candidates and shape[0] in ("self", "super"):
                made = self._evaluator.overloads.constructed_class(index, place, shape[0])
                return [(made[1:3], "self" if shape[0] == "self" else "super")] if made is not None else []
        elif shape[0] == "member" and index.traits.reads_functions:
            owner = self._evaluator.expressions.eval(place, shape[1])
            candidates = self._evaluator.overloads.of_value(owner, shape[2]) if owner is not None else ()
            via = "type"
        elif shape[0] == "method_reference":
            return list(self._referenced(index, reference, place, shape))
        elif shape[0] == "name" and index.traits.names_functions:
            is_bound = self._evaluator.scopes.find(place, shape[1]) is not None
            candidates, via = self._evaluator.overloads.in_scope(place, shape[1]) if not is_bound else ((), "")
        else:
            return []
        via = via if len(candidates) < 2 else "ambiguous"
        if len(candidates) > MAX_TARGETS:
            return []
        return [((candidate.unit, candidate.ordinal), via) for candidate in candidates]

    def _referenced(self, index: UnitIndex, reference: Reference, place: Place, shape: MethodReference) -> Iterator[Target]:
        """The functions that `::name` and `value::name` take, else a class or a property of the name."""
        evaluator, via = self._evaluator, "type"
        if shape[1] < 0:
            found, via = evaluator.overloads.in_scope(place, shape[2])
        else:
            owner = evaluator.expressions.eval(place, shape[1])
            found = evaluator.overloads.of_value(owner, shape[2]) if owner is not None else ()
            found = found or (index.roles.functions.extensions(evaluator, place, owner, shape[2]) if owner is not None else ())
        if found:
            via = via if len(found) < 2 else "ambiguous"
            yield from (((one.unit, one.ordinal), via) for one in found if len(found) <= MAX_TARGETS)
        elif shape[1] >= 0:
            yield from self._of_receiver(index, reference, place, shape[1], shape[2])
        else:
            yield from self._named(index, reference, place, ("name", shape[2]))

    def _named(self, index: UnitIndex, reference: Reference, place: Place, shape: Name) -> Iterator[Target]:
        name = shape[1]
        value = self._evaluator.scopes.lookup(place, name)
        if value is not None and value[0] == "def" and value[1] == index.number and self._decorates(index, reference, value[2]):
            outside = index.scopes[index.entities[value[2]].home][1]
            value = self._evaluator.scopes.lookup(Place(index.number, outside, place.pos), name) if outside >= 0 else None
        if value is None:
            return
        if value[0] == "def":
            value = self._evaluator.classes.as_type(value) if len(shape) > 2 else self._evaluator.classes.as_value(value)
        found = self._evaluator.scopes.find(place, name)
        via = "import" if found is None or found[0][0].tag == "import" else "scope"
        if found is not None and found[0][0].tag == "binding":
            via = "type"
        if reference.kind == CALLS and value[0] == "def" and self._holds_function(index, value):
            self._edges.add(DEPENDS_ON, (index.number, reference.entity), (value[1], value[2]), reference.line, via)
        yield from self._of_value(value, reference, via)

    def _holds_function(self, index: UnitIndex, value: Definition) -> bool:
        """Whether a variable holds the function that is called: the call uses both."""
        return not index.traits.calls_fields and self._program.entity(value[1], value[2]).kind == CONSTANT

    def _decorates(self, index: UnitIndex, reference: Reference, ordinal: int) -> bool:
        """Whether a reference is a decorator of a definition: its name is not bound yet where that is read."""
        entity = index.entities[ordinal]
        if reference.pos >= entity.pos or reference.scope != entity.home:
            return False
        return any(reference.expr in (expr, callee_of(index, expr)) for expr in entity.decorators)

    def _of_value(self, value: Value, reference: Reference, via: str) -> Iterator[Target]:
        known = self._evaluator.generics.concrete(value)
        if known is None:
            return
        if known[0] == "union":
            for item in known[1]:
                yield from self._of_value(item, reference, "union")
            return
        if self._evaluator.memory.weak and via == "type":
            via = "inferred"
        if known[0] == "ext":
            yield known[1], "external"
        elif known[0] == "xinst":
            yield "", "external"
        elif known[0] in ("meth", "cls"):
            yield (known[1], known[2]), via
        elif known[0] == "def":
            yield from self._of_definition(known, reference, via)
        elif known[0] == "inst" and reference.kind == CALLS:
            yield from self._of_instance(known, reference, via)

    def _of_definition(self, value: Definition, reference: Reference, via: str) -> Iterator[Target]:
        entity = self._program.entity(value[1], value[2])
        if reference.kind != CALLS or entity.kind in CALLABLE_KINDS or VARIANT in entity.flags or entity.kind in CLASS_KINDS:
            yield (value[1], value[2]), via
            return
        traits = self._program.unit(value[1]).traits
        if traits.call_values:
            yield (value[1], value[2]), via
            return
        held = self._evaluator.bindings.held(value)
        if held is not None and held != value:
            yield from self._of_value(held, reference, via if traits.calls_fields else "inferred")

    def _of_instance(self, value: Instance, reference: Reference, via: str) -> Iterator[Target]:
        """Calling an instance runs a member of its class."""
        member = self._program.unit(value[1]).traits.call_member
        found = self._evaluator.members.find(value, member) if member else None
        if isinstance(found, Found) and found.tag == "entity":
            yield (found.unit, self._evaluator.members.pick(found)), "inferred"

    def _of_receiver(self, index: UnitIndex, reference: Reference, place: Place, receiver: int, name: str) -> Iterator[Target]:
        owner = self._evaluator.expressions.owner_value(place, receiver)
        if owner is None:
            return
        via = self._via(index, receiver, owner)
        if reference.kind == CALLS and owner[0] in ("def", "cls", "ext"):
            chosen = index.roles.calls.qualified(self._evaluator, place, receiver, owner, name, tuple(reference.args))
            if chosen is not None:
                yield chosen, "type"
                return
        for item in owner[1] if owner[0] == "union" else (owner,):
            found = self._evaluator.members.find(item, name, reference.kind == CALLS)
            if isinstance(found, Found):
                yield from self._of_member(index, found, reference, via)
            elif found is not None:
                yield from self._of_value(found, reference, "import" if item[0] in ("mod", "pkg") else via)

    def _of_member(self, index: UnitIndex, found: Found, reference: Reference, via: str) -> Iterator[Target]:
        if found.tag == "binding":
            value = self._evaluator.members.field_value(found)
            if value is not None and reference.kind == CALLS:
                yield from self._of_value(value, reference, via if via != "self" else "type")
            return
        ordinal = self._evaluator.members.pick(found)
        entity = self._program.entity(found.unit, ordinal)
        if reference.kind == CALLS and entity.kind in (FIELD, CONSTANT) and VARIANT not in entity.flags:
            follows = not self._program.unit(found.unit).traits.call_values
            value = self._evaluator.bindings.held(("def", found.unit, ordinal)) if follows else None
            if value is not None and value[0] in ("def", "meth", "inst", "cls", "ext") and value != ("def", found.unit, ordinal):
                yield from self._of_value(value, reference, via)
                return
            if not index.traits.calls_fields:
                self._edges.add(DEPENDS_ON, (index.number, reference.entity), (found.unit, ordinal), reference.line, via)
                return
        yield (found.unit, ordinal), via

    def _via(self, index: UnitIndex, receiver: int, owner: Value) -> str:
        if owner[0] == "union":
            return "union"
        if owner[0] == "super":
            return "super"
        shape = index.exprs[receiver]
        if shape[0] in ("self", "own_type") or (shape[0] == "name" and shape[1] in index.record.self_names):
            return "self"
        if owner[0] in ("def", "cls"):
            return "scope"
        return "inferred" if self._evaluator.memory.weak else "type"


def callee_of(index: UnitIndex, expr: int) -> int:
    """The expression that is called in the end: `route` of `route("/")(handler)`; other expressions are themselves."""
    while (shape := index.exprs[expr])[0] == "call":
        expr = shape[1]
    return expr


def last_name(index: UnitIndex, expr: int) -> str:
    """The last name of an expression."""
    while expr >= 0:
        shape = index.exprs[expr]
        if shape[0] == "name":
            return str(shape[1])
        if shape[0] == "member":
            return str(shape[2])
        expr = shape[1] if shape[0] in ("subscript", "call", "new", "indirect") else -1
    return ""
