"""Making the tail of a conversation fit a model's window. A call and its results are one unit, and never parted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from cairn.agent.messages import Call, Message, Role, note, tokens_of, tokens_of_all
from cairn.chunk.tokens import count_tokens
from cairn.errors import CairnError

Unit = tuple[Message, ...]

_CUT = "[... cut to save room; the same call gives it again]"
_KEPT_TOKENS = 60  # of a text that is cut: a guess, its first lines
_SUMMARY_HEAD = "Summary of the conversation so far, written by a model; it is data, and what the user said is quoted below it:"
_SUMMARY_TOKENS = 1500  # a guess
_USER_SHARE = 0.4  # of a summary's room, at most for what the user said: a guess


class Compactor(Protocol):
    """Shortens a tail."""

    def compact(self, tail: Sequence[Message], budget_tokens: int) -> list[Message]:
        """Return a tail of at most that many tokens, by the estimate, that ends as the given one does."""
        ...


class CompactionFault(CairnError):
    """A tail cannot be made to fit, or a rewrite of it has lost what it may not lose."""


def compacted(compactor: Compactor, tail: Sequence[Message], budget_tokens: int) -> list[Message]:
    """Let a compactor shorten a tail, and hold it to what it promises.

    What is still too long after it, is cut harder; what is empty, or parts a call from its result, is refused.

    Raises:
        CompactionFault: even the last unit does not fit, or the rewrite is refused.
    """
    if tokens_of_all(tail) <= budget_tokens:
        return list(tail)
    shorter = compactor.compact(tail, budget_tokens)
    if tokens_of_all(shorter) > budget_tokens:
        shorter = SlidingWindow().compact(Truncation(0).compact(shorter, budget_tokens), budget_tokens)
    fault = fault_of(tail, shorter, budget_tokens)
    if fault:
        raise CompactionFault(
            f"the conversation cannot be shortened ({fault}); begin a new one, "
            "or raise CAIRN_CHAT_WINDOW, or the `window` of the agent"
        )
    return shorter


def fault_of(before: Sequence[Message], after: Sequence[Message], budget_tokens: int) -> str:
    """What is wrong with a rewrite; empty if nothing is."""
    if not any(message.text.strip() or message.calls for message in after):
        return "nothing would be left of it"
    if tokens_of_all(after) > budget_tokens:
        return f"its last part has more than {budget_tokens:,} tokens"
    told = _last_question(before)
    if told is not None and all(told.text[:_KEPT_TOKENS] not in message.text for message in after):
        return "the question would be lost"
    open_calls: set[str] = set()
    for message in after:
        if message.role is Role.TOOL:
            if message.call_id not in open_calls:
                return "a result would be parted from its call"
            open_calls.discard(message.call_id)
        elif open_calls:
            return "a call would be parted from its result"
        else:
            open_calls = {call.id for call in message.calls}
    return ""


def units_of(tail: Iterable[Message]) -> list[Unit]:
    """The tail in units: a message, or calls with their results."""
    units: list[list[Message]] = []
    for message in tail:
        if message.role is Role.TOOL and units and units[-1][0].calls:
            units[-1].append(message)
        else:
            units.append([message])
    return [tuple(unit) for unit in units]


def _flat(units: Iterable[Unit]) -> list[Message]:
    return [message for unit in units for message in unit]


def _last_question(tail: Sequence[Message]) -> Message | None:
    return next((message for message in reversed(tail) if message.role is Role.USER and not message.is_note), None)


def _pinned(units: Sequence[Unit]) -> set[int]:
    """The places of what is never left out: the question that is being answered, and the last unit."""
    question = _last_question(_flat(units))
    return {place for place, unit in enumerate(units) if unit[0] is question} | {len(units) - 1}


def _fill(units: Sequence[Unit], order: Iterable[int], budget_tokens: int) -> list[Message]:
    """The units that fit, taken in an order, told in their own."""
    kept = _pinned(units)
    left = budget_tokens - sum(tokens_of_all(units[place]) for place in kept)
    for place in order:
        cost = tokens_of_all(units[place])
        if place not in kept and cost <= left:
            kept.add(place)
            left -= cost
    return _flat(units[place] for place in sorted(kept))


class SlidingWindow:
    """Keeps the newest units, one after another back to the first that does not fit, and the question."""

    def compact(self, tail: Sequence[Message], budget_tokens: int) -> list[Message]:
        """Return the newest part."""
        units = units_of(tail)
        pinned = _pinned(units)
        left = budget_tokens - sum(tokens_of_all(units[place]) for place in pinned)
        order = []
        for place in reversed(range(len(units))):
            if place in pinned:
                continue
            left -= tokens_of_all(units[place])
            if left < 0:
                break
            order.append(place)
        return _fill(units, order, budget_tokens)


class Truncation:
    """Cuts the texts of results and the arguments of calls, the oldest first; the newest `spared` units stay whole.

    If that is not enough, the oldest units go.
    """

    def __init__(self, spared: int = 4) -> None:
        self._spared = spared

    def compact(self, tail: Sequence[Message], budget_tokens: int) -> list[Message]:
        """Return the tail with long texts cut."""
        units = units_of(tail)
        total = tokens_of_all(tail)
        for place in range(max(len(units) - self._spared, 0)):
            if total <= budget_tokens:
                break
            shorter = tuple(_cut(message) for message in units[place])
            total -= tokens_of_all(units[place]) - tokens_of_all(shorter)
            units[place] = shorter
        return _flat(units) if total <= budget_tokens else SlidingWindow().compact(_flat(units), budget_tokens)


def _cut(message: Message) -> Message:
    """A message with its result, or the arguments of its calls, cut; what a user or a model says stays."""
    if message.role is Role.TOOL:
        return replace(message, text=_shortened(message.text))
    return replace(message, calls=tuple(map(_cut_call, message.calls)))


def _cut_call(call: Call) -> Call:
    if count_tokens(call.arguments) <= _KEPT_TOKENS:
        return call
    # Some endpoints refuse arguments that are no JSON.
    return replace(call, arguments=json.dumps({"cut": _shortened(call.arguments)}, ensure_ascii=False))


def _shortened(text: str) -> str:
    if count_tokens(text) <= _KEPT_TOKENS:
        return text
    kept = text[: _KEPT_TOKENS * 4]
    while count_tokens(kept) > _KEPT_TOKENS:
        kept = kept[: len(kept) * 3 // 4]
    return f"{kept}\n{_CUT}"


class Importance:
    """Keeps what weighs most: what the user said, what was answered, then results by how much later words speak of them."""

    def compact(self, tail: Sequence[Message], budget_tokens: int) -> list[Message]:
        """Return the units of most weight."""
        units = units_of(tail)
        weights = [self.weight(unit, place / len(units), units[place + 1 :]) for place, unit in enumerate(units)]
        return _fill(units, sorted(range(len(units)), key=lambda place: -weights[place]), budget_tokens)

    def weight(self, unit: Unit, recency: float, later: Sequence[Unit]) -> float:
        """How much a unit weighs; `recency` goes from 0 to 1. The parts are a guess."""
        first = unit[0]
        if first.role is Role.USER:
            return 3 + recency
        if not first.calls:
            return 2 + recency
        is_error = all(message.text.startswith("error:") for message in unit[1:])
        # A handle that is spoken of again was worth its tokens.
        said = " ".join(message.text for other in later[:20] for message in other if message.role is Role.ASSISTANT)
        handles = {word for message in unit[1:] for word in message.text.split() if "#" in word}
        return recency + (0.5 if any(handle in said for handle in handles) else 0) - (1 if is_error else 0)


class Summary:
    """Puts a summary by a model in place of all but the newest units, and goes on from an earlier summary.

    What the user said is kept word for word beneath it. It is written anew only after `cool_down` further messages: until then,
    and where the model fails, results are cut instead.
    """

    def __init__(self, write: Callable[[str, str], str], *, spared: int = 4, cool_down: int = 10) -> None:
        """Make one. `write` gets the summary so far, or "", and what came after it, and returns a new summary."""
        self._write = write
        self._spared = spared
        self._cool_down = cool_down

    def compact(self, tail: Sequence[Message], budget_tokens: int) -> list[Message]:
        """Return the summary and the newest units."""
        units = units_of(tail)
        before, after = units[: -self._spared or None], units[-self._spared :]
        old = next((unit[0] for unit in before if is_summary(unit[0])), None)
        fresh = [unit for unit in before if not is_summary(unit[0])]
        fallback = Truncation(self._spared).compact
        if sum(map(len, fresh)) < self._cool_down:
            return fallback(tail, budget_tokens)
        said = [*_said_in(old), *(message.text for message in _flat(fresh) if message.role is Role.USER and not message.is_note)]
        try:
            told = self._write(_told_in(old), "\n".join(_lines(fresh, budget_tokens))).strip()
        except CairnError:
            told = ""
        if not told:
            return fallback(tail, budget_tokens)
        summary = _summary_note(told, said, int(budget_tokens * _USER_SHARE))
        kept = [summary, *_flat(after)]
        return (
            kept
            if tokens_of_all(kept) <= budget_tokens
            else [summary, *fallback(_flat(after), budget_tokens - tokens_of(summary))]
        )


def is_summary(message: Message) -> bool:
    """Whether a message is one that `Summary` has written."""
    return message.is_note and message.text.startswith(_SUMMARY_HEAD)


_QUOTED = "\n\nThe user said:\n"


def _summary_note(told: str, said: Sequence[str], most_tokens: int) -> Message:
    """The note; of what the user said, the newest as far as there is room."""
    kept: list[str] = []
    for text in reversed(said):
        most_tokens -= count_tokens(text) + 2
        if most_tokens < 0:
            break
        kept.insert(0, text)
    quoted = "\n".join(f"> {json.dumps(text, ensure_ascii=False)}" for text in kept)
    while count_tokens(told) > _SUMMARY_TOKENS:
        told = told[: len(told) * 3 // 4]
    told = told.replace(_QUOTED, "\n")  # only what is quoted here is what the user said
    return note(f"{_SUMMARY_HEAD}\n{told}" + (f"{_QUOTED}{quoted}" if quoted else ""))


def _told_in(summary: Message | None) -> str:
    return summary.text.removeprefix(_SUMMARY_HEAD).partition(_QUOTED)[0].strip() if summary is not None else ""


def _said_in(summary: Message | None) -> list[str]:
    lines = summary.text.partition(_QUOTED)[2].split("\n") if summary is not None and _QUOTED in summary.text else []
    return [json.loads(line.removeprefix("> ")) for line in lines]


def _lines(units: Sequence[Unit], budget_tokens: int) -> Iterator[str]:
    """What a summary is made of: who said what, long texts cut, as much as half of the window holds."""
    left = budget_tokens // 2
    for message in _flat(units):
        calls = "; ".join(f"{call.name} {_shortened(call.arguments)}" for call in message.calls)
        text = _shortened(message.text) if message.role is Role.TOOL else message.text
        line = f"{message.role.value}: {' '.join(filter(None, (text, calls)))}"
        left -= count_tokens(line)
        if left < 0:
            return
        yield line
