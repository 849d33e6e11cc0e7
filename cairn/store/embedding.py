"""The contract of a store's vectors. A vector is 1024 numbers of 32 bits, of length 1, as bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from cairn.errors import EnvironmentFault

if TYPE_CHECKING:
    from cairn.store.stored import Scope


class Part(IntEnum):
    """What has vectors; each is searched by itself."""

    CHUNK = 0
    ENTITY = 1


class StoredModel(NamedTuple):
    """A model that gave vectors. `width`: so many of the 1024 numbers are kept, the others are 0."""

    id: int
    name: str
    width: int
    probe: bytes


class ChunkPlace(NamedTuple):
    """A chunk without a vector: the bytes of its file's text, the innermost definition around it ("" for none), and names.

    `names` are those that are defined in it, with spaces between.
    """

    id: int
    file_id: int
    start_byte: int
    end_byte: int
    qualname: str
    names: str


class EntityText(NamedTuple):
    """An entity without a vector, and what is known of it."""

    id: int
    kind: str
    qualname: str
    signature: str
    doc: str
    path: str


class VectorWriter(Protocol):
    """The vectors of an index, for its one writer."""

    def models(self) -> list[StoredModel]:
        """Return the models that gave vectors, the newest first."""
        ...

    def add_model(self, name: str, width: int, probe: bytes) -> StoredModel:
        """Record a model."""
        ...

    def missing_chunks(self, source_id: int, model_id: int | None) -> list[ChunkPlace]:
        """Return the chunks of a source without a vector of a model (of None: all), by file."""
        ...

    def missing_entities(self, source_id: int, model_id: int | None, kinds: Sequence[str]) -> list[EntityText]:
        """Return the entities of these kinds without a vector of a model (of None: all), by file."""
        ...

    def file_text(self, file_id: int) -> tuple[str, bytes]:
        """Return the path and the text, in UTF-8, of a file."""
        ...

    def known(self, keys: Iterable[bytes]) -> dict[bytes, int]:
        """Return the ids of the vectors with these keys, where there are such."""
        ...

    def values(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Return the vectors with these keys, where there are such; each of 1024 numbers."""
        ...

    def put(self, model: StoredModel, part: Part, rows: Sequence[tuple[bytes, bytes]]) -> dict[bytes, int]:
        """Store vectors by key; returns their ids."""
        ...

    def assign(self, part: Part, rows: Iterable[tuple[int, int]]) -> None:
        """Give chunks or entities (id, id of a vector) their vectors."""
        ...

    def cover(self, source_id: int, model_id: int) -> int:
        """Record how many chunks of a source have a vector of a model; returns it."""
        ...

    def drop_unused(self) -> None:
        """Delete the vectors that no chunk and no entity has, and models without vectors."""
        ...


class Near(NamedTuple):
    """A chunk or an entity that is near a question; `distance` is 0 for the same direction, 2 for the opposite one."""

    id: int
    distance: float


class VectorsUnavailableError(EnvironmentFault):
    """Vectors cannot be compared here; the message says why, for the answer's `degraded`."""


class VectorReader(Protocol):
    """The vectors of one state of the index."""

    def models(self) -> list[StoredModel]:
        """Return the models that gave vectors, the newest first."""
        ...

    def vector_counts(self) -> dict[int, int]:
        """Return how many chunks of each source, by its id, have a vector."""
        ...

    def coverage(self) -> dict[int, tuple[int, int]]:
        """Return for each source, by its id, the model that its last vectors are of, and how many chunks have one."""
        ...

    def nearest(self, part: Part, model: StoredModel, vector: bytes, limit: int, scope: Scope) -> list[Near]:
        """Return the chunks or entities of a scope that are nearest to a vector of the same model, nearest first.

        Raises:
            VectorsUnavailableError: there is nothing to compare vectors with on this system.
        """
        ...
