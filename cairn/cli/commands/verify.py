"""`cairn verify`."""

from __future__ import annotations

import click

from cairn.answers.terminal.style import count, paint
from cairn.cli.verb import Session, verb
from cairn.report import Fault, VerifyReport


@verb("cairn verify\ncairn verify --repair")
@click.option("--repair", is_flag=True, help="Build again what is derived: words, chunks, edges; delete rows of nothing.")
def verify(session: Session, repair: bool) -> int:
    """Check the index: the file's integrity, and that its rows agree with each other. Exit status 1 says that they do not."""
    with session.open() as cairn:
        report = cairn.ingest.verify(repair=repair)
    session.report(report, _text(report))
    return 0 if report.ok else 1


def _text(report: VerifyReport) -> str:
    lines = [f"{paint('repaired', 'green')}: {_fault(fault)}" for fault in report.repaired]
    lines += [f"{paint('wrong', 'red')}: {_fault(fault)}" for fault in report.faults]
    if report.ok:
        sizes = (
            count(report.files, "file"),
            count(report.chunks, "chunk"),
            count(report.entities, "entity"),
            count(report.edges, "edge"),
        )
        lines.append(f"{paint('in order', 'green')}: {count(report.sources, 'source')}, {', '.join(sizes)}")
    else:
        is_tried = bool(report.repaired)
        lines.append("remove and add the sources again" if is_tried else "`cairn verify --repair` builds again what is derived")
    return "\n".join(lines)


def _fault(fault: Fault) -> str:
    return f"{fault.check}: {fault.detail}" + (f" ({fault.count:,})" if fault.count > 1 else "")


command = verify
