from __future__ import annotations

import pytest

from cairn.retrieve.globs import path_pattern


@pytest.mark.parametrize(
    ("glob", "fits"),
    [
        ("*/*/*.py", ["a/b/c.py"]),
        ("**/t*/*_*.py", ["t/a_b.py", "x/tests/a_b.py"]),
        ("**/*/**/*.ts", ["a/b.ts", "a/b/c/d.ts"]),
        ("a*b*c*d", ["x/axbxcxd", "abcd", "abcd/below"]),
    ],
)
def test_glob_with_many_wildcards_means_what_one_with_few_does(glob: str, fits: list[str]) -> None:
    assert all(path_pattern(glob).fullmatch(path) for path in fits)
    assert not any(path_pattern(glob).fullmatch(path) for path in ("c.py", "a/b.js", "axbxc", "b_c.py"))


@pytest.mark.parametrize("glob", ["*a" * 30 + "b", "*?" * 40 + "\x01", "**/a" * 20 + "b", "[!b]*" * 30 + "b"])
def test_path_is_gone_through_once_whatever_the_glob(glob: str) -> None:
    """What tries all ways in which wildcards may share a path does not end here."""
    assert not path_pattern(glob).fullmatch("/".join(["a" * 60] * 10) + ".py")
