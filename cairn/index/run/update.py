"""One run over one source: plan, read, resolve, and leave the rows for the caller to publish."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cairn.errors import EnvironmentFault
from cairn.extract.mistakes import UNREAD_SYNTAX
from cairn.index.crew import one_spare
from cairn.index.graph.change import GraphChange
from cairn.index.jobs import RunningJob
from cairn.index.read.disk import FileBytes, Folder, hash_bytes
from cairn.index.read.messages import CRASHED, TEXT_ONLY, Batch, Outcome, Work
from cairn.index.read.pool import WorkerPool, worker_count
from cairn.index.run.plan import Known, Plan, count_accounted, find_moves
from cairn.ingest.documents.text import NO_READER
from cairn.model import SourceKind
from cairn.resolve.collector import collector_off
from cairn.resolve.manifests import is_manifest
from cairn.store.rows import FileRow, FileStamp, SkipRow
from cairn.store.writing import StoreWriter

if TYPE_CHECKING:
    from cairn.index.run.off_disk import OffDiskDocument

# Enough to make messages cheap, little enough to share the work evenly to its end (guess).
_BATCH_FILES = 32
_BATCH_BYTES = 300_000
# From so many files on it pays to build indexes at the end (guess).
_LOAD_FILES = 200
_STRANGE_FILES = 10
_MOST_MISTAKES = 3  # files that a report names


@dataclass(slots=True)
class Tally:
    """Counts of what became of the files of a run, and its warnings."""

    added: int = 0
    changed: int = 0
    deleted: int = 0
    moved: int = 0
    unchanged: int = 0
    crashed: int = 0
    is_graph_touched: bool = False
    are_chunks_recut: bool = False
    skips: dict[str, SkipRow] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)  # warnings of syntax, of which a source may have many
    notes: list[str] = field(default_factory=list)
    new_files: dict[str, bytes] = field(default_factory=dict)  # hashes by path

    def sum_up_mistakes(self) -> None:
        """Warn of each file with syntax that could not be read, or of their number where there are many."""
        more = len(self.mistakes) - _MOST_MISTAKES
        self.warnings += sorted(self.mistakes)[:_MOST_MISTAKES]
        if more > 0:
            self.warnings.append(f"in {more} more files there is {UNREAD_SYNTAX}; the list of files has them")

    def count_moves(self, gone: Mapping[str, FileStamp]) -> None:
        """Take files that are gone and stand elsewhere out of those that were added and deleted."""
        self.moved = len(find_moves({path: stamp.hash for path, stamp in gone.items()}, self.new_files))
        self.added -= self.moved
        self.deleted -= self.moved


class Run:
    """Brings the rows of one source up to date, inside a transaction of its caller."""

    def __init__(
        self,
        writer: StoreWriter,
        job: RunningJob,
        source_id: int,
        base: Path,
        limit_bytes: int,
        document: OffDiskDocument | None = None,
    ) -> None:
        """Take what a run needs; `document` is the whole content of a source that does not lie on the disk, else None."""
        self._writer = writer
        self._document = document
        self._job = job
        self._source_id = source_id
        self._base = str(base)
        self._limit_bytes = limit_bytes
        self._change: GraphChange | None = None

    @property
    def change(self) -> GraphChange | None:
        """What was changed of the facts; None if all was made anew."""
        return self._change

    @collector_off()
    @one_spare()
    def execute(self, plan: Plan, known: Known) -> Tally:
        """Read what the plan says and write what follows from it."""
        notes = [known.renewal.why] if known.renewal.why else []
        tally = Tally(unchanged=plan.unchanged, skips=dict(plan.skips), notes=notes)
        # What is known may only have to be looked at again: a folder that was copied just before it was indexed, say.
        is_load = sum(work.known is None for work in plan.works) > _LOAD_FILES
        self._change = None if is_load or known.renewal.graph else GraphChange(self._source_id)
        if is_load:
            self._writer.begin_load()
        self._read(plan, known, tally)
        gone = [stamp.id for stamp in plan.gone.values()]
        self._note_before(plan.gone)
        self._writer.delete_files(gone)
        tally.deleted += len(gone)
        tally.count_moves(plan.gone)
        tally.sum_up_mistakes()
        tally.is_graph_touched |= bool(gone) or known.renewal.graph
        if tally.is_graph_touched:
            self.resolve(tally)
        if is_load:
            self._writer.finish_load()
        if tally.skips != known.skips:
            self._writer.replace_skips(self._source_id, tally.skips.values())
        return tally

    def count_moved(self, plan: Plan, known: Known) -> int:
        """Count the files that are gone from one path and stand, it seems, at another."""
        gone = {path: stamp.hash for path, stamp in plan.gone.items()}
        sizes = {stamp.size for stamp in plan.gone.values()}
        added = {work.path: b"" for work in plan.works if work.path not in known.files}
        with Folder(self._base) as folder:
            for work in plan.works:
                if work.path in added and work.size in sizes:
                    read = folder.read(work.path, self._limit_bytes)
                    if isinstance(read, FileBytes):
                        added[work.path] = hash_bytes(read.data)
        return count_accounted(gone, added)

    def _read(self, plan: Plan, known: Known, tally: Tally) -> None:
        total = len(plan.works) + plan.unchanged
        done = plan.unchanged
        self._job.report("read", done, total)
        with contextlib.closing(read_all(plan, self._base, self._limit_bytes, self._document)) as batches:
            for outcomes in batches:
                self._write(outcomes, known, tally)
                done += len(outcomes)
                _check_crashes(tally, done - plan.unchanged)
                self._job.report("read", done, total)

    def _write(self, outcomes: Iterable[Outcome], known: Known, tally: Tally) -> None:
        rows: list[FileRow] = []
        recut: list[FileRow] = []
        same: list[FileStamp] = []
        lost: list[int] = []
        for outcome in outcomes:
            if isinstance(outcome, FileRow):
                (recut if _is_recut(outcome, known) else rows).append(outcome)
                _count_row(outcome, known, tally)
            elif isinstance(outcome, FileStamp):
                same.append(outcome)
            else:
                tally.skips[outcome.path] = outcome
                if outcome.path in known.files:
                    lost.append(known.files[outcome.path].id)
                if outcome.reason == NO_READER and outcome.detail not in tally.warnings:
                    tally.warnings.append(outcome.detail)
                if outcome.reason == CRASHED:
                    tally.crashed += 1
                    tally.warnings.append(f"{outcome.path} was left out: {outcome.detail}")
        tally.unchanged += len(same)
        tally.deleted += len(lost)
        tally.is_graph_touched |= bool(rows or lost)
        self._note(rows, lost, known)
        self._writer.restamp_files(same)
        self._writer.delete_files(lost)
        if rows:
            self._writer.put_files(self._source_id, rows)
        if recut:
            tally.are_chunks_recut = True
            self._writer.put_chunks(self._source_id, recut)
            self._writer.restamp_files([_stamp_of(row, known) for row in recut])

    def _note(self, rows: Sequence[FileRow], lost: Sequence[int], known: Known) -> None:
        """Keep the facts of files that are about to be replaced, and those that replace them."""
        if self._change is not None:
            gone = set(lost)
            replaced = {row.path for row in rows}
            self._note_before({path: stamp for path, stamp in known.files.items() if path in replaced or stamp.id in gone})
            self._change.after.update((row.path, row.facts) for row in rows)

    def _note_before(self, stamps: Mapping[str, FileStamp]) -> None:
        """Keep the facts of files that are about to change."""
        if self._change is not None:
            self._change.before.update((path, self._writer.facts(stamp.id)) for path, stamp in stamps.items())
            self._change.ids.update((path, stamp.id) for path, stamp in stamps.items())
            self._change.languages.update((path, stamp.language) for path, stamp in stamps.items() if stamp.language)
            self._change.manifests.update(self._writer.texts(self._source_id, filter(is_manifest, stamps)))

    def resolve(self, tally: Tally) -> None:
        """Make the edges of the source from the facts that are stored."""
        # Loads all languages, which a run that finds nothing new does without.
        from cairn.index.graph.build import rebuild_graph, update_graph

        tell = partial(self._job.report, "resolve")
        tell()
        if self._change is None:
            tally.warnings += rebuild_graph(self._writer, self._source_id, self._job.check, tell)
        else:
            tally.warnings += update_graph(self._writer, self._source_id, self._change, self._job.check, tell)
        self._job.report("publish")


def read_all(plan: Plan, base: str, limit_bytes: int, document: OffDiskDocument | None = None) -> Generator[list[Outcome]]:
    """Yield what becomes of the files of a plan, in no particular order; a generator to be closed.

    They are read in worker processes, be they ever so few: whatever a file does to its reader, it does to that alone.
    """
    if document is not None:
        batches = [Batch("", limit_bytes, tuple(document.work(work) for work in plan.works))] if plan.works else []
    else:
        batches = [Batch(base, limit_bytes, works) for works in make_batches(plan.works)]
    if not batches:
        return
    pool = WorkerPool(batches, worker_count(sum(work.size for work in plan.works)))
    try:
        yield from pool.outcomes()
    finally:
        pool.close()


def _check_crashes(tally: Tally, done: int) -> None:
    """A file may be strange; when most are, it is Cairn that does not work, and what was indexed must stay."""
    if tally.crashed > _STRANGE_FILES and tally.crashed * 2 > done:
        raise EnvironmentFault(
            f"{tally.crashed} of {done} files could not be read ({tally.warnings[-1]}); install Cairn again, or report it"
        )


def _is_recut(row: FileRow, known: Known) -> bool:
    """Whether only the chunks of a file have to be written again."""
    stamp = known.files.get(row.path)
    return stamp is not None and stamp.hash == row.hash and not known.renewal.concerns(stamp.language)


def _stamp_of(row: FileRow, known: Known) -> FileStamp:
    return FileStamp(known.files[row.path].id, row.size, row.mtime_ns, row.inode, row.hash, row.language)


def _count_row(row: FileRow, known: Known, tally: Tally) -> None:
    stamp = known.files.get(row.path)
    if stamp is None:
        tally.added += 1
        tally.new_files[row.path] = row.hash
    elif stamp.hash != row.hash:
        tally.changed += 1
    else:
        tally.unchanged += 1
    tally.crashed += any(warning.endswith(TEXT_ONLY) for warning in row.warnings)
    for warning in row.warnings:
        where = tally.mistakes if warning.startswith(UNREAD_SYNTAX) else tally.warnings
        where.append(f"{row.path}: {warning}")


def make_batches(works: Iterable[Work]) -> list[tuple[Work, ...]]:
    """Put files together, large batches first, so that no worker is left alone with one at the end.

    A batch holds one language, and a language with little text has one batch, so that one worker loads its grammar:
    to compile a query takes as long as to read 100 kB.
    """
    from cairn.languages.registry import language_for  # loads all languages, which a run that finds nothing new does without

    spoken: dict[str, list[Work]] = {}
    for work in works:
        language = language_for(work.path, "")
        spoken.setdefault(language.grammar if language is not None else "", []).append(work)
    batches: list[tuple[Work, ...]] = []
    for grammar, alike in spoken.items():
        most_files = _BATCH_FILES if sum(work.size for work in alike) > _BATCH_BYTES or not grammar else len(alike)
        batches += _cut(sorted(alike, key=lambda work: -work.size), most_files)
    return sorted(batches, key=lambda batch: -sum(work.size for work in batch))


def _cut(works: Iterable[Work], most_files: int) -> Iterator[tuple[Work, ...]]:
    batch: list[Work] = []
    batch_bytes = 0
    for work in works:
        if batch and (len(batch) >= most_files or batch_bytes + work.size > _BATCH_BYTES):
            yield tuple(batch)
            batch, batch_bytes = [], 0
        batch.append(work)
        batch_bytes += work.size
    if batch:
        yield tuple(batch)


def guess_kind(writer: StoreWriter, source_id: int, is_file: bool) -> str:
    """A source is `docs` if it has documents and no code."""
    if is_file:
        return SourceKind.FILE
    roles = writer.roles(source_id)
    has_code = any(is_known and role in ("code", "test", "generated", "example") for role, is_known in roles)
    has_docs = any(role in ("docs", "changelog") for role, _ in roles)
    return SourceKind.DOCS if has_docs and not has_code else SourceKind.CODE
