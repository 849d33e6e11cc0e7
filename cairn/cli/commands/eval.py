"""`cairn eval`."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cairn.answers.terminal.style import columns, paint, shorten, table
from cairn.cli.verb import Session, complete_label, verb
from cairn.errors import EnvironmentFault, RefusedError
from cairn.report import EvalAnswer

if TYPE_CHECKING:
    from cairn.agent.evaluate import AnswerScore

_MOST_MISSED = 10


@verb(
    "cairn eval questions.jsonl --init --source billing     # drafts a file of questions\n"
    "cairn eval questions.jsonl\n"
    "cairn eval questions.jsonl --compare 'lang=python' 'lang=python kind=function'\n"
    "cairn eval --answers asked.jsonl            # lines are {question, handles}"
)
@click.argument("queries", metavar="QUERIES.jsonl", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--with", "setting", metavar="SETTING", default="", help="Settings of the search, as 'source=billing k=20'.")
@click.option("--compare", nargs=2, metavar="SETTING SETTING", help="Two settings side by side; '' is the usual search.")
@click.option("--init", "is_draft", is_flag=True, help="Write the file: sentences and headings of the index, to be reworded.")
@click.option("--source", shell_complete=complete_label, help="Draft from this source only.")
@click.option("--cards", "is_cards", is_flag=True, help="Score the recall of cards: lines are {prompt, cards}.")
@click.option("--answers", "is_answers", is_flag=True, help="Ask `cairn chat`: lines are {question, handles}.")
@click.option("--judge", "is_judged", is_flag=True, help="With --answers: let the model judge each answer by its evidence.")
@click.option("-n", "number", type=click.IntRange(1, 10_000), default=50, show_default=True, help="Draft at most so many.")
def eval_(
    session: Session,
    queries: Path,
    setting: str,
    compare: tuple[str, str] | None,
    is_draft: bool,
    source: str | None,
    is_cards: bool,
    is_answers: bool,
    is_judged: bool,
    number: int,
) -> int:
    """How well the search answers your own questions: Recall@1/5/10, MRR, nDCG@10 and the tokens of ten hits.

    A line of the file is {"query": ..., "handle": ...} or {"query": ..., "file": ..., "lines": "3-9"}; handle and file may be
    lists. A setting has the words source, lang, path, kind, tag, k and budget.
    """
    if is_draft:
        return _draft(session, queries, source, number)
    if compare and setting:
        raise click.UsageError("--compare has the settings already; leave --with out", click.get_current_context())
    lines = _read(queries)
    if is_cards:
        return _cards(session, lines)
    if is_answers:
        return _answers(session, lines, is_judged=is_judged)
    with session.open() as cairn:
        answer = cairn.retrieve.evaluate(lines, compare or (setting,))
    session.answer(answer, lambda: eval_text(answer))
    return 0


def _cards(session: Session, lines: list[str]) -> int:
    from cairn.answers.terminal.cards import score_screen
    from cairn.cards.calibrate import evaluate, read_prompts

    with session.open() as cairn:
        found = evaluate(cairn.cards, read_prompts("\n".join(lines)))
    session.answer(found, lambda: score_screen(found))
    return 0


def _answers(session: Session, lines: list[str], *, is_judged: bool) -> int:
    from cairn.agent.evaluate import evaluate, read_questions
    from cairn.agent.setup import agent_of, judge_of

    questions = read_questions(lines)
    with session.open() as cairn, contextlib.closing(agent_of(cairn)) as agent:
        found = evaluate(questions, agent, judge_of(cairn) if is_judged else None)
    session.answer(found, lambda: answers_text(found))
    return 0 if found.passed == found.questions else 1


def answers_text(found: AnswerScore) -> str:
    """The scores, then the questions whose answers do not hold."""
    judged = f", judged {found.judged:.2f}" if found.judged is not None else ""
    head = (
        f"{found.passed} of {found.questions} answers stand on evidence that holds{judged}; "
        f"recall of the wanted handles {found.recall:.3f}; {found.tokens:,} tokens"
    )
    lines = [head]
    for row in found.rows:
        faults = [row.error] if row.error else [*row.faults, *(f"does not name {handle}" for handle in row.missed)]
        faults += [f"not judged: {row.unjudged}"] if row.unjudged else []
        if faults:
            lines += ["", shorten(row.question, columns()), *(paint(f"  {fault}", "yellow") for fault in faults)]
    return "\n".join(lines)


def _read(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8-sig").splitlines()  # editors of Windows begin a file with a mark
    except (OSError, UnicodeDecodeError) as exc:
        reason = exc.strerror if isinstance(exc, OSError) else "it is no UTF-8"
        raise EnvironmentFault(f"{path} cannot be read ({reason}); `cairn eval {path} --init` drafts one") from exc


def _draft(session: Session, path: Path, source: str | None, number: int) -> int:
    if path.exists():
        raise RefusedError(f"{path} exists and is left as it is; name another file, or remove it")
    with session.open() as cairn:
        rows = cairn.retrieve.draft_questions(source, number)
    if rows:
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    said = f"{len(rows)} questions in {path}; reword them, then run `cairn eval {path}`" if rows else "nothing to draft from"
    session.report({"file": str(path) if rows else None, "questions": len(rows)}, said)
    return 0 if rows else 1


def eval_text(answer: EvalAnswer) -> str:
    """The scores a setting a row, then what was not found."""
    head = ("settings", "questions", "R@1", "R@5", "R@10", "MRR", "nDCG@10", "tokens")
    rows = [
        (
            score.settings or "(usual)",
            score.questions,
            *(f"{value:.3f}" for value in (score.recall_1, score.recall_5, score.recall_10, score.mrr, score.ndcg_10)),
            f"{score.tokens:,}",
        )
        for score in answer.scores
    ]
    lines = table(head, rows, numbers=range(1, 8))
    if answer.p_value is not None:
        same = len(answer.rows) - answer.better - answer.worse
        chance = "p < 0.001" if answer.p_value < 0.001 else f"p = {answer.p_value:.2g}"
        lines.append(
            f"the second is better for {answer.better}, worse for {answer.worse}, the same for {same} questions "
            f"(sign test: {chance})"
        )
    missed = [row.query for row in answer.rows if all(rank is None for rank in row.ranks[0])]
    if missed:
        lines += ["", paint(f"not found ({len(missed)}):", "dim")]
        lines += [f"  {shorten(query, columns() - 2)}" for query in missed[:_MOST_MISSED]]
    if answer.faults:
        lines += ["", paint(f"faults of the questions ({len(answer.faults)}), which count for nothing:", "yellow")]
        lines += [f"  {fault}" for fault in answer.faults[:_MOST_MISSED]]
    return "\n".join(lines)


command = eval_
