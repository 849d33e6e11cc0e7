"""The sites of one file that lead to something, or were meant to, each with how it was resolved."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import NamedTuple

from cairn.resolve.budget import Budget
from cairn.resolve.program import Program
from cairn.resolve.trace.outcome import Outcomes
from cairn.resolve.trace.spell import listed, spell
from cairn.resolve.trace.steps import MOST_STEPS, Step, Steps, import_text
from cairn.resolve.trace.watch import Definition, Landing, Site, WatchedResolver
from cairn.resolve.trace.words import Where, Words
from cairn.resolve.units import UnitIndex
from cairn.semantics.facts import Reference
from cairn.semantics.kinds import CALLS
from cairn.semantics.places import Candidate, Place

MOST_SITES = 20  # that are explained: a guess, more than anyone reads at once
_MOST_CANDIDATES = 8  # overloads of a name that are told (a guess)
_MOST_NAMES = 200  # other names that are gathered (a guess)


class Goal(NamedTuple):
    """What is asked for: definitions and externals, and how a site that was meant for them names them."""

    ends: frozenset[Definition | str]
    names: frozenset[str]


class Trace(NamedTuple):
    """One site, or several that say the same in one scope: their lines, their parts, and what came of them."""

    kind: str
    entity: int
    lines: tuple[int, ...]
    text: str
    steps: tuple[Step, ...]
    landings: tuple[Landing, ...]
    outcome: str


class Traced(NamedTuple):
    """What was found in one file. `omitted` sites are not explained; `names` are those that the other sites end with."""

    traces: list[Trace]
    omitted: int
    names: list[str]
    fault: str = ""


def trace(program: Program, budget: Budget, where: Where, number: int, inside: Collection[int], goal: Goal) -> Traced:
    """Resolve a file again and explain those of its sites inside of some definitions that lead to the goal or name it."""
    resolver = WatchedResolver(program, budget)
    resolver.try_unit(number)
    index, words = program.unit(number), Words(program, where)
    sites = [site for site in resolver.sites if site.entity in inside]
    meant = [site for site in sites if _is_meant(index, site, goal)]
    groups: dict[tuple[object, ...], list[Site]] = {}
    for site in sorted(meant, key=lambda site: (not _leads_to(site, goal), site.line)):
        groups.setdefault(_same(site), []).append(site)
    told = list(groups.values())
    teller = _Teller(resolver, words, index)
    names = dict.fromkeys(name for site in sites for name in site.names if name)
    fault = resolver.faults.get(number)
    return Traced(
        [teller.told(group) for group in told[:MOST_SITES]],
        sum(map(len, told[MOST_SITES:])),
        list(names)[:_MOST_NAMES],
        str(fault) if fault is not None and fault.is_whole else resolver.costly.get(number, ""),
    )


def _leads_to(site: Site, goal: Goal) -> bool:
    return any(landing.dst in goal.ends for landing in site.landings)


def _is_meant(index: UnitIndex, site: Site, goal: Goal) -> bool:
    if _leads_to(site, goal) or not goal.names.isdisjoint(site.names):
        return True
    reference = site.reference
    if reference is None or reference.expr < 0 or index.exprs[reference.expr][0] != "name":
        return False
    # A name that an import gives to what is asked for.
    known = {imported.alias: imported.name for imported in index.imports if imported.alias}
    return known.get(reference.name) in goal.names


def _same(site: Site) -> tuple[object, ...]:
    ends = tuple(dict.fromkeys((landing.kind, landing.dst, landing.via) for landing in site.landings))
    if site.reference is not None:
        args = tuple(site.reference.args)
        return site.kind, site.entity, site.reference.scope, site.reference.expr, args, ends, site.is_over
    return site.kind, site.entity, site.line, site.names, ends


class _Teller:
    def __init__(self, resolver: WatchedResolver, words: Words, index: UnitIndex) -> None:
        self._resolver, self._words, self._index = resolver, words, index
        self._outcomes = Outcomes(resolver, words)

    def told(self, group: Sequence[Site]) -> Trace:
        site, index = group[0], self._index
        steps = Steps(self._resolver.evaluator, self._words)
        text = ""
        if site.reference is not None:
            text = self._reference(steps, site.reference)
        elif site.imported is not None:
            text = import_text(site.imported).replace("`", "")
        elif site.bases:
            entity = index.entities[site.entity]
            text = f"{entity.name}: {listed(site.bases, lambda expr: spell(index, expr))}"
            for expr in site.bases:
                steps.type(Place(index.number, entity.home, entity.pos), expr, 0, site.entity)
        lines = tuple(sorted({one.line for one in group}))
        rows = () if site.is_over or site.fault else tuple(steps.rows[:MOST_STEPS])
        landings = tuple(dict.fromkeys(landing._replace(line=0) for landing in site.landings))
        return Trace(site.kind, site.entity, lines, text, rows, landings, self._outcomes.told(index, site))

    def _reference(self, steps: Steps, reference: Reference) -> str:
        index, place = self._index, Place(self._index.number, reference.scope, reference.pos)
        is_call = reference.kind == CALLS
        text = spell(index, reference.expr) if reference.expr >= 0 else reference.name
        if is_call and reference.expr >= 0 and index.exprs[reference.expr][0] not in ("new", "call"):
            text += f"({listed(reference.args, lambda expr: spell(index, expr))})" if reference.args else "(…)"
        steps.expression(place, reference.expr, is_called=is_call)
        if is_call and index.traits.has_overloads and reference.expr >= 0:
            self._overloads(steps, reference, place)
        return text

    def _overloads(self, steps: Steps, reference: Reference, place: Place) -> None:
        """The functions of a name that a call may mean, and which of them its arguments chose."""
        found = self._functions(steps, reference, place)
        if not found:
            return
        evaluator, index = self._resolver.evaluator, self._index
        invoked, _ = steps.ask(lambda: evaluator.overloads.invoked(place, reference.expr, tuple(reference.args)))
        chosen = {(one.unit, one.ordinal) for one in invoked.candidates} if invoked is not None else set()
        for arg in reference.args:
            value, note = steps.ask(partial(evaluator.expressions.eval, place, arg))
            steps.rows.append(Step(1, spell(index, arg), "an argument", self._words.value(value) + note))
        for one in sorted(found, key=lambda one: (one.unit, one.ordinal) not in chosen)[:_MOST_CANDIDATES]:
            is_chosen = (one.unit, one.ordinal) in chosen
            what = "does not suit the arguments" if not is_chosen else "chosen" if len(chosen) == 1 else "suits the arguments"
            steps.rows.append(Step(1, self._signature(one), f"an overload of {self._words.place(one.unit, one.ordinal)}", what))
        if len(found) > _MOST_CANDIDATES:
            steps.rows.append(Step(1, "…", f"{len(found) - _MOST_CANDIDATES} more overloads", ""))

    def _functions(self, steps: Steps, reference: Reference, place: Place) -> tuple[Candidate, ...]:
        evaluator, index = self._resolver.evaluator, self._index
        shape = index.exprs[reference.expr]
        while shape[0] == "subscript":
            shape = index.exprs[shape[1]]
        if shape[0] == "name":
            in_scope, _ = steps.ask(lambda: evaluator.overloads.in_scope(place, shape[1]))
            return in_scope[0] if in_scope is not None else ()
        if shape[0] != "member":
            return ()
        owner, _ = steps.ask(lambda: evaluator.expressions.owner_value(place, shape[1]))
        for item in () if owner is None else owner[1] if owner[0] == "union" else (owner,):
            found, _ = steps.ask(partial(evaluator.overloads.of_value, item, shape[2]))
            if found:
                return tuple(found)
            extensions, _ = steps.ask(partial(index.roles.functions.extensions, evaluator, place, item, shape[2]))
            if extensions:
                return tuple(extensions)
        return ()

    def _signature(self, one: Candidate) -> str:
        index = self._resolver.program.unit(one.unit)
        entity = index.entities[one.ordinal]
        kinds = [spell(index, kind) if kind >= 0 else name for name, kind, _ in entity.params]
        return f"{entity.name}({', '.join(kinds)})"
