"""Editing JSON with comments in place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.cli.harness.jsonc import BrokenError, parse
from cairn.cli.harness.jsonedit import append_item, find, remove_item, remove_value, set_value

PATH = ("servers", "cairn")
ENTRY = {"url": "http://127.0.0.1:8093/mcp", "headers": {"A": "b"}}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
BETWEEN = st.sampled_from(["", " ", "\n", "\n\t", " // a, {\n", "/* } */", "\n  // [\n  "])


@st.composite
def texts(draw: st.DrawFn) -> str:
    """An object with blanks and comments between its parts, and here and there a comma behind the last one."""

    def written(value: Any) -> str:
        if isinstance(value, dict):
            parts = [f"{gap()}{json.dumps(name)}{gap()}:{gap()}{written(item)}{gap()}" for name, item in value.items()]
            return "{" + listed(parts) + "}"
        if isinstance(value, list):
            return "[" + listed([f"{gap()}{written(item)}{gap()}" for item in value]) + "]"
        return json.dumps(value, ensure_ascii=draw(st.booleans()))

    def listed(parts: list[str]) -> str:
        return (",".join(parts) + (f",{gap()}" if draw(st.booleans()) else "")) if parts else gap()

    def gap() -> str:
        return draw(BETWEEN)

    value = draw(st.dictionaries(st.text(max_size=5), VALUES, max_size=4))
    if draw(st.booleans()):
        value["servers"] = draw(st.dictionaries(st.text(max_size=5), VALUES, max_size=3))
    return gap() + written(value) + gap()


def value_of(text: str) -> Any:
    root = parse(text)
    return None if root is None else root.value


@given(VALUES)
def test_what_json_reads_is_read_in_the_same_way(value: object) -> None:
    for text in (json.dumps(value), json.dumps(value, indent=2)):
        assert value_of(text) == value


@given(texts())
def test_what_is_put_in_is_found_and_nothing_else_is_changed(text: str) -> None:
    before = value_of(text)
    after = set_value(text, PATH, ENTRY)
    expected = {**before, "servers": {**before.get("servers", {}), "cairn": ENTRY}}
    assert value_of(after) == expected
    assert value_of(set_value(after, PATH, {"url": 1})) == {**expected, "servers": {**expected["servers"], "cairn": {"url": 1}}}
    assert set_value(after, PATH, ENTRY) == after


@given(texts())
def test_what_is_taken_out_again_leaves_the_rest(text: str) -> None:
    before = value_of(text)
    after = remove_value(set_value(text, PATH, ENTRY), PATH)
    servers = {name: value for name, value in before.get("servers", {}).items() if name != "cairn"}
    assert value_of(after) == {**before, "servers": servers}
    comments = text.count("//") + text.count("/*")
    assert after.count("//") + after.count("/*") == comments


@given(texts())
def test_every_member_can_be_removed(text: str) -> None:
    value = value_of(text)
    for name in value:
        assert value_of(remove_value(text, (name,))) == {other: item for other, item in value.items() if other != name}


@given(texts(), VALUES)
def test_an_item_goes_to_the_end_of_a_list_and_out_of_it(text: str, item: object) -> None:
    before = value_of(remove_value(text, ("list",)))
    text = set_value(text, ("list",), [1, item, 2])
    more = append_item(text, ("list",), {"id": "x"})
    assert value_of(more) == {**before, "list": [1, item, 2, {"id": "x"}]}
    assert value_of(remove_item(more, ("list",), {"id": "x"})) == {**before, "list": [1, item, 2]}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"a": 1,\n "b" 2}', "line 2: a colon is missing"),
        ('{"a": 1 "b": 2}', "line 1: a comma or '}' is missing"),
        ('{"a": }', "line 1: a value is missing"),
        ('{"a": nul}', "line 1: this is no value"),
        ('{"a": 01}', "a comma or '}' is missing"),
        ('{"a": "x\ny"}', "a text in quotes is broken"),
        ('{"a": "\\x"}', "a text in quotes is broken"),
        ("{a: 1}", "a name in quotes is missing"),
        ('{"a": [1}', "a comma or ']' is missing"),
        ("{} {}", "something follows the end"),
        ("{ /* x", "a comment does not end"),
        ("{,}", "a name in quotes is missing"),
        ("[" * 200, "more than 100 brackets are open"),
    ],
)
def test_what_is_no_json_is_told_with_its_line(text: str, fault: str) -> None:
    with pytest.raises(BrokenError) as caught:
        parse(text)
    assert fault in str(caught.value)


def test_a_name_that_stands_there_twice_counts_by_its_last_value_and_goes_with_both() -> None:
    text = '{"a": 1, "b": 2, "a": 3}'
    node = find(text, ("a",))
    assert node is not None
    assert node.value == 3
    assert value_of(remove_value(text, ("a",))) == {"b": 2}
