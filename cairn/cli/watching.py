"""Watching from the command line, and what is said of it."""

from __future__ import annotations

import sys
import threading

from cairn.answers.terminal.reports import report_screen
from cairn.app import Cairn
from cairn.cli import output
from cairn.cli.verb import Session
from cairn.report import WatchEvent


def watch(session: Session, cairn: Cairn, label: str | None, is_polling: bool, allow_delete: bool) -> int:
    """Watch until Ctrl-C. With --json each event is a line."""
    cairn.retrieve.locations()  # an index that is not there is an error here
    stop = threading.Event()
    try:
        cairn.watch(label, lambda event: tell(session, event), stop, is_polling=is_polling, allow_delete=allow_delete)
    finally:
        stop.set()
    return 0


# Each source has a thread that tells, and a line is whole or not there.
_line = threading.Lock()


def tell(session: Session, event: WatchEvent) -> None:
    """Say what happened to a source that is watched."""
    if session.is_json:
        with _line:
            output.write_document(event)
            sys.stdout.flush()
    elif event.kind == "failed":
        output.note(f"cairn: {event.source}: {event.detail}")
    elif not session.is_quiet:
        output.note(f"{event.source}: {event.kind} {event.detail}" if event.report is None else report_screen(event.report))


def tell_on_error_stream(session: Session, event: WatchEvent) -> None:
    """The same for a server, whose standard output is for other things."""
    if event.kind == "failed" or not session.is_quiet:
        output.note(
            f"cairn: {event.source}: {event.detail or event.kind}" if event.report is None else report_screen(event.report)
        )
