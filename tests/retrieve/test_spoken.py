"""What people and models write for a handle leads to what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cairn.app import Cairn, create_cairn
from cairn.errors import CairnError, NotFoundError
from cairn.retrieve.filters import Filters

FILES = {
    "app/views.py": """import base


class View(base.Base):
    @staticmethod
    def index(request):
        return request

    def own(self):
        return self.dispatch(1)


def index(request):
    return View.index(request)


def only_here(a, b):
    return index(a)
""",
    "app/base.py": """class Root:
    def dispatch(self, n):
        return n

    def setup(self):
        return 1


class Base(Root):
    def setup(self):
        return 2
""",
    "srv/ctx.go": """package srv

type Core struct{}

func (c *Core) Close() error { return nil }

type Ctx struct{ Core }

func (c *Ctx) JSON(code int) {}
""",
    "rt/src/runtime/handle.rs": """pub struct Handle;

impl Handle {
    pub fn block_on(&self) -> u8 { helper() }
}

fn helper() -> u8 { 1 }
""",
    "lib/Models/User.php": "<?php\\nnamespace App\\\\Models;\\nclass User { public function save() { return 1; } }\\n",
}
FILES["lib/Models/User.php"] = "<?php\nnamespace App\\Models;\nclass User { public function save() { return 1; } }\n"


FILES["odd/line\nand\u202e.ts"] = "export class Odd { #oddly() {} y() { this.#oddly() } }\nexport class Even { oddly() {} }\n"
ODD = "shop:odd/line%0Aand%E2%80%AE.ts"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Cairn, Path]]:
    folder = tmp_path_factory.mktemp("spoken").resolve()
    for name, text in FILES.items():
        path = folder / "shopfloor" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    with create_cairn(folder / "cairn.db") as cairn:
        cairn.ingest.add(folder / "shopfloor", label="shop")
        yield cairn, folder / "shopfloor"


VIEWS, BASE, GO, RUST, PHP = (
    "shop:app/views.py",
    "shop:app/base.py",
    "shop:srv/ctx.go",
    "shop:rt/src/runtime/handle.rs",
    "shop:lib/Models/User.php",
)


@pytest.mark.parametrize(
    ("text", "handle"),
    [
        ("{root}/app/views.py", VIEWS),
        ("file://{root}/app/views.py", VIEWS),
        ("{root}/app/views.py#View.index", f"{VIEWS}#View.index"),
        ("{root}/app/views.py:View", f"{VIEWS}#View"),
        ("{root}/app/views.py:14", f"{VIEWS}#index"),
        ("{root}/app/views.py:6-10", f"{VIEWS}#View"),
        ("shop:app/views.py:14", f"{VIEWS}#index"),
        ("app/views.py#L14-L15", f"{VIEWS}#index"),
        ("app/views.py:14:8", f"{VIEWS}#index"),
        ("app/views.py, lines 13-14", f"{VIEWS}#index"),
        ("app\\views.py", VIEWS),
        ("app\\views.py:14", f"{VIEWS}#index"),
        ("./app/views.py", VIEWS),
        ("shopfloor/app/views.py", VIEWS),
        ("/elsewhere/checkout/shopfloor/app/views.py", VIEWS),
        ("app/views.py::View::index", f"{VIEWS}#View.index"),
        ("app/views.py::index", f"{VIEWS}#index"),
        ("`View.index`", f"{VIEWS}#View.index"),
        ("View#index", f"{VIEWS}#View.index"),
        ("View::index", f"{VIEWS}#View.index"),
        ("View.index(request)", f"{VIEWS}#View.index"),
        ("only_here(a, b)", f"{VIEWS}#only_here"),
        ("callers of only_here", f"{VIEWS}#only_here"),
        ("who calls only_here?", f"{VIEWS}#only_here"),
        ("what breaks if I change only_here()", f"{VIEWS}#only_here"),
        ("where is only_here defined", f"{VIEWS}#only_here"),
        ("function only_here", f"{VIEWS}#only_here"),
        ("all usages of the class View", f"{VIEWS}#View"),
        ("def only_here(a, b)", f"{VIEWS}#only_here"),
        ("View.dispatch", f"{BASE}#Root.dispatch"),
        ("View.setup", f"{BASE}#Base.setup"),
        ("app.views.only_here", f"{VIEWS}#only_here"),
        ("app.views.View.setup", f"{BASE}#Base.setup"),
        ("views.only_here", f"{VIEWS}#only_here"),
        ("(*Ctx).JSON", f"{GO}#Ctx.JSON"),
        ("(*srv.Ctx).JSON", f"{GO}#Ctx.JSON"),
        ("srv.(*Ctx).JSON", f"{GO}#Ctx.JSON"),
        ("srv.Ctx.JSON", f"{GO}#Ctx.JSON"),
        ("Ctx.Close", f"{GO}#Core.Close"),
        ("crate::runtime::handle::Handle::block_on", f"{RUST}#Handle.block_on"),
        ("rt::runtime::Handle::block_on", f"{RUST}#Handle.block_on"),
        ("Handle::<T>::block_on", f"{RUST}#Handle.block_on"),
        ("self::helper", f"{RUST}#helper"),
        ("\\App\\Models\\User::save", f"{PHP}#User.save"),
        ("App\\Models\\User", f"{PHP}#User"),
    ],
)
def test_a_text_leads_to_what_it_means(shop: tuple[Cairn, Path], text: str, handle: str) -> None:
    cairn, root = shop
    assert cairn.retrieve.graph(text.format(root=root)).matches == [handle]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("{root}/app/views.py:14-15", 14, 15),
        ("app\\views.py:14", 14, 14),
        ("app/views.py#L3-L5", 3, 5),
        ("{root}/app/views.py#index", 13, 14),
        ("View.setup", 10, 11),
    ],
)
def test_show_takes_the_same_spellings(shop: tuple[Cairn, Path], text: str, first: int, last: int) -> None:
    cairn, root = shop
    excerpt = cairn.retrieve.show(text.format(root=root))
    assert (excerpt.start_line, excerpt.end_line) == (first, last)


@pytest.mark.parametrize("text", ["{root}/app/views.py:14", "app\\views.py:14", "shopfloor/app/views.py:14:3"])
def test_pack_takes_places_of_this_machine(shop: tuple[Cairn, Path], text: str) -> None:
    cairn, root = shop
    assert cairn.complete.pack(text.format(root=root)).target == f"{VIEWS}#index"


@pytest.mark.parametrize(
    "text",
    [
        "View.dispach",
        "only_here(a).index",
        "Other.dispatch",
        "/elsewhere/views.py",
        "{root}/app/nothing.py",
        "app/views.py:999",
        "Nothing::index",
    ],
)
def test_what_is_not_plainly_meant_is_not_found(shop: tuple[Cairn, Path], text: str) -> None:
    cairn, root = shop
    with pytest.raises(NotFoundError):
        cairn.retrieve.impact(text.format(root=root))


def test_a_source_is_named_by_its_folder_too(shop: tuple[Cairn, Path]) -> None:
    cairn, root = shop
    assert cairn.retrieve.search("only_here", Filters((str(root),))).hits
    with pytest.raises(CairnError):
        cairn.retrieve.search("only_here", Filters((str(root / "app"),)))


@pytest.mark.parametrize("text", ["indexx", "who calls indexx?", "function indexx"])
def test_an_unknown_name_gets_at_most_five_handles_and_no_edges(shop: tuple[Cairn, Path], text: str) -> None:
    cairn, _ = shop
    answer = cairn.retrieve.graph(text)
    assert answer.nearest
    assert 0 < len(answer.matches) <= 5
    assert answer.edges == []


def test_a_bare_name_answers_for_the_definition_that_has_it_whole_and_names_the_others(shop: tuple[Cairn, Path]) -> None:
    cairn, _ = shop
    answer = cairn.retrieve.graph("index")
    assert answer.matches == [f"{VIEWS}#index"]
    assert answer.namesakes == [f"{VIEWS}#View.index"]
    assert cairn.retrieve.graph("setup").namesakes == []  # both are of one rank
    assert cairn.retrieve.graph(f"{VIEWS}#index").namesakes == []


@pytest.mark.parametrize("text", [ODD, f"{ODD}#Odd"])
def test_a_handle_of_a_file_with_an_odd_name_is_one_line_that_names_it(shop: tuple[Cairn, Path], text: str) -> None:
    assert shop[0].retrieve.graph(text).matches == [text]


@pytest.mark.parametrize("text", ["#oddly", "Odd.#oddly", "Odd#oddly", "shop:Odd.#oddly", "this.#oddly()", f"{ODD}#Odd.#oddly"])
def test_a_private_name_is_found_with_its_mark(shop: tuple[Cairn, Path], text: str) -> None:
    answer = shop[0].retrieve.graph(text, direction="in", edges=["calls"])
    assert (answer.matches, [edge.src for edge in answer.edges]) == ([f"{ODD}#Odd.#oddly"], [f"{ODD}#Odd.y"])


def test_a_mark_before_the_name_of_something_that_is_not_private_is_the_end_of_a_handle(shop: tuple[Cairn, Path]) -> None:
    assert shop[0].retrieve.graph("#only_here").matches == ["shop:app/views.py#only_here"]
