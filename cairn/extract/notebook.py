"""Headings of the prose between the cells of code, in a script with cells (see `ingest/documents/notebook.py`)."""

from __future__ import annotations

import re

from cairn.extract.outline import Definition, Extraction
from cairn.extract.prose import outline_prose
from cairn.semantics.facts import EntityFact
from cairn.semantics.kinds import SECTION

_CELL = re.compile(r"(\S{1,2}) %%(?: \[(\w+)\])?$")


def with_sections(extraction: Extraction, text: str, source: bytes) -> Extraction:
    """Return an extraction with the sections of the cells of prose behind its definitions. `source` is the text in UTF-8."""
    prose = "\n".join(_prose_lines(text))
    starts = _line_starts(source)
    first = len(extraction.definitions)
    sections = []
    for section in outline_prose("", prose, is_markdown=True).definitions[1:]:
        parent = section.parent + first - 1 if section.parent > 0 else 0
        end = min(section.end_line, len(starts) - 1)
        sections.append(
            section._replace(parent=parent, start_byte=starts[section.start_line - 1], end_byte=starts[end], end_line=end)
        )
    return Extraction(
        [*extraction.definitions, *sections],
        extraction.facts._replace(entities=[*extraction.facts.entities, *map(_fact_of, sections)]),
        extraction.breaks,
        extraction.warnings,
        extraction.tags,
    )


def _prose_lines(text: str) -> list[str]:
    """Return the lines of a script with all left blank that is not prose."""
    lines = []
    comment, is_prose = "#", False
    for line in text.split("\n"):
        cell = _CELL.match(line)
        if cell:
            comment, is_prose = cell[1], cell[2] == "markdown"
        is_said = is_prose and not cell and line.startswith(comment)
        lines.append(line.removeprefix(comment).removeprefix(" ") if is_said else "")
    return lines


def _line_starts(source: bytes) -> list[int]:
    """Return the first byte of each line, and the end of the text."""
    starts, size = [0], 0
    for line in re.findall(rb"[^\n]*\n|[^\n]+", source):
        size += len(line)
        starts.append(size)
    return starts


def _fact_of(section: Definition) -> EntityFact:
    place = (section.parent, 0, -1, section.start_byte, section.name_line)
    return EntityFact(SECTION, section.qualname.rpartition("/")[2], *place, (), (), -1, -1, -1, -1, (), ())
