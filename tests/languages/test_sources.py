"""Annotated sources: each says in comments what must be found on the line above, and the match is exact.

A folder `<language>/<behaviour>/` is one small program; a file directly in `<language>/` is a program by itself.
A new case is a new file or folder and no Python. An annotation is a comment of its own line, whatever the
language's comments look like, with a `^`:

    func (s *Store) Put(row Row) {
    //^ method Store.Put
        check(row)
        //^ call check -> Store.Put

    ^ KIND QUALNAME               a definition whose name stands on the line above: function, method, struct, field ...
    ^ call CALLEE -> CALLER       an edge whose site is on the line above: call, use (depends_on), inherit (BASE -> TYPE)
    ^ import WHAT                 the file or external that the line imports
    ^ guess CALLEE -> CALLER      a call with a confidence below .5

Several findings of one line stand in several annotations, or in one with `;` between them. A definition of
another file is written `path#qualname`, an external as in its handle (`external:go/fmt#Println`), the module as
`module`. A line with `check: WORD ...` (definition, call, use, inherit, import, guess, external) says which findings the
file states; without one it states definitions, calls, inheritance and imports, but not what leads to externals.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from cairn import create_cairn
from cairn.extract.extract import extract
from cairn.languages.registry import language_for

HERE = Path(__file__).parent
LABEL = "case"
WORDS = {"calls": "call", "depends_on": "use", "inherits": "inherit", "imports": "import"}
USUAL = {"definition", "call", "inherit", "import"}

_NOTE = re.compile(
    r"^\s*(?://|#|--|/\*|<!--|;|%|\{/\*|(?P<paren>\(\*))?\s*\^+\s*(?P<note>.*?)\s*(?:\*/\}?|-->|(?(paren)\*\)|(?!)))?\s*$"
)
_CHECK = re.compile(r"^\s*(?://|#|--|/\*|<!--|;|%)\s*check:\s*(.*?)\s*(?:\*/|-->)?\s*$")

Finding = tuple[str, int, str]  # file, line, what is found there


def _cases() -> list[Path]:
    languages = (folder for folder in sorted(HERE.iterdir()) if folder.is_dir() and not folder.name.startswith(("_", ".")))
    return [case for language in languages for case in sorted(language.iterdir()) if not case.name.startswith(("_", "."))]


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case.relative_to(HERE).as_posix())
def test_a_source_yields_exactly_what_it_states(case: Path, tmp_path: Path) -> None:
    with create_cairn(tmp_path / "cairn.db") as cairn:
        cairn.ingest.add(case, label=LABEL)
        rows = list(cairn.retrieve.export(LABEL))
    files = [case] if case.is_file() else sorted(path for path in case.rglob("*") if path.is_file())
    names = {path: path.name if case.is_file() else path.relative_to(case).as_posix() for path in files}
    stated: set[Finding] = set()
    checked: dict[str, set[str]] = {}
    for path, name in names.items():
        checked[name] = _words_of(path.read_text("utf-8"))
        stated.update(_stated(path.read_text("utf-8"), name))
    everything = [finding for row in rows if row["type"] == "edge" for finding in _edge_findings(row)]
    everything += [
        finding for path, name in names.items() if case.is_file() or _has_rules(name) for finding in _definitions(path, name)
    ]
    found = {finding for finding in everything if _words(finding[2]) <= checked[finding[0]]}
    assert _lines(found - stated) == "", "found, but not stated"
    assert _lines(stated - found) == "", "stated, but not found"


def _lines(findings: set[Finding]) -> str:
    return "\n".join(f"{file}:{line}: {text}" for file, line, text in sorted(findings))


def _words(text: str) -> set[str]:
    """What a file must say that it states for a finding to count."""
    word = text.partition(" ")[0]
    word = word if word in (*WORDS.values(), "guess") else "definition"
    return {word, "external"} if " external:" in text.partition(" -> ")[0] else {word}


def _words_of(text: str) -> set[str]:
    chosen = [match[1].replace(",", " ").split() for line in text.splitlines() if (match := _CHECK.match(line))]
    return {word for words in chosen for word in words} or USUAL


def _stated(text: str, name: str) -> list[Finding]:
    found, above = [], 0
    for number, line in enumerate(text.splitlines(), 1):
        match = _NOTE.match(line)
        if match is None:
            above = number if line.strip() else above
            continue
        found += [(name, above, " ".join(part.split())) for part in match["note"].split(";") if part.strip()]
    return found


def _has_rules(name: str) -> bool:
    """Whether a file is part of a program; a configuration beside it states nothing."""
    record = language_for(name, "")
    return record is None or record.roles is not None


def _definitions(path: Path, name: str) -> list[Finding]:
    text = path.read_bytes()
    extraction = extract(language_for(name, text.decode("utf-8", "replace")), name, text)
    return [(name, d.name_line, f"{d.kind} {d.anchor}") for d in extraction.definitions[1:]]


def _edge_findings(row: dict[str, object]) -> list[Finding]:
    file, target, source = str(row["src_file"]), str(row["dst"]), str(row["src"])
    word = WORDS[str(row["kind"])]
    if float(str(row["confidence"])) < 0.5:
        word = "guess"
    if word == "import":
        text = f"import {target if target.startswith('external:') else unquote(target.removeprefix(LABEL + ':'))}"
    else:
        text = f"{word} {_name(target, file)} -> {_name(source, file)}"
    sites = row["site_lines"]
    assert isinstance(sites, list)
    return [(file, line, text) for line in sites]


def _name(handle: str, file: str) -> str:
    """A handle as annotations write it: without the label, and without the file if that is the one at hand."""
    if handle.startswith("external:"):
        return handle
    path, _, anchor = handle.removeprefix(LABEL + ":").partition("#")
    anchor = unquote(anchor) or "module"
    return anchor if unquote(path) == file else f"{unquote(path)}#{anchor}"
