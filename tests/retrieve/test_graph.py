"""Graph and path: what is connected with what."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn import create_cairn
from cairn.answers.model.graph import graph_text
from cairn.errors import AmbiguousError, NotFoundError
from cairn.retrieve.facade import Retrieve

APPLY = "shop:billing/tax.py#Rate.apply"
TOTAL = "shop:billing/invoice.py#total"
RATE_FOR = "shop:billing/tax.py#rate_for"


def test_handle_leads_to_its_callers_and_callees(retrieve: Retrieve) -> None:
    answer = retrieve.graph(RATE_FOR)
    assert answer.matches == [RATE_FOR]
    calls = {(edge.src, edge.dst) for edge in answer.edges if edge.kind == "calls"}
    assert (TOTAL, RATE_FOR) in calls
    edge = next(edge for edge in answer.edges if edge.src == TOTAL)
    assert (edge.src_file, edge.site_lines, edge.src_line, edge.dst_line) == ("billing/invoice.py", [7], 6, 20)
    assert {TOTAL, RATE_FOR} <= {entity.handle for entity in answer.entities}


@pytest.mark.parametrize("name", ["Rate.apply", "apply", "tax.py#Rate.apply", "shop:Rate.apply", "Rate::apply", "Rate.apply()"])
def test_unique_end_of_a_handle_is_enough(retrieve: Retrieve, name: str) -> None:
    assert retrieve.graph(name).matches == [APPLY]


def test_module_is_named_by_its_path(retrieve: Retrieve) -> None:
    for name in ("shop:billing/invoice.py", "billing/invoice.py", "invoice.py"):
        answer = retrieve.graph(name, edges=["imports"], direction="out")
        assert answer.matches == ["shop:billing/invoice.py"]
        assert [edge.dst for edge in answer.edges] == ["shop:billing/tax.py"]


def test_section_is_named_by_its_anchor(retrieve: Retrieve) -> None:
    assert retrieve.graph("guide.md#billing-guide/upload-retries").matches == ["shop:docs/guide.md#billing-guide/upload-retries"]
    assert retrieve.graph("billing-guide/upload-retries").matches == ["shop:docs/guide.md#billing-guide/upload-retries"]


def test_signs_of_a_path_are_encoded_in_its_handle(retrieve: Retrieve) -> None:
    assert retrieve.graph("hidden_gem").matches == ["shop:odd dir/a%23b%25c.py#hidden_gem"]
    assert retrieve.graph("shop:odd dir/a%23b%25c.py#hidden_gem").matches == ["shop:odd dir/a%23b%25c.py#hidden_gem"]
    assert "hidden_gem" in retrieve.show("shop:odd dir/a%23b%25c.py").text


def test_words_lead_to_the_nearest_entities(retrieve: Retrieve) -> None:
    answer = retrieve.graph("round half a cent")
    assert "shop:billing/money.py#round_money" in answer.matches
    assert len(answer.matches) <= 5


def test_depth_goes_on_from_what_was_reached(retrieve: Retrieve) -> None:
    near = {entity.handle for entity in retrieve.graph(TOTAL, direction="out").entities}
    far = {entity.handle for entity in retrieve.graph(TOTAL, direction="out", depth=2).entities}
    assert APPLY in near
    assert far - near >= {"shop:billing/money.py#round_money"}


def test_direction_and_kinds_keep_other_edges_out(retrieve: Retrieve) -> None:
    incoming = retrieve.graph(RATE_FOR, direction="in", edges=["calls"]).edges
    assert incoming
    assert all(edge.dst == RATE_FOR and edge.kind == "calls" for edge in incoming)
    assert all(edge.src == RATE_FOR for edge in retrieve.graph(RATE_FOR, direction="out").edges)


def test_limit_and_budget_cut_the_edges_and_say_so(retrieve: Retrieve) -> None:
    whole = retrieve.graph("billing/tax.py", depth=3)
    assert not whole.truncated
    cut = retrieve.graph("billing/tax.py", depth=3, limit=2)
    assert (len(cut.edges), cut.truncated) == (2, True)
    small = retrieve.graph("billing/tax.py", depth=3, budget_tokens=120)
    assert small.truncated
    assert len(small.edges) < len(whole.edges)


def test_unresolved_references_of_the_same_name_are_counted(retrieve: Retrieve) -> None:
    answer = retrieve.graph("send_invoice", unresolved=True)
    assert ("mail_to", "billing/invoice.py", 13) in {(site.name, site.file, site.line) for site in answer.unresolved}
    assert answer.unresolved_same_name == 0


def test_unknown_handle_is_an_error_that_tells_the_closest(retrieve: Retrieve) -> None:
    with pytest.raises(NotFoundError, match=r"no entity named 'Rate.aply'; closest: 'Rate.apply'"):
        retrieve.path("Rate.aply", "rate_for")


def test_unknown_handle_in_a_source_names_the_source(retrieve: Retrieve) -> None:
    with pytest.raises(NotFoundError, match=r"no entity named 'zqxjkvb' in source 'shop'"):
        retrieve.graph("zqxjkvb", source="shop")


def test_ambiguous_end_lists_the_candidates(retrieve: Retrieve) -> None:
    with pytest.raises(AmbiguousError, match=r"names 2 entities.*Money.__init__.*Rate.__init__"):
        retrieve.path("__init__", "total")


def test_graph_of_nothing_is_empty(retrieve: Retrieve) -> None:
    assert retrieve.graph("  ").matches == []


def test_path_is_the_shortest_way_with_its_lines(retrieve: Retrieve) -> None:
    answer = retrieve.path("send_invoice", "round_money")
    assert answer.found
    assert [edge.dst.rpartition("#")[2] for edge in answer.steps] == ["total", "Rate.apply", "round_money"]
    assert [edge.site_lines for edge in answer.steps] == [[13], [8], [14]]
    assert retrieve.path("send_invoice", "round_money", max_depth=2).found is False


def test_path_follows_edges_forward_unless_told_otherwise(retrieve: Retrieve) -> None:
    assert not retrieve.path("round_money", "send_invoice").found
    answer = retrieve.path("round_money", "send_invoice", undirected=True)
    assert answer.found
    assert len(answer.steps) == 3


def test_class_and_module_ends_include_their_members(retrieve: Retrieve) -> None:
    assert retrieve.path("send_invoice", "Rate", edges=["calls"]).found
    assert retrieve.path("billing/invoice.py", "billing/money.py", edges=["calls"]).found


def test_path_from_a_thing_to_itself_or_its_member_has_no_steps(retrieve: Retrieve) -> None:
    assert retrieve.path("Rate", "Rate.apply").steps == []
    assert retrieve.path("Rate", "Rate.apply").found


def test_path_over_some_kinds_of_edges_only(retrieve: Retrieve) -> None:
    assert not retrieve.path("send_invoice", "round_money", edges=["inherits"]).found


@pytest.mark.parametrize(
    "query", ["shop:billing/tax.py#Rate.aply", "tax.py#Rate.aply", "Rate.aply", "shop:billing/text.py", "shop:Rate.aply"]
)
def test_graph_of_what_can_only_be_a_handle_is_an_error_when_it_does_not_exist(retrieve: Retrieve, query: str) -> None:
    with pytest.raises(NotFoundError, match=r"no entity named .*; closest: '(Rate\.apply|shop:billing/tax\.py)'"):
        retrieve.graph(query)


def test_graph_says_whether_its_matches_have_the_name_or_are_the_nearest(retrieve: Retrieve) -> None:
    assert not retrieve.graph("Rate.apply").nearest
    answer = retrieve.graph("round half a cent")
    assert answer.nearest
    assert graph_text(answer).startswith("Nothing has exactly this name; the nearest by words are:")


def test_suggestions_of_a_misspelt_search_are_qualified(retrieve: Retrieve) -> None:
    assert retrieve.search("suply").did_you_mean == ["Rate.supply", "Rate.apply"]


@pytest.mark.parametrize("typed", ["Rate.aplpy", "Raet.apply", "shop:billing/tax.py#Rate.appyl"])
def test_a_slip_in_either_part_of_a_name_leads_to_the_one_that_was_meant(retrieve: Retrieve, typed: str) -> None:
    with pytest.raises(NotFoundError, match=r"; closest: 'Rate\.apply'"):
        retrieve.graph(typed)


@pytest.mark.parametrize("typed", ["Rate.zzzz", "shop:billing/tax.py#Rate.zzzz"])
def test_a_name_that_a_class_does_not_have_is_an_error_that_tells_what_it_has(retrieve: Retrieve, typed: str) -> None:
    with pytest.raises(NotFoundError, match=r"; 'Rate' has '.*apply'.*'supply'"):
        retrieve.graph(typed)


def test_a_name_that_nothing_is_near_to_is_an_error_that_tells_the_closest(retrieve: Retrieve) -> None:
    with pytest.raises(NotFoundError, match="no entity named 'xyz_server'"):
        retrieve.graph("xyz_server")  # only the lines of a function have a word of it
    assert retrieve.graph("rate_country").nearest
    assert retrieve.graph("parseHTPAmount").matches == ["shop:billing/money.py#parseHTTPAmount"]


def test_the_name_of_a_file_that_was_skipped_is_an_error_that_tells_why(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text("x = 1\n")
    (tmp_path / "src" / "scan.png").write_bytes(b"\x89PNG\0")
    with create_cairn(tmp_path / "x.db") as cairn:
        cairn.ingest.add(tmp_path / "src", label="docs")
        for typed in ("docs:scan.png", "docs:scan.png#part"):
            with pytest.raises(NotFoundError, match=r"; docs:scan\.png was skipped \(binary: a \.png file\)"):
                cairn.retrieve.show(typed)
