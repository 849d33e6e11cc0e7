"""Tables of sources, links and files on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from cairn.answers.terminal.style import paint, table
from cairn.model import (
    FileListing,
    Link,
    Source,
)

# What answers have, by their tier.
TIERS = (
    "full text and graph; no model is needed",
    "full text, graph and vectors",
    "full text, graph, vectors, and concepts from prose",
)


def sources_screen(sources: Sequence[Source], tier: int = 0) -> str:
    """The table of `list`, and below it the tier if models are in use."""
    if not sources:
        return "no sources yet; `cairn add PATH` adds one"
    head = ("label", "kind", "files", "chunks", "entities", "edges", "vectors", "indexed", "commit", "", "location")
    rows = [
        (
            source.label,
            source.kind,
            *(f"{number:,}" for number in (source.files, source.chunks, source.entities, source.edges, source.vectors)),
            (source.indexed_at or "never")[:16].replace("T", " "),
            (source.commit or "-")[:10],
            "stale" if source.stale else "",
            source.location,
        )
        for source in sources
    ]
    lines = table(head, rows, numbers=(2, 3, 4, 5, 6))
    return "\n".join([*lines, paint(f"tier {tier}: {TIERS[tier]}", "dim")] if tier else lines)


def links_screen(links: Sequence[Link]) -> str:
    """The table of `links`."""
    if not links:
        return "no links; `cairn link A B` lets what A uses resolve into B"
    return "\n".join(table(("from", "to", "edges"), [(link.src, link.dst, f"{link.edges:,}") for link in links], numbers=(2,)))


def files_screen(listing: FileListing, has_files: bool, has_skipped: bool) -> str:
    """The tables of `list SOURCE --files --skipped`."""
    lines = []
    if has_files:
        rows = [
            (row.file, row.lang or "-", f"{row.bytes:,}", row.chunks, row.entities, "; ".join(row.warnings))
            for row in listing.files
        ]
        lines += table(("file", "lang", "bytes", "chunks", "entities", "warnings"), rows, numbers=(2, 3, 4))
    if has_files and has_skipped:
        lines.append("")
    if has_skipped:
        lines += table(("skipped", "reason", "detail"), [(row.file, row.reason, row.detail) for row in listing.skipped])
    return "\n".join(lines)
