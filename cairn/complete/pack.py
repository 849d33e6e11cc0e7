"""The neighbourhood of a definition within a token budget, for a model that completes code there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cairn.chunk.flags import flags_of
from cairn.chunk.tokens import count_tokens
from cairn.complete.cut import head_end, window
from cairn.complete.gather import Draft, by_role, gather
from cairn.complete.index import Finder, Index, Place
from cairn.languages.registry import languages
from cairn.model import Pack, Snippet

# The target may take this share of the budget; one that needs more is cut around the cursor.
_TARGET_SHARE = 0.6
# Of what the target leaves, each role may take so much before the others have had theirs (guesses, docs/completion.md).
_SHARES = {"callee": 0.3, "type": 0.3, "caller": 0.15, "imports": 0.15, "sibling": 0.1}
_MOST_TOKEN_CHARACTERS = 60
_ORDER = ("imports", "type", "callee", "sibling", "caller", "target")


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
        self._handle = index.handle(place.entity)
        self._left = budget_tokens - count_tokens(_title(_comment(place.file.language), self._handle))
        self._headed: set[tuple[str, str]] = set()
        self._stale: dict[int, bool] = {}
        self._costs: dict[tuple[str, int, int, int], int] = {}

    def pack(self) -> Pack:
        """Take the target, then of every role its share, then what still fits."""
        targets = self._targets()
        kept = [draft for draft in targets if self._take(draft)]
        omitted = len(targets) - len(kept)
        room = self._left
        gathered = gather(self._index, self._place)
        waiting: list[Draft] = []
        for role, drafts in by_role(gathered):
            spent_before, allowed = self._left, _SHARES[role] * room
            for draft in drafts:
                within = spent_before - self._left + self._cost(draft) <= allowed
                if within and self._take(draft):
                    kept.append(draft)
                else:
                    waiting.append(draft)
        rest = [draft for draft in waiting if self._take(draft)]
        omitted += len(waiting) - len(rest) + gathered.unread
        return self._answer([*kept, *rest], omitted)

    def _answer(self, drafts: Iterable[Draft], omitted: int) -> Pack:
        snippets = [self._snippet(draft) for draft in sorted(drafts, key=_place_in_answer)]
        answer = Pack(self._handle, self._budget, 0, snippets, omitted, self._place.file.language)
        return Pack(self._handle, self._budget, count_tokens(pack_text(answer)), snippets, omitted, answer.lang)

    def _snippet(self, draft: Draft) -> Snippet:
        if draft.file.id not in self._stale:
            self._stale[draft.file.id] = self._index.is_stale(draft.file)
        return Snippet(
            role=draft.role,
            handle=self._index.handle(draft.entity),
            file=draft.file.path,
            start_line=draft.start_line,
            end_line=draft.end_line,
            text=draft.text,
            stale=self._stale[draft.file.id],
            source=self._index.label(draft.file),
            under=draft.group,
            flags=flags_of(draft.text),
        )

    def _cost(self, draft: Draft) -> int:
        key = (draft.role, draft.entity.id, draft.start_line, draft.end_line)
        if key not in self._costs:
            self._costs[key] = count_tokens("\n" + draft.text)
        return self._costs[key] + (0 if (draft.role, draft.group) in self._headed else self._head_cost(draft))

    def _head_cost(self, draft: Draft) -> int:
        comment = _comment(self._place.file.language)
        return count_tokens(_head(comment, draft.role, draft.group, "L1000000-L1000000") + " stale\n")

    def _take(self, draft: Draft) -> bool:
        cost = self._cost(draft)
        if cost > self._left:
            return False
        self._left -= cost
        self._headed.add((draft.role, draft.group))
        return True

    def _targets(self) -> list[Draft]:
        """The target as a whole; else its head and the lines around the cursor."""
        place, entity = self._place, self._place.entity
        lines = self._index.lines(place.file.id)
        first, last = entity.start_line, min(entity.end_line, len(lines))
        whole = self._target(first, last)
        allowed = int(min(_TARGET_SHARE * self._budget, self._left))
        # A line costs more than a token, and hardly a token has more characters than that: most is told without counting.
        may_fit = last - first < allowed and len(whole.text) < _MOST_TOKEN_CHARACTERS * allowed
        if not lines or (may_fit and self._cost(whole) <= allowed):
            return [whole]
        head = self._target(first, head_end(lines, max(entity.name_line, first), last))
        if entity.kind == "module" or self._cost(head) > allowed // 2:
            drafts = []
            start = first
        else:
            drafts = [head]
            start = head.end_line + 1
        allowed -= sum(map(self._cost, drafts)) if drafts else self._head_cost(whole)
        around = window(lines, start, last, place.line or start, allowed) if start <= last else None
        if around is None:
            return drafts or [head]
        if drafts and around[0] == start:
            return [self._target(first, around[1])]
        return [*drafts, self._target(*around)]

    def _target(self, start: int, end: int) -> Draft:
        lines = self._index.lines(self._place.file.id)
        text = "".join(lines[max(start, 1) - 1 : end]).rstrip("\r\n")
        return Draft("target", self._place.entity, self._place.file, start, max(end, start), text, self._handle)


def _place_in_answer(draft: Draft) -> tuple[bool, int]:
    return draft.role != "target", -_ORDER.index(draft.role)


def _comment(language: str | None) -> str:
    record = languages().get(language or "")
    return record.line_comment if record else "#"


def _title(comment: str, handle: str) -> str:
    return f"{comment} context of {handle}, indexed\n"


def _head(comment: str, role: str, group: str, lines: str) -> str:
    return f"{comment} {role}: {group} {lines}".rstrip()


def pack_text(answer: Pack) -> str:
    """The snippets as one text for the place before a completion prompt: the target last, headed by comments of its language."""
    if not answer.snippets:
        return ""
    comment = _comment(answer.lang)
    parts = [_title(comment, answer.target)]
    for role in _ORDER:
        groups: dict[str, list[Snippet]] = {}
        for snippet in answer.snippets:
            if snippet.role == role:
                groups.setdefault(snippet.under, []).append(snippet)
        for group, members in groups.items():
            parts.append(_group_text(comment, role, group, members))
    return "".join(parts)


def _group_text(comment: str, role: str, group: str, members: Sequence[Snippet]) -> str:
    span = f"L{members[0].start_line}-L{members[-1].end_line}" if role in ("target", "imports", "caller") else ""
    stale = " stale" if any(member.stale for member in members) else ""
    texts = "\n".join(member.text for member in members)
    return f"{_head(comment, role, group, span)}{stale}\n{texts}\n"
