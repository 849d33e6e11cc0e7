"""The graph of a source that several workers resolve: the same as that of one process, whatever becomes of a worker."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cairn import Cairn
from cairn.errors import CairnError, Cancelled, EnvironmentFault
from cairn.index.crew import SPARES
from cairn.index.graph import sharing
from cairn.index.graph.sharing import cut
from cairn.report import Progress
from tests.index.conftest import FILES, exported, many_files, write_files
from tests.index.test_faulty import of_no_scope, spoil

LANGUAGES = Path(__file__).parent.parent / "languages"
needs_sigkill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")


def use_workers(patch: pytest.MonkeyPatch, count: int) -> None:
    """Let so many workers resolve a source, be it ever so small; 1: none."""
    patch.setattr(sharing, "_WORKER_BYTES", 1)
    patch.setattr(sharing, "core_count", lambda: count)


@pytest.fixture
def two_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    use_workers(monkeypatch, 2)


@pytest.fixture
def crashing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """A stand-in for a resolver that crashes: what new workers run as they load it."""
    package = tmp_path / "crashing"
    package.mkdir()
    SPARES.close()
    monkeypatch.setenv("PYTHONPATH", str(package))

    def crash(code: str) -> None:
        (package / "sitecustomize.py").write_text(_CRASHING + code)

    yield crash
    SPARES.close()


_CRASHING = """
import os, signal, sys
from importlib.abc import MetaPathFinder

class Finder(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "cairn.index.graph.resolving":
            import cairn.resolve.resolve as resolve
            crash(resolve.Resolver)

sys.meta_path.insert(0, Finder())
"""
_ON_A_FILE = """
def crash(resolver):
    try_unit = resolver.try_unit
    def deadly(self, number, only=None):
        if self.program.path(number) == "deadly.py":
            os.kill(os.getpid(), signal.SIGKILL)
        try_unit(self, number, only)
    resolver.try_unit = deadly
"""
_AT_THE_END = """
def crash(resolver):
    log = resolver.log
    def deadly(self, files):
        if not os.path.exists({mark!r}):
            open({mark!r}, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return log(self, files)
    resolver.log = deadly
"""
_AS_IT_BEGINS = """
def crash(resolver):
    def deadly(self, *_):
        os.kill(os.getpid(), signal.SIGKILL)
    resolver.__init__ = deadly
"""


def test_any_number_of_workers_makes_the_same_graph_of_any_language(
    cairn: Cairn, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in LANGUAGES.iterdir():
        if folder.is_dir() and folder.name not in ("outlines", "__pycache__"):
            shutil.copytree(folder, tree / folder.name)
    use_workers(monkeypatch, 1)
    cairn.ingest.add(tree)
    alone = exported(cairn)
    use_workers(monkeypatch, 3)
    cairn.ingest.reindex("tree", graph=True)
    assert exported(cairn) == alone
    assert cairn.ingest.verify().faults == []


@pytest.mark.usefixtures("two_workers")
def test_edits_of_a_source_that_workers_resolved_concern_what_read_what_they_change(
    cairn: Cairn, source: Path, rebuilt: Callable[[Path], str]
) -> None:
    write_files(source, many_files(40))
    cairn.ingest.add(source)
    for files in (
        {"lib/tools.py": "def help_me(n, m):\n    return Box()\n\n\nclass Box:\n    pass\n"},
        {"pack/mod7.py": "x = 1\n"},
    ):
        write_files(source, files)
        cairn.ingest.refresh("tree")
        assert exported(cairn) == rebuilt(source)


@pytest.mark.usefixtures("two_workers")
def test_linked_source_is_resolved_by_workers_too(cairn: Cairn, source: Path, tmp_path: Path) -> None:
    write_files(
        tmp_path / "other", {"uses.py": "from lib.tools import help_me\n\n\ndef use():\n    return help_me(3)\n", "b.py": ""}
    )
    cairn.ingest.add(source)
    cairn.ingest.add(tmp_path / "other")
    cairn.ingest.link("other", "tree")
    callers = cairn.retrieve.graph("tree:lib/tools.py#help_me", edges=["calls"], direction="in").edges
    assert "other:uses.py#use" in [edge.src for edge in callers]


@needs_sigkill
@pytest.mark.usefixtures("two_workers")
def test_file_that_ends_the_worker_that_resolves_it_costs_itself(
    cairn: Cairn, source: Path, crashing: Callable[[str], None]
) -> None:
    crashing(_ON_A_FILE)
    write_files(source, {"deadly.py": "from lib.tools import help_me\n\n\ndef deadly():\n    return help_me(4)\n"})
    report = cairn.ingest.add(source)
    assert report.warnings == ["deadly.py: its references could not be resolved (the process that did so ended)"]
    callers = cairn.retrieve.graph("tree:lib/tools.py#help_me", edges=["calls"], direction="in").edges
    assert sorted(edge.src for edge in callers) == ["tree:app.py#serve", "tree:job.py#batch", "tree:lib/tools.py#Box.open"]


@needs_sigkill
@pytest.mark.usefixtures("two_workers")
def test_worker_that_dies_when_all_is_resolved_loses_nothing(
    cairn: Cairn, source: Path, tmp_path: Path, rebuilt: Callable[[Path], str], crashing: Callable[[str], None]
) -> None:
    crashing(_AT_THE_END.format(mark=str(tmp_path / "died")))
    assert cairn.ingest.add(source).warnings == []
    assert (tmp_path / "died").exists()
    write_files(source, {"lib/tools.py": "def help_you():\n    pass\n"})
    cairn.ingest.refresh("tree")
    assert exported(cairn) == rebuilt(source)


@needs_sigkill
@pytest.mark.usefixtures("two_workers")
def test_workers_that_all_die_as_they_begin_are_an_environment_fault(
    cairn: Cairn, source: Path, crashing: Callable[[str], None]
) -> None:
    crashing(_AS_IT_BEGINS)
    with pytest.raises(EnvironmentFault, match="3 workers ended as they began to resolve names"):
        cairn.ingest.add(source)
    assert cairn.retrieve.sources() == []


@needs_sigkill
@pytest.mark.usefixtures("two_workers")
def test_run_in_which_most_files_end_their_worker_ends(
    cairn: Cairn, tree: Path, crashing: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "_STRANGE_FILES", 1)
    crashing(_ON_A_FILE.replace('== "deadly.py"', '!= ""'))
    write_files(tree, many_files(4))
    with pytest.raises(CairnError, match=r"2 of \d+ files could not be resolved"):
        cairn.ingest.add(tree)
    assert cairn.retrieve.sources() == []


@pytest.mark.usefixtures("two_workers")
def test_file_that_cannot_be_looked_into_costs_itself_where_workers_resolve(
    cairn: Cairn, source: Path, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_files(source, {"broken.rs": "pub struct T;\n\nimpl T {\n    fn a(&self) {\n        b();\n    }\n}\n\nfn b() {}\n"})
    cairn.ingest.add(source)
    spoil(database, "broken.rs", of_no_scope)
    report = cairn.ingest.reindex("tree", graph=True)
    assert [warning.partition(" (")[0] for warning in report.warnings] == ["broken.rs: its references could not be resolved"]
    assert "workers cannot resolve this source" in caplog.text
    callers = cairn.retrieve.graph("tree:lib/tools.py#help_me", edges=["calls"], direction="in").edges
    assert len(callers) == 3


@pytest.mark.parametrize("count", [1, 2])
def test_run_is_cancelled_while_names_are_resolved(
    cairn: Cairn, source: Path, database: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    cairn.ingest.add(source)
    before = exported(cairn)
    use_workers(monkeypatch, count)
    write_files(source, many_files(300))
    seen: list[Progress] = []
    with pytest.raises(Cancelled):
        cairn.ingest.reindex("tree", graph=True, on_progress=seen.append, is_cancelled=lambda: _is_resolving(seen))
    with pytest.raises(Cancelled):
        cairn.ingest.refresh("tree", on_progress=seen.append, is_cancelled=lambda: _is_resolving(seen))
    assert exported(cairn) == before
    assert [path.name for path in database.parent.iterdir() if "scratch" in path.name] == []
    assert cairn.ingest.refresh("tree").added == 300


def _is_resolving(seen: list[Progress]) -> bool:
    is_so = bool(seen) and seen[-1].phase == "resolve" and seen[-1].total > 0
    if is_so:
        seen.clear()
    return is_so


@pytest.mark.parametrize("count", [1, 2])
def test_progress_of_resolution_is_told(cairn: Cairn, source: Path, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    use_workers(monkeypatch, count)
    write_files(source, many_files(60))
    told: list[Progress] = []
    cairn.ingest.add(source, on_progress=told.append)
    done = [progress.done for progress in told if progress.phase == "resolve" and progress.total]
    assert done == sorted(done)
    assert {progress.total for progress in told if progress.phase == "resolve"} <= {0, 60 + len(FILES)}
    assert done[-1] > 0


@pytest.mark.usefixtures("two_workers")
def test_facts_of_a_run_that_died_are_deleted_by_the_next(cairn: Cairn, source: Path, database: Path) -> None:
    database.parent.mkdir()
    left = Path(f"{database}-scratch")
    left.write_bytes(b"of a run that died")
    cairn.ingest.add(source)
    assert not left.exists()


def test_a_source_is_cut_into_neighbouring_parts_of_about_the_same_size() -> None:
    sizes = [10, 0, 500, 3, 3, 3, 900, 1, 1, 1] * 40
    parts = cut(sizes, 4)
    shares = [share for part in parts for share in part]
    assert [share.begin for share in shares] == [0, *(share.end for share in shares[:-1])]
    assert (shares[-1].end, sum(share.size for share in shares)) == (len(sizes), sum(sizes))
    assert max(sum(share.size for share in part) for part in parts) < sum(sizes) / 3
    assert [list(part) for part in cut([5], 1)] == [[(0, 1, 5, False)]]
