"""`cairn export`."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Generator, Iterator
from typing import TypeVar

import click

from cairn.cards.noted import card_rows
from cairn.cli import output
from cairn.cli.verb import Session, complete_label, verb
from cairn.errors import UsageError

T = TypeVar("T")


@verb(
    "cairn export > graph.jsonl\n"
    "cairn export --source billing --format scip > index.scip\n"
    "cairn export --db-copy /backups/cairn.db"
)
@click.option("--source", shell_complete=complete_label, help="Only this source.")
@click.option("--format", "form", type=click.Choice(["jsonl", "graphml", "scip"]), default="jsonl", show_default=True)
@click.option("--db-copy", "target", metavar="PATH", help="Instead, copy the whole index to a file, also while it is in use.")
@click.option("--overwrite", is_flag=True, help="With --db-copy: replace a file that is there.")
def export(session: Session, source: str | None, form: str, target: str | None, overwrite: bool) -> None:
    """Entities and edges as JSON Lines, sorted, the same every time; or as GraphML, or as a SCIP index of one source.

    Cards about definitions are among the entities, but for SCIP.

    With --json they stand in one document instead: {"entities": [...], "edges": [...]}.
    """
    if target is not None:
        with session.open() as cairn:
            copy = cairn.ingest.back_up(target, overwrite=overwrite)
        session.report(copy, f"{copy.path} is a copy of {cairn.database} ({copy.bytes / 1_000_000:.1f} MB)")
        return
    if form != "jsonl":
        _export_as(session, source, form)
        return
    # The rows are closed before the index is, also when the reader of the output goes away.
    with session.open() as cairn, _closing(cairn.retrieve.export(source, card_rows(cairn.cards, source))) as rows:
        if not session.is_json:
            for row in rows:
                output.write_document(row)
            return
        document: dict[str, list[dict[str, object]]] = {"entities": [], "edges": []}
        for row in rows:
            document["entities" if row["type"] == "entity" else "edges"].append(row)
    output.write_document(document)


def _export_as(session: Session, source: str | None, form: str) -> None:
    """Write another program's format, with or without --json."""
    with session.open() as cairn:
        if form == "graphml":
            with _closing(cairn.retrieve.export_graphml(source, card_rows(cairn.cards, source))) as lines:
                for line in lines:
                    output.write(line)
            return
        if sys.stdout.isatty():
            raise UsageError("a SCIP index is no text; write it to a file, as in `cairn export --format scip > index.scip`")
        with _closing(cairn.retrieve.export_scip(source)) as parts:
            for part in parts:
                output.write_bytes(part)


@contextlib.contextmanager
def _closing(rows: Iterator[T]) -> Iterator[Iterator[T]]:
    try:
        yield rows
    finally:
        if isinstance(rows, Generator):
            rows.close()


command = export
