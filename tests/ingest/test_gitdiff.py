"""Lines that differ, as the git command tells them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn.errors import EnvironmentFault, NotFoundError, UsageError
from cairn.ingest.gitdiff import FileChange, Range, changed_lines
from tests.ingest.conftest import Git

TEN = "".join(f"line {n}\n" for n in range(1, 11))


@pytest.fixture
def checkout(tree: Path, git: Git) -> Path:
    """A repository with two files in one commit, seen from a folder inside it."""
    git(tree, "init", "-q")
    folder = tree / "sub"
    folder.mkdir()
    (folder / "a.txt").write_text(TEN)
    (folder / "b.txt").write_text(TEN)
    (tree / "outside.txt").write_text(TEN)
    git(tree, "add", "-A")
    git(tree, "commit", "-q", "-m", "first")
    return folder


def test_changed_added_and_removed_lines_are_told_on_both_sides(checkout: Path) -> None:
    lines = TEN.splitlines(keepends=True)
    lines[1] = "other\n"
    lines[4:4] = ["new\n", "-- new\n"]
    del lines[9]
    (checkout / "a.txt").write_text("".join(lines))
    (checkout.parent / "outside.txt").write_text("")
    old = [Range(2, 2), Range(5, 4), Range(8, 8)]
    assert changed_lines(checkout, "HEAD") == [FileChange("a.txt", old, [Range(2, 2), Range(5, 6), Range(10, 9)])]


def test_lines_that_only_one_side_has_leave_a_gap_with_their_indent_on_the_other(checkout: Path) -> None:
    lines = TEN.splitlines(keepends=True)
    (checkout / "a.txt").write_text("".join(["  first\n", *lines[:9], "\n", "\t\tlast"]))
    (checkout / "b.txt").write_text("".join(["\n", *lines[:3], *lines[4:]]))
    assert changed_lines(checkout, "HEAD") == [
        FileChange("a.txt", [Range(1, 0, 2), Range(10, 10)], [Range(1, 1), Range(11, 12)]),
        FileChange("b.txt", [Range(4, 4)], [Range(1, 1), Range(5, 4)]),
    ]


def test_deleted_and_untracked_files_are_told(checkout: Path) -> None:
    (checkout / "b.txt").unlink()
    (checkout / "new file.txt").write_text("one\n")
    found = {change.path: change for change in changed_lines(checkout, "HEAD")}
    assert set(found) == {"b.txt", "new file.txt"}
    assert found["b.txt"].old == [Range(1, 10)]
    assert found["new file.txt"].new[0][0] == 1


def test_removed_lines_that_look_like_headers_are_not_taken_for_them(checkout: Path, git: Git) -> None:
    (checkout / "a.txt").write_text("-- old/file\n++ new/file\n" + TEN)
    git(checkout, "commit", "-q", "-a", "-m", "second")
    (checkout / "a.txt").write_text(TEN)
    assert [change.path for change in changed_lines(checkout, "HEAD")] == ["a.txt"]


def test_a_range_compares_two_commits_without_the_working_tree(checkout: Path, git: Git) -> None:
    (checkout / "a.txt").write_text(TEN + "more")
    git(checkout, "commit", "-q", "-a", "-m", "second")
    (checkout / "b.txt").write_text("")
    (checkout / "c.txt").write_text("")
    assert changed_lines(checkout, "HEAD~1..HEAD") == [FileChange("a.txt", [Range(11, 10)], [Range(11, 11)])]


def test_paths_with_strange_characters_are_read(checkout: Path, git: Git) -> None:
    (checkout / 'q"u\to.txt').write_text("x\n")
    git(checkout, "add", "-A")
    assert [change.path for change in changed_lines(checkout, "HEAD")] == ['q"u\to.txt']


@pytest.mark.parametrize("revision", ["", "--output=x", "-p"])
def test_an_option_is_no_revision(checkout: Path, revision: str) -> None:
    with pytest.raises(UsageError, match="is no revision"):
        changed_lines(checkout, revision)


def test_an_unknown_revision_and_a_folder_outside_of_a_checkout_are_told(checkout: Path, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match=r"git cannot compare in .*nope"):
        changed_lines(checkout, "nope")
    with pytest.raises(NotFoundError, match="is in no git checkout"):
        changed_lines(tmp_path, "HEAD")


def test_without_a_git_command_that_is_said(checkout: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EnvironmentFault, match="git command was not found; install git"):
        changed_lines(checkout, "HEAD")
