"""Lists as text for a model, a row a line: sources, files, links, tags, an outline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cairn.model import (
    Link,
    Map,
    Skip,
    Source,
    SourceFile,
    Tag,
    printable,
)

if TYPE_CHECKING:
    from cairn.report import IngestReport
from cairn.answers.model.data import DATA_NOTICE, fence
from cairn.answers.words import counted, minute


def map_answer(answer: Map) -> str:
    """The outline, as data."""
    if not answer.entries:
        return "Nothing is depended on."
    changed = ["changed on disk since they were indexed: " + ", ".join(answer.stale)] if answer.stale else []
    return "\n".join([DATA_NOTICE, fence(answer.text), *changed])


def tags_text(tags: Sequence[Tag]) -> str:
    """A line a tag."""
    return "\n".join(f"{tag.tag}  {tag.count}" for tag in tags) or "No tags."


def sources_text(sources: Sequence[Source]) -> str:
    """A line a source."""
    if not sources:
        return "No sources; `add` one."
    return "\n".join(_source_line(source) for source in sources)


def _source_line(source: Source) -> str:
    commit = f" at {source.commit[:10]}" if source.commit else ""
    stale = "; stale: `refresh` it" if source.stale else ""
    return (
        f"{source.label}  {source.kind} {source.location}{commit}: {counted(source.files, 'file')}, {sizes(source)}; "
        f"indexed {minute(source.indexed_at) or 'never'}{stale}"
    )


def sizes(of: Source | IngestReport) -> str:
    """Return `3 chunks, 12 entities, 40 edges`."""
    return ", ".join([counted(of.chunks, "chunk"), counted(of.entities, "entity"), counted(of.edges, "edge")])


def links_text(links: Sequence[Link]) -> str:
    """A line a link."""
    return "\n".join(link_text(link) for link in links) or "No links."


def link_text(link: Link) -> str:
    """One link."""
    return f"{link.src} -> {link.dst}: {counted(link.edges, 'edge')}"


def files_text(files: Sequence[SourceFile]) -> str:
    """A line a file."""
    return "\n".join(_file_line(row) for row in files) or "No files."


def _file_line(row: SourceFile) -> str:
    sizes = ", ".join([counted(row.bytes, "byte"), counted(row.chunks, "chunk"), counted(row.entities, "entity")])
    return f"{printable(row.file)}  {row.lang or '-'} {sizes}" + (f"; {'; '.join(row.warnings)}" if row.warnings else "")


def skipped_text(skipped: Sequence[Skip]) -> str:
    """A line for each path that was left out."""
    lines = (f"{printable(row.file)}  {row.reason}" + (f": {row.detail}" if row.detail else "") for row in skipped)
    return "\n".join(lines) or "Nothing was skipped."
