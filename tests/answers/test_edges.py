"""How edges read: nothing is cut without a word, and nothing is said twice."""

from __future__ import annotations

import pytest

from cairn.answers.certainty import no_callers
from cairn.answers.edges import doubt, site
from cairn.answers.model.graph import graph_text
from cairn.model import Edge, Entity, GraphAnswer, UnresolvedSite

CALLER, CALLEE = "shop:cart.py#total", "shop:tax.py#apply"


def an_edge(kind: str = "calls", confidence: float = 0.95, via: str = "import", sites: tuple[int, ...] = (3,)) -> Edge:
    return Edge(kind, CALLER, CALLEE, "cart.py", 1, "tax.py", 5, list(sites), confidence, via)


def an_entity(kind: str = "function") -> Entity:
    return Entity(CALLEE, kind, "apply", "apply", "tax.py", 5, 9, "def apply(\n    amount)", True, 5)


def a_graph(edges: list[Edge], kind: str = "function", **changes: object) -> GraphAnswer:
    return GraphAnswer([CALLEE], [an_entity(kind)], edges, changes.get("unresolved_same_name", 0), False)  # type: ignore[arg-type]  # see above


def test_an_edge_shows_its_confidence_only_where_it_is_not_resolved() -> None:
    assert doubt(an_edge(confidence=0.8)) == ""
    assert doubt(an_edge(confidence=0.4, via="unique-name")) == " (0.4 unique-name)"


def test_many_sites_are_cut() -> None:
    assert site(an_edge(sites=tuple(range(1, 10))), limit=3) == "cart.py:1,2,3 +6"
    assert site(an_edge(sites=())) == "cart.py"


def test_a_graph_heads_edges_by_their_direction() -> None:
    text = graph_text(a_graph([an_edge(), an_edge("depends_on", 0.6, "union", (4, 8))]))
    assert text.splitlines() == [
        "shop:tax.py#apply  function L5-L9",
        "  def apply( amount)",
        "called by:",
        "- shop:cart.py#total :3",
        "depended on by:",
        "- shop:cart.py#total :4,8 (0.6 union)",
    ]


@pytest.mark.parametrize(
    ("kind", "direction", "kinds"), [("module", "both", ()), ("function", "out", ()), ("function", "in", ("imports",))]
)
def test_no_callers_is_not_said_unasked(kind: str, direction: str, kinds: tuple[str, ...]) -> None:
    assert no_callers(a_graph([], kind), direction, kinds) == ""


def test_no_callers_is_said_with_what_stayed_unresolved() -> None:
    answer = a_graph([], unresolved_same_name=1)
    assert no_callers(answer, "both", ()) == "no callers found; 1 reference of the same name could not be resolved"


def test_unresolved_references_are_listed() -> None:
    site = UnresolvedSite("calls", "round", CALLEE, "tax.py", 7)
    text = graph_text(GraphAnswer([CALLEE], [an_entity()], [an_edge()], 2, True, [site]))
    assert "2 references of the same name could not be resolved" in text
    assert "unresolved inside:\n- shop:tax.py#apply calls `round` :7" in text


def test_edges_further_out_stand_apart() -> None:
    far = Edge("calls", "shop:a.py#a", CALLER, "a.py", 1, "cart.py", 1, [2], 0.95, "scope")
    assert "further:\nshop:cart.py#total called by:\n- shop:a.py#a :2" in graph_text(a_graph([an_edge(), far]))
