"""Everything in the graph, one object after another, always in the same order."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from typing import Any

from cairn.retrieve.view import View

Row = dict[str, Any]


def place_of(row: Row) -> tuple[str, ...]:
    """Where an object stands in the order of the export."""
    return ("", row["handle"]) if row["type"] == "entity" else (row["kind"], row["src"], row["dst"])


def export(view: View, source: str | None, more: Iterable[Row] = ()) -> Iterator[Row]:
    """Yield the entities by handle, then the edges by kind and ends; of one source with the externals that it uses.

    `more` are objects from elsewhere in the same order, which come in among them.

    Raises:
        NotFoundError: there is no source of that label.
    """
    yield from heapq.merge(_rows(view, view.source(source).id if source else None), more, key=place_of)


def _rows(view: View, source_id: int | None) -> Iterator[Row]:
    entities = list(view.reader.all_entities(source_id))
    view.keep(entities)
    handles = {entity.id: view.handle(entity) for entity in entities}
    for entity in sorted(entities, key=lambda entity: handles[entity.id]):
        yield {
            "type": "entity",
            "handle": handles[entity.id],
            "kind": entity.kind,
            "name": entity.name,
            "qualname": entity.qualname,
            "file": entity.path,
            "start_line": entity.start_line,
            "end_line": entity.end_line,
            "signature": entity.signature,
            "exported": entity.exported,
        }
    edges = view.as_edges(view.reader.all_edges(source_id))
    for edge in sorted(edges, key=lambda edge: (edge.kind, edge.src, edge.dst)):
        yield {
            "type": "edge",
            "kind": edge.kind,
            "src": edge.src,
            "dst": edge.dst,
            "src_file": edge.src_file,
            "src_line": edge.src_line,
            "dst_file": edge.dst_file,
            "dst_line": edge.dst_line,
            "site_lines": edge.site_lines,
            "confidence": edge.confidence,
            "via": edge.via,
        }
