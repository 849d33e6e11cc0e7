"""Which lines differ between a commit and the working tree, or between two commits, by the git command."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from cairn.errors import EnvironmentFault, NotFoundError, UsageError
from cairn.ingest.git import find_repository

_TIMEOUT_S = 60  # a guess: a diff of linux against its last release takes 5 s
_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)")
_LETTERS = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}
# Set by git for its hooks: they would make it look elsewhere than into the folder.
_FOREIGN = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY")
_END = 1 << 31


class Range(NamedTuple):
    """Lines of one side, 1-based and inclusive.

    Lines that only the other side has leave a gap between `end` and `start`, which is the line after it. `indent` is how many
    blanks those begin with, the first of them that is not empty.
    """

    start: int
    end: int
    indent: int = 0

    @property
    def is_gap(self) -> bool:
        """Whether this side has none of the lines."""
        return self.end < self.start


@dataclass(slots=True)
class FileChange:
    """The lines of a file that differ, as the older and as the newer side count them."""

    path: str  # relative to the folder, "/" between the parts
    old: list[Range] = field(default_factory=list)
    new: list[Range] = field(default_factory=list)


def changed_lines(folder: Path, revision: str) -> list[FileChange]:
    """Compare the working tree below a folder with a commit, or with `A..B` two commits; by path.

    Files that git does not track are new in the working tree. Nothing is fetched, and no program but git is run.

    Raises:
        UsageError: `revision` cannot be one.
        NotFoundError: there is no such commit, or the folder is in no repository.
        EnvironmentFault: there is no git command, or it takes longer than a minute.
    """
    if not revision or revision.startswith("-") or "\0" in revision:
        raise UsageError(f"{revision!r} is no revision; name a commit, a branch or a range like main..HEAD")
    if find_repository(folder) is None:
        raise NotFoundError(f"{folder} is in no git checkout; name handles instead of a revision")
    options = ["--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--relative", "-U0"]
    text = _git(folder, "diff", *options, "--src-prefix=a/", "--dst-prefix=b/", revision, "--", ".")
    changes = {change.path: change for change in _read_diff(text)}
    if ".." not in revision:
        for name in _git(folder, "ls-files", "--others", "--exclude-standard", "-z", "--", ".").split(b"\0"):
            path = _decoded(name)
            if path:
                changes.setdefault(path, FileChange(path, [], [Range(1, _END)]))
    return sorted(changes.values(), key=lambda change: change.path)


def _git(folder: Path, verb: str, *arguments: str) -> bytes:
    environ = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    environ.update(GIT_OPTIONAL_LOCKS="0", GIT_NO_LAZY_FETCH="1", GIT_TERMINAL_PROMPT="0", LC_ALL="C")
    command = ["git", "-C", str(folder), "-c", "core.quotePath=false", "-c", "core.fsmonitor=false", verb, *arguments]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, env=environ, timeout=_TIMEOUT_S, check=False
        )
    except FileNotFoundError as exc:
        raise EnvironmentFault("the git command was not found; install git, or name handles instead of a revision") from exc
    except (OSError, subprocess.TimeoutExpired) as exc:
        raise EnvironmentFault(f"git did not answer ({type(exc).__name__}); name handles instead of a revision") from exc
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        reason = said[0].removeprefix("fatal: ") if said else f"status {done.returncode}"
        raise NotFoundError(f"git cannot compare in {folder} ({reason}); name a commit of that checkout, or handles")
    return done.stdout


def _read_diff(text: bytes) -> Iterator[FileChange]:
    lines = iter(text.split(b"\n"))
    change: FileChange | None = None
    old_path = ""
    for line in lines:
        if line.startswith(b"--- "):
            old_path = _path(line[4:])
        elif line.startswith(b"+++ "):
            if change is not None:
                yield change
            change = FileChange(_path(line[4:]) or old_path)
        elif change is not None and (found := _HUNK.match(_decoded(line))):
            old, old_count, new, new_count = (1 if group is None else int(group) for group in found.groups())
            # Reading them also keeps a removed line `-- x` from being taken for a header.
            body = list(itertools.islice(_without_marks(lines), old_count + new_count))
            change.old += _ranges(old, old_count, body[old_count:])
            change.new += _ranges(new, new_count, body[:old_count])
    if change is not None:
        yield change


def _without_marks(lines: Iterator[bytes]) -> Iterator[bytes]:
    """The lines without those that say that a file's last line does not end."""
    return (line for line in lines if not line.startswith(b"\\"))


def _ranges(start: int, count: int, others: Sequence[bytes]) -> list[Range]:
    """What a hunk is on one side; `others` are the lines of the other side. Empty lines that come or go leave nothing."""
    if count:
        return [Range(start, start + count - 1)]
    text = next((line[1:] for line in others if line[1:].strip()), None)
    return [] if text is None else [Range(start + 1, start, len(text) - len(text.lstrip()))]


def _path(shown: bytes) -> str:
    """The path in a header, which is quoted if it holds strange characters; "" for /dev/null."""
    name = shown.rstrip(b"\t\r")
    if name.startswith(b'"'):
        name = _ESCAPE.sub(lambda m: bytes([int(m[1], 8)]) if len(m[1]) == 3 else _LETTERS.get(m[1], m[1]), name[1:-1])
    return "" if name == b"/dev/null" else _decoded(name[2:])


def _decoded(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")
