"""The contract of what doc-extract stores: the answers of the model, and the concepts that are made of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, Protocol

# How an edge from a concept was found.
VIA = "doc-extract"


class ProseFile(NamedTuple):
    """A file that is read for concepts."""

    id: int
    path: str


class ConceptEdge(NamedTuple):
    """From a concept to an entity, by its id."""

    kind: str
    dst: int
    confidence: float


class ConceptRow(NamedTuple):
    """A concept in a file; `line` is where it is mentioned first."""

    file_id: int
    name: str
    anchor: str
    line: int
    doc: str
    tags: Sequence[str]
    edges: Sequence[ConceptEdge]


class StoredEdge(NamedTuple):
    """From a concept to an entity, by its file and anchor, which mean the same in another index."""

    kind: str
    path: str
    anchor: str
    confidence: float


class StoredConcept(NamedTuple):
    """A concept as an index has it, without the numbers of its rows."""

    path: str
    name: str
    anchor: str
    line: int
    doc: str
    tags: Sequence[str]
    edges: Sequence[StoredEdge]


class ConceptState(Protocol):
    """The concepts of an index, for who takes them elsewhere."""

    def stored(self, source_id: int) -> list[StoredConcept]:
        """Return the concepts of a source, by path and place in the file."""
        ...

    def kept_answers(self, source_id: int) -> dict[bytes, str]:
        """Return all answers of the model that are kept for a source, by the key of what was asked."""
        ...


class ConceptWriter(ConceptState, Protocol):
    """The concepts of an index, for its one writer."""

    def prose_files(self, source_id: int, languages: Collection[str]) -> list[ProseFile]:
        """Return the files of a source in these languages, by path."""
        ...

    def answers(self, keys: Iterable[bytes]) -> dict[bytes, str]:
        """Return the model's answers that are known, by the key of what was asked."""
        ...

    def keep_answer(self, source_id: int, key: bytes, answer: str) -> None:
        """Keep an answer for a source."""
        ...

    def drop_answers(self, source_id: int, used: Collection[bytes]) -> None:
        """Forget the answers of a source but these."""
        ...

    def named(self, source_id: int, name: str) -> list[int]:
        """Return the definitions of a source with this name or qualified name, and the files at this path; no concepts."""
        ...

    def places(self, source_id: int, paths: Collection[str]) -> dict[tuple[str, str], int]:
        """Return the entities of some files of a source, by path and anchor."""
        ...

    def replace(self, source_id: int, rows: Sequence[ConceptRow]) -> None:
        """Make these the concepts of a source."""
        ...
