"""Whether an answer stands on what the index holds: its handles exist, its lines are there, and what it quotes is written there.

A quotation is a fence with a handle on the line before it, or a code span right behind the handle of a line. Other code in an
answer is the model's own and is not looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from cairn.errors import CairnError, NotFoundError
from cairn.model import Excerpt, GraphAnswer

# label:path, with #Name.of(thing) behind it, or with lines: :L10-L20. Spaces only stand between parameters.
_SIGNS = r"[^\s`\"'<>|:;,()\[\]{}#*]"
_HANDLE = re.compile(
    rf"(?<![\w.:/@-])(?P<label>[A-Za-z0-9_.-]+):(?!//)(?P<path>{_SIGNS}+)"
    r"(?:#(?P<name>[^\s`\"'|:;,()\[\]{}#*]+(?:\([\w.,: *&<>\[\]?]*\))?(?:~\d+)?)|:(?P<lines>L?\d+(?:-L?\d+)?))?"
)
_FENCE = re.compile(r"^[ ]{0,3}(`{3,}|~{3,})")
_BESIDE = re.compile(r"[`\]]*+\s*(?:says|reads|has|is|with|:|-|—|–|=|\()?\s*`(?P<code>[^`\n]+)`")
_ELIDED = frozenset({"...", "…", "# ...", "# …", "// ...", "// …"})
_EXTERNAL = "external"
_MOST_DIGITS = 12
_MOST_CHECKED = 200  # handles of one answer: a guess


class Looked(Protocol):
    """What of the index the check asks."""

    def show(self, target: str, *, context_lines: int = 0, budget_tokens: int | None = None) -> Excerpt:
        """The text of a handle."""
        ...

    def graph(self, query: str, *, depth: int = 1) -> GraphAnswer:
        """The neighbourhood of a handle."""
        ...


@dataclass(frozen=True, slots=True)
class Evidence:
    """A handle that an answer names and the index has. Lines are those of its text; 0 outside of all sources."""

    handle: str
    source: str
    file: str
    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer stands on, each once and in order, and sentences on what does not hold."""

    evidence: tuple[Evidence, ...] = ()
    faults: tuple[str, ...] = ()


class _Named(NamedTuple):
    handle: str
    first: int
    last: int


def check(answer: str, index: Looked, labels: Iterable[str], *, needs_evidence: bool = True) -> Verdict:
    """Check an answer against the index, whose sources have these labels. No model is asked."""
    known = set(labels)
    found: dict[str, Evidence | str] = {}
    excerpts: dict[str, Excerpt] = {}

    def settle(named: _Named) -> None:
        if named.handle not in found and len(found) < _MOST_CHECKED:
            found[named.handle] = _found(named, index, excerpts)

    for line in _unfenced(answer):
        for named in _named_in(line, known):
            settle(named)
    faults = [fault for fault in found.values() if isinstance(fault, str)]
    faults += [fault for quote in _quotes(answer, known) if (fault := _fault_of(quote, excerpts))]
    evidence = tuple(one for one in found.values() if isinstance(one, Evidence))
    if needs_evidence and not evidence:
        faults.append("the answer names no handle that the index has, so nothing shows that it is right")
    return Verdict(evidence, tuple(dict.fromkeys(faults)))


def handles_in(text: str, labels: Iterable[str]) -> list[str]:
    """The handles that a text names, each once, in order; whether they exist is not asked."""
    known = set(labels)
    return list(dict.fromkeys(named.handle for line in text.splitlines() for named in _named_in(line, known)))


def _named_in(line: str, labels: set[str]) -> Iterator[_Named]:
    for match in _HANDLE.finditer(line):
        named = _read(match, labels)
        if named is not None:
            yield named


def _read(match: re.Match[str], labels: set[str]) -> _Named | None:
    label, path, name, lines = match["label"], match["path"], match["name"], match["lines"]
    is_pathlike = "." in path or "/" in path
    if label not in labels and not ((name or label == _EXTERNAL) and is_pathlike):
        return None
    if not name and not lines:
        path = path.rstrip(".!?")
    if not lines:
        name = (name or "").rstrip(".!?-")
        return _Named(f"{label}:{path}" + (f"#{name}" if name else ""), 0, 0)
    first, _, last = lines.replace("L", "").partition("-")
    return _Named(f"{label}:{path}:{lines}", _number(first), _number(last or first))


def _number(digits: str) -> int:
    """The number of a line; what no file has so many of, is cut."""
    return int(digits[:_MOST_DIGITS])


def _found(named: _Named, index: Looked, excerpts: dict[str, Excerpt]) -> Evidence | str:
    """The evidence that a handle is, else what is wrong with it. What the index would take as meant is not enough."""
    try:
        if named.handle.startswith(f"{_EXTERNAL}:"):
            matches = index.graph(named.handle).matches
            return Evidence(named.handle, "", "", 0, 0) if named.handle in matches else _missing(named.handle)
        excerpt = index.show(named.handle)
    except NotFoundError as error:
        _, _, hint = str(error).partition("; ")
        return str(error) if named.first else "; ".join(filter(None, (_missing(named.handle), hint)))
    except CairnError as error:
        return f"{named.handle} cannot be checked: {error}"
    if named.first:
        path = named.handle.rpartition(":")[0]
        if f"{excerpt.source}:{excerpt.file}" != path:
            return _missing(path)
        if excerpt.end_line < named.last:
            return f"{path} ends with line {excerpt.end_line}, before {named.last}"
    elif excerpt.handle != named.handle:
        closest = f"; the closest is {excerpt.handle}" if excerpt.handle else ""
        return f"{_missing(named.handle)}{closest}"
    excerpts[named.handle] = excerpt
    return Evidence(named.handle, excerpt.source, excerpt.file, excerpt.start_line, excerpt.end_line)


def _missing(handle: str) -> str:
    return f"{handle} is not in the index"


class _Quote(NamedTuple):
    handle: str
    lines: list[str]


def _quotes(answer: str, labels: set[str]) -> Iterator[_Quote]:
    """What an answer says to be written at a handle."""
    before = ""
    for line, block in _blocks(answer):
        if block is not None:
            named = list(_named_in(before, labels))
            if named:
                yield _Quote(named[-1].handle, block)
            before = ""
        elif line.strip():
            before = line
            for match in _HANDLE.finditer(line):
                named_here = _read(match, labels)
                beside = _BESIDE.match(line, match.end())
                if named_here is not None and named_here.first and beside is not None:
                    yield _Quote(named_here.handle, [beside["code"]])


def _blocks(answer: str) -> Iterator[tuple[str, list[str] | None]]:
    """The lines outside of fences, and the lines of each fence as one block."""
    closing = ""
    block: list[str] = []
    for line in answer.splitlines():
        marks = _FENCE.match(line)
        if closing:
            if marks is not None and marks[1].startswith(closing) and not line.strip().strip(marks[1][0]):
                yield "", block
                closing, block = "", []
            else:
                block.append(line)
        elif marks is not None:
            closing = marks[1]
        else:
            yield line, None
    if closing:
        yield "", block


def _unfenced(answer: str) -> Iterator[str]:
    return (line for line, block in _blocks(answer) if block is None)


def _fault_of(quote: _Quote, excerpts: dict[str, Excerpt]) -> str:
    """The first line of a quotation that does not stand at its handle, in its place after the ones before; empty if all do."""
    excerpt = excerpts.get(quote.handle)
    if excerpt is None:  # which is a fault already
        return ""
    is_span = len(quote.lines) == 1
    written = [_plain(line) for line in excerpt.text.splitlines()]
    place = 0
    for line in quote.lines:
        plain = _plain(line)
        if not plain or plain in _ELIDED:
            continue
        rest = range(place, len(written))
        at = next((number for number in rest if written[number] == plain or (is_span and plain in written[number])), None)
        if at is None:
            return f"{quote.handle} does not have the line that is quoted from it: {plain[:100]!r}"
        place = at + 1
    return ""


def _plain(line: str) -> str:
    return " ".join(line.split())
