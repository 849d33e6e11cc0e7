"""Orders carried out: one run over one source, or what it would do."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cairn.errors import CairnError, Cancelled, EnvironmentFault, RefusedError
from cairn.index.concepts import Chat, Extraction
from cairn.index.embed import Embedder, Embedding, Forecast
from cairn.index.embed import Tally as EmbedTally
from cairn.index.fingerprint import Fingerprint, current_fingerprint
from cairn.index.jobs import RunningJob, as_text, find_stale, recorded, utc_now
from cairn.index.link import rebuild_linking
from cairn.index.lock import write_lock
from cairn.index.order import Order, SourceOptions
from cairn.index.place import given_place, is_given
from cairn.index.plan import Survey, check_deletions
from cairn.index.run import Run, Tally, guess_kind
from cairn.index.survey import Limits, Surveyor, fingerprint_text, nothing_in, require_source, settle
from cairn.ingest.git import read_git_revision
from cairn.report import IngestPlan, IngestReport, Progress
from cairn.store.base import JobStore, StoreState, StoreWriter, WriterStore

if TYPE_CHECKING:
    from cairn.index.given import Given
    from cairn.ingest.web.fetch import Fetcher

OnProgress = Callable[[Progress], None]
IsCancelled = Callable[[], bool]
OnJob = Callable[[str], None]

GRAPH_ANEW = "the graph was built anew, as asked"


class Orders:
    """Carries orders out, one at a time; `embedder` makes what gives vectors (None: tier 0), `fetcher` what fetches pages.

    `chat` makes what finds concepts, None below tier 2.
    """

    def __init__(
        self,
        database: Path,
        store: WriterStore,
        jobs: JobStore,
        limits: Limits,
        embedder: Callable[[], Embedder] | None,
        fetcher: Callable[[], Fetcher],
        chat: Callable[[], Chat] | None = None,
        after_run: Callable[[str], None] | None = None,
    ) -> None:
        self._database = database
        self._store = store
        self._jobs = jobs
        self._surveyor = Surveyor(database, limits)
        self._embedder = embedder
        self._chat = chat
        self._fetcher = fetcher
        self._after_run = after_run

    def is_changed(self, label: str) -> bool:
        """Tell whether a refresh would have something to read or to delete on the disk."""
        with self._store.state() as state:
            if is_given(require_source(state, label).location):
                return False
            look = self._surveyor.look(state, Order("refresh", label, None, None), None, lambda _: None)
            return not look.plan.is_empty

    def plan(self, order: Order) -> IngestPlan:
        """Say what a run would do, and write nothing."""
        from cairn.index.preview import preview

        with contextlib.ExitStack() as stack:
            state = stack.enter_context(self._store.state()) if self._store.exists() else None
            if state is not None:
                order, _ = settle(state, order)
            order = _placed(state, order)
            given = self._get(state, order)
            if given is None and order.place is not None and order.place.address and state is not None:
                counts = state.counts(require_source(state, order.label).id)
                return IngestPlan(order.label, [], [], [], [], counts.files, [], counts.chunks, 0, 0)
            look = self._surveyor.look(state, order, given.survey() if given else None, lambda _: None)
            forecast = Forecast(state, self._embedder()) if self._embedder else None
            return preview(look, order, state, self._surveyor.limit_bytes(look.options), given, forecast)

    def look_ahead(self, order: Order) -> Survey | Given | None:
        """Find what a first run would read: guards come before anything is written, the database included.

        Raises:
            NotFoundError: there is nothing that can be indexed.
        """
        assert order.place is not None
        if order.place.address:
            return self._get(None, order)
        options = order.options or SourceOptions()
        found = self._surveyor.survey(order.place.location, options, lambda _: None)
        self._surveyor.require_text(found, order.place, options)
        return found

    def run(
        self,
        order: Order,
        found: Survey | Given | None = None,
        on_progress: OnProgress | None = None,
        is_cancelled: IsCancelled | None = None,
        on_job: OnJob | None = None,
    ) -> IngestReport:
        """Carry an order out; `found` is what `look_ahead` found."""
        begun = time.monotonic()
        with (
            recorded(self._jobs, order.kind, order.label, on_progress, is_cancelled, order.as_text(), on_job) as job,
            write_lock(self._database, lambda: job.report("wait")) as has_waited,
        ):
            stale = find_stale(self._jobs, job.id)
            with self._store.writer() as writer:
                order, notes = settle(writer, order)
                job.begin(order.label)
                tally, source_id = self._carry_out(writer, job, order, None if has_waited else found)
                extracted = self._extract(writer, job, source_id, order)
                counts = writer.counts(source_id)
                embedded = self._embed(writer, job, source_id, order.label)
            if order.kind == "reindex-vectors" and embedded.fault is not None:
                raise _as_failure(embedded)
            earlier = [
                f"an earlier run ({row.kind} {row.source}) did not end as recorded; only what it published is kept"
                for row in stale
            ]
            warnings = [*notes, *earlier, *sorted(tally.warnings), *extracted, *embedded.warnings]
            files = (tally.added, tally.changed, tally.deleted, tally.unchanged, len(tally.skips))
            report = IngestReport(
                order.label,
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
        if self._after_run is not None:
            self._after_run(order.label)
        return report

    def _carry_out(self, writer: StoreWriter, job: RunningJob, order: Order, found: Survey | Given | None) -> tuple[Tally, int]:
        if order.kind == "reindex-graph":
            return self._rebuild_graph(writer, job, order.label)
        if order.kind == "reindex-vectors":
            return _untouched(writer, order.label)
        order = _placed(writer, order)
        if order.place is None or not order.place.address:
            assert found is None or isinstance(found, Survey)
            return self._write(writer, job, order, found)
        job.report("walk")
        given = self._get(writer, order) if found is None or isinstance(found, Survey) else found
        return self._write_given(writer, job, order, given)

    def _get(self, state: StoreState | None, order: Order) -> Given | None:
        """Return the document of a source that has no place on the disk; None if it is unchanged, or the source has."""
        if order.place is None or not order.place.address:
            return None
        from cairn.index.given import Giver  # loads the client and the parser

        limit_bytes = self._surveyor.limit_bytes(order.options or SourceOptions())
        return Giver(self._fetcher, limit_bytes).get(state, order)

    def _write(self, writer: StoreWriter, job: RunningJob, order: Order, found: Survey | None) -> tuple[Tally, int]:
        began_at = utc_now()
        with writer.transaction():
            look = self._surveyor.look(writer, order, found, lambda done: job.report("walk", done))
            row, options, known = look.row, look.options, look.known
            source_id = row.id if row else writer.add_source(order.label, "", look.place.name, options.as_text())
            run = Run(writer, job, source_id, look.place.base, self._surveyor.limit_bytes(options))
            if not order.allow_delete:
                check_deletions(look.plan, known, lambda: run.count_moved(look.plan, known), order.label)
            tally = run.execute(look.plan, known)
            if row is None and not tally.added:
                raise nothing_in(look.place.location, (skip.reason for skip in tally.skips.values()))
            kind = options.kind or guess_kind(writer, source_id, look.place.is_file)
            _publish(writer, source_id, tally, kind, options, as_text(began_at), read_git_revision(look.place.base))
        return tally, source_id

    def _write_given(self, writer: StoreWriter, job: RunningJob, order: Order, given: Given | None) -> tuple[Tally, int]:
        """What cannot be read now is an error, and not a deletion of what was there."""
        assert order.place is not None
        began_at = utc_now()
        with writer.transaction():
            if given is None:
                tally, source_id = _untouched(writer, order.label)
                options = SourceOptions.from_text(require_source(writer, order.label).options)
            else:
                look = self._surveyor.look(writer, order, given.survey(), lambda _: None)
                options = replace(look.options, validators=given.validators)
                source_id = look.row.id if look.row else writer.add_source(order.label, "", order.place.name, options.as_text())
                tally = Run(writer, job, source_id, Path(), 0, given).execute(look.plan, look.known)
                given.require_text(order.place.name, tally.skips.values())
            _publish(writer, source_id, tally, order.place.kind, options, as_text(began_at), None)
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

    def _extract(self, writer: StoreWriter, job: RunningJob, source_id: int, order: Order) -> list[str]:
        """Take concepts from prose, in tier 2; returns warnings."""
        if self._chat is None or order.kind == "reindex-vectors":
            return []
        try:
            return Extraction(writer, self._chat(), job).run(source_id)
        except (Cancelled, KeyboardInterrupt) as exc:
            raise Cancelled(
                f"cancelled; the text of {order.label!r} is indexed, and concepts are missing: "
                f"`cairn refresh {order.label}` goes on with them"
            ) from exc

    def _embed(self, writer: StoreWriter, job: RunningJob, source_id: int, label: str) -> EmbedTally:
        if self._embedder is None:
            return EmbedTally()
        return Embedding(writer, self._embedder(), job).run(source_id, label)


def _as_failure(embedded: EmbedTally) -> CairnError:
    """What ended a run that was for vectors alone; those that it made stay."""
    if isinstance(embedded.fault, RefusedError):
        return embedded.fault
    return EnvironmentFault(embedded.warnings[-1])


def _placed(state: StoreState | None, order: Order) -> Order:
    """Let an order for a source that does not lie on the disk say so."""
    if order.place is not None or state is None:
        return order
    location = require_source(state, order.label).location
    return order.at(given_place(location)) if is_given(location) else order


def _publish(
    writer: StoreWriter, source_id: int, tally: Tally, kind: str, options: SourceOptions, began_at: str, revision: str | None
) -> None:
    """Record a run, and let the sources that look into this one see what it did."""
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
    if tally.is_graph_touched:
        rebuild_linking(writer, writer.linked_from(source_id))


def _untouched(writer: StoreWriter, label: str) -> tuple[Tally, int]:
    """What a run tells of a source whose files it leaves alone."""
    row = require_source(writer, label)
    return Tally(unchanged=writer.counts(row.id).files, skips=writer.skips(row.id)), row.id
