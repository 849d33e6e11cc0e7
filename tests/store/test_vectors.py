"""What a backend does with vectors, of models whose numbers all count and of those that end in zeros."""

from __future__ import annotations

import math
import random
import zlib
from array import array

import pytest

from cairn.store.embedding import Part
from cairn.store.rows import FileRow
from cairn.store.stored import Scope
from tests.store.conftest import Backend

COUNT = 1000
MODULE = ("module", "m", "", "", -1, 1, 9, 0, 0, 9, "", "", True)


def made(width: int, number: int) -> list[float]:
    """A vector of length 1 that is the same for the same number; those of one rest by 40 are near each other."""
    around, own = random.Random(number % 40), random.Random(number)
    values = [around.gauss(0, 1) + 0.5 * own.gauss(0, 1) for _ in range(width)]
    norm = math.hypot(*values)
    return [value / norm for value in values] + [0.0] * (1024 - width)


def packed(values: list[float]) -> bytes:
    return array("f", values).tobytes()


def file_of(path: str, count: int) -> FileRow:
    chunks = [(n, n, 0, 1, 0, b"hash", "", "", "", "", "") for n in range(1, count + 1)]
    return FileRow(path, None, 1, 1, 1, path.encode(), count, "code", (), zlib.compress(b"x"), None, None, [MODULE], chunks)


@pytest.mark.parametrize("width", [256, 1024])
def test_nearest_chunks_are_found_in_their_order_and_within_a_scope(backend: Backend, width: int) -> None:
    vectors = [made(width, number) for number in range(COUNT)]
    with backend.writing.writer() as writer, writer.transaction():
        source_id = writer.add_source("s", "code", "/s", "{}")
        writer.put_files(source_id, [file_of("a.txt", COUNT // 2), file_of("b.txt", COUNT // 2)])
        places = writer.vectors.missing_chunks(source_id, None)
        model = writer.vectors.add_model("m", width, packed(vectors[0]))
        keyed = [(f"{number}".encode(), packed(values)) for number, values in enumerate(vectors)]
        ids = writer.vectors.put(model, Part.CHUNK, keyed)
        writer.vectors.assign(Part.CHUNK, [(place.id, ids[key]) for place, (key, _) in zip(places, keyed, strict=True)])
        assert writer.vectors.missing_chunks(source_id, model.id) == []
        assert writer.vectors.cover(source_id, model.id) == COUNT
        assert writer.vectors.known([b"7", b"none"]) == {b"7": ids[b"7"]}
    question = made(width, 7)
    order = sorted(range(COUNT), key=lambda number: math.dist(question, vectors[number]))
    with backend.reading.reader() as reader:
        assert reader.models() == [model]
        assert reader.vector_counts() == {source_id: COUNT}
        assert reader.coverage() == {source_id: (model.id, COUNT)}
        near = reader.nearest(Part.CHUNK, model, packed(question), 20, Scope())
        assert [found.id for found in near] == [places[number].id for number in order[:20]]
        assert near[0].distance == pytest.approx(0.0, abs=1e-5)
        scoped = reader.nearest(Part.CHUNK, model, packed(question), 20, Scope([places[-1].file_id]))
        assert [f.id for f in scoped] == [places[number].id for number in order if number >= COUNT // 2][:20]
        assert reader.nearest(Part.ENTITY, model, packed(question), 20, Scope()) == []


def test_vectors_follow_their_chunks_and_unused_ones_are_dropped(backend: Backend) -> None:
    with backend.writing.writer() as writer:
        with writer.transaction():
            source_id = writer.add_source("s", "code", "/s", "{}")
            writer.put_files(source_id, [file_of("a.txt", 2), file_of("b.txt", 1)])
            model = writer.vectors.add_model("m", 1024, packed(made(1024, 0)))
            ids = writer.vectors.put(model, Part.CHUNK, [(b"x", packed(made(1024, 1))), (b"y", packed(made(1024, 2)))])
            first, second, third = writer.vectors.missing_chunks(source_id, model.id)
            rows = [(first.id, ids[b"x"]), (second.id, ids[b"y"]), (third.id, ids[b"x"])]
            writer.vectors.assign(Part.CHUNK, rows)
        with writer.transaction():
            writer.delete_files([first.file_id])
            writer.vectors.drop_unused()
            assert writer.vectors.known([b"x", b"y"]) == {b"x": ids[b"x"]}
    with backend.reading.reader() as reader:
        assert reader.vector_counts() == {source_id: 1}
        near = reader.nearest(Part.CHUNK, model, packed(made(1024, 2)), 10, Scope())
        assert [found.id for found in near] == [third.id]
