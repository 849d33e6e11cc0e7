"""How long a warm index takes to answer: `make bench`.

    python tests/bench/reading.py FOLDER-or-DATABASE

Indexes a folder (or takes an index that is there), derives from it a fixed set of questions and places, asks each of them
REPEATS times and takes the quickest, and prints for every kind of read the median and the 95th percentile of CPU and of wall
time in milliseconds. Other work on the machine makes both longer.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from cairn import Cairn, create_cairn
from cairn.chunk.words import split_word

REPEATS = 3
EACH = 40  # of each kind of question
WIDE = ("设置", "数据库 查询", "カスタム", "翻訳 モデル", "한국어")
# Milliseconds of CPU that 95 of 100 reads of django are meant to stay below.
GOALS = {"search": 20.0, "ask": 30.0, "callers": 5.0, "path": 100.0, "impact": 50.0, "pack": 10.0}


def spread(items: Sequence[Any], count: int) -> list[Any]:
    """So many of the items, evenly."""
    step = max(len(items) // count, 1)
    return list(items[::step][:count])


def swapped(name: str) -> str:
    """A name with two letters in the wrong order."""
    middle = len(name) // 2
    return name[: middle - 1] + name[middle] + name[middle - 1] + name[middle + 1 :]


def questions(cairn: Cairn, entities: Sequence[dict[str, Any]]) -> list[str]:
    """Names, qualified and misspelled ones, sentences of documentation, headings, frequent and rare words, Chinese."""
    names = sorted({entity["name"] for entity in entities if len(entity["name"]) > 4})
    words = Counter(part for name in names for part in split_word(name)[0] if len(part) > 2)
    common = [word for word, _ in words.most_common(EACH // 2)]
    rare = sorted(word for word, count in words.items() if count == 1)
    qualified = sorted({entity["qualname"] for entity in entities if "." in entity["qualname"]})
    drafts = [draft["query"] for draft in cairn.retrieve.draft_questions(count=2 * EACH)]
    misspelled = [swapped(name) for name in spread(names[1:], EACH // 2)]
    return [*spread(names, EACH), *spread(qualified, EACH // 2), *misspelled, *drafts, *common, *spread(rare, EACH // 4), *WIDE]


def measure(what: str, reads: Iterable[Callable[[], object]]) -> None:
    """Print one row."""
    cpu, wall = [], []
    for read in reads:
        read()
        runs = [_timed(read) for _ in range(REPEATS)]
        cpu.append(min(run[0] for run in runs))
        wall.append(min(run[1] for run in runs))
    if cpu:
        columns = "".join(f"{_percentile(times, share):9.1f}" for times in (cpu, wall) for share in (0.5, 0.95))
        print(f"{what:10}{len(cpu):5}{columns}{GOALS[what]:9.0f}")


def _timed(read: Callable[[], object]) -> tuple[float, float]:
    cpu, wall = time.thread_time(), time.perf_counter()
    read()
    return time.thread_time() - cpu, time.perf_counter() - wall


def _percentile(times: Sequence[float], share: float) -> float:
    return sorted(times)[min(int(len(times) * share), len(times) - 1)] * 1000


def run(cairn: Cairn) -> None:
    """Measure all reads."""
    retrieve, complete = cairn.retrieve, cairn.complete
    entities = [row for row in retrieve.export() if row["type"] == "entity" and row["file"] is not None]
    callables = [row["handle"] for row in entities if row["kind"] in ("function", "method")]
    asked = questions(cairn, entities)
    some, others = spread(callables, 2 * EACH), spread(callables[len(callables) // 3 :], 2 * EACH)
    print("read          n  CPU p50      p95 wall p50      p95     goal")
    measure("search", (partial(retrieve.search, question) for question in asked))
    measure("ask", (partial(retrieve.ask, question) for question in asked))
    measure("callers", (partial(retrieve.graph, handle, direction="in", edges=("calls",)) for handle in some))
    measure("path", (partial(retrieve.path, a, b) for a, b in zip(some, others, strict=False)))
    measure("impact", (partial(retrieve.impact, handle) for handle in some))
    measure("pack", (partial(complete.pack, handle) for handle in some))


def main(place: Path) -> None:
    """Measure an index, or a folder that is indexed for it."""
    with tempfile.TemporaryDirectory() as scratch:
        database = place if place.is_file() else Path(scratch).resolve() / "cairn.db"
        with create_cairn(database) as cairn:
            if place.is_dir():
                cairn.ingest.add(place.resolve(), force=True)
            run(cairn)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
