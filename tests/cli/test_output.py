from __future__ import annotations

import io
import json
import sys

import pytest

from cairn.answers.terminal.style import count, paint, table
from cairn.cli import output


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_control_characters_of_indexed_text_do_not_reach_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    output.write("a\x1b]0;title\x07b\x1b[2Jc\rd \x1b[1mbold\x1b[0m")
    assert terminal.getvalue() == "a\ufffd]0;title\ufffdb\ufffd[2Jc\ufffdd \x1b[1mbold\x1b[0m\n"


def test_text_for_a_pipe_is_left_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    output.write("a\x1b[2Jb")
    assert capsys.readouterr().out == "a\x1b[2Jb\n"


@pytest.mark.parametrize(
    ("variable", "value", "is_coloured"), [("TERM", "xterm", True), ("NO_COLOR", "1", False), ("TERM", "dumb", False)]
)
def test_colour_is_for_terminals_that_want_it(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, is_coloured: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(variable, value)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert (paint("x", "bold") != "x") == is_coloured


def test_a_character_that_no_encoding_has_is_escaped_in_json() -> None:
    assert json.loads(output.to_json({"query": "\udcff"})) == {"query": "\udcff"}
    assert output.to_json({"query": "é"}) == '{"query": "é"}'


def test_columns_are_aligned_by_the_cells_that_characters_take() -> None:
    lines = table(("file", "n"), [("計算.ts", 1), ("a.ts", 20)], numbers=(1,))
    assert lines == ["file      n", "計算.ts   1", "a.ts     20"]


def test_counts_have_a_plural() -> None:
    assert [count(1, "entity"), count(1204, "entity"), count(2, "file")] == [
        "1 entity",
        "1,204 entities",
        "2 files",
    ]


def test_names_with_control_characters_and_direction_marks_are_escaped_in_a_table() -> None:
    assert table(("file",), [("a\nb\x1b[2J\u202e.py",)]) == ["file", "a\\nb\\x1b[2J\\u202e.py"]
