"""Tags of documents, and keeping to one of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cairn import Cairn, Config, Tag, create_cairn
from cairn.errors import NotFoundError
from cairn.retrieve.filters import Filters

FILES = {
    "runbook.md": "---\ntitle: Runbook\ntags: [Operations, 'on call']\n---\n# Runbook\n\n## Restart\n\nRestart the importer.\n",
    "design.md": "---\ntags:\n  - design # of the whole\n  - operations\n---\n# Design\n\nThe importer reads files.\n",
    "plain.md": "# Plain\n\ntags: [none]\n\nThe importer has no tags here.\n",
    "toml.md": '+++\ntags = [\n  "design",\n]\n+++\n# Toml\n\nThe importer again.\n',
    "importer.py": "def importer():\n    return 1\n",
}


@pytest.fixture
def cairn(tree: Path) -> Iterator[Cairn]:
    for path, text in FILES.items():
        (tree / path).write_text(text, "utf-8")
    with create_cairn(tree.parent / "cairn.db", config=Config()) as made:
        made.ingest.add(tree, label="notes")
        yield made


def test_front_matter_gives_tags_to_a_document_and_its_sections(cairn: Cairn) -> None:
    assert cairn.retrieve.tags() == [Tag("operations", 5), Tag("design", 4), Tag("on-call", 3)]
    assert cairn.retrieve.tags("notes") == cairn.retrieve.tags()
    with pytest.raises(NotFoundError):
        cairn.retrieve.tags("nowhere")


@pytest.mark.parametrize(
    ("tag", "files"),
    [
        ("operations", {"runbook.md", "design.md"}),
        ("#Design", {"design.md", "toml.md"}),
        ("On Call", {"runbook.md"}),
    ],
)
def test_search_and_ask_keep_to_a_tag(cairn: Cairn, tag: str, files: set[str]) -> None:
    assert {hit.file for hit in cairn.retrieve.search("importer", Filters(tag=tag)).hits} == files
    assert {item.hit.file for item in cairn.retrieve.ask("importer", Filters(tag=tag)).answers} == files
    assert {hit.file for hit in cairn.retrieve.search("importer", Filters(tag=tag), literal=True).hits} == files


def test_graph_keeps_to_a_tag(cairn: Cairn) -> None:
    assert cairn.retrieve.graph("Restart", tag="operations").matches == ["notes:runbook.md#runbook/restart"]
    with pytest.raises(NotFoundError, match="has the tag"):
        cairn.retrieve.graph("Restart", tag="design")


def test_tags_follow_the_document(cairn: Cairn, tree: Path) -> None:
    (tree / "design.md").write_text("---\ntags: draft\n---\n# Design\n", "utf-8")
    (tree / "toml.md").unlink()
    cairn.ingest.refresh("notes")
    assert cairn.retrieve.tags() == [Tag("on-call", 3), Tag("operations", 3), Tag("draft", 2)]
    cairn.ingest.remove("notes")
    assert cairn.retrieve.tags() == []


def test_unknown_tag_names_those_that_there_are(cairn: Cairn) -> None:
    for ask in (cairn.retrieve.search, cairn.retrieve.ask):
        with pytest.raises(NotFoundError, match="nothing has the tag 'nope'; there are: '"):
            ask("importer", Filters(tag="nope"))
