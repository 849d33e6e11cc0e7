# ruff: noqa: E501  # long texts on one line
"""Writing, proposing, deciding, and what a session has."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from cairn.cards.consolidate import consolidate
from cairn.cards.lint import lint
from cairn.errors import CairnError, NotFoundError, RefusedError
from tests.cards.conftest import Opener
from tests.cards.world import names, put

ASK = "does a giraffe sleep standing up?"
SUMMARY = "The giraffe sleeps standing up"


def test_a_change_leaves_all_other_lines_as_they_are(opened: Opener) -> None:
    cairn = opened()
    path = put(cairn, "g", SUMMARY)
    path.write_text(
        f"---\n# ours\nname: g\nsummary: {SUMMARY}   # short\nteam:\n  lead: {{who: ann}}\nstatus: approved\ntags:\n- a\n- b\n---\n\nBody.\n",
        "utf-8",
    )
    cairn.cards.desk.retire("g")
    assert path.read_text("utf-8") == (
        f"---\n# ours\nname: g\nsummary: {SUMMARY}   # short\nteam:\n  lead: {{who: ann}}\nstatus: retired\ntags:\n- a\n- b\n---\n\nBody.\n"
    )
    assert names(cairn, ASK) == []


def test_nothing_is_overwritten_and_a_change_that_somebody_else_made_meanwhile_stays(opened: Opener) -> None:
    cairn = opened()
    path = put(cairn, "g", SUMMARY)
    with pytest.raises(RefusedError):
        cairn.cards.desk.add("Another", name="g")
    row, data, text = cairn.cards.desk.load("g")
    path.write_text(text + "theirs\n", "utf-8")
    with pytest.raises(RefusedError):
        cairn.cards.desk.replace(row, data, text + "ours\n", "edited")
    assert path.read_text("utf-8").endswith("theirs\n")


def test_two_that_add_the_same_card_at_once_write_one(opened: Opener) -> None:
    cairn = opened()
    done: list[str] = []

    def add(number: int) -> None:
        try:
            done.append(cairn.cards.desk.add(f"Giraffe {number}", name="g").action)
        except CairnError as error:
            done.append(type(error).__name__)

    threads = [threading.Thread(target=add, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == ["RefusedError"] * 7 + ["added"]


def test_a_session_has_a_card_once_and_none_that_came_in_after_it_began(opened: Opener) -> None:
    cairn = opened()
    put(cairn, "g", SUMMARY)
    assert names(cairn, ASK, session="s") == ["g"]
    assert names(cairn, ASK, session="s") == []
    assert cairn.cards.recall(ASK, session="s").repeated == ["g"]
    put(cairn, "z", "The zebra is striped black and white")
    assert names(cairn, "is a zebra striped?", session="s") == []
    assert names(cairn, "is a zebra striped?", session="t") == ["z"]
    assert names(cairn, "is a zebra striped?") == ["z"]
    rows = cairn.cards.audit("s")
    assert [(row.card, row.length, row.gate) for row in rows] == [("g", len(ASK), "words")]
    assert ASK not in str(rows)


@pytest.mark.parametrize(
    "text", ["", " ", "\ud800", "\0", '"(*NEAR', "x:y#z(", "a" * 70_000, "如何" * 20_000, "x/" * 20_000, "a-b." * 20_000]
)
def test_any_text_is_a_prompt_and_a_place(opened: Opener, text: str) -> None:
    cairn = opened()
    put(cairn, "g", SUMMARY)
    assert names(cairn, text, at=[text], session=text) == []
    assert names(cairn, f"{text}\n\n{ASK}") == ["g"]


def test_scopes_expiry_and_status_are_hard(opened: Opener) -> None:
    cairn = opened()
    put(cairn, "g", SUMMARY, scope=("zoo",))
    assert names(cairn, ASK, scope="zoo") == ["g"]
    assert names(cairn, ASK, scope="farm") == []
    put(cairn, "g", SUMMARY, expires="2020-01-01")
    assert names(cairn, ASK) == []
    assert {fault.kind for fault in lint(cairn.cards)} == {"expired"}
    put(cairn, "g", SUMMARY, status="draft")
    assert names(cairn, ASK) == []
    explained = cairn.cards.explain(ASK).candidates
    assert [(one.name, one.is_let_in, one.gate) for one in explained] == [("g", False, "status")]


def test_a_proposal_is_no_card_until_it_is_approved(opened: Opener) -> None:
    cairn = opened()
    made = cairn.cards.proposals.propose("add", summary=SUMMARY, card="g", reason="seen at the zoo")
    assert names(cairn, ASK) == []
    assert "+summary: The giraffe sleeps standing up" in cairn.cards.proposals.review(made).diff
    cairn.cards.proposals.approve(made.id)
    assert names(cairn, ASK) == ["g"]
    patch = cairn.cards.proposals.propose("patch", card="g", quote="standing up", replacement="standing up, mostly")
    cairn.cards.proposals.approve(patch.id[:6])
    assert cairn.cards.recall(ASK).cards[0].summary.endswith("mostly")
    gone = cairn.cards.proposals.propose("remove", card="g")
    cairn.cards.proposals.reject(gone.id)
    assert names(cairn, ASK) == ["g"]
    assert sorted(way for _, way in cairn.cards.proposals.decided()) == ["approved", "approved", "rejected"]
    with pytest.raises(NotFoundError):
        cairn.cards.proposals.approve(gone.id)


def test_a_patch_whose_quote_is_not_there_exactly_once_is_refused_also_later(opened: Opener) -> None:
    cairn = opened()
    path = put(cairn, "g", SUMMARY, "It is tall. It is calm.")
    for quote in ("It is", "It was", ""):
        with pytest.raises(RefusedError):
            cairn.cards.proposals.propose("patch", card="g", quote=quote, replacement="x")
    made = cairn.cards.proposals.propose("patch", card="g", quote="tall", replacement="high")
    path.write_text(path.read_text("utf-8").replace("tall", "big"), "utf-8")
    assert cairn.cards.proposals.review(made).fault
    with pytest.raises(RefusedError):
        cairn.cards.proposals.approve(made.id)


def test_cards_about_one_handle_are_alike_by_their_words_and_other_numbers_contradict(opened: Opener) -> None:
    cairn = opened()
    put(cairn, "a", "Hooks run in the order in which they were added, also those of parents first", about=("s:hooks.js#run",))
    put(cairn, "b", "Hooks run in the order they were added; hooks of the parent run first", about=("s:hooks.js#run",))
    put(cairn, "c", "Hooks run in the order they were added, and those of parents run first")
    put(cairn, "d", "The worker is asked 3 times before it is given up", about=("s:work.js#ask",))
    put(cairn, "e", "Before the worker is given up, it is asked 5 times", about=("s:work.js#ask",))
    found = {(fault.kind, fault.card) for fault in lint(cairn.cards) if fault.kind in ("duplicate", "contradiction")}
    assert found == {("duplicate", "b"), ("contradiction", "e")}


def test_near_duplicates_and_contradictions_are_told(opened: Opener) -> None:
    cairn = opened()
    body = "Close the pool before the process forks. Otherwise both ends write to one socket and answers get mixed up."
    put(cairn, "a", "Close the pool before forking the process", body)
    put(cairn, "b", "Close the pool before forking the process", body)
    put(cairn, "x", "Always close the pool", about=("shop:up.py#send",))
    put(cairn, "y", "Never close the pool", about=("shop:up.py#send",))
    kinds = {fault.kind for fault in lint(cairn.cards)}
    assert {"duplicate", "contradiction"} <= kinds
    merged = consolidate(cairn.cards.proposals, 1200, None).proposals
    assert [(made.kind, made.card) for made in merged] == [("remove", "a")]


def test_what_a_model_shortens_is_checked_and_a_refused_answer_is_not_asked_for_again(opened: Opener) -> None:
    cairn = opened()
    facts = " ".join(f"Stage {number} of the rocket burns for {number * 7} seconds." for number in range(1, 9))
    put(cairn, "r", "The rocket has eight stages", facts, tags=("protected",))
    asked: list[int] = []

    def shorten(text: str, limit: int) -> str:
        asked.append(limit)
        return text[: limit - 2] + "."

    answer = consolidate(cairn.cards.proposals, 300, shorten)
    assert answer.proposals == []
    assert "a fact of a protected card is lost" in answer.unreached[0]
    assert "refused before" in consolidate(cairn.cards.proposals, 300, shorten).unreached[0]
    assert asked == [300]
    assert "no chat endpoint" in consolidate(cairn.cards.proposals, 300, None).unreached[0]


def test_a_skill_is_recalled_by_its_description_and_shown_whole(opened: Opener) -> None:
    cairn = opened()
    folder = cairn.cards.folders[0] / "giraffes"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(f"---\nname: giraffes\ndescription: {SUMMARY}\n---\n\nStep one.\n", "utf-8")
    (folder / "notes.md").write_text("---\nname: notes\nsummary: no card\n---\n", "utf-8")
    cards = cairn.cards.recall(ASK).cards
    assert [(card.name, card.kind) for card in cards] == [("giraffes", "skill")]
    assert "Step one." in cairn.cards.desk.show("giraffes").text
    assert [row.name for row in cairn.cards.listing()] == ["giraffes"]
    assert lint(cairn.cards) == []


def test_recall_writes_nothing_into_a_library_and_works_where_nothing_can_be_written(opened: Opener, tmp_path: Path) -> None:
    cairn = opened()
    put(cairn, "g", SUMMARY)
    library = cairn.cards.folders[0]
    before = {path: path.stat().st_mtime_ns for path in library.parent.rglob("*") if library in (path, *path.parents)}
    assert names(cairn, ASK) == ["g"]
    assert {path: path.stat().st_mtime_ns for path in before} == before
    (tmp_path / "home2").write_text("a file where a folder should be", "utf-8")
    from cairn import Config, create_cairn

    with create_cairn(tmp_path / "none.db", config=Config(home=tmp_path / "home2", cards=(library,))) as other:
        assert names(other, ASK) == ["g"]
