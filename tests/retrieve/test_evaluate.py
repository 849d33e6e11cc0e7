"""Scoring the search on a user's own questions."""

from __future__ import annotations

import json

import pytest

from cairn.cli.commands.eval import eval_text
from cairn.errors import UsageError
from cairn.report import EvalAnswer, EvalScore
from cairn.retrieve.facade import Retrieve

QUESTIONS = [
    {"query": "look up the rate of a country", "handle": "rate_for"},
    {"query": "Upload retries", "file": "docs/guide.md", "lines": "5-8"},
    {"query": "round_money", "file": ["billing/money.py", "billing/tax.py"]},
    {"query": "round_money", "file": "docs/zh.md"},
]


def lines(*rows: object) -> list[str]:
    return [json.dumps(row) for row in rows]


def test_scores_are_those_of_the_ranks(retrieve: Retrieve) -> None:
    answer = retrieve.evaluate(lines(*QUESTIONS))
    (score,) = answer.scores
    assert answer.rows[0].ranks == [[1]]
    assert answer.rows[1].ranks == [[1]]
    assert answer.rows[3].ranks == [[None]]
    assert score.questions == 4
    assert score.recall_1 == pytest.approx((1 + 1 + 0.5 + 0) / 4)
    assert score.mrr == pytest.approx(3 / 4)
    assert 0.7 < score.ndcg_10 <= 0.75
    assert score.tokens > 0


def test_two_settings_are_compared_question_by_question(retrieve: Retrieve) -> None:
    answer = retrieve.evaluate(lines(*QUESTIONS[:2]), ("", "path=docs/** k=3"))
    assert [score.settings for score in answer.scores] == ["", "path=docs/** k=3"]
    assert (answer.better, answer.worse, answer.p_value) == (0, 1, 1.0)


@pytest.mark.parametrize(
    "line",
    [
        *("no json", "[1]", "[" * 100_000, '{"query": 3, "file": "a"}', '{"query": "a"}'),
        *('{"query": "a", "file": "b", "lines": "x"}', '{"query": "a", "file": "b", "lines": "9-3"}', ""),
    ],
    ids=range(8),
)
def test_line_that_is_no_question_is_named_by_its_number(retrieve: Retrieve, line: str) -> None:
    with pytest.raises(UsageError, match=r"line 2|no questions"):
        retrieve.evaluate(["", line])


@pytest.mark.parametrize("setting", ["colour=red", "k=many", "k=1000000000000", "lang"])
def test_setting_that_is_none_is_an_error(retrieve: Retrieve, setting: str) -> None:
    with pytest.raises(UsageError):
        retrieve.evaluate(lines(QUESTIONS[0]), (setting,))


def test_drafted_questions_can_be_asked_at_once(retrieve: Retrieve) -> None:
    drafts = retrieve.draft_questions("shop", 5)
    assert {"query": "Look up the rate of a country.", "handle": "shop:billing/tax.py#rate_for"} in retrieve.draft_questions()
    assert len(drafts) == 5
    assert retrieve.evaluate(lines(*drafts)).scores[0].recall_5 == 1


def test_right_place_that_is_not_in_the_index_is_a_fault_of_the_question_and_no_miss(retrieve: Retrieve) -> None:
    rows = [
        QUESTIONS[0],
        {"query": "rate", "handle": "Rate.aply"},
        {"query": "rate", "file": "nowhere.py"},
        {"query": "round_money", "file": ["shop:billing/money.py", "gone.py"]},
    ]
    answer = retrieve.evaluate(lines(*rows))
    assert [row.ranks for row in answer.rows] == [[[1]], [[1]]]
    assert answer.scores[0].questions == 2
    assert answer.faults[0].startswith("line 2: no such handle 'Rate.aply'")
    assert answer.faults[1:] == ["line 3: no such file 'nowhere.py'", "line 4: no such file 'gone.py'"]
    with pytest.raises(UsageError, match=r"line 1: no such file .nowhere\.py"):
        retrieve.evaluate(lines(rows[2]))


def test_chance_that_is_next_to_nothing_is_not_said_to_be_none() -> None:
    score = EvalScore("", 40, 1, 1, 1, 1, 1, 10)
    assert "(sign test: p < 0.001)" in eval_text(EvalAnswer([score, score], [], 30, 0, 0.0, ["line 3: no such file 'a.py'"]))
