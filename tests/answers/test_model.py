from __future__ import annotations

import pytest

from cairn.answers.model.data import fence, name_tools
from cairn.answers.model.hits import search_text
from cairn.answers.model.lists import sources_text
from cairn.errors import UsageError
from cairn.model import Hit, SearchAnswer, Source
from cairn.retrieve.search.scan import check_expression

CALLEE = "shop:tax.py#apply"


def a_hit(text: str = "x = 1", **changes: object) -> Hit:
    fields: dict[str, object] = {"stale": False, "flags": [], "handle": CALLEE, "lang": "python"} | changes
    return Hit("shop", "tax.py", fields["lang"], 5, 9, fields["handle"], 1.0, 1, None, text, fields["stale"], fields["flags"])  # type: ignore[arg-type]  # a table of a test


@pytest.mark.parametrize("text", ["```", "a\n````python\nb", "`````"])
def test_text_cannot_close_its_fence(text: str) -> None:
    first, *_, last = fence(text).splitlines()
    assert first == last
    assert first not in text


def test_a_hit_tells_that_it_is_stale_and_its_flags() -> None:
    text = search_text(SearchAnswer("x", 0, [a_hit(stale=True, flags=["instructions"])], True, "no vectors"))
    assert "shop:tax.py#apply  shop:tax.py:L5-L9  [stale; flag: instructions]" in text
    assert "Shortened to the budget" in text
    assert text.endswith("no vectors")


def test_no_hits_offer_what_may_have_been_meant() -> None:
    assert search_text(SearchAnswer("aply", 0, [], False, None, ["apply"])) == "No hits. Did you mean apply?"


def test_a_source_tells_its_commit_and_that_it_is_stale() -> None:
    source = Source("shop", "code", "/shop", 1, 2, 3, 4, 0, "2026-01-02T03:04:05Z", "0123456789abcdef", True)
    assert sources_text([source]) == (
        "shop  code /shop at 0123456789: 1 file, 2 chunks, 3 entities, 4 edges; indexed 2026-01-02 03:04; stale: `refresh` it"
    )
    assert sources_text([]) == "No sources; `add` one."


def test_a_command_is_told_as_the_tool_that_does_the_same_unless_no_tool_does() -> None:
    told = name_tools("try `cairn search`, `cairn refresh billing`, `cairn list x --files` or `cairn verify`")
    assert told == "try `search`, `refresh` with 'billing', `cairn list x --files` or `cairn verify`"
    with pytest.raises(UsageError) as raised:
        check_expression("(")
    assert str(raised.value).endswith("; --literal takes any text as it is")
    assert name_tools(str(raised.value)).endswith("; `mode: literal` takes any text as it is")
