"""Numbers and places in the words of an answer."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    plural = f"{noun.removesuffix('y')}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


def span(start_line: int, end_line: int) -> str:
    """`L3-L9`, or `L3`."""
    return f"L{start_line}" if start_line == end_line else f"L{start_line}-L{end_line}"


def minute(moment: str | None) -> str:
    """`2026-01-02 03:04`, in UTC."""
    return (moment or "")[:16].replace("T", " ")
