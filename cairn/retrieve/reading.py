"""A text with what is defined in it, and where its lines lead: what somebody reads who follows names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cairn.model import Entity, EntityKind, Excerpt
from cairn.retrieve.graph.users import is_test
from cairn.retrieve.show import show
from cairn.retrieve.view import View, unquote_path
from cairn.store.stored import StoredEdge, StoredEntity


@dataclass(frozen=True, slots=True)
class Defined:
    """A definition of the file, so many others deep in it. `uses` counts the edges that reach it, wherever they come from."""

    entity: Entity
    depth: int
    uses: int


@dataclass(frozen=True, slots=True)
class Lead:
    """A line leads to a definition; `name` is the last word of its name, which the line may have under an alias instead."""

    line: int
    name: str
    handle: str
    kind: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Reading:
    """Some lines of a file, all that is defined in the file, in order, and where the lines lead.

    `line_count` is that of the whole file; `is_test`: what is read is a part of the tests. `warnings` were noted when
    the file was indexed.
    """

    excerpt: Excerpt
    line_count: int
    is_test: bool
    definitions: list[Defined]
    leads: list[Lead]
    warnings: list[str]


def read(view: View, target: str, most_lines: int | None) -> Reading:
    """Read a handle, `label:path` or lines of it, from its beginning on at most so many lines.

    Raises:
        NotFoundError, AmbiguousError, UsageError: see `show`.
    """
    excerpt = show(view, target, 0, None)
    file = view.reader.file_at(view.labels[excerpt.source].id, excerpt.file)
    assert file is not None
    entities = view.reader.entities_of_files([file.id]).get(file.id, [])
    view.keep(entities)
    excerpt = _shortened(excerpt, most_lines)
    inside = [
        entity
        for entity in entities
        if entity.kind == EntityKind.MODULE or (entity.start_line <= excerpt.end_line and excerpt.start_line <= entity.end_line)
    ]
    edges = view.reader.edges([entity.id for entity in inside], "out", ())
    own = [entity for entity in entities if view.handle(entity) == excerpt.handle] or entities[:1]
    return Reading(
        excerpt,
        file.line_count,
        any(is_test(view, entity) for entity in own),
        _outline(view, entities),
        _leads(view, edges, range(excerpt.start_line, excerpt.end_line + 1)),
        view.reader.file_warnings([file.id]).get(file.id, []),
    )


def _shortened(excerpt: Excerpt, most_lines: int | None) -> Excerpt:
    lines = excerpt.text.splitlines(keepends=True) if most_lines is not None else []
    if most_lines is None or len(lines) <= most_lines:
        return excerpt
    kept = excerpt.text.split("\n")[:most_lines]
    return Excerpt(
        excerpt.source,
        excerpt.file,
        excerpt.start_line,
        excerpt.start_line + most_lines - 1,
        excerpt.handle,
        "\n".join(kept) + "\n",
        excerpt.stale,
        True,
        excerpt.lang,
        excerpt.end_line - excerpt.start_line + 1 - most_lines,
    )


def _outline(view: View, entities: Sequence[StoredEntity]) -> list[Defined]:
    counts = view.reader.edge_counts([entity.id for entity in entities])
    depths: dict[int, int] = {}
    found = []
    for entity in entities:
        if entity.kind == EntityKind.MODULE:
            continue
        depths[entity.id] = depths.get(entity.parent_id, -1) + 1 if entity.parent_id is not None else 0
        found.append(Defined(view.as_entity(entity), depths[entity.id], counts.get(entity.id, 0)))
    return found


def _leads(view: View, edges: Sequence[StoredEdge], lines: range) -> list[Lead]:
    view.load(edge.dst for edge in edges)
    found: dict[tuple[int, str], Lead] = {}
    for edge in edges:
        entity = view.entity(edge.dst)
        if entity is None:
            continue
        name = entity.name.replace("\\", "/").rpartition("/")[2]
        handle = view.handle(entity)
        for line in edge.sites:
            if line in lines:
                found.setdefault((line, handle), Lead(line, name, handle, edge.kind, edge.confidence))
    return sorted(found.values(), key=lambda lead: (lead.line, lead.handle))


def tests_among(view: View, handles: Iterable[str]) -> set[str]:
    """Return those of these handles that name parts of the tests; what is no whole handle is left out."""
    wanted: dict[tuple[str, str], list[str]] = {}
    for handle in handles:
        label, _, rest = handle.partition(":")
        wanted.setdefault((label, unquote_path(rest.partition("#")[0])), []).append(handle)
    found: set[str] = set()
    for (label, path), named in wanted.items():
        file = view.reader.file_at(view.labels[label].id, path) if label in view.labels else None
        if file is None:
            continue
        entities = view.reader.entities_of_files([file.id]).get(file.id, [])
        view.keep(entities)
        own = {view.handle(entity): entity for entity in entities}
        found.update(handle for handle in named if handle in own and is_test(view, own[handle]))
    return found
