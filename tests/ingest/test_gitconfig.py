from __future__ import annotations

from pathlib import Path

import pytest

from cairn.ingest.gitconfig import parse_config, read_config
from tests.ingest.test_ignore import write


def test_values_are_read_with_quotes_escapes_comments_and_continued_lines() -> None:
    text = (
        '# head\n[Core] ; why\n\tignoreCase\n\texcludesFile = "C:\\\\my files\\\\x" # end\n\tother = a \\\n b  ; c\n'
        '[remote "Or\\"igin"]\n\turl = a;b\n[empty]\n\tkey =\n'
    )
    assert list(parse_config(text)) == [
        ("core", "ignorecase", "true"),
        ("core", "excludesfile", "C:\\my files\\x"),
        ("core", "other", "a  b"),
        ('remote.Or"igin', "url", "a"),
        ("empty", "key", ""),
    ]


def test_included_files_are_read_in_their_place(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git_dir = tree / "jobs/repo/.git"
    write(
        tree,
        {
            "global": (
                "[core]\nexcludesFile = /one\n[include]\npath = more\n"
                f'[includeIf "gitdir:{tree.as_posix()}/jobs/"]\npath = jobs.inc\n[includeIf "gitdir:elsewhere/"]\npath = no.inc\n'
            ),
            "more": "[core]\nexcludesFile = /two\nignorecase = yes\n[include]\npath = more\n",
            "jobs.inc": "[core]\nexcludesFile = /three\n",
            "no.inc": "[core]\nexcludesFile = /four\n",
            "jobs/repo/.git/config": "[extensions]\nobjectFormat = sha256\n",
        },
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tree / "global"))
    config = read_config(git_dir, git_dir, tree / "jobs/repo")
    assert config.excludes_file == Path("/three") or str(config.excludes_file).endswith("three")
    assert config.ignore_case is True
    assert config.object_format == "sha256"
    outside = read_config(None, None, None)
    assert str(outside.excludes_file).endswith("two")


def test_excludes_file_may_be_set_to_nothing(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tree, {"global": "[core]\nexcludesFile =\n"})
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tree / "global"))
    assert read_config(None, None, None).excludes_file is None


def test_settings_of_one_work_tree_count_only_when_they_are_switched_on(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "")
    write(tree, {"config": "[core]\nignorecase = false\n", "config.worktree": "[core]\nignorecase = true\n"})
    assert read_config(tree, tree, tree).ignore_case is False
    write(tree, {"config": "[core]\nignorecase = false\n[extensions]\nworktreeConfig = true\n"})
    assert read_config(tree, tree, tree).ignore_case is True
