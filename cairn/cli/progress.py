"""A progress line on standard error, only where that is a terminal."""

from __future__ import annotations

import sys
import time

from cairn.answers.terminal.style import columns
from cairn.cli.output import note
from cairn.report import Progress

_WORDS = {
    "wait": "waiting for another run to end",
    "walk": "finding files",
    "read": "reading",
    "resolve": "linking names",
    "publish": "writing",
    "embed": "embedding",
    "extract": "concepts",
}
_INTERVAL_S = 0.1  # quick enough for the eye
_BAR_CELLS = 24


class ProgressLine:
    """Draws `reading  [#####     ] 1,204/6,900`; use as a context manager, which wipes the line at the end.

    Where there is no terminal it only says, once, that it waits for another writer.
    """

    def __init__(self, is_wanted: bool) -> None:
        self._is_wanted = is_wanted
        self._is_on = is_wanted and sys.stderr.isatty()
        self._drawn_at = 0.0
        self._phase = ""

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_on and self._drawn_at:
            self._put("")

    def __call__(self, progress: Progress) -> None:
        """Draw a state, unless the last one was drawn a moment ago."""
        if progress.phase == "wait" and self._phase != "wait" and self._is_wanted and not self._is_on:
            note("waiting for another run that writes to this index")
            self._phase = progress.phase
        now = time.monotonic()
        if self._is_on and (progress.phase != self._phase or now - self._drawn_at >= _INTERVAL_S):
            self._drawn_at, self._phase = now, progress.phase
            self._put(draw(progress))

    def _put(self, text: str) -> None:
        sys.stderr.write("\r\x1b[K" + text[: columns() - 1])
        sys.stderr.flush()


def draw(progress: Progress) -> str:
    """The line for a state; a total of 0 is one that is not known."""
    word = f"{_WORDS.get(progress.phase, progress.phase):<13}"
    if not progress.total:
        return f"{word} {progress.done:,}"
    cells = _BAR_CELLS * min(progress.done, progress.total) // progress.total
    return f"{word} [{'#' * cells}{' ' * (_BAR_CELLS - cells)}] {progress.done:,}/{progress.total:,}"
