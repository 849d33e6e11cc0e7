"""Libraries: folders of cards. They are read without following links, and written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cairn.errors import EnvironmentFault, NotFoundError, RefusedError

SKILL = "SKILL.md"
CARD, SKILL_KIND = "card", "skill"
APPROVED = "approved"  # the status of cards that are recalled
MOST_BYTES = 64_000  # of a card: a guess, some 10,000 words, where a note has a hundred
_MOST_FILES = 50_000  # of all libraries together: a guess, five times the largest that was measured
_MOST_FOLDERS = 5_000
_LEFT_AFTER_S = 3600  # a write takes some milliseconds
_NO_CARDS = frozenset({"readme.md", "contributing.md", "license.md", "changelog.md", "index.md"})


class Found(NamedTuple):
    """A file of a library; `path` is relative to the library and has `/` between its parts."""

    library: int
    path: str
    size: int
    mtime_ns: int
    inode: int
    is_skill: bool

    @property
    def stamp(self) -> str:
        """What differs when the file was written."""
        return f"{self.size}/{self.mtime_ns}/{self.inode}"


def scan(folders: list[Path]) -> list[Found]:
    """Return the files of some libraries, in the order of libraries and paths. A folder that is not there has none.

    Links are not followed and hidden names are passed over. A folder with a `SKILL.md` is a skill; nothing else in it is read.
    """
    found: list[Found] = []
    for number, folder in enumerate(folders):
        found += sorted(_files(os.fspath(folder), number, _MOST_FILES - len(found)), key=lambda file: file.path)
    return found


def _files(root: str, number: int, room: int) -> Iterator[Found]:
    waiting, folders = [("", root)], 0
    while waiting and folders < _MOST_FOLDERS:
        prefix, folder = waiting.pop()
        folders += 1
        try:
            with os.scandir(folder) as entries:
                rows = list(entries)
        except OSError:
            continue
        skill = next((row for row in rows if row.name == SKILL), None) if prefix else None
        for row in [skill] if skill is not None else rows:
            if row.name.startswith(".") or row.is_symlink():
                continue
            if row.is_dir(follow_symlinks=False):
                waiting.append((f"{prefix}{row.name}/", row.path))
                continue
            if not row.name.lower().endswith(".md") or row.name.lower() in _NO_CARDS or not _is_text(row.name):
                continue
            try:
                now = row.stat(follow_symlinks=False)
            except OSError:
                continue
            if room <= 0:
                return
            room -= 1
            yield Found(number, prefix + row.name, now.st_size, now.st_mtime_ns, now.st_ino, row is skill)


def is_no_card(name: str) -> bool:
    """Whether a file of this name is passed over, or names a skill."""
    return name.lower() in _NO_CARDS or name.lower() == SKILL.lower()


def _is_text(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def read_file(folder: Path, path: str) -> bytes:
    """Return the first bytes of a file of a library: one more than a card may have.

    Raises:
        OSError: it cannot be read, is no regular file, or is a link.
    """
    descriptor = os.open(folder / path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "it is no regular file")
        return stream.read(MOST_BYTES + 1)


def place_in(folder: Path, name: str) -> Path:
    """Return where a card of a name lies in a library that can be written, which is made if it is not there.

    Raises:
        RefusedError: that would be outside of the library.
        EnvironmentFault: the folder cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        raise EnvironmentFault(f"the card library {folder} cannot be made ({exc.strerror}); name another in CAIRN_CARDS") from exc
    root, path = folder.resolve(), folder / f"{name}.md"
    if path.is_symlink() or not path.parent.resolve().is_relative_to(root):
        raise RefusedError(f"{path} leads out of the library; take the link away, or choose another name")
    return path


def write_file(path: Path, text: str, *, before: bytes | None) -> None:
    """Write a file whole or not at all; `before` is what it held when it was read, None: it is new, and must be.

    Raises:
        RefusedError: somebody else wrote it meanwhile.
        EnvironmentFault: it cannot be written.
    """
    import tempfile  # what recalls writes nothing

    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _sweep(path.parent)
        descriptor, name = tempfile.mkstemp(prefix=".card-", suffix=".tmp", dir=path.parent)
        temporary = Path(name)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(text.encode("utf-8"))
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(0o644 if before is None else path.stat().st_mode & 0o777)
        if before is None:
            os.link(temporary, path)  # fails where there is one already, as no other call does in one step
        else:
            if path.read_bytes() != before:
                raise RefusedError(f"{path} has changed in this moment and is left as it is; look again")
            temporary.replace(path)
    except FileExistsError as exc:
        raise RefusedError(f"{path} exists and is left as it is; choose another name, or edit that card") from exc
    except FileNotFoundError as exc:
        raise NotFoundError(f"{path} is gone; look again") from exc
    except OSError as exc:
        raise EnvironmentFault(f"{path} cannot be written ({exc.strerror}); mend its permissions or free the disk") from exc
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)


def _sweep(folder: Path) -> None:
    """Take away what writers left that were killed; a younger file may be somebody's who writes just now."""
    for path in folder.glob(".card-*.tmp"):
        with contextlib.suppress(OSError):
            if time.time() - path.lstat().st_mtime > _LEFT_AFTER_S:
                path.unlink()


def project_library(start: Path) -> Path | None:
    """The `.cairn/cards` of the nearest folder at or above this one that has it; a link is none."""
    for folder in (start, *start.parents):
        hidden = folder / ".cairn"
        cards = hidden / "cards"
        if not hidden.is_symlink() and not cards.is_symlink() and cards.is_dir():
            return cards
    return None
