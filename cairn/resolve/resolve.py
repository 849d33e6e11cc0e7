"""References to edges: what each use of a name in a source means."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cairn.facts import EntityFact, Facts, Import, Reference
from cairn.languages.found import CALLABLE_KINDS, CLASS_KINDS, Found, Place
from cairn.languages.values import Value
from cairn.resolve import linked
from cairn.resolve.evaluate import Evaluator
from cairn.resolve.program import Library, Program, Unit, UnitIndex

MANIFEST_NAMES = (
    "package.json", "tsconfig*.json", "jsconfig*.json", "Cargo.toml", "pyproject.toml", "setup.cfg", "go.mod", "pom.xml",
    "build.gradle*",
)  # fmt: skip

# Confidence by how a reference was resolved. Resolved is .8 and more, inferred .5 to .8, ambiguous below.
# The words are the closed list of `via`: docs/graph.md explains them, docs/quality.md tells how often each is right.
CONFIDENCE = {
    "scope": 0.95,  # the definition stands in an enclosing scope of the same file
    "import": 0.95,  # through imports and re-exports
    "self": 0.95,  # a member of the class that the code is in
    "super": 0.95,
    "type": 0.9,  # a member of the receiver's declared or constructed type
    "base": 0.95,  # a base class
    "link": 0.9,  # a definition of a linked source; its edges keep the confidence of how it was found, from .8 on
    "external": 0.9,  # a name that no indexed source defines
    "inferred": 0.7,  # a member of a type that a function's body or a default value tells
    "union": 0.6,  # one of the types that the receiver may have
    "unique-name": 0.4,  # the only definition of that name
    "ambiguous": 0.3,  # one of a few definitions of that name
}
MAX_NAMESAKES = 4  # readers and writers of one property share a name: more are no single definition (guess)
RESOLVED = 0.8
MAX_TARGETS = 6  # of one reference; more mean that nothing is known (guess)


class ResolvedEdge(NamedTuple):
    """One edge for each (kind, src, dst); an external `dst` is its anchor."""

    kind: str
    src: tuple[int, int]
    dst: tuple[int, int] | str
    sites: tuple[int, ...]
    confidence: float
    via: str


class UnresolvedRef(NamedTuple):
    """A site whose target could not be told."""

    kind: str
    src: tuple[int, int]
    name: str
    line: int


class Resolution(NamedTuple):
    """All that is known of a source's references."""

    edges: list[ResolvedEdge]
    unresolved: list[UnresolvedRef]
    dropped: list[tuple[int, int]]


Target = tuple[tuple[int, int] | str, str]  # (definition or external anchor, via)


def resolve(
    units: Sequence[Unit],
    manifests: Mapping[str, str],
    preludes: Mapping[str, Facts],
    *,
    only: Collection[int] | None = None,
    find_named: Callable[[str], Iterable[tuple[int, int, str]]] | None = None,
    libraries: Sequence[Library] = (),
    on_unit: Callable[[], None] = lambda: None,
) -> Resolution:
    """Resolve the references of all units, or of those numbered in `only`, against each other.

    `manifests` maps paths to the texts of the package and compiler configurations among the source's
    files (those whose base names match `MANIFEST_NAMES`), `preludes` language names to the facts of what
    they have built in. What the units lack is looked up in `libraries`, other sources that are not resolved themselves; in the
    answer their units are numbered on from the source's own, in the order given. `on_unit` is called before each unit,
    and may raise to end the work. The answer depends on nothing but the arguments.
    """
    program = Program(units, manifests, preludes, find_named, libraries, None if only is None else sorted(only))
    resolver = _Resolver(program)
    for number in range(len(units)) if only is None else sorted(only):
        if program.has_rules(number):
            on_unit()
            resolver.resolve_unit(program.unit(number))
    unresolved = [row for row in resolver.unresolved if row.src not in resolver.completed]
    return Resolution(resolver.edges(), unresolved, sorted(resolver.completed))


class _Resolver:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.evaluator = Evaluator(program)
        self.unresolved: list[UnresolvedRef] = []
        self.completed: dict[tuple[int, int], tuple[int, int]] = {}
        for world in program.worlds():
            self.evaluator.program = program.seen_by(world)
            for rules in {
                id(rules): rules for rules in (program.rules_in(one, world) for one in self.evaluator.program.records())
            }.values():
                self.completed |= rules.completed(self.evaluator)
        self.evaluator.program = program
        self._known: dict[tuple[str, int, int, tuple[int, ...]], list[Target]] = {}  # of the unit at hand
        self._builtins: dict[str, frozenset[str]] = {}
        self._unique: dict[tuple[str, str, bool], tuple[int, int] | None] = {}
        self._alone: Evaluator | None = None  # that knows no library
        self._edges: dict[tuple[str, tuple[int, int], tuple[int, int] | str], tuple[set[int], str]] = {}

    def edges(self) -> list[ResolvedEdge]:
        """What was gathered, in a stable order."""
        rows = [
            ResolvedEdge(kind, src, dst, tuple(sorted(sites)), CONFIDENCE[via], self._word(dst, via))
            for (kind, src, dst), (sites, via) in self._edges.items()
            if kind != "depends_on" or ("inherits", src, dst) not in self._edges  # naming a base is not a second use
        ]
        rows.sort(key=lambda e: (e.src, e.kind, (1, e.dst, 0) if isinstance(e.dst, str) else (0, "", e.dst)))
        return rows

    def _word(self, dst: tuple[int, int] | str, via: str) -> str:
        """The `via` of an edge: that it leads into a library, unless it is in doubt for another reason."""
        is_sure = CONFIDENCE[via] >= RESOLVED
        return "link" if is_sure and not isinstance(dst, str) and self.program.is_library(dst[0]) else via

    def resolve_unit(self, index: UnitIndex) -> None:
        """Resolve all that one file refers to."""
        self._known = {}
        for imported in index.imports:
            self._import(index, imported)
        for ordinal, entity in enumerate(index.entities):
            if entity.bases:
                self._bases(index, ordinal, entity)
            for expr in entity.decorators:
                self._decorator(index, ordinal, entity, expr)
        for src, base, line in self.evaluator.rules(index).stated_bases(self.evaluator, index.number):
            if base[0] == "inst" and not self.program.is_prelude(base[1]) and not self.program.is_prelude(src[0]):
                self._add("inherits", src, (base[1], base[2]), line, "base")
            elif base[0] == "xinst":
                self._add("inherits", src, base[1], line, "external")
        for reference in index.references:
            self._reference(index, reference)

    def _add(self, kind: str, src: tuple[int, int], dst: tuple[int, int] | str, line: int, via: str) -> None:
        if self.completed:
            if src in self.completed:
                return
            dst = self.completed.get(dst, dst) if not isinstance(dst, str) else dst
        if self.program.is_library(src[0]):
            return  # what a source states of another's definitions is not told as theirs
        key = (kind, src, dst)
        known = self._edges.get(key)
        if known is None:
            self._edges[key] = ({line}, via)
            return
        known[0].add(line)
        if CONFIDENCE[via] > CONFIDENCE[known[1]]:
            self._edges[key] = (known[0], via)

    def _import(self, index: UnitIndex, imported: Import) -> None:
        values = self.evaluator.rules(index).import_files(self.evaluator, index.number, imported)
        if linked.has_libraries(self.evaluator, index.number) and not any(value[0] == "mod" for value in values):
            values = linked.imported_files(self.evaluator, index.number, imported) or values
        for value in values:
            if value[0] == "mod" and not self.program.is_prelude(value[1]) and value[1] != index.number:
                self._add("imports", (index.number, 0), (value[1], 0), imported.line, "import")
            elif value[0] == "ext":
                self._add("imports", (index.number, 0), value[1], imported.line, "external")
        for value in self.evaluator.rules(index).import_uses(self.evaluator, index.number, imported):
            if value[1] != index.number:
                self._add("depends_on", (index.number, 0), (value[1], 0), imported.line, "import")

    def _bases(self, index: UnitIndex, ordinal: int, entity: EntityFact) -> None:
        exprs = [e for e in entity.bases if index.exprs[e][0] != "="]
        for expr, base in zip(exprs, self.evaluator.bases(index.number, ordinal), strict=False):
            alias = self._alias(index, entity, expr)
            if alias is not None:
                self._add("inherits", (index.number, ordinal), alias, entity.name_line, "base")
            elif base is None:
                self.unresolved.append(
                    UnresolvedRef("inherits", (index.number, ordinal), _spelled(index, expr), entity.name_line)
                )
            elif base[0] == "ext":
                self._add("inherits", (index.number, ordinal), base[1], entity.name_line, "external")
            elif not self.program.is_prelude(base[1]):
                self._add("inherits", (index.number, ordinal), (base[1], base[2]), entity.name_line, "base")

    def _alias(self, index: UnitIndex, entity: EntityFact, expr: int) -> tuple[int, int] | None:
        """The named type that a base is written as, where that is no class itself."""
        while index.exprs[expr][0] == "i":
            expr = index.exprs[expr][1]
        shape, place = index.exprs[expr], Place(index.number, entity.home, entity.pos)
        if shape[0] == "n":
            value = self.evaluator.lookup(place, shape[1])
        elif shape[0] == "a":
            owner = self.evaluator.eval(place, shape[1])
            value = self.evaluator.member_target(owner, shape[2]) if owner is not None else None
        else:
            return None
        if value is None or value[0] != "def":
            return None
        _, unit, ordinal = self.evaluator.as_type(value)
        is_named = self.program.entity(unit, ordinal).kind == "type" and not self.program.is_prelude(unit)
        return (unit, ordinal) if is_named else None

    def _decorator(self, index: UnitIndex, ordinal: int, entity: EntityFact, expr: int) -> None:
        """A definition depends on its decorators; that a call makes one is a call of the code around it."""
        expr = _callee(index, expr)
        reference = Reference(
            "depends_on", expr, entity.home, ordinal, _spelled(index, expr), entity.name_line, entity.pos - 1, ()
        )
        self._reference(index, reference)

    def _reference(self, index: UnitIndex, reference: Reference) -> None:
        evaluator = self.evaluator
        evaluator.begin()
        place = Place(index.number, reference.scope, reference.pos)
        src = (index.number, reference.entity)
        targets = self._remembered(index, reference, place)
        if (
            not targets
            and reference.kind == "calls"
            and not (index.rules.makes_by_name and index.exprs[reference.expr][0] == "w")
        ):
            targets = self._guesses(index, reference)
            self.unresolved.append(UnresolvedRef(reference.kind, src, reference.name, reference.line))
        for dst, via in targets[:MAX_TARGETS]:
            if self._is_worth_telling(index, dst):
                kind = reference.kind
                if index.rules.expands_macros and not isinstance(dst, str):
                    kind, dst, via = index.rules.expanded(evaluator, kind, dst, via)
                self._add(kind, src, dst, reference.line, via)
                if not isinstance(dst, str):
                    for variant in evaluator.rules(index).variants(evaluator, *dst):
                        kind = index.rules.expanded(evaluator, reference.kind, variant, via)[0]
                        self._add(kind, src, variant, reference.line, "ambiguous")

    def _remembered(self, index: UnitIndex, reference: Reference, place: Place) -> list[Target]:
        """The targets of a reference: the same for the same words in one scope, unless their place matters."""
        args = reference.args if index.rules.has_overloads else ()
        key = (reference.kind, reference.scope, reference.expr, tuple(args))
        known = self._known.get(key)
        if known is None:
            self.evaluator.is_positional = False
            known = list(self._targets(index, reference, place))
            if not self.evaluator.is_positional:
                self._known[key] = known
        return known

    def _is_worth_telling(self, index: UnitIndex, dst: tuple[int, int] | str) -> bool:
        """Whether a target is more than what the language itself has built in."""
        if isinstance(dst, str):
            return dst != "" and not dst.startswith(self.evaluator.rules(index).silent)
        return not self.program.is_prelude(dst[0])

    def _targets(self, index: UnitIndex, reference: Reference, place: Place) -> Iterator[Target]:
        shape = index.exprs[reference.expr] if reference.expr >= 0 else ("?",)
        if shape[0] == "w" and index.rules.makes_by_name:
            made = index.rules.made(self.evaluator, place, shape)
            yield from ((made[1:3], "type"),) if made is not None else ()
            return
        if shape[0] == "w":
            yield from self._made(index, place, shape[1])
            return
        while shape[0] == "i":
            shape = index.exprs[shape[1]]
        if self.evaluator.rules(index).has_overloads:
            chosen = self._overloaded(index, reference, place, shape)
            if chosen or shape[0] in ("p", "P"):
                yield from chosen
                return
        if shape[0] == "n":
            yield from self._named(index, reference, place, shape)
        elif shape[0] == "P":
            value = self.evaluator.super_at(place)
            above = self.evaluator.mro(value[1], value[2])[0][1:2] if value is not None and reference.kind == "calls" else ()
            yield from (((unit, ordinal), "super") for unit, ordinal, _ in above)
        elif shape[0] == "C":
            value = self.evaluator.eval(place, reference.expr)
            yield from self._of_value(value, reference, "self") if value is not None and reference.kind == "calls" else ()
        elif shape[0] == "a":
            yield from self._of_receiver(index, reference, place, shape[1], shape[2])

    def _made(self, index: UnitIndex, place: Place, kind: int) -> Iterator[Target]:
        """The class of which an instance is made."""
        made = self.evaluator.type_of(place, kind)
        if made is not None and made[0] == "xinst":
            yield made[1], "external"
        elif made is not None and made[0] == "inst":
            yield (made[1], made[2]), "scope" if made[1] == index.number else "import"

    def _overloaded(self, index: UnitIndex, reference: Reference, place: Place, shape: Any) -> list[Target]:
        """The overload that a call means, or the method that a reference to one takes."""
        if reference.kind == "calls":
            found = self.evaluator.invoked(place, reference.expr, tuple(reference.args))
            candidates, via = (found.candidates, found.via) if found is not None else ((), "")
            if not candidates and shape[0] in ("p", "P"):
                made = self.evaluator.constructed_class(index, place, shape[0])
                return [(made[1:3], "self" if shape[0] == "p" else "super")] if made is not None else []
        elif shape[0] == "a":
            owner = self.evaluator.eval(place, shape[1])
            candidates = self.evaluator.functions_of_value(owner, shape[2]) if owner is not None else ()
            via = "type"
        elif shape[0] == "n" and self.evaluator.rules(index).names_functions:
            is_bound = self.evaluator.find_entry(index, shape[1], place.scope, place.pos) is not None
            candidates, via = self.evaluator.functions_in_scope(index, place, shape[1]) if not is_bound else ((), "")
        else:
            return []
        via = via if len(candidates) < 2 else "ambiguous"
        if len(candidates) > MAX_TARGETS:
            return []
        return [((candidate.unit, candidate.ordinal), via) for candidate in candidates]

    def _named(self, index: UnitIndex, reference: Reference, place: Place, shape: Any) -> Iterator[Target]:
        name = shape[1]
        value = self.evaluator.lookup(place, name)
        if value is not None and value[:2] == ("def", index.number) and self._decorates(index, reference, value[2]):
            outside = index.scopes[index.entities[value[2]].home][1]
            value = self.evaluator.lookup(Place(index.number, outside, place.pos), name) if outside >= 0 else None
        if value is None:
            return
        if value[0] == "def":
            value = self.evaluator.as_type(value) if len(shape) > 2 else self.evaluator.as_value(value)
        found = self.evaluator.find_entry(index, name, place.scope, place.pos)
        via = "import" if found is None or found[0][0].tag == "i" else "scope"
        if found is not None and found[0][0].tag == "b":
            via = "type"
        may_hold = reference.kind == "calls" and value[0] == "def" and not self.evaluator.rules(index).calls_fields
        if may_hold and self.program.entity(value[1], value[2]).kind == "constant":  # a variable that holds a function
            self._add("depends_on", (index.number, reference.entity), (value[1], value[2]), reference.line, via)
        yield from self._of_value(value, reference, via)

    def _decorates(self, index: UnitIndex, reference: Reference, ordinal: int) -> bool:
        """Whether a reference is a decorator of a definition: its name is not bound yet where that is read."""
        entity = index.entities[ordinal]
        if reference.pos >= entity.pos or reference.scope != entity.home:
            return False
        return any(reference.expr in (expr, _callee(index, expr)) for expr in entity.decorators)

    def _of_value(self, value: Value, reference: Reference, via: str) -> Iterator[Target]:
        known = self.evaluator.concrete(value)
        if known is None:
            return
        value, tag = known, known[0]
        if tag == "union":
            for item in value[1]:
                yield from self._of_value(item, reference, "union")
            return
        if self.evaluator.weak and via == "type":
            via = "inferred"
        if tag == "ext":
            yield value[1], "external"
        elif tag == "xinst":
            yield "", "external"
        elif tag in ("meth", "cls"):
            yield (value[1], value[2]), via
        elif tag == "def":
            yield from self._of_definition(value, reference, via)
        elif tag == "inst" and reference.kind == "calls":
            yield from self._of_instance(value, reference, via)

    def _of_definition(self, value: Value, reference: Reference, via: str) -> Iterator[Target]:
        entity = self.program.entity(value[1], value[2])
        if reference.kind != "calls" or entity.kind in CALLABLE_KINDS or "variant" in entity.flags or entity.kind in CLASS_KINDS:
            yield (value[1], value[2]), via
            return
        rules = self.evaluator.rules(self.program.unit(value[1]))
        if rules.call_values:
            yield (value[1], value[2]), via
            return
        held = self.evaluator.held(value)
        if held is not None and held != value:
            yield from self._of_value(held, reference, via if rules.calls_fields else "inferred")

    def _of_instance(self, value: Value, reference: Reference, via: str) -> Iterator[Target]:
        """Calling an instance runs a member of its class."""
        member = self.evaluator.rules(self.program.unit(value[1])).call_member
        found = self.evaluator.member(value, member) if member else None
        if isinstance(found, Found) and found.tag == "e":
            yield (found.unit, self.evaluator.pick(found)), "inferred"

    def _of_receiver(self, index: UnitIndex, reference: Reference, place: Place, receiver: int, name: str) -> Iterator[Target]:
        owner = self.evaluator.owner_value(place, receiver)
        if owner is None:
            return
        via = self._via(index, receiver, owner)
        if reference.kind == "calls" and owner[0] in ("def", "cls", "ext") and reference.args:
            chosen = index.rules.qualified(self.evaluator, place, owner, name, tuple(reference.args))
            if chosen is not None:
                yield chosen, "type"
                return
        for item in owner[1] if owner[0] == "union" else (owner,):
            found = self.evaluator.member(item, name, reference.kind == "calls")
            if isinstance(found, Found):
                yield from self._of_member(index, found, reference, via)
            elif found is not None:
                yield from self._of_value(found, reference, "import" if item[0] in ("mod", "pkg") else via)

    def _of_member(self, index: UnitIndex, found: Found, reference: Reference, via: str) -> Iterator[Target]:
        if found.tag == "b":
            value = self.evaluator.field_value(found)
            if value is not None and reference.kind == "calls":
                yield from self._of_value(value, reference, via if via != "self" else "type")
            return
        ordinal = self.evaluator.pick(found)
        entity = self.program.entity(found.unit, ordinal)
        if reference.kind == "calls" and entity.kind in ("field", "constant") and "variant" not in entity.flags:
            follows = not self.evaluator.rules(self.program.unit(found.unit)).call_values
            value = self.evaluator.held(("def", found.unit, ordinal)) if follows else None
            if value is not None and value[0] in ("def", "meth", "inst", "cls", "ext") and value != ("def", found.unit, ordinal):
                yield from self._of_value(value, reference, via)
                return
            if not self.evaluator.rules(index).calls_fields:
                self._add("depends_on", (index.number, reference.entity), (found.unit, ordinal), reference.line, via)
                return
        yield (found.unit, ordinal), via

    def _via(self, index: UnitIndex, receiver: int, owner: Value) -> str:
        if owner[0] == "union":
            return "union"
        if owner[0] == "super":
            return "super"
        shape = index.exprs[receiver]
        if shape[0] in ("p", "C") or (shape[0] == "n" and shape[1] in index.record.self_names):
            return "self"
        if owner[0] in ("def", "cls"):
            return "scope"
        return "inferred" if self.evaluator.weak else "type"

    def _guesses(self, index: UnitIndex, reference: Reference) -> list[Target]:
        """The only definition that has the name of a call whose target cannot be told."""
        shape = index.exprs[reference.expr] if reference.expr >= 0 else ("?",)
        is_member = shape[0] == "a"
        only = self._only(index.family, reference.name, is_member)
        if only is None:
            return []
        if is_member:
            is_known = self._receiver_is_known(index, reference, shape[1])
        else:
            is_known = self.evaluator.find_entry(index, reference.name, reference.scope, reference.pos) is not None
        return [] if is_known else [(only, "unique-name")]

    def _only(self, family: str, name: str, is_member: bool) -> tuple[int, int] | None:
        """The one definition of a name that a member call, or a bare one, could mean."""
        key = (family, name, is_member)
        if key not in self._unique:
            named = [
                (unit, ordinal) for unit, ordinal, kind in self.program.named(family, name) if is_member == (kind == "method")
            ]
            if is_member and name in self._builtin_members(family):
                named = []
            places = dict.fromkeys(self.completed.get(place, place) for place in named)
            found: list[tuple[int, int]] = []
            if len(places) <= MAX_NAMESAKES:
                found = [place for place in places if "accessor" not in self.program.entity(*place).flags]
            self._unique[key] = found[0] if len(found) == 1 else None
        return self._unique[key]

    def _builtin_members(self, family: str) -> frozenset[str]:
        """Names of members of what a language has built in: on an unknown receiver they say nothing."""
        if family not in self._builtins:
            number = self.program.preludes.get(family)
            tables = self.program.unit(number).members.values() if number is not None else ()
            self._builtins[family] = frozenset(name for table in tables for name in table)
        return self._builtins[family]

    def _receiver_is_known(self, index: UnitIndex, reference: Reference, receiver: int) -> bool:
        place = Place(index.number, reference.scope, reference.pos)
        value = self.evaluator.eval(place, receiver)
        if value is None and linked.has_libraries(self.evaluator, index.number):
            # What was external by itself is no reason to guess where a library leads to nothing.
            self._alone = self._alone or linked.without_libraries(self.evaluator)
            value = self._alone.eval(place, receiver)
        return value is not None and value[0] != "tv"


def _callee(index: UnitIndex, expr: int) -> int:
    """What a call, or a call of what a call yields, calls; other expressions are themselves."""
    while index.exprs[expr][0] == "c":
        expr = index.exprs[expr][1]
    return expr


def _spelled(index: UnitIndex, expr: int) -> str:
    """The last name of an expression."""
    while expr >= 0:
        shape = index.exprs[expr]
        if shape[0] == "n":
            return str(shape[1])
        if shape[0] == "a":
            return str(shape[2])
        expr = shape[1] if shape[0] in ("i", "c", "w", "*") else -1
    return ""
