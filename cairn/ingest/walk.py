"""Every file below a folder that is to be indexed, and every one that is not with its reason."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from cairn.errors import EnvironmentFault, NotFoundError, RefusedError
from cairn.ingest.git import find_git_folder, is_git_folder, open_repository
from cairn.ingest.guard import judge_name
from cairn.ingest.ignore import GIT_FILE, OWN_FILE, Scope, Verdict, open_scope
from cairn.ingest.pattern import IgnoreList, read_lines
from cairn.model import Skip

_GIT_DATA = "git's own data"
_WILDCARDS = frozenset("*?[\\")
_TELLING = frozenset(["HEAD", ".git", GIT_FILE, OWN_FILE])  # names of entries that tell something of their folder
_MOUNT_POINT = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)


class Candidate(NamedTuple):
    """A file to read. `path` is relative to the source, with "/" between its parts."""

    path: str
    size: int
    mtime_ns: int
    inode: int  # 0 where the platform tells none
    is_named: bool = False  # an exact `include` names it: the guards against secrets and minified files do not apply


@dataclass(frozen=True, slots=True)
class WalkOptions:
    """What the user asked for.

    `include` and `exclude` are patterns in git's syntax. With any `include` only what one of them matches is
    indexed; one that is the exact path of a file also lifts the ignore rules and guards for it, never the caps.
    `force` lifts `max_file_bytes`.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    allowed_roots: tuple[Path, ...] = ()
    max_file_bytes: int = 8_000_000
    force: bool = False


class _Folder(NamedTuple):
    """A folder that is still to be read; `path` is empty or ends with a slash."""

    path: str
    scope: Scope
    is_included: bool
    is_submodule: bool


def walk(root: Path, options: WalkOptions) -> Iterator[Candidate | Skip]:
    """Yield what lies below `root`, or `root` itself if it is a file, in an order that depends on the names alone.

    No link is followed. An ignored folder is one Skip.

    Raises:
        RefusedError: `root` lies outside of `allowed_roots`.
        NotFoundError: `root` is, or lies in, git's own folder, such as a bare repository.
        EnvironmentFault: `root` itself cannot be read.
    """
    root = root.resolve()
    _check_allowed(root, options.allowed_roots)
    _check_git(root)
    walker = _Walker(root, options)
    return walker.walk_file() if root.is_file() else walker.walk_folder()


def _check_allowed(root: Path, allowed_roots: tuple[Path, ...]) -> None:
    if allowed_roots and not any(root.is_relative_to(allowed.resolve()) for allowed in allowed_roots):
        raise RefusedError(f"{root} lies outside of the allowed roots; add it to CAIRN_ALLOWED_ROOTS")


def _check_git(root: Path) -> None:
    found = find_git_folder(root)
    if found == root and root.name != ".git":
        raise NotFoundError(f"{root} is a bare git repository, which has no files; add a checkout of it (`git clone`)")
    if found is not None:
        raise NotFoundError(f"{root} is git's own data, which is never indexed; add the folder with the files")


def _list_named(include: tuple[str, ...]) -> tuple[set[str], set[str]]:
    """Return the patterns that are paths without a wildcard, and the folders above them."""
    files = {p.removeprefix("/") for p in include if not p.startswith("!") and not p.endswith("/") and not _WILDCARDS & set(p)}
    folders = {path[:at] for path in files for at, char in enumerate(path) if char == "/"}
    return files, folders


def _compile(patterns: tuple[str, ...]) -> IgnoreList:
    return IgnoreList(read_lines("\n".join(patterns).encode("utf-8", "surrogateescape")))


def _explain(error: OSError) -> str:
    return error.strerror or type(error).__name__


def _printable(path: str) -> str:
    """Show each byte of a name that is no UTF-8 by its number, after a backslash and an x."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


class _Walker:
    def __init__(self, root: Path, options: WalkOptions) -> None:
        self._root = root
        self._text = os.fspath(root)
        self._options = options
        self._include = _compile(options.include)
        self._exclude = _compile(options.exclude)
        self._named, self._named_folders = _list_named(options.include)

    def walk_file(self) -> Iterator[Candidate | Skip]:
        try:
            yield self._judge_status(self._root.name, self._root.stat())
        except OSError as error:
            raise EnvironmentFault(f"{self._root} cannot be read ({_explain(error)}); check its permissions") from error

    def walk_folder(self) -> Iterator[Candidate | Skip]:
        stack = [_Folder("", open_scope(self._root), not self._include, is_submodule=True)]
        while stack:
            folder = stack.pop()
            below: list[_Folder] = []
            yield from self._read_folder(folder, below)
            stack.extend(reversed(below))

    def _read_folder(self, folder: _Folder, below: list[_Folder]) -> Iterator[Candidate | Skip]:
        try:
            with os.scandir(os.path.join(self._text, folder.path)) as entries:  # noqa: PTH118  # a Path takes as long as the scan
                found = sorted(entries, key=attrgetter("name"))
        except OSError as error:
            if not folder.path:
                raise EnvironmentFault(f"{self._root} cannot be read ({_explain(error)}); check its permissions") from error
            reason = "vanished" if isinstance(error, FileNotFoundError) else "unreadable"
            yield Skip(folder.path.rstrip("/"), reason, _explain(error))
            return
        scope = folder.scope
        names = {entry.name for entry in found}
        if not _TELLING.isdisjoint(names):
            opened = self._open(folder, names)
            if isinstance(opened, Skip):
                yield opened
                return
            scope = opened
        for entry in found:
            try:
                outcome = self._judge(folder, scope, entry, below)
            except FileNotFoundError:
                outcome = Skip(folder.path + entry.name, "vanished")
            except OSError as error:
                outcome = Skip(folder.path + entry.name, "unreadable", _explain(error))
            if outcome is not None:
                yield outcome

    def _open(self, folder: _Folder, names: set[str]) -> Scope | Skip:
        """The rules of a folder, some of whose entries tell what it is; a Skip if it is not to be entered."""
        scope, place = folder.scope, self._root / folder.path
        if folder.path and is_git_folder(place, names):
            return Skip(folder.path.rstrip("/"), "ignored", _GIT_DATA)
        if ".git" in names and folder.path and (repository := open_repository(place)):
            if scope.checkout and not folder.is_submodule:
                return Skip(folder.path.rstrip("/"), "nested_checkout", "a repository of its own; add it as a source")
            scope = scope.enter_checkout(repository)
        return scope.read_files(place, names)

    def _judge(self, folder: _Folder, scope: Scope, entry: os.DirEntry[str], below: list[_Folder]) -> Candidate | Skip | None:
        """What becomes of an entry; None for a folder that will be entered."""
        path = folder.path + entry.name
        name = os.fsencode(entry.name)
        is_dir = entry.is_dir(follow_symlinks=False)
        is_named = path in (self._named_folders if is_dir else self._named)
        verdict = scope.judge(name, is_dir)
        if skip := self._judge_rules(path, is_dir, is_named, verdict):
            return skip
        if entry.is_symlink() or _is_junction(entry):
            return self._judge_link(path)
        if is_dir:
            child = scope.enter(name, verdict)
            is_own = scope.is_submodule(name) or scope.holds_tracked(name)
            below.append(_Folder(path + "/", child, self._is_included(folder, path, is_dir), is_own))
            return None
        if self._include and not self._is_included(folder, path, is_dir):
            return Skip(path, "excluded", "not among what is included")
        return self._judge_status(path, entry.stat(follow_symlinks=False))

    def _judge_rules(self, path: str, is_dir: bool, is_named: bool, verdict: Verdict) -> Skip | None:
        if path.endswith(".git") and path.rpartition("/")[2] == ".git":
            return Skip(path, "ignored", _GIT_DATA)
        if not path.isascii() and (printable := _printable(path)) != path:
            return Skip(printable, "undecodable_name", "the name is not UTF-8")
        if is_named:
            return None
        if self._exclude and self._exclude.check(os.fsencode(path), is_dir):
            return Skip(path, "excluded")
        if verdict is Verdict.LEFT_OUT:
            return Skip(path, "ignored", OWN_FILE)
        return Skip(path, "ignored") if verdict is Verdict.IGNORED else None

    def _is_included(self, folder: _Folder, path: str, is_dir: bool) -> bool:
        if not self._include:
            return True
        verdict = self._include.check(os.fsencode(path), is_dir)
        return folder.is_included if verdict is None else verdict

    def _judge_link(self, path: str) -> Skip:
        place = self._root / path
        try:
            target = Path(os.path.realpath(place, strict=True))
        except OSError as error:
            return Skip(path, "dangling_link", _explain(error))
        return Skip(path, "link" if target.is_relative_to(self._root) else "outside_roots")

    def _judge_status(self, path: str, status: os.stat_result) -> Candidate | Skip:
        is_named = path in self._named
        limit = self._options.max_file_bytes
        if not stat.S_ISREG(status.st_mode):
            return Skip(path, "special_file")
        if not is_named and (found := judge_name(path)):
            return Skip(path, *found)
        if status.st_size > limit and not self._options.force:
            return Skip(path, "too_large", f"{status.st_size} bytes, more than the {limit} of CAIRN_MAX_FILE_BYTES")
        return Candidate(path, status.st_size, status.st_mtime_ns, status.st_ino, is_named)


def _is_junction(entry: os.DirEntry[str]) -> bool:
    """Tell whether the entry is Windows's link to a folder, which does not count as a symbolic link."""
    return os.name == "nt" and getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0) == _MOUNT_POINT
