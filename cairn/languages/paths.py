"""Files that other files name by path, where a language leaves open from which folder the path counts."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable


class PathTable:
    """The files of a source by their paths and by the ends of these."""

    def __init__(self, files: Iterable[tuple[int, str]] = ()) -> None:
        self._numbers: dict[str, int] = {}
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for number, path in files:
            self._numbers[path] = number
            self._by_name[path.rpartition("/")[2]].append(path)

    def at(self, path: str) -> int | None:
        """The file at exactly this path."""
        return self._numbers.get(path)

    def find(self, importer: str, named: str, endings: tuple[str, ...] = ("",)) -> int | None:
        """The file that `named` means in `importer`: from its folder, from the root, else the one file whose path ends so."""
        folder = importer.rpartition("/")[0]
        for ending in endings:
            for base in (folder, ""):
                found = self._numbers.get(posixpath.normpath(posixpath.join(base, named + ending)))
                if found is not None:
                    return found
        return self.ending_with(named, endings)

    def ending_with(self, named: str, endings: tuple[str, ...] = ("",)) -> int | None:
        """The only file whose path ends with `named`; None if there are none or several."""
        tail = posixpath.normpath(named)
        while tail.startswith("../"):
            tail = tail[3:]
        for ending in endings:
            whole = tail + ending
            found = [p for p in self._by_name.get(whole.rpartition("/")[2], ()) if p == whole or p.endswith("/" + whole)]
            if len(found) == 1:
                return self._numbers[found[0]]
        return None
