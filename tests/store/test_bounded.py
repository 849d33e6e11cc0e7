"""With allowed roots nothing is answered from a source that lies outside of them, whoever added it."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.errors import NotFoundError, RefusedError
from cairn.model import as_document
from cairn.retrieve.filters import Filters
from cairn.store.bounded import PASSED_ON, BoundedReader
from cairn.store.reading import StoreReader
from tests.index.conftest import write_files

_INSIDE = {
    "pyproject.toml": '[project]\nname = "kettle"\n',
    "kettle/__init__.py": "",
    "kettle/water.py": "def boil(degrees):\n    return heat(degrees)\n\n\ndef heat(degrees):\n    return degrees + 1\n",
    "README.md": "# Kettle\n\ntags: [hot]\n\nIt boils.\n",
}
_OUTSIDE = {
    "vault/door.py": "from kettle.water import boil\n\n\ndef hidden_knob():\n    return boil(7)\n\n\n"
    "def heat():\n    return hidden_knob()\n",
    "notes.md": "---\ntags: [secretive]\n---\n# Hidden notes\n\nThe knob is under the mat.\n",
}
_ASKED: dict[str, Callable[[Cairn], object]] = {
    "ask": lambda cairn: cairn.retrieve.ask("hidden knob boil heat"),
    "export": lambda cairn: list(cairn.retrieve.export()),
    "graph": lambda cairn: cairn.retrieve.graph("boil", unresolved=True),
    "graph of words": lambda cairn: cairn.retrieve.graph("the knob that boils heat"),
    "handles": lambda cairn: cairn.retrieve.handles("hidden"),
    "impact": lambda cairn: cairn.retrieve.impact("boil"),
    "links": lambda cairn: cairn.retrieve.links(),
    "list": lambda cairn: cairn.retrieve.sources(),
    "literal": lambda cairn: cairn.retrieve.search("hidden_knob", literal=True),
    "locations": lambda cairn: cairn.retrieve.locations(),
    "map": lambda cairn: cairn.retrieve.map(),
    "misspelt": lambda cairn: cairn.retrieve.search("hiden_knb"),
    "pack": lambda cairn: cairn.complete.pack("boil"),
    "regex": lambda cairn: cairn.retrieve.search("hidden_.*", regex=True),
    "search": lambda cairn: cairn.retrieve.search("hidden knob boil"),
    "search in a language": lambda cairn: cairn.retrieve.search("hidden knob boil", Filters(lang="python")),
    "show": lambda cairn: cairn.retrieve.show("heat"),
    "tags": lambda cairn: cairn.retrieve.tags(),
}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("bounded").resolve()
    write_files(place / "kettle", _INSIDE)
    write_files(place / "outside", _OUTSIDE)
    with create_cairn(place / "x.db", config=Config()) as cairn:
        cairn.ingest.add(place / "kettle")
        cairn.ingest.add(place / "outside")
        assert cairn.ingest.link("outside", "kettle").edges
    return place / "x.db"


@pytest.fixture(scope="module")
def bounded(database: Path) -> Iterator[Cairn]:
    with create_cairn(database, config=Config(allowed_roots=(database.parent / "kettle",))) as cairn:
        yield cairn


@pytest.mark.parametrize("call", _ASKED)
def test_no_answer_has_anything_of_a_source_outside(database: Path, bounded: Cairn, call: str) -> None:
    with create_cairn(database, config=Config()) as unbounded:
        if call not in ("literal", "misspelt", "regex", "show", "handles"):
            assert "kettle" in _told(_ASKED[call](bounded)) or call in ("links", "tags")
        if call != "show":
            assert _holds_outside(_told(_ASKED[call](unbounded))) or call == "misspelt"
    assert not _holds_outside(_told(_ASKED[call](bounded)))


@pytest.mark.parametrize("words", ["hidden_knob", "outside:vault/door.py", "vault/door.py", "outside:vault/door.py#heat"])
def test_a_source_outside_has_no_names(bounded: Cairn, words: str) -> None:
    asked: list[Callable[[], object]] = [
        lambda: bounded.retrieve.show(words),
        lambda: bounded.retrieve.path("boil", words),
        lambda: bounded.retrieve.impact(words),
        lambda: bounded.complete.pack(words),
        lambda: bounded.retrieve.map(source="outside"),
        lambda: bounded.retrieve.search("knob", Filters(("outside",))),
        lambda: bounded.retrieve.files("outside"),
    ]
    for ask in asked:
        with pytest.raises(NotFoundError) as caught:
            ask()
        assert "hidden_knob'" not in str(caught.value).replace("named 'hidden_knob'", "")


def test_no_link_is_made_to_a_source_outside(bounded: Cairn) -> None:
    for ends in (("kettle", "outside"), ("outside", "kettle")):
        with pytest.raises(RefusedError, match="outside the allowed roots"):
            bounded.ingest.link(*ends)


def test_an_index_with_nothing_that_may_be_told_says_so(database: Path, tmp_path: Path) -> None:
    with create_cairn(database, config=Config(allowed_roots=(tmp_path,))) as cairn:
        for call in _ASKED.values():
            with pytest.raises(RefusedError, match="outside the allowed roots"):
                call(cairn)


def test_every_read_of_the_store_is_bounded_or_known_to_need_no_bound() -> None:
    asked = {name for name, _ in inspect.getmembers(StoreReader, inspect.isfunction) if not name.startswith("_")}
    own = {name for name, _ in inspect.getmembers(BoundedReader, inspect.isfunction) if not name.startswith("_")}
    assert own.isdisjoint(PASSED_ON)
    assert own | PASSED_ON == asked


def _told(answer: object) -> str:
    document = as_document(answer)
    if isinstance(document, dict):
        document.pop("query", None)
    return json.dumps(document, default=repr)


def _holds_outside(text: str) -> bool:
    return any(word in text for word in ("outside", "hidden_", "vault", "secretive", "Hidden", "under the mat"))
