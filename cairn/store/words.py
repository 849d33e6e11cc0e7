"""The contract of the full-text index: where words stand, as evidence that `retrieve/search/rank.py` weighs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from cairn.store.stored import Phrase, Scope, WordMatch


class WordReader(Protocol):
    """The words of one state of an index. A word is in the index's spelling."""

    def word_counts(self, words: Sequence[str], source_ids: Sequence[int] | None = None) -> dict[str, int]:
        """Return in how many chunks (of these sources) each word occurs, in any column; a word is in the index's spelling."""
        ...

    def prefix_count(self, start: str, source_ids: Sequence[int] | None = None) -> int:
        """Return in about how many chunks (of these sources) words with this start occur."""
        ...

    def match_words(self, phrases: Sequence[Phrase], limit: int, scope: Scope, leads: Sequence[Phrase] = ()) -> list[WordMatch]:
        """Return the chunks in which any of the phrases occurs, best first by BM25 over all columns.

        With `leads` only those chunks in which one of these occurs: ranking all chunks of frequent words takes long.
        """
        ...

    def chunks_matching(self, phrases: Sequence[Phrase], limit: int) -> list[int]:
        """Return the ids of the chunks in which any of the phrases occurs, best first by BM25, where it does not matter why."""
        ...

    def files_matching(self, phrase: Phrase) -> list[int]:
        """Return the ids of the files that have a phrase in some chunk."""
        ...
