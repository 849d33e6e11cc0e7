"""All of a source, resolved in this process."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial

from cairn.errors import CairnError
from cairn.extract.preludes import preludes_of
from cairn.index.graph.files import library_files, own_files
from cairn.index.graph.limits import Timekeeper
from cairn.index.graph.spool import Names, Shelf, bare_facts, readable_facts
from cairn.resolve.budget import Budget
from cairn.resolve.program import Library, Program
from cairn.resolve.resolve import Fault, Resolution, Resolver, resolve
from cairn.resolve.units import Unit
from cairn.store.writing import StoreWriter

_log = logging.getLogger(__name__)

_REPORT = "nothing was changed; report it, with what `cairn doctor` says"
_MOST_FAULTY = 8  # files at fault; more tell that it is none of them (guess)
Attempt = Callable[[Sequence[Unit]], object]


class WholeSource:
    """What the references of a source are resolved against: its files, and those of the sources that it may look into."""

    def __init__(self, writer: StoreWriter, source_id: int) -> None:
        self.writer, self.id = writer, source_id
        own = own_files(writer, source_id)
        self._sources = [own, *library_files(writer, source_id, {language for _, _, language in own.places})]
        self.places, self.manifests = own.places, own.manifests
        self.file_ids = [file_id for files in self._sources for file_id, _, _ in files.places]
        self.units = [
            Unit(path, language, partial(readable_facts, path, partial(writer.facts, file_id)))
            for file_id, path, language in own.places
        ]

    def libraries(self) -> list[Library]:
        """The sources that this one may look into."""
        return [files.library(self.writer) for files in self._sources[1:]]

    def shelves(self) -> Iterator[Shelf]:
        """The files and manifests of the source, and then of those that it may look into."""
        for files in self._sources:
            wanted = {file_id for file_id, _, _ in files.places}
            rows = (row for row in self.writer.units(files.source_id) if row.file_id in wanted)
            yield Shelf(files.name, ((row.path, row.language, row.facts) for row in rows), files.manifests)

    def names(self) -> Names:
        """The source's own definitions by name."""
        numbers = {file_id: number for number, (file_id, _, _) in enumerate(self.places)}
        rows = self.writer.definition_places(self.id)
        return Names.of((name, numbers[file_id], ordinal, kind) for name, file_id, ordinal, kind in rows if file_id in numbers)


def resolve_all(source: WholeSource, check: Callable[[], None], tell: Callable[[int, int], None]) -> Resolution:
    """Resolve all files of a source; one that nothing can be resolved with is left out, and among the faults.

    Raises:
        CairnError: no file could be resolved, or many cannot be looked into: an empty graph is no result.
    """
    names, libraries = source.names(), source.libraries()
    preludes = preludes_of({language for _, _, language in source.places})
    timekeeper = Timekeeper(check)

    def run(some: Sequence[Unit]) -> Resolution:
        done = 0

        def begin_unit() -> None:
            nonlocal done
            done += 1
            tell(done, len(some))
            timekeeper.begin_unit()

        is_whole = len(some) == len(source.units)
        timekeeper.begin(len(some))
        return resolve(
            some,
            source.manifests,
            preludes,
            find_named=names.find if is_whole else None,
            libraries=libraries,
            on_unit=begin_unit,
            on_pause=timekeeper.look,
            files=source.file_ids if is_whole else None,
        )

    def begin(some: Sequence[Unit]) -> None:
        timekeeper.begin(len(some))
        with closing(Resolver(Program(some, source.manifests, preludes, None, libraries), Budget(timekeeper.look))):
            pass

    faulty: dict[int, Fault] = {}
    try:
        found = run(source.units)
    except CairnError:
        raise
    except Exception as exc:  # noqa: BLE001 - whatever it is, it must cost one file and not the run
        _log.warning("reading what files define failed: %s", type(exc).__name__, exc_info=_log.isEnabledFor(logging.DEBUG))
        faulty = _find_faulty(source.units, begin) or _find_faulty(source.units, run)
        found = _resolve_without(faulty, source.units, run)
    found = found._replace(faults={**found.faults, **faulty})
    require_some(found.faults, source.units)
    return found


def require_some(faults: Mapping[int, Fault], units: Sequence[Unit]) -> None:
    """Raise CairnError if the references of no file could be resolved."""
    whole = {number for number, fault in faults.items() if fault.is_whole}
    if len(whole) > 1 and not any(unit.read().references for number, unit in enumerate(units) if number not in whole):
        raise CairnError(f"no file's references could be resolved ({faults[min(whole)].reason}); {_REPORT}")


def _resolve_without(
    faulty: Mapping[int, Fault], units: Sequence[Unit], run: Callable[[Sequence[Unit]], Resolution]
) -> Resolution:
    left_out = [unit._replace(facts=bare_facts(unit.path)) if number in faulty else unit for number, unit in enumerate(units)]
    try:
        return run(left_out)
    except CairnError:
        raise
    except Exception as exc:  # files that only fail together
        raise CairnError(f"the graph could not be resolved ({type(exc).__name__}: {exc}); {_REPORT}") from exc


def _find_faulty(units: Sequence[Unit], attempt: Attempt) -> dict[int, Fault]:
    """Find the units that an attempt fails with whatever others there are, by halving; by number, with the fault.

    Raises:
        CairnError: there are many: the fault is in what all of them share.
    """
    faulty: dict[int, Fault] = {}
    spans = [(0, len(units))]
    while spans:
        start, end = spans.pop()
        gc.collect()  # an exception keeps all that was read in a circle with its traceback
        try:
            attempt(units[start:end])
        except CairnError:
            raise
        except Exception as exc:
            if end - start == 1:
                faulty[start] = Fault(f"{type(exc).__name__}: {exc}", 0, is_whole=True)
                if len(faulty) > _MOST_FAULTY:
                    raise CairnError(
                        f"no file's references could be resolved: {units[start].path} and {_MOST_FAULTY} more files cannot be "
                        f"looked into ({faulty[start].reason}); {_REPORT}"
                    ) from exc
            else:
                middle = (start + end) // 2
                spans += [(start, middle), (middle, end)]
    return faulty
