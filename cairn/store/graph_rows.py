"""What the graph of a source becomes, in rows: the same in every backend, but for how they are read and written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from cairn.store.rows import DefinitionRow, EdgeRow, UnresolvedRow

EdgeKey = tuple[int, str, int]  # src, kind, dst
EdgeValue = tuple[float, str, str]  # confidence, via, sites
SiteKey = tuple[int, str, str, int]  # entity, kind, name, line
# Rows that there are, by key, each with the id by which its backend finds it again.
KnownEdges = dict[EdgeKey, tuple[int, EdgeValue]]
KnownSites = dict[SiteKey, list[int]]
_SEPARATOR = re.compile(r"\.|::")


class Units(Protocol):
    """The ids of entities by the number of their unit, then by ordinal."""

    def __getitem__(self, unit: int, /) -> Mapping[int, int]: ...


class EdgeChanges:
    """The edges of some definitions beside those that there are: read `new_rows` to its end, then the others tell."""

    def __init__(self, units: Units, external: Callable[[str], int], known: KnownEdges) -> None:
        self._units = units
        self._external = external
        self.gone = known  # what is left of it
        self.changed: list[tuple[int, EdgeKey, EdgeValue]] = []  # by the id that `known` has

    def new_rows(self, edges: Iterable[EdgeRow]) -> Iterator[tuple[str, int, int, float, str, str]]:
        """Yield what has to be added: (kind, src, dst, confidence, via, sites)."""
        units, known, external = self._units, self.gone, self._external
        for kind, (unit, ordinal), target, sites, confidence, via in edges:
            src = units[unit][ordinal]
            dst = external(target) if isinstance(target, str) else units[target[0]].get(target[1])
            if dst is None:
                continue  # of another source, and left out there because another definition completes it
            value = (confidence, via, ",".join(map(str, sites)))
            old = known.pop((src, kind, dst), None) if known else None
            if old is None:
                yield (kind, src, dst, *value)
            elif old[1] != value:
                self.changed.append((old[0], (src, kind, dst), value))


def new_sites(units: Units, rows: Iterable[UnresolvedRow], known: KnownSites) -> Iterator[SiteKey]:
    """Yield the unresolved references that have to be added; what is left in `known` is gone."""
    for kind, (unit, ordinal), name, line in rows:
        key = (units[unit][ordinal], kind, name, line)
        old = known.get(key) if known else None
        if old:
            old.pop()
        else:
            yield key


def external_names(anchor: str) -> tuple[str, str]:
    """The name and the qualified name of an external: `get` of `python/requests#get`."""
    package, _, qualname = anchor.partition("#")
    name = _SEPARATOR.split(qualname)[-1] or package.partition("/")[2] or package
    return name, qualname or name


def entity_rows(
    source_id: int, file_id: int, ids: Sequence[int], definitions: Sequence[DefinitionRow]
) -> Iterator[tuple[Any, ...]]:
    """Make the rows of a file's entities, whose ids are given."""
    for ordinal, (kind, name, qualname, anchor, parent, *lines, signature, doc, exported) in enumerate(definitions):
        parent_id = ids[max(parent, 0)] if ordinal else None
        yield (
            ids[ordinal],
            source_id,
            file_id,
            ordinal,
            parent_id,
            kind,
            name,
            qualname,
            anchor,
            *lines,
            signature,
            doc,
            exported,
        )
