"""A run of `cairn chat` as a person sees it: words as they come, a dim line for each call, and what the answer stands on."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence

from cairn.agent.events import (
    Again,
    Answer,
    CallBegan,
    CallEnded,
    Compacted,
    Event,
    Failed,
    Started,
    Suspended,
    Warned,
    Words,
)
from cairn.agent.messages import Call, Usage
from cairn.answers.terminal.style import columns, count, paint, shorten, table
from cairn.cli import output
from cairn.errors import CairnError
from cairn.infer.answer import JsonObject
from cairn.model import printable


class Screen:
    """Tells the events of runs as they come, and keeps how they ended.

    On a terminal words are written at once; into a pipe only the answer, when it is whole.
    """

    def __init__(self, *, is_json: bool, is_quiet: bool, is_typed: bool) -> None:
        self.run = ""
        self.end: Answer | Suspended | Failed | None = None
        self._is_silent = is_json or is_quiet
        self._is_live = sys.stdout.isatty() and not is_json and not is_typed
        self._is_json = is_json
        self._is_typed = is_typed
        self._is_in_line = False

    def follow(self, events: Iterator[Event]) -> None:
        """Tell all events."""
        for event in events:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        match event:
            case Started():
                self.run = event.run
            case Words():
                self._say(event.text)
            case CallBegan():
                self._note(call_line(event.call))
            case CallEnded() if event.is_error:
                self._note(_fault_line(event.text))
            case Compacted():
                self._note(paint(f"  the conversation is shortened from {event.before:,} to {event.after:,} tokens", "dim"))
            case Again() | Warned():
                self._note(paint(f"  {printable(event.sentence)}", "yellow"))
            case Answer():
                self.end = event
                self._answer(event)
            case Suspended() | Failed():
                self._end_line()
                self.end = event

    def _say(self, text: str) -> None:
        if self._is_live:
            sys.stdout.write(output.visible(text, keeps_colours=False))
            sys.stdout.flush()
            self._is_in_line = not text.endswith("\n")

    def _end_line(self) -> None:
        if self._is_in_line:
            sys.stdout.write("\n")
            sys.stdout.flush()
        self._is_in_line = False

    def _note(self, line: str) -> None:
        if not self._is_silent:
            self._end_line()
            output.note(line)

    def _answer(self, answer: Answer) -> None:
        if self._is_json:
            return
        self._end_line()
        if self._is_typed:
            output.write(json.dumps(answer.output, ensure_ascii=False, indent=2))
        elif not self._is_live:
            output.write(answer.answer)
        shown = evidence_text(answer)
        if shown and self._is_typed:  # the output is one document
            output.note(shown)
        elif shown:
            output.write(f"\n{shown}")
        if not self._is_silent:
            output.note(usage_line(answer.usage, answer.steps, answer.run))


def call_line(call: Call) -> str:
    """A call in one line: `graph query=Command.invoke direction=in`."""
    return paint(shorten(f"  {call_words(call)}", columns() - 1), "dim")


def call_words(call: Call) -> str:
    """A call in words."""
    try:
        given = json.loads(call.arguments)
    except (ValueError, RecursionError):
        given = None
    words = [f"{_word(key)}={_word(value)}" for key, value in given.items()] if isinstance(given, dict) else [call.arguments]
    return printable(" ".join([call.name, *words]))


def _word(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return json.dumps(text, ensure_ascii=False) if " " in text or not text else text


def _fault_line(text: str) -> str:
    told = text.partition("error: ")[2] or text
    return paint(shorten(f"    {printable(' '.join(told.split()))}", columns() - 1), "yellow")


def evidence_text(answer: Answer) -> str:
    """The handles of an answer with file and line, and what does not hold."""
    rows = [
        (one.handle, f"{one.file}:{one.start_line}-{one.end_line}" if one.file else "outside of all sources")
        for one in answer.evidence
    ]
    lines = table(("evidence", "lines"), rows) if rows else []
    return "\n".join([*lines, *(paint(f"unproven: {printable(fault)}", "yellow") for fault in answer.faults)])


def usage_line(usage: Usage, steps: int, run: str) -> str:
    """What a run cost, and its name."""
    cached = f" ({usage.cached_tokens:,} cached)" if usage.cached_tokens else ""
    about = "about " if usage.is_estimated else ""
    cost = f", cost {usage.cost:.4f}" if usage.cost is not None else ""
    tokens = f"{about}{usage.prompt_tokens:,} tokens read{cached}, {usage.answer_tokens:,} written{cost}"
    return paint(f"{tokens}, {count(steps, 'step')}; run {run}", "dim")


def resumable(error: CairnError, run: str) -> CairnError:
    """The error with how to go on with its run, which is kept."""
    error.args = (f"{error.args[0] if error.args else error}; `cairn chat --resume {run}` goes on with the run", *error.args[1:])
    return error


def waiting(run: str, calls: Sequence[Call]) -> str:
    """What a run waits for, and how to decide."""
    told = "\n".join(f"  {call_words(call)}" for call in calls)
    return f"waits for your word on\n{told}\n`cairn chat --resume {run}` takes --approve or --reject"


def document_of(end: Answer | Suspended) -> JsonObject:
    """The end of a run for a program."""
    if isinstance(end, Suspended):
        pending = [{"name": call.name, "arguments": call.arguments} for call in end.calls]
        return {"run": end.run, "status": "suspended", "pending": pending}
    names = ("run", "conversation", "title", "answer", "output", "usage", "steps")
    return {
        **{name: getattr(end, name) for name in names},
        "status": end.status.value,
        "evidence": list(end.evidence),
        "faults": list(end.faults),
        "grounded": list(end.grounded),
    }
