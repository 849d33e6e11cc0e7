"""Read one file of a source from the disk, whatever it is by now."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from typing import NamedTuple

# A file that is written to all the time is taken as it is after so many attempts.
_ATTEMPTS = 3
# Not to be held by a FIFO, and not to follow a link that was put in a file's place. Windows has neither.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_FOLDER_FLAGS = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_MOST_FOLDERS = 64  # that are kept open: a process may have 256 open files on some systems
_HAS_OPENAT = os.open in os.supports_dir_fd

_HASH_BYTES = 16

# Documents whose headings are read, and what their format is called; the other endings are prose without an outline.
OUTLINED = {
    "md": "markdown", "markdown": "markdown", "mdx": "markdown", "rst": "restructuredtext", "rest": "restructuredtext",
    "adoc": "asciidoc", "asciidoc": "asciidoc", "org": "org", "txt": "text", "text": "text",
}  # fmt: skip


def hash_bytes(data: bytes) -> bytes:
    """Return what tells one content from another."""
    return hashlib.blake2b(data, digest_size=_HASH_BYTES).digest()


class FileBytes(NamedTuple):
    """A file's bytes, and its state before they were read: if it changed since, that will show."""

    data: bytes
    size: int
    mtime_ns: int
    inode: int


class Unread(NamedTuple):
    """Why a file was not read: a reason of `model.Skip`."""

    reason: str
    detail: str
    size: int | None = None
    mtime_ns: int | None = None
    inode: int | None = None


class Folder:
    """Reads files below a root, and follows no link on the way to them, whoever puts one there meanwhile.

    Where the system can open a name in an open folder, each part of a path is opened in the one before. Use it as a
    context manager, and for one batch: it keeps the folders open that it has found.
    """

    def __init__(self, root: str) -> None:
        self._root = root
        self._open: dict[str, int] = {}

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def read(self, path: str, limit_bytes: int) -> FileBytes | Unread:
        """Read a regular file of at most `limit_bytes`; `path` is relative to the root, "/" between its parts."""
        if len(self._open) > _MOST_FOLDERS:
            self._close()
        try:
            descriptor = self._open_file(path)
        except OSError as exc:
            return _why_closed(exc)
        except ValueError as exc:
            return Unread("unreadable", str(exc))
        try:
            return _read_open(descriptor, limit_bytes)
        except OSError as exc:
            return Unread("unreadable", exc.strerror or str(exc))
        finally:
            os.close(descriptor)

    def _close(self) -> None:
        for descriptor in self._open.values():
            os.close(descriptor)
        self._open.clear()

    def _open_file(self, path: str) -> int:
        above, _, name = path.rpartition("/")
        if _HAS_OPENAT:
            return os.open(name, _FLAGS, dir_fd=self._folder(above))
        place = os.path.join(self._root, *above.split("/"))  # noqa: PTH118 - 4 times as fast
        if above and os.path.realpath(place) != os.path.join(os.path.realpath(self._root), *above.split("/")):  # noqa: PTH118 - as above
            raise OSError(errno.ELOOP, "a folder on the way turned into a link")
        return os.open(os.path.join(place, name), _FLAGS)  # noqa: PTH118 - as above

    def _folder(self, path: str) -> int:
        descriptor = self._open.get(path)
        if descriptor is not None:
            return descriptor
        if not path:
            descriptor = os.open(self._root, _FOLDER_FLAGS)
        else:
            above, _, name = path.rpartition("/")
            parent = self._folder(above)
            try:
                descriptor = os.open(name, _FOLDER_FLAGS, dir_fd=parent)
            except NotADirectoryError as exc:
                if stat.S_ISLNK(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode):
                    raise OSError(errno.ELOOP, "a folder on the way turned into a link") from exc
                raise
        self._open[path] = descriptor
        return descriptor


def _read_open(descriptor: int, limit_bytes: int) -> FileBytes | Unread:
    for _ in range(_ATTEMPTS):
        before = os.fstat(descriptor)
        if not stat.S_ISREG(before.st_mode):
            return Unread("special_file", "not a regular file")
        if before.st_size > limit_bytes:
            return _too_large(before, limit_bytes)
        os.lseek(descriptor, 0, os.SEEK_SET)
        data = _read_up_to(descriptor, before.st_size, limit_bytes + 1)
        after = os.fstat(descriptor)
        if (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns):
            break
    if len(data) > limit_bytes:
        return _too_large(before, limit_bytes)
    return FileBytes(data, before.st_size, before.st_mtime_ns, before.st_ino)


def _read_up_to(descriptor: int, expected: int, most: int) -> bytes:
    parts = []
    while most > 0 and (part := os.read(descriptor, min(most, max(expected + 1, 1 << 16)))):
        parts.append(part)
        most -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _too_large(found: os.stat_result, limit_bytes: int) -> Unread:
    detail = f"{found.st_size} bytes; CAIRN_MAX_FILE_BYTES is {limit_bytes}"
    return Unread("too_large", detail, found.st_size, found.st_mtime_ns, found.st_ino)


def _why_closed(exc: OSError) -> Unread:
    if exc.errno in (errno.ENOENT, errno.ENOTDIR):
        return Unread("vanished", "gone when it was to be read")
    if exc.errno == errno.ELOOP:
        return Unread("link", "turned into a link")
    if exc.errno in (errno.ENXIO, errno.EOPNOTSUPP):
        return Unread("special_file", "not a regular file")
    return Unread("unreadable", exc.strerror or str(exc))
