"""Files whose references cannot be resolved: what is stored of them is broken, in place of a fault in a language's rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from cairn import Cairn
from cairn.errors import CairnError
from cairn.semantics.facts import Facts, pack_facts, unpack_facts
from tests.index.conftest import exported, write_files

FAR = 9999
FILES = {
    "tools.py": "def tool():\n    return 1\n",
    "fine.py": "from tools import tool\n\n\ndef fine():\n    return tool()\n",
    "faulty.py": "from tools import tool\n\n\ndef faulty():\n    return tool()\n",
    "broken.py": "from tools import tool\n\n\ndef broken():\n    return tool()\n",
}


def of_no_expression(facts: Facts) -> Facts:
    """A reference to an expression that the file does not have."""
    return facts._replace(references=[reference._replace(expr=FAR) for reference in facts.references])


def of_no_scope(facts: Facts) -> Facts:
    """Definitions in scopes that the file does not have: it cannot even be looked into."""
    return facts._replace(scopes=[])


def spoil(database: Path, path: str, change: Callable[[Facts], Facts]) -> None:
    connection = apsw.Connection(str(database))
    where = "WHERE file_id = (SELECT id FROM file WHERE path = ?)"
    (blob,) = next(iter(connection.execute(f"SELECT facts FROM content {where}", (path,))))
    facts = pack_facts(change(unpack_facts(blob)))
    connection.execute(f"UPDATE content SET facts = ? {where}", (facts, path))
    connection.close()


@pytest.fixture
def faulty(cairn: Cairn, tree: Path) -> Cairn:
    write_files(tree, FILES)
    cairn.ingest.add(tree)
    return cairn


def callers(cairn: Cairn) -> list[str]:
    return sorted(edge.src for edge in cairn.retrieve.graph("tree:tools.py#tool", edges=["calls"], direction="in").edges)


@pytest.mark.parametrize("change", [of_no_expression, of_no_scope])
def test_file_that_cannot_be_resolved_costs_itself_and_is_warned_of(
    faulty: Cairn, database: Path, change: Callable[[Facts], Facts]
) -> None:
    spoil(database, "faulty.py", change)
    spoil(database, "broken.py", change)
    report = faulty.ingest.reindex("tree", graph=True)
    assert callers(faulty) == ["tree:fine.py#fine"]
    assert [warning.partition(" (")[0] for warning in report.warnings] == [
        "broken.py: its references could not be resolved",
        "faulty.py: its references could not be resolved",
    ]


GO_FILES = {
    "go.mod": "module example.org/m\n",
    "a/a.go": "package a\n\ntype T struct{ N int }\n\nfunc (t *T) Run() int { return t.N }\n\nfunc Tool() int { return 1 }\n",
    "b/b.go": 'package b\n\nimport "example.org/m/a"\n\ntype S struct{ a.T }\n\nfunc Fine() int { return S{}.Run() }\n',
    "c/c.go": 'package c\n\nimport "example.org/m/b"\n\nfunc Other() int { return b.Fine() }\n',
}


def test_file_that_names_are_looked_up_in_and_that_cannot_be_read_costs_what_leads_to_it(
    cairn: Cairn, database: Path, tree: Path
) -> None:
    write_files(tree, GO_FILES)
    cairn.ingest.add(tree)
    spoil(database, "a/a.go", of_no_scope)
    warnings = cairn.ingest.reindex("tree", graph=True).warnings
    assert [warning.partition(": ")[0] for warning in warnings] == ["a/a.go", "b/b.go"]
    (edge,) = cairn.retrieve.graph("tree:b/b.go#Fine", edges=["calls"], direction="in").edges
    assert edge.src == "tree:c/c.go#Other"


def test_edit_beside_a_file_that_cannot_be_resolved_brings_the_graph_up_to_date(
    faulty: Cairn, database: Path, tree: Path
) -> None:
    spoil(database, "faulty.py", of_no_expression)
    write_files(tree, {"tools.py": "class tool:\n    pass\n\n\ntool()\n"})
    faulty.ingest.refresh("tree")
    assert callers(faulty) == ["tree:broken.py#broken", "tree:fine.py#fine", "tree:tools.py"]


@pytest.mark.parametrize("change", [of_no_expression, of_no_scope])
def test_run_in_which_no_file_can_be_resolved_fails_and_leaves_the_graph_alone(
    faulty: Cairn, database: Path, change: Callable[[Facts], Facts]
) -> None:
    before = exported(faulty)
    for path in FILES:
        spoil(database, path, change)
    with pytest.raises(CairnError, match="no file's references could be resolved") as caught:
        faulty.ingest.reindex("tree", graph=True)
    assert caught.value.exit_status == 1
    assert exported(faulty) == before


def test_fault_that_many_files_share_is_told_after_the_first_few(
    cairn: Cairn, tree: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cairn.index.graph.whole._MOST_FAULTY", 2)
    write_files(tree, {f"b{n}.rs": f"pub struct T{n};\n\nimpl T{n} {{\n    fn a(&self) {{}}\n}}\n" for n in range(8)})
    cairn.ingest.add(tree)
    before = exported(cairn)
    for n in range(7):
        spoil(database, f"b{n}.rs", of_no_scope)
    with pytest.raises(CairnError, match=r"b4\.rs and 2 more files cannot be looked into \(IndexError"):
        cairn.ingest.reindex("tree", graph=True)
    assert exported(cairn) == before


def test_link_that_no_file_can_be_resolved_with_is_not_made(faulty: Cairn, database: Path, tmp_path: Path) -> None:
    write_files(tmp_path / "other", {"other.py": "def elsewhere():\n    return 1\n"})
    faulty.ingest.add(tmp_path / "other")
    before = exported(faulty)
    for path in FILES:
        spoil(database, path, of_no_expression)
    with pytest.raises(CairnError, match="no file's references"):
        faulty.ingest.link("tree", "other")
    assert (exported(faulty), faulty.retrieve.links()) == (before, [])


def test_link_warns_of_files_that_cannot_be_resolved(
    faulty: Cairn, database: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_files(tmp_path / "other", {"other.py": "def elsewhere():\n    return 1\n"})
    faulty.ingest.add(tmp_path / "other")
    spoil(database, "faulty.py", of_no_expression)
    spoil(database, "broken.py", of_no_expression)
    faulty.ingest.link("tree", "other")
    assert callers(faulty) == ["tree:fine.py#fine"]
    assert "tree:broken.py: its references could not be resolved" in caplog.text
    assert "and 1 more" in caplog.text
