from __future__ import annotations

import pytest

from cairn.answers.terminal.graph import graph_screen
from cairn.answers.terminal.hits import HIT_LINES, excerpt_lines, search_screen
from cairn.answers.terminal.path import path_screen
from cairn.answers.terminal.reports import report_screen
from cairn.model import Edge, GraphAnswer, Hit, PathAnswer, SearchAnswer, UnresolvedSite
from cairn.report import IngestReport


def a_hit(text: str, **changes: list[str]) -> Hit:
    return Hit("shop", "tax.py", "python", 10, 30, "shop:tax.py#f", 1.0, 1, None, text, False, changes.get("flags", []))


def an_edge(src: str, dst: str, confidence: float = 0.95) -> Edge:
    return Edge("calls", src, dst, "a.py", 1, "b.py", 1, [7], confidence, "union")


def test_an_excerpt_begins_with_the_first_line_and_goes_on_where_the_words_are() -> None:
    text = "def f():\n" + "    pass\n" * 10 + "    sign(cookie)\n    after = 1\n"
    assert excerpt_lines(a_hit(text), "how are cookies signed") == [
        "10  def f():",
        "21      sign(cookie)",
        "22      after = 1",
    ]


def test_a_rare_word_counts_more_than_a_frequent_one() -> None:
    text = "head\n" + "tax tax\n" * 9 + "apply here\n"
    assert excerpt_lines(a_hit(text), "tax apply")[1] == "20  apply here"


def test_lines_with_the_very_identifier_of_the_query_are_always_shown() -> None:
    text = "def f():\n    retry_times = meta.get('retry_times', 0) + 1\n" + "    pass\n" * 6 + "    n = getint('RETRY_TIMES')\n"
    assert "18      n = getint('RETRY_TIMES')" in excerpt_lines(a_hit(text), "RETRY_TIMES")
    assert "18      n = getint('RETRY_TIMES')" in excerpt_lines(a_hit(text), "where is RETRY_TIMES read from meta")
    assert len(excerpt_lines(a_hit(text + text), "RETRY_TIMES")) <= HIT_LINES


def test_an_excerpt_without_words_is_the_beginning() -> None:
    assert len(excerpt_lines(a_hit("a\nb\nc\nd\ne\nf\ng"), "->")) == HIT_LINES


def test_long_lines_are_cut_to_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    line = excerpt_lines(a_hit("x" * 500), "y")[0]
    assert len(line) <= 60
    assert line.endswith("…")


def test_hits_show_flags_and_the_answer_what_was_cut() -> None:
    text = search_screen(SearchAnswer("f", 0, [a_hit("f", flags=["instructions"])], True, "no vectors"))
    assert "instructions" in text.splitlines()[0]
    assert text.splitlines()[-2:] == ["cut; a larger --budget or -k shows more", "no vectors"]


def test_no_hits_offer_what_may_have_been_meant() -> None:
    assert search_screen(SearchAnswer("aply", 0, [], False, None, ["apply"])) == "no hits; did you mean apply?"


def test_a_step_that_is_walked_backwards_points_up() -> None:
    answer = PathAnswer(True, [an_edge("a#x", "a#y", 0.6)])
    assert path_screen(answer, False).splitlines() == ["a#x", "  ↓ calls  a.py:7 (0.6 union)", "a#y"]
    shared = PathAnswer(True, [an_edge("a#x", "a#hub"), an_edge("a#z", "a#hub")])
    assert [line.strip() for line in path_screen(shared, True).splitlines()] == [
        "a#x",
        "↓ calls  a.py:7",
        "a#hub",
        "↑ calls  a.py:7",
        "a#z",
    ]


def test_both_ends_may_be_the_same() -> None:
    assert path_screen(PathAnswer(True, []), False) == "both ends are the same"
    assert path_screen(PathAnswer(False, []), True).startswith("no path; 0 references")


def test_a_graph_shows_edges_further_out_and_unresolved_references() -> None:
    edges = [an_edge("s:a.py#f", "s:b.py#g"), an_edge("s:c.py#h", "s:a.py#f")]
    answer = GraphAnswer(["s:b.py#g"], [], edges, 3, True, [UnresolvedSite("calls", "k", "s:b.py#g", "b.py", 4)])
    lines = graph_screen(answer, "both", ()).splitlines()
    assert "  s:c.py#h  calls  s:a.py#f  a.py:7" in lines
    assert "3 references of the same name could not be resolved" in lines
    assert lines[-1].startswith("cut; ")


def test_a_report_names_the_first_warnings_and_where_the_others_are() -> None:
    report = IngestReport("shop", "1", 0, 2, 0, 5, 1, 1, 1, 1, [f"w{number}" for number in range(12)], 0.5)
    lines = report_screen(report).splitlines()
    assert lines[0] == "shop: files 2 changed, 5 unchanged; 1 chunk, 1 entity, 1 edge; 0.5 s"
    assert lines[1] == "1 path skipped: cairn list shop --skipped"
    assert lines[-1] == "2 more warnings: cairn list shop --files"


def test_hits_for_a_name_that_nothing_has_come_with_what_may_have_been_meant() -> None:
    text = search_screen(SearchAnswer("aply", 0, [a_hit("apply")], False, None, ["apply"]))
    assert text.splitlines()[0] == "nothing has this name; did you mean apply?"
