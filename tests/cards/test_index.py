"""The derived index: broken, of another version, not to be written, very large, and shared by two principals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from cairn import Cairn
from cairn.cards.card import Card, read_card, write_card
from cairn.cards.lint import lint
from cairn.errors import NotFoundError, RefusedError
from cairn.store.sqlite.cards import CardRows, TargetRow
from tests.cards.conftest import Opener
from tests.cards.world import names, put

ASK = "does a giraffe sleep standing up?"
SUMMARY = "The giraffe sleeps standing up"


def _index(cairn: Cairn) -> Path:
    return next((cairn.cards.home / "cards-index").glob("*.db"))


def _scramble(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:] = bytes(place * 7 % 256 for place in range(len(data) - 4096))
    path.write_bytes(data)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def _other(path: Path) -> None:
    path.unlink()
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE other (x); PRAGMA user_version = 5").fetchall()
    connection.close()


def _newer(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA user_version = 99").fetchall()
    connection.close()


@pytest.mark.parametrize("spoil", [_scramble, _cut, _other, _newer])
def test_an_index_that_is_spoilt_anywhere_is_made_anew(opened: Opener, spoil: Callable[[Path], None]) -> None:
    cairn = opened()
    put(cairn, "g", SUMMARY)
    assert names(cairn, ASK) == ["g"]
    cairn.close()
    spoil(_index(cairn))
    again = opened()
    assert names(again, ASK, session="s") == ["g"]
    assert [row.card for row in again.cards.audit("s")] == ["g"]


def test_a_disk_that_is_full_keeps_no_card_back(opened: Opener) -> None:
    cairn = opened()
    put(cairn, "g", SUMMARY)
    assert names(cairn, ASK) == ["g"]
    # No page more may be written to this file, as on a full disk.
    pages = next(iter(cairn.cards.rows.db.execute("PRAGMA page_count")))[0]
    cairn.cards.rows.db.execute(f"PRAGMA max_page_count = {pages}").fetchall()
    for number in range(40):
        put(cairn, f"z{number}", f"Zebra {number} is striped black and white")
    assert names(cairn, ASK, session="s") == ["g"]


def test_an_index_that_may_only_be_read_keeps_no_card_back(opened: Opener) -> None:
    cairn = opened()
    put(cairn, "g", SUMMARY)
    assert names(cairn, ASK) == ["g"]
    cairn.cards.rows.db.execute("PRAGMA query_only = 1").fetchall()
    put(cairn, "z", "The zebra is striped black and white")
    assert names(cairn, ASK, session="s") == ["g"]


def test_lists_of_any_length_are_asked_for(tmp_path: Path) -> None:
    rows = CardRows(tmp_path / "index.db")
    many = list(range(300_000))
    assert rows.cards_by_id(many) == {}
    assert rows.targets_of(many) == []
    assert rows.word_counts([str(number) for number in many]) == {}
    with rows.writing():
        rows.set_targets(7, [TargetRow(7, "a", "x:a", "about", "fresh", "a", "a", "a")])
    assert len(rows.targets("handle", [*map(str, many), "x:a"])) == 1
    rows.close()


@pytest.mark.parametrize("change", ["status: retired", "status: approved\nowner: alice", "status: approved\nexpires: 2020-01-01"])
def test_a_shelf_of_cards_that_are_stopped_hides_none(opened: Opener, change: str) -> None:
    cairn = opened(principal="bob")
    put(cairn, "z", SUMMARY, "It was seen at night in zoos, with stones, water and long trees.")
    for number in range(60):
        put(cairn, f"other{number}", f"Other {number} things about stone{number}")
    for number in range(14):
        text = write_card(f"s{number}", SUMMARY, "", status="approved", verified_at="2026-11-01")
        (cairn.cards.folders[0] / f"s{number}.md").write_text(text.replace("status: approved", change), "utf-8")
    assert names(cairn, ASK) == ["z"]


def test_what_one_principal_had_in_a_session_is_nothing_to_another(opened: Opener) -> None:
    alice, bob = opened(principal="alice"), opened(principal="bob")
    put(alice, "g", SUMMARY)
    assert names(alice, ASK, session="s") == ["g"]
    assert bob.cards.audit() == []
    assert names(bob, ASK, session="s") == ["g"]
    assert [row.card for row in alice.cards.audit("s")] == ["g"]


def test_a_name_of_a_million_letters_is_looked_for_and_not_repeated(opened: Opener) -> None:
    cairn = opened()
    put(cairn, "g", SUMMARY)
    with pytest.raises(NotFoundError) as found:
        cairn.cards.desk.show("g" * 1_000_000)
    assert len(str(found.value)) < 300


@pytest.mark.parametrize("text", [b"\xff\xfe", b"[" * 100_000, b"[]", b'{"score": NaN}', b'{"score": 1e999}', b"{" * 20_000])
def test_thresholds_that_are_none_are_a_sentence(opened: Opener, text: bytes) -> None:
    cairn = opened()
    put(cairn, "g", SUMMARY)
    (cairn.cards.home / "cards-thresholds.json").write_bytes(text)
    with pytest.raises(RefusedError):
        names(cairn, ASK)


def test_lint_reads_no_card_once_for_each_other_card(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    cairn = opened()
    for number in range(60):
        put(cairn, f"c{number}", f"Always close the pool number {number}", about=("shop:a.py#x",))
    read = []

    def counted(data: bytes, stem: str) -> Card:
        read.append(stem)
        return read_card(data, stem)

    monkeypatch.setattr("cairn.cards.lint.read_card", counted)
    lint(cairn.cards)
    assert 60 <= len(read) <= 4 * 60


def test_a_card_that_is_dropped_while_it_is_recalled_is_no_fault(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    cairn = opened()
    put(cairn, "g", SUMMARY)
    match = CardRows.match
    monkeypatch.setattr(CardRows, "match", lambda *given: [*match(*given), 999_999])
    assert names(cairn, ASK) == ["g"]
    for number in range(12):
        put(cairn, f"s{number}", SUMMARY, status="retired")
    assert "g" in [one.name for one in cairn.cards.explain(ASK).candidates]
