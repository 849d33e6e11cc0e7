"""The same text in several places: which of them an answer shows, and what is merely built from a source."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cairn.retrieve.search.rank import Candidate
from cairn.retrieve.view import View
from cairn.store.stored import StoredFile

# Folders with what is made from the sources in `src` beside them; of `lib` that can be told in an npm package only.
_OUTPUT = frozenset({"dist", "build", "out"})
_OUTPUT_OF_PACKAGE = "lib"
# What being made leaves of a score: a guess between a test's and a source's.
_MADE = 0.6


class Copy(NamedTuple):
    """Lines of a file with the text of a hit; `ordinal` is that of the chunk they are."""

    file_id: int
    ordinal: int
    start_line: int
    end_line: int


class Origin:
    """Tells what is made from sources that are indexed, too."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._known: dict[tuple[int, str], bool] = {}

    def factor(self, file: StoredFile) -> float:
        """Return the factor of a file's place, 1 or less: `dist/` and the like come behind what they are built from."""
        folders = file.path.split("/")[:-1]
        return _MADE if any(self._is_output(file.source_id, folders, place) for place in range(len(folders))) else 1.0

    def is_made(self, file: StoredFile) -> bool:
        """Whether a file is generated, or built from sources beside it."""
        return file.role == "generated" or self.factor(file) < 1.0

    def _is_output(self, source_id: int, folders: Sequence[str], place: int) -> bool:
        name = folders[place]
        if name not in _OUTPUT and name != _OUTPUT_OF_PACKAGE:
            return False
        key = (source_id, "/".join(folders[: place + 1]))
        if key not in self._known:
            base = "".join(f"{folder}/" for folder in folders[:place])
            has_path = self._view.reader.has_path
            is_package = name in _OUTPUT or has_path(source_id, f"{base}package.json")
            self._known[key] = is_package and has_path(source_id, f"{base}src/")
        return self._known[key]


def collapse(view: View, ranked: Sequence[Candidate]) -> tuple[list[Candidate], dict[int, list[Copy]]]:
    """Keep one candidate of those with one text and one name; also return where the others stand, by the kept one's chunk.

    The one that is kept is the best by the kind and the place of its file, and takes the place of the best by score.
    """
    hashes = view.reader.chunk_hashes(candidate.chunk.id for candidate in ranked)
    same: dict[bytes, list[Candidate]] = defaultdict(list)
    for candidate in ranked:
        same[hashes[candidate.chunk.id]].append(candidate)
    groups = {text: group for text, group in same.items() if len(group) > 1}
    if not groups:
        return list(ranked), {}
    view.load(c.chunk.entity_id for group in groups.values() for c in group if c.chunk.entity_id is not None)
    copies: dict[int, list[Copy]] = {}
    dropped: set[int] = set()
    for group in _by_name(view, groups.values()):
        kept = max(group, key=lambda c: (c.near or 1.0, c.prior))
        kept.score = max(c.score for c in group)
        kept.vec_rank = min((c.vec_rank for c in group if c.vec_rank is not None), default=None)
        others = sorted((c.chunk for c in group if c is not kept), key=lambda chunk: (chunk.file_id, chunk.ordinal))
        copies[kept.chunk.id] = [Copy(c.file_id, c.ordinal, c.start_line, c.end_line) for c in others]
        dropped.update(chunk.id for chunk in others)
    left = [candidate for candidate in ranked if candidate.chunk.id not in dropped]
    return sorted(left, key=lambda c: (-c.score, c.chunk.file_id, c.chunk.ordinal)), copies


def _by_name(view: View, groups: Iterable[Sequence[Candidate]]) -> Iterable[Sequence[Candidate]]:
    """Part candidates of one text by what is around them: a method of another class is another thing."""
    for group in groups:
        named: dict[str, list[Candidate]] = defaultdict(list)
        for candidate in group:
            entity = None if candidate.chunk.entity_id is None else view.entity(candidate.chunk.entity_id)
            named[entity.anchor if entity else ""].append(candidate)
        yield from (same for same in named.values() if len(same) > 1)


def locate(view: View, copies: Iterable[Copy]) -> list[str]:
    """Return `label:path:L1-L9` for each run of neighbouring copies."""
    runs: list[Copy] = []
    for copy in sorted(set(copies)):
        if runs and runs[-1].file_id == copy.file_id and runs[-1].ordinal + 1 == copy.ordinal:
            runs[-1] = runs[-1]._replace(ordinal=copy.ordinal, end_line=copy.end_line)
        else:
            runs.append(copy)
    files = view.load_files(run.file_id for run in runs)
    placed = ((files[run.file_id], run) for run in runs)
    return sorted(f"{view.label(file)}:{file.path}:L{run.start_line}-L{run.end_line}" for file, run in placed)
