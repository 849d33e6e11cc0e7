from __future__ import annotations

from cairn.chunk.tokens import count_tokens
from cairn.model import Edge, Entity, Excerpt, GraphAnswer, Hit, SearchAnswer, UnresolvedSite
from cairn.serve.fit import ask_within, drop_rows, fit_graph
from cairn.serve.render import excerpt_text, graph_text, search_text

MATCH = "shop:tax.py#apply"


def a_hit(number: int) -> Hit:
    return Hit("shop", f"file{number}.py", "python", 1, 9, f"shop:file{number}.py#name", 1.0, 1, None, "word " * 40, False, [])


def a_graph(count: int) -> GraphAnswer:
    edges = [Edge("calls", f"shop:a.py#f{n}", MATCH, "a.py", n, "tax.py", 1, [n], 0.95, "import") for n in range(count)]
    names = [MATCH, *(edge.src for edge in edges)]
    entities = [Entity(name, "function", "n", "n", "a.py", 1, 2, "def n()", True) for name in names]
    unresolved = [UnresolvedSite("calls", "g", MATCH, "tax.py", n) for n in range(count)]
    return GraphAnswer([MATCH], entities, edges, count, False, unresolved)


def test_hits_are_dropped_whole_from_the_end() -> None:
    answer = drop_rows(SearchAnswer("x", 0, [a_hit(n) for n in range(10)], False), "hits", search_text, 300, least=1)
    assert count_tokens(search_text(answer)) <= 300
    assert [hit.file for hit in answer.hits] == [f"file{n}.py" for n in range(len(answer.hits))]
    assert answer.truncated


def test_an_answer_that_fits_is_left_as_it_is() -> None:
    answer = SearchAnswer("x", 0, [a_hit(1)], False)
    assert drop_rows(answer, "hits", search_text, 300) is answer


def test_at_least_one_hit_is_kept() -> None:
    assert len(drop_rows(SearchAnswer("x", 0, [a_hit(1)], False), "hits", search_text, 1, least=1).hits) == 1


def test_a_graph_loses_unresolved_references_before_edges_and_their_entities() -> None:
    answer = fit_graph(a_graph(100), graph_text, 800)
    assert answer.unresolved == []
    assert 0 < len(answer.edges) < 100
    assert {entity.handle for entity in answer.entities} == {MATCH, *(edge.src for edge in answer.edges)}
    assert count_tokens(graph_text(answer)) <= 800


def test_a_text_that_is_still_too_long_is_asked_for_again() -> None:
    asked: list[int] = []

    def show(left: int) -> Excerpt:
        asked.append(left)
        return Excerpt("shop", "tax.py", 1, 9, None, "word " * left, False, True)

    answer = ask_within(show, excerpt_text, 200)
    assert count_tokens(excerpt_text(answer)) <= 200
    assert asked == sorted(asked, reverse=True)
