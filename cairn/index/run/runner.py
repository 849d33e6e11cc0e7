"""Requests carried out: one run over one source, or the plan of one."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cairn.errors import CairnError, Cancelled, EnvironmentFault, RefusedError
from cairn.index.fingerprint import Fingerprint, current_fingerprint
from cairn.index.graph.change import GraphChange
from cairn.index.graph.link import update_linking
from cairn.index.jobs import RunningJob, as_text, find_stale, recorded, utc_now
from cairn.index.place import is_off_disk, off_disk_place
from cairn.index.run.compare import Limits, SourceWalker, fingerprint_text, nothing_in, redirect_to_indexed, require_source
from cairn.index.run.concepts import Chat, Extraction
from cairn.index.run.embed import Embedder, Embedding, Forecast
from cairn.index.run.embed import Tally as EmbedTally
from cairn.index.run.plan import WalkResult, check_deletions
from cairn.index.run.request import RunRequest, SourceOptions
from cairn.index.run.update import Run, Tally, guess_kind
from cairn.ingest.git import read_git_revision
from cairn.report import IngestPlan, IngestReport, Progress
from cairn.store.jobs import JobRow, JobStore
from cairn.store.writing import StoreState, StoreWriter, WriterStore

if TYPE_CHECKING:
    from cairn.index.run.off_disk import OffDiskDocument
    from cairn.ingest.web.fetch import Fetcher

OnProgress = Callable[[Progress], None]
IsCancelled = Callable[[], bool]
OnJob = Callable[[str], None]

GRAPH_ANEW = "the graph was built anew, as asked"


class Runner:
    """Carries out requests, one at a time; `embedder` makes what gives vectors (None: tier 0), `fetcher` what fetches pages.

    `chat` makes what finds concepts, None below tier 2.
    """

    def __init__(
        self,
        database: Path | None,
        store: WriterStore,
        jobs: JobStore,
        limits: Limits,
        embedder: Callable[[], Embedder] | None,
        fetcher: Callable[[], Fetcher],
        chat: Callable[[], Chat] | None = None,
        after_run: Callable[[str], None] | None = None,
    ) -> None:
        self._store = store
        self._jobs = jobs
        self._walker = SourceWalker(database, limits)
        self._wait_limit_s = limits.wait_s
        self._embedder = embedder
        self._chat = chat
        self._fetcher = fetcher
        self._after_run = after_run

    def is_changed(self, label: str) -> bool:
        """Tell whether a refresh would have something to read or to delete on the disk."""
        with self._store.state() as state:
            if is_off_disk(require_source(state, label).location):
                return False
            compared = self._walker.compare(state, RunRequest("refresh", label, None, None), None, lambda _: None)
            return not compared.plan.is_empty

    def plan(self, request: RunRequest) -> IngestPlan:
        """Say what a run would do, and write nothing."""
        from cairn.index.run.preview import preview

        with contextlib.ExitStack() as stack:
            state = stack.enter_context(self._store.state()) if self._store.exists() else None
            if state is not None:
                request, _ = redirect_to_indexed(state, request)
            request = _placed(state, request)
            document = self._get(state, request)
            if document is None and request.place is not None and request.place.address and state is not None:
                counts = state.counts(require_source(state, request.label).id)
                return IngestPlan(request.label, [], [], [], [], counts.files, [], counts.chunks, 0, 0)
            compared = self._walker.compare(state, request, document.as_walk() if document else None, lambda _: None)
            forecast = Forecast(state, self._embedder()) if self._embedder else None
            return preview(compared, request, state, self._walker.limit_bytes(compared.options), document, forecast)

    def look_ahead(self, request: RunRequest) -> WalkResult | OffDiskDocument | None:
        """Find what a first run would read: guards come before anything is written, the database included.

        Raises:
            NotFoundError: there is nothing that can be indexed.
        """
        assert request.place is not None
        if request.place.address:
            return self._get(None, request)
        options = request.options or SourceOptions()
        found = self._walker.walk(request.place.location, options, lambda _: None)
        self._walker.require_text(found, request.place, options)
        return found

    def run(
        self,
        request: RunRequest,
        found: WalkResult | OffDiskDocument | None = None,
        on_progress: OnProgress | None = None,
        is_cancelled: IsCancelled | None = None,
        on_job: OnJob | None = None,
        taken: JobRow | None = None,
    ) -> IngestReport:
        """Carry out a request; `found` is what `look_ahead` found, `taken` the record of a run that was taken from a queue."""
        begun = time.monotonic()
        who = (request.kind, request.label)
        with (
            recorded(self._jobs, *who, on_progress, is_cancelled, request.as_text(), on_job, taken) as job,
            self._store.lock(_touched_by(request), lambda: job.report("wait"), self._wait_limit_s) as has_waited,
        ):
            stale = find_stale(self._jobs, job.id)
            with self._store.writer() as writer:
                request, notes = redirect_to_indexed(writer, request)
                job.begin(request.label)
                tally, source_id = self._carry_out(writer, job, request, None if has_waited else found)
                extracted = self._extract(writer, job, source_id, request)
                counts = writer.counts(source_id)
                embedded = self._embed(writer, job, source_id, request.label)
                location = require_source(writer, request.label).location
            if request.kind == "reindex-vectors" and embedded.fault is not None:
                raise _as_failure(embedded)
            earlier = [
                f"an earlier run ({row.kind} {row.source}) did not end as recorded; only what it published is kept"
                for row in stale
                if row.source == request.label  # of the others `jobs` tells
            ]
            warnings = [*notes, *earlier, *sorted(tally.warnings), *extracted, *embedded.warnings]
            files = (tally.added, tally.changed, tally.deleted, tally.unchanged, len(tally.skips))
            report = IngestReport(
                request.label,
                job.id,
                *files,
                *counts[1:],
                warnings=warnings,
                seconds=time.monotonic() - begun,
                notes=tally.notes,
                vectors=embedded.covered,
                vectors_missing=embedded.missing,
                moved=tally.moved,
            )
            job.finish(report)
        if self._after_run is not None and (tally.is_graph_touched or tally.are_chunks_recut):
            self._after_run(location)
        return report

    def _carry_out(
        self, writer: StoreWriter, job: RunningJob, request: RunRequest, found: WalkResult | OffDiskDocument | None
    ) -> tuple[Tally, int]:
        if request.kind == "reindex-graph":
            return self._rebuild_graph(writer, job, request.label)
        if request.kind == "reindex-vectors":
            return _untouched(writer, request.label)
        request = _placed(writer, request)
        if request.place is None or not request.place.address:
            assert found is None or isinstance(found, WalkResult)
            return self._write(writer, job, request, found)
        job.report("walk")
        document = self._get(writer, request) if found is None or isinstance(found, WalkResult) else found
        return self._write_document(writer, job, request, document)

    def _get(self, state: StoreState | None, request: RunRequest) -> OffDiskDocument | None:
        """Return the document of a source that has no place on the disk; None if it is unchanged, or the source has."""
        if request.place is None or not request.place.address:
            return None
        from cairn.index.run.off_disk import OffDiskReader  # loads the client and the parser

        limit_bytes = self._walker.limit_bytes(request.options or SourceOptions())
        return OffDiskReader(self._fetcher, limit_bytes).read(state, request)

    def _write(self, writer: StoreWriter, job: RunningJob, request: RunRequest, found: WalkResult | None) -> tuple[Tally, int]:
        began_at = utc_now()
        with writer.transaction():
            compared = self._walker.compare(writer, request, found, lambda done: job.report("walk", done))
            row, options, known = compared.row, compared.options, compared.known
            source_id = row.id if row else writer.add_source(request.label, "", compared.place.name, options.as_text())
            run = Run(writer, job, source_id, compared.place.base, self._walker.limit_bytes(options))
            if not request.allow_delete:
                check_deletions(compared.plan, known, lambda: run.count_moved(compared.plan, known), request.label)
            tally = run.execute(compared.plan, known)
            if row is None and not tally.added:
                raise nothing_in(compared.place.location, (skip.reason for skip in tally.skips.values()))
            kind = options.kind or guess_kind(writer, source_id, compared.place.is_file)
            _publish(writer, source_id, tally, kind, options, as_text(began_at), read_git_revision(compared.place.base))
            _update_linking(writer, source_id, tally, run.change)
        return tally, source_id

    def _write_document(
        self, writer: StoreWriter, job: RunningJob, request: RunRequest, document: OffDiskDocument | None
    ) -> tuple[Tally, int]:
        """Write a page or a text. One that cannot be read now is an error, and does not delete what was there."""
        assert request.place is not None
        began_at = utc_now()
        with writer.transaction():
            change = None
            if document is None:
                tally, source_id = _untouched(writer, request.label)
                options = SourceOptions.from_text(require_source(writer, request.label).options)
            else:
                compared = self._walker.compare(writer, request, document.as_walk(), lambda _: None)
                options = replace(compared.options, validators=document.validators)
                source_id = (
                    compared.row.id
                    if compared.row
                    else writer.add_source(request.label, "", request.place.name, options.as_text())
                )
                run = Run(writer, job, source_id, Path(), 0, document)
                tally, change = run.execute(compared.plan, compared.known), run.change
                document.require_text(request.place.name, tally.skips.values())
            _publish(writer, source_id, tally, request.place.kind, options, as_text(began_at), None)
            _update_linking(writer, source_id, tally, change)
        return tally, source_id

    def _rebuild_graph(self, writer: StoreWriter, job: RunningJob, label: str) -> tuple[Tally, int]:
        with writer.transaction():
            row = require_source(writer, label)
            tally = Tally(unchanged=writer.counts(row.id).files, skips=writer.skips(row.id), notes=[GRAPH_ANEW])
            Run(writer, job, row.id, Path(row.location), 0).resolve(tally)
            writer.count_rows(row.id)
            # What the facts were made by has not changed with this.
            fingerprint = replace(Fingerprint.from_text(row.fingerprint), graph=current_fingerprint().graph).as_text()
            writer.stamp_source(
                row.id,
                kind=row.kind,
                options=row.options,
                revision=row.revision,
                indexed_at=row.indexed_at or "",
                fingerprint=fingerprint,
            )
        return tally, row.id

    def _extract(self, writer: StoreWriter, job: RunningJob, source_id: int, request: RunRequest) -> list[str]:
        """Take concepts from prose, in tier 2; returns warnings."""
        if self._chat is None or request.kind == "reindex-vectors":
            return []
        try:
            return Extraction(writer, self._chat(), job).run(source_id)
        except (Cancelled, KeyboardInterrupt) as exc:
            raise Cancelled(
                f"cancelled; the text of {request.label!r} is indexed, and concepts are missing: "
                f"`cairn refresh {request.label}` goes on with them"
            ) from exc

    def _embed(self, writer: StoreWriter, job: RunningJob, source_id: int, label: str) -> EmbedTally:
        if self._embedder is None:
            return EmbedTally()
        return Embedding(writer, self._embedder(), job).run(source_id, label)


def _touched_by(request: RunRequest) -> set[str]:
    """The label that a request names, and the place: what lies there may be indexed under another label."""
    return {request.label} if request.place is None else {request.label, request.place.name}


def _as_failure(embedded: EmbedTally) -> CairnError:
    """Return the error that ends a run which was for vectors alone; the vectors that it made stay."""
    if isinstance(embedded.fault, RefusedError):
        return embedded.fault
    return EnvironmentFault(embedded.warnings[-1])


def _placed(state: StoreState | None, request: RunRequest) -> RunRequest:
    """Give a refresh of a page or a text its place: without one, a request is for a folder on the disk."""
    if request.place is not None or state is None:
        return request
    location = require_source(state, request.label).location
    return request.at(off_disk_place(location)) if is_off_disk(location) else request


def _publish(
    writer: StoreWriter, source_id: int, tally: Tally, kind: str, options: SourceOptions, began_at: str, revision: str | None
) -> None:
    """Record a run."""
    if tally.is_graph_touched or tally.are_chunks_recut:
        writer.count_rows(source_id)
    writer.stamp_source(
        source_id,
        kind=kind,
        options=options.as_text(),
        revision=revision,
        indexed_at=began_at,
        fingerprint=fingerprint_text(),
    )


def _update_linking(writer: StoreWriter, source_id: int, tally: Tally, change: GraphChange | None) -> None:
    """Let the sources that look into this one see what a run did."""
    if tally.is_graph_touched:
        update_linking(writer, writer.linked_from(source_id), change)


def _untouched(writer: StoreWriter, label: str) -> tuple[Tally, int]:
    """Return the tally of a run that leaves the files of a source alone."""
    row = require_source(writer, label)
    return Tally(unchanged=writer.counts(row.id).files, skips=writer.skips(row.id)), row.id
