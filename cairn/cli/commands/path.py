"""`cairn path`."""

from __future__ import annotations

import click

from cairn.answers.terminal.path import path_screen
from cairn.cli.commands.filters import edge_kinds
from cairn.cli.verb import Session, complete_handle, verb


@verb("cairn path Flask.wsgi_app Flask.handle_exception\ncairn path app.py#main billing:src/tax.py --undirected")
@click.argument("src", metavar="A", shell_complete=complete_handle)
@click.argument("dst", metavar="B", shell_complete=complete_handle)
@click.option("--undirected", is_flag=True, help="Follow edges backwards, too.")
@edge_kinds
@click.option(
    "--max-depth", type=click.IntRange(1, 100), metavar="N", default=12, show_default=True, help="At most so many steps."
)
def path(session: Session, src: str, dst: str, undirected: bool, edges: tuple[str, ...], max_depth: int) -> int:
    """The shortest way along edges from A to B, each step with the lines where it is seen.

    A class or a module stands for itself and all of its members.
    """
    with session.open() as cairn:
        answer = cairn.retrieve.path(src, dst, undirected=undirected, edges=edges, max_depth=max_depth)
    session.answer(answer, lambda: path_screen(answer, undirected))
    return 0 if answer.found else 1


command = path
