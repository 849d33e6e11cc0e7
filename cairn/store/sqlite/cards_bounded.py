"""The derived index of cards as a user sees it: cards about what is not there for them are not there, nor what leads to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cairn.store.sqlite.cards import CardRow, CardRows, TargetRow, Wanted

if TYPE_CHECKING:
    import apsw


class _Whole(CardRows):
    """All rows, read through the connection of others."""

    def __init__(self, rows: CardRows, path: Path, principal: str) -> None:
        super().__init__(path, principal)
        self._rows = rows

    @property
    def db(self) -> apsw.Connection:
        """The connection of the others."""
        return self._rows.db


class BoundedRows(CardRows):
    """The index of cards without those that a user may not see, by the handles that they are about; see `CardRows`."""

    def __init__(self, path: Path, principal: str, is_seen: Callable[[Iterable[str]], bool]) -> None:
        super().__init__(path, principal)
        self._is_seen = is_seen
        self._given = (path, principal)

    @cached_property
    def whole(self) -> CardRows:
        """All rows, which the derived index is kept up to date by."""
        return _Whole(self, *self._given)

    def cards(self) -> list[CardRow]:
        return self._seen(self.whole.cards())

    def card_at(self, library: int, path: str) -> CardRow | None:
        row = self.whole.card_at(library, path)
        return next(iter(self._seen([row])), None) if row is not None else None

    def cards_by_id(self, ids: Sequence[int]) -> dict[int, CardRow]:
        return {row.id: row for row in self._seen(self.whole.cards_by_id(ids).values())}

    def match(self, words: Sequence[str], limit: int, wanted: Wanted | None = None) -> list[int]:
        # Those that are not seen take no places of others: all are matched, and then counted.
        matched = self.whole.match(words, self.whole.card_count(), wanted)
        seen = self.cards_by_id(matched)
        return [card for card in matched if card in seen][:limit]

    def card_count(self) -> int:
        return sum(not row.fault for row in self.cards())

    def word_counts(self, words: Sequence[str]) -> dict[str, int]:
        counts = {word: len(self.match([word], self.whole.card_count())) for word in self.whole.word_counts(words)}
        return {word: count for word, count in counts.items() if count}

    def targets_of(self, cards: Sequence[int]) -> list[TargetRow]:
        return self._seen_targets(self.whole.targets_of(cards))

    def targets(self, column: str, values: Sequence[str]) -> list[TargetRow]:
        return self._seen_targets(self.whole.targets(column, values))

    def _seen_targets(self, targets: Iterable[TargetRow]) -> list[TargetRow]:
        given = list(targets)
        cards = self.cards_by_id(list({target.card for target in given}))
        return [target for target in given if target.card in cards and self._is_seen((target.handle,))]

    def _seen(self, rows: Iterable[CardRow]) -> list[CardRow]:
        given = list(rows)
        about: dict[int, list[str]] = {row.id: row.about.splitlines() for row in given}
        for target in self.whole.targets_of([row.id for row in given]):
            about[target.card].append(target.handle)
        return [row for row in given if self._is_seen(about[row.id])]
