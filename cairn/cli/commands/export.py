"""`cairn export`."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator
from typing import Any

import click

from cairn.cli import output
from cairn.cli.verb import Session, complete_label, verb


@verb("cairn export > graph.jsonl\ncairn export --source billing")
@click.option("--source", shell_complete=complete_label, help="Only this source.")
@click.option("--format", "_form", type=click.Choice(["jsonl"]), default="jsonl", show_default=True)
def export(session: Session, source: str | None, _form: str) -> None:
    """Entities and edges as JSON Lines, sorted, the same every time.

    With --json they stand in one document instead: {"entities": [...], "edges": [...]}.
    """
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
