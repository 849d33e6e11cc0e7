"""Edges as text for a model: a line a file, in which `; #name` stands in the file of the handle before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cairn.answers.edges import INCOMING, doubt, groups, other_end, site_lines
from cairn.model import (
    Edge,
    EdgeKind,
    UnresolvedSite,
)

MANY = 3  # uses of one thing in a layer from which on a heading is shorter than to name it each time
STALE = " [stale]"


def at_lines(edge: Edge) -> str:
    """Return ` :12,40`, the lines in the file of `src` where the edge is seen; nothing where there are none."""
    return f" :{site_lines(edge)}" if edge.site_lines else ""


def by_file(items: Iterable[tuple[str, str]], stale: Iterable[str] = ()) -> list[str]:
    """`- shop:cart.py#total :3; #Cart.add :7`: (handle, what is said of it) as a line a file, in the order in which they come."""
    files: dict[str, list[str]] = {}
    for handle, detail in items:
        file, mark, anchor = handle.partition("#")
        rows = files.setdefault(file, [])
        rows.append(f"{mark}{anchor}{detail}" if rows and mark else f"{handle}{detail}")
    changed = set(stale)
    return [f"- {'; '.join(rows)}{STALE if file in changed else ''}" for file, rows in files.items()]


def stale_note(stale: Sequence[str]) -> list[str]:
    """Explain the mark [stale], where it stands."""
    return ["[stale]: the file on disk has changed since it was indexed; `refresh` the source."] if stale else []


def edge_lines(handle: str, edges: Sequence[Edge], kind: str, totals: Mapping[str, int], stale: Iterable[str]) -> list[str]:
    """The edges at a handle under their headings: `called by (4 of 8):` where not all are here."""
    lines = []
    for heading, members in groups(handle, edges, kind).items():
        total = totals.get(heading, len(members))
        of_all = f" ({len(members)} of {total})" if total > len(members) else f" ({total})" if total > MANY else ""
        lines.append(f"{heading}{of_all}:")
        lines += by_file(((other_end(edge, handle), at_lines(edge) + doubt(edge)) for edge in members), stale)
    return lines


def may_lines(sites: Sequence[UnresolvedSite], more: int, stale: Iterable[str] = ()) -> list[str]:
    """The references that could mean it, by what they do; `more` are not listed."""
    found: dict[str, dict[str, list[int]]] = {}
    for row in sites:
        found.setdefault(row.kind, {}).setdefault(row.src, []).append(row.line)
    lines = []
    for kind, users in found.items():
        verb = "used" if kind == EdgeKind.DEPENDS_ON else INCOMING.get(kind, "used").removesuffix(" by")
        lines.append(f"may also be {verb} by:")
        lines += by_file(((src, f" :{','.join(map(str, dict.fromkeys(numbers)))}") for src, numbers in users.items()), stale)
    return [*lines, f"and {more} more such references: `graph` with `unresolved` true"] if sites and more > 0 else lines
