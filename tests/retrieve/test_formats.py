"""The graph in the formats of other tools."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import (  # type: ignore[import-untyped]  # it has no stubs
    descriptor_pb2,
    descriptor_pool,
    message_factory,
    unknown_fields,
)

from cairn import Cairn, Config, create_cairn
from cairn.errors import UsageError
from cairn.retrieve.facade import Retrieve
from tests.retrieve.conftest import FILES, write_files

# The public schema of SCIP as facts: message -> (field, number, type), `*` for a list.
SCHEMA = {
    "Index": [("metadata", 1, "Metadata"), ("documents", 2, "*Document"), ("external_symbols", 3, "*SymbolInformation")],
    "Metadata": [("version", 1, "int32"), ("tool_info", 2, "ToolInfo"), ("project_root", 3, "string"),
                 ("text_document_encoding", 4, "int32")],
    "ToolInfo": [("name", 1, "string"), ("version", 2, "string"), ("arguments", 3, "*string")],
    "Document": [("relative_path", 1, "string"), ("occurrences", 2, "*Occurrence"), ("symbols", 3, "*SymbolInformation"),
                 ("language", 4, "string"), ("text", 5, "string"), ("position_encoding", 6, "int32")],
    "Occurrence": [("range", 1, "*int32"), ("symbol", 2, "string"), ("symbol_roles", 3, "int32"),
                   ("override_documentation", 4, "*string"), ("syntax_kind", 5, "int32"), ("enclosing_range", 7, "*int32")],
    "SymbolInformation": [("symbol", 1, "string"), ("documentation", 3, "*string"), ("relationships", 4, "*Relationship"),
                          ("kind", 5, "int32"), ("display_name", 6, "string"), ("enclosing_symbol", 8, "string")],
    "Relationship": [("symbol", 1, "string"), ("is_reference", 2, "bool"), ("is_implementation", 3, "bool"),
                     ("is_type_definition", 4, "bool"), ("is_definition", 5, "bool")],
}  # fmt: skip
TYPES = {"string": 9, "int32": 5, "bool": 8, "message": 11}
_NAME = r"(?:[\w+$-]+|`(?:[^`]|``)+`)"
SYMBOL = re.compile(rf"cairn (?:[^ ]|  )+ (?:[^ ]|  )+ \. (?:{_NAME}(?:[/#.:!]|\([\w+$-]*\)\.))+", re.ASCII)


def _message(name: str) -> Any:
    file = descriptor_pb2.FileDescriptorProto(name="scip.proto", package="scip", syntax="proto3")
    for message, fields in SCHEMA.items():
        made = file.message_type.add(name=message)
        for field, number, kind in fields:
            plain = kind.removeprefix("*")
            entry = made.field.add(name=field, number=number, label=3 if kind[0] == "*" else 1)
            entry.type = TYPES.get(plain, TYPES["message"])
            if plain in SCHEMA:
                entry.type_name = f".scip.{plain}"
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"scip.{name}"))


@pytest.fixture(scope="module")
def index(shop: Path, cairn: Cairn) -> Any:
    """The index of the shop, as a reader of the public schema parses it."""
    parsed = _message("Index")()
    parsed.ParseFromString(b"".join(cairn.retrieve.export_scip("shop")))
    assert not list(unknown_fields.UnknownFieldSet(parsed))
    return parsed


def _text_at(path: str, occurrence: Any) -> str:
    line, start, end = map(int, occurrence.range)
    return FILES[path].split("\n")[line][start:end]


def test_a_reader_of_the_public_schema_parses_the_scip_index(index: Any, shop: Path) -> None:
    assert index.metadata.tool_info.name == "cairn"
    assert index.metadata.project_root == shop.as_uri()
    assert [document.relative_path for document in index.documents] == sorted(FILES)
    symbols = {one.symbol for document in index.documents for one in document.occurrences}
    assert all(SYMBOL.fullmatch(symbol) for symbol in symbols), [s for s in symbols if not SYMBOL.fullmatch(s)]


def test_each_definition_stands_at_its_name_and_has_a_symbol_of_its_own(index: Any) -> None:
    defined = [information.symbol for document in index.documents for information in document.symbols]
    assert len(defined) == len(set(defined))
    document = next(one for one in index.documents if one.relative_path == "billing/tax.py")
    found = {one.symbol: one for one in document.occurrences if one.symbol_roles & 1}
    assert set(found) == {information.symbol for information in document.symbols}
    apply = "cairn . shop . billing/`tax.py`/Rate#apply()."
    assert _text_at("billing/tax.py", found[apply]) == "apply"
    information = next(one for one in document.symbols if one.symbol == apply)
    assert (information.display_name, information.kind) == ("apply", 26)
    assert information.enclosing_symbol == "cairn . shop . billing/`tax.py`/Rate#"
    assert "Add the tax to an amount." in information.documentation


def test_references_stand_where_the_name_is_used(index: Any) -> None:
    document = next(one for one in index.documents if one.relative_path == "billing/invoice.py")
    used = [one for one in document.occurrences if not one.symbol_roles & 1]
    texts = {(one.symbol.rpartition("/")[2], _text_at("billing/invoice.py", one)) for one in used}
    assert {("rate_for().", "rate_for"), ("Rate#apply().", "apply"), ("total().", "total")} <= texts
    assert any(one.symbol_roles & 2 and one.symbol == "cairn . shop . billing/`tax.py`/" for one in used)


@pytest.fixture
def zoo(tree: Path, tmp_path: Path) -> Iterator[Cairn]:
    write_files(tree, {
        "a.py": "import requests\n\n\nclass Base:\n    pass\n\n\nclass Odd(Base):\n"
        "    x = '\u00e4\U0001f40d'; y = requests.get('<&>')\n",
        "b/c d.py": "from a import Odd as Other\n\n\ndef f():\n    return 1\n\n\ndef f():\n    return Other()\n",
    })  # fmt: skip
    with create_cairn(tmp_path / "zoo.db", config=Config()) as made:
        made.ingest.add(tree, label="zoo")
        yield made


def test_inheritance_externals_duplicates_and_aliases_in_scip(zoo: Cairn) -> None:
    parsed = _message("Index")()
    parsed.ParseFromString(b"".join(zoo.retrieve.export_scip()))
    first, second = parsed.documents
    odd = next(one for one in first.symbols if one.display_name == "Odd")
    assert [(one.symbol, one.is_implementation) for one in odd.relationships] == [("cairn . zoo . `a.py`/Base#", True)]
    assert "cairn python requests . requests/get." in {one.symbol for one in parsed.external_symbols}
    get = next(one for one in first.occurrences if one.symbol.endswith("/get."))
    assert list(get.range) == [8, 27, 30]
    assert {one.symbol for one in second.symbols} >= {"cairn . zoo . b/`c d.py`/f().", "cairn . zoo . b/`c d.py`/f(+1)."}
    made = next(one for one in second.occurrences if one.symbol.endswith("/Odd#") and one.range[0] == 8)
    assert list(made.range) == [8, 4, 18]


def test_a_scip_index_is_of_one_source(zoo: Cairn, tmp_path: Path) -> None:
    write_files(tmp_path / "more", {"m.py": "x = 1\n"})
    zoo.ingest.add(tmp_path / "more")
    with pytest.raises(UsageError, match="a SCIP index needs one source"):
        list(zoo.retrieve.export_scip())


def test_both_formats_are_the_same_every_time(retrieve: Retrieve) -> None:
    assert list(retrieve.export_scip()) == list(retrieve.export_scip())
    assert list(retrieve.export_graphml()) == list(retrieve.export_graphml())


def test_graphml_has_every_entity_and_edge(zoo: Cairn) -> None:
    space = {"g": "http://graphml.graphdrawing.org/xmlns"}
    root = ET.fromstring("\n".join(zoo.retrieve.export_graphml()))
    rows = list(zoo.retrieve.export())
    nodes = {node.get("id"): node for node in root.iterfind(".//g:node", space)}
    assert set(nodes) == {row["handle"] for row in rows if row["type"] == "entity"}
    edges = [(edge.get("source"), edge.get("target")) for edge in root.iterfind(".//g:edge", space)]
    assert edges == [(row["src"], row["dst"]) for row in rows if row["type"] == "edge"]
    keys = {key.get("id") for key in root.iterfind("g:key", space)}
    assert {data.get("key") for data in root.iterfind(".//g:data", space)} <= keys
