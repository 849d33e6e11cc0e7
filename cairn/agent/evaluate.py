"""How well an agent answers questions of one's own: the evidence that it names against the handles that are wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cairn.agent.agent import Agent
from cairn.agent.evidence import Verdict
from cairn.agent.judge import Judgement
from cairn.errors import CairnError, Cancelled, UsageError
from cairn.infer.answer import Json, parse_json

_FIELDS = ("question", "handle", "handles", "answer")


@dataclass(frozen=True, slots=True)
class Asked:
    """A line of the file. `answer` is one that was given before, "" if the agent is to be asked."""

    question: str
    handles: tuple[str, ...]
    answer: str = ""


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """What became of a question. `found` are the wanted handles that are among the evidence; `error` why there is no answer,
    `unjudged` why the judge has said nothing of it.
    """

    question: str
    run: str
    found: list[str]
    missed: list[str]
    faults: list[str]
    tokens: int
    judgement: Judgement | None = None
    error: str = ""
    unjudged: str = ""

    @property
    def has_passed(self) -> bool:
        """Whether there is an answer, and its evidence holds."""
        return not self.error and not self.faults


@dataclass(frozen=True, slots=True)
class AnswerScore:
    """All rows. `recall` is the mean share of the wanted handles that were named, over the questions that want some."""

    questions: int
    passed: int
    failed: int
    recall: float
    tokens: int
    judged: float | None
    rows: list[AnswerRow]


Judge = Callable[[str, str, Verdict], Judgement]


def read_questions(lines: Iterable[str]) -> list[Asked]:
    """Read `{"question": ..., "handles": [...]}` lines, with a recorded `answer` perhaps.

    Raises:
        UsageError: a line is none; it is named by its number.
    """
    found = [_read(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not found:
        raise UsageError('the file has no questions; write {"question": ..., "handles": [...]} lines')
    return found


def evaluate(questions: Iterable[Asked], agent: Agent, judge: Judge | None = None) -> AnswerScore:
    """Ask every question, or take the answer that stands beside it, and look at the evidence."""
    rows = [_row(asked, agent, judge) for asked in questions]
    wanting = [row for row in rows if row.found or row.missed]
    judged = [row.judgement.score for row in rows if row.judgement is not None]
    return AnswerScore(
        len(rows),
        sum(row.has_passed for row in rows),
        sum(bool(row.error) for row in rows),
        sum(len(row.found) / (len(row.found) + len(row.missed)) for row in wanting) / len(wanting) if wanting else 0.0,
        sum(row.tokens for row in rows),
        sum(judged) / len(judged) if judged else None,
        rows,
    )


def _row(asked: Asked, agent: Agent, judge: Judge | None) -> AnswerRow:
    run, tokens, text = "", 0, asked.answer
    try:
        if text:
            verdict = agent.check(text)
        else:
            answer = agent.answer(asked.question)
            run, text = answer.run, answer.answer
            tokens = answer.usage.prompt_tokens + answer.usage.answer_tokens
            verdict = Verdict(answer.evidence, answer.faults)
    except CairnError as error:
        return AnswerRow(asked.question, run, [], list(asked.handles), [], tokens, error=str(error))
    judgement, unjudged = _judged(asked.question, text, verdict, judge)
    named = [evidence.handle for evidence in verdict.evidence]
    found = [handle for handle in asked.handles if _is_named(handle, named)]
    missed = [handle for handle in asked.handles if handle not in found]
    return AnswerRow(asked.question, run, found, missed, list(verdict.faults), tokens, judgement, unjudged=unjudged)


def _judged(question: str, text: str, verdict: Verdict, judge: Judge | None) -> tuple[Judgement | None, str]:
    """What the judge says, or why it says nothing: that takes nothing from the evidence."""
    try:
        return (judge(question, text, verdict) if judge is not None else None), ""
    except Cancelled:
        raise
    except CairnError as error:
        return None, str(error)


def _is_named(wanted: str, named: Sequence[str]) -> bool:
    """Whether evidence has a handle, or a member of what it names."""
    return any(handle == wanted or handle.startswith((f"{wanted}.", f"{wanted}#")) for handle in named)


def _read(number: int, line: str) -> Asked:
    try:
        given: Json = parse_json(line)
    except (ValueError, RecursionError) as exc:
        raise UsageError(f"line {number} is no JSON ({exc}); write one question a line") from exc
    if not isinstance(given, dict) or not isinstance(given.get("question"), str) or not given["question"].strip():
        raise UsageError(f'line {number} has no question; write {{"question": ..., "handles": [...]}}')
    unknown = [name for name in given if name not in _FIELDS]
    if unknown:
        raise UsageError(f"line {number} has a field {unknown[0]!r}; there are {', '.join(_FIELDS)}")
    handles = given.get("handles", given.get("handle", []))
    handles = [handles] if isinstance(handles, str) else handles
    if not isinstance(handles, list) or not all(isinstance(handle, str) for handle in handles):
        raise UsageError(f"line {number} has handles that are none; write a list of texts")
    answer = given.get("answer", "")
    return Asked(given["question"], tuple(handles), answer if isinstance(answer, str) else "")
