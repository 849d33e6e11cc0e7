"""How the answers to an agent's questions are judged, and the questions themselves where the packages are at hand."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from tests.quality.agent import ask_all, grade, report
from tests.quality.agent_questions import PACKAGES, QUESTIONS, Question

WORK = Path(os.environ.get("QUALITY_WORK", Path(tempfile.gettempdir()) / "cairn-quality" / "questions")).parent / "agent"
ANSWER = """\
app:a/b.py#apply  function L5-L9
called by:
- app:a/c.py#total :3; #Cart.add * :7,12 calls apply; #guess :30 (0.4 unique-name)
may also be called by:
- app:a/d.py#perhaps :9
"""


@pytest.mark.parametrize(
    ("facts", "wrong", "expected"),
    [
        (["c.py#total:3", "c.py#Cart.add:12", "d.py#perhaps:9"], [], "right"),
        (["c.py#total:3", "c.py#total:7"], [], "partly"),
        (["c.py#Cart.add:3", "x.py#add"], [], "wrong"),
        (["c.py#total|x.py#add", "c.py#Ca*"], ["c.py#guess", "d.py#perhaps"], "right"),
        (["c.py#total:3"], ["c.py#Cart.add:7"], "wrong"),
    ],
)
def test_an_answer_is_judged_by_the_facts_in_it_and_by_what_it_tells_as_sure(
    facts: list[str], wrong: list[str], expected: str
) -> None:
    assert grade(Question("app", "?", [], facts, wrong), [ANSWER]).grade == expected


def test_every_question_is_about_a_package() -> None:
    assert {question.package for question in QUESTIONS} == {package.name for package in PACKAGES}
    assert len(QUESTIONS) == 36


@pytest.mark.slow
@pytest.mark.skipif(
    not all((WORK / "packages" / package.name).is_dir() for package in PACKAGES), reason="`make quality` fetches the packages"
)
def test_an_agent_is_answered_in_few_calls_and_few_tokens() -> None:
    assert report(ask_all(WORK))
