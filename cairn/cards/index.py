"""Keeps the derived index of cards in step with the libraries, and with the index of code.

What has changed is told by size, times and inode; only such files are read again. A card's generation is the run of this in
which its present text came in: a session is given none that came in after it began.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cairn.cards.graph import Graph
from cairn.cards.library import scan
from cairn.store.sqlite.cards import CardRows


def bring_up_to_date(rows: CardRows, folders: list[Path]) -> bool:
    """Read what has changed in the libraries; returns whether anything had."""
    files = scan(folders)
    state = "\n".join([*map(str, folders), *(f"{file.library}/{file.path}/{file.stamp}" for file in files)])
    if rows.meta("files") == state:
        return False
    from cairn.cards.intake import take_in  # most prompts find nothing changed

    generation = int(rows.meta("generation") or 0) + 1
    take_in(rows, folders, files, generation)
    with rows.writing():
        rows.set_meta("generation", str(generation))
        rows.set_meta("files", state)
        rows.set_meta("graph", "")
    return True


def settle(rows: CardRows, folders: list[Path], stamp: str, open_graph: Callable[[], Graph] | None) -> None:
    """Compare what cards are about with the index of code, if either has changed since this was last done.

    `stamp` is that of the index; empty where there is none.
    """
    if rows.meta("graph") == (stamp or "none"):
        return
    from cairn.cards.intake import look_up

    look_up(rows, folders, open_graph if stamp else None)
    with rows.writing():
        rows.set_meta("graph", stamp or "none")
