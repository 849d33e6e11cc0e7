"""One side of a neighbourhood: what stands there, by file, in as many rows as have room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from cairn.model import EntityKind

ROW, HEAD, GAP = 28.0, 22.0, 8.0


class RowKind(StrEnum):
    """What a row of a column is."""

    HEAD = "head"  # the file of the rows below it
    NODE = "node"
    FOLDED = "folded"  # a file with all that stands in it
    REST = "rest"  # the files that have no room


@dataclass(frozen=True, slots=True)
class Node:
    """The other end of some edges: what it is called, how the edges are said, and what sets it apart.

    `band` is that of the surest edge: `resolved`, `inferred` or `ambiguous`.
    """

    handle: str
    name: str
    kind: str
    said: str
    band: str
    title: str
    is_test: bool = False
    is_external: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """What stands in one file, or in one package outside."""

    name: str
    title: str
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row; `y` is its upper end. A folded one and the rest stand for `count` nodes; one that is alone has no head above it.

    `hidden` are the nodes that the rest stands for.
    """

    kind: RowKind
    y: float
    group: Group | None = None
    node: Node | None = None
    count: int = 0
    is_alone: bool = False
    hidden: tuple[Node, ...] = ()

    @property
    def height(self) -> float:
        """How high it is."""
        return HEAD if self.kind == RowKind.HEAD else ROW

    @property
    def middle(self) -> float:
        """Where edges meet it."""
        return self.y + self.height / 2 - (0 if self.kind == RowKind.HEAD else 2)


def stack(groups: Sequence[Group], most_rows: int, opened: str = "") -> list[Row]:
    """Put groups one below another, in at most so many rows and one more for the rest.

    Files with few nodes are unfolded as long as all files have a row; the one that is `opened` is unfolded whatever its size.
    A file with one node is that node.
    """
    unfolded = _unfolded(groups, most_rows, opened)
    rows: list[Row] = []
    y = 0.0
    used = 0
    for place, group in enumerate(groups):
        needed = len(group.nodes) + 1 if group.name in unfolded else 1
        if used + needed > most_rows and group.name != opened:
            rest = tuple(node for other in groups[place:] for node in other.nodes)
            rows.append(Row(RowKind.REST, y, count=len(rest), hidden=rest))
            break
        used += needed
        if group.name not in unfolded:
            is_one = len(group.nodes) == 1
            kind, node = (RowKind.NODE, group.nodes[0]) if is_one else (RowKind.FOLDED, None)
            rows.append(Row(kind, y, group, node, len(group.nodes), is_alone=is_one))
            y += ROW
            continue
        rows.append(Row(RowKind.HEAD, y, group))
        y += HEAD
        for node in group.nodes:
            rows.append(Row(RowKind.NODE, y, group, node))
            y += ROW
        y += GAP
    return rows


def _unfolded(groups: Sequence[Group], most_rows: int, opened: str) -> set[str]:
    """The files whose nodes are shown: from the first on, as far as the others have a row each."""
    left = most_rows - len(groups)
    chosen = {opened}
    for group in groups:
        if group.name != opened and not _is_file_itself(group) and left >= len(group.nodes):
            chosen.add(group.name)
            left -= len(group.nodes)
    return chosen


def _is_file_itself(group: Group) -> bool:
    """Whether nothing but the file stands there, which needs no head with its name."""
    return [node.kind for node in group.nodes] == [EntityKind.MODULE]


def height_of(rows: Sequence[Row]) -> float:
    """How high a column is."""
    return rows[-1].y + rows[-1].height if rows else 0.0
