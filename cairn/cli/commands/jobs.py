"""`cairn jobs` and `cairn job`."""

from __future__ import annotations

import click

from cairn.answers.terminal.reports import report_screen
from cairn.answers.terminal.style import paint, table
from cairn.cli.verb import Session, verb
from cairn.report import Job


@verb("cairn jobs\ncairn jobs --json | jq '.jobs[0].state'")
@click.option("-n", "most", type=click.IntRange(1, 200), metavar="N", default=20, show_default=True, help="At most so many.")
def jobs(session: Session, most: int) -> None:
    """Running and past ingests, the newest first."""
    with session.open() as cairn:
        found = cairn.ingest.jobs()[:most]
    session.answer({"jobs": found}, lambda: _jobs_text(found))


@verb("cairn job 12\ncairn job 12 --cancel")
@click.argument("job_id", metavar="ID")
@click.option("--cancel", "is_cancel", is_flag=True, help="Ask it to stop; the index stays as it was.")
def job(session: Session, job_id: str, is_cancel: bool) -> None:
    """One ingest: its state, counts, warnings and error."""
    with session.open() as cairn:
        found = cairn.ingest.cancel(job_id) if is_cancel else cairn.ingest.job(job_id)
    if is_cancel:
        session.report(
            found, f"job {found.id} ({found.kind} {found.source}) was asked to stop; `cairn job {found.id}` tells when it has"
        )
    else:
        session.answer(found, lambda: job_text(found))


def _jobs_text(found: list[Job]) -> str:
    if not found:
        return "no jobs yet"
    rows = [
        (row.id, row.kind, row.source, row.state, _counts(row), (row.started_at or "")[:19].replace("T", " "), row.error or "")
        for row in found
    ]
    return "\n".join(table(("id", "kind", "source", "state", "files", "started", "error"), rows, numbers=(0,)))


def job_text(found: Job) -> str:
    """A job in some lines."""
    lines = [f"{paint(f'job {found.id}', 'bold')}: {found.kind} {found.source}, {found.state}; {_counts(found) or 'no'} files"]
    lines.append(f"started {found.started_at}" + (f", ended {found.ended_at}" if found.ended_at else f", alive {found.alive_at}"))
    if found.error:
        lines.append(paint(found.error, "red"))
    if found.report is not None:
        lines.append(report_screen(found.report))
    else:
        lines += [paint(f"warning: {warning}", "yellow") for warning in found.warnings]
    return "\n".join(lines)


def _counts(found: Job) -> str:
    return f"{found.files_done:,}/{found.files_total:,}" if found.files_total else ""


command = jobs
