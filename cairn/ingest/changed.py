"""Whether a change on the disk can matter to a source, by the same rules that the walk obeys."""

from __future__ import annotations

import os
from pathlib import Path

from cairn.ingest.git import Repository, find_repository, is_git_folder, open_repository
from cairn.ingest.ignore import GIT_FILE, OWN_FILE, Scope, Verdict, open_scope
from cairn.ingest.pattern import IgnoreList, read_lines

# What in git's own folder tells that a commit or a rule is another: all else there changes at every turn.
_TELLING = ("HEAD", "logs/HEAD", "info/exclude", "packed-refs")
_LEFT_OUT = (Verdict.IGNORED, Verdict.LEFT_OUT)


class Rules:
    """The rules of a source at one moment; made anew for each batch of changes, since a rule may be among them."""

    def __init__(self, root: Path, exclude: tuple[str, ...] = ()) -> None:
        self._root = root
        self._exclude = IgnoreList(read_lines("\n".join(exclude).encode("utf-8", "surrogateescape")))
        self._scopes: dict[str, Scope | None] = {"": open_scope(root).read_files(root, (GIT_FILE, OWN_FILE))}

    def concern(self, place: str) -> bool:
        """Tell whether a change at an absolute path can change what is indexed."""
        try:
            path = Path(place).relative_to(self._root).as_posix()
        except ValueError:
            return False
        if path == ".":
            return True
        above, _, name = path.rpartition("/")
        parts = path.split("/")
        if ".git" in parts:
            return path.partition(".git/")[2] in _TELLING
        if name in (GIT_FILE, OWN_FILE):
            return self._scope(above) is not None
        return not self._is_left_out(above, name, path)

    def _is_left_out(self, above: str, name: str, path: str) -> bool:
        scope = self._scope(above)
        if scope is None:
            return True
        place = self._root / path
        # Of something that is gone nobody can tell whether it was a folder.
        kinds = (place.is_dir(),) if place.exists() else (False, True)
        return any(self._judge(scope, name, path, is_dir) in _LEFT_OUT for is_dir in kinds)

    def _judge(self, scope: Scope, name: str, path: str, is_dir: bool) -> Verdict:
        if self._exclude and self._exclude.check(os.fsencode(path), is_dir):
            return Verdict.LEFT_OUT
        return scope.judge(os.fsencode(name), is_dir)

    def _scope(self, folder: str) -> Scope | None:
        """The rules in a folder, None if it is left out."""
        if folder not in self._scopes:
            above, _, name = folder.rpartition("/")
            outer = self._scope(above)
            self._scopes[folder] = None if outer is None else self._enter(outer, folder, name)
        return self._scopes[folder]

    def _enter(self, outer: Scope, folder: str, name: str) -> Scope | None:
        verdict = self._judge(outer, name, folder, True)
        if verdict in _LEFT_OUT:
            return None
        scope = outer.enter(os.fsencode(name), verdict)
        place = self._root / folder
        if is_git_folder(place):
            return None
        if repository := open_repository(place):
            if scope.checkout and not outer.is_submodule(os.fsencode(name)):
                return None
            scope = scope.enter_checkout(repository)
        return scope.read_files(place, (GIT_FILE, OWN_FILE))


def is_git_at_work(root: Path) -> bool:
    """Tell whether git is in the middle of a change of the work tree, such as a switch of branches."""
    repository: Repository | None = find_repository(root)
    return repository is not None and (repository.git_dir / "index.lock").exists()
