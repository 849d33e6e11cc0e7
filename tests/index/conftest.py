"""Small sources on the disk, and what an index of them says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn

FILES = {
    "app.py": "from lib.tools import help_me\n\n\ndef serve():\n    return help_me(1)\n",
    "job.py": "from lib import tools\n\n\ndef batch():\n    return tools.help_me(2)\n",
    "lib/__init__.py": "",
    "lib/tools.py": "def help_me(n):\n    return n\n\n\nclass Box:\n    def open(self):\n        return help_me(self)\n",
    "README.md": "# Tools\n\nHow to help.\n\n## Use\n\nCall `help_me`.\n",
}


def write_files(folder: Path, files: dict[str, str]) -> None:
    """Write texts below a folder."""
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")


def many_files(count: int) -> dict[str, str]:
    """Return enough small modules for worker processes to be used."""
    return {
        f"pack/mod{n}.py": f"from pack import mod{n - 1}\n\n\ndef work{n}():\n    return mod{n - 1}.work{n - 1}()\n"
        for n in range(count)
    }


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "index" / "cairn.db"


@pytest.fixture
def cairn(database: Path) -> Iterator[Cairn]:
    with create_cairn(database, config=Config()) as made:
        yield made


@pytest.fixture
def source(tree: Path) -> Path:
    """Return a small source on the disk, not yet added."""
    write_files(tree, FILES)
    return tree


def exported(cairn: Cairn) -> str:
    """All entities and edges of an index, and the lines and texts of its chunks."""
    rows = [json.dumps(row, sort_keys=True, ensure_ascii=False) for row in cairn.retrieve.export()]
    for source in cairn.retrieve.sources():
        rows.extend(f"{source.label} {file}" for file in cairn.retrieve.files(source.label).files)
    return "\n".join(rows)


@pytest.fixture
def rebuilt(tmp_path: Path) -> Callable[[Path], str]:
    """Return what a new index of a folder exports."""

    def build(folder: Path) -> str:
        count = len(list(tmp_path.glob("fresh*")))
        with create_cairn(tmp_path / f"fresh{count}" / "cairn.db", config=Config()) as fresh:
            fresh.ingest.add(folder)
            return exported(fresh)

    return build
