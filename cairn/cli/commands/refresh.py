"""`cairn refresh`."""

from __future__ import annotations

import click

from cairn.cli.many import for_each, plan_for_each, run_one
from cairn.cli.verb import Session, complete_label_or_all, verb
from cairn.cli.watching import watch
from cairn.errors import UsageError
from cairn.report import IngestReport


@verb("cairn refresh billing\ncairn refresh all --plan\ncairn refresh all --watch")
@click.argument("label", metavar="SOURCE", shell_complete=complete_label_or_all)
@click.option("--allow-delete", is_flag=True, help="Also if most of the source, or all of it, is gone.")
@click.option("--plan", "is_plan", is_flag=True, help="Only say what would be done.")
@click.option("--watch", "is_watch", is_flag=True, help="Go on doing so whenever files change, until Ctrl-C.")
@click.option("--poll", "is_polling", is_flag=True, help="With --watch: look at the files, as on network disks without events.")
def refresh(session: Session, label: str, allow_delete: bool, is_plan: bool, is_watch: bool, is_polling: bool) -> int:
    """Bring a source, or all of them, up to date with the disk. Only what has changed is read."""
    if is_watch and is_plan:
        raise UsageError("--watch does what --plan only tells; leave out one of them")
    with session.open() as cairn:
        ingest = cairn.ingest
        if is_watch:
            return watch(session, cairn, None if label == "all" else label, is_polling, allow_delete)
        if is_plan:
            return plan_for_each(session, cairn, label, lambda name: ingest.plan_refresh(name, allow_delete=allow_delete))

        def run(name: str) -> IngestReport:
            return run_one(session, lambda progress: ingest.refresh(name, allow_delete=allow_delete, on_progress=progress))

        return for_each(session, cairn, label, run)


command = refresh
