"""Citations in documents to edges: links by path and heading, names of code by an exact qualified or a unique exported name.

Knows no language: a definition is what the store says of it.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from cairn.resolve.edges import CONFIDENCE, ResolvedEdge
from cairn.semantics.expressions import Expr
from cairn.semantics.facts import Facts, Reference
from cairn.semantics.kinds import FIELD, SECTION

KIND = "references"
_CITED_KINDS = frozenset("class struct enum interface trait type function method field constant macro namespace".split())
_DOCUMENT_ENDINGS = (".rst", ".md")


class Named(NamedTuple):
    """A definition of a source; `unit` is the number of its file."""

    unit: int
    ordinal: int
    kind: str
    qualname: str
    exported: bool
    path: str


def cited_names(facts: Facts) -> set[str]:
    """The last parts of the names of code that a document cites."""
    return {reference.name for reference in facts.references if facts.exprs[reference.expr][0] == "cite"}


def resolve_documents(
    documents: Iterable[tuple[int, str, Facts]],
    units: Mapping[str, int],
    facts_of: Callable[[int], Facts],
    named: Mapping[str, list[Named]],
) -> list[ResolvedEdge]:
    """Resolve what documents, as (unit, path, facts), cite.

    `units` has all files of the source that have facts by their path, `facts_of` the facts of one, `named` the definitions by
    their last name. A citation that could mean several things means none.
    """
    edges: list[ResolvedEdge] = []
    for unit, path, facts in documents:
        found: dict[tuple[tuple[int, int], tuple[int, int]], tuple[set[int], str]] = {}
        for reference in facts.references:
            target = _target_of(path, facts.exprs[reference.expr], reference, units, facts_of, named)
            if target is not None and target[0][0] != unit:
                lines, via = found.setdefault(((unit, reference.entity), target[0]), (set(), target[1]))
                lines.add(reference.line)
                if CONFIDENCE[target[1]] > CONFIDENCE[via]:
                    found[(unit, reference.entity), target[0]] = (lines, target[1])
        edges += [
            ResolvedEdge(KIND, src, dst, tuple(sorted(lines)), CONFIDENCE[via], via)
            for (src, dst), (lines, via) in sorted(found.items())
        ]
    return edges


def _target_of(
    path: str,
    expr: Expr,
    reference: Reference,
    units: Mapping[str, int],
    facts_of: Callable[[int], Facts],
    named: Mapping[str, list[Named]],
) -> tuple[tuple[int, int], str] | None:
    if expr[0] == "cite":
        return _definition(str(expr[1]), named.get(reference.name, ()))
    if expr[0] != "link":
        return None
    unit = _file(path, expr[1], units)
    if unit is None:
        return None
    ordinal = _section(facts_of(unit), expr[2]) if expr[2] else 0
    if ordinal is None and len(expr) == 7:  # it may name lines
        ordinal = _at_lines(facts_of(unit), expr[4], expr[5])
    return None if ordinal is None else ((unit, ordinal), "document-link")


def _definition(name: str, candidates: Iterable[Named]) -> tuple[tuple[int, int], str] | None:
    """The one definition that a name can mean: by its qualified name, after that of its module, or exported."""
    cited = [one for one in candidates if one.kind in _CITED_KINDS]
    if "." in name:
        exact = [one for one in cited if _dotted(one.qualname) == name] or [one for one in cited if _ends_with(one, name)]
        return ((exact[0].unit, exact[0].ordinal), "qualified-name") if len(exact) == 1 else None
    if len(cited) == 1 and cited[0].exported and cited[0].kind != FIELD:
        return (cited[0].unit, cited[0].ordinal), "exported-name"
    return None


def _ends_with(one: Named, name: str) -> bool:
    """Whether a name is that of a definition after parts of its file's path: `shop.tax.Rate`."""
    qualname = _dotted(one.qualname)
    module = name.removesuffix(f".{qualname}")
    if module == name:
        return False
    path = one.path.rpartition(".")[0].removesuffix("/__init__").removesuffix("/index").removesuffix("/mod").replace("/", ".")
    return f".{path}".endswith(f".{module}")


def _dotted(qualname: str) -> str:
    return qualname.replace("::", ".")


def _file(path: str, target: str, units: Mapping[str, int]) -> int | None:
    """The file that a link names: from the document's folder, else from the source's."""
    near = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
    far = posixpath.normpath(target.lstrip("/"))
    for place in (far,) if target.startswith("/") else (near, far):
        for ending in ("", *_DOCUMENT_ENDINGS):
            if place + ending in units:
                return units[place + ending]
    return None


def _at_lines(facts: Facts, first: int, last: int) -> int:
    """The first definition whose name stands in these lines; the file itself if there is none."""
    found = (
        (entity.name_line, ordinal)
        for ordinal, entity in enumerate(facts.entities)
        if entity.kind in _CITED_KINDS and first <= entity.name_line <= last
    )
    return min(found, default=(0, 0))[1]


def _section(facts: Facts, fragment: str) -> int | None:
    """The section that a fragment names; the second of a name ends in `-1`, the third in `-2`."""
    seen: dict[str, int] = {}
    for ordinal, entity in enumerate(facts.entities):
        if entity.kind == SECTION:
            count = seen.get(entity.name, 0)
            seen[entity.name] = count + 1
            if fragment == (f"{entity.name}-{count}" if count else entity.name):
                return ordinal
    return None
