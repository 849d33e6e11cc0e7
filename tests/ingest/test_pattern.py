from __future__ import annotations

import pytest

from cairn.ingest.pattern import IgnoreList, read_lines


def check(patterns: str, path: str, *, is_dir: bool = False, fold: bool = False) -> bool | None:
    return IgnoreList(read_lines(patterns.encode()), fold=fold).check(path.encode(), is_dir)


@pytest.mark.parametrize(
    ("pattern", "path", "is_ignored"),
    [
        ("a", "a", True),
        ("a", "x/a", True),
        ("/a", "x/a", None),
        ("x/a", "x/a", True),
        ("x/a", "y/x/a", None),
        ("*.py", "x/a.py", True),
        ("*.py", ".py", True),
        ("a*b*c", "a--b--c", True),
        ("a?c", "abc", True),
        ("a?c", "a/c", None),
        ("?", "é", None),  # two bytes
        ("x/*", "x/a", True),
        ("x/*", "x/a/b", None),
        ("x/**", "x/a/b", True),
        ("**/a", "a", True),
        ("**/a", "x/y/a", True),
        ("x/**/a", "x/a", True),
        ("x/**/a", "x/y/z/a", True),
        ("x/a**", "x/ab", True),
        ("[a-c]", "b", True),
        ("[!a-c]", "b", None),
        ("[^a]", "b", True),
        ("[]a]", "]", True),
        ("[a", "[a", None),
        ("[z-a]", "m", None),
        ("[z-a]", "z", True),
        ("[\\]]", "]", True),
        ("[[:alpha:]]", "q", True),
        ("[[:nonsense:]]", "q", None),
        ("[[:alpha:]x", "q", None),
        ("\\*", "*", True),
        ("\\*", "a", None),
        ("a\\", "a\\", None),
        ("\\!a", "!a", True),
        ("\\#a", "#a", True),
        ("#a", "#a", None),
        ("a ", "a", True),
        ("a\\ ", "a ", True),
        ("a\t", "a\t", True),
        ("/", "a", None),
        ("", "a", None),
    ],
)
def test_pattern_means_what_git_says(pattern: str, path: str, is_ignored: bool | None) -> None:
    assert check(pattern + "\n", path) is is_ignored


def test_pattern_that_ends_with_a_slash_is_for_folders_only() -> None:
    assert check("a/\n", "a", is_dir=True) is True
    assert check("a/\n", "a", is_dir=False) is None


def test_last_pattern_that_matches_decides() -> None:
    assert check("*.py\n!keep.py\n", "keep.py") is False
    assert check("!keep.py\n*.py\n", "keep.py") is True
    assert check("*.py\n!keep.py\nkeep.*\n", "keep.py") is True
    assert check("k*\n!keep.py\n", "keep.py") is False


def test_names_are_compared_without_case_where_the_repository_says_so() -> None:
    assert check("README\n*.TXT\nDoc[A-C]\n", "readme", fold=True) is True
    assert check("README\n*.TXT\n", "A.txt", fold=True) is True
    assert check("Doc[A-C]\n", "docb", fold=True) is True
    assert check("[[:upper:]]\n", "q", fold=True) is True
    assert check("README\n", "readme") is None


def test_mark_line_ends_and_comments_of_an_ignore_file_are_no_pattern() -> None:
    assert read_lines(b"\xef\xbb\xbfa\r\n# b\r\n\r\nc \nd") == [b"a", b"c", b"d"]


def test_many_stars_do_not_cost_exponential_time() -> None:
    patterns = IgnoreList([b"*a" * 60 + b"b", b"/" + b"**/*a" * 40 + b"/b"])
    assert patterns.check(b"a" * 250, False) is None
    assert patterns.check(b"a/" * 120 + b"c", False) is None
