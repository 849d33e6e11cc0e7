"""An edit reads no file that it does not concern: its facts may be gone, and nothing of it is lost."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from cairn import Cairn
from tests.index.conftest import write_files

# By language: a file that calls what it defines, and what is appended to another such file. N is the name of the file.
SOURCES = {
    "c": ("N.c", "int N_low(void) { return 1; }\nint N_high(void) { return N_low(); }\n", "int more(void) { return 2; }\n"),
    "cpp": ("N.cpp", "int N_low() { return 1; }\nint N_high() { return N_low(); }\n", "struct More { int size(); };\n"),
    "csharp": ("N.cs", "class N { int Low() => 1; int High() => Low(); }\n", "class More { int Size() => 2; }\n"),
    "go": (
        "N.go",
        "package p\n\nfunc N_low() int { return 1 }\n\nfunc N_high() int { return N_low() }\n",
        "type More struct{}\n",
    ),
    "java": ("N.java", "class N { int low() { return 1; } int high() { return low(); } }\n", "class More { int size; }\n"),
    "kotlin": ("N.kt", "fun N_low() = 1\nfun N_high() = N_low()\n", "class More { fun size() = 2 }\n"),
    "lua": ("N.lua", "function N_low() end\nfunction N_high() N_low() end\n", "function more() end\n"),
    "perl": ("N.pm", "package N;\nsub low { 1 }\nsub high { low() }\n1;\n", "sub more { 2 }\n"),
    "php": ("N.php", "<?php\nfunction N_low() {}\nfunction N_high() { N_low(); }\n", "class More { function size() {} }\n"),
    "python": ("N.py", "def N_low(): pass\n\n\ndef N_high():\n    N_low()\n", "\n\nclass More: pass\n"),
    "ruby": ("N.rb", "class N_\n  def low; end\n  def high; low; end\nend\n", "class More\n  def size; end\nend\n"),
    "rust": ("N.rs", "fn low() {}\nfn high() { low(); }\n", "struct More;\nimpl More { fn size(&self) {} }\n"),
    "scala": ("N.scala", "object N { def low() = 1; def high() = low() }\n", "class More { def size = 2 }\n"),
    "swift": ("N.swift", "func N_low() {}\nfunc N_high() { N_low() }\n", "class More { func size() {} }\n"),
    "typescript": ("N.ts", "function low() {}\nexport function high() { low() }\n", "export class More { size() {} }\n"),
}


@pytest.mark.parametrize("language", SOURCES)
def test_an_edit_reads_no_file_that_it_does_not_concern(language: str, tree: Path, cairn: Cairn) -> None:
    name, text, more = SOURCES[language]
    files = {name.replace("N", stem): text.replace("N", stem) for stem in ("Near", "Far")}
    near, far = files
    write_files(tree / "code", files)
    cairn.ingest.add(tree / "code")
    calls = _calls_in(cairn, far)
    assert calls
    _forget_facts(str(cairn.database), far)
    for number, line in enumerate((more, more.replace("ore", "any"))):
        files[near] += line
        write_files(tree / "code", files)
        report = cairn.ingest.refresh("code")
        assert (report.changed, report.warnings) == (1, []), f"edit {number + 1}"
    assert _calls_in(cairn, far) == calls


def _calls_in(cairn: Cairn, path: str) -> list[dict[str, object]]:
    rows = [row for row in cairn.retrieve.export() if row["type"] == "edge" and row["kind"] == "calls"]
    return [row for row in rows if str(row["src"]).startswith(f"code:{path}#")]


def _forget_facts(database: str, path: str) -> None:
    connection = apsw.Connection(database)
    try:
        connection.execute("UPDATE content SET facts = x'00' WHERE file_id = (SELECT id FROM file WHERE path = ?)", (path,))
    finally:
        connection.close()
