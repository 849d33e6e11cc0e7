"""Edges on a terminal, and references that may be some."""

from __future__ import annotations

from collections.abc import Sequence

from cairn.answers.edges import (
    doubt,
    groups,
    other_end,
    site,
    site_lines,
)
from cairn.answers.terminal.style import paint, table
from cairn.model import (
    Edge,
    UnresolvedSite,
)


def edge_lines(handle: str, edges: Sequence[Edge], kind: str = "", stale: Sequence[str] = ()) -> list[str]:
    """The edges at a handle under their headings, with the lines of the sites in a column before the other end."""
    lines: list[str] = []
    for heading, members in groups(handle, edges, kind).items():
        lines.append(paint(heading, "green") + paint(f" ({len(members)})", "dim"))
        sites = [site_lines(edge, limit=3) for edge in members]
        width = max(map(len, sites))
        for edge, numbers in zip(members, sites, strict=True):
            end = other_end(edge, handle)
            lines.append(f"  {paint(f'{numbers:>{width}}', 'cyan')}  {end}{paint(doubt(edge), 'yellow')}{stale_mark(end, stale)}")
    return lines


def stale_mark(handle: str, stale: Sequence[str]) -> str:
    """The mark of a handle in a file that has changed since it was indexed."""
    return paint("  stale", "yellow") if handle.partition("#")[0] in stale else ""


def may_lines(sites: Sequence[UnresolvedSite], number: int, targets: Sequence[str]) -> list[str]:
    """The references that could mean what was asked for, and how to list the others."""
    rows = [(row.kind, f"{row.file}:{row.line}", row.src) for row in sites]
    lines = ["", *table(("may be used by", "site", "in"), rows)] if rows else []
    if rows and number > len(rows):
        lines.append(paint(f"and {number - len(rows):,} more: cairn graph '{targets[0]}' --unresolved", "dim"))
    return lines


def step_line(edge: Edge) -> str:
    """One edge with both ends."""
    return f"{edge.src}  {paint(edge.kind, 'green')}  {edge.dst}  " + paint(site(edge), "cyan") + paint(doubt(edge), "yellow")
