"""Where on disk the command was called, in terms of sources."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from cairn.app import Cairn
from cairn.errors import NotFoundError
from cairn.model import Source

_LINES = re.compile(r":L?(\d+)(?:-L?(\d+))?$")


def label_here(cairn: Cairn) -> str | None:
    """The label of the source that the current folder is (part of); the innermost one, None outside of all."""
    try:
        here = Path.cwd()
    except OSError:  # the folder was removed under us
        return None
    source = innermost(cairn.retrieve.sources(), here)
    return source.label if source is not None else None


def innermost(sources: Sequence[Source], path: Path) -> Source | None:
    """The source with the longest location that is the path or a folder above it."""
    real = path.resolve()
    found = [source for source in sources if real.is_relative_to(Path(source.location).resolve())]
    return max(found, key=lambda source: len(Path(source.location).parts), default=None)


def target_of(cairn: Cairn, target: str) -> str:
    """A path on disk, with or without lines, as `label:path:L1-L2`; anything else as it is.

    Raises:
        NotFoundError: the path exists, and no source contains it.
    """
    lines = _LINES.search(target)
    name, behind = (target[: lines.start()], lines[0]) if lines and not Path(target).is_file() else (target, "")
    path = Path(name)
    if not path.is_file():
        return target
    source = innermost(cairn.retrieve.sources(), path)
    if source is None:
        raise NotFoundError(f"the file {name} is part of no source; add its folder, as in `cairn add {path.parent}`")
    root, real = Path(source.location).resolve(), path.resolve()
    relative = real.name if root == real else real.relative_to(root).as_posix()
    return f"{source.label}:{relative}{behind}"
