"""How well recall does on the set of sixty cards and a hundred and forty prompts; docs/cards.md tells these figures."""

from __future__ import annotations

import pytest

from cairn import Cairn
from cairn.cards.calibrate import calibrate, halves, score, weigh_all
from cairn.cards.gates import Thresholds
from tests.cards.prompts import LONG, PROMPTS, SILENT, WANTED
from tests.cards.sixty import CARDS


def test_the_set_is_what_the_documents_say_it_is() -> None:
    assert (len(CARDS), len(WANTED), len(SILENT), len(LONG)) == (60, 80, 60, 10)
    assert all(len(prompt.prompt.split()) > 400 for prompt in LONG if prompt.prompt.isascii())
    assert {name for prompt in WANTED for name in prompt.cards} <= {card[0] for card in CARDS}


def test_the_usual_thresholds_bring_the_right_cards_and_hardly_ever_a_wrong_one(sixty: Cairn) -> None:
    sixty.cards.sync()
    found, _, brought = score(weigh_all(sixty.cards, PROMPTS), Thresholds())
    assert found.recall_1 >= 0.95
    assert found.recall_3 >= 0.98
    assert found.injection_1 >= 0.85
    assert found.false <= 1, brought


def test_long_prompts_are_not_diluted(sixty: Cairn) -> None:
    sixty.cards.sync()
    found, missed, _ = score(weigh_all(sixty.cards, LONG), Thresholds())
    assert found.injection_1 >= 0.75, missed


@pytest.mark.slow
def test_thresholds_that_are_chosen_on_one_half_hold_on_the_other(sixty: Cairn) -> None:
    answer = calibrate(sixty.cards, PROMPTS)
    told = answer.told_on
    assert (told.positives, told.negatives) == (40, 30)
    assert told.recall_1 >= 0.95
    assert told.recall_3 >= 1.0
    assert told.injection_1 >= 0.80
    assert told.false <= 1, answer.brought
    assert sum(answer.confusion.values()) == 70


def test_halves_share_no_prompt_and_leave_none_out() -> None:
    first, second = halves(PROMPTS)
    assert len(first) == len(second) == 70
    assert {id(prompt) for prompt in first} & {id(prompt) for prompt in second} == set()


def test_the_same_prompt_gets_the_same_answer_every_time(sixty: Cairn) -> None:
    prompts = [prompt.prompt for prompt in PROMPTS[::7]]
    assert [sixty.cards.recall(prompt) for prompt in prompts] == [sixty.cards.recall(prompt) for prompt in prompts]
