"""Sources that are costly to resolve: what one reference, and one file, may cost, and how a run of them is ended."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from cairn import Cairn
from cairn.errors import Cancelled
from cairn.report import Progress
from cairn.resolve.program import Program
from tests.index.conftest import exported, write_files

LINKS = 24  # enough for what doubles with each link never to end


def entangled(classes: int) -> str:
    """Classes whose attributes are told by one another's: each question leads to all the others, on many ways."""
    return "".join(
        f"class C{i}:\n"
        f"    def __init__(self):\n"
        f"        self.a = C{(i * 3 + 1) % classes}().b\n"
        f"        self.b = C{(i * 5 + 2) % classes}().a or C{(i + 1) % classes}().m()\n\n"
        f"    def m(self):\n"
        f"        return self.a.m() or self.b.m()\n\n\n"
        for i in range(classes)
    )


def chained(links: int) -> str:
    """A builder whose type grows with each link, told by a closure that is told by the links before."""
    steps = "".join(f".use((c) => ({{ ...c, b{i}: c.a }})).input({{ i{i}: 1 }})" for i in range(links // 2))
    return (
        "class Builder<C, I> {\n"
        "  use<D>(f: (c: C) => D): Builder<C & D, I> { return null as any; }\n"
        "  input<J>(shape: J): Builder<C, I & J> { return null as any; }\n"
        "  done(f: (c: C) => void): void {}\n"
        "}\n"
        "class Context { a = new Leaf(); }\n"
        "class Leaf { trim() {} }\n"
        f"const built = new Builder<Context, {{}}>(){steps};\n"
        "built.done((c) => c.a.trim());\n"
    )


def doubled(links: int) -> str:
    """Instances whose type arguments double with each line."""
    lines = "".join(f"const b{i + 1} = b{i}.pair(b{i});\n" for i in range(links))
    return (
        "class Box<T> {\n"
        "  pair<U>(other: Box<U>): Box<[T, U]> { return null as any; }\n"
        "  open(): void {}\n"
        "}\n"
        f"const b0 = new Box<string>();\n{lines}b{links}.open();\n"
    )


def nested(links: int) -> str:
    """Closures in closures, each of a generic call."""
    opened = "".join(f"wrap((a{i}) => " for i in range(links))
    return (
        "class Leaf { trim() {} }\n"
        "function wrap<T>(f: (x: Leaf) => T): T { return null as any; }\n"
        f"const all = {opened}a0{')' * links};\nall.trim();\n"
    )


@pytest.mark.parametrize(
    ("make", "called", "caller"),
    [
        (chained, "Builder.input", "#built"),
        (chained, "Leaf.trim", ""),
        (doubled, "Box.open", ""),
        (nested, "Leaf.trim", ""),
    ],
)
def test_generic_calls_that_are_told_by_one_another_are_resolved(
    cairn: Cairn, tree: Path, make: Callable[[int], str], called: str, caller: str
) -> None:
    write_files(tree, {"main.ts": make(LINKS)})
    report = cairn.ingest.add(tree)
    assert report.warnings == []
    edges = cairn.retrieve.graph(f"tree:main.ts#{called}", edges=["calls"], direction="in").edges
    assert [edge.src for edge in edges] == [f"tree:main.ts{caller}"]


def test_reference_that_costs_too_much_is_left_unresolved_and_its_file_named(cairn: Cairn, tree: Path) -> None:
    write_files(tree, {"knot.py": entangled(40), "plain.py": "def f():\n    pass\n\n\ndef g():\n    f()\n"})
    report = cairn.ingest.add(tree)
    (warning,) = report.warnings
    assert warning.startswith("knot.py: some references were left unresolved: ")
    assert warning.endswith(" of its references cost more than one may")
    assert [edge.src for edge in cairn.retrieve.graph("tree:plain.py#f", edges=["calls"]).edges] == ["tree:plain.py#g"]
    assert cairn.retrieve.graph("C1.m", edges=["calls"], direction="in").unresolved_same_name > 0


class Resolving:
    """Ends a run when it has looked around more often than between files: in the middle of one."""

    def __init__(self, end: Callable[[], bool]) -> None:
        self._end, self._looks = end, -1

    def note(self, progress: Progress) -> None:
        if progress.phase == "resolve":
            self._looks = 0

    def is_cancelled(self) -> bool:
        if self._looks < 0:
            return False
        self._looks += 1
        return self._looks > 4 and self._end()  # before the first file, and before and after that which defines all


def raise_interrupt() -> bool:
    signal.raise_signal(signal.SIGINT)
    return False


@pytest.mark.parametrize(("end", "raised"), [(lambda: True, Cancelled), (raise_interrupt, KeyboardInterrupt)])
def test_run_ends_in_the_middle_of_a_file_and_leaves_the_index_as_it_was(
    cairn: Cairn, tree: Path, end: Callable[[], bool], raised: type[BaseException]
) -> None:
    write_files(tree, {"plain.py": "def f():\n    pass\n"})
    cairn.ingest.add(tree)
    before = exported(cairn)
    write_files(tree, {"knot.py": entangled(40)})
    resolving = Resolving(end)
    with pytest.raises(raised):
        cairn.ingest.refresh("tree", on_progress=resolving.note, is_cancelled=resolving.is_cancelled)
    assert exported(cairn) == before
    assert cairn.ingest.jobs()[0].state == "cancelled"


def test_job_is_cancelled_by_its_id_in_the_middle_of_a_file(cairn: Cairn, tree: Path) -> None:
    write_files(tree, {"knot.py": entangled(40)})

    def cancel_once() -> bool:
        (job,) = [job for job in cairn.ingest.jobs() if job.state == "running"]
        cairn.ingest.cancel(job.id)
        return False

    resolving = Resolving(cancel_once)
    with pytest.raises(Cancelled):
        cairn.ingest.add(tree, on_progress=resolving.note, is_cancelled=resolving.is_cancelled)
    assert cairn.retrieve.sources() == []


@pytest.mark.parametrize("name", ["a.py", "a.ts", "a.rs", "a.go", "a.java", "a.cpp"])
def test_memory_of_resolving_is_given_back_without_a_collector(cairn: Cairn, tmp_path: Path, name: str) -> None:
    write_files(tmp_path / "src", {name: "", f"b{name}": ""})
    gc.collect()
    gc.disable()
    try:
        cairn.ingest.add(tmp_path / "src")
        assert not [found for found in gc.get_objects() if isinstance(found, Program)]
    finally:
        gc.enable()
