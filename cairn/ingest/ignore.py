"""Which entries of a folder git, or a `.cairnignore`, leaves out.

A `Scope` is what applies in one folder. Paths in it are bytes relative to an anchor: the top of the checkout
that the source lies in, or the source itself.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path

from cairn.ingest.git import Repository, find_repository
from cairn.ingest.gitconfig import read_config
from cairn.ingest.gitindex import Tracked, read_tracked
from cairn.ingest.pattern import IgnoreList, read_lines

GIT_FILE = ".gitignore"
OWN_FILE = ".cairnignore"
_LIMIT_BYTES = 4_000_000  # guess: git reads up to 100 MB, but nobody writes so many patterns, and each costs time
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)  # not to be held by a pipe
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)

# How long the path of an ignore file's folder is, and the file; weakest first.
Lists = tuple[tuple[int, IgnoreList], ...]


class Verdict(Enum):
    """What becomes of an entry."""

    KEEP = auto()
    IGNORED = auto()  # by git
    LEFT_OUT = auto()  # by a .cairnignore
    PASS = auto()  # an ignored folder that holds tracked files


@dataclass(frozen=True, slots=True)
class Checkout:
    """The repository whose rules apply; `base` is the length of the path of its work tree."""

    tracked: Tracked
    base: int


def read_list(file: Path, *, fold: bool = False, follow: bool = False) -> IgnoreList | None:
    """Read an ignore file; None when it is missing, unreadable, empty, no regular file or, as git has it, a link."""
    try:
        descriptor = os.open(file, _FLAGS | (0 if follow else _NO_FOLLOW))
    except OSError:
        return None
    try:
        # Before a stream is made of it, which fails on a folder.
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > _LIMIT_BYTES:
            return None
        with os.fdopen(descriptor, "rb", closefd=False) as stream:
            patterns = IgnoreList(read_lines(stream.read()), fold=fold)
    except OSError:
        return None
    finally:
        os.close(descriptor)
    return patterns or None


def _check(lists: Lists, path: bytes, is_dir: bool) -> bool | None:
    for base, patterns in reversed(lists):
        verdict = patterns.check(path[base:], is_dir)
        if verdict is not None:
            return verdict
    return None


@dataclass(frozen=True, slots=True)
class Scope:
    """The rules of one folder; `path` is empty or ends with a slash."""

    path: bytes
    checkout: Checkout | None
    git_lists: Lists
    own_lists: Lists
    fold: bool = False
    is_ignored: bool = False  # entered only for what is tracked in it, or named by the user
    is_left_out: bool = False  # entered only for what the user named

    def read_files(self, folder: Path, names: Collection[str]) -> Scope:
        """Add the ignore files that lie in `folder` itself; `names` are its entries."""
        scope = self
        if GIT_FILE in names and (patterns := read_list(folder / GIT_FILE, fold=self.fold)):
            scope = replace(scope, git_lists=(*scope.git_lists, (len(self.path), patterns)))
        if OWN_FILE in names and (patterns := read_list(folder / OWN_FILE, fold=self.fold)):
            scope = replace(scope, own_lists=(*scope.own_lists, (len(self.path), patterns)))
        return scope

    def enter(self, name: bytes, verdict: Verdict = Verdict.KEEP) -> Scope:
        """Return the scope of a folder in this one that was judged so, before its own ignore files are read."""
        return Scope(
            self.path + name + b"/",
            self.checkout,
            self.git_lists,
            self.own_lists,
            self.fold,
            is_ignored=self.is_ignored or verdict in (Verdict.PASS, Verdict.IGNORED),
            is_left_out=self.is_left_out or verdict is Verdict.LEFT_OUT,
        )

    def enter_checkout(self, repository: Repository) -> Scope:
        """Return this scope with the rules of the repository that begins here in the place of those above."""
        opened = _open_checkout(repository, len(self.path))
        return replace(opened, path=self.path, own_lists=self.own_lists, is_left_out=self.is_left_out)

    def is_submodule(self, name: bytes) -> bool:
        """Tell whether the checkout has a submodule of that name here."""
        return self.checkout is not None and self._from_top(name) in self.checkout.tracked.links

    def holds_tracked(self, name: bytes) -> bool:
        """Tell whether the checkout tracks files below the folder of that name."""
        return self.checkout is not None and self._from_top(name) in self.checkout.tracked.folders

    def judge(self, name: bytes, is_dir: bool) -> Verdict:
        """Decide on an entry of this folder. A `.cairnignore` outranks git, also on tracked files."""
        if not (self.git_lists or self.own_lists or self.is_ignored or self.is_left_out):
            return Verdict.KEEP  # nothing is ignored here
        path = self.path + name
        own = _check(self.own_lists, path, is_dir)
        if own or self.is_left_out:
            return Verdict.LEFT_OUT
        if self.is_submodule(name) or (self.checkout is not None and self._from_top(name) in self.checkout.tracked.files):
            return Verdict.KEEP
        if not self.is_ignored and (own is False or not _check(self.git_lists, path, is_dir)):
            return Verdict.KEEP
        return Verdict.PASS if is_dir and self.holds_tracked(name) else Verdict.IGNORED

    def _from_top(self, name: bytes) -> bytes:
        assert self.checkout is not None
        return (self.path + name)[self.checkout.base :]


def _open_checkout(repository: Repository, base: int) -> Scope:
    config = read_config(repository.git_dir, repository.common_dir, repository.work_tree)
    tracked = read_tracked(repository.git_dir, config.object_format)
    files = [config.excludes_file, repository.common_dir / "info" / "exclude"]
    lists = [read_list(file, fold=config.ignore_case, follow=True) for file in files if file]
    return Scope(
        path=b"",
        checkout=Checkout(tracked, base),
        git_lists=tuple((base, patterns) for patterns in lists if patterns),
        own_lists=(),
        fold=config.ignore_case,
    )


def open_scope(root: Path) -> Scope:
    """Return what applies in `root` but for its own ignore files.

    That are the rules of the checkout around it, or outside of any the user's own.
    """
    repository = find_repository(root)
    if repository is None:
        config = read_config(None, None, None)
        patterns = read_list(config.excludes_file, follow=True) if config.excludes_file else None
        return Scope(b"", None, ((0, patterns),) if patterns else (), (), config.ignore_case)
    scope = _open_checkout(repository, 0)
    folder = repository.work_tree
    for name in root.relative_to(folder).parts:
        scope = scope.read_files(folder, (GIT_FILE, OWN_FILE)).enter(os.fsencode(name))
        folder /= name
    return scope
