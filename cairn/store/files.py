"""The contract of files, their texts and their chunks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from cairn.store.rows import FileRow, FileStamp, SkipRow, StoredText
from cairn.store.stored import FileCounts, StoredChunk, StoredFile


class FileReader(Protocol):
    """The files of one state of an index, with their texts and chunks."""

    def stamps(self, source_id: int) -> list[tuple[str, int, int]]:
        """Return (path, size, mtime_ns) of all files of a source."""
        ...

    def file_counts(self, source_id: int) -> list[FileCounts]:
        """Return the files of a source by path."""
        ...

    def skips(self, source_id: int) -> list[tuple[str, str, str]]:
        """Return (path, reason, detail) by path."""
        ...

    def file_paths(self, source_ids: Sequence[int], language: str | None) -> list[tuple[int, str]]:
        """Return (id, path) of the files of these sources, in the given language if one is given."""
        ...

    def has_path(self, source_id: int, prefix: str) -> bool:
        """Return whether a file of a source has a path that begins like this."""
        ...

    def languages(self, source_ids: Sequence[int]) -> list[str]:
        """Return the languages of the files of these sources, by name."""
        ...

    def files(self, ids: Iterable[int]) -> dict[int, StoredFile]:
        """Return files by id."""
        ...

    def file_warnings(self, ids: Iterable[int]) -> dict[int, list[str]]:
        """Return what was said of these files when they were indexed; files of which nothing was said are left out."""
        ...

    def files_ending(self, path: str) -> list[StoredFile]:
        """Return the files whose path is `path` or ends with `/` and `path`."""
        ...

    def file_at(self, source_id: int, path: str) -> StoredFile | None:
        """Return the file of a source at exactly this path."""
        ...

    def text(self, file_id: int) -> str:
        """Return the text of a file."""
        ...

    def texts(self, source_ids: Sequence[int], file_ids: Sequence[int] | None) -> Iterator[tuple[int, str]]:
        """Yield (file id, text) of many files, ordered by source and path."""
        ...

    def chunks(self, ids: Iterable[int]) -> dict[int, StoredChunk]:
        """Return chunks by id."""
        ...

    def chunk_hashes(self, ids: Iterable[int]) -> dict[int, bytes]:
        """Return the hash of each chunk's text."""
        ...

    def chunks_at(self, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], StoredChunk]:
        """Return the first chunk that has it for each place, (file, line)."""
        ...

    def chunks_of_files(self, file_ids: Iterable[int]) -> dict[int, list[StoredChunk]]:
        """Return the chunks of each file, in order."""
        ...

    def chunks_beside(self, ids: Iterable[int]) -> list[StoredChunk]:
        """Return the chunks right before and right after each of these, in the order of files and lines."""
        ...


class FileState(Protocol):
    """What a run compares a source on the disk with."""

    def stamps(self, source_id: int) -> dict[str, FileStamp]:
        """Return what is known of each file by path."""
        ...

    def skips(self, source_id: int) -> dict[str, SkipRow]:
        """Return what was left out, by path."""
        ...

    def chunk_hashes(self, source_id: int) -> dict[int, list[bytes]]:
        """Return the hashes of the chunks of each file, by its id."""
        ...

    def texts(self, source_id: int, wanted: Iterable[str]) -> dict[str, str]:
        """Return the text of the files at these paths."""
        ...

    def facts(self, file_id: int) -> bytes | None:
        """Return the packed facts of a file, None if it has none."""
        ...

    def stored_files(self, source_id: int) -> Iterator[StoredText]:
        """Yield the files of a source with their texts, by path; one without a text has None."""
        ...


class FileWriter(Protocol):
    """Files with what is derived from each alone, for a writer."""

    def paths(self, source_id: int) -> dict[str, int]:
        """Return the ids of the files of a source by path; read once in a transaction."""
        ...

    def begin_load(self) -> None:
        """Prepare for many rows, inside a transaction; ends with `finish_load`."""
        ...

    def finish_load(self) -> None:
        """Build what `begin_load` put off."""
        ...

    def put_files(self, source_id: int, rows: Sequence[FileRow]) -> None:
        """Insert files, or replace those of the same path; entities with an unchanged anchor keep their identity."""
        ...

    def put_chunks(self, source_id: int, rows: Sequence[FileRow]) -> None:
        """Replace the chunks of files, and nothing else of them; they have the definitions that the rows have."""
        ...

    def restamp_files(self, stamps: Iterable[FileStamp]) -> None:
        """Update size, time and inode of files whose bytes are the same."""
        ...

    def delete_files(self, file_ids: Iterable[int]) -> None:
        """Delete files with all that is derived from them."""
        ...

    def replace_skips(self, source_id: int, rows: Iterable[SkipRow]) -> None:
        """Make these the skips of a source."""
        ...
