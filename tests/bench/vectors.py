"""Nearest-50 among 100,000 chunks: how long it takes warm, and how many of the exact 50 it finds.

    python tests/bench/vectors.py [CHUNKS]

Needs numpy (the extra `local`). The vectors lie in clusters, as those of texts do: `wide` are 1,024 numbers that all count,
`padded` are 256 numbers and zeros, as the local embedder gives them. Reported, not asserted.
"""

from __future__ import annotations

import hashlib
import statistics
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from cairn.store.embedding import Part, StoredModel
from cairn.store.rows import FileRow
from cairn.store.sqlite.connection import ReadingConnections
from cairn.store.sqlite.database import SqliteWriterStore
from cairn.store.sqlite.reader import SqliteReaderStore
from cairn.store.stored import Scope

Matrix = np.ndarray[Any, np.dtype[np.float32]]
SIZE, CHUNKS_OF_FILE, BATCH = 1024, 200, 2000
TOP, QUERIES = 50, 20
_MODULE = ("module", "m", "", "", -1, 1, 9, 0, 0, 9, "", "", True)


def clustered(count: int, width: int) -> Matrix:
    """Vectors of length 1 in 2,000 clusters of a space of 256 dimensions, turned into one of `width`."""
    random = np.random.default_rng(1)
    centres = random.standard_normal((2000, 256)).astype("float32")
    points = centres[random.integers(0, 2000, count)] + 0.7 * random.standard_normal((count, 256)).astype("float32")
    if width > 256:
        points = points @ random.standard_normal((256, width)).astype("float32")
    found = np.zeros((count, SIZE), "float32")
    found[:, :width] = points / np.linalg.norm(points, axis=1, keepdims=True)
    return found


def files(count: int) -> Iterator[FileRow]:
    """Files whose chunks are numbered, and hold nothing."""
    for start in range(0, count, CHUNKS_OF_FILE):
        chunks = [(1, 1, 0, 1, 0, f"{start + n}".encode(), "", "", "", "", "") for n in range(CHUNKS_OF_FILE)]
        path = f"file{start}.txt"
        yield FileRow(path, None, 1, 1, 1, path.encode(), 1, "code", (), zlib.compress(b"x"), None, None, [_MODULE], chunks)


def fill(database: Path, vectors: Matrix, width: int) -> StoredModel:
    """Write an index whose chunk number n has vector n - 1."""
    with SqliteWriterStore(database).writer() as writer:
        with writer.transaction():
            source_id = writer.add_source("bench", "code", "/bench", "{}")
            writer.put_files(source_id, list(files(len(vectors))))
            model = writer.vectors.add_model("bench", width, vectors[0].tobytes())
        for start in range(0, len(vectors), BATCH):
            rows = [
                (hashlib.blake2b(f"{n}".encode(), digest_size=16).digest(), vectors[n].tobytes())
                for n in range(start, min(start + BATCH, len(vectors)))
            ]
            with writer.transaction():
                ids = writer.vectors.put(model, Part.CHUNK, rows)
                writer.vectors.assign(Part.CHUNK, [(start + n + 1, ids[key]) for n, (key, _) in enumerate(rows)])
    return model


def measure(folder: Path, name: str, count: int, width: int) -> None:
    """Print what one kind of vectors costs."""
    vectors = clustered(count, width)
    database = folder / f"{name}.db"
    begun = time.perf_counter()
    model = fill(database, vectors, width)
    filled_s = time.perf_counter() - begun
    random = np.random.default_rng(2)
    queries = vectors[random.integers(0, count, QUERIES)].copy()
    queries[:, :width] += 0.3 / width**0.5 * random.standard_normal((QUERIES, width)).astype("float32")
    queries /= np.linalg.norm(queries, axis=1, keepdims=True)
    connections = ReadingConnections(database)
    times, cpu, recalls = [], [], []
    for turn in range(2):  # the first one warms up
        for query in queries:
            with SqliteReaderStore(connections).reader() as reader:
                wall, used = time.perf_counter(), time.process_time()
                near = reader.nearest(Part.CHUNK, model, query.tobytes(), TOP, Scope())
                if turn:
                    times.append(1000 * (time.perf_counter() - wall))
                    cpu.append(1000 * (time.process_time() - used))
            exact = np.argpartition(-(vectors @ query), TOP)[:TOP] + 1
            recalls.append(len({*map(int, exact)} & {found.id for found in near}) / TOP)
    connections.close()
    print(
        f"{name:<7} {count:,} x {width}: median {statistics.median(times):.0f} ms wall, {statistics.median(cpu):.0f} ms CPU, "
        f"worst {max(times):.0f} ms; recall@{TOP} {statistics.mean(recalls):.3f}; "
        f"written in {filled_s:.1f} s; {database.stat().st_size / 1e6:.0f} MB"
    )


def main() -> None:
    """Measure both kinds."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        for name, width in (("wide", SIZE), ("padded", 256)):
            measure(Path(folder), name, count, width)


if __name__ == "__main__":
    main()
