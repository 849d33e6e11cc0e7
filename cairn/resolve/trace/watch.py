"""The resolver at work on one file, watched: each reference with its outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cairn.resolve.budget import Budget
from cairn.resolve.edges import CONFIDENCE, Edges
from cairn.resolve.program import Program
from cairn.resolve.resolve import Resolver
from cairn.resolve.targets import last_name
from cairn.resolve.units import UnitIndex
from cairn.semantics.facts import EntityFact, Import, Reference

Definition = tuple[int, int]  # unit and ordinal


class Landing(NamedTuple):
    """Where one site leads: an edge of it."""

    kind: str
    src: Definition
    dst: Definition | str  # the anchor of an external
    line: int
    via: str
    confidence: float


class Site(NamedTuple):
    """One place that refers to something, and its outcome.

    One of `reference`, `imported` and `bases` says what stands there; none does for what a file states by its definitions alone.
    """

    kind: str
    entity: int  # around it
    line: int
    names: tuple[str, ...]  # the last of what is written there; of an import, also what it is called from then on
    landings: tuple[Landing, ...]
    is_left: bool = False  # kept as unresolved
    is_over: bool = False  # ended because it cost too much
    fault: str = ""  # how the resolver failed
    reference: Reference | None = None
    imported: Import | None = None
    bases: tuple[int, ...] = ()  # expressions


class _Log(Edges):
    """Edges, each of their sites noted as it comes."""

    def __init__(self, program: Program, completed: Mapping[Definition, Definition]) -> None:
        super().__init__(program, completed)
        self.noted: list[Landing] = []
        self._completing = completed

    def add(self, kind: str, src: Definition, dst: Definition | str, line: int, via: str) -> None:
        """Note a site, and gather it."""
        if src not in self._completing:
            end = dst if isinstance(dst, str) else self._completing.get(dst, dst)
            self.noted.append(Landing(kind, src, end, line, self.word(end, via), CONFIDENCE[via]))
        super().add(kind, src, dst, line, via)


class WatchedResolver(Resolver):
    """Resolves as an index does, and so tells what an index holds; `sites` are those of the files that it was given."""

    def __init__(self, program: Program, budget: Budget) -> None:
        self.sites: list[Site] = []
        self._log = _Log(program, {})
        super().__init__(program, budget, self._begin_log)

    def _begin_log(self, program: Program, completed: Mapping[Definition, Definition]) -> Edges:
        self._log = _Log(program, completed)
        return self._log

    def try_import(self, index: UnitIndex, imported: Import) -> None:
        """See `Resolver`, as for all that follows."""
        begun = self._mark(index)
        super().try_import(index, imported)
        names = tuple(dict.fromkeys(name for name in (imported.name, imported.alias, _last_part(imported.module)) if name))
        self._note(index, begun, Site("imports", 0, imported.line, names, (), imported=imported))

    def try_bases(self, index: UnitIndex, ordinal: int, entity: EntityFact) -> None:
        begun = self._mark(index)
        super().try_bases(index, ordinal, entity)
        names = tuple(last_name(index, expr) for expr in entity.bases)
        self._note(index, begun, Site("inherits", ordinal, entity.name_line, names, (), bases=entity.bases))

    def try_reference(self, index: UnitIndex, reference: Reference) -> None:
        begun = self._mark(index)
        super().try_reference(index, reference)
        site = Site(reference.kind, reference.entity, reference.line, (reference.name,), (), reference=reference)
        self._note(index, begun, site)

    def _stated_bases(self, index: UnitIndex) -> None:
        begun = len(self._log.noted)
        super()._stated_bases(index)
        for landing in self._log.noted[begun:]:
            if landing.src[0] == index.number:
                self.sites.append(Site(landing.kind, landing.src[1], landing.line, (), (landing,)))

    def _mark(self, index: UnitIndex) -> tuple[int, int, int, int]:
        fault = self.faults.get(index.number)
        return len(self._log.noted), len(self.unresolved), self.budget.over, fault.references if fault is not None else 0

    def _note(self, index: UnitIndex, begun: tuple[int, int, int, int], site: Site) -> None:
        noted, unresolved, over, faults = begun
        fault = self.faults.get(index.number)
        has_failed = fault is not None and fault.references > faults
        self.sites.append(
            site._replace(
                landings=tuple(self._log.noted[noted:]),
                is_left=len(self.unresolved) > unresolved,
                is_over=self.budget.over > over,
                fault=fault.reason if fault is not None and has_failed else "",
            )
        )


def _last_part(module: str) -> str:
    """`tax` of `./lib/tax.js`, `shop.tax`, `crate::tax`."""
    plain = module.replace("::", "/").replace("\\", "/").rstrip("/").rpartition("/")[2]
    head, _, tail = plain.rpartition(".")
    return tail if "/" not in module and head else head or tail
