"""The worked example of docs/languages.md: what is printed there makes a language."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import cairn

PAGE = Path(__file__).resolve().parents[2] / "docs" / "languages.md"
FILES = ("cart.gleam", "tags.scm", "syntax.py", "imports.py", "__init__.py")  # in the order of the page


def test_the_language_of_the_example_has_definitions_calls_and_imports(tmp_path: Path) -> None:
    shutil.copytree(Path(cairn.__file__).parent, tmp_path / "cairn", ignore=shutil.ignore_patterns("__pycache__"))
    folder, source = tmp_path / "cairn" / "languages" / "gleam", tmp_path / "source"
    folder.mkdir()
    (source / "shop").mkdir(parents=True)
    for name, text in zip(FILES, _blocks(), strict=True):
        (source if name == FILES[0] else folder).joinpath(name).write_text(text, encoding="utf-8")
    for name, function in (("tax", "rate"), ("log", "warn")):
        (source / "shop" / f"{name}.gleam").write_text(f"pub fn {function}(sum) {{\n  sum\n}}\n", encoding="utf-8")
    _run(tmp_path, "add", str(source), "--label", "e")
    rows = [json.loads(line) for line in _run(tmp_path, "export").splitlines()]
    edges = {(row["kind"], row["src"], row["dst"]) for row in rows if row["type"] == "edge"}
    assert edges >= {
        ("calls", "e:cart.gleam#total", "e:cart.gleam#add"),
        ("calls", "e:cart.gleam#total", "e:shop/log.gleam#warn"),
        ("calls", "e:cart.gleam#total", "e:shop/tax.gleam#rate"),
        ("imports", "e:cart.gleam", "e:shop/tax.gleam"),
    }


def _run(home: Path, *words: str) -> str:
    """The output of a command of the copy of Cairn in a folder."""
    environment = os.environ | {"PYTHONPATH": str(home), "HOME": str(home)}
    command = [sys.executable, "-m", "cairn", *words, "--db", str(home / "e.db")]
    return subprocess.run(command, cwd=home, env=environment, check=True, capture_output=True, text=True).stdout


def _blocks() -> list[str]:
    """The blocks of code of the example, without their indentation."""
    hour = PAGE.read_text(encoding="utf-8").partition("## In an hour")[2].partition("\n## ")[0]
    blocks = re.findall(r"^   ```\w+\n(.*?)^   ```$", hour, re.MULTILINE | re.DOTALL)
    return [re.sub(r"^   ", "", block, flags=re.MULTILINE) for block in blocks]
