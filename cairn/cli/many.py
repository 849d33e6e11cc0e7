"""One source, or all of them: what `refresh` and `reindex` share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cairn.answers.terminal.reports import plan_screen, report_screen
from cairn.app import Cairn
from cairn.cli import output
from cairn.cli.progress import ProgressLine
from cairn.cli.verb import Session
from cairn.errors import CairnError, Cancelled
from cairn.report import IngestPlan, IngestReport

T = TypeVar("T")


def run_one(session: Session, call: Callable[[ProgressLine], T]) -> T:
    """Run something that reports its progress, with a line for it."""
    with ProgressLine(not session.is_quiet and not session.is_json) as progress:
        return call(progress)


def for_each(session: Session, cairn: Cairn, label: str, call: Callable[[str], IngestReport]) -> int:
    """Write what became of a source or, for `all`, of each; returns the exit status."""
    return _for_each(session, cairn, label, call, report_screen, "reports")


def plan_for_each(session: Session, cairn: Cairn, label: str, call: Callable[[str], IngestPlan]) -> int:
    """Write what would become of a source or, for `all`, of each; returns the exit status."""
    return _for_each(session, cairn, label, call, plan_screen, "plans")


def _for_each(
    session: Session, cairn: Cairn, label: str, call: Callable[[str], T], to_text: Callable[[T], str], name: str
) -> int:
    """One that fails does not stop the rest, but decides the exit status."""
    if label != "all":
        answer = call(label)
        session.report(answer, to_text(answer))
        return 0
    answers: list[T] = []
    errors: list[dict[str, str]] = []
    status = 0
    for known in cairn.retrieve.locations():
        try:
            answers.append(call(known))
            session.quiet_in_json(to_text(answers[-1]))
        except Cancelled:
            raise
        except CairnError as error:
            output.note(f"cairn: {error}")
            errors.append({"source": known, "code": error.code, "message": str(error)})
            status = max(status, error.exit_status)
    if session.is_json:
        output.write_document({name: answers, "errors": errors})
    return status
