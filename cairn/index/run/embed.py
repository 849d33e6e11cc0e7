"""The phase after publishing that gives chunks and entities their vectors: in batches, each kept, and only what has none."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple, Protocol

from cairn.errors import CairnError, Cancelled, EnvironmentFault
from cairn.index.jobs import RunningJob
from cairn.infer.vectors import is_same_model, width_of
from cairn.model import EntityKind
from cairn.store.embedding import ChunkPlace, EntityText, Part, StoredModel
from cairn.store.rows import FileRow
from cairn.store.writing import StoreState, StoreWriter

# Kinds of entities that `graph` may be asked for by what they do; names alone find fields, constants and modules.
EMBEDDED_KINDS = (
    *(EntityKind.CLASS, EntityKind.STRUCT, EntityKind.ENUM, EntityKind.INTERFACE, EntityKind.TRAIT, EntityKind.TYPE),
    *(EntityKind.FUNCTION, EntityKind.METHOD, EntityKind.MACRO, EntityKind.SECTION, EntityKind.CONCEPT),
)
# What is lost at most when a run dies: so many texts (guess: enough to keep an endpoint busy).
_GROUP = 256
# An endpoint that failed is not waited for once more.
_VOUCH_S = 5.0
_DOC_CHARACTERS = 400
_NUMBER_BYTES = 4


class Embedded(Protocol):
    """See `cairn.infer.embed.Embedded`."""

    vectors: list[bytes | None]
    warnings: list[str]
    fault: CairnError | None


class Embedder(Protocol):
    """A model that gives vectors; see `cairn.infer.embed.EndpointEmbedder`."""

    @property
    def name(self) -> str:
        """The model's name; empty when that is not known before it is asked."""
        ...

    def probe(self, timeout_s: float | None = None) -> bytes:
        """Return the vector of a fixed text."""
        ...

    def embed(self, texts: Sequence[str], check: Callable[[], None]) -> Embedded:
        """Return the vectors of texts."""
        ...


class Text(NamedTuple):
    """The text that a chunk or an entity is embedded by."""

    row_id: int
    text: str


@dataclass(slots=True)
class Tally:
    """Counts of what became of the texts of a source. `total` and `done` are those of this run, of chunks and of entities."""

    chunks: int = 0  # of the source
    total: int = 0
    done: int = 0
    lacking: dict[Part, int] = field(default_factory=lambda: dict.fromkeys(Part, 0))
    warnings: list[str] = field(default_factory=list)
    fault: CairnError | None = None  # what ended the work early

    @property
    def missing(self) -> int:
        """How many chunks of the source have no vector of the model."""
        return self.lacking[Part.CHUNK]

    @property
    def covered(self) -> int:
        """How many have one."""
        return self.chunks - self.missing

    def begin(self, places: Sequence[ChunkPlace], entities: Sequence[EntityText]) -> None:
        """Take in what there is to do."""
        self.total = len(places) + len(entities)
        self.lacking = {Part.CHUNK: len(places), Part.ENTITY: len(entities)}


class Embedding:
    """Embeds what a source lacks. Each group of texts is written in a transaction of its own."""

    def __init__(self, writer: StoreWriter, embedder: Embedder, job: RunningJob) -> None:
        self._writer = writer
        self._embedder = embedder
        self._job = job

    def run(self, source_id: int, label: str) -> Tally:
        """Give vectors to the chunks and entities of a source that have none of this model.

        A failure ends the work and is a warning: the text is searchable as it is.

        Raises:
            Cancelled: what was embedded so far stays.
        """
        tally = Tally(self._writer.counts(source_id).chunks)
        try:
            self._embed(source_id, tally)
        except (Cancelled, KeyboardInterrupt) as exc:
            raise Cancelled(
                f"cancelled; the text of {label!r} is indexed, and {_missing_of(tally)}: "
                f"`cairn reindex {label} --vectors` fills them in"
            ) from exc
        except CairnError as fault:
            tally.fault = fault
            tally.warnings.append(f"{_missing_of(tally)}: {fault}; then `cairn reindex {label} --vectors` fills them in")
        else:
            if any(tally.lacking.values()):
                tally.warnings.append(f"{_missing_of(tally)}; `cairn reindex {label} --vectors` tries again")
        return tally

    def _embed(self, source_id: int, tally: Tally) -> None:
        vectors = self._writer.vectors
        known = model_named(self._writer, self._embedder.name)
        places, entities = missing_of(self._writer, source_id, known)
        tally.begin(places, entities)
        if known is not None and not tally.total:
            self._finish(source_id, known)
            return
        model = self._identify()
        if model != known:
            places, entities = missing_of(self._writer, source_id, model)
            tally.begin(places, entities)
        try:
            self._embed_part(model, Part.CHUNK, self._chunk_texts(places), tally)
            self._embed_part(model, Part.ENTITY, (Text(entity.id, entity_text(entity)) for entity in entities), tally)
        finally:
            self._finish(source_id, model)
        with self._writer.transaction():
            vectors.drop_unused()

    def _finish(self, source_id: int, model: StoredModel) -> None:
        with self._writer.transaction():
            self._writer.vectors.cover(source_id, model.id)

    def _identify(self) -> StoredModel:
        """Ask the embedder who it is, and find it among the models that there are, or add it."""
        probe = self._embedder.probe()
        name = self._embedder.name
        for model in self._writer.vectors.models():
            if model.name == name and is_same_model(model.probe, probe):
                return model
        with self._writer.transaction():
            return self._writer.vectors.add_model(name, width_of(probe), probe)

    def _vouch(self, model: StoredModel, count: int, *, is_failing: bool) -> None:
        """Ask again who the embedder is, before what it gave is kept: a model may be exchanged at any time.

        Raises:
            EnvironmentFault: it is another one by now.
        """
        if not is_same_model(model.probe, self._embedder.probe(_VOUCH_S if is_failing else None)):
            raise EnvironmentFault(
                f"the embed endpoint began to answer with another model in place of {model.name!r} during the run, "
                f"and {count:,} vectors that may be of either were dropped; see that it keeps to one"
            )

    def _chunk_texts(self, places: Sequence[ChunkPlace]) -> Iterator[Text]:
        file_id, path, data = -1, "", b""
        for place in places:
            if place.file_id != file_id:
                file_id = place.file_id
                path, data = self._writer.vectors.file_text(file_id)
            text = data[place.start_byte : place.end_byte].decode("utf-8", "replace")
            yield Text(place.id, chunk_text(path, place.qualname, place.names, text))

    def _embed_part(self, model: StoredModel, part: Part, texts: Iterator[Text], tally: Tally) -> None:
        while group := list(islice(texts, _GROUP)):
            self._job.report("embed", tally.done, tally.total)
            self._embed_group(model, part, group, tally)

    def _embed_group(self, model: StoredModel, part: Part, group: Sequence[Text], tally: Tally) -> None:
        keys = [text_key(model, part, text) for _, text in group]
        ids = self._writer.vectors.known(set(keys))
        new = {key: text for key, (_, text) in zip(keys, group, strict=True) if key not in ids}
        found = self._embedder.embed(list(new.values()), self._job.check)
        made = [(key, vector) for key, vector in zip(new, found.vectors, strict=True) if vector is not None]
        _check_width(model, [vector for _, vector in made])
        if made:
            self._vouch(model, len(made), is_failing=found.fault is not None)
        with self._writer.transaction():
            ids |= self._writer.vectors.put(model, part, made)
            rows = [(row_id, ids[key]) for key, (row_id, _) in zip(keys, group, strict=True) if key in ids]
            self._writer.vectors.assign(part, rows)
        tally.done += len(rows)
        tally.lacking[part] -= len(rows)
        tally.warnings.extend(found.warnings)
        if found.fault is not None:
            raise found.fault


def missing_of(state: StoreState, source_id: int, model: StoredModel | None) -> tuple[list[ChunkPlace], list[EntityText]]:
    """Return the rows of a source that lack a vector of a model; all there are, for a model that is not known."""
    model_id = model.id if model else None
    vectors = state.vectors
    return vectors.missing_chunks(source_id, model_id), vectors.missing_entities(source_id, model_id, EMBEDDED_KINDS)


class Forecast:
    """Counts the texts that a run would have to embed, without asking anybody."""

    def __init__(self, state: StoreState | None, embedder: Embedder) -> None:
        self._state = state
        self._model = model_named(state, embedder.name) if state is not None else None
        self._texts: set[tuple[Part, str]] = set()

    def add(self, row: FileRow) -> None:
        """Take the texts of a file that would be written."""
        data = zlib.decompress(row.text)
        for first, last, start, end, holder, *_ in row.chunks:
            names = " ".join(definition[1] for definition in row.definitions if first <= definition[7] <= last)
            text = data[start:end].decode("utf-8", "replace")
            self._texts.add((Part.CHUNK, chunk_text(row.path, row.definitions[max(holder, 0)][2], names, text)))
        for kind, _, qualname, *_, signature, doc, _ in row.definitions:
            if kind in EMBEDDED_KINDS:
                self._texts.add((Part.ENTITY, entity_text(EntityText(0, kind, qualname, signature, doc, row.path))))

    def count(self, source_id: int | None, untouched: Collection[str]) -> int:
        """How many vectors the texts need that there are none of, and those of the files that would stay as they are."""
        new = len(self._texts)
        if self._state is not None and self._model is not None:
            new -= len(self._state.vectors.known(text_key(self._model, part, text) for part, text in self._texts))
        if self._state is None or source_id is None:
            return new
        places, entities = missing_of(self._state, source_id, self._model)
        files = {stamp.id for path, stamp in self._state.stamps(source_id).items() if path in untouched}
        return new + sum(place.file_id in files for place in places) + sum(entity.path in untouched for entity in entities)


def model_named(state: StoreState, name: str) -> StoredModel | None:
    """The newest model of a name; None if there is none."""
    return next((model for model in state.vectors.models() if model.name == name), None)


def count_needed(state: StoreState, source_id: int, embedder: Embedder) -> int:
    """How many texts of a source have no vector of the embedder's model; asks nobody."""
    places, entities = missing_of(state, source_id, model_named(state, embedder.name))
    return len(places) + len(entities)


def chunk_text(path: str, qualname: str, names: str, text: str) -> str:
    """Make the text that a chunk is embedded by: where it stands, what it defines, and itself."""
    return f"{path} {qualname} {names}".strip() + f"\n{text}"


def entity_text(entity: EntityText) -> str:
    """Make the text that an entity is embedded by: what it is, and the beginning of its documentation."""
    parts = (f"{entity.kind} {entity.qualname}", entity.signature, entity.doc[:_DOC_CHARACTERS], entity.path)
    return "\n".join(filter(None, parts))


def text_key(model: StoredModel, part: Part, text: str) -> bytes:
    """By what a vector is found again wherever the same text stands."""
    return hashlib.blake2b(f"{model.id} {part:d} {text}".encode("utf-8", "replace"), digest_size=16).digest()


def _check_width(model: StoredModel, vectors: Sequence[bytes]) -> None:
    size = model.width * _NUMBER_BYTES
    if any(vector[size:].strip(b"\0") for vector in vectors):
        raise EnvironmentFault(
            f"the model {model.name!r} gave vectors of {model.width} numbers before and gives wider ones now; "
            "give the new model another CAIRN_EMBED_MODEL"
        )


def _missing_of(tally: Tally) -> str:
    chunks = f"{tally.missing:,} of {tally.chunks:,} chunks"
    definitions = tally.lacking[Part.ENTITY]
    if not definitions:
        return f"{chunks} have no vector"
    return f"{chunks} and {definitions:,} {'definition' if definitions == 1 else 'definitions'} have no vector"
