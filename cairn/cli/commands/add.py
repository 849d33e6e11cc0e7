"""`cairn add`."""

from __future__ import annotations

import re

import click

from cairn.cli.progress import ProgressLine
from cairn.cli.render import plan_text, report_text
from cairn.cli.verb import Session, verb
from cairn.errors import UsageError
from cairn.model import SourceKind


@verb("cairn add .\ncairn add ~/src/billing --label billing --exclude 'vendor/'\ncairn add . --plan", is_raw=True)
@click.argument("location", type=click.Path(path_type=str), metavar="PATH")
@click.option("--label", help="The source's name (default: the name of the folder).")
@click.option("--kind", type=click.Choice([SourceKind.CODE, SourceKind.DOCS, SourceKind.FILE]), help="Guessed if not given.")
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
    """Index a folder or a file as a source, or bring it up to date if it is one already.

    Globs are written as in a .gitignore. They are kept for `refresh`.
    """
    if location == "-" or re.match(r"[a-z][a-z0-9+.-]+://", location, re.IGNORECASE):
        what = "standard input" if location == "-" else location
        raise UsageError(f"{what} cannot be added by this version; save it as a file and add that")
    with session.open() as cairn:
        if is_plan:
            plan = cairn.ingest.plan_add(location, label=label, kind=kind, include=include, exclude=exclude, force=force)
            session.report(plan, plan_text(plan))
            return
        with ProgressLine(not session.is_quiet and not session.is_json) as progress:
            report = cairn.ingest.add(
                location, label=label, kind=kind, include=include, exclude=exclude, force=force, on_progress=progress
            )
    session.report(report, report_text(report))


command = add
