"""An index copied into another one, of whatever backend: source by source, so that a copy that was broken off goes on.

Texts, options, times and what a model said of documents are taken over; chunks, words and edges are made of the texts again, as a
repair does, since each backend keeps words in a form of its own. Vectors are found by the texts that they are of.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cairn.errors import CairnError, RefusedError
from cairn.index.fingerprint import is_outdated
from cairn.index.graph.build import rebuild_graph
from cairn.index.jobs import RunningJob, recorded
from cairn.index.run.compare import require_source
from cairn.index.run.embed import Embedding, text_key
from cairn.index.verify import derive
from cairn.report import MoveReport, Progress
from cairn.store.concepts import ConceptEdge, ConceptRow
from cairn.store.embedding import Part, StoredModel
from cairn.store.jobs import JobStore
from cairn.store.rows import FileRow, SourceRow
from cairn.store.writing import StoreState, StoreWriter, WriterStore

_BATCH_FILES = 50
_UNFINISHED = ("queued", "running")


class Side(NamedTuple):
    """One of the two indexes."""

    store: WriterStore
    jobs: JobStore
    name: str


@dataclass(slots=True)
class _Found:
    """See `cairn.index.run.embed.Embedded`."""

    vectors: list[bytes | None]
    warnings: list[str] = field(default_factory=list)
    fault: CairnError | None = None


class _StoredEmbedder:
    """Gives the vectors that the other index has of the same texts."""

    def __init__(self, state: StoreState, model: StoredModel) -> None:
        self._state = state
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    def probe(self, _timeout_s: float | None = None) -> bytes:
        return self._model.probe

    def embed(self, texts: Sequence[str], check: Callable[[], None]) -> _Found:
        check()
        keys = [[text_key(self._model, part, text) for part in Part] for text in texts]
        known = self._state.vectors.values(set(itertools.chain.from_iterable(keys)))
        return _Found([next((known[key] for key in both if key in known), None) for both in keys])


def copy_index(
    source: Side, target: Side, labels: Collection[str], on_progress: Callable[[Progress], None] | None = None
) -> MoveReport:
    """Copy sources (none: all), the links between them, and the records of runs.

    A source that the target has from the same run stays as it is, and gets what vectors it lacks.

    Raises:
        NotFoundError: there is no index, or no source of a label.
        RefusedError: a source was indexed by another version of Cairn, or the target has its label for another place.
        EnvironmentFault: the target cannot be written; what was copied stays.
    """
    source.store.require()
    copied: list[str] = []
    kept: list[str] = []
    vectors = missing = 0
    with source.store.state() as state:
        rows = [require_source(state, label) for label in sorted(set(labels))] if labels else state.source_rows()
        old = [row.label for row in rows if is_outdated(row.fingerprint)]
        if old:
            raise RefusedError(f"{old[0]!r} was indexed by another version of Cairn; run `cairn refresh {old[0]}` first")
        for row in rows:
            with (
                recorded(target.jobs, "copy", row.label, on_progress, None) as job,
                target.store.lock({row.label, row.location}, lambda: job.report("wait")),
                target.store.writer() as writer,
            ):
                job.begin(row.label)
                is_there = _is_there(state, writer, row)
                if not is_there:
                    _copy_source(state, writer, row, job)
                (kept if is_there else copied).append(row.label)
                given, lacking = _copy_vectors(state, writer, row, job)
                vectors, missing = vectors + given, missing + lacking
        links_missing = _copy_links(state, target, {row.label for row in rows})
        jobs = 0 if labels else _copy_jobs(source.jobs, target.jobs)
    return MoveReport(target.name, copied, kept, vectors, missing, jobs, links_missing)


def _is_there(state: StoreState, writer: StoreWriter, row: SourceRow) -> bool:
    """Whether the target has a source as the last run over it left it here."""
    found = writer.source(row.label)
    if found is None:
        return False
    if found.location != row.location:
        raise RefusedError(f"{row.label!r} is {found.location} in the target; rename one of the two first")
    same = found._replace(id=row.id) == row
    return same and writer.counts(found.id).files == state.counts(row.id).files


def _copy_source(state: StoreState, writer: StoreWriter, row: SourceRow, job: RunningJob) -> None:
    files = state.counts(row.id).files
    with writer.transaction():
        found = writer.source(row.label)
        source_id = found.id if found else writer.add_source(row.label, row.kind, row.location, row.options)
        gone = writer.stamps(source_id)
        writer.begin_load()
        batch: list[FileRow] = []
        for done, stored in enumerate(state.stored_files(row.id), 1):
            made = derive(stored)
            if made is None:
                raise RefusedError(f"the text of {row.label}:{stored.path} is damaged; `cairn verify --repair` mends what it can")
            gone.pop(stored.path, None)
            batch.append(made)
            if len(batch) >= _BATCH_FILES:
                job.report("read", done, files)
                writer.put_files(source_id, batch)
                batch = []
        writer.put_files(source_id, batch)
        writer.delete_files([stamp.id for stamp in gone.values()])
        writer.replace_skips(source_id, state.skips(row.id).values())
        job.report("resolve")
        rebuild_graph(writer, source_id, job.check)
        writer.finish_load()
        _copy_concepts(state, writer, row, source_id)
        writer.count_rows(source_id)
        _stamp(writer, source_id, row)


def _copy_concepts(state: StoreState, writer: StoreWriter, row: SourceRow, source_id: int) -> None:
    """Take over concepts as they are, whatever model they are of, and the answers that the next run does not have to ask for."""
    concepts = state.concepts.stored(row.id)
    places = writer.concepts.places(source_id, {edge.path for concept in concepts for edge in concept.edges})
    files = writer.stamps(source_id)
    rows = [
        ConceptRow(
            files[concept.path].id,
            concept.name,
            concept.anchor,
            concept.line,
            concept.doc,
            concept.tags,
            [ConceptEdge(edge.kind, places[edge.path, edge.anchor], edge.confidence) for edge in concept.edges],
        )
        for concept in concepts
    ]
    writer.concepts.replace(source_id, rows)
    answers = state.concepts.kept_answers(row.id)
    for key, answer in answers.items():
        writer.concepts.keep_answer(source_id, key, answer)
    writer.concepts.drop_answers(source_id, answers)


def _stamp(writer: StoreWriter, source_id: int, row: SourceRow) -> None:
    writer.stamp_source(
        source_id,
        kind=row.kind,
        options=row.options,
        revision=row.revision,
        indexed_at=row.indexed_at or "",
        fingerprint=row.fingerprint,
    )


def _copy_vectors(state: StoreState, writer: StoreWriter, row: SourceRow, job: RunningJob) -> tuple[int, int]:
    """Give the copy the vectors of the newest model; returns how many chunks have one, and how many lack one."""
    models = state.vectors.models()
    found = writer.source(row.label)
    if not models or found is None:
        return 0, 0
    lacking_here = len(state.vectors.missing_chunks(row.id, models[0].id))
    tally = Embedding(writer, _StoredEmbedder(state, models[0]), job).run(found.id, row.label)
    return tally.covered, max(tally.missing - lacking_here, 0)


def _copy_links(state: StoreState, target: Side, labels: Collection[str]) -> list[str]:
    """Make the links of what was copied with all that the target has, and resolve what looks into another source.

    Returns what says of each link that its other end is not there.
    """
    lacking: list[str] = []
    with target.store.state() as there:
        locations = {row.label: row.location for row in there.source_rows()}
    for row in state.source_rows():
        looked_into = [other for other in state.linked_to(row.id) if row.label in labels or other.label in labels]
        if locations.get(row.label) != row.location:
            continue  # one that stays away, or another of its name
        present = [other.label for other in looked_into if locations.get(other.label) == other.location]
        absent = [other.label for other in looked_into if other.label not in present]
        lacking += [f"{row.label!r} is linked with {label!r}, which is not there" for label in absent]
        if present:
            _link(target, row.label, present)
    return lacking


def _link(target: Side, label: str, looked_into: list[str]) -> None:
    with target.store.lock({label, *looked_into}, lambda: None), target.store.writer() as writer:
        src = require_source(writer, label)
        if {other.label for other in writer.linked_to(src.id)} >= set(looked_into):
            return
        with writer.transaction():
            for other in looked_into:
                writer.add_link(src.id, require_source(writer, other).id)
            rebuild_graph(writer, src.id)
            writer.count_rows(src.id)


def _copy_jobs(source: JobStore, target: JobStore) -> int:
    """Take over the records of runs that have ended, the oldest first, but those that are there; returns how many."""
    known = {(job.kind, job.source, job.started_at) for job in target.jobs()}
    ended = [job for job in reversed(source.jobs()) if job.state not in _UNFINISHED]
    new = [job for job in ended if (job.kind, job.source, job.started_at) not in known]
    for job in new:
        job_id = target.begin(job.kind, job.source, job.started_at, job.order)
        target.update(job._replace(id=job_id), job.alive_at)
    return len(new)
