"""The paths that git tracks, read from the index file itself.

Source of the format: git's Documentation/gitformat-index, versions 2, 3 and 4.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from pathlib import Path

_HEADER = struct.Struct(">4sII")
_STAT_BYTES = 40  # times, device, inode, mode, owner, size
_MODE = struct.Struct(">I")
_MODE_OFFSET = 24
_SHORT = struct.Struct(">H")
_EXTENDED = 0x4000
_KIND_MASK = 0o170000
_GITLINK = 0o160000
_FOLDER = 0o040000
_ID_BYTES = {"sha1": 20, "sha256": 32}


@dataclass(slots=True)
class Tracked:
    """Paths relative to the work tree, as bytes.

    `folders` are all folders above a tracked path, `links` the folders of submodules.
    """

    files: set[bytes] = field(default_factory=set)
    folders: set[bytes] = field(default_factory=set)
    links: set[bytes] = field(default_factory=set)

    def add(self, path: bytes, mode: int) -> None:
        """Add one entry of the index."""
        kind = mode & _KIND_MASK
        if kind == _GITLINK:
            self.links.add(path)
        elif kind != _FOLDER:  # a folder stands for files that a sparse checkout leaves out
            self.files.add(path)
        slash = path.rfind(b"/")
        while slash > 0:
            folder = path[:slash]
            if folder in self.folders:
                break
            self.folders.add(folder)
            slash = path.rfind(b"/", 0, slash)


def read_tracked(git_dir: Path, object_format: str) -> Tracked:
    """Read `index` of a git folder; a file that is missing or malformed tracks what could be read."""
    tracked = Tracked()
    id_bytes = _ID_BYTES.get(object_format, 20)
    _read_index(git_dir / "index", id_bytes, tracked)
    return tracked


def _read_index(file: Path, id_bytes: int, tracked: Tracked) -> None:
    try:
        data = file.read_bytes() if file.is_file() else b""
    except OSError:
        return
    if len(data) < _HEADER.size:
        return
    signature, version, count = _HEADER.unpack_from(data)
    if signature != b"DIRC" or version not in (2, 3, 4):
        return
    try:
        end = _read_entries(data, version, count, id_bytes, tracked)
        base = _find_shared(data, end, id_bytes)
    except (struct.error, IndexError, ValueError):
        return
    if base:
        _read_index(file.parent / f"sharedindex.{base}", id_bytes, tracked)


def _read_entries(data: bytes, version: int, count: int, id_bytes: int, tracked: Tracked) -> int:
    """Add `count` entries; return the place behind the last one."""
    at = _HEADER.size
    path = b""
    for _ in range(count):
        start = at
        (mode,) = _MODE.unpack_from(data, at + _MODE_OFFSET)
        at += _STAT_BYTES + id_bytes
        (flags,) = _SHORT.unpack_from(data, at)
        at += 4 if flags & _EXTENDED else 2
        if version == 4:
            cut, at = _read_number(data, at)
            end = data.index(0, at)
            path = path[: len(path) - cut] + data[at:end]
            at = end + 1
        else:
            end = data.index(0, at)
            path = data[at:end]
            at = start + (end - start + 8) // 8 * 8
        # A split index repeats the entries that differ from its shared part without their path.
        if path:
            tracked.add(path.rstrip(b"/"), mode)
    return at


def _read_number(data: bytes, at: int) -> tuple[int, int]:
    """Read the variable-width number of version 4, as in git's pack offsets."""
    byte = data[at]
    at += 1
    value = byte & 0x7F
    while byte & 0x80:
        byte = data[at]
        at += 1
        value = ((value + 1) << 7) | (byte & 0x7F)
    return value, at


def _find_shared(data: bytes, at: int, id_bytes: int) -> str:
    """Return the name of the shared part of a split index, "" when there is none.

    What the split index deletes from it counts as tracked until git writes the shared part anew.
    """
    while at + 8 <= len(data) - id_bytes:
        name = data[at : at + 4]
        (size,) = _MODE.unpack_from(data, at + 4)
        at += 8
        if name == b"link":
            shared = data[at : at + id_bytes]
            return shared.hex() if any(shared) else ""
        at += size
    return ""
