"""The vector arm of recall: off by default, carries a synonym over the gates, and is no reason for a recall to fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.cards.calibrate import halves, score, weigh_all
from cairn.cards.gates import Thresholds
from tests.cards.conftest import Opener
from tests.cards.prompts import PROMPTS
from tests.cards.sixty import write_library
from tests.cards.world import names, put

LOCAL = {"embed_url": "local:"}
SYNONYMS = "when does the bucket delete uploaded pictures?"


@pytest.fixture(autouse=True)
def _needs_the_local_embedder() -> None:
    pytest.importorskip("wordllama", reason="the extra `local` is not installed")


def _fill(cairn: Cairn) -> None:
    put(cairn, "bucket-retention", "Uploaded images are removed from the bucket after thirty days")
    put(cairn, "virus-scan", "Uploaded files are scanned for viruses before anybody can open them")
    put(cairn, "region", "The bucket is in Frankfurt, since customers ask for it")


def test_a_synonym_carries_a_card_over_the_gates_only_where_vectors_are_asked_for(opened: Opener) -> None:
    plain, armed = opened(**LOCAL), opened(**LOCAL, card_vectors=True)
    _fill(plain)
    assert names(plain, SYNONYMS) == []
    assert [names(armed, SYNONYMS) for _ in range(2)] == [["bucket-retention"]] * 2
    first = armed.cards.explain(SYNONYMS).candidates[0]
    assert (first.coverage, first.reason.partition("; ")[2]) == (Thresholds().sure, f"by its meaning {first.similarity:.2f}")
    assert {one.similarity for one in plain.cards.explain(SYNONYMS).candidates} == {0.0}


def test_a_vector_alone_brings_no_card(opened: Opener) -> None:
    cairn = opened(**LOCAL, card_vectors=True)
    _fill(cairn)
    assert names(cairn, "are pictures deleted after a month?") == []


def test_a_card_that_changed_has_another_vector(opened: Opener) -> None:
    cairn = opened(**LOCAL, card_vectors=True)
    _fill(cairn)
    assert names(cairn, SYNONYMS) == ["bucket-retention"]
    put(cairn, "bucket-retention", "The bucket of uploaded data has a quota that finance pays")
    assert names(cairn, SYNONYMS) == []


def test_an_embedder_that_does_not_answer_leaves_the_words(opened: Opener) -> None:
    cairn = opened(embed_url="http://127.0.0.1:9/v1", embed_model="m", card_vectors=True)
    _fill(cairn)
    answer = cairn.cards.recall("are uploaded images removed from the bucket after some time? and pictures?")
    assert [card.name for card in answer.cards] == ["bucket-retention"]
    assert "judged by their words alone" in cairn.cards.explain(SYNONYMS).notes[0]


def test_on_the_set_vectors_bring_no_wrong_card_and_miss_none_that_words_bring(indexed: Path, tmp_path: Path) -> None:
    config = Config(home=tmp_path, cards=(write_library(tmp_path / "cards"),), card_vectors=True, **LOCAL)  # type: ignore[arg-type]
    with create_cairn(indexed, config=config) as cairn:
        cairn.cards.sync()
        chosen, told = (score(weigh_all(cairn.cards, half), Thresholds())[0] for half in halves(PROMPTS))
    assert chosen.injection_1 >= 0.925
    assert told.injection_1 >= 0.9
    assert told.recall_3 >= 1.0
    assert (chosen.false + told.false, chosen.wrong + told.wrong) == (0, 0)
