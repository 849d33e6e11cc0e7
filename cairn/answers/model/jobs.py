"""Jobs and their reports as text for a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cairn.answers.model.lists import sizes
from cairn.model import (
    printable,
)

if TYPE_CHECKING:
    from cairn.report import IngestReport, Job
from cairn.answers.words import counted


def jobs_text(jobs: Sequence[Job]) -> str:
    """The jobs, the newest first."""
    return "\n".join(job_text(job) for job in jobs) or "No jobs yet."


def job_text(job: Job) -> str:
    """A job in a line or, once it is done, with what it did."""
    counts = f" {job.files_done} of {counted(job.files_total, 'file')}" if job.files_total and job.state == "running" else ""
    head = f"job {job.id}: {job.kind} {job.source}, {job.state}{counts}"
    if job.error:
        return f"{head}: {job.error}"
    return head if job.report is None else f"{head}\n{report_text(job.report)}"


def report_text(report: IngestReport) -> str:
    """An ingest in two lines, and its warnings."""
    moved = f"{report.moved} moved, " if report.moved else ""
    changes = f"{report.added} added, {report.changed} changed, {moved}{report.deleted} deleted, {report.unchanged} unchanged"
    warnings = [f"- {printable(warning)}" for warning in report.warnings]
    vectors = f", {counted(report.vectors, 'vector')}" if report.vectors else ""
    lines = [
        f"{report.source}: files {changes}, {report.skipped} skipped",
        f"index now: {sizes(report)}{vectors} ({report.seconds:.1f} s)",
    ]
    return "\n".join([*lines, *report.notes, *warnings])
