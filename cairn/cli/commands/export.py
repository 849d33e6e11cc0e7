"""`cairn export`."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator
from typing import Any

import click

from cairn.cli import output
from cairn.cli.verb import Session, complete_label, verb


@verb("cairn export > graph.jsonl\ncairn export --source billing\ncairn export --db-copy /backups/cairn.db")
@click.option("--source", shell_complete=complete_label, help="Only this source.")
@click.option("--format", "_form", type=click.Choice(["jsonl"]), default="jsonl", show_default=True)
@click.option("--db-copy", "target", metavar="PATH", help="Instead, copy the whole index to a file, also while it is in use.")
@click.option("--overwrite", is_flag=True, help="With --db-copy: replace a file that is there.")
def export(session: Session, source: str | None, _form: str, target: str | None, overwrite: bool) -> None:
    """Entities and edges as JSON Lines, sorted, the same every time.

    With --json they stand in one document instead: {"entities": [...], "edges": [...]}.
    """
    if target is not None:
        with session.open() as cairn:
            copy = cairn.ingest.back_up(target, overwrite=overwrite)
        session.report(copy, f"{copy.path} is a copy of {cairn.database} ({copy.bytes / 1_000_000:.1f} MB)")
        return
    # The rows are closed before the index is, also when the reader of the output goes away.
    with session.open() as cairn, _closing(cairn.retrieve.export(source)) as rows:
        if not session.is_json:
            for row in rows:
                output.write_document(row)
            return
        document: dict[str, list[dict[str, object]]] = {"entities": [], "edges": []}
        for row in rows:
            document["entities" if row["type"] == "entity" else "edges"].append(row)
    output.write_document(document)


@contextlib.contextmanager
def _closing(rows: Iterator[dict[str, Any]]) -> Iterator[Iterator[dict[str, Any]]]:
    try:
        yield rows
    finally:
        if isinstance(rows, Generator):
            rows.close()


command = export
