from __future__ import annotations

import pytest

from cairn.model import AskAnswer, Edge, Entity, GraphAnswer, Hit, SearchAnswer, Source, UnresolvedSite
from cairn.serve import render

CALLER, CALLEE = "shop:cart.py#total", "shop:tax.py#apply"


def an_edge(kind: str = "calls", confidence: float = 0.95, via: str = "import", sites: tuple[int, ...] = (3,)) -> Edge:
    return Edge(kind, CALLER, CALLEE, "cart.py", 1, "tax.py", 5, list(sites), confidence, via)


def an_entity(kind: str = "function") -> Entity:
    return Entity(CALLEE, kind, "apply", "apply", "tax.py", 5, 9, "def apply(\n    amount)", True, 5)


def a_hit(text: str = "x = 1", **changes: object) -> Hit:
    fields: dict[str, object] = {"stale": False, "flags": [], "handle": CALLEE, "lang": "python"} | changes
    return Hit("shop", "tax.py", fields["lang"], 5, 9, fields["handle"], 1.0, 1, None, text, fields["stale"], fields["flags"])  # type: ignore[arg-type]  # a table of a test


def a_graph(edges: list[Edge], kind: str = "function", **changes: object) -> GraphAnswer:
    return GraphAnswer([CALLEE], [an_entity(kind)], edges, changes.get("unresolved_same_name", 0), False)  # type: ignore[arg-type]  # see above


@pytest.mark.parametrize("text", ["```", "a\n````python\nb", "`````"])
def test_text_cannot_close_its_fence(text: str) -> None:
    first, *_, last = render.fence(text).splitlines()
    assert first == last
    assert first not in text


def test_an_edge_shows_its_confidence_only_where_it_is_not_resolved() -> None:
    assert render.doubt(an_edge(confidence=0.8)) == ""
    assert render.doubt(an_edge(confidence=0.4, via="unique-name")) == " (0.4 unique-name)"


def test_many_sites_are_cut() -> None:
    assert render.site(an_edge(sites=tuple(range(1, 10))), limit=3) == "cart.py:1,2,3,…"
    assert render.site(an_edge(sites=())) == "cart.py"


def test_a_hit_tells_that_it_is_stale_and_its_flags() -> None:
    text = render.search_text(SearchAnswer("x", 0, [a_hit(stale=True, flags=["instructions"])], True, "no vectors"))
    assert "shop:tax.py#apply  shop:tax.py:L5-L9  [stale; flag: instructions]" in text
    assert "Shortened to the budget" in text
    assert text.endswith("no vectors")


def test_no_hits_offer_what_may_have_been_meant() -> None:
    assert render.search_text(SearchAnswer("aply", 0, [], False, None, ["apply"])) == "No hits. Did you mean apply?"
    assert render.ask_text(AskAnswer("aply", 0, [], False)) == "No hits."


def test_a_graph_heads_edges_by_their_direction() -> None:
    text = render.graph_text(a_graph([an_edge(), an_edge("depends_on", 0.6, "union", (4, 8))]))
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
    assert render.no_callers(a_graph([], kind), direction, kinds) == ""


def test_no_callers_is_said_with_what_stayed_unresolved() -> None:
    answer = a_graph([], unresolved_same_name=1)
    assert render.no_callers(answer, "both", ()) == "no callers found; 1 reference of the same name could not be resolved"


def test_unresolved_references_are_listed() -> None:
    site = UnresolvedSite("calls", "round", CALLEE, "tax.py", 7)
    text = render.graph_text(GraphAnswer([CALLEE], [an_entity()], [an_edge()], 2, True, [site]))
    assert "2 references of the same name could not be resolved" in text
    assert "- unresolved calls `round` in shop:tax.py#apply  tax.py:7" in text


def test_edges_further_out_stand_apart() -> None:
    far = Edge("calls", "shop:a.py#a", CALLER, "a.py", 1, "cart.py", 1, [2], 0.95, "scope")
    assert "further:\n- shop:a.py#a calls shop:cart.py#total  a.py:2" in render.graph_text(a_graph([an_edge(), far]))


def test_a_source_tells_its_commit_and_that_it_is_stale() -> None:
    source = Source("shop", "code", "/shop", 1, 2, 3, 4, 0, "2026-01-02T03:04:05Z", "0123456789abcdef", True)
    assert render.sources_text([source]) == (
        "shop  code /shop at 0123456789: 1 file, 2 chunks, 3 entities, 4 edges; indexed 2026-01-02 03:04; stale: `refresh` it"
    )
    assert render.sources_text([]) == "No sources; `add` one."


def test_a_command_is_told_as_the_tool_that_does_the_same_unless_no_tool_does() -> None:
    told = render.name_tools("try `cairn search`, `cairn refresh billing`, `cairn list x --files` or `cairn verify`")
    assert told == "try `search`, `refresh` with 'billing', `cairn list x --files` or `cairn verify`"
