"""The graph of a source from the facts of its files."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import chain

from cairn.errors import CairnError
from cairn.index.graph.affected import Affected, Found
from cairn.index.graph.change import GraphChange
from cairn.index.graph.citations import document_edges
from cairn.index.graph.files import Place, SourceFiles, library_files, own_files
from cairn.index.graph.limits import Timekeeper
from cairn.index.graph.log import Log, add_to_log, read_log
from cairn.index.graph.resolving import unpack_unresolved
from cairn.index.graph.sharing import CannotShare, Sharing, resolver_count
from cairn.index.graph.spool import write_spool
from cairn.index.graph.whole import WholeSource, require_some, resolve_all
from cairn.resolve.budget import Budget
from cairn.resolve.collector import collector_off
from cairn.resolve.resolve import Fault, resolve_some
from cairn.resolve.sayings import Saying
from cairn.resolve.segment import NO_FILE
from cairn.store.rows import EdgeRow, UnresolvedRow
from cairn.store.writing import StoreWriter

_log = logging.getLogger(__name__)


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
    _replace(source, found.edges, found.unresolved, found.dropped, found.log)
    return _warnings(found.faults, found.costly, source.places)


def _rebuild_by_workers(source: WholeSource, workers: int, check: Check, tell: Tell) -> list[str]:
    with source.writer.scratch() as spool:
        sizes = write_spool(spool, source.shelves(), source.names(), source.file_ids)
        with closing(Sharing(spool, sizes, workers, check, tell)) as sharing:
            dropped = sharing.left_out()
            unresolved: list[bytes] = []  # packed: those of django take 35 MB otherwise (measured)
            faults: dict[int, Fault] = {}
            costly: dict[int, str] = {}

            def edges() -> Iterator[EdgeRow]:
                for piece in sharing.pieces():
                    unresolved.append(piece.unresolved)
                    faults.update(piece.faults)
                    costly.update(piece.costly)
                    yield from piece.edges

            # What is unresolved is written when all edges are, and known by then.
            _replace(source, edges(), chain.from_iterable(map(unpack_unresolved, unresolved)), dropped, ())
            sharing.finish()
    require_some(faults, source.units)
    for blob in sharing.log:
        source.writer.add_segment(source.id, blob)
    return _warnings(faults, costly, source.places)


def _replace(
    source: WholeSource,
    edges: Iterable[EdgeRow],
    unresolved: Iterable[UnresolvedRow],
    dropped: Collection[tuple[int, int]],
    log: Iterable[bytes],
) -> None:
    """Make these the graph of a source, with the edges of its documents."""
    writer = source.writer
    cited = document_edges(
        writer, source.id, source.places, lambda number: source.units[number].read(), dropped=frozenset(dropped)
    )
    writer.replace_graph(source.id, source.file_ids, chain(edges, cited), unresolved, dropped)
    writer.clear_segments(source.id)
    for blob in log:
        writer.add_segment(source.id, blob)


def update_graph(
    writer: StoreWriter, source_id: int, change: GraphChange, check: Check = lambda: None, tell: Tell = lambda _done, _total: None
) -> list[str]:
    """Resolve what a change of some files can affect, of the source itself or of one that it looks into.

    The graph is then the one that `rebuild_graph` would make.
    """
    log = read_log(writer, source_id)
    if not log.segments:
        return rebuild_graph(writer, source_id, check, tell)
    own = own_files(writer, source_id)
    sources = [own, *library_files(writer, source_id, {language for _, _, language in own.places})]
    logs = [log, *(_log_of_library(writer, files.source_id) for files in sources[1:])]
    timekeeper = Timekeeper(check)
    timekeeper.begin(len(own.places))
    try:
        with closing(Affected(writer, sources, logs, change, Budget(timekeeper.look))) as affected:
            found = affected.definitions()
            if found is not None:
                return _resolve_part(writer, own, affected, found, log, change, timekeeper)
    except CairnError:
        raise
    except Exception as exc:  # noqa: BLE001 - to resolve all finds the file that is at fault, and goes on without it
        _log.warning("resolving a part failed: %s", type(exc).__name__, exc_info=_log.isEnabledFor(logging.DEBUG))
    return rebuild_graph(writer, source_id, check, tell)


def _log_of_library(writer: StoreWriter, source_id: int) -> Log:
    """What the files of a source say to one that looks into it, which does not see what that one looks into."""
    log = read_log(writer, source_id)
    if not writer.linked_to(source_id):
        return log
    return log._replace(said={file_id: Saying(saying.plain) for file_id, saying in log.said.items()})


class _PartFault(Exception):
    """A file of a part could not be resolved."""


@collector_off()
def _resolve_part(
    writer: StoreWriter,
    own: SourceFiles,
    affected: Affected,
    definitions: Found,
    log: Log,
    change: GraphChange,
    timekeeper: Timekeeper,
) -> list[str]:
    source_id, files, numbers = own.source_id, affected.states.files, affected.states.numbers
    units = affected.states.sources[0].units
    only = {numbers[file_id]: ordinals for file_id, ordinals in definitions.items() if file_id in numbers}
    resolver = affected.resolver_for(definitions)
    found = resolve_some(resolver, only, timekeeper.begin_unit)
    for fault in found.faults.values():
        if fault.is_whole:
            raise _PartFault(fault.reason)
    writer.leave_out(files, only, found.dropped)
    # Nothing can cite a file that is gone.
    paths = [unit.path if file_id != NO_FILE else "" for file_id, unit in zip(files, units, strict=False)]
    places = [(file_id, path, unit.language) for file_id, path, unit in zip(files, paths, units, strict=False)]
    cited = document_edges(writer, source_id, places, lambda number: units[number].read(), only)
    writer.replace_part(source_id, files, only, [*found.edges, *cited], found.unresolved)
    said = affected.said_anew()
    if change.source_id == source_id:
        change.said = {files[unit]: log.said[files[unit]] for unit in said if files[unit] in log.said}
    own_ids = [file_id for file_id, _, _ in own.places]
    add_to_log(writer, source_id, log, affected.log_of(resolver), said, partial(resolver.origin_of, files), own_ids)
    return _warnings(found.faults, found.costly, places)


def _warnings(faults: Mapping[int, Fault], costly: Mapping[int, str], places: Sequence[Place]) -> list[str]:
    warnings = [(number, str(fault)) for number, fault in faults.items()]
    warnings += [(number, f"some references were left unresolved: {why}") for number, why in costly.items()]
    return [f"{places[number][1]}: {text}" for number, text in sorted(warnings)]
