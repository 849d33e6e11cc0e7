"""The write side of a server whose runs are carried out by workers: it puts them into the queue, and tells how they go."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from cairn.errors import CairnError, Cancelled, EnvironmentFault, UsageError
from cairn.index.facade import Ingest
from cairn.index.jobs import as_text, utc_now
from cairn.index.place import Place, check_allowed, check_label, derive_label, off_disk_place
from cairn.index.run.request import RunRequest, SourceOptions
from cairn.index.run.runner import IsCancelled, OnJob, OnProgress
from cairn.ingest.web.target import is_url
from cairn.report import IngestReport, Progress
from cairn.store.jobs import JobQueue, JobRow

_LOOK_EVERY_S = 0.5
_pause = threading.Event()


def queued_ingest(ingest: Ingest, queue: JobQueue, allowed_roots: tuple[Path, ...]) -> Ingest:
    """Return the same write side, whose runs are left to workers. A text that is handed over is indexed at once, as before."""
    return cast("Ingest", QueuedIngest(ingest, queue, allowed_roots))


class QueuedIngest:
    """See `Ingest` for what each call does and raises."""

    def __init__(self, ingest: Ingest, queue: JobQueue, allowed_roots: tuple[Path, ...]) -> None:
        self._ingest = ingest
        self._queue = queue
        self._allowed_roots = allowed_roots

    def __getattr__(self, name: str) -> object:
        return getattr(self._ingest, name)

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
        options = SourceOptions(tuple(include), tuple(exclude), force, kind)
        place = self._place(str(location))
        name = derive_label(place) if label is None else check_label(label)
        given = None if options == SourceOptions() else options
        request = RunRequest("add", name, place, given, is_label_derived=label is None)
        return self._offer(request, on_progress, is_cancelled, on_job)

    def target(self, location: str | Path, label: str | None = None) -> tuple[str, list[str]]:
        place = self._place(str(location))
        return derive_label(place) if label is None else check_label(label), self._ingest.labels_at(place.name)

    def _place(self, location: str) -> Place:
        """Return the place of what is to be added, unseen: a worker may see what lies there where this process does not."""
        if is_url(location):
            return off_disk_place(location)
        path = Path(location)
        if not path.is_absolute():
            raise UsageError(f"{location} is no absolute path, and a worker works in another folder; name all of it")
        check_allowed(path, self._allowed_roots)
        return Place(path, is_file=False)

    def refresh(
        self,
        label: str,
        *,
        allow_delete: bool = False,
        on_progress: OnProgress | None = None,
        is_cancelled: IsCancelled | None = None,
        on_job: OnJob | None = None,
    ) -> IngestReport:
        self._ingest.require_source(label)
        return self._offer(RunRequest("refresh", label, None, None, allow_delete), on_progress, is_cancelled, on_job)

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
        self._ingest.require_source(label)
        kind = self._ingest.reindex_kind(graph=graph, vectors=vectors)
        return self._offer(RunRequest(kind, label, None, None), on_progress, is_cancelled, on_job)

    def _offer(
        self, request: RunRequest, on_progress: OnProgress | None, is_cancelled: IsCancelled | None, on_job: OnJob | None
    ) -> IngestReport:
        # A worker reads the order as one that is begun again, which counts its beginnings from there.
        job_id = self._queue.offer(request.kind, request.label, as_text(utc_now()), request.as_text())
        if on_job is not None:
            on_job(job_id)
        has_asked = False
        while True:
            row = self._queue.record(job_id)
            if row is None:
                raise EnvironmentFault(f"the record of job {job_id} is gone; `cairn list` says whether it was done")
            if row.ended_at is not None or row.state not in ("queued", "running"):
                return _outcome(row)
            if on_progress is not None:
                on_progress(_progress(row))
            if not has_asked and is_cancelled is not None and is_cancelled():
                self._queue.cancel(job_id)
                has_asked = True
            _pause.wait(_LOOK_EVERY_S)


def _progress(row: JobRow) -> Progress:
    return Progress("wait" if row.state == "queued" else "read", row.files_done, row.files_total)


def _outcome(row: JobRow) -> IngestReport:
    if row.state == "cancelled":
        raise Cancelled("cancelled; the index is as it was")
    if row.state != "done" or not row.report:
        raise CairnError(row.error or f"job {row.id} is {row.state}; `cairn job {row.id}` tells more")
    return IngestReport(**json.loads(row.report))
