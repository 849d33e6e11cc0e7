"""The graph of a source from the facts of its files."""

from __future__ import annotations

import gc
import logging
import math
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from cairn.errors import CairnError
from cairn.extract.extract import extract
from cairn.extract.preludes import prelude_facts
from cairn.index.graph.affected import Affected, Found
from cairn.index.graph.change import GraphChange
from cairn.index.graph.citations import document_edges
from cairn.index.graph.files import SourceFiles, library_files, own_files, read_facts
from cairn.languages.registry import languages
from cairn.resolve.budget import Overtime
from cairn.resolve.collector import collector_off
from cairn.resolve.resolve import Fault, Resolution, resolve
from cairn.resolve.segment import Segment, merged
from cairn.resolve.units import Unit
from cairn.semantics.facts import Facts
from cairn.store.writing import StoreWriter

_log = logging.getLogger(__name__)


MAX_FILE_S = 20.0  # of CPU time to resolve one file: ten times what its budget of steps takes on a slow machine (guess)
_EACH_FILE_S = 0.005  # more to read what it defines, five times what was measured

# Segments of a source that are looked through; each costs some milliseconds (guess).
MOST_SEGMENTS = 16

_REPORT = "nothing was changed; report it, with what `cairn doctor` says"
Resolve = Callable[[Sequence[Unit]], Resolution]


class _Watch:
    """Lets a run be cancelled while a file is resolved, and ends a file that takes too long: the others go on."""

    def __init__(self, check: Callable[[], None]) -> None:
        self._check = check
        self._end_s = math.inf

    def begin(self, units: int) -> None:
        """Begin with what so many files define, before the first of them is resolved."""
        self._end_s = time.thread_time() + MAX_FILE_S + units * _EACH_FILE_S

    def begin_unit(self) -> None:
        """Look around before the next file."""
        self._check()
        self._end_s = time.thread_time() + MAX_FILE_S

    def look(self) -> None:
        """Look around in the middle of one.

        Raises:
            Overtime: it has taken too long already.
        """
        self._check()
        if time.thread_time() > self._end_s:
            self._end_s = math.inf
            raise Overtime(f"resolving took over {MAX_FILE_S:.0f} s")


@collector_off()
def rebuild_graph(writer: StoreWriter, source_id: int, check: Callable[[], None] = lambda: None) -> list[str]:
    """Resolve all references of a source anew; only rows that differ from what is there are written.

    `check` is called every few milliseconds, and may raise to end the work. A reference that cannot be resolved, or costs too
    much, costs itself: returns a warning for each file that has some.

    Raises:
        CairnError: no file could be resolved.
    """
    own = own_files(writer, source_id)
    units = [Unit(path, language, partial(_unpacked, writer, file_id, path)) for file_id, path, language in own.places]
    linked = library_files(writer, source_id, {unit.language for unit in units})
    file_ids = [file_id for files in (own, *linked) for file_id, _, _ in files.places]
    libraries = [files.library(writer) for files in linked]
    preludes = _preludes({unit.language for unit in units})
    watch = _Watch(check)
    named = _named(writer, source_id, file_ids)

    def run(some: Sequence[Unit]) -> Resolution:
        watch.begin(len(some))
        return resolve(
            some,
            own.manifests,
            preludes,
            find_named=partial(_definitions_of, named) if len(some) == len(units) else None,
            libraries=libraries,
            on_unit=watch.begin_unit,
            on_pause=watch.look,
            files=file_ids if len(some) == len(units) else None,
        )

    found, warnings = _resolve_all(units, run)
    check()
    cited = document_edges(writer, source_id, own.places, lambda number: units[number].read(), dropped=frozenset(found.dropped))
    writer.replace_graph(source_id, file_ids, [*found.edges, *cited], found.unresolved, found.dropped)
    writer.clear_segments(source_id)
    if found.segment is not None:
        writer.add_segment(source_id, found.segment.pack())
    return warnings


def update_graph(writer: StoreWriter, source_id: int, change: GraphChange, check: Callable[[], None] = lambda: None) -> list[str]:
    """Resolve what a change of some files can affect, of the source itself or of one that it looks into.

    The graph is then the one that `rebuild_graph` would make.
    """
    segments = _segments(writer, source_id)
    if not segments:
        return rebuild_graph(writer, source_id, check)
    own = own_files(writer, source_id)
    sources = [own, *library_files(writer, source_id, {language for _, _, language in own.places})]
    try:
        affected = Affected(writer, sources, change, _preludes).definitions(segments)
        if affected is not None:
            return _resolve_part(writer, sources, affected, segments, _Watch(check))
    except CairnError:
        raise
    except Exception as exc:  # noqa: BLE001 - to resolve all finds the file that is at fault, and goes on without it
        _log.warning("resolving a part failed: %s", type(exc).__name__, exc_info=_log.isEnabledFor(logging.DEBUG))
    return rebuild_graph(writer, source_id, check)


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
    writer: StoreWriter, sources: Sequence[SourceFiles], affected: Found, segments: list[Segment], watch: _Watch
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

    preludes = _preludes({places[number][2] for number in only})
    watch.begin(len(units))
    found = resolve(
        units,
        own.manifests,
        preludes,
        only=only,
        find_named=find_named,
        libraries=[files.library(writer) for files in linked],
        on_unit=watch.begin_unit,
        on_pause=watch.look,
        files=file_ids,
    )
    for fault in found.faults.values():
        if fault.is_whole:
            raise _PartFault(fault.reason)
    writer.leave_out(file_ids, only, found.dropped)
    cited = document_edges(writer, source_id, places, lambda number: units[number].read(), only)
    writer.replace_part(source_id, file_ids, only, [*found.edges, *cited], found.unresolved)
    _store_segments(writer, source_id, segments, found.segment, file_ids[: len(places)])
    return _warnings(found, units)


def _named(writer: StoreWriter, source_id: int, file_ids: Sequence[int]) -> dict[str, list[tuple[int, int, str]]]:
    """All definitions of a source by name, as (unit, ordinal, kind) in this order."""
    numbers = {file_id: number for number, file_id in enumerate(file_ids)}
    found: defaultdict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for name, file_id, ordinal, kind in writer.definition_places(source_id):
        if file_id in numbers:
            found[name].append((numbers[file_id], ordinal, kind))
    for rows in found.values():
        rows.sort()
    return found


def _definitions_of(named: Mapping[str, list[tuple[int, int, str]]], name: str) -> list[tuple[int, int, str]]:
    return named.get(name, [])


def _unpacked(writer: StoreWriter, file_id: int, path: str) -> Facts:
    try:
        return read_facts(writer, file_id)
    except (ValueError, TypeError, zlib.error):
        return _bare(path)


def _bare(path: str) -> Facts:
    """The facts of a file that has none."""
    return extract(None, path, b"").facts


def _resolve_all(units: list[Unit], run: Resolve) -> tuple[Resolution, list[str]]:
    """Resolve all units, and warn of each that cannot be.

    Raises:
        CairnError: none could be: an empty graph is no result.
    """
    faulty: dict[int, Fault] = {}
    try:
        found = run(units)
    except CairnError:
        raise
    except Exception as exc:  # noqa: BLE001 - whatever it is, it must cost one file and not the run
        _log.warning("reading what files define failed: %s", type(exc).__name__, exc_info=_log.isEnabledFor(logging.DEBUG))
        faulty = _find_faulty(units, run)
        found = _resolve_without(faulty, units, run)
    found = found._replace(faults={**found.faults, **faulty})
    whole = {number for number, fault in found.faults.items() if fault.is_whole}
    if len(whole) > 1 and not any(unit.read().references for number, unit in enumerate(units) if number not in whole):
        reason = found.faults[min(whole)].reason
        raise CairnError(f"no file's references could be resolved ({reason}); {_REPORT}")
    return found, _warnings(found, units)


def _warnings(found: Resolution, units: Sequence[Unit]) -> list[str]:
    warnings = [(number, str(fault)) for number, fault in found.faults.items()]
    warnings += [(number, f"some references were left unresolved: {why}") for number, why in found.costly.items()]
    return [f"{units[number].path}: {text}" for number, text in sorted(warnings)]


def _resolve_without(faulty: Collection[int], units: list[Unit], run: Resolve) -> Resolution:
    left_out = [unit._replace(facts=_bare(unit.path)) if number in faulty else unit for number, unit in enumerate(units)]
    try:
        return run(left_out)
    except CairnError:
        raise
    except Exception as exc:  # files that only fail together
        raise CairnError(f"the graph could not be resolved ({type(exc).__name__}: {exc}); {_REPORT}") from exc


def _find_faulty(units: list[Unit], run: Resolve) -> dict[int, Fault]:
    """Find the units that no unit can be resolved with, by halving; by number, with the fault."""
    faulty: dict[int, Fault] = {}
    spans = [(0, len(units))]
    while spans:
        start, end = spans.pop()
        gc.collect()  # an exception keeps all that was read in a circle with its traceback
        try:
            run(units[start:end])
        except CairnError:
            raise
        except Exception as exc:  # noqa: BLE001 - see above
            if end - start == 1:
                faulty[start] = Fault(f"{type(exc).__name__}: {exc}", 0, is_whole=True)
            else:
                middle = (start + end) // 2
                spans += [(start, middle), (middle, end)]
    return faulty


def _preludes(names: Iterable[str]) -> dict[str, Facts]:
    found = {name: prelude_facts(name) for name in sorted(names) if name in languages()}
    return {name: facts for name, facts in found.items() if facts is not None}
