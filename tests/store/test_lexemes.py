"""The words of a chunk in PostgreSQL: the same words, at the same places, as SQLite's full-text index finds in the same text."""

from __future__ import annotations

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("psycopg")

from cairn.store.postgres.lexemes import NOWHERE, Evidence, Places, pack, words_of

_TEXTS = (
    "def parse_HTTPResponse(x: int) -> None:  # a-b, c.d, 2.5e3\n\treturn self._x[0]",
    "Straße naïve Ångström façade Ω ΑΒΓ Привет МИР e\u0301tude",
    "関数 parse構文 データ ｶﾅ 한국어 中文abc",
    "a\u0301\u0302b x\u00b5m ſ \u0130 İstanbul ǅ ß",
    "=mark 'quoted' \\ back | & ! <-> :* 🥲 x\u200by ½ ²",
    "",
)
# Letters and signs that code and prose are made of; what Unicode has added since SQLite's tables is told apart (docs).
_KNOWN = st.text(st.sampled_from("abz_AZ09 \n.,-'\"=:*&|!éßÅÇñΩωЖжי関数ーカか한½²µſ\u0301\u0308"), max_size=80)


def _by_sqlite(text: str) -> list[bytes]:
    connection = apsw.Connection(":memory:")
    tokenizer = connection.fts5_tokenizer("unicode61", ["remove_diacritics", "2", "tokenchars", "_"])
    found = tokenizer(text.encode(), apsw.FTS5_TOKENIZE_DOCUMENT, None, include_offsets=False)
    return [str(token[0]).encode() for token in found]


@pytest.mark.parametrize("text", _TEXTS)
def test_words_are_those_of_the_other_backend(text: str) -> None:
    assert words_of(text) == [word for word in _by_sqlite(text) if word != "🥲".encode()]


@given(_KNOWN)
def test_words_of_any_text_are_those_of_the_other_backend(text: str) -> None:
    assert words_of(text) == _by_sqlite(text)


def _places(columns: list[list[bytes]], wanted: list[bytes], *, is_prefix: bool) -> Places:
    """Where a phrase begins in each column, by looking."""

    def is_at(words: list[bytes], at: int) -> bool:
        found = words[at : at + len(wanted)]
        last = found[-1:] == wanted[-1:] or (is_prefix and found[-1:] and found[-1].startswith(wanted[-1]))
        return len(found) == len(wanted) and found[:-1] == wanted[:-1] and bool(last)

    return [[at for at in range(len(words)) if is_at(words, at)] for words in columns]


_WORDS = st.lists(st.sampled_from(["a", "b", "ab", "abc", "x_1", "1", "é", "関数", "0", "_"]), max_size=30).map(" ".join)

_PHRASE = st.lists(st.sampled_from("a b ab x_1 1 é 関数 0 zz _".split()), min_size=1, max_size=3)


@given(st.lists(_WORDS, min_size=5, max_size=5), _PHRASE, st.booleans())
def test_places_of_a_phrase_are_found_in_what_the_server_keeps(columns: list[str], phrase: list[str], is_prefix: bool) -> None:
    packed = pack(columns)
    wanted = [word for text in phrase for word in words_of(text)]
    split = [words_of(column) for column in columns]
    assert Evidence(packed.vector).places_of(wanted, is_prefix=is_prefix) == _places(split, wanted, is_prefix=is_prefix)
    assert (packed.everything, packed.body) == (sum(map(len, split)), len(split[2]))


def test_every_place_of_every_column_can_be_told_from_a_word() -> None:
    # 255 places a word, and all ranges full: each of the bytes that a position may have stands somewhere.
    columns = [" ".join(f"w{n % 37}" for n in range(7000)) for _ in range(5)]
    evidence = Evidence(pack(columns).vector)
    for word in (b"a", b"0", b"_", b"up", b"w", b"1", b"w1x"):
        assert evidence.places_of([word]) == NOWHERE
    assert evidence.places_of([b"w3"])[2][:3] == [3, 40, 77]


def test_word_that_is_data_is_kept_by_its_beginning() -> None:
    long = "x" * 5000
    assert Evidence(pack(["", "", long, "", ""]).vector).places_of(words_of(long)) == [[], [], [0], [], []]
