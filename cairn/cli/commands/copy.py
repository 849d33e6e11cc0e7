"""`cairn copy`."""

from __future__ import annotations

import contextlib
import itertools

import click

from cairn.app import Cairn, create_cairn
from cairn.cli.many import run_one
from cairn.cli.verb import Session, complete_label, verb
from cairn.errors import CairnError


@verb("cairn copy --to postgresql://cairn@db.example.org/cairn\ncairn copy billing --to /backups/billing.db")
@click.argument("labels", metavar="[SOURCE]...", nargs=-1, shell_complete=complete_label)
@click.option("--to", required=True, metavar="PATH", help="The file of the other index, or its postgresql:// URL.")
def copy(session: Session, labels: tuple[str, ...], to: str) -> None:
    """Copy sources, or all there are, into the index at another place: with vectors, concepts, links and records of runs.

    What is there from an earlier try is not copied again. At the end the counts, entities and edges of both are compared.
    """
    with session.open() as cairn:
        report = run_one(session, lambda progress: cairn.copy(to, labels, progress))
        with create_cairn(to, config=session.config) as other:
            for label in (*report.copied, *report.kept):
                _compare(cairn, other, label)
    kept = f", {len(report.kept)} there already" if report.kept else ""
    lacking = f"; {report.vectors_missing:,} vectors could not be copied" if report.vectors_missing else ""
    noun = "source" if len(report.copied) == 1 else "sources"
    links = "".join(f"; {link}" for link in report.links_missing)
    told = f"{len(report.copied)} {noun} copied to {report.target}{kept}; {report.vectors:,} vectors{lacking}{links}"
    session.report(report, told)


def _compare(one: Cairn, other: Cairn, label: str) -> None:
    """Raise CairnError if two indexes differ in the files, counts, entities or edges of a source.

    Of a source whose links could not be copied only its own definitions are compared, as its edges cannot be the same.
    """
    here, there = ({link.dst for link in cairn.retrieve.links() if link.src == label} for cairn in (one, other))
    if one.retrieve.files(label) != other.retrieve.files(label):
        raise CairnError(f"the copy of {label!r} does not have the same files and chunks; copy it again")
    with contextlib.ExitStack() as stack:
        rows = [stack.enter_context(contextlib.closing(cairn.retrieve.export(label))) for cairn in (one, other)]
        wanted = [row if here <= there else filter(_is_own, row) for row in rows]
        for ours, theirs in itertools.zip_longest(*wanted):
            if ours != theirs:
                where = (ours or theirs or {}).get("handle", "an edge")
                raise CairnError(f"the copy of {label!r} is not the same, from {where} on; copy it again")


def _is_own(row: dict[str, object]) -> bool:
    return row["type"] == "entity" and row["file"] is not None


command = copy
