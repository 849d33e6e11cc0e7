"""The neighbourhood of a definition within a token budget, for a model that completes code there."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from cairn.chunk.flags import flags_of
from cairn.chunk.tokens import count_tokens
from cairn.complete.gather import Draft, by_role, gather
from cairn.complete.index import Finder, Index, Place
from cairn.complete.target import Target
from cairn.complete.text import ORDER, comment_of, heading_of, pack_text
from cairn.model import Pack, Snippet

# The target may take this share of the budget, and so many tokens in any case; one that needs more is cut around the cursor.
_TARGET_SHARE, _TARGET_LEAST = 0.6, 150
# Of what the target leaves, each role may take so much before the others have had theirs (guesses, docs/completion.md).
_SHARES = {"callee": 0.3, "type": 0.3, "caller": 0.15, "imports": 0.15, "sibling": 0.1}


class Complete:
    """Answers what a completion needs to know. Safe to use from several threads."""

    def __init__(self, find: Finder) -> None:
        self._find = find

    def pack(self, target: str, *, budget_tokens: int = 4000) -> Pack:
        """Return the definition at a handle or at `FILE:LINE[:COL]`, and what belongs to it, within a budget.

        FILE is `label:path`, or a unique end of a path. The line is one of the file as it is on the disk now.

        Raises:
            NotFoundError, AmbiguousError: nothing, or several things, have that name; the file has no such line.
        """
        with self._find(target) as (index, place):
            return _Packer(index, place, budget_tokens).pack()


class _Packer:
    """Fills one pack."""

    def __init__(self, index: Index, place: Place, budget_tokens: int) -> None:
        self._index = index
        self._place = place
        self._budget = budget_tokens
        self._comment = comment_of(place.file.language)
        self._left = budget_tokens
        self._headed: set[tuple[str, str]] = set()
        self._stale: dict[int, bool] = {}
        self._costs: dict[tuple[str, int, int, int], int] = {}

    def pack(self) -> Pack:
        """Take the target, then of every role its share, then what still fits; the target gets what all others leave."""
        budget = self._budget
        target = Target(self._index, self._place, self._comment, budget)
        targets = target.within(max(int(_TARGET_SHARE * budget), _TARGET_LEAST))
        self._left = room = budget - target.cost(targets)
        gathered = gather(self._index, self._place, room)
        kept: list[Draft] = []
        waiting: list[Draft] = []
        for role, drafts in by_role(gathered):
            spent_before, allowed = self._left, _SHARES[role] * room
            for draft in drafts:
                within = spent_before - self._left + self._cost(draft) <= allowed
                (kept if within and self._take(draft) else waiting).append(draft)
        rest = [draft for draft in waiting if self._take(draft)]
        if any(draft.elided for draft in targets):
            targets = target.within(target.text_cost(targets) + self._left)
        omitted = len(waiting) - len(rest) + gathered.unread + target.leaves_out_unsaid(targets)
        return self._answer([*targets, *kept, *rest], omitted)

    def _answer(self, drafts: Iterable[Draft], omitted: int) -> Pack:
        snippets = [self._snippet(draft) for draft in sorted(drafts, key=_place_in_answer)]
        handle = self._index.handle(self._place.entity)
        answer = Pack(handle, self._budget, 0, snippets, omitted, self._place.file.language)
        return dataclasses.replace(answer, tokens=count_tokens(pack_text(answer)))

    def _snippet(self, draft: Draft) -> Snippet:
        if draft.file.id not in self._stale:
            self._stale[draft.file.id] = self._index.is_stale(draft.file)
        parent_id = draft.entity.parent_id
        holder = None if parent_id is None else self._index.entity(parent_id)
        return Snippet(
            role=draft.role,
            handle=self._index.handle(draft.entity),
            file=draft.file.path,
            start_line=draft.start_line,
            end_line=draft.end_line,
            text=draft.text,
            stale=self._stale[draft.file.id],
            source=self._index.label(draft.file),
            under="" if holder is None else self._index.handle(holder),
            flags=flags_of(draft.text),
            elided=draft.elided,
        )

    def _cost(self, draft: Draft) -> int:
        key = (draft.role, draft.entity.id, draft.start_line, draft.end_line)
        if key not in self._costs:
            self._costs[key] = count_tokens("\n" + draft.text)
        return self._costs[key] + (0 if (draft.role, draft.group) in self._headed else self._head_cost(draft))

    def _head_cost(self, draft: Draft) -> int:
        return count_tokens(heading_of(self._comment, draft.role, draft.group, "L1000000-L1000000") + " stale\n")

    def _take(self, draft: Draft) -> bool:
        cost = self._cost(draft)
        if cost > self._left:
            return False
        self._left -= cost
        self._headed.add((draft.role, draft.group))
        return True


def _place_in_answer(draft: Draft) -> tuple[bool, int]:
    return draft.role != "target", -ORDER.index(draft.role)
