from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cairn.ingest.walk import Candidate, WalkOptions, walk
from tests.ingest.conftest import Git


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


def found(root: Path, **options: tuple[str, ...]) -> set[str]:
    return {item.path for item in walk(root, WalkOptions(**options)) if isinstance(item, Candidate)}  # type: ignore[arg-type]  # options of several types


def listed(root: Path, git: Git) -> set[str]:
    """What git itself lists: tracked files and others that are not ignored, as far as they are there."""
    names = git(root, "ls-files", "-co", "--exclude-standard", "-z").split(b"\0")
    return {os.fsdecode(name) for name in names if name and (root / os.fsdecode(name)).is_file()}


def test_nested_ignore_files_and_negation_are_those_of_git(tree: Path, git: Git) -> None:
    git(tree, "init", "-q")
    rules = {
        ".gitignore": "/dist\nplugins/*\n!plugins/ours/\n*.gen.py\n**/cache/\nold/\n",
        "web/.gitignore": ".bundle\n/packs\n",
        "web/keep/.gitignore": "!cache\n",
        "old/.gitignore": "!rescue.py\n",
    }
    others = """app.py dist/app.py web/dist/page.js web/.bundle/c.js web/packs/p.js lib/packs/q.js plugins/theirs/a.py
        plugins/ours/b.py lib/schema.gen.py lib/cache/t.py web/keep/cache/u.py old/rescue.py"""
    write(tree, {**rules, **dict.fromkeys(others.split(), "x")})
    assert found(tree) == listed(tree, git)


def test_rules_hold_outside_of_a_checkout_too(tree: Path) -> None:
    write(
        tree,
        {".gitignore": "*.log\n", "a.log": "", "b.py": "", "sub/.gitignore": "!keep.log\n", "sub/keep.log": "", "sub/c.log": ""},
    )
    assert found(tree) == {".gitignore", "b.py", "sub/.gitignore", "sub/keep.log"}


def test_private_excludes_apply_below_the_ignore_files(tree: Path, git: Git) -> None:
    git(tree, "init", "-q")
    write(tree.parent, {"mine": "mine_*\n"})
    git(tree, "config", "core.excludesFile", tree.parent / "mine")
    write(tree, {".gitignore": "!mine_keep.py\n", ".git/info/exclude": "scratch*\n"})
    write(tree, {"mine_a.py": "", "mine_keep.py": "", "scratch.py": "", "b.py": ""})
    assert found(tree) == listed(tree, git) == {".gitignore", "mine_keep.py", "b.py"}


def test_users_own_ignore_file_applies_by_default(tree: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tree.parent / "xdg"))
    write(tree.parent, {"xdg/git/ignore": "*.swp\n"})
    git(tree, "init", "-q")
    write(tree, {"a.swp": "", "a.py": ""})
    assert found(tree) == listed(tree, git) == {"a.py"}


def test_excludes_file_may_be_set_in_the_home_folder(tree: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tree.parent / "someone"
    write(home, {".gitconfig": "[core]\n\texcludesFile = ~/mine\n", "mine": "*.tmp\n"})
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    git(tree, "init", "-q")
    write(tree, {"a.tmp": "", "a.py": ""})
    assert found(tree) == listed(tree, git) == {"a.py"}


def test_tracked_file_is_never_ignored_also_in_an_ignored_folder(tree: Path, git: Git) -> None:
    git(tree, "init", "-q")
    write(tree, {"legacy.py": "", "build/deep/kept.py": "", "build/other.py": "", "build/deep/no.py": ""})
    git(tree, "add", "-f", "legacy.py", "build/deep/kept.py")
    write(tree, {".gitignore": "legacy.py\nbuild/\n"})
    assert found(tree) == listed(tree, git) == {".gitignore", "legacy.py", "build/deep/kept.py"}


@pytest.mark.parametrize("version", [2, 3, 4])
def test_every_version_of_the_index_is_read(tree: Path, git: Git, version: int) -> None:
    git(tree, "init", "-q")
    write(tree, {f"{'long' * n}/file{n}.py": "" for n in range(1, 30)})
    git(tree, "add", "-A")
    if version == 3:
        write(tree, {"later.py": ""})
        git(tree, "add", "-N", "later.py")
    git(tree, "update-index", "--index-version", str(version))
    write(tree, {".gitignore": "*\n"})
    assert found(tree) == listed(tree, git)
    assert len(found(tree)) >= 29


def test_repository_with_sha256_and_one_with_a_split_index_are_read(tree: Path, git: Git) -> None:
    for name, words in (("wide", ["init", "-q", "--object-format=sha256"]), ("split", ["init", "-q"])):
        root = tree / name
        root.mkdir()
        git(root, *words)
        write(root, {"a/b.py": "", "c.py": ""})
        git(root, "add", "-A")
        if name == "split":
            git(root, "update-index", "--split-index")
            write(root, {"d.py": ""})
            git(root, "add", "d.py")
        write(root, {".gitignore": "*\n", "untracked.py": ""})
        assert found(root) == listed(root, git), name


def test_linked_work_tree_has_its_own_index_and_shares_the_excludes(tree: Path, git: Git) -> None:
    main = tree / "main"
    main.mkdir()
    git(main, "init", "-q")
    write(main, {"a.py": "", ".git/info/exclude": "*.log\n"})
    git(main, "add", "-A")
    git(main, "commit", "-qm", "one")
    git(main, "worktree", "add", "-q", tree / "linked")
    linked = tree / "linked"
    write(linked, {"b.log": "", "c.py": "", ".gitignore": "a.py\n"})
    assert found(linked) == listed(linked, git) == {"a.py", "c.py", ".gitignore"}


def test_submodule_is_entered_with_its_own_rules(tree: Path, git: Git) -> None:
    inner, outer = tree / "inner", tree / "outer"
    for root in (inner, outer):
        root.mkdir()
        git(root, "init", "-q")
    write(inner, {"lib.py": "", ".gitignore": "*.tmp\n"})
    git(inner, "add", "-A")
    git(inner, "commit", "-qm", "one")
    git(outer, "submodule", "--quiet", "add", inner, "vendor/inner")
    write(
        outer,
        {
            ".gitignore": "*.py\nvendor\n",
            "vendor/inner/new.py": "",
            "vendor/inner/x.tmp": "",
            "own.py": "",
            "vendor/loose.js": "",
        },
    )
    assert found(outer) == {".gitignore", ".gitmodules", "vendor/inner/.gitignore", "vendor/inner/lib.py", "vendor/inner/new.py"}


def test_repository_inside_of_another_that_does_not_know_it_is_one_skip(tree: Path, git: Git) -> None:
    git(tree, "init", "-q")
    (tree / "nested").mkdir()
    git(tree / "nested", "init", "-q")
    write(tree, {"nested/a.py": "", "b.py": ""})
    skips = {item.file: item.reason for item in walk(tree, WalkOptions()) if not isinstance(item, Candidate)}
    assert skips["nested"] == "nested_checkout"
    assert found(tree) == listed(tree, git) == {"b.py"}


def test_repositories_side_by_side_in_a_plain_folder_each_keep_their_rules(tree: Path, git: Git) -> None:
    for name in ("one", "two"):
        (tree / name).mkdir()
        git(tree / name, "init", "-q")
        write(tree / name, {".gitignore": f"{name}.py\n", "one.py": "", "two.py": ""})
    assert found(tree) == {"one/.gitignore", "one/two.py", "two/.gitignore", "two/one.py"}


def test_ignore_files_above_a_source_count_when_it_is_part_of_a_checkout(tree: Path, git: Git) -> None:
    git(tree, "init", "-q")
    write(tree, {".gitignore": "*.log\n/pkg/sub/secret.txt\n", "pkg/.gitignore": "!keep.log\n", "pkg/.cairnignore": "drop.py\n"})
    write(tree, {f"pkg/sub/{name}": "" for name in ("a.log", "keep.log", "secret.txt", "b.py", "drop.py")})
    assert found(tree / "pkg/sub") == {"keep.log", "b.py"}


def test_source_that_is_itself_ignored_is_read(tree: Path, git: Git) -> None:
    git(tree, "init", "-q")
    write(tree, {".gitignore": "vendor/\n*.log\n", "vendor/lib/a.py": "", "vendor/lib/a.log": ""})
    assert found(tree / "vendor/lib") == {"a.py"}


def test_own_ignore_file_outranks_git_also_on_tracked_files(tree: Path, git: Git) -> None:
    git(tree, "init", "-q")
    write(tree, {"vendor/a.py": "", "gen/b.py": "", "c.py": ""})
    git(tree, "add", "-A")
    write(tree, {".gitignore": "*.txt\n", ".cairnignore": "vendor/\n!notes.txt\n", "notes.txt": "", "other.txt": ""})
    write(tree, {"gen/.cairnignore": "b.*\n"})
    assert found(tree) == {".gitignore", ".cairnignore", "gen/.cairnignore", "c.py", "notes.txt"}


def test_ignore_file_that_is_a_link_is_not_read(tree: Path, git: Git) -> None:
    git(tree, "init", "-q")
    write(tree, {"rules": "*.py\n", "a.py": ""})
    try:
        (tree / ".gitignore").symlink_to("rules")
    except OSError:
        pytest.skip("links cannot be made here")
    assert "a.py" in found(tree)


def test_damaged_index_or_configuration_does_not_stop_a_walk(tree: Path) -> None:
    write(tree, {".git/HEAD": "ref: refs/heads/main\n", ".git/config": '[core\nexcludesFile = "x', "a.py": ""})
    for folder in ("objects", "refs"):
        (tree / ".git" / folder).mkdir()
    for index in (b"", b"DIRC", b"DIRC\0\0\0\2\0\0\0\5abc", b"DIRC\0\0\0\4\0\0\0\1" + b"\0" * 62 + b"\xff" * 9):
        (tree / ".git/index").write_bytes(index)
        assert found(tree) == {"a.py"}


NAME = st.sampled_from(["a", "b", "ab", ".c", "d e", "[f]", "g.py", "h.py", "I", "é"])
GLOB = st.lists(
    st.sampled_from(
        ["a", "b", "*", "?", "/", "/", "**/", "/**", "[ab]", "[!a]", "!", ".py", "d\\ e", "\\", "é", "[[:alpha:]]", "I", " "]
    ),
    min_size=1,
    max_size=4,
).map("".join)
PLACE = st.lists(NAME, min_size=1, max_size=4).map("/".join)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    files=st.sets(PLACE, min_size=1, max_size=25),
    rules=st.dictionaries(PLACE | st.just(""), st.lists(GLOB, min_size=1, max_size=4), max_size=4),
    tracked=st.integers(0, 5),
    exclude=st.lists(GLOB, max_size=2),
)
def test_walk_finds_what_git_lists_in_any_tree(
    files: set[str], rules: dict[str, list[str]], tracked: int, exclude: list[str], git: Git
) -> None:
    with tempfile.TemporaryDirectory() as name:
        root = Path(name).resolve()
        git(root, "init", "-q")
        for path in sorted(files):
            try:
                write(root, {path: path})
            except OSError:
                continue  # a file lies where a folder would have to
        known = sorted(path for path in files if (root / path).is_file())[:tracked]
        for path in known:
            git(root, "add", "-f", "--", root / path)
        for folder, lines in rules.items():
            if (root / folder).is_dir():
                write(root, {f"{folder}/.gitignore" if folder else ".gitignore": "\n".join(lines) + "\n"})
        write(root, {".git/info/exclude": "\n".join(exclude) + "\n"})
        try:
            expected = listed(root, git)
        except subprocess.CalledProcessError:
            return
        assert found(root) == expected


@pytest.mark.parametrize("name", [".gitignore", ".cairnignore", ".git/info/exclude"])
@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_an_ignore_file_that_is_no_regular_file_is_none(tree: Path, git: Git, name: str, kind: str) -> None:
    git(tree, "init", "-q")
    write(tree, {"a.py": ""})
    place = tree / name
    place.unlink(missing_ok=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    if kind == "folder":
        place.mkdir()
    else:
        os.mkfifo(place)
    assert found(tree) == {"a.py"}
