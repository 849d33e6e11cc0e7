"""Where on disk the command was called, in terms of sources."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from cairn.app import Cairn
from cairn.errors import NotFoundError

# `:12`, `:L10-L30`, and of a cursor `:12:5`.
_LINES = re.compile(r":L?\d+(?:[-:]L?\d+)?$")


def label_here(cairn: Cairn) -> str | None:
    """The label of the source that the current folder is (part of); the innermost one, None outside of all."""
    here = current_folder()
    return None if here is None else innermost(cairn.retrieve.locations(), here)


def current_folder() -> Path | None:
    """The current folder; None if it was removed under us."""
    try:
        return Path.cwd()
    except OSError:
        return None


def innermost(locations: Mapping[str, str], path: Path) -> str | None:
    """The label of the source with the longest location that is the path or a folder above it."""
    real = path.resolve()
    found = [label for label, location in locations.items() if real.is_relative_to(Path(location).resolve())]
    return max(found, key=lambda label: len(Path(locations[label]).parts), default=None)


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # longer than a name can be, or with a NUL in it
        return False


def target_of(cairn: Cairn, target: str) -> str:
    """A path on disk, with or without lines, as `label:path:L1-L2`; anything else as it is.

    Raises:
        NotFoundError: the path exists, and no source contains it.
    """
    lines = _LINES.search(target)
    name, behind = (target[: lines.start()], lines[0]) if lines and not _is_file(target) else (target, "")
    path = Path(name)
    if not _is_file(name):
        return target
    locations = cairn.retrieve.locations()
    label = innermost(locations, path)
    if label is None:
        raise NotFoundError(f"the file {name} is part of no source; add its folder, as in `cairn add {path.parent}`")
    root, real = Path(locations[label]).resolve(), path.resolve()
    relative = real.name if root == real else real.relative_to(root).as_posix()
    return f"{label}:{relative}{behind}"
