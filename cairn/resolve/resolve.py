"""References become edges: each use of a name in a source leads to its definition."""

from __future__ import annotations

import contextlib
import traceback
from array import array
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from cairn.errors import CairnError
from cairn.resolve import state
from cairn.resolve.budget import Budget, OverBudget, Overtime
from cairn.resolve.edges import Edges, ResolvedEdge
from cairn.resolve.evaluator.evaluator import create_evaluator
from cairn.resolve.guesses import Guesses
from cairn.resolve.program import Library, Program
from cairn.resolve.sayings import Origin, pack_sayings
from cairn.resolve.segment import SAYING, WHOLE, Segment, make_segment
from cairn.resolve.stable import KeyNames
from cairn.resolve.targets import MAX_TARGETS, Target, Targets, callee_of, last_name
from cairn.resolve.units import Unit, UnitIndex
from cairn.semantics.expressions import UNKNOWN
from cairn.semantics.facts import EntityFact, Facts, Import, Reference
from cairn.semantics.kinds import CALLS, DEPENDS_ON, IMPORTS, INHERITS, TYPE
from cairn.semantics.places import Place
from cairn.semantics.values import Value

ELSEWHERE = [("", "external")]  # the targets of what is taken from a value that came from outside of the source


class UnresolvedRef(NamedTuple):
    """A site whose target could not be told."""

    kind: str
    src: tuple[int, int]
    name: str
    line: int


class Fault(NamedTuple):
    """References of a file that could not be resolved because the resolver failed, and how it did for the first of them."""

    reason: str
    references: int
    is_whole: bool  # no reference of the file could be

    def __str__(self) -> str:
        whose = "its references" if self.is_whole else f"{self.references} of its references"
        return f"{whose} could not be resolved ({self.reason})"


class Resolution(NamedTuple):
    """All that is known of a source's references."""

    edges: list[ResolvedEdge]
    unresolved: list[UnresolvedRef]
    dropped: list[tuple[int, int]]
    faults: Mapping[int, Fault] = {}  # by unit
    costly: Mapping[int, str] = {}  # units some references of which cost more than they may, with why they were left
    log: Sequence[bytes] = ()  # what the units were resolved from and what they say, packed, where that was asked for


def resolve(
    units: Sequence[Unit],
    manifests: Mapping[str, str],
    preludes: Mapping[str, Facts],
    *,
    only: Mapping[int, Collection[int] | None] | None = None,
    find_named: Callable[[str], Iterable[tuple[int, int, str]]] | None = None,
    libraries: Sequence[Library] = (),
    on_unit: Callable[[], None] = lambda: None,
    on_pause: Callable[[], None] = lambda: None,
    files: Sequence[int] | None = None,
) -> Resolution:
    """Resolve the references of all units, or of those numbered in `only`, against each other.

    `only` maps the numbers of units to the ordinals of the definitions whose references are resolved, None for all.

    `manifests` maps paths to the texts of the package and compiler configurations among the source's
    files (those whose base names match `MANIFEST_NAMES`), `preludes` language names to the facts of what
    they have built in. What the units lack is looked up in `libraries`, other sources that are not resolved themselves; in the
    answer their units are numbered on from the source's own, in the order given. `on_unit` is called before each unit,
    `on_pause` every few milliseconds; both may raise to end the work, and `on_pause` may raise `Overtime` to end that of the
    unit at hand. A reference that cannot be resolved costs itself and makes its unit one of the faults; one that costs too
    much stays unresolved. The answer depends on nothing but the arguments.

    `files` are the units' files in the store: given, the answer has a log.
    """
    program = Program(units, manifests, preludes, find_named, libraries, None if only is None else sorted(only))
    wanted = dict.fromkeys(range(len(units))) if only is None else only
    with contextlib.closing(Resolver(program, Budget(on_pause))) as resolver:
        found = resolve_some(resolver, wanted, on_unit)
        resolver.evaluator.memory.forget()  # no more questions: what follows takes as much memory
        return found if files is None else found._replace(log=resolver.log(files))


def resolve_some(resolver: Resolver, wanted: Mapping[int, Collection[int] | None], on_unit: Callable[[], None]) -> Resolution:
    """Resolve the references of some definitions, by unit and ordinals (None: all)."""

    def is_wanted(src: tuple[int, int]) -> bool:
        ordinals = wanted.get(src[0], ())
        return ordinals is None or src[1] in ordinals

    for number, ordinals in sorted(wanted.items()):
        if resolver.program.has_rules(number):
            on_unit()
            resolver.try_unit(number, ordinals)
    return resolver.take(is_wanted)._replace(dropped=sorted(resolver.completed))


class Resolver:
    """Resolves the references of a program, file by file, and gathers what comes of it in `edges`."""

    def __init__(
        self,
        program: Program,
        budget: Budget,
        gather: Callable[[Program, Mapping[tuple[int, int], tuple[int, int]]], Edges] = Edges,
    ) -> None:
        self.program = program
        self.budget = budget
        program.reads.log.clear()
        self.evaluator = create_evaluator(program, budget)
        self.unresolved: list[UnresolvedRef] = []
        self.faults: dict[int, Fault] = {}
        # By unit and ordinal, the node of all that its references read.
        self._roots = array("I"), array("i"), array("I")
        self._read: dict[int, set[int]] = {}  # of the unit at hand, by ordinal
        self.costly: dict[int, str] = {}
        self.completed: dict[tuple[int, int], tuple[int, int]] = {}
        for world in program.worlds():
            self.evaluator.program = program.seen_by(world)
            families = {record.family or record.name: record for record in self.evaluator.program.records()}
            for record in families.values():
                completion = program.roles_in(record, world).completion
                self.completed |= completion.completed(self.evaluator) if completion is not None else {}
        self.evaluator.program = program
        self._watch_state()
        self._edges = gather(program, self.completed)
        self._targets = Targets(self.evaluator, self._edges)
        self.guesses = Guesses(self.evaluator, self.completed)

    def _watch_state(self) -> None:
        """Log from now on what is looked up in what the roles of the languages found out."""
        program, reads = self.program, self.program.reads
        self.state_root = reads.node_of(0)
        spell = KeyNames(program).stable
        for space, roles in program.known_roles():
            state.watch(roles, reads, space, spell)
        program.manifests = state.watch_table(dict(program.manifests), reads, "manifests", spell)
        program.extra_members = state.watch_table(program.extra_members, reads, "members", spell)
        program.extra_bases = state.watch_table(program.extra_bases, reads, "bases", spell)
        self.completed = state.watch_table(self.completed, reads, "completed", spell)
        self.evaluator.memory.forget()  # answers that were found before

    def close(self) -> None:
        """Give back the memory of the evaluator and of what it knows, at once; the rows stay."""
        self.evaluator.disconnect()
        self.guesses.close()
        self.program.close()

    def take(self, is_wanted: Callable[[tuple[int, int]], bool]) -> Resolution:
        """What was found since the last time, of those definitions that are wanted; edges in a stable order."""
        found = Resolution(
            [row for row in self._edges.rows() if is_wanted(row.src)],
            [row for row in self.unresolved if row.src not in self.completed and is_wanted(row.src)],
            [],
            self.faults,
            self.costly,
        )
        self._edges.clear()
        self.unresolved, self.faults, self.costly = [], {}, {}
        return found

    def log(self, files: Sequence[int]) -> list[bytes]:
        """What the units that were resolved were read from, and what they say, packed; `files` are all units' in the store."""
        resolved = set(self._roots[0])
        said = {unit: saying for unit, saying in self.program.sayings.fresh.items() if unit in resolved}
        return [self.segment(files, said).pack(), pack_sayings(said, partial(self.origin_of, files))]

    def segment(self, files: Sequence[int], said: Collection[int], *, is_state_known: bool = False) -> Segment:
        """What the units that were resolved were read from, and what those in `said` say, where they were asked."""
        roots = [(files[unit], ordinal, root) for unit, ordinal, root in zip(*self._roots, strict=True)]
        reads = self.program.reads
        for unit in said:
            asked = self.program.sayings.roots.get(unit, {})
            roots += [(files[unit], SAYING - number, reads.node_beside(unit, [root])) for number, root in asked.items()]
        return make_segment(reads, None if is_state_known else self.state_root, roots)

    def origin_of(self, files: Sequence[int], unit: int) -> Origin:
        """What a unit is in the store: a file, or the name of what a language has built in."""
        return files[unit] if unit < len(files) else self.program.path(unit)

    def try_unit(self, number: int, only: Collection[int] | None = None) -> None:
        """Resolve the references of a file; one that takes too long, or fails, costs no more than itself.

        `only` are the ordinals of the definitions whose references are resolved; None: all.
        """
        self.budget.begin_file()
        self.program.begin()
        self.program.reads.log.clear()
        self._read = defaultdict(set)
        try:
            self.resolve_unit(self.program.unit(number), only)
        except Overtime as exc:
            self.costly[number] = f"{exc}; what was found until then is kept"
        except CairnError:
            raise
        except Exception as exc:  # noqa: BLE001 - whatever it is, it must cost one file and not the run
            self.faults[number] = Fault(_reason(exc), 0, is_whole=True)
        self._note_roots(number, self._read, is_whole=only is None)
        if self.budget.over and number not in self.costly:
            self.costly[number] = f"{self.budget.over} of its references cost more than one may"

    def _note_roots(self, unit: int, read: Mapping[int, set[int]], *, is_whole: bool) -> None:
        """Keep what definitions of a unit read of others: what lies in itself is resolved again whenever it changes."""
        units, ordinals, nodes = self._roots
        for ordinal in sorted(read):
            if is_whole or ordinal != WHOLE:
                units.append(unit)
                ordinals.append(ordinal)
                nodes.append(self.program.reads.node_beside(unit, read[ordinal]))

    def resolve_unit(self, index: UnitIndex, only: Collection[int] | None = None) -> None:
        """Resolve all that one file refers to, or what definitions of it do."""
        self._targets.begin_unit()
        for imported in index.imports if only is None or 0 in only else ():
            self.try_import(index, imported)
        for ordinal in range(len(index.entities)) if only is None else sorted(only):
            entity = index.entities[ordinal]
            if entity.bases:
                self.try_bases(index, ordinal, entity)
            for expr in entity.decorators:
                self.try_reference(index, decorating(index, ordinal, entity, expr))
        self._attempt(index, WHOLE, partial(self._stated_bases, index))
        for reference in index.references:
            if only is None or reference.entity in only:
                self.try_reference(index, reference)

    def try_import(self, index: UnitIndex, imported: Import) -> None:
        """Find the files that an import names."""
        self._attempt(index, 0, partial(self._import, index, imported))

    def try_bases(self, index: UnitIndex, ordinal: int, entity: EntityFact) -> None:
        """Find the bases that a definition names."""
        self._attempt(index, ordinal, partial(self._bases, index, ordinal, entity))

    def try_reference(self, index: UnitIndex, reference: Reference) -> None:
        """Find the definitions that a use of a name means."""
        self._attempt(index, reference.entity, partial(self._reference, index, reference), reference)

    def targets_of(self, index: UnitIndex, reference: Reference) -> list[Target]:
        """The targets of a use of a name by the rules of its language, before any guess; all of them, however many."""
        return self._targets.of(index, reference, Place(index.number, reference.scope, reference.pos))

    def _attempt(self, index: UnitIndex, owner: int, work: Callable[[], None], reference: Reference | None = None) -> None:
        """Do the work for one reference, of the definition `owner`; it stays unresolved if that costs too much, or fails."""
        self.evaluator.begin()
        try:
            work()
        except (OverBudget, RecursionError, Exception) as exc:
            if isinstance(exc, (CairnError, Overtime)):
                raise
            self._fail(index, exc, reference)
        log = self.program.reads.log
        self._read[owner].update(log)
        log.clear()

    def _fail(self, index: UnitIndex, exc: Exception, reference: Reference | None) -> None:
        """A reference costs itself and not the file, whatever went wrong."""
        if isinstance(exc, RecursionError):  # types within types, deeper than what Python can follow
            self.budget.over += 1
        elif not isinstance(exc, OverBudget):
            self._note_fault(index, exc)
        if reference is not None:
            self._leave(index, reference)

    def _note_fault(self, index: UnitIndex, exc: Exception) -> None:
        known = self.faults.get(index.number)
        reason, count = (known.reason, known.references + 1) if known is not None else (_reason(exc), 1)
        self.faults[index.number] = Fault(reason, count, is_whole=count >= len(index.references))

    def _stated_bases(self, index: UnitIndex) -> None:
        for src, base, line in index.roles.bases.stated(self.evaluator, index.number):
            if base[0] == "inst" and not self.program.is_prelude(base[1]) and not self.program.is_prelude(src[0]):
                self._edges.add(INHERITS, src, (base[1], base[2]), line, "base")
            elif base[0] == "xinst":
                self._edges.add(INHERITS, src, base[1], line, "external")
        for src, dst, line, via in index.roles.bases.unsaid(self.evaluator, index.number):
            self._edges.add(INHERITS, src, dst, line, via)

    def _import(self, index: UnitIndex, imported: Import) -> None:
        values: Sequence[Value] = index.roles.imports.files(self.evaluator, index.number, imported)
        if self.evaluator.libraries.has(index.number) and not any(value[0] == "mod" for value in values):
            values = self.evaluator.libraries.imported_files(index.number, imported) or values
        for value in values:
            if value[0] == "mod" and not self.program.is_prelude(value[1]) and value[1] != index.number:
                self._edges.add(IMPORTS, (index.number, 0), (value[1], 0), imported.line, "import")
            elif value[0] == "ext":
                self._edges.add(IMPORTS, (index.number, 0), value[1], imported.line, "external")
        for value in index.roles.imports.uses(self.evaluator, index.number, imported):
            if value[0] == "mod" and value[1] != index.number:
                self._edges.add(DEPENDS_ON, (index.number, 0), (value[1], 0), imported.line, "import")

    def _bases(self, index: UnitIndex, ordinal: int, entity: EntityFact) -> None:
        exprs = [e for e in entity.bases if index.exprs[e][0] != "keyword"]
        for expr, base in zip(exprs, self.evaluator.classes.bases(index.number, ordinal), strict=False):
            alias = self._alias(index, entity, expr)
            if alias is not None:
                self._edges.add(INHERITS, (index.number, ordinal), alias, entity.name_line, "base")
            elif base is None:
                self.unresolved.append(UnresolvedRef(INHERITS, (index.number, ordinal), last_name(index, expr), entity.name_line))
            elif base[0] == "ext":
                self._edges.add(INHERITS, (index.number, ordinal), base[1], entity.name_line, "external")
            elif not self.program.is_prelude(base[1]):
                self._edges.add(INHERITS, (index.number, ordinal), (base[1], base[2]), entity.name_line, "base")

    def _alias(self, index: UnitIndex, entity: EntityFact, expr: int) -> tuple[int, int] | None:
        """The alias that a base is written as: `Base` of `class A(Base)` where `type Base = Other`."""
        while (shape := index.exprs[expr])[0] == "subscript":
            expr = shape[1]
        place = Place(index.number, entity.home, entity.pos)
        if shape[0] == "name":
            value = self.evaluator.scopes.lookup(place, shape[1])
        elif shape[0] == "member":
            owner = self.evaluator.expressions.eval(place, shape[1])
            value = self.evaluator.members.target(owner, shape[2]) if owner is not None else None
        else:
            return None
        if value is None or value[0] != "def":
            return None
        _, unit, ordinal = self.evaluator.classes.as_type(value)
        is_named = self.program.entity(unit, ordinal).kind == TYPE and not self.program.is_prelude(unit)
        return (unit, ordinal) if is_named else None

    def _reference(self, index: UnitIndex, reference: Reference) -> None:
        place = Place(index.number, reference.scope, reference.pos)
        src = (index.number, reference.entity)
        targets = self._targets.of(index, reference, place)
        if not any(dst for dst, _ in targets) and not self._makes_nothing_named(index, reference):
            if reference.kind == CALLS and not targets:
                targets = self.guesses.of(index, reference)
            if not targets or targets == ELSEWHERE:
                self._leave(index, reference)
        for dst, via in targets[:MAX_TARGETS]:
            if isinstance(dst, str):
                if dst and not dst.startswith(index.traits.silent):
                    self._edges.add(reference.kind, src, dst, reference.line, via)
            elif not self.program.is_prelude(dst[0]):  # else no more than what the language itself has built in
                self._use(index, reference, src, dst, via)

    def _leave(self, index: UnitIndex, reference: Reference) -> None:
        """Keep a use as unresolved, unless its name is a variable of the code around it."""
        if reference.kind != CALLS:
            shape = index.exprs[reference.expr] if reference.expr >= 0 else UNKNOWN
            while shape[0] == "subscript":
                shape = index.exprs[shape[1]]
            if shape[0] not in ("member", "name", "path_name"):
                return
            if shape[0] == "name" and self._is_local(index, reference, shape[1]):
                return
        self.unresolved.append(UnresolvedRef(reference.kind, (index.number, reference.entity), reference.name, reference.line))

    def _is_local(self, index: UnitIndex, reference: Reference, name: str) -> bool:
        """Whether the code around a name binds it."""
        place = Place(index.number, reference.scope, reference.pos)
        if name == "_" or self.evaluator.scopes.find(place, name) is not None:
            return True
        return self.evaluator.generics.find(place, name, reference.entity) is not None

    def _makes_nothing_named(self, index: UnitIndex, reference: Reference) -> bool:
        """Whether a reference makes an instance of a type without a name: `{1, 2}` in C++."""
        return index.roles.making is not None and reference.expr >= 0 and index.exprs[reference.expr][0] == "new"

    def _use(self, index: UnitIndex, reference: Reference, src: tuple[int, int], dst: tuple[int, int], via: str) -> None:
        """Add an edge to a definition, and to those that take its place in other builds."""
        roles, kind = index.roles, reference.kind
        if roles.redirection is not None:
            kind, dst, via = roles.redirection.expanded(self.evaluator, kind, dst, via)
        self._edges.add(kind, src, dst, reference.line, via)
        for variant in roles.variants.variants(self.evaluator, *dst) if roles.variants is not None else ():
            kind = reference.kind
            if roles.redirection is not None:
                kind = roles.redirection.expanded(self.evaluator, kind, variant, via)[0]
            self._edges.add(kind, src, variant, reference.line, "ambiguous")


def decorating(index: UnitIndex, ordinal: int, entity: EntityFact, expr: int) -> Reference:
    """The reference of a definition to one of its decorators; a call that makes the decorator is the code's around it."""
    expr = callee_of(index, expr)
    return Reference(DEPENDS_ON, expr, entity.home, ordinal, last_name(index, expr), entity.name_line, entity.pos - 1, ())


def _reason(exc: Exception) -> str:
    """The message of an exception; the place of the fault if it has none."""
    where = traceback.extract_tb(exc.__traceback__)[-1]
    return f"{type(exc).__name__}: {str(exc) or f'in {where.name}, line {where.lineno}'}"
