"""`cairn gc`."""

from __future__ import annotations

from cairn.cli.verb import Session, verb


@verb("cairn gc")
def gc(session: Session) -> None:
    """Free the space of what was removed or replaced."""
    with session.open() as cairn:
        report = cairn.ingest.gc()
    session.report(report, f"{_megabytes(report.bytes_before)} before, {_megabytes(report.bytes_after)} now")


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB"


command = gc
