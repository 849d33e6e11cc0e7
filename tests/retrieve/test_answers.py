"""Ask, show, lists, export and completion."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cairn import Config, create_cairn
from cairn.chunk.tokens import count_tokens
from cairn.errors import NotFoundError
from cairn.retrieve.facade import Retrieve
from tests.retrieve.conftest import write_files


def test_ask_gives_hits_with_their_entities_and_edges(retrieve: Retrieve) -> None:
    item = retrieve.ask("look up the rate of a country").answers[0]
    assert item.hit.file == "billing/tax.py"
    item = retrieve.ask("rate_for").answers[0]
    assert item.entity is not None
    assert item.entity.handle == "shop:billing/tax.py#rate_for"
    assert ("calls", "shop:billing/invoice.py#total") in {(edge.kind, edge.src) for edge in item.edges}


@pytest.mark.parametrize("budget", [1, 80, 300, 2000])
def test_ask_stays_within_its_budget(retrieve: Retrieve, budget: int) -> None:
    answer = retrieve.ask("rate tax money country amount", budget_tokens=budget)
    spent = sum(
        count_tokens(item.hit.text) + sum(count_tokens(edge.src + edge.dst) for edge in item.edges) for item in answer.answers
    )
    assert spent <= budget
    assert answer.truncated or budget == 2000


def test_ask_without_a_budget_gives_whole_hits(retrieve: Retrieve) -> None:
    answer = retrieve.ask("rate tax", budget_tokens=None, k=3)
    assert len(answer.answers) == 3
    assert not answer.truncated


def test_show_gives_the_text_of_a_definition(retrieve: Retrieve) -> None:
    excerpt = retrieve.show("Rate.supply")
    assert excerpt.text == "    def supply(self) -> int:\n        return self.percent\n"
    assert (excerpt.handle, excerpt.start_line, excerpt.end_line) == ("shop:billing/tax.py#Rate.supply", 16, 17)
    assert retrieve.show("Rate.supply", context_lines=2).start_line == 14


@pytest.mark.parametrize("target", ["shop:billing/tax.py:16-17", "shop:billing/tax.py:L16-L17", "billing/tax.py:16-17"])
def test_show_gives_lines_of_a_file(retrieve: Retrieve, target: str) -> None:
    assert retrieve.show(target).text == "    def supply(self) -> int:\n        return self.percent\n"


def test_show_gives_a_whole_file(retrieve: Retrieve, shop: Path) -> None:
    assert retrieve.show("shop:billing/money.py").text == (shop / "billing/money.py").read_text("utf-8")


def test_show_ends_with_the_file(retrieve: Retrieve) -> None:
    assert retrieve.show("shop:billing/__init__.py:1-900").end_line == 1
    with pytest.raises(NotFoundError, match="has 1 lines"):
        retrieve.show("shop:billing/__init__.py:900")


def test_show_within_a_budget_is_cut_at_a_line(retrieve: Retrieve) -> None:
    excerpt = retrieve.show("shop:billing/tax.py", budget_tokens=60)
    assert excerpt.truncated
    assert count_tokens(excerpt.text) <= 60
    assert excerpt.text.endswith("\n")
    assert excerpt.end_line == excerpt.text.count("\n")


def test_show_of_nothing_known_is_an_error(retrieve: Retrieve) -> None:
    for target in ("nothing_there", "shop:none.py", "shop:none.py:3", "nowhere:a.py", ""):
        with pytest.raises(NotFoundError):
            retrieve.show(target)


def test_sources_and_files_are_listed_with_their_counts(retrieve: Retrieve, shop: Path) -> None:
    (source,) = retrieve.sources()
    assert (source.label, source.location, source.vectors, source.stale) == ("shop", str(shop), 0, False)
    listing = retrieve.files("shop")
    assert source.files == len(listing.files)
    assert source.chunks == sum(file.chunks for file in listing.files)
    assert source.entities == sum(file.entities for file in listing.files)
    tax = next(file for file in listing.files if file.file == "billing/tax.py")
    assert (tax.lang, tax.bytes, tax.warnings) == ("python", (shop / "billing/tax.py").stat().st_size, [])
    with pytest.raises(NotFoundError, match="no source named 'none'"):
        retrieve.files("none")


def test_export_is_sorted_and_the_same_every_time(retrieve: Retrieve) -> None:
    rows = list(retrieve.export())
    assert json.dumps(rows) == json.dumps(list(retrieve.export("shop")))
    entities = [row["handle"] for row in rows if row["type"] == "entity"]
    edges = [(row["kind"], row["src"], row["dst"]) for row in rows if row["type"] == "edge"]
    assert entities == sorted(entities)
    assert edges == sorted(edges)
    assert {end for edge in edges for end in edge[1:]} <= set(entities)
    module = next(row for row in rows if row["handle" if row["type"] == "entity" else "src"] == "shop:billing/tax.py")
    assert (module["kind"], module["qualname"]) == ("module", "")
    with pytest.raises(NotFoundError):
        list(retrieve.export("none"))


def test_external_has_no_file(retrieve: Retrieve) -> None:
    for row in retrieve.export():
        if row["type"] == "entity" and row["kind"] == "external":
            assert row["file"] is None
        if row["type"] == "edge" and row["dst"].startswith("external:"):
            assert row["dst_file"] is None


@pytest.mark.parametrize(
    ("prefix", "found"),
    [
        ("rate_", "shop:billing/tax.py#rate_for"),
        ("sh", "shop:"),
        ("shop:billing/t", "shop:billing/tax.py"),
        ("shop:billing/tax.py#Rate.a", "shop:billing/tax.py#Rate.apply"),
        ("Rate.a", "shop:billing/tax.py#Rate.apply"),
        ("Rate.", "shop:billing/tax.py#Rate.supply"),
        ("shop:Rate.a", "shop:billing/tax.py#Rate.apply"),
        ("tax.py#", "shop:billing/tax.py#rate_for"),
        ("tax.py#Rate.s", "shop:billing/tax.py#Rate.supply"),
    ],
)
def test_prefix_is_completed(retrieve: Retrieve, prefix: str, found: str) -> None:
    assert found in retrieve.handles(prefix)


def test_what_no_name_begins_with_is_not_completed(retrieve: Retrieve) -> None:
    assert retrieve.handles("Rate.zz") == []
    assert all("#Rate." in handle for handle in retrieve.handles("Rate."))


def test_completion_is_bounded(retrieve: Retrieve) -> None:
    assert len(retrieve.handles("", limit=3)) <= 3


def test_hit_on_a_licence_is_not_named_after_a_definition_below_it(tmp_path: Path) -> None:
    licence = "// Copyright 2020 The Kettle Authors.\n// Redistribution and use are permitted.\n// No warranty is given.\n//\n"
    body = "export function boil(water) {\n  return water + 1;\n}\n\nexport function pour(tea) {\n  return tea - 1;\n}\n"
    short = "// Redistribution is permitted, no warranty.\n"
    write_files(tmp_path / "kettle", {"long.js": licence + body, "short.js": short + body.replace("boil", "heat")})
    with create_cairn(tmp_path / "cairn.db", config=Config()) as cairn:
        cairn.ingest.add(tmp_path / "kettle")
        hits = cairn.retrieve.search("redistribution warranty permitted").hits
        assert {hit.file: hit.handle for hit in hits} == {"long.js": "kettle:long.js", "short.js": "kettle:short.js"}
        assert cairn.retrieve.search("heat the water").hits[0].handle == "kettle:short.js#heat"
