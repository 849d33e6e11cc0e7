"""Includes of C and C++: the files that a file includes, and those that are compiled together with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial

from cairn.semantics.questions import Cache

_STANDARD = frozenset(
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic "
    "stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype unistd fcntl dirent "
    "pthread strings dlfcn poll pwd grp semaphore sched syslog termios utime wordexp regex glob fnmatch ftw netdb "
    "ifaddrs getopt malloc memory libgen langinfo iconv".split()
)
MAX_ROUNDS = 40  # of headers that include one another in circles (guess)


def normal_path(folder: str, relative: str) -> str:
    """A path relative to a folder, without `.` and `..`; "" if it leads out of the source."""
    parts = folder.split("/") if folder else []
    for part in relative.replace("\\", "/").split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


class Includes:
    """The includes of all files of the family, as units."""

    def __init__(self, paths: Mapping[int, str], written: Mapping[int, Sequence[tuple[str, bool]]]) -> None:
        """Find the includes of files, as they are written, with whether they are the system's, by unit."""
        self._by_path: dict[str, int] = {path: number for number, path in paths.items()}
        self._paths = dict(paths)
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self._by_path):
            self._by_name[path.rpartition("/")[2]].append(path)
        self._located: Cache[tuple[str, str, bool], int | None] = Cache()
        self.direct: dict[int, list[int]] = {}
        for number, path in paths.items():
            found = (self.locate(path, *one) for one in written[number])
            self.direct[number] = list(dict.fromkeys(n for n in found if n is not None and n != number))
        self.reach = self._spread({number: 1 << number for number in self.direct}, self.direct)
        includers: dict[int, list[int]] = {number: [] for number in self.direct}
        for number, targets in self.direct.items():
            for target in targets:
                includers[target].append(number)
        self.around = self._spread(dict(self.reach), includers)

    @staticmethod
    def _spread(known: dict[int, int], edges: dict[int, list[int]]) -> dict[int, int]:
        """Add to each file what those that it leads to have, until nothing changes."""
        for _ in range(MAX_ROUNDS):
            changed = False
            for number in reversed(known):
                bits = known[number]
                for target in edges[number]:
                    bits |= known[target]
                if bits != known[number]:
                    known[number], changed = bits, True
            if not changed:
                break
        return known

    def locate(self, path: str, written: str, is_system: bool) -> int | None:
        """The unit that an include in the file `path` names; None if no file of the source suits."""
        folder = path.rpartition("/")[0]
        return self._located.get((folder, written, is_system), partial(self._find, folder, written, is_system))

    def _find(self, folder: str, written: str, is_system: bool) -> int | None:
        if not is_system:
            near = normal_path(folder, written)
            if near in self._by_path:
                return self._by_path[near]
        wanted = normal_path("", written) or written.replace("\\", "/").lstrip("./")
        name = wanted.rpartition("/")[2]
        if is_system and name == wanted and (name.removesuffix(".h") in _STANDARD or "." not in name):
            return None
        found = [p for p in self._by_name.get(name, ()) if p == wanted or p.endswith("/" + wanted)]
        if not found:
            return None
        return self._by_path[min(found, key=lambda p: (-shared_folders(p, folder + "/"), p.count("/"), p))]

    def nearness(self, unit: int, other: int) -> tuple[int, int]:
        """The distance to another file, by the folders that both lie in: smaller is nearer."""
        left, right = self._paths[unit], self._paths[other]
        return (-shared_folders(right, left), right.count("/"))


def shared_folders(one: str, other: str) -> int:
    """The number of folders that two paths have in common from the root: 2 for `src/lab/a.c` and `src/lab/b.c`."""
    count = 0
    for left, right in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if left != right:
            break
        count += 1
    return count
