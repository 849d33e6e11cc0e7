"""Nothing is left out of an answer without a word, and no nothing is said that may be something."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.answers import sheets
from cairn.answers.certainty import impact_summary
from cairn.answers.fit import Paged, fit_page
from cairn.answers.model.ask import ask_text
from cairn.answers.model.graph import OVERRIDING, graph_text
from cairn.answers.model.impact import impact_text
from cairn.answers.model.path import path_text
from cairn.answers.pages import Page, open_page
from cairn.answers.terminal.graph import graph_screen
from cairn.answers.terminal.impact import impact_screen
from cairn.answers.terminal.path import path_screen
from cairn.errors import NotFoundError
from cairn.model import GraphAnswer, SearchAnswer, Unseen
from cairn.retrieve.facade import Retrieve
from tests.retrieve.conftest import write_files

COUNT = 15
VAGUE = "".join(f"def vague{n:02}(x):\n    return x.fetch()\n\n\n" for n in range(COUNT))
FAR = "def far(settings):\n" + "    settings.reload()\n" * 30 + "    return settings.getint('FAR_LIMIT')\n"
FILES = {
    "shop/far.py": FAR,
    "shop/core.py": """\
LIMIT = 3


def lonely():
    return 1


def popular():
    return 2


def within(n):
    return n < LIMIT
""",
    "shop/base.py": "class Base:\n    def run(self):\n        return 0\n\n\ndef go(base: Base):\n    return base.run()\n",
    "shop/many.py": "from shop.base import Base\n"
    + "".join(f"\n\nclass Kind{n:02}(Base):\n    def run(self):\n        return {n}\n" for n in range(COUNT)),
    "shop/use.py": "from shop.core import popular\n"
    + "".join(f"\n\ndef use{n:02}():\n    return popular()\n" for n in range(COUNT)),
    "shop/vague.py": VAGUE,
    "shop/near.py": """\
class One:
    def fetch(self):
        return 1


class Two:
    def fetch(self):
        return 2


def close(x):
    return x.fetch()
""",
    "shop/gap.py": """\
from shop.core import popular


def start(x):
    return middle(x)


def middle(x):
    return x.finish()


class A:
    def finish(self):
        return popular()


class B:
    def finish(self):
        return 2
""",
    "tests/test_use.py": """\
from shop.use import use00, use01


def test_use00():
    use00()


def test_use01():
    use01()
""",
    "shop/late.py": "def hidden():\n    return 1\n\n\nNAMES = ['hidden']  # and hidden, too\n",
    "tests/test_late.py": "def test_late(shop):\n    assert shop['hidden']\n",
    "shop/view.ex": "defmodule View do\n  def show, do: lonely()\nend\n",
    "shop/settings.py": "RETRY_TIMES = 2\nPAUSE = 1\n",
    "shop/reading.py": "def retries(settings):\n    return settings.getint('RETRY_TIMES'), settings['SHOP_TOKEN']\n",
    "docs/zone.md": "# Zonekeeper\n\nKeeps zones.\n\n## Lonely\n\nNobody calls.\n",
    "shop/keeper.py": "class ZoneKeeper:\n    pass\n",
    "docs/settings.md": "# Settings\n\n`RETRY_TIMES` says how often. See `SHOP_TOKEN`.\n",
    "shop/both.rs": "pub struct Poll { ready: bool }\n\nimpl Poll {\n    pub fn ready(&self) -> bool { self.ready }\n}\n\n"
    "pub fn ask(poll: &Poll) -> bool { poll.ready() }\n",
    "shop/chain.py": "\n\n".join(f"def chain{n:02}():\n    return chain{n + 1:02}()\n" for n in range(COUNT))
    + f"\n\ndef chain{COUNT}():\n    return 1\n",
    "shop/tested.rs": """\
pub fn summed(n: i32) -> i32 { n }

pub fn only_use() -> i32 { summed(1) }

#[cfg(test)]
mod tests {
    use super::*;

    fn helper() -> i32 { summed(2) }

    #[test]
    fn sums() { assert_eq!(helper(), summed(3)); }
}

#[cfg(test)]
mod checks {
    #[tokio::test]
    async fn checks_sums() { super::summed(4); }
}

#[test]
fn alone() { summed(5); }
""",
    "a_tests/test_watched.py": "from shop.zone import watched\n"
    + "".join(f"\n\ndef test_watched{n:02}():\n    assert watched()\n" for n in range(COUNT)),
    "shop/zone.py": "def watched():\n    return 1\n",
    "shop/zzz.py": "from shop.zone import watched\n\n\ndef watcher():\n    return watched()\n",
    "README.md": "# Shop\n\nCall `lonely` at night.\n",
    "settings.yml": "job: lonely\n",
}


@pytest.fixture(scope="module")
def cairn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cairn]:
    folder = tmp_path_factory.mktemp("unsaid").resolve()
    write_files(folder / "s", FILES)
    with create_cairn(folder / "cairn.db", config=Config()) as made:
        made.ingest.add(folder / "s")
        yield made


@pytest.fixture
def retrieve(cairn: Cairn) -> Retrieve:
    return cairn.retrieve


UNREAD = (
    "0 references of the same name could not be resolved, "
    "and 1 file that mentions it could not be read for calls (s:shop/view.ex:2)"
)


def test_nothing_is_said_with_the_files_that_mention_it_and_cannot_be_read_for_calls(retrieve: Retrieve) -> None:
    answer = retrieve.graph("lonely")
    assert (answer.unseen.unread_files, answer.unseen.unread) == (1, ["s:shop/view.ex:2"])  # neither prose nor settings
    assert f"no callers found; {UNREAD}" in graph_text(answer)
    assert f"no callers found; {UNREAD}" in graph_screen(answer, "both", ())
    assert f"nothing found that reaches it; {UNREAD}" in impact_text(retrieve.impact("lonely"))
    assert f"No path; {UNREAD}" in path_text(retrieve.path("go", "lonely"), False)


def test_nothing_is_said_with_the_lines_in_which_the_name_stands_for_reasons_that_are_not_known(retrieve: Retrieve) -> None:
    unseen = retrieve.graph("hidden").unseen
    assert (unseen.mention_lines, unseen.mentions) == (2, ["s:shop/late.py:5", "s:tests/test_late.py:2"])
    text = impact_text(retrieve.impact("hidden"))
    assert "; the name also stands in 2 lines of text, comments or unrecognised code (s:shop/late.py:5, s:tests/" in text
    # What is unresolved is told of anyway, and what means another definition of the name is no mention.
    assert retrieve.graph("One.fetch").unseen == Unseen()
    assert retrieve.graph("Kind03.run").unseen == Unseen()


def test_what_prose_alone_uses_is_looked_for_in_the_texts_of_code(retrieve: Retrieve) -> None:
    answer = retrieve.graph("RETRY_TIMES")
    assert [edge.src for edge in answer.edges if edge.dst == answer.matches[0]] == ["s:docs/settings.md#settings"]
    assert answer.unseen.mentions == ["s:shop/reading.py:2"]
    assert "also stands in 1 line of text, comments or unrecognised code (s:shop/reading.py:2)" in graph_text(answer)


def test_a_name_that_only_texts_have_is_told_with_its_lines(retrieve: Retrieve) -> None:
    answer = retrieve.graph("SHOP_TOKEN")
    assert (answer.nearest, answer.unseen.mention_lines) == (True, 2)
    told = "2 lines have it (s:shop/reading.py:2, s:docs/settings.md:3), which `search` lists with `literal`"
    assert f"nothing has exactly this name, but {told}; the nearest by words are:" in graph_screen(answer, "both", ())
    with pytest.raises(NotFoundError, match=re.escape(f"no entity named 'SHOP_TOKEN', but {told}")):
        retrieve.impact("SHOP_TOKEN")


def test_a_longer_handle_names_the_others_that_share_it(retrieve: Retrieve) -> None:
    answer = retrieve.graph("Poll.ready")
    assert (answer.matches, answer.namesakes) == (["s:shop/both.rs#Poll.ready"], ["s:shop/both.rs#Poll.ready~2"])
    assert "also of this name: s:shop/both.rs#Poll.ready~2" in graph_text(answer)
    assert retrieve.graph("s:shop/both.rs#Poll.ready").namesakes == answer.namesakes
    assert retrieve.graph("Poll.ready~2").namesakes == []


def test_a_way_that_is_too_long_is_no_answer_that_there_is_none(retrieve: Retrieve) -> None:
    answer = retrieve.path("chain00", f"chain{COUNT}")
    assert (answer.found, answer.truncated, answer.max_depth) == (False, True, 12)
    assert "no path of at most 12 steps, where the search ended: a larger --max-depth" in path_screen(answer, False)
    assert "No path of at most 12 steps, where the search ended: a larger `depth`" in path_text(answer, False)
    assert retrieve.path("chain00", f"chain{COUNT}", max_depth=COUNT).found
    assert not retrieve.path("chain05", "lonely").truncated


def test_a_hit_that_is_cut_keeps_a_line_with_the_identifier_of_the_query(retrieve: Retrieve) -> None:
    whole = retrieve.search("FAR_LIMIT", k=1).hits[0]
    for answer in (retrieve.search("FAR_LIMIT", k=1, budget_tokens=80), retrieve.ask("FAR_LIMIT", k=1, budget_tokens=150)):
        hit = answer.hits[0] if isinstance(answer, SearchAnswer) else answer.answers[0].hit
        assert hit.end_line - hit.start_line < whole.end_line - whole.start_line
        assert "FAR_LIMIT" in hit.text
        assert hit.text == "".join(line + "\n" for line in FAR.splitlines()[hit.start_line - 1 : hit.end_line])


@pytest.mark.parametrize("typed", ["zonekeeper", "ZONEKEEPER", "ZoneKeeper"])
def test_a_name_in_another_case_goes_before_a_heading_and_names_it(retrieve: Retrieve, typed: str) -> None:
    answer = retrieve.graph(typed)
    assert answer.matches == ["s:shop/keeper.py#ZoneKeeper"]
    assert answer.namesakes == ([] if typed == "ZoneKeeper" else ["s:docs/zone.md#zonekeeper"])
    assert retrieve.graph("zone.md#zonekeeper").matches == ["s:docs/zone.md#zonekeeper"]


def test_tests_in_files_of_code_are_tests(retrieve: Retrieve) -> None:
    answer = retrieve.impact("summed")
    tests = {"tests.helper", "tests.sums", "checks.checks_sums", "alone"}
    assert {handle.partition("#")[2] for handle in answer.tests} == tests
    assert answer.test_count == len(tests)
    assert answer.entry_points == ["s:shop/tested.rs#only_use"]


def test_a_cut_never_leaves_out_the_one_user_that_is_no_test(retrieve: Retrieve) -> None:
    for name, user in (("watched", "s:shop/zzz.py#watcher"), ("summed", "s:shop/tested.rs#only_use")):
        for answer in (retrieve.graph(name, limit=3), retrieve.graph(name, direction="in", edges=["calls"], limit=1)):
            users = [edge.src for edge in answer.edges if edge.kind == "calls" and edge.dst == answer.matches[0]]
            assert users[0] == user
        item = retrieve.ask(name, k=1).answers[0]
        assert next(edge.src for edge in item.edges if edge.kind == "calls") == user


def test_what_is_used_is_not_looked_for_in_files_that_cannot_be_read(retrieve: Retrieve) -> None:
    assert retrieve.graph("popular").unseen == Unseen()
    assert "could not be read" not in graph_text(retrieve.graph("popular"))


def test_who_reads_a_constant_is_told_and_that_nobody_does(retrieve: Retrieve) -> None:
    assert "used by (read or set):\n- s:shop/core.py#within :13" in graph_text(retrieve.graph("LIMIT"))


def test_the_nearest_ten_references_that_may_mean_it_are_listed_with_the_number_of_all(retrieve: Retrieve) -> None:
    answer = retrieve.graph("One.fetch")
    assert answer.unresolved_same_name == COUNT + 1
    assert len(answer.same_name) == 10
    assert answer.same_name[0].src == "s:shop/near.py#close"
    text = graph_text(answer)
    assert f"no callers found; {COUNT + 1} references" in text
    assert "may also be called by:\n- s:shop/near.py#close :12\n- s:shop/vague.py#vague00 :2; #vague01 :6;" in text
    assert "and 6 more such references: `graph` with `unresolved` true" in text
    whole = retrieve.graph("One.fetch", unresolved=True)
    assert len(whole.same_name) == COUNT + 1
    assert "more such references" not in graph_text(whole)


def test_references_of_kinds_that_are_not_asked_for_are_not_listed(retrieve: Retrieve) -> None:
    assert retrieve.graph("One.fetch", edges=["inherits"]).unresolved_same_name == 0
    assert retrieve.graph("One.fetch", direction="out").same_name == []


def test_edges_that_an_answer_to_a_question_leaves_out_are_counted(retrieve: Retrieve) -> None:
    answer = retrieve.ask("popular", k=1)
    (item,) = answer.answers
    shown = sum(edge.kind == "calls" and edge.dst == item.hit.handle for edge in item.edges)
    assert [(row.kind, row.incoming, row.count) for row in item.left] == [("calls", True, COUNT + 1 - shown)]
    assert f"called by ({shown} of {COUNT + 1}):" in ask_text(answer)
    assert f"{COUNT + 1 - shown} more called by: `graph` of this handle" in ask_text(answer)


def test_tests_and_entry_points_are_counted_over_all_that_is_reached_and_tests_come_first(retrieve: Retrieve) -> None:
    answer = retrieve.impact("popular", limit=3)
    assert (answer.reached, answer.test_count, answer.truncated, answer.is_capped) == (COUNT + 3, 2, True, False)
    whole = impact_text(retrieve.impact("popular"))
    assert f"reached by {COUNT + 3}: 2 tests, {COUNT - 1} entry points (*)" in whole
    assert whole.index("tests in layer 2:\n- s:tests/test_use.py#test_use00 :5; #test_use01 :9") < whole.index("layer 1:")
    assert "called by:\n- s:shop/gap.py#A.finish * :14\n- s:shop/use.py#use00 :5; #use01 :9; #use02 * :13;" in whole


def test_a_closure_that_is_given_up_says_that_there_is_more(retrieve: Retrieve) -> None:
    answer = dataclasses.replace(retrieve.impact("popular"), is_capped=True)
    assert impact_summary(answer).startswith(f"reached by {COUNT + 3}+: 2+ tests, ")


def _page(answer: GraphAnswer, cursor: str = "") -> Paged[GraphAnswer]:
    page: Page = open_page(cursor, 4000, "graph", "state")
    return fit_page(answer, sheets.graph_sheet(answer, "both", ()), page)


def test_of_many_overriding_methods_the_first_page_has_some_and_a_cursor_leads_to_the_rest(retrieve: Retrieve) -> None:
    answer = retrieve.graph("Base.run")
    first = _page(answer)
    assert f"overridden by ({COUNT}):" in first.text
    assert len(first.answer.overridden_by) == OVERRIDING
    assert first.cursor is not None
    assert f"{COUNT - OVERRIDING} more rows: repeat the call with cursor" in first.text
    rest = _page(answer, first.cursor)
    assert first.answer.overridden_by + rest.answer.overridden_by == answer.overridden_by
    assert len(answer.overridden_by) == COUNT


def test_no_path_tells_where_the_start_ends_and_who_uses_the_end(retrieve: Retrieve) -> None:
    answer = retrieve.path("start", "popular")
    assert (answer.found, answer.src_ends[0].handle, answer.src_ends[0].unresolved) == (
        False,
        "s:shop/gap.py#middle",
        ["finish:9"],
    )
    assert len(answer.dst_users) + answer.dst_users_left == COUNT + 1
    text = path_text(answer, False)
    assert "The start leads to these, which use unresolved names:\n- s:shop/gap.py#middle finish:9" in text
    assert "The end is used by:\n- " in text
    assert f"and {answer.dst_users_left} more: `graph` of the end with `direction` in" in text
    assert "start leads to these" in path_screen(answer, is_undirected=False)


def test_a_way_names_each_of_its_ends_once(retrieve: Retrieve) -> None:
    text = path_text(retrieve.path("test_use00", "popular"), False)
    assert text.splitlines() == [
        "s:tests/test_use.py#test_use00",
        "- calls s:shop/use.py#use00 :5",
        "- calls s:shop/core.py#popular :5",
    ]


def test_more_definitions_of_a_name_than_are_told_are_counted(cairn: Cairn, tmp_path: Path) -> None:
    write_files(tmp_path / "t", {f"m{n:02}.py": f"def same():\n    return {n}\n" for n in range(25)})
    with create_cairn(tmp_path / "cairn.db", config=Config()) as made:
        made.ingest.add(tmp_path / "t")
        answer = made.retrieve.graph("same")
    assert (len(answer.matches), answer.more_matches) == (20, 5)
    assert "5 more definitions of this name: `search` for it" in graph_text(answer)


def test_files_that_have_changed_on_disk_are_marked_in_every_answer_about_edges(tmp_path: Path) -> None:
    write_files(tmp_path / "s", FILES)
    with create_cairn(tmp_path / "cairn.db", config=Config()) as made:
        made.ingest.add(tmp_path / "s")
        ask = made.retrieve
        assert (ask.graph("popular").stale, ask.impact("popular").stale, ask.map("s").stale) == ([], [], [])
        for name in ("use.py", "base.py"):
            changed_file = tmp_path / "s" / "shop" / name
            changed_file.write_text(changed_file.read_text() + "\n# more\n")
        changed = ["s:shop/use.py"]
        graph, impact, way = ask.graph("popular"), ask.impact("popular"), ask.path("test_use00", "popular")
        assert (graph.stale, impact.stale, way.stale, ask.map("s").stale) == (changed, changed, changed, ["s:shop/base.py"])
    assert "- s:shop/use.py#use00 :5; " in graph_text(graph)
    for text in (graph_text(graph), impact_text(impact), path_text(way, False)):
        assert " [stale]\n" in text
        assert text.count("[stale]: the file on disk has changed since it was indexed") == 1
    for text in (graph_screen(graph, "both", ()), impact_screen(impact), path_screen(way, False)):
        assert "s:shop/use.py" in text
        assert "stale" in text
    assert "  s:shop/use.py  stale\n    #use00  " in impact_screen(impact)
