"""The write side's facade: what may be done to an index."""

from __future__ import annotations

import contextlib
import dataclasses
import datetime as dt
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cairn.errors import CairnError, NotFoundError, RefusedError, UsageError, no_source
from cairn.index.fingerprint import Fingerprint, current_fingerprint
from cairn.index.jobs import RunningJob, as_text, find_stale, recorded, utc_now
from cairn.index.link import is_current, rebuild_linking
from cairn.index.lock import write_lock
from cairn.index.place import Place, check_allowed, check_label, derive_label, locate
from cairn.index.plan import Known, Survey, check_caps, check_deletions, make_plan, survey
from cairn.index.run import Run, SourceOptions, Tally, guess_kind
from cairn.ingest.git import read_git_revision
from cairn.ingest.read import is_binary
from cairn.ingest.walk import WalkOptions, walk
from cairn.model import GcReport, IngestReport, Job, Link, Progress, Source, SourceKind
from cairn.store.base import JobRow, JobStore, SourceRow, StoreWriter, WriterStore

OnProgress = Callable[[Progress], None]
IsCancelled = Callable[[], bool]

_SNIFF_BYTES = 8192
_LOCAL_KINDS = tuple(kind for kind in SourceKind if kind is not SourceKind.WEB)


@dataclass(frozen=True, slots=True)
class Limits:
    """What may be indexed. `refused_locations` cannot be sources themselves; what lies in them can."""

    max_files: int
    max_bytes: int
    max_file_bytes: int
    allowed_roots: tuple[Path, ...] = ()
    refused_locations: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class _Order:
    """What one call of `add` or `refresh` wants. `options` is None for those of the last run."""

    kind: str
    label: str
    place: Place | None  # None: where the source was
    options: SourceOptions | None
    allow_delete: bool = False
    is_label_derived: bool = False


class Ingest:
    """Adds, refreshes and removes sources. Calls may come from several threads; one of them writes at a time."""

    def __init__(self, database: Path, store: WriterStore, jobs: JobStore, limits: Limits) -> None:
        self._database = database
        self._store = store
        self._jobs = jobs
        self._limits = limits

    def init(self) -> None:
        """Create the index if there is none, and bring an older one up to date."""
        with self._locked(lambda: None), self._store.writer():
            pass

    def add(
        self,
        location: str | Path,
        *,
        label: str | None = None,
        kind: str | None = None,
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
        force: bool = False,
        on_progress: OnProgress | None = None,
        is_cancelled: IsCancelled | None = None,
    ) -> IngestReport:
        """Index a folder or a file; one that is a source already is refreshed.

        Options that are given replace those of an earlier `add`; if none is given, those stay.

        Raises:
            NotFoundError: there is nothing at the location, or nothing in it that can be indexed.
            RefusedError: the location is outside of the allowed roots or too large, the label is taken, or the location is
                indexed under another label than the one given.
            UsageError: a label or kind that is not allowed.
            EnvironmentFault: the location cannot be read, or the database not be written.
            Cancelled: `is_cancelled` said so; the index is as it was.
        """
        place = locate(location, self._limits.allowed_roots, self._limits.refused_locations)
        name = derive_label(place.location) if label is None else check_label(label)
        if kind is not None and kind not in _LOCAL_KINDS:
            raise UsageError(f"{kind!r} is not a kind of source; use one of {', '.join(_LOCAL_KINDS)}")
        given = SourceOptions(tuple(include), tuple(exclude), force, kind)
        order = _Order("add", name, place, None if given == SourceOptions() else given, is_label_derived=label is None)
        found = None
        if not self._store.exists():
            # Guards come before anything is written, the database included.
            found = self._survey(place.location, given, lambda _: None)
            self._require_files(found, place.location)
        return self._run(order, found, on_progress, is_cancelled)

    def refresh(
        self,
        label: str,
        *,
        allow_delete: bool = False,
        on_progress: OnProgress | None = None,
        is_cancelled: IsCancelled | None = None,
    ) -> IngestReport:
        """Bring a source up to date with the disk.

        Raises:
            NotFoundError: no source of that label.
            RefusedError: its folder is gone, or more than half of its files are, and not `allow_delete`.
            EnvironmentFault: the location cannot be read, or the database not be written.
            Cancelled: `is_cancelled` said so; the index is as it was.
        """
        self._store.require()
        return self._run(_Order("refresh", label, None, None, allow_delete), None, on_progress, is_cancelled)

    def remove(self, label: str) -> Source:
        """Delete a source with all that was derived from it; returns what it was.

        Raises:
            NotFoundError: no source of that label.
        """
        self._store.require()
        with self._writer() as writer:
            row = _require_source(writer, label)
            counts = writer.counts(row.id)
            with writer.transaction():
                linking = writer.linked_from(row.id)
                writer.remove_source(row.id)
                rebuild_linking(writer, linking)
        return Source(
            row.label, row.kind, row.location, *counts, vectors=0, indexed_at=row.indexed_at, commit=row.revision, stale=False
        )

    def link(self, src: str, dst: str) -> Link:
        """Let the references of one source resolve into another; a link that is there is made anew.

        Raises:
            NotFoundError: no source of one of the labels.
            UsageError: both are one source.
            RefusedError: another version of Cairn has indexed one of them.
        """
        if src == dst:
            raise UsageError(f"{src!r} cannot be linked to itself; name the source that uses and the one that is used")
        self._store.require()
        with self._writer() as writer:
            rows = [_require_source(writer, label) for label in (src, dst)]
            for row in rows:
                _require_current(row)
            with writer.transaction():
                writer.add_link(rows[0].id, rows[1].id)
                rebuild_linking(writer, rows[:1])
                edges = writer.count_link(rows[0].id, rows[1].id)
        return Link(src, dst, edges)

    def unlink(self, src: str, dst: str) -> Link:
        """Take a link away, with exactly the edges that it gave; returns what it was.

        Raises:
            NotFoundError: no source of one of the labels, or no such link.
            RefusedError: another version of Cairn has indexed the source that uses the other.
        """
        self._store.require()
        with self._writer() as writer:
            rows = [_require_source(writer, label) for label in (src, dst)]
            _require_current(rows[0])
            with writer.transaction():
                edges = writer.count_link(rows[0].id, rows[1].id)
                if not writer.remove_link(rows[0].id, rows[1].id):
                    raise NotFoundError(f"{src!r} is not linked to {dst!r}; `cairn links` lists what is")
                rebuild_linking(writer, rows[:1])
        return Link(src, dst, edges)

    def rename(self, label: str, new: str) -> None:
        """Give a source another label.

        Raises:
            NotFoundError: no source of that label.
            RefusedError: the new label is taken.
            UsageError: the new label is not allowed.
        """
        check_label(new)
        self._store.require()
        with self._writer() as writer:
            row = _require_source(writer, label)
            if label == new:
                return
            if writer.source(new) is not None:
                raise RefusedError(f"the label {new!r} is taken; choose another, or remove that source first")
            with writer.transaction():
                writer.rename_source(row.id, new)

    def gc(self) -> GcReport:
        """Give the space of what was removed back to the disk."""
        self._store.require()
        with self._writer() as writer:
            before = self._store.size_bytes()
            writer.compact()
            return GcReport(before, self._store.size_bytes())

    def find_stale(self) -> list[Job]:
        """Mark and return runs that ended without a word; none while another process writes."""
        if not self._store.exists():
            return []
        # A place that cannot be written has no runs; one that is being written has them seen to by its writer.
        with contextlib.suppress(CairnError), write_lock(self._database, _give_up):
            return [_as_job(row) for row in find_stale(self._jobs)]
        return []

    # One run

    def _run(
        self, order: _Order, found: Survey | None, on_progress: OnProgress | None, is_cancelled: IsCancelled | None
    ) -> IngestReport:
        begun = time.monotonic()
        with (
            recorded(self._jobs, order.kind, order.label, on_progress, is_cancelled) as job,
            self._locked(lambda: job.report("wait")) as has_waited,
        ):
            stale = find_stale(self._jobs, job.id)
            with self._store.writer() as writer:
                order, notes = _settle(writer, order)
                job.begin(order.label)
                tally, source_id = self._write(writer, job, order, None if has_waited else found)
                counts = writer.counts(source_id)
            job.warnings = notes + [
                f"an earlier run ({row.kind} {row.source}) did not end; nothing of it was kept" for row in stale
            ]
            job.warnings += sorted(tally.warnings)
        seconds = time.monotonic() - begun
        files = (tally.added, tally.changed, tally.deleted, tally.unchanged, len(tally.skips))
        return IngestReport(order.label, job.id, *files, *counts[1:], warnings=job.warnings, seconds=seconds)

    def _write(self, writer: StoreWriter, job: RunningJob, order: _Order, found: Survey | None) -> tuple[Tally, int]:
        began_at = utc_now()
        with writer.transaction():
            row = self._find_source(writer, order)
            location = order.place.location if order.place else Path(row.location if row else "")
            old_options = SourceOptions.from_text(row.options) if row else SourceOptions()
            options = order.options or old_options
            if found is None:
                found = self._survey(location, options, lambda done: job.report("walk", done), is_known=row is not None)
            if row is None:
                self._require_files(found, location)
            source_id = row.id if row else writer.add_source(order.label, "", str(location), options.as_text())
            seen = Fingerprint.from_text(row.fingerprint) if row else current_fingerprint()
            known = Known(
                writer.stamps(source_id),
                writer.skips(source_id),
                run_ns=_nanoseconds(row.indexed_at) if row and row.indexed_at else 0,
                is_outdated=seen.files != current_fingerprint().files,
                has_other_options=options != old_options,
            )
            place = order.place or Place(location, location.is_file())
            run = Run(writer, job, source_id, place.base, self._limit_bytes(options))
            plan = make_plan(found, known)
            # Options that leave much out mean to.
            if not order.allow_delete and not known.has_other_options:
                check_deletions(plan, known, lambda: run.count_moved(plan, known), order.label)
            tally = run.execute(plan, known, seen)
            if row is None and not tally.added:
                raise _nothing_in(location)
            if tally.is_graph_touched:
                writer.count_rows(source_id)
            writer.stamp_source(
                source_id,
                kind=options.kind or guess_kind(writer, source_id, place.is_file),
                options=options.as_text(),
                revision=read_git_revision(place.base),
                indexed_at=as_text(began_at),
                fingerprint=current_fingerprint().as_text(),
            )
            if tally.is_graph_touched:
                rebuild_linking(writer, writer.linked_from(source_id))
        return tally, source_id

    def _find_source(self, writer: StoreWriter, order: _Order) -> SourceRow | None:
        if order.place is None:
            return _require_source(writer, order.label)
        row = writer.source(order.label)
        if row is not None and row.location != str(order.place.location):
            raise RefusedError(f"the label {order.label!r} is taken by {row.location}; choose another with --label")
        return row

    def _survey(
        self, location: Path, options: SourceOptions, on_progress: Callable[[int], None], is_known: bool = False
    ) -> Survey:
        """Walk a source, and see to the caps. One that is known and has vanished is empty."""
        check_allowed(location, self._limits.allowed_roots)
        if is_known and not location.exists():
            return Survey([], [])
        wanted = WalkOptions(
            options.include, options.exclude, self._limits.allowed_roots, self._limits.max_file_bytes, options.force
        )
        base = location.parent if location.is_file() else location
        found = survey(walk(location, wanted), self._own_path(base), on_progress)
        if not options.force:
            check_caps(found.candidates, lambda path: _is_binary(base / path), self._limits.max_files, self._limits.max_bytes)
        return found

    def _own_path(self, base: Path) -> str | None:
        """Where the index lies below a folder, if it does."""
        return self._database.relative_to(base).as_posix() if self._database.is_relative_to(base) else None

    def _require_files(self, found: Survey, location: Path) -> None:
        if not found.candidates:
            raise _nothing_in(location)

    def _limit_bytes(self, options: SourceOptions) -> int:
        return 2**31 - 1 if options.force else self._limits.max_file_bytes

    @contextlib.contextmanager
    def _locked(self, on_wait: Callable[[], None]) -> Iterator[bool]:
        with write_lock(self._database, on_wait) as has_waited:
            yield has_waited

    @contextlib.contextmanager
    def _writer(self) -> Iterator[StoreWriter]:
        with self._locked(lambda: None), self._store.writer() as writer:
            yield writer


def _settle(writer: StoreWriter, order: _Order) -> tuple[_Order, list[str]]:
    """Let the order for a location that is a source already be for that source; also what is to be said of it.

    Raises:
        RefusedError: the order gives it another label.
    """
    if order.place is None:
        return order, []
    labels = [row.label for row in writer.source_rows() if row.location == str(order.place.location)]
    if not labels or order.label in labels:
        return order, []
    if not order.is_label_derived:
        raise RefusedError(
            f"{order.place.location} is indexed as {labels[0]!r} already; "
            f"`cairn rename {labels[0]} {order.label}` gives it the other label"
        )
    return dataclasses.replace(order, label=labels[0]), [
        f"{order.place.location} is indexed as {labels[0]!r}: that was refreshed"
    ]


def _require_source(writer: StoreWriter, label: str) -> SourceRow:
    row = writer.source(label)
    if row is None:
        raise no_source(label, (known.label for known in writer.source_rows()))
    return row


def _require_current(row: SourceRow) -> None:
    if not is_current(row):
        raise RefusedError(f"{row.label!r} was indexed by another version of Cairn; run `cairn refresh {row.label}` first")


def _nothing_in(location: Path) -> NotFoundError:
    return NotFoundError(f"{location} holds no file that can be indexed; check the path and what its ignore rules leave")


def _is_binary(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return is_binary(stream.read(_SNIFF_BYTES))
    except OSError:
        return True


def _nanoseconds(text: str) -> int:
    return int(dt.datetime.fromisoformat(text).timestamp()) * 1_000_000_000


def _give_up() -> None:
    raise CairnError("busy")


def _as_job(row: JobRow) -> Job:
    return Job(*row[:6], list(row.warnings), row.error, row.started_at, row.ended_at)
