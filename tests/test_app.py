from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import cairn
from cairn import Config, create_cairn
from cairn.errors import NotFoundError, UsageError


def test_every_exported_name_is_there() -> None:
    assert [name for name in cairn.__all__ if not hasattr(cairn, name)] == []
    assert set(cairn.__all__) <= set(dir(cairn))
    assert not hasattr(cairn, "no_such_name")


def test_making_one_has_no_side_effect(tmp_path: Path) -> None:
    with create_cairn(tmp_path / "sub" / "x.db", config=Config()) as made:
        assert made.ingest is made.ingest
        assert made.retrieve is made.retrieve
        with pytest.raises(NotFoundError, match="cairn add"):
            made.retrieve.sources()
    assert list(tmp_path.iterdir()) == []


def test_settings_come_from_the_environment_unless_they_are_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_DB", str(tmp_path / "env.db"))
    assert create_cairn().database == (tmp_path / "env.db").resolve()
    assert create_cairn(config=Config(home=tmp_path)).database == (tmp_path / "cairn.db").resolve()
    assert create_cairn(tmp_path / "own.db").database == (tmp_path / "own.db").resolve()


def test_inference_is_not_part_of_this_version() -> None:
    with pytest.raises(UsageError, match="inference"):
        create_cairn(config=Config(), inference={"embed": {}})


def test_closed_one_opens_again(tmp_path: Path, tree: Path) -> None:
    (tree / "a.py").write_text("def some(): pass\n")
    made = create_cairn(tmp_path / "x.db", config=Config())
    made.ingest.add(tree)
    for _ in range(2):
        assert [source.label for source in made.retrieve.sources()] == ["tree"]
        made.close()


def test_importing_the_package_loads_neither_sqlite_nor_a_parser() -> None:
    program = "import sys, cairn; cairn.create_cairn(config=cairn.Config()); print({'apsw', 'tree_sitter'} & set(sys.modules))"
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=Path(__file__).parent.parent, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "set()"


def test_tools_of_one_process_do_not_disturb_each_other(tmp_path: Path) -> None:
    source = tmp_path / "shop"
    source.mkdir()
    (source / "tax.py").write_text("def rate():\n    return helper()\n\n\ndef helper():\n    return 1\n")
    with create_cairn(tmp_path / "cairn.db") as cairn:
        cairn.ingest.add(source)
        before = cairn.retrieve.search("rate helper")
        cairn.complete.pack("tax.py#rate")
        assert cairn.retrieve.search("rate helper") == before
