# ruff: noqa: E501  # sources on one line each
"""A card follows the code that it is about: in five languages, in the refresh that changes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn import Cairn
from cairn.cards.lint import lint
from cairn.cards.noted import card_rows, graph_with_cards, noted_line, with_cards
from tests.cards.conftest import Opener
from tests.cards.world import names, put

# suffix, a definition of `send` that is long enough to be found again, and the comment sign
SOURCES = {
    "py": ("def send(data):\n    for attempt in range(3):\n        if push(data, attempt):\n            return True\n    return False\n", "#"),
    "ts": ("export function send(data: string): boolean {\n  for (let i = 0; i < 3; i++) {\n    if (data.length > i) return true;\n  }\n  return false;\n}\n", "//"),
    "go": ("func Send(data string) bool {\n\tfor i := 0; i < 3; i++ {\n\t\tif len(data) > i {\n\t\t\treturn true\n\t\t}\n\t}\n\treturn false\n}\n", "//"),
    "rs": ("pub fn send(data: &str) -> bool {\n    for attempt in 0..3 {\n        if data.len() > attempt {\n            return true;\n        }\n    }\n    false\n}\n", "//"),
    "rb": ("def send_data(data)\n  3.times do |attempt|\n    return true if data.length > attempt\n  end\n  false\nend\n", "#"),
}  # fmt: skip
NAMES = {"go": "Send", "rb": "send_data"}
HEADS = {"go": "package shop\n\n"}


@pytest.fixture(params=sorted(SOURCES))
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def _word(cairn: Cairn) -> str:
    return cairn.cards.recall("how many attempts does an upload get before it fails?").cards[0].word


def _states(cairn: Cairn) -> list[str]:
    return [fault.kind for fault in lint(cairn.cards)]


def test_a_card_goes_stale_with_its_definition_and_not_with_its_lines_and_follows_a_rename(
    lang: str, opened: Opener, tree: Path
) -> None:
    body, sign = SOURCES[lang]
    name, file = NAMES.get(lang, "send"), tree / f"up.{lang}"
    head = HEADS.get(lang, "")
    file.write_text(head + body, "utf-8")
    cairn = opened()
    cairn.ingest.add(tree, label="shop")
    cairn.cards.desk.add("An upload gets three attempts before it fails", about=[f"shop:up.{lang}#{name}"])
    assert _word(cairn) == ""

    file.write_text(f"{head}{sign} moved down\n{sign} by two lines\n\n{body}", "utf-8")
    cairn.ingest.refresh("shop")
    assert _word(cairn) == ""
    assert _states(cairn) == []

    file.write_text(head + body.replace(name, f"{name}Again"), "utf-8")
    cairn.ingest.refresh("shop")
    assert _word(cairn) == f"moved: shop:up.{lang}#{name} is now shop:up.{lang}#{name}Again"
    assert names(cairn, f"look at `{name}`") == ["an-upload-gets-three-attempts-before-it-fails"]
    assert names(cairn, f"look at `{name}Again`") == ["an-upload-gets-three-attempts-before-it-fails"]
    cairn.cards.desk.verify("an-upload-gets-three-attempts-before-it-fails")
    assert (_word(cairn), _states(cairn)) == ("", [])

    file.write_text(head + body.replace(name, f"{name}Again").replace("3", "5"), "utf-8")
    cairn.ingest.refresh("shop")
    assert _word(cairn).startswith(f"stale: shop:up.{lang}#{name}Again changed since ")
    assert _states(cairn) == ["stale"]

    file.write_text(f"{head}{sign} nothing is left here, and nothing alike\n", "utf-8")
    cairn.ingest.refresh("shop")
    assert _word(cairn).startswith("stale: ")
    assert _states(cairn) == ["gone"]


def test_a_card_written_by_hand_is_compared_with_what_was_there_when_the_source_was_added(opened: Opener, tree: Path) -> None:
    body, _ = SOURCES["py"]
    (tree / "up.py").write_text(body, "utf-8")
    cairn = opened()
    put(cairn, "tries", "An upload gets three attempts before it fails", about=("shop:up.py#send",))
    cairn.ingest.add(tree, label="shop")
    (tree / "up.py").write_text(body.replace("3", "4"), "utf-8")
    cairn.ingest.refresh("shop")
    assert _word(cairn) == "stale: shop:up.py#send changed since 2026-11-01"
    shown = cairn.cards.desk.verify("tries", is_written=False)
    assert "-    for attempt in range(3):\n+    for attempt in range(4):" in shown.diffs[0]


def test_a_definition_that_moved_to_another_file_is_found_there(opened: Opener, tree: Path) -> None:
    body, _ = SOURCES["py"]
    (tree / "up.py").write_text(body, "utf-8")
    cairn = opened()
    cairn.ingest.add(tree, label="shop")
    cairn.cards.desk.add("An upload gets three attempts before it fails", name="tries", about=["send"])
    (tree / "up.py").unlink()
    (tree / "net.py").write_text(f"import os\n\n\n{body}", "utf-8")
    cairn.ingest.refresh("shop", allow_delete=True)
    assert _word(cairn) == "moved: shop:up.py#send is now shop:net.py#send"


def test_cards_stand_beside_answers_about_what_they_are_about(opened: Opener, tree: Path) -> None:
    (tree / "up.py").write_text("class Up:\n    def send(self):\n        return push()\n\n\ndef push():\n    return 1\n", "utf-8")
    cairn = opened()
    cairn.ingest.add(tree, label="shop")
    cairn.cards.desk.add("Pushing is never repeated", name="once", about=["shop:up.py#push"])
    cairn.cards.desk.add("An uploader lives as long as its request", name="life", about=["shop:up.py#Up"])
    graph = graph_with_cards(cairn.cards, "push", "both", (), cairn.retrieve.graph)
    assert [(edge.src, edge.dst) for edge in graph.edges if edge.kind == "references"] == [("card:once", "shop:up.py#push")]
    assert [entity.kind for entity in graph.entities if entity.handle == "card:once"] == ["card"]
    impact = with_cards(cairn.cards, cairn.retrieve.impact("Up.send"))
    assert noted_line(impact) == "cards that this makes stale: life"
    assert noted_line(with_cards(cairn.cards, cairn.retrieve.show("push"))) == "cards: once"
    assert with_cards(cairn.cards, cairn.retrieve.show("Up.send")).cards == {}


def test_a_card_has_a_neighbourhood_and_comes_with_the_export(opened: Opener, tree: Path) -> None:
    (tree / "up.py").write_text("def push():\n    return 1\n", "utf-8")
    cairn = opened()
    cairn.ingest.add(tree, label="shop")
    cairn.cards.desk.add("Pushing is never repeated", name="once", about=["shop:up.py#push"])
    cairn.cards.desk.add("About nothing", name="none")
    graph = graph_with_cards(cairn.cards, "card:once", "both", (), cairn.retrieve.graph)
    assert graph.matches == ["card:once"]
    assert [(edge.kind, edge.src, edge.dst) for edge in graph.edges] == [("references", "card:once", "shop:up.py#push")]
    assert graph_with_cards(cairn.cards, "card:once", "in", (), cairn.retrieve.graph).edges == []
    rows = list(cairn.retrieve.export(None, card_rows(cairn.cards, None)))
    assert [row["handle"] for row in rows if row["type"] == "entity"] == ["card:once", "shop:up.py", "shop:up.py#push"]
    (edge,) = [row for row in rows if row["type"] == "edge" and row["src"] == "card:once"]
    assert (edge["dst"], edge["dst_file"], edge["dst_line"]) == ("shop:up.py#push", "up.py", 1)
    assert {frozenset(row) for row in rows if row["type"] == "entity"} == {frozenset(rows[0])}
    assert any('"card:once"' in line for line in cairn.retrieve.export_graphml(None, card_rows(cairn.cards, None)))
    assert list(card_rows(cairn.cards, "other")) == []


def test_what_a_prompt_names_and_what_is_next_to_it_bring_cards(opened: Opener, tree: Path) -> None:
    (tree / "up.py").write_text("def send_all():\n    return push_one()\n\n\ndef push_one():\n    return 1\n", "utf-8")
    cairn = opened()
    cairn.ingest.add(tree, label="shop")
    cairn.cards.desk.add("Never repeated, since the server counts", name="once", about=["shop:up.py#push_one"])
    assert names(cairn, "why is push_one() slow?") == ["once"]
    assert names(cairn, "why is send_all slow?") == ["once"]
    assert names(cairn, "rewrite up.py please") == ["once"]
    assert names(cairn, "rewrite it", at=["shop:up.py:5"]) == ["once"]
    assert names(cairn, "rewrite other.py please") == []


TRACEBACK = """Traceback (most recent call last):
  File "/srv/jobs/worker.py", line 88, in run
    client.get(url)
  File "/usr/lib/python3.11/site-packages/shop/up.py", line 6, in push
    return 1 / 0
ZeroDivisionError: division by zero"""


def test_a_frame_of_a_stack_brings_the_cards_about_its_definition_alone(opened: Opener, tree: Path) -> None:
    (tree / "shop").mkdir()
    (tree / "shop" / "up.py").write_text("def send():\n    return 1\n\n\ndef push():\n    return 1\n", "utf-8")
    cairn = opened()
    cairn.ingest.add(tree, label="repo")
    for name in ("send", "push"):
        cairn.cards.desk.add(f"Zebra {name}", name=name, about=[f"repo:shop/up.py#{name}"])
    cairn.cards.desk.add("Zebra file", name="file", about=["repo:shop/up.py"])
    assert sorted(names(cairn, TRACEBACK)) == ["file", "push"]
    assert sorted(names(cairn, "x\n    at async send (/srv/app/node_modules/shop/up.py:8:4)")) == ["file", "send"]
    assert names(cairn, TRACEBACK.replace("shop/up.py", "other/up.py")) == []


@pytest.mark.parametrize(
    ("typed", "is_meant"),
    [("{tree}/src/up.py", True), ("repo/src/up.py", True), ("src/up.py", True), ("/home/me/other/src/up.py", False)],
)
def test_a_path_from_the_root_names_the_file_of_the_source_and_no_other(
    opened: Opener, tree: Path, typed: str, is_meant: bool
) -> None:
    (tree / "src").mkdir()
    (tree / "src" / "up.py").write_text("def send():\n    return 1\n", "utf-8")
    cairn = opened()
    cairn.ingest.add(tree, label="repo")
    cairn.cards.desk.add("Zebra", name="z", about=["repo:src/up.py#send"])
    assert names(cairn, f"look into {typed.format(tree=tree)} please") == (["z"] if is_meant else [])
