"""What cards ask of the index of code. `cairn.app` hands in what answers it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

FRESH, CHANGED, GONE, MOVED, UNVERIFIED, UNKNOWN = "fresh", "changed", "gone", "moved", "unverified", "unknown"
ABOUT, FORMER, CALLER, CALLEE = "about", "former", "caller", "callee"  # FORMER: the name that something had before it moved
OWN = (ABOUT, FORMER)


class Definition(Protocol):
    """A definition as the index has it now.

    `mark` is a fingerprint of its text that knows no lines, `shape` one that does not know its name either. The callers and
    callees are handles of what is next to it.
    """

    @property
    def handle(self) -> str: ...
    @property
    def file(self) -> str: ...
    @property
    def name_line(self) -> int: ...
    @property
    def mark(self) -> str: ...
    @property
    def shape(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def callers(self) -> Sequence[str]: ...
    @property
    def callees(self) -> Sequence[str]: ...


class Graph(Protocol):
    """The index of code, opened."""

    def definitions(self, handles: Iterable[str]) -> Mapping[str, Definition | None]:
        """Return the definition that each of these handles, or unique ends of handles, names; None where nothing has it.

        Handles in sources that are not in the index are left out.
        """
        ...

    def successors(self, handle: str, shape: str) -> Sequence[Definition]:
        """Return definitions that could be what a gone handle named: of the same shape, in its file or of its name elsewhere."""
        ...

    def around(self, place: str) -> list[str]:
        """Return the handles of the definitions around `FILE:LINE` or `FILE:FIRST-LAST`, innermost first, the file last;
        of `FILE` all.
        """
        ...

    def touched(self, revision: str, folder: str) -> list[str]:
        """Return the handles of the definitions in the checkout around a folder that differ from a revision."""
        ...

    def locations(self) -> Mapping[str, str]:
        """Return where the sources lie that may be read, by label."""
        ...


class LateGraph:
    """The index of code, opened by the first question that needs it: most prompts have none, and it takes 40 ms."""

    def __init__(self, database: str, stamp: Callable[[], str], open_graph: Callable[[], Graph]) -> None:
        self.database = database
        self.stamp = stamp  # what differs when the index does; empty where there is none
        self._open = open_graph

    @functools.cached_property
    def opened(self) -> Graph:
        """The index, opened."""
        return self._open()
