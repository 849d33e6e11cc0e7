"""Links between sources, and what they ask for when one of the two changes. Inside a transaction of the caller."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from cairn.index.fingerprint import are_facts_current
from cairn.index.graph.change import GraphChange
from cairn.store.rows import SourceRow
from cairn.store.writing import StoreWriter

_log = logging.getLogger(__name__)


def update_linking(writer: StoreWriter, sources: Iterable[SourceRow], change: GraphChange | None = None) -> None:
    """Resolve the references of sources again, because what they look into has changed: those that `change` can affect.

    Without a change all of them. A source that another version of Cairn indexed is left to its own refresh, which reads its
    files anew.

    Raises:
        CairnError: of one of them no file could be resolved.
    """
    for source in sources:
        if are_facts_current(source.fingerprint):
            # Loads all languages, which a run that no source looks into does without.
            from cairn.index.graph.build import rebuild_graph, update_graph

            warnings = update_graph(writer, source.id, change) if change is not None else rebuild_graph(writer, source.id)
            if warnings:
                _log.warning("%s:%s%s", source.label, warnings[0], f" and {len(warnings) - 1} more" if warnings[1:] else "")
            writer.count_rows(source.id)
