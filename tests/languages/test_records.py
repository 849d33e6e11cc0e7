"""Every record: its query compiles, and an annotated source says what it finds."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

import cairn.languages
from cairn.extract.extract import extract
from cairn.extract.preludes import prelude_facts, read_prelude
from cairn.languages.registry import family_of, language_for, languages
from cairn.model import EntityKind
from cairn.semantics.captures import CAPTURES, SETTINGS
from cairn.semantics.facts import pack_facts, unpack_facts
from cairn.semantics.flags import Flag

HERE = Path(__file__).parent
READ = sorted(name for name, record in languages().items() if record.has_query or record.extra_query or record.read_as)


FOLDERS = sorted(path.parent for path in Path(cairn.languages.__file__).parent.glob("*/__init__.py"))
USUAL = {"__init__.py", "syntax.py", "definitions.py", "imports.py", "names.py", "types.py"}
# Files of big languages that are named for a subject.
SUBJECTS = {
    "c": "declarators heads library linkage mask",
    "cpp": "constness functions owners roles",
    "go": "builds interfaces packages standard",
    "markup": "astro code complete html options pages scripts svelte vue",
    "python": "matching mend roots",
    "rust": "crates impls macros",
    "swift": "implicit",
    "typescript": "context globals mend modules queries",
}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_language_has_the_same_files(folder: Path) -> None:
    subjects = {f"{name}.py" for name in SUBJECTS.get(folder.name, "").split()}
    assert {path.name for path in folder.glob("*.py")} - USUAL == subjects


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_beside_a_record_stand_only_functions_that_make_records_and_roles(folder: Path) -> None:
    body = ast.parse((folder / "__init__.py").read_text("utf-8")).body
    functions = [node for node in body if isinstance(node, ast.FunctionDef)]
    assert all(ast.unparse(node.returns or node) in ("Roles", "Language") for node in functions)
    assert not [node for node in body if isinstance(node, ast.ClassDef)]


def _tested() -> set[str]:
    files = (path for path in HERE.glob("*/**/*") if path.is_file())
    records = (language_for(path.name, path.read_text("utf-8")[:200]) for path in files)
    return {record.name for record in records if record is not None}


@pytest.mark.parametrize("name", READ)
def test_a_query_compiles_and_reads_an_empty_file(name: str) -> None:
    assert len(extract(languages()[name], "empty", b"").definitions) == 1


@pytest.mark.parametrize("name", sorted(name for name, record in languages().items() if record.prelude and not record.read_as))
def test_facts_shipped_beside_a_prelude_are_those_of_its_text(name: str) -> None:
    shipped, made = prelude_facts(name), unpack_facts(pack_facts(read_prelude(languages()[name])))
    assert shipped is not None
    are_current = (*shipped[:5], list(shipped.references), shipped.extra) == (*made[:5], list(made.references), made.extra)
    assert are_current, "how preludes are read has changed: run `make preludes`"


def test_every_language_with_a_query_has_an_annotated_source() -> None:
    tested = _tested()
    families = {family_of(name) for name in tested}
    without = {name for name in READ if name not in tested and family_of(name) not in families}
    assert not without


def test_queries_use_the_documented_captures_and_settings_and_no_others() -> None:
    texts = {path: path.read_text("utf-8") for path in Path(cairn.languages.__file__).parent.rglob("*.scm")}
    queries = {path: re.sub(r'"(?:[^"\\\\]|\\\\.)*"|;.*', "", text) for path, text in texts.items()}
    captured = {name for text in queries.values() for name in re.findall(r"@([a-z][\w.]*)", text)}
    heads = {"definition", "reference"}
    assert {name for name in captured if name.partition(".")[0] not in heads} <= CAPTURES.keys()
    kinds: dict[str, set[str]] = {"definition": set(EntityKind), "reference": {"calls", "depends_on"}}
    for name in captured:
        head, _, kind = name.partition(".")
        assert head not in heads or kind in kinds[head] or kind == "impl", name
    assert {name for text in texts.values() for name in re.findall(r"#set! (\w+)", text)} == SETTINGS.keys()


def test_queries_name_flags_that_exist_and_every_flag_is_asked_for_somewhere() -> None:
    package = Path(cairn.__file__).parent
    texts = [path.read_text("utf-8") for path in package.rglob("*") if path.suffix in (".py", ".scm") and path.name != "flags.py"]
    named = {word for text in texts for words in re.findall(r'#set! flags "([^"]*)"', text) for word in words.split()}
    assert named <= {flag.value for flag in Flag}
    code = "\n".join(texts)
    asked = {*re.findall(r"\b([A-Z_]+) (?:not )?in .{0,80}?flags\b", code)}
    asked |= {name for names in re.findall(r"isdisjoint\(\(([^)]*)\)", code) for name in names.split(", ")}
    assert {flag.name for flag in Flag} <= asked


def test_a_configuration_with_thousands_of_keys_has_a_few_hundred_definitions() -> None:
    keys = {f"key{number}": {"inner": number} for number in range(5000)}
    yaml = "".join(f"key{number}:\n  inner: {number}\n" for number in range(5000))
    toml = "".join(f"[key{number}]\ninner = {number}\n" for number in range(5000))
    for path, text in (("a.json", json.dumps(keys)), ("a.yaml", yaml), ("a.toml", toml)):
        assert len(extract(language_for(path, ""), path, text.encode()).definitions) == 201
