"""A line for each call of a server with users: who asked what, how much was told from which sources, and how long it took.

The words of a question are in it only if `CAIRN_AUDIT_QUERIES` says so. The lines go to the log `cairn.audit`, at any log level.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields, is_dataclass

from cairn.serve.caller import caller

_log = logging.getLogger("cairn.audit")

_LABELS = frozenset({"source", "label"})  # fields of answers that hold one
_HANDLES = frozenset({"handle", "src", "dst", "target", "targets", "matches"})  # those that hold handles or, of a link, labels
_ELSEWHERE = frozenset({"external", "card"})
# Arguments that hold the words of a question.
_ASKED = ("query", "q", "prompt", "handle", "src", "dst", "from", "to", "focus", "path")
_MOST_SOURCES = 20  # that a line names
_MOST_WORDS = 500  # characters of a question


@dataclass(slots=True)
class _Record:
    """What a call has told so far."""

    sources: set[str] = field(default_factory=set)
    rows: int = 0
    is_error: bool = False


_RECORD: ContextVar[_Record | None] = ContextVar("cairn_audit_record", default=None)


def tell(answer: object) -> None:
    """Note an answer of the call that is being audited; does nothing where none is."""
    if _RECORD.get() is not None:
        tell_rows(_sources_in(answer), _rows_in(answer))


def tell_rows(sources: Iterable[str], rows: int) -> None:
    """Note so many rows from some sources; likewise."""
    record = _RECORD.get()
    if record is not None:
        record.sources.update(sources)
        record.rows += rows


def tell_error() -> None:
    """Note that the call that is being audited is answered with an error; likewise."""
    record = _RECORD.get()
    if record is not None:
        record.is_error = True


@dataclass(frozen=True, slots=True)
class Audit:
    """Whether calls are audited, and whether with the words of questions."""

    is_on: bool = False
    has_words: bool = False

    def __post_init__(self) -> None:
        """Let the lines through: an audit that a log level silences is none."""
        if self.is_on:
            _log.setLevel(logging.INFO)

    @contextmanager
    def call(self, what: str, arguments: Mapping[str, object]) -> Iterator[None]:
        """Write the line of a call of this request's user when it is over, however it ends."""
        if not self.is_on:
            yield
            return
        user, record = caller(), _Record()
        words = {name: str(arguments[name]) for name in _ASKED if arguments.get(name)} if self.has_words else {}
        token = _RECORD.set(record)
        began = time.perf_counter()
        try:
            yield
        except BaseException:
            record.is_error = True
            raise
        finally:
            _RECORD.reset(token)
            sources = sorted(record.sources)
            more = f",+{len(sources) - _MOST_SOURCES}" if len(sources) > _MOST_SOURCES else ""
            _log.info(
                "user=%s call=%s outcome=%s sources=%s rows=%d ms=%.1f%s",
                user.name or "-",
                what,
                "error" if record.is_error else "ok",
                (",".join(sources[:_MOST_SOURCES]) or "-") + more,
                record.rows,
                (time.perf_counter() - began) * 1000,
                "".join(f" {name}={json.dumps(text[:_MOST_WORDS])}" for name, text in words.items()),
            )


def _rows_in(answer: object) -> int:
    """How many rows an answer has: the items of its lists that are things themselves; one where it has none."""
    if not is_dataclass(answer):
        return 1
    return sum(_things(getattr(answer, one.name)) for one in fields(answer)) or 1


def _things(value: object) -> int:
    if not isinstance(value, list):
        return 0
    return sum(_things(item) if isinstance(item, list) else is_dataclass(item) for item in value)


def _sources_in(answer: object) -> Iterator[str]:
    """The labels of the sources that an answer tells of."""
    if isinstance(answer, list):
        for item in answer:
            yield from _sources_in(item)
    elif is_dataclass(answer):
        for one in fields(answer):
            value = getattr(answer, one.name)
            if one.name in _LABELS and isinstance(value, str) and value:
                yield value
            elif one.name in _HANDLES:
                yield from _labels_of(value)
            elif isinstance(value, list) or is_dataclass(value):
                yield from _sources_in(value)


def _labels_of(handles: object) -> Iterator[str]:
    for handle in handles if isinstance(handles, list) else [handles]:
        label = handle.partition(":")[0] if isinstance(handle, str) else ""
        if label and label not in _ELSEWHERE:
            yield label
        elif is_dataclass(handle):
            yield from _sources_in(handle)
