"""`cairn reindex`."""

from __future__ import annotations

import click

from cairn.cli.many import for_each, plan_for_each, run_one
from cairn.cli.verb import Session, complete_label_or_all, verb


@verb("cairn reindex billing\ncairn reindex all --graph\ncairn reindex billing --vectors        # needs CAIRN_EMBED_URL")
@click.argument("label", metavar="SOURCE", shell_complete=complete_label_or_all)
@click.option("--graph", is_flag=True, help="Only the edges, from what is stored; no file is read.")
@click.option("--vectors", is_flag=True, help="Only the vectors that are missing, or of another model.")
@click.option("--plan", "is_plan", is_flag=True, help="Only say what would be done.")
def reindex(session: Session, label: str, graph: bool, vectors: bool, is_plan: bool) -> int:
    """Build a source, or all of them, again. Without an option everything is read from the disk."""
    with session.open() as cairn:
        if is_plan:
            return plan_for_each(
                session, cairn, label, lambda name: cairn.ingest.plan_reindex(name, graph=graph, vectors=vectors)
            )
        return for_each(
            session,
            cairn,
            label,
            lambda name: run_one(
                session, lambda progress: cairn.ingest.reindex(name, graph=graph, vectors=vectors, on_progress=progress)
            ),
        )


command = reindex
