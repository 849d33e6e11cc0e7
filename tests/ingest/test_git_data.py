"""Git's own data is never indexed, wherever it lies and whatever it is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn.errors import NotFoundError
from cairn.ingest.changed import Rules
from cairn.ingest.walk import Candidate, WalkOptions, walk
from cairn.model import Skip
from tests.ingest.conftest import Git
from tests.ingest.test_ignore import write


def found(root: Path, *include: str) -> tuple[set[str], dict[str, str]]:
    items = list(walk(root, WalkOptions(include=include)))
    files = {item.path for item in items if isinstance(item, Candidate)}
    return files, {item.file: item.detail for item in items if isinstance(item, Skip)}


@pytest.fixture
def upstream(tree: Path, git: Git) -> Path:
    """A checkout with a commit."""
    root = tree / "upstream"
    root.mkdir()
    git(root, "init", "-q")
    write(root, {"a.py": ""})
    git(root, "add", "-A")
    git(root, "commit", "-qm", "one")
    return root


def test_a_bare_repository_beside_its_work_trees_is_left_out(tree: Path, upstream: Path, git: Git) -> None:
    project = tree / "project"
    git(tree, "clone", "-q", "--bare", upstream, project / ".bare")
    (project / ".git").write_text("gitdir: ./.bare\n")
    git(project / ".bare", "worktree", "add", "-q", project / "main")
    files, skips = found(project)
    assert files == {"main/a.py"}
    assert skips == {".bare": "git's own data", ".git": "git's own data", "main/.git": "git's own data"}
    assert found(project / "main")[0] == {"a.py"}
    rules = Rules(project)
    assert not rules.concern(str(project / ".bare" / "objects" / "pack"))
    assert rules.concern(str(project / "main" / "a.py"))


def test_git_data_that_lies_apart_is_left_out_also_if_it_is_named(tree: Path, upstream: Path, git: Git) -> None:
    git(upstream, "init", "-q", "--separate-git-dir", upstream / "store")
    files, skips = found(upstream)
    assert files == {"a.py"}
    assert skips["store"] == "git's own data"
    assert "store/config" not in found(upstream, "store/config")[0]


def test_a_stored_repository_and_the_data_of_a_linked_work_tree_are_left_out(tree: Path, upstream: Path, git: Git) -> None:
    git(tree, "clone", "-q", "--mirror", upstream, tree / "fixtures" / "remote.git")
    git(upstream, "worktree", "add", "-q", tree / "linked")
    (upstream / ".git" / "worktrees" / "linked").rename(tree / "fixtures" / "moved")
    files, skips = found(tree / "fixtures")
    assert (files, set(skips)) == (set(), {"remote.git", "moved"})


def test_submodules_are_entered_and_their_data_is_not(tree: Path, upstream: Path, git: Git) -> None:
    outer = tree / "outer"
    outer.mkdir()
    git(outer, "init", "-q")
    git(outer, "submodule", "--quiet", "add", upstream, "part")
    assert found(outer)[0] == {".gitmodules", "part/a.py"}


@pytest.mark.parametrize("below", ["", "hooks", "config"])
def test_a_bare_repository_has_no_files(tree: Path, upstream: Path, git: Git, below: str) -> None:
    git(tree, "clone", "-q", "--bare", upstream, tree / "remote.git")
    with pytest.raises(NotFoundError, match="never indexed" if below else "a bare git repository, which has no files"):
        list(walk(tree / "remote.git" / below, WalkOptions()))
    with pytest.raises(NotFoundError, match="git's own data"):
        list(walk(upstream / ".git" / below, WalkOptions()))


def test_folders_of_such_names_without_a_repository_are_read(tree: Path) -> None:
    write(
        tree, {"a/HEAD": "<head>", "a/objects/x.py": "", "a/refs/y.py": "", "b/commondir": "", "b/HEAD": "x", "b/gitdir/z.py": ""}
    )
    assert found(tree)[0] == {"a/HEAD", "a/objects/x.py", "a/refs/y.py", "b/commondir", "b/HEAD", "b/gitdir/z.py"}
