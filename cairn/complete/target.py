"""The definition that a pack is about, as a whole or cut to a budget."""

from __future__ import annotations

import itertools

from cairn.chunk.tokens import count_tokens
from cairn.complete.cut import head_end, window
from cairn.complete.gather import Draft
from cairn.complete.index import Index, Place
from cairn.complete.text import elision, heading_of, target_title

_MOST_TOKEN_CHARACTERS = 60
# More digits than a definition has lines.
_MANY = 1_000_000
_PASSES = 2
# Of less than this nothing can be read.
_LEAST_TOKENS = 5


class Target:
    """Cuts the target of a pack; what is left out of it is counted in `elided`."""

    def __init__(self, index: Index, place: Place, comment: str, budget_tokens: int) -> None:
        self._place = place
        self._lines = index.lines(place.file.id)
        self._comment = comment
        self._handle = index.handle(place.entity)
        self._first = max(place.entity.start_line, 1)
        self._last = min(place.entity.end_line, len(self._lines))
        title = target_title(self._handle, budget_tokens)
        heading = heading_of(comment, "target", title, f"L{_MANY}-L{_MANY}") + " stale\n"
        self._heading_tokens = count_tokens(heading) if title else 0
        self._elision_tokens = count_tokens("\n" + elision(comment, "        ", _MANY))

    def cost(self, drafts: list[Draft]) -> int:
        """At most so many tokens go to the target's part of the text form."""
        elisions = sum(draft.elided > 0 for draft in drafts) * self._elision_tokens
        texts = sum(count_tokens(f"\n{draft.text}\n") for draft in drafts)
        return self._heading_tokens + texts + elisions if drafts else 0

    def within(self, budget_tokens: int) -> list[Draft]:
        """The whole; else the head and the lines around the cursor, else either of them; nothing if the budget holds neither."""
        # A line costs more than a token, and hardly a token has more characters than that: most is told without counting.
        if self._last - self._first < budget_tokens:
            whole = self._draft(self._first, self._last)
            if len(whole.text) < _MOST_TOKEN_CHARACTERS * budget_tokens and self.cost([whole]) <= budget_tokens:
                return [whole]
        found = self._around(budget_tokens)
        spare = 0
        # Lines are counted one by one, which is a little too much: what that leaves is given to more of them.
        for _ in range(_PASSES):
            spare += budget_tokens - self.cost(found)
            wider = self._around(budget_tokens + spare) if found else []
            if self.cost(wider) > budget_tokens:
                break
            found = wider
        return found

    def _around(self, budget_tokens: int) -> list[Draft]:
        """The head and the lines around the cursor; nothing if there is no room for the head, and no cursor."""
        head = self._draft(self._first, head_end(self._lines, max(self._place.entity.name_line, self._first), self._last))
        left = budget_tokens - self._heading_tokens - 2 * self._elision_tokens
        cost = count_tokens(f"\n{head.text}\n")
        line = self._place.line
        if self._place.entity.kind == "module" or (line and cost > left // 2):
            return self._ranges(window(self._lines, self._first, self._last, line or self._first, left))
        if cost > left:
            return []
        start = head.end_line + 1
        around = window(self._lines, start, self._last, line or start, left - cost) if start <= self._last else None
        return self._ranges((self._first, head.end_line), around)

    def squeezed(self, budget_tokens: int) -> list[Draft]:
        """The signature, or what a budget that holds nothing else holds of it."""
        entity = self._place.entity
        line = min(max(entity.name_line, self._first), max(self._last, 1))
        text = " ".join(entity.signature.split()) or "".join(self._lines[line - 1 : line]).strip()
        elided = max(self._last - self._first, 0)
        room = budget_tokens - self._heading_tokens - (self._elision_tokens if elided else 0)
        if room < _LEAST_TOKENS:
            room, elided = budget_tokens - self._heading_tokens, 0
        text = _cut(text, room)
        return [self._draft(line, line)._replace(text=text, elided=elided)] if text else []

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
