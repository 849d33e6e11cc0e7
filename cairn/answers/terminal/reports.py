"""Reports and plans of runs on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.answers.terminal.style import count, paint
from cairn.model import (
    printable,
)

if TYPE_CHECKING:
    from cairn.report import IngestPlan, IngestReport


_PLAN_ROWS = 20  # of one kind on a screen; --json has all


def report_screen(report: IngestReport) -> str:
    """An ingest in two lines; then its warnings."""
    changes = [
        f"{number:,} {word}"
        for number, word in (
            (report.added, "added"),
            (report.changed, "changed"),
            (report.moved, "moved"),
            (report.deleted, "deleted"),
            (report.unchanged, "unchanged"),
        )
        if number
    ]
    sizes = [count(report.chunks, "chunk"), count(report.entities, "entity"), count(report.edges, "edge")]
    size = ", ".join([*sizes, *([count(report.vectors, "vector")] if report.vectors else [])])
    lines = [f"{paint(report.source, 'bold')}: files {', '.join(changes) or 'none'}; {size}; {report.seconds:.1f} s"]
    if report.skipped:
        lines.append(paint(f"{count(report.skipped, 'path')} skipped: cairn list {report.source} --skipped", "dim"))
    lines += [paint(note, "dim") for note in report.notes]
    lines += [paint(f"warning: {printable(warning)}", "yellow") for warning in report.warnings[:10]]
    if len(report.warnings) > 10:
        lines.append(paint(f"{len(report.warnings) - 10} more warnings: cairn list {report.source} --files", "yellow"))
    return "\n".join(lines)


def plan_screen(plan: IngestPlan) -> str:
    """The plan of an ingest: a list for each kind of change, then the sums."""
    lists = (
        ("add", plan.added),
        ("change", plan.changed),
        ("move", [f"{old} -> {new}" for old, new in plan.moved]),
        ("delete", plan.deleted),
        ("skip", [f"{skip.file} ({skip.reason}{': ' + skip.detail if skip.detail else ''})" for skip in plan.skipped]),
    )
    lines = []
    for word, rows in lists:
        lines += [f"{paint(f'{word:<6}', 'green')} {printable(row)}" for row in rows[:_PLAN_ROWS]]
        if len(rows) > _PLAN_ROWS:
            lines.append(paint(f"{word:<6} and {len(rows) - _PLAN_ROWS:,} more; --json lists all", "dim"))
    sums = ", ".join(f"{len(rows):,} to {word}" for word, rows in lists if rows)
    lines.append(f"{paint(plan.source, 'bold')}: files {f'{sums}, ' if sums else ''}{plan.unchanged:,} unchanged")
    lines.append(f"chunks: {plan.chunks_kept:,} kept, {plan.chunks_new:,} new; {plan.embeddings_needed:,} embeddings needed")
    lines += [paint(f"would say: {note}", "dim") for note in plan.notes]
    if plan.refused:
        lines.append(paint(f"would be refused: {plan.refused}", "yellow"))
    return "\n".join([*lines, paint("nothing was written", "dim")])
