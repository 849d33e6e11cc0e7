"""Interfaces that types satisfy by having their methods: the rule of Go's specification, "Implementing an interface".

A type is said to satisfy an interface if it, or a pointer to it, does: all its methods count, whatever their receivers.
Types that cannot be told suit nothing, so that a doubt makes no edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from cairn.languages.go.standard import standard_methods
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.expressions import Expr, numbers_at
from cairn.semantics.flags import CONSTRAINT, DISTINCT
from cairn.semantics.kinds import FIELD, INTERFACE, METHOD, MODULE, TYPE
from cairn.semantics.places import Place
from cairn.semantics.questions import Cache
from cairn.semantics.values import Base, ClassObject, Value

Definition = tuple[int, int]  # unit, ordinal
# A type as something to compare: ("builtin", name), ("defined", unit, ordinal), ("external", anchor), the type parameter of a
# number as ("parameter", 0) of a method and ("variable", 0) of an interface, and what is made of these. None: cannot be told.
Type = tuple[object, ...]
Variants = Callable[[Evaluation, int, int], Iterable[Definition]]
Parameters = Mapping[str, Type]

_SAME = {"byte": "uint8", "rune": "int32"}
MAX_EMBEDDED = 40  # types that one type embeds, at all depths (guess)
MAX_DEPTH = 30  # of one type in another (guess)


class Method(NamedTuple):
    """A method with what the type parameters around it stand for; `signature` is that of a method of the standard library."""

    unit: int
    ordinal: int
    parameters: tuple[tuple[str, Type], ...] = ()
    signature: Type | None = None


class Contract(NamedTuple):
    """An interface, and the names of the methods that it asks for."""

    unit: int
    ordinal: int
    names: tuple[str, ...]


class Interfaces:
    """The interfaces of one source, and which types have what they ask for."""

    def __init__(self) -> None:
        self._contracts: dict[str, list[Contract]] = {}  # by that of its methods which fewest types have
        self._signatures: Cache[Method, Type | None] = Cache()
        self._asked: Cache[Definition, dict[str, Method] | None] = Cache()

    def satisfied_by(
        self, evaluation: Evaluation, variants: Variants, units: Sequence[int], unit: int, ordinal: int
    ) -> Iterator[Definition]:
        """The interfaces that a type satisfies, in a stable order; `units` are those that declare the interfaces."""
        if not self._contracts:
            return
        given = method_set(evaluation, unit, ordinal)
        is_foreign = evaluation.program.is_library(units[0]) if units else False
        found: list[Definition] = []
        for name in given:
            for contract in self._contracts.get(name, ()):
                if is_foreign and not evaluation.program.entity(contract.unit, contract.ordinal).name[:1].isupper():
                    continue
                if self._suits(evaluation, variants, contract, given):
                    found.append((contract.unit, contract.ordinal))
        yield from sorted(found)

    def asked_in(self, evaluation: Evaluation, index: UnitView) -> Iterator[tuple[int, int, list[str]]]:
        """The interfaces that a file declares, with the names of the methods that they ask for."""
        for ordinal, entity in enumerate(index.entities):
            if entity.kind == INTERFACE and index.entities[entity.parent].kind == MODULE:
                methods = self._methods_asked(evaluation, index.number, ordinal)
                if methods:
                    yield index.number, ordinal, sorted(methods)

    def add(self, unit: int, ordinal: int, names: Sequence[str], counts: Mapping[str, int]) -> None:
        """Note an interface; `counts` tells how many types have a method of a name."""
        key = min(names, key=lambda name: (counts.get(name, 0), name))
        self._contracts.setdefault(key, []).append(Contract(unit, ordinal, tuple(names)))

    def _methods_asked(self, evaluation: Evaluation, unit: int, ordinal: int) -> dict[str, Method] | None:
        """The methods that an interface asks for; None if they are not known, or if it asks for more than methods."""
        return self._asked.get_or(None, (unit, ordinal), partial(self._find_asked, evaluation, unit, ordinal))

    def _find_asked(self, evaluation: Evaluation, unit: int, ordinal: int) -> dict[str, Method] | None:
        entity = evaluation.program.entity(unit, ordinal)
        if entity.kind != INTERFACE or CONSTRAINT in entity.flags:
            return None
        own = tuple((name, ("variable", number)) for number, (name, _) in enumerate(entity.type_params))
        found: dict[str, Method] = {}
        for base in evaluation.classes.bases(unit, ordinal):
            inherited: Mapping[str, Method] | None = None
            if (
                base is not None
                and base[0] == "cls"
                and not base[3]
                and evaluation.program.entity(base[1], base[2]).name != "comparable"
            ):
                inherited = self._methods_asked(evaluation, base[1], base[2])
            elif base is not None and base[0] == "ext":
                inherited = _standard(base[1])
            if inherited is None:
                return None
            found.update(inherited)
        found.update({name: Method(*one, own) for name, one in _own_methods(evaluation, unit, ordinal)})
        return found

    def _suits(self, evaluation: Evaluation, variants: Variants, contract: Contract, given: Mapping[str, Method]) -> bool:
        if not given.keys() >= set(contract.names):
            return False
        bound: dict[Type, object] = {}
        for name, wanted in (self._methods_asked(evaluation, contract.unit, contract.ordinal) or {}).items():
            has = given[name]
            if (wanted.unit, wanted.ordinal) == (has.unit, has.ordinal):  # promoted from the interface itself
                continue
            if not name[:1].isupper() and not _is_same_package(evaluation, wanted, has):
                return False
            one, other = (self._signature(evaluation, variants, method) for method in (wanted, has))
            if one is None or other is None or not _matches(one, other, bound):
                return False
        return True

    def _signature(self, evaluation: Evaluation, variants: Variants, method: Method) -> Type | None:
        if method.signature is not None:
            return method.signature
        return self._signatures.get(method, partial(self._read_signature, evaluation, variants, method))

    @staticmethod
    def _read_signature(evaluation: Evaluation, variants: Variants, method: Method) -> Type | None:
        entity = evaluation.program.entity(method.unit, method.ordinal)
        place = Place(method.unit, entity.home, entity.pos)
        reader = _TypeReader(evaluation, variants, place, dict(method.parameters))
        types = tuple(reader.read(kind) for _, kind, _ in entity.params)
        results = reader.read(entity.returns) if entity.returns >= 0 else ()
        return None if None in types or results is None else ("function", types, results)


def method_set(evaluation: Evaluation, unit: int, ordinal: int) -> dict[str, Method]:
    """The methods of a type, with those that embedding promotes: of one name the least deep, none where two are as deep."""
    found: dict[str, Method] = {}
    hidden: set[str] = set()
    level: list[Base] = [("cls", unit, ordinal, ())]
    seen: set[Definition] = set()
    while level and len(seen) <= MAX_EMBEDDED:
        here: dict[str, list[Method | None]] = {}
        below: list[Base] = []
        for value in level:
            if value[0] == "ext":
                for name, method in (_standard(value[1]) or {}).items():
                    here.setdefault(name, []).append(method)
                continue
            if value[1:3] in seen:
                continue
            seen.add(value[1:3])
            _look_into(evaluation, value, here, below)
        for name, methods in here.items():
            if name not in hidden and len(methods) == 1 and methods[0] is not None:
                found[name] = methods[0]
        hidden.update(here)
        level = below
    return found


def _look_into(evaluation: Evaluation, value: ClassObject, here: dict[str, list[Method | None]], below: list[Base]) -> None:
    """Note the methods and fields of one type, and the types that it embeds."""
    _, unit, ordinal, args = value
    entity = evaluation.program.entity(unit, ordinal)
    if args and entity.type_params:  # of an embedded `Base[int]`: what its parameters stand for is not followed
        return
    for name, one in _own_methods(evaluation, unit, ordinal):
        owner_params = evaluation.program.entity(*one).type_params
        parameters = tuple((param, ("parameter", number)) for number, (param, _) in enumerate(owner_params or entity.type_params))
        here.setdefault(name, []).append(Method(*one, parameters))
    holder: tuple[int, int] | None = (unit, ordinal)
    if entity.kind == TYPE:  # its methods are its own, but fields and what they promote come from what it rests on
        below_it = evaluation.types.underlying(("inst", unit, ordinal, ()))
        holder = below_it[1:3] if below_it is not None and below_it[0] == "inst" else None
    if holder is None or evaluation.program.is_prelude(holder[0]):
        return
    members = evaluation.program.unit(holder[0]).members
    for name, numbers in members.get(holder[1], {}).items() if holder[1] in members else ():
        if evaluation.program.entity(holder[0], numbers[0]).kind == FIELD:
            here.setdefault(name, []).append(None)
    below += [base for base in evaluation.classes.bases(*holder) if base is not None and base[0] in ("cls", "ext")]


def _own_methods(evaluation: Evaluation, unit: int, ordinal: int) -> Iterator[tuple[str, Definition]]:
    """The methods that are declared for a type, each name once."""
    members = evaluation.program.unit(unit).members
    names: set[str] = set()
    for name, numbers in members[ordinal].items() if ordinal in members else ():
        if evaluation.program.entity(unit, numbers[0]).kind == METHOD:
            names.add(name)
            yield name, (unit, numbers[0])
    for name, others in evaluation.program.extra_members.get((unit, ordinal), {}).items():
        if others and name not in names and evaluation.program.entity(*others[0]).kind == METHOD:
            yield name, others[0]


def _standard(anchor: str) -> dict[str, Method] | None:
    """The methods of a type of the standard library; None if they are not known here."""
    known = standard_methods().get(anchor)
    return {name: Method(-1, -1, (), signature) for name, signature in known.items()} if known is not None else None


def _is_same_package(evaluation: Evaluation, one: Method, other: Method) -> bool:
    if one.unit < 0 or other.unit < 0:
        return False
    units = [evaluation.program.unit(method.unit) for method in (one, other)]
    places = {(unit.path.rpartition("/")[0], unit.extra.get("package", "")) for unit in units}
    return len(places) == 1 and evaluation.program.is_library(one.unit) == evaluation.program.is_library(other.unit)


def _matches(wanted: object, given: object, bound: dict[Type, object]) -> bool:
    """Whether two types are identical, where a type parameter of the interface is one and the same type everywhere."""
    if isinstance(wanted, tuple) and wanted[:1] == ("variable",):
        return bool(bound.setdefault(wanted, given) == given)
    if not isinstance(wanted, tuple) or not isinstance(given, tuple):
        return bool(wanted == given)
    return len(wanted) == len(given) and all(_matches(one, other, bound) for one, other in zip(wanted, given, strict=True))


class _TypeReader:
    """Reads type expressions at one place as types that can be compared."""

    def __init__(self, evaluation: Evaluation, variants: Variants, place: Place, parameters: Parameters) -> None:
        self._evaluation, self._variants, self._place, self._parameters = evaluation, variants, place, parameters
        self._depth = 0

    def read(self, expr: int) -> Type | None:
        """A type; () for the result of a function that has none."""
        if expr < 0 or self._depth > MAX_DEPTH:
            return None
        self._depth += 1
        found = self._read(self._evaluation.program.unit(self._place.unit).exprs[expr])
        self._depth -= 1
        return found

    def _read(self, shape: Expr) -> Type | None:
        if shape[0] == "name":
            known = self._parameters.get(shape[1])
            return known if known is not None else self._named(self._evaluation.scopes.lookup(self._place, shape[1]))
        if shape[0] == "member":
            owner = self._evaluation.expressions.eval(self._place, shape[1])
            return self._named(self._evaluation.members.target(owner, shape[2])) if owner is not None else None
        if shape[0] in ("indirect", "cast"):
            return self._of(("indirect",) if shape[0] == "indirect" else (), (shape[1],))
        if shape[0] == "sequence":
            return self._of(("sequence", *shape[2:]), (shape[1],))
        if shape[0] in ("map", "subscript"):
            return self._of((shape[0],), (shape[1], *numbers_at(shape, 2)))
        if shape[0] == "tuple":
            return self._of((), shape[1]) if len(shape[1]) != 1 else self.read(shape[1][0])
        if shape[0] == "function":
            types, results = self._of((), shape[1]), self.read(shape[2]) if shape[2] >= 0 else ()
            return ("function", types, results) if types is not None and results is not None else None
        if shape[0] == "struct":
            return self._of(("struct", *shape[1:2], *shape[3:]), shape[2]) if shape[1] or shape[3:] else ("builtin", "any")
        return None

    def _of(self, head: Type, parts: tuple[int, ...]) -> Type | None:
        types = tuple(self.read(part) for part in parts)
        return (*head, *types) if None not in types else None

    def _named(self, value: Value | None) -> Type | None:
        """The type that a name means; an alias is the type that it stands for."""
        if value is None or value[0] == "ext":
            return ("external", value[1]) if value is not None else None
        if value[0] != "def":
            return None
        _, unit, ordinal = value
        entity = self._evaluation.program.entity(unit, ordinal)
        if self._evaluation.program.is_prelude(unit):
            return ("builtin", _SAME.get(entity.name, entity.name))
        if entity.kind == TYPE and DISTINCT not in entity.flags and entity.value >= 0:
            place = Place(unit, entity.home, entity.pos)
            inner = _TypeReader(self._evaluation, self._variants, place, {})
            inner._depth = self._depth + 1
            return inner.read(entity.value)
        return ("defined", *min([(unit, ordinal), *self._variants(self._evaluation, unit, ordinal)]))
