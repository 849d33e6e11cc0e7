"""`cairn refresh`."""

from __future__ import annotations

import click

from cairn.app import Cairn
from cairn.cli import output
from cairn.cli.progress import ProgressLine
from cairn.cli.render import report_text
from cairn.cli.verb import Session, complete_label_or_all, verb
from cairn.errors import CairnError, Cancelled
from cairn.model import IngestReport


@verb("cairn refresh billing\ncairn refresh all")
@click.argument("label", metavar="SOURCE", shell_complete=complete_label_or_all)
@click.option("--allow-delete", is_flag=True, help="Also if most of the source, or all of it, is gone.")
def refresh(session: Session, label: str, allow_delete: bool) -> int:
    """Bring a source, or all of them, up to date with the disk. Only what has changed is read."""
    with session.open() as cairn:
        if label == "all":
            return _refresh_all(session, cairn, allow_delete)
        report = _refresh(session, cairn, label, allow_delete)
    session.report(report, report_text(report))
    return 0


def _refresh(session: Session, cairn: Cairn, label: str, allow_delete: bool) -> IngestReport:
    with ProgressLine(not session.is_quiet and not session.is_json) as progress:
        return cairn.ingest.refresh(label, allow_delete=allow_delete, on_progress=progress)


def _refresh_all(session: Session, cairn: Cairn, allow_delete: bool) -> int:
    """Refresh one source after the other; one that fails does not stop the rest, but decides the exit status."""
    reports: list[IngestReport] = []
    errors: list[dict[str, str]] = []
    status = 0
    for label in cairn.retrieve.locations():
        try:
            reports.append(_refresh(session, cairn, label, allow_delete))
            session.quiet_in_json(report_text(reports[-1]))
        except Cancelled:
            raise
        except CairnError as error:
            output.note(f"cairn: {error}")
            errors.append({"source": label, "code": error.code, "message": str(error)})
            status = max(status, error.exit_status)
    if session.is_json:
        output.write_document({"reports": reports, "errors": errors})
    return status


command = refresh
