"""Paths of the machine on which a container runs, which mean nothing inside of it."""

from __future__ import annotations

import re
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

from cairn.errors import RefusedError


def is_foreign(location: str, seen_at: Path) -> bool:
    """Whether a whole path lies elsewhere than below the folder in which a container sees its host."""
    path = _host_path(location)
    return path.is_absolute() and not path.is_relative_to(PurePosixPath(seen_at))


def refused_host_path(location: str, host_root: str, seen_at: Path) -> RefusedError:
    """Make the error for a path that does not lie where the folder `host_root` of the host is seen.

    It names the path by which the same thing is known here, where that can be told.
    """
    inside = _inside(location, host_root)
    if inside is not None:
        return RefusedError(f"{location} is a path of the host, and this server runs in a container; add {seen_at / inside}")
    return RefusedError(
        f"{location} is not seen here: this server runs in a container that sees only the host's {host_root}, as {seen_at}; "
        "add a path in that, or set CAIRN_INGEST_ROOT to a folder around it and run `docker compose up` again"
    )


def _inside(location: str, host_root: str) -> PurePosixPath | None:
    """The way from the root to the location, if it is inside and the root is a whole path."""
    path, root = _host_path(location), _host_path(host_root)
    if not root.is_absolute() or type(path) is not type(root) or not path.is_relative_to(root):
        return None
    return PurePosixPath(*path.relative_to(root).parts)


def _host_path(text: str) -> PurePath:
    is_of_windows = re.match(r"[A-Za-z]:[\\/]|\\\\", text) is not None
    return PureWindowsPath(text) if is_of_windows else PurePosixPath(text)
