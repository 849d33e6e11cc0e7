"""What somebody puts into a folder to break whoever reads it."""

from __future__ import annotations

import os
import shutil
import socket
from pathlib import Path

import pytest

from cairn import Cairn
from cairn.index.read.disk import Folder, Unread
from tests.index.conftest import write_files

FINE = "def fine():\n    return 1\n"
DEPTH = 1500
NESTED = {
    "parens.py": "x = " + "(" * DEPTH + "1" + ")" * DEPTH + "\n",
    "lists.js": "var x = " + "[\n" * DEPTH + "]" * DEPTH + ";\n",
    "functions.js": "function a() {\n" * 1000 + "}" * 1000 + "\n",
    "ifs.py": "".join(" " * depth + "if x:\n" for depth in range(400)) + " " * 400 + "pass\n",
    "chain.py": "x = a" + ".b()" * DEPTH + "\n",
    "chain.ts": "const x = a" + "\n.b()" * DEPTH + ";\n",
    "chain.java": "class A { int x = a" + ".b()" * DEPTH + "; }\n",
    "sum.rs": "fn main() { let x = " + "+".join("a" * DEPTH) + "; }\n",
    "modules.rs": "mod a {" * 500 + "}" * 500 + "\n",
    "namespaces.cs": "namespace a {" * 500 + "}" * 500 + "\n",
    "types.ts": "type A = " + "B<" * DEPTH + "x" + ">" * DEPTH + ";\n",
    "classes.py": "".join(f"class C{n}(C{n + 1}): pass\n" for n in range(1500)),
    "aliases.py": "".join(f"a{n} = a{n + 1}\n" for n in range(1500)) + "a0().x()\n",
    "results.py": "".join(f"def f{n}(): return f{n + 1}()\n" for n in range(1500)) + "f0().x()\n",
    "open.py": 'x = """' + "words and more words\n" * 5000,
    "empty.py": "",
}


def test_texts_that_are_nested_without_end_cost_nobody_else_anything(cairn: Cairn, tree: Path) -> None:
    write_files(tree, NESTED | {"fine.py": FINE, "user.py": "from fine import fine\n\nfine()\n"})
    report = cairn.ingest.add(tree)
    assert report.added == len(NESTED) + 2
    assert cairn.retrieve.search("fine").hits[0].file == "fine.py"
    assert [edge.src for edge in cairn.retrieve.graph("tree:fine.py#fine").edges if edge.kind == "calls"] == ["tree:user.py"]
    assert cairn.ingest.verify().ok


_ROWS_OF_ROWS = """\
class Table:
    def one(self, case, method):
        root = case.get("root")
        return root, 1, case

    def all(self, cases, method):
        results = [list(self.one(case, method)) for case in cases]
        good = [row for row in results if row[1].converged]
        near = [row[1].root for row in good]
        right = [row[0] for row in good]
        wrong = [[a] + row for a, c, row in zip(near, right, good) if row[-1]["ID"]]
        found = [case["f"](root, *case.get("args", ())) for root, c, whole, case in wrong]
        wrong = [[value] + row for value, row in zip(found, wrong) if value != 0]
        return wrong
"""


def test_lists_of_lists_of_themselves_have_types_that_end(cairn: Cairn, tree: Path) -> None:
    """What `zip` yields holds its own type parameter here: each look into such a list would square the type."""
    write_files(tree, {"rows.py": _ROWS_OF_ROWS})
    cairn.ingest.add(tree)
    calls = {row["dst"] for row in cairn.retrieve.export() if row.get("kind") == "calls"}
    assert "tree:rows.py#Table.one" in calls


def test_line_of_five_million_characters_is_searched_like_any_other(cairn: Cairn, tree: Path) -> None:
    write_files(tree, {"long.py": "x = '" + "a " * 2_500_000 + "zebra'\n", "fine.py": FINE})
    assert cairn.ingest.add(tree).added == 2
    assert cairn.retrieve.search("zebra").hits[0].file == "long.py"


@pytest.mark.slow
def test_three_hundred_thousand_functions_in_one_file_are_indexed(cairn: Cairn, tree: Path) -> None:
    write_files(tree, {"tiny.py": "".join(f"def f{n}(): pass\n" for n in range(300_000)), "fine.py": FINE})
    assert cairn.ingest.add(tree).added == 2
    assert cairn.retrieve.search("f299999").hits[0].file == "tiny.py"


@pytest.mark.skipif(os.name == "nt", reason="names that Windows does not have")
def test_odd_names_and_things_that_are_no_files_are_listed_or_left_out(
    cairn: Cairn, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(tree, {"new\nline.py": FINE, "tab\tand ü.py": FINE})
    (tree / os.fsdecode(b"bad\xff.py")).write_text(FINE)
    os.mkfifo(tree / "pipe.py")
    monkeypatch.chdir(tree)  # the path of a socket is short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket.py")
    (tree / "loop").symlink_to("loop")
    assert cairn.ingest.add(tree).added == 2
    listing = cairn.retrieve.files("tree")
    assert [row.file for row in listing.files] == ["new\nline.py", "tab\tand ü.py"]
    assert [(skip.file, skip.reason) for skip in listing.skipped] == [
        ("bad\\xff.py", "undecodable_name"),
        ("loop", "dangling_link"),
        ("pipe.py", "special_file"),
        ("socket.py", "special_file"),
    ]


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="no links here")
def test_folder_that_turned_into_a_link_since_the_walk_is_not_followed(tree: Path, tmp_path: Path) -> None:
    write_files(tree, {"inner/deep/a.py": FINE})
    write_files(tmp_path / "elsewhere", {"deep/a.py": "secret = 1\n"})
    with Folder(str(tree)) as folder:
        shutil.rmtree(tree / "inner")
        (tree / "inner").symlink_to(tmp_path / "elsewhere")
        found = folder.read("inner/deep/a.py", 1000)
        assert isinstance(found, Unread)
        assert found.reason == "link"
        assert folder.read("gone/a.py", 1000) == Unread("vanished", "gone when it was to be read")


def test_names_that_look_like_options_or_folders_are_names(cairn: Cairn, tree: Path) -> None:
    write_files(tree, {"fine.py": FINE, "a" * 200 + ".py": FINE, "-x.py": FINE, "..py": FINE})
    assert cairn.ingest.add(tree).added == 4
    assert cairn.ingest.refresh("tree").unchanged == 4
