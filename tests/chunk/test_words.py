"""Identifiers, stems and characters as words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.chunk.words import chunk_fields, expand_text, last_name, name_key, query_words, split_word, stem_of, surroundings


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("dispatchRequest", ["dispatch", "request"]),
        ("dispatch_request", ["dispatch", "request"]),
        ("parseHTTPResponse", ["parse", "http", "response"]),
        ("HTTPResponse", ["http", "response"]),
        ("XMLHttpRequest2", ["xml", "http", "request", "2"]),
        ("getURLs", ["get", "urls"]),
        ("IDs", ["ids"]),
        ("utf8Decode", ["utf", "8", "decode"]),
        ("__init__", ["init"]),
        ("MAX_SIZE", ["max", "size"]),
        ("plain", ["plain"]),
        ("ÄrgerÜber", ["ärger", "über"]),
        ("___", []),
    ],
)
def test_identifier_is_split_at_case_digits_and_underscores(word: str, parts: list[str]) -> None:
    assert split_word(word)[0] == parts


def test_chinese_japanese_and_korean_runs_become_pairs_of_neighbours() -> None:
    assert split_word("拼音转换") == ([], ["拼音", "音转", "转换"])
    assert split_word("한국어") == ([], ["한국", "국어"])
    assert split_word("カタカナ")[1] == ["カタ", "タカ", "カナ"]


def test_run_beside_other_letters_is_a_part_of_its_own() -> None:
    assert split_word("用户id") == (["用户", "id"], ["用户"])


@pytest.mark.parametrize(
    "family",
    [
        ("validate", "validates", "validating", "validation", "validator"),
        ("cookie", "cookies"),
        ("query", "queries", "queried"),
        ("running", "runner", "runs", "run"),
        ("collect", "collects", "collector", "collection"),
        ("create", "created", "creation", "creator"),
    ],
)
def test_inflections_of_a_word_have_one_stem(family: tuple[str, ...]) -> None:
    assert len({stem_of(word) for word in family}) == 1


@pytest.mark.parametrize("word", ["this", "class", "status", "bring", "id", "größen", "x1"])
def test_word_without_an_ending_to_cut_is_its_own_stem(word: str) -> None:
    assert stem_of(word) == word


@pytest.mark.parametrize(
    "spelling", ["dispatchRequest", "dispatch_request", "Dispatch request", "_dispatch-request", "DISPATCH_REQUEST"]
)
def test_spellings_of_a_name_have_one_key(spelling: str) -> None:
    assert name_key(spelling) == "dispatch request"


def test_parts_of_an_identifier_stay_in_their_order() -> None:
    assert expand_text("parseHTTPResponse").startswith("parse http response")


def test_word_that_needs_nothing_adds_nothing() -> None:
    assert expand_text("if x is not big") == ""


def test_long_data_is_not_taken_apart() -> None:
    assert expand_text("aB" * 200) == ""


def test_chunk_has_its_names_path_text_parts_and_place() -> None:
    words = chunk_fields(
        "def applyRate(): ...", "src/tax_rates.py", ["Rate.applyRate"], surroundings(["Rate"], ["Rates of tax. More."])
    )
    assert words.name.split()[0] == "applyRate"
    assert "apply" in words.name.split()
    assert "Rate.applyRate" not in words.name
    assert {"src/tax_rates.py", "tax", "rates"} <= set(words.path.split())
    assert words.body == "def applyRate(): ..."
    assert "apply rate" in words.parts
    assert "Rates of tax." in words.context
    assert "More" not in words.context


def test_heading_is_a_name_as_a_whole() -> None:
    assert last_name("Upload retries v1.2") == "Upload retries v1.2"
    assert last_name("Rate.apply") == "apply"
    assert last_name("std::vec::Vec") == "Vec"


def test_words_of_a_question_keep_their_places() -> None:
    words = query_words("how is HttpResponse.set_cookie used?")
    assert [word.text for word in words] == ["how", "is", "httpresponse", "set_cookie", "used"]
    assert [word.position for word in words] == [0, 1, 2, 3, 4]
    assert words[2].parts == ("http", "response")
    assert words[3].parts == ("set", "cookie")


@given(st.text())
def test_any_text_can_be_taken_apart(text: str) -> None:
    assert expand_text(text) == expand_text(text)
    name_key(text)
    for word in query_words(text):
        assert word.text == word.typed.lower()


@given(st.from_regex(r"[a-z]{1,12}(_[a-z]{1,12}){0,4}", fullmatch=True))
def test_snake_case_loses_no_letter(name: str) -> None:
    assert "".join(split_word(name)[0]) == name.replace("_", "")
