"""Maps of the most depended-on definitions."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn import create_cairn
from cairn.chunk.tokens import count_tokens
from cairn.errors import NotFoundError
from cairn.retrieve.facade import Retrieve
from cairn.retrieve.graph.map import page_rank


def test_most_depended_on_definitions_come_first(retrieve: Retrieve) -> None:
    answer = retrieve.map("shop")
    places = {entry.handle.partition("#")[2]: place for place, entry in enumerate(answer.entries)}
    assert places["Money"] < places["Rate"] < places["rate_for"]
    assert "test_tax_is_applied" not in places
    assert [entry.score for entry in answer.entries] == sorted((entry.score for entry in answer.entries), reverse=True)


def test_map_is_the_same_every_time(retrieve: Retrieve) -> None:
    assert retrieve.map() == retrieve.map()


@pytest.mark.parametrize("budget", [1, 20, 50, 100, 400])
def test_map_is_not_longer_than_its_budget_and_counts_what_it_leaves_out(retrieve: Retrieve, budget: int) -> None:
    answer = retrieve.map("shop", budget_tokens=budget)
    full = retrieve.map("shop", budget_tokens=10_000)
    assert count_tokens(answer.text) == answer.tokens <= budget
    assert len(answer.entries) + answer.omitted == len(full.entries)
    assert full.omitted == 0


def test_outline_shows_members_under_their_containers(retrieve: Retrieve) -> None:
    lines = retrieve.map("shop", budget_tokens=10_000).text.splitlines()
    at = next(n for n, line in enumerate(lines) if "class Rate" in line)
    assert lines[at].startswith("  L")
    assert lines[at + 1].startswith("    L")


@pytest.mark.parametrize("focus", ["shop:billing/invoice.py#total", "total", "billing/invoice.py", "send the invoice by mail"])
def test_focus_brings_what_it_depends_on_to_the_front(retrieve: Retrieve, focus: str) -> None:
    names = [entry.handle.partition("#")[2] for entry in retrieve.map("shop", focus=focus).entries]
    assert {"total", "rate_for"} <= set(names[:4])


def test_folder_may_be_the_focus(retrieve: Retrieve) -> None:
    assert retrieve.map("shop", focus="billing").entries


def test_focus_that_is_nowhere_and_unknown_source_are_errors(retrieve: Retrieve) -> None:
    with pytest.raises(NotFoundError):
        retrieve.map(focus="xyzzyqqq")
    with pytest.raises(NotFoundError):
        retrieve.map("nowhere")


def test_ranks_add_up_to_one_whatever_the_graph_is() -> None:
    for edges in ([], [(1, 2)], [(2, 1), (1, 2)], [(1, 2), (3, 2), (2, 4)], [(1, 1)]):
        ranks = page_rank(edges, None)
        assert not edges or sum(ranks.values()) == pytest.approx(1)
    assert sum(page_rank([(1, 2)], {7: 1.0}).values()) == pytest.approx(1)


def test_files_that_others_need_stand_before_one_that_only_needs_itself(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    library = "".join(f"class Kind{n}(Base):\n    def made(self) -> Base:\n        return Base()\n\n\n" for n in range(4))
    (tmp_path / "src" / "declared.py").write_text(f"class Base:\n    pass\n\n\n{library}")
    (tmp_path / "src" / "tax.py").write_text("class Rate:\n    pass\n")
    (tmp_path / "src" / "cart.py").write_text("from tax import Rate\n\n\ndef total():\n    return Rate()\n")
    with create_cairn(tmp_path / "x.db") as cairn:
        cairn.ingest.add(tmp_path / "src", label="shop")
        names = [entry.handle.partition("#")[2] for entry in cairn.retrieve.map("shop").entries]
        assert names[:2] == ["Rate", "Base"]
        assert cairn.retrieve.map("shop", focus="declared.py").entries[0].handle.endswith("#Base")
