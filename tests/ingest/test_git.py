from __future__ import annotations

from pathlib import Path

from cairn.ingest.git import read_git_revision
from tests.ingest.conftest import Git
from tests.ingest.test_ignore import write


def commit(root: Path, git: Git) -> str:
    root.mkdir(exist_ok=True)
    git(root, "init", "-q")
    write(root, {"sub/a.py": ""})
    git(root, "add", "-A")
    git(root, "commit", "-qm", "one")
    return git(root, "rev-parse", "HEAD").decode().strip()


def test_revision_is_that_of_the_checkout_around_a_folder(tree: Path, git: Git) -> None:
    revision = commit(tree, git)
    assert read_git_revision(tree) == read_git_revision(tree / "sub") == revision


def test_revision_is_found_when_references_are_packed_or_the_head_is_detached(tree: Path, git: Git) -> None:
    revision = commit(tree, git)
    git(tree, "pack-refs", "--all")
    assert read_git_revision(tree) == revision
    git(tree, "checkout", "-q", "--detach")
    assert read_git_revision(tree) == revision


def test_revision_of_a_linked_work_tree_is_its_own(tree: Path, git: Git) -> None:
    commit(tree / "main", git)
    git(tree / "main", "worktree", "add", "-q", "-b", "side", tree / "side")
    write(tree / "side", {"b.py": ""})
    git(tree / "side", "add", "-A")
    git(tree / "side", "commit", "-qm", "two")
    revision = git(tree / "side", "rev-parse", "HEAD").decode().strip()
    assert read_git_revision(tree / "side") == revision != read_git_revision(tree / "main")


def test_there_is_no_revision_outside_a_checkout_and_before_the_first_commit(tree: Path, git: Git) -> None:
    assert read_git_revision(tree) is None
    git(tree, "init", "-q")
    assert read_git_revision(tree) is None


def test_reference_that_leads_out_of_the_repository_is_not_followed(tree: Path) -> None:
    write(tree, {".git/HEAD": "ref: ../../outside\n", "outside": "a" * 40})
    for folder in ("objects", "refs"):
        (tree / ".git" / folder).mkdir()
    assert read_git_revision(tree) is None
