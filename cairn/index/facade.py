"""The write side's facade: what may be done to an index."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cairn.errors import CairnError, DatabaseRefusedError, NotFoundError, RefusedError, UsageError, without_logins
from cairn.index.fingerprint import are_facts_current
from cairn.index.graph.link import update_linking
from cairn.index.host import is_foreign, refused_host_path
from cairn.index.jobs import as_job, as_text, find_stale, is_dead, utc_now
from cairn.index.place import Place, check_allowed, check_label, derive_label, is_off_disk, locate, off_disk_place, text_place
from cairn.index.run.compare import Limits, require_source
from cairn.index.run.concepts import Chat
from cairn.index.run.embed import Embedder, count_needed
from cairn.index.run.request import RunRequest, SourceOptions
from cairn.index.run.runner import GRAPH_ANEW, IsCancelled, OnJob, OnProgress, Runner
from cairn.ingest.web.target import is_url
from cairn.model import Link, Source, SourceKind
from cairn.report import CopyReport, GcReport, IngestPlan, IngestReport, Job, VerifyReport
from cairn.store.jobs import JobRow, JobStore
from cairn.store.rows import SourceRow
from cairn.store.writing import StoreWriter, WriterStore

if TYPE_CHECKING:
    from cairn.ingest.web.fetch import Fetcher

_MOST_ATTEMPTS = 2  # of a run that ends its process: it would do so for ever
_LOCAL_KINDS = (SourceKind.CODE, SourceKind.DOCS, SourceKind.FILE)


class Ingest:
    """Adds, refreshes and removes sources. Calls may come from several threads; one of them writes at a time."""

    def __init__(
        self,
        database: Path | None,
        store: WriterStore,
        jobs: JobStore,
        limits: Limits,
        fetcher: Callable[[], Fetcher],
        embedder: Callable[[], Embedder] | None = None,
        chat: Callable[[], Chat] | None = None,
        after_run: Callable[[str], None] | None = None,
    ) -> None:
        """Write to a store, which is the file `database` if it is one; `fetcher` makes what fetches pages.

        `embedder` makes what gives vectors, None in tier 0; `chat` makes what finds concepts in prose, None below tier 2.
        `after_run` hears the location of a source of which rows were published.
        """
        self._embedder = embedder
        self._database = database
        self._store = store
        self._jobs = jobs
        self._limits = limits
        self._runner = Runner(database, store, jobs, limits, embedder, fetcher, chat, after_run)

    def init(self) -> None:
        """Create the index if there is none, and bring an older one up to date."""
        self._store.exists()  # refuses what can be no index, before a lock is put beside it
        with self._writer(None):
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
        on_job: OnJob | None = None,
    ) -> IngestReport:
        """Index a folder, a file, or one page of the web by its URL; what is a source already is refreshed.

        Options that are given replace those of an earlier `add`; if none is given, those stay. `on_job` gets the id of
        the job as soon as there is one, here as in `refresh` and `reindex`.

        Raises:
            NotFoundError: there is nothing at the location, or nothing in it that can be indexed.
            RefusedError: the location is outside of the allowed roots or too large, the URL leads to an address that is not
                public, the label is taken, or the location is indexed under another label than the one given.
            UsageError: a label or kind that is not allowed.
            EnvironmentFault: the location cannot be read, the page not be fetched, or the database not be written.
            Cancelled: `is_cancelled` said so; the index is as it was.
        """
        request = self._request_add(location, label, kind, SourceOptions(tuple(include), tuple(exclude), force, kind))
        found = None if self._store.exists() else self._runner.look_ahead(request)
        return self._runner.run(request, found, on_progress, is_cancelled, on_job)

    def plan_add(
        self,
        location: str | Path,
        *,
        label: str | None = None,
        kind: str | None = None,
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
        force: bool = False,
    ) -> IngestPlan:
        """Say what `add` would do, and write nothing; raises what it would raise before it begins to read."""
        return self._runner.plan(
            self._request_add(location, label, kind, SourceOptions(tuple(include), tuple(exclude), force, kind))
        )

    def add_text(
        self,
        text: bytes,
        *,
        label: str = "text",
        on_progress: OnProgress | None = None,
        is_cancelled: IsCancelled | None = None,
        on_job: OnJob | None = None,
    ) -> IngestReport:
        """Index a text that lies nowhere; under a label that has one already it takes its place.

        The label's ending says what the text is, `notes.py`; without one it is Markdown.

        Raises:
            RefusedError: the label is that of another source.
            UsageError: a label that is not allowed, or bytes that are no text.
        """
        request = self._request_text(text, label)
        found = None if self._store.exists() else self._runner.look_ahead(request)
        return self._runner.run(request, found, on_progress, is_cancelled, on_job)

    def plan_add_text(self, text: bytes, *, label: str = "text") -> IngestPlan:
        """Say what `add_text` would do, and write nothing."""
        return self._runner.plan(self._request_text(text, label))

    def _request_text(self, text: bytes, label: str) -> RunRequest:
        if len(text) > self._limits.max_file_bytes:
            raise RefusedError(f"the text has {len(text)} bytes and CAIRN_MAX_FILE_BYTES allows {self._limits.max_file_bytes}")
        return RunRequest("add", check_label(label), text_place(label), None, text=text)

    def _request_add(self, location: str | Path, label: str | None, kind: str | None, given: SourceOptions) -> RunRequest:
        if is_url(str(location)):
            place = off_disk_place(str(location))
            if given.include or given.exclude:
                raise UsageError("a page has no files to include or exclude; leave those options out")
        else:
            place = self._locate(str(location))
        kinds = (SourceKind.WEB,) if place.address else _LOCAL_KINDS
        if kind is not None and kind not in kinds:
            raise UsageError(f"{kind!r} is not a kind of such a source; use one of {', '.join(kinds)}")
        name = derive_label(place) if label is None else check_label(label)
        options = None if given == SourceOptions() else given
        return RunRequest("add", name, place, options, is_label_derived=label is None)

    def target(self, location: str | Path, label: str | None = None) -> tuple[str, list[str]]:
        """Return the label that `add` would give to a location, and those under which it is indexed; raises as `add` does."""
        request = self._request_add(location, label, None, SourceOptions())
        return request.label, self.labels_at(request.place.name) if request.place is not None else []

    def labels_at(self, place: str) -> list[str]:
        """Return the labels of the sources at a place, as the store has it."""
        if not self._store.exists():
            return []
        with self._store.state() as state:
            return [row.label for row in state.source_rows() if row.location == place]

    def _locate(self, location: str) -> Place:
        limits = self._limits
        try:
            return locate(location, limits.allowed_roots, limits.refused_locations)
        except (NotFoundError, RefusedError) as exc:
            if limits.host_root and limits.allowed_roots and is_foreign(location, limits.allowed_roots[0]):
                raise refused_host_path(location, limits.host_root, limits.allowed_roots[0]) from exc
            raise

    def refresh(
        self,
        label: str,
        *,
        allow_delete: bool = False,
        on_progress: OnProgress | None = None,
        is_cancelled: IsCancelled | None = None,
        on_job: OnJob | None = None,
    ) -> IngestReport:
        """Bring a source up to date with the disk.

        Raises:
            NotFoundError: no source of that label.
            RefusedError: its folder is gone, or more than half of its files are, and not `allow_delete`.
            EnvironmentFault: the location cannot be read, or the database not be written.
            Cancelled: `is_cancelled` said so; the index is as it was.
        """
        self._store.require()
        return self._runner.run(RunRequest("refresh", label, None, None, allow_delete), None, on_progress, is_cancelled, on_job)

    def plan_refresh(self, label: str, *, allow_delete: bool = False) -> IngestPlan:
        """Say what `refresh` would do, and write nothing."""
        self._store.require()
        return self._runner.plan(RunRequest("refresh", label, None, None, allow_delete))

    def reindex(
        self,
        label: str,
        *,
        graph: bool = False,
        vectors: bool = False,
        on_progress: OnProgress | None = None,
        is_cancelled: IsCancelled | None = None,
        on_job: OnJob | None = None,
    ) -> IngestReport:
        """Build a source again: all of it from the disk or, with `graph` or `vectors`, its edges or vectors from what is stored.

        Vectors that there are of the present model stay.

        Raises:
            UsageError: `vectors`, and no embedder is configured; or both.
            As `refresh` without `allow_delete`.
        """
        kind = self.reindex_kind(graph=graph, vectors=vectors)
        self._store.require()
        return self._runner.run(RunRequest(kind, label, None, None), None, on_progress, is_cancelled, on_job)

    def plan_reindex(self, label: str, *, graph: bool = False, vectors: bool = False) -> IngestPlan:
        """Say what `reindex` would do, and write nothing."""
        self._check_parts(graph, vectors)
        self._store.require()
        if not (graph or vectors):
            return self._runner.plan(RunRequest("reindex", label, None, None))
        with self._store.state() as state:
            row = require_source(state, label)
            counts = state.counts(row.id)
            needed = count_needed(state, row.id, self._embedder()) if vectors and self._embedder else 0
        notes = [GRAPH_ANEW] if graph else []
        return IngestPlan(label, [], [], [], [], counts.files, [], counts.chunks, 0, needed, notes=notes)

    def reindex_kind(self, *, graph: bool, vectors: bool) -> str:
        """Return the kind of run that builds these parts again; raises UsageError as `reindex`."""
        self._check_parts(graph, vectors)
        return "reindex-graph" if graph else "reindex-vectors" if vectors else "reindex"

    def require_source(self, label: str) -> None:
        """Raise NotFoundError if there is no index, or no source of that label."""
        self._store.require()
        with self._store.state() as state:
            require_source(state, label)

    def _check_parts(self, graph: bool, vectors: bool) -> None:
        if graph and vectors:
            raise UsageError("graph and vectors are built again one at a time; ask for one of them")
        if vectors and self._embedder is None:
            raise UsageError("no embedder is configured (tier 0), so there are no vectors to build; set CAIRN_EMBED_URL")

    def is_changed(self, label: str) -> bool:
        """Tell whether a refresh would have something to read or to delete; writes nothing."""
        return self._runner.is_changed(label)

    def excludes(self, label: str) -> tuple[str, ...]:
        """Return the patterns that a source was added with to leave files out."""
        with self._store.state() as state:
            return SourceOptions.from_text(require_source(state, label).options).exclude

    def remove(self, label: str) -> Source:
        """Delete a source with all that was derived from it; returns what it was.

        Raises:
            NotFoundError: no source of that label.
        """
        self._store.require()
        with self._writer([label]) as writer:
            row = require_source(writer, label)
            counts = writer.counts(row.id)
            with writer.transaction():
                linking = writer.linked_from(row.id)
                writer.remove_source(row.id)
                writer.vectors.drop_unused()
                update_linking(writer, linking)
        location = without_logins(row.location)
        return Source(
            row.label, row.kind, location, *counts, vectors=0, indexed_at=row.indexed_at, commit=row.revision, stale=False
        )

    def link(self, src: str, dst: str) -> Link:
        """Let the references of one source resolve into another; a link that is there is made anew.

        Raises:
            NotFoundError: no source of one of the labels.
            UsageError: both are one source.
            RefusedError: another version of Cairn has indexed one of them, or one lies outside of the allowed roots.
        """
        if src == dst:
            raise UsageError(f"{src!r} cannot be linked to itself; name the source that uses and the one that is used")
        self._store.require()
        with self._writer([src, dst]) as writer:
            rows = [require_source(writer, label) for label in (src, dst)]
            for row in rows:
                if not is_off_disk(row.location):
                    check_allowed(Path(row.location), self._limits.allowed_roots)
                _require_current(row)
            with writer.transaction():
                writer.add_link(rows[0].id, rows[1].id)
                update_linking(writer, rows[:1])
                edges = writer.count_link(rows[0].id, rows[1].id)
        return Link(src, dst, edges)

    def unlink(self, src: str, dst: str) -> Link:
        """Take a link away, with exactly the edges that it gave; returns what it was.

        Raises:
            NotFoundError: no source of one of the labels, or no such link.
            RefusedError: another version of Cairn has indexed the source that uses the other.
        """
        self._store.require()
        with self._writer([src, dst]) as writer:
            rows = [require_source(writer, label) for label in (src, dst)]
            _require_current(rows[0])
            with writer.transaction():
                edges = writer.count_link(rows[0].id, rows[1].id)
                if not writer.remove_link(rows[0].id, rows[1].id):
                    raise NotFoundError(f"{src!r} is not linked to {dst!r}; `cairn links` lists what is")
                update_linking(writer, rows[:1])
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
        with self._writer([label, new]) as writer:
            row = require_source(writer, label)
            if label == new:
                return
            if writer.source(new) is not None:
                raise RefusedError(f"the label {new!r} is taken; choose another, or remove that source first")
            with writer.transaction():
                writer.rename_source(row.id, new)
                # Of two sources that have a name, that with the first label counts.
                update_linking(writer, [one for one in writer.linked_from(row.id) if len(writer.linked_to(one.id)) > 1])

    def gc(self) -> GcReport:
        """Give the space of what was removed back to the disk."""
        self._store.require()
        with self._writer(None) as writer:
            before = self._store.size_bytes()
            writer.compact()
            return GcReport(before, self._store.size_bytes())

    def verify(self, *, repair: bool = False) -> VerifyReport:
        """Check the file and that its rows agree; with `repair`, build what is derived again where they do not.

        Raises:
            NotFoundError, DatabaseRefusedError, EnvironmentFault: there is no index, or none that can be opened.
        """
        from cairn.index.verify import repair_index, verify_index  # loads the parser when it repairs

        self._store.require()
        report = verify_index(self._store)
        if report.ok or not repair:
            return report
        with self._writer(None) as writer:
            repair_index(writer, report.faults)
        after = verify_index(self._store)
        return replace(after, repaired=report.faults)

    def back_up(self, target: str | Path, *, overwrite: bool = False) -> CopyReport:
        """Copy the index to another file while it is in use; the copy is of one state.

        Raises:
            RefusedError: there is something at the target, and not `overwrite`.
            NotFoundError, EnvironmentFault: there is no index, or the target cannot be written.
        """
        self._store.require()
        path = Path(target).absolute()
        if path.exists() and not overwrite:
            raise RefusedError(f"{path} exists; name another file, or pass --overwrite")
        if path.resolve() == self._database:
            raise RefusedError(f"{path} is the index itself; name another file")
        self._store.copy_to(path)
        return CopyReport(str(path), path.stat().st_size)

    # Jobs

    def jobs(self) -> list[Job]:
        """Return running and past runs, the newest first.

        Raises:
            NotFoundError: there is no index.
        """
        rows = self._jobs.jobs()
        if not rows:
            self._store.require()
        sources = {row.source for row in rows if row.state == "running"}
        idle = {source for source in sources if not self._store.is_locked(source)}
        return [as_job(row._replace(state="stale") if is_dead(row, row.source in idle) else row) for row in rows]

    def job(self, job_id: str) -> Job:
        """Return a run, or raise NotFoundError."""
        jobs = self.jobs()
        for job in jobs:
            if job.id == job_id:
                return job
        newest = f"; the newest is {jobs[0].id}" if jobs else "; there is none yet"
        raise NotFoundError(f"no job {job_id!r}{newest}")

    def cancel(self, job_id: str) -> Job:
        """Ask a run, of whatever process, to stop and leave the index as it was; it does within a second or two.

        Raises:
            NotFoundError: no such job.
            RefusedError: it has ended.
        """
        job = self.job(job_id)
        if job.state not in ("queued", "running"):
            raise RefusedError(f"job {job_id} is {job.state}; only one that is queued or running can be cancelled")
        self._jobs.cancel(job_id)
        return job

    def abandon(self, job_id: str) -> None:
        """Record that a run of this process ends with it, before it could stop by itself; nothing of it will be seen."""
        for row in self._jobs.jobs():
            if row.id == job_id and row.state in ("queued", "running"):
                now = as_text(utc_now())
                self._jobs.update(row._replace(state="cancelled", ended_at=now), now)

    def run_again(
        self,
        job_id: str,
        *,
        on_progress: OnProgress | None = None,
        is_cancelled: IsCancelled | None = None,
        on_job: OnJob | None = None,
    ) -> IngestReport:
        """Start a run again that ended without a word.

        Raises:
            RefusedError: it did so more than once: it would again.
            What `add`, `refresh` or `reindex` raise.
        """
        row = next((row for row in self._jobs.jobs() if row.id == job_id), None)
        if row is None or not row.order:
            raise NotFoundError(f"no job {job_id!r} that can be started again")
        request = RunRequest.again(row.kind, row.source, row.order)
        if request.attempt > _MOST_ATTEMPTS:
            raise RefusedError(
                f"the {row.kind} of {row.source} ended without a word {_MOST_ATTEMPTS} times; it is not started again"
            )
        return self._runner.run(self._relocated(request), None, on_progress, is_cancelled, on_job)

    def _relocated(self, request: RunRequest) -> RunRequest:
        if request.place is None or request.place.address:
            return request
        return request.at(self._locate(str(request.place.location)))

    def carry_out(self, taken: JobRow, *, is_cancelled: IsCancelled | None = None) -> IngestReport:
        """Carry out a run that was taken from a queue, in its record; raises what `add`, `refresh` or `reindex` raise."""
        request = RunRequest.again(taken.kind, taken.source, taken.order)
        return self._runner.run(self._relocated(request), None, None, is_cancelled, None, taken)

    def location_of(self, job: JobRow) -> str | None:
        """Where the source of a run lies, as the store has it; None: nowhere on the disk, or there is no such source."""
        given = RunRequest.again(job.kind, job.source, job.order).place
        if given is not None:
            return None if given.address else str(given.location)
        with self._store.state() as state:
            row = state.source(job.source)
        return None if row is None or is_off_disk(row.location) else row.location

    def find_stale(self) -> list[Job]:
        """Mark and return runs that ended without a word; none while another process writes."""
        try:
            if not self._store.exists():
                return []
        except DatabaseRefusedError:  # what is no index has no runs; who asks it is told what it is
            return []
        # A place that cannot be written has no runs; one that is being written has them seen to by its writer.
        with contextlib.suppress(CairnError), self._store.lock((), _give_up):
            return [as_job(row) for row in find_stale(self._jobs)]
        return []

    @contextlib.contextmanager
    def _writer(self, labels: Collection[str] | None) -> Iterator[StoreWriter]:
        with self._store.lock(labels, lambda: None), self._store.writer() as writer:
            yield writer


def _require_current(row: SourceRow) -> None:
    if not are_facts_current(row.fingerprint):
        raise RefusedError(f"{row.label!r} was indexed by another version of Cairn; run `cairn refresh {row.label}` first")


def _give_up() -> None:
    raise CairnError("busy")
