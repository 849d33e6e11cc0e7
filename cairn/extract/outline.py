"""The result of extracting one file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from cairn.semantics.facts import Facts


class Definition(NamedTuple):
    """An entity of a file, for the store and the chunker; its place in the list is its ordinal."""

    kind: str
    name: str
    qualname: str  # "Class.method"; "" for the module
    anchor: str  # qualname with parameter types and ~2 where needed; "" for the module
    parent: int  # ordinal, -1 for the module
    start_line: int
    end_line: int
    name_line: int  # 0 for the module
    start_byte: int
    end_byte: int
    signature: str
    doc: str
    exported: bool


@dataclass(frozen=True, slots=True)
class Extraction:
    """Definitions in source order (a container before its members; 0 is the module), and the facts."""

    definitions: list[Definition]
    facts: Facts
    breaks: list[int] = field(default_factory=list)  # lines at which a statement begins, where a long definition may be cut
    warnings: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)  # of the whole file, in the spelling of model.tag_of
