from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from cairn.cli.progress import ProgressLine, draw
from cairn.report import Progress

if TYPE_CHECKING:
    import pytest


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_the_bar_shows_the_share_that_is_done() -> None:
    assert draw(Progress("read", 50, 100)) == "reading       [############            ] 50/100"


def test_a_phase_of_unknown_length_counts() -> None:
    assert draw(Progress("walk", 1204, 0)) == "finding files 1,204"


def test_the_line_is_wiped_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with ProgressLine(is_wanted=True) as progress:
        progress(Progress("read", 1, 2))
    assert "reading" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_without_a_terminal_only_waiting_is_said_and_only_once(capsys: pytest.CaptureFixture[str]) -> None:
    with ProgressLine(is_wanted=True) as progress:
        for phase in ("wait", "wait", "read"):
            progress(Progress(phase, 0, 0))
    assert capsys.readouterr().err == "waiting for another run that writes to this index\n"
