"""`cairn add`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

import click

from cairn.answers.terminal.reports import plan_screen, report_screen
from cairn.cli.progress import ProgressLine
from cairn.cli.verb import Session, verb
from cairn.errors import UsageError
from cairn.model import SourceKind
from cairn.report import IngestPlan, IngestReport

_STANDARD_INPUT = "-"


@verb(
    "cairn add .\ncairn add ~/src/billing --label billing --exclude 'vendor/'\ncairn add https://docs.example.org/guide\n"
    "git log -20 | cairn add - --label log.txt\ncairn add . --plan",
    is_raw=True,
)
@click.argument("location", type=click.Path(path_type=str), metavar="PATH|URL|-")
@click.option("--label", help="The source's name (default: the name of the folder, file or page).")
@click.option("--kind", type=click.Choice([kind.value for kind in SourceKind]), help="Guessed if not given.")
@click.option("--include", multiple=True, metavar="GLOB", help="Index only what matches; may be repeated.")
@click.option("--exclude", multiple=True, metavar="GLOB", help="Leave out what matches; may be repeated.")
@click.option("--plan", "is_plan", is_flag=True, help="Only say what would be indexed, and what left out and why.")
@click.option("--force", is_flag=True, help="Go past the limits on files and bytes.")
def add(
    session: Session,
    location: str,
    label: str | None,
    kind: str | None,
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    is_plan: bool,
    force: bool,
) -> None:
    """Index a folder, a file, one page of the web (by its URL) or standard input (-) as a source, or bring it up to date.

    Globs are written as in a .gitignore. They are kept for `refresh`.
    """
    plan: Callable[[], IngestPlan]
    run: Callable[..., IngestReport]
    with session.open() as cairn:
        if location == _STANDARD_INPUT:
            if include or exclude or force or kind not in (None, SourceKind.TEXT):
                raise UsageError("a text from standard input takes no options but --label and --plan; leave the others out")
            text = sys.stdin.buffer.read(cairn.config.max_file_bytes + 1)
            name = label or SourceKind.TEXT
            plan = partial(cairn.ingest.plan_add_text, text, label=name)
            run = partial(cairn.ingest.add_text, text, label=name)
        else:
            ingest = cairn.ingest
            plan = partial(ingest.plan_add, location, label=label, kind=kind, include=include, exclude=exclude, force=force)
            run = partial(ingest.add, location, label=label, kind=kind, include=include, exclude=exclude, force=force)
        if is_plan:
            found = plan()
            session.report(found, plan_screen(found))
            return
        with ProgressLine(not session.is_quiet and not session.is_json) as progress:
            report = run(on_progress=progress)
    session.report(report, report_screen(report))


command = add
