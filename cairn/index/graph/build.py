"""The graph of a source from the facts of its files."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import chain

from cairn.errors import CairnError
from cairn.extract.preludes import preludes_of
from cairn.index.graph.affected import Affected, Found
from cairn.index.graph.change import GraphChange
from cairn.index.graph.citations import document_edges
from cairn.index.graph.files import Place, SourceFiles, library_files, own_files, read_facts
from cairn.index.graph.limits import Timekeeper
from cairn.index.graph.sharing import CannotShare, Sharing, resolver_count
from cairn.index.graph.spool import write_spool
from cairn.index.graph.whole import WholeSource, require_some, resolve_all
from cairn.resolve.collector import collector_off
from cairn.resolve.edges import ResolvedEdge
from cairn.resolve.resolve import Fault, UnresolvedRef, resolve
from cairn.resolve.segment import Segment, merged
from cairn.resolve.units import Unit
from cairn.store.writing import StoreWriter

_log = logging.getLogger(__name__)


# Segments of a source that are looked through; each costs some milliseconds (guess).
MOST_SEGMENTS = 16
_MOST_TOLD_AGAIN = 3  # rows of all segments, as a multiple of the definitions (guess)

Check = Callable[[], None]
Tell = Callable[[int, int], None]


@collector_off()
def rebuild_graph(
    writer: StoreWriter, source_id: int, check: Check = lambda: None, tell: Tell = lambda _done, _total: None
) -> list[str]:
    """Resolve all references of a source anew; only rows that differ from what is there are written.

    `check` is called every few milliseconds, `tell` with how many files are resolved, of how many; both may raise to end the
    work. A reference that cannot be resolved, or costs too much, costs itself: returns a warning for each file that has some.

    Raises:
        CairnError: no file could be resolved.
    """
    source = WholeSource(writer, source_id)
    workers = resolver_count(writer.facts_bytes(source_id), len(source.places))
    if workers > 1:
        try:
            return _rebuild_by_workers(source, workers, check, tell)
        except CannotShare as exc:  # here it can be told which file is at fault
            _log.warning("workers cannot resolve this source: %s", exc)
    found = resolve_all(source, check, tell)
    check()
    _replace(source, found.edges, found.unresolved, found.dropped, [found.segment.pack()] if found.segment else [])
    return _warnings(found.faults, found.costly, source.places)


def _rebuild_by_workers(source: WholeSource, workers: int, check: Check, tell: Tell) -> list[str]:
    with source.writer.scratch() as spool:
        sizes = write_spool(spool, source.shelves(), source.names(), source.file_ids)
        with closing(Sharing(spool, sizes, workers, check, tell)) as sharing:
            dropped = sharing.left_out()
            unresolved: list[UnresolvedRef] = []
            faults: dict[int, Fault] = {}
            costly: dict[int, str] = {}

            def edges() -> Iterator[ResolvedEdge]:
                for piece in sharing.pieces():
                    unresolved.extend(piece.unresolved)
                    faults.update(piece.faults)
                    costly.update(piece.costly)
                    yield from piece.edges

            # What is unresolved is written when all edges are, and known by then.
            _replace(source, edges(), unresolved, dropped, ())
            sharing.finish()
    require_some(faults, source.units)
    for segment in sharing.segments:
        source.writer.add_segment(source.id, segment)
    return _warnings(faults, costly, source.places)


def _replace(
    source: WholeSource,
    edges: Iterable[ResolvedEdge],
    unresolved: Iterable[UnresolvedRef],
    dropped: Collection[tuple[int, int]],
    segments: Iterable[bytes],
) -> None:
    """Make these the graph of a source, with the edges of its documents."""
    writer = source.writer
    cited = document_edges(
        writer, source.id, source.places, lambda number: source.units[number].read(), dropped=frozenset(dropped)
    )
    writer.replace_graph(source.id, source.file_ids, chain(edges, cited), unresolved, dropped)
    writer.clear_segments(source.id)
    for segment in segments:
        writer.add_segment(source.id, segment)


def update_graph(
    writer: StoreWriter, source_id: int, change: GraphChange, check: Check = lambda: None, tell: Tell = lambda _done, _total: None
) -> list[str]:
    """Resolve what a change of some files can affect, of the source itself or of one that it looks into.

    The graph is then the one that `rebuild_graph` would make.
    """
    segments = _segments(writer, source_id)
    if not segments:
        return rebuild_graph(writer, source_id, check, tell)
    own = own_files(writer, source_id)
    sources = [own, *library_files(writer, source_id, {language for _, _, language in own.places})]
    try:
        affected = Affected(writer, sources, change, preludes_of).definitions(segments)
        if affected is not None:
            return _resolve_part(writer, sources, affected, segments, Timekeeper(check))
    except CairnError:
        raise
    except Exception as exc:  # noqa: BLE001 - to resolve all finds the file that is at fault, and goes on without it
        _log.warning("resolving a part failed: %s", type(exc).__name__, exc_info=_log.isEnabledFor(logging.DEBUG))
    return rebuild_graph(writer, source_id, check, tell)


def _segments(writer: StoreWriter, source_id: int) -> list[Segment]:
    try:
        return [Segment.unpack(blob) for blob in writer.segments(source_id)]
    except (ValueError, zlib.error):
        return []


def _store_segments(writer: StoreWriter, source_id: int, segments: list[Segment], new: Segment | None, files: list[int]) -> None:
    """Keep what was read, in few segments: those of small runs are merged when there are many of them."""
    if new is None:
        return
    size = sum(len(segment.children) for segment in segments[1:]) + len(new.children)
    if not segments or (len(segments) < MOST_SEGMENTS and size < 2 * len(segments[0].children)):
        writer.add_segment(source_id, new.pack())
        return
    base, rest = (segments[:1], segments[1:]) if size < 2 * len(segments[0].children) else ([], segments)
    writer.clear_segments(source_id)
    for segment in (*base, merged([*rest, new], files)):
        writer.add_segment(source_id, segment.pack())


class _PartFault(Exception):
    """A file of a part could not be resolved."""


@collector_off()
def _resolve_part(
    writer: StoreWriter, sources: Sequence[SourceFiles], affected: Found, segments: list[Segment], timekeeper: Timekeeper
) -> list[str]:
    own, linked = sources[0], sources[1:]
    source_id, places = own.source_id, own.places
    file_ids = [file_id for files in sources for file_id, _, _ in files.places]
    numbers = {file_id: number for number, (file_id, _, _) in enumerate(places)}
    only = {numbers[file_id]: ordinals for file_id, ordinals in affected.items() if file_id in numbers}
    units = [Unit(path, language, partial(read_facts, writer, file_id)) for file_id, path, language in places]

    def find_named(name: str) -> Iterator[tuple[int, int, str]]:
        for file_id, ordinal, kind in writer.named(source_id, name):
            if file_id in numbers:
                yield numbers[file_id], ordinal, kind

    preludes = preludes_of({places[number][2] for number in only})
    timekeeper.begin(len(units))
    found = resolve(
        units,
        own.manifests,
        preludes,
        only=only,
        find_named=find_named,
        libraries=[files.library(writer) for files in linked],
        on_unit=timekeeper.begin_unit,
        on_pause=timekeeper.look,
        files=file_ids,
    )
    for fault in found.faults.values():
        if fault.is_whole:
            raise _PartFault(fault.reason)
    writer.leave_out(file_ids, only, found.dropped)
    cited = document_edges(writer, source_id, places, lambda number: units[number].read(), only)
    writer.replace_part(source_id, file_ids, only, [*found.edges, *cited], found.unresolved)
    _store_segments(writer, source_id, segments, found.segment, file_ids[: len(places)])
    return _warnings(found.faults, found.costly, places)


def _warnings(faults: Mapping[int, Fault], costly: Mapping[int, str], places: Sequence[Place]) -> list[str]:
    warnings = [(number, str(fault)) for number, fault in faults.items()]
    warnings += [(number, f"some references were left unresolved: {why}") for number, why in costly.items()]
    return [f"{places[number][1]}: {text}" for number, text in sorted(warnings)]
