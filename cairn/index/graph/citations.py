"""The edges of a source's documents."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from cairn.languages.registry import languages
from cairn.resolve.documents import Named, cited_names, resolve_documents
from cairn.resolve.edges import ResolvedEdge
from cairn.semantics.facts import Facts
from cairn.store.writing import StoreWriter


def document_edges(
    writer: StoreWriter,
    source_id: int,
    places: Sequence[tuple[int, str, str]],
    facts_of: Callable[[int], Facts],
    only: Collection[int] | None = None,
    dropped: Collection[tuple[int, int]] | None = None,
) -> list[ResolvedEdge]:
    """Resolve what documents cite: all of them, or those whose numbers are in `only`.

    `places` are (file id, path, language) of the files that have facts, and `facts_of` gives those of a number. `dropped` are the
    definitions that others complete; None: as the store says.
    """
    known = languages()
    chosen = range(len(places)) if only is None else sorted(only)
    documents = [(number, places[number][1], facts_of(number)) for number in chosen if places[number][2] not in known]
    names = {name for _, _, facts in documents for name in cited_names(facts)}
    if not any(facts.references for _, _, facts in documents):
        return []
    named = _named(writer, source_id, places, names, dropped)
    return resolve_documents(documents, {path: number for number, (_, path, _) in enumerate(places)}, facts_of, named)


def _named(
    writer: StoreWriter,
    source_id: int,
    places: Sequence[tuple[int, str, str]],
    names: Collection[str],
    dropped: Collection[tuple[int, int]] | None,
) -> Mapping[str, list[Named]]:
    numbers = {file_id: number for number, (file_id, _, _) in enumerate(places)}
    found: dict[str, list[Named]] = {}
    for row in writer.definitions_named(source_id, names):
        number = numbers.get(row.file_id)
        if number is None:
            continue
        is_dropped = row.is_dropped if dropped is None else (number, row.ordinal) in dropped
        if not is_dropped:
            definition = Named(number, row.ordinal, row.kind, row.qualname, row.exported, places[number][1])
            found.setdefault(row.name, []).append(definition)
    return found
