"""The definition that a pack is about, as a whole or cut to a budget."""

from __future__ import annotations

import itertools

from cairn.chunk.tokens import count_tokens
from cairn.complete.cut import head_end, window
from cairn.complete.gather import Draft
from cairn.complete.index import Index, Place
from cairn.complete.text import MOST_LINES, elision, heading_of_target
from cairn.model import EntityKind

_MOST_TOKEN_CHARACTERS = 60
# Of a definition no more lines than so many for each token can fit: an empty one costs next to nothing (a guess).
_MOST_TOKEN_LINES = 2


class Target:
    """Cuts the target of a pack; what is left out of it is counted in `elided`.

    The signature is always there, and more room never shows fewer lines.
    """

    def __init__(self, index: Index, place: Place, comment: str, budget_tokens: int) -> None:
        self._place = place
        self._lines = index.lines(place.file.id)
        self._handle = index.handle(place.entity)
        self._first = max(place.entity.start_line, 1)
        self._last = min(place.entity.end_line, len(self._lines))
        self._heading = heading_of_target(comment, self._handle, budget_tokens)
        self._elision_tokens = count_tokens("\n" + elision(comment, "        ", MOST_LINES))

    def cost(self, drafts: list[Draft]) -> int:
        """At most so many tokens go to the target's part of the text form."""
        return self._heading.tokens + self.text_cost(drafts) if drafts else 0

    def text_cost(self, drafts: list[Draft]) -> int:
        """The part of the cost that is below the heading."""
        elisions = sum(draft.elided > 0 for draft in drafts) * self._elision_tokens
        return sum(count_tokens(f"\n{draft.text}\n") for draft in drafts) + elisions

    def within(self, text_tokens: int) -> list[Draft]:
        """The whole; else the head and as many lines around the cursor as fit; else what fits of the signature."""
        room = min(text_tokens, self._heading.room)
        # A line costs more than a token, and hardly a token has more characters than that: most is told without counting.
        if self._last - self._first < room:
            whole = self._draft(self._first, self._last)
            if len(whole.text) < _MOST_TOKEN_CHARACTERS * room and self.text_cost([whole]) <= room:
                return [whole]
        return self._around(room) or self._signature(room)

    def leaves_out_unsaid(self, drafts: list[Draft]) -> bool:
        """Whether lines are missing and there was no room to say so."""
        shown = sum(draft.end_line - draft.start_line + 1 + draft.elided for draft in drafts)
        return shown <= self._last - self._first

    def _around(self, room: int) -> list[Draft]:
        """The head and the most lines around the cursor that fit; nothing if the head does not."""
        entity = self._place.entity
        head_last = self._first
        if entity.kind != EntityKind.MODULE:
            head_last = head_end(self._lines, max(entity.name_line, self._first), self._last)
        most = room - (2 if self._place.line else 1) * self._elision_tokens
        found: list[Draft] = []
        low, high = 0, min(self._last - head_last, _MOST_TOKEN_LINES * max(room, 0))
        while low <= high:
            count = (low + high) // 2
            around = window(head_last + 1, self._last, self._place.line or self._first, count)
            drafts = self._ranges((self._first, head_last), around)
            if sum(count_tokens(f"\n{draft.text}\n") for draft in drafts) <= most:
                found, low = drafts, count + 1
            else:
                high = count - 1
        return found

    def _signature(self, room: int) -> list[Draft]:
        """The signature, or its beginning; how many lines are left out is said if that fits, too."""
        entity = self._place.entity
        line = min(max(entity.name_line, self._first), max(self._last, 1))
        signature = " ".join(entity.signature.split()) or "".join(self._lines[line - 1 : line]).strip()
        text = _cut(signature, room)
        if not text:
            return []
        draft = self._draft(line, line)._replace(text=text)
        told = draft._replace(elided=max(self._last - self._first, 0))
        return [told if self.text_cost([told]) <= room else draft]

    def _ranges(self, *ranges: tuple[int, int] | None) -> list[Draft]:
        """Drafts of ranges of lines that follow one another; those that touch are one."""
        joined: list[tuple[int, int]] = []
        for found in ranges:
            if found and joined and joined[-1][1] + 1 == found[0]:
                joined[-1] = (joined[-1][0], found[1])
            elif found:
                joined.append(found)
        ends = [*(start for start, _ in joined[1:]), self._last + 1] if joined else []
        return [
            self._draft(start, end)._replace(elided=next_start - end - 1)
            for (start, end), next_start in zip(joined, ends, strict=True)
        ]

    def _draft(self, start: int, end: int) -> Draft:
        text = "".join(self._lines[start - 1 : end]).rstrip("\r\n")
        return Draft("target", self._place.entity, self._place.file, start, max(end, start), text, self._handle)


def _cut(text: str, budget_tokens: int) -> str:
    """As much of a text's beginning as a budget holds, with dots where it is cut."""
    if count_tokens(f"\n{text}\n") <= budget_tokens:
        return text
    sizes = range(len(text), 0, -1)
    fitting = (text[:size] + "..." for size in sizes)
    return next(itertools.dropwhile(lambda some: count_tokens(f"\n{some}\n") > budget_tokens, fitting), "")
