"""`cairn work`."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from types import FrameType

import click

from cairn.cli import output
from cairn.cli.verb import Session, verb
from cairn.errors import UsageError


@verb("cairn work --db postgresql://cairn@db.example.org/cairn\ncairn work --concurrency 2 --roots /srv/src")
@click.option("--concurrency", type=click.IntRange(1, 16), default=1, show_default=True, help="Runs at the same time.")
@click.option(
    "--roots", metavar="PATHS", default="", help="The folders that this worker has, with commas between (default: all)."
)
def work(session: Session, concurrency: int, roots: str) -> int:
    """Carry out runs that servers put into the queue of a shared index (CAIRN_QUEUE=1), until Ctrl-C.

    The first signal lets runs end that have begun; the second gives them back to the queue.
    """
    folders = tuple(Path(part.strip()) for part in roots.split(",") if part.strip())
    if not all(folder.is_absolute() for folder in folders):
        raise UsageError(f"--roots is {roots!r}; name absolute paths with commas between")
    stop, abandon = threading.Event(), threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            abandon.set()
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    with session.open() as cairn:
        worker = cairn.worker(folders, lambda line: None if session.is_quiet else output.note(line))
        if not session.is_quiet:
            output.note(f"worker {worker.name} waits for runs of {cairn.database} (process {os.getpid()}); Ctrl-C stops it")
        worker.run(concurrency, stop, abandon)
    return 0


command = work
