"""Where a git repository keeps its things: work trees, linked work trees and submodules, without the git command."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from cairn.ingest.gitconfig import is_bare

_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_LIMIT_BYTES = 64_000_000  # of packed-refs; a guess: the largest known is a quarter of it
_LINK_DEPTH = 5  # of symbolic refs, as git bounds them
_PARTS = frozenset(["HEAD", "objects", "refs"])  # what git itself tells its folder by
_PARTS_OF_LINKED = frozenset(["HEAD", "commondir", "gitdir"])


@dataclass(frozen=True, slots=True)
class Repository:
    """A checkout. `common_dir` differs from `git_dir` in a linked work tree."""

    work_tree: Path
    git_dir: Path
    common_dir: Path


def open_repository(folder: Path) -> Repository | None:
    """Return the repository whose work tree begins at `folder`, None when there is none.

    A folder whose `.git` names a bare repository (`.bare`, beside its linked work trees) is no work tree.
    """
    marker = folder / ".git"
    try:
        if marker.is_file():
            text = marker.read_bytes()[:4096].decode("utf-8", "surrogateescape").strip()
            if not text.startswith("gitdir:"):
                return None
            marker = folder / text[len("gitdir:") :].strip()
            if not (marker / "commondir").exists() and is_bare(marker):
                return None
        common = _find_common(marker)
        if (marker / "HEAD").is_file() and (common / "objects").is_dir() and (common / "refs").is_dir():
            return Repository(folder, marker, common)
    except (OSError, ValueError):
        pass
    return None


def is_git_folder(place: Path, names: Collection[str] | None = None) -> bool:
    """Whether a folder is where git keeps its own things, whatever it is called; `names` are its entries, if they are known."""
    for parts in (_PARTS, _PARTS_OF_LINKED):
        if parts.issubset(names) if names is not None else all((place / part).exists() for part in parts):
            return _is_head(place / "HEAD")
    return False


def _is_head(file: Path) -> bool:
    try:
        if file.is_symlink():  # as git itself wrote it long ago
            return str(file.readlink()).startswith("refs/")
        with file.open("rb") as stream:
            text = stream.read(4096).decode("ascii", "replace").strip()
    except OSError:
        return False
    return text.startswith("ref:") or _ID.fullmatch(text) is not None


def find_git_folder(place: Path) -> Path | None:
    """Return git's own folder that a path is or lies in, None if it lies in none."""
    return next((folder for folder in (place, *place.parents) if is_git_folder(folder)), None)


def find_repository(folder: Path) -> Repository | None:
    """Return the repository that `folder` lies in, None outside of any."""
    for place in (folder, *folder.parents):
        if repository := open_repository(place):
            return repository
    return None


def _find_common(git_dir: Path) -> Path:
    pointer = git_dir / "commondir"
    if not pointer.is_file():
        return git_dir
    return git_dir / pointer.read_text("utf-8", "surrogateescape").strip()


def read_git_revision(root: Path) -> str | None:
    """Return the id of the commit that is checked out around `root`.

    None outside a checkout, before the first commit, or where the references are kept in a table format.
    """
    repository = find_repository(root)
    if repository is None:
        return None
    try:
        return _resolve(repository, "HEAD")
    except (OSError, ValueError):
        return None


def _resolve(repository: Repository, name: str) -> str | None:
    for _ in range(_LINK_DEPTH):
        value = _read_ref(repository, name)
        if not value.startswith("ref:"):
            return value if _ID.fullmatch(value) else None
        name = value[len("ref:") :].strip()
        if ".." in name:
            return None
    return None


def _read_ref(repository: Repository, name: str) -> str:
    for folder in (repository.git_dir, repository.common_dir):
        file = folder / name
        if file.is_file():
            return file.read_bytes()[:4096].decode("utf-8", "replace").strip()
    packed = repository.common_dir / "packed-refs"
    if packed.is_file() and packed.stat().st_size <= _LIMIT_BYTES:
        wanted = name.encode("utf-8")
        for line in packed.read_bytes().splitlines():
            commit, _, ref = line.partition(b" ")
            if ref == wanted:
                return commit.decode("ascii", "replace")
    return ""
