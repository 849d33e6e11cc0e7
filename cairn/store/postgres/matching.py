"""Reads of the full-text index: part of PostgresReader.

The server orders chunks by a rank near BM25: `ts_rank` of each phrase (which sums up where it stands, each further place counting
less) times the rarity of its words, over the length of the chunk. A few more than are asked for come over with all places of
their words, and are ordered by BM25 itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from cairn.store.postgres.lexemes import LETTERS, MARK, Evidence, Places, words_of
from cairn.store.postgres.rows import Rows
from cairn.store.postgres.spellings import LAST
from cairn.store.stored import Phrase, Scope, StoredChunk, WordMatch

# As with SQLite: the weights of name, path, body, parts, context when the best chunks are chosen, and the two numbers of BM25.
_WEIGHTS = (6.0, 2.0, 1.0, 0.5, 0.5)
_SATURATION, _LENGTH = 1.2, 0.75
# What BM25 makes of one place in parts or context, body, path, name (D to A), as shares of the last.
_RANK_WEIGHTS = "{0.353,0.546,0.75,1.0}"
# Of so many times the chunks asked for all places are compared.
_CLOSELY = 1.5
_LONGEST_PHRASE = 2_000  # characters: no text has a line of as many words
_STARTS = 500

_OF_SOURCES = "(%(sources)s::bigint[] IS NULL OR source_id = ANY(%(sources)s::bigint[]))"
_WORD_COUNTS = f"""
SELECT term, sum(chunks)::bigint
FROM word
WHERE term = ANY(%(words)s::text[]) AND {_OF_SOURCES}
GROUP BY term
"""  # noqa: S608 - our own constant
_PREFIX_COUNT = f"""
SELECT coalesce(sum(chunks), 0)::bigint
FROM (
    SELECT sum(chunks) AS chunks
    FROM word
    WHERE term >= %(first)s AND term < %(last)s AND {_OF_SOURCES}
    GROUP BY term
    ORDER BY term
    LIMIT {_STARTS}
) AS found
"""  # noqa: S608 - our own constants
_SIZES = "SELECT coalesce(sum(chunk_count), 0)::bigint, coalesce(sum(word_count), 0)::bigint FROM source"
_MATCH = """
SELECT chunk.id, chunk.file_id, chunk.ordinal, chunk.start_line, chunk.end_line, chunk.entity_id,
    best.everything, best.body, best.words
FROM (
    SELECT found.chunk_id, found.everything, found.body, found.words,
        ({ranks}) / ({dampened} + found.everything * {lengthened}) AS rank
    FROM chunk_words AS found
    {joined}
    WHERE found.words @@ %(query)s::tsquery
        AND (%(files)s::bigint[] IS NULL OR found.file_id IN (SELECT unnest(%(files)s::bigint[]))) {scope}
    ORDER BY rank DESC, found.chunk_id
    LIMIT %(limit)s
) AS best
JOIN chunk ON chunk.id = best.chunk_id
"""
_RANK = "{rarity:.4f} * ts_rank('{weights}', found.words, %({name})s::tsquery)"
_SCOPE = """
        AND (%(kind)s::text IS NULL OR (SELECT kind FROM entity WHERE entity.id = own.entity_id) = %(kind)s)
        AND (%(tag)s::text IS NULL OR EXISTS (
            SELECT 1
            FROM entity_tag
            JOIN entity ON entity.id = entity_tag.entity_id
            WHERE entity_tag.tag = %(tag)s AND entity.file_id = own.file_id
                AND entity.start_line <= own.end_line AND entity.end_line >= own.start_line))
"""
_FILES_MATCHING = "SELECT id FROM file WHERE id IN (SELECT file_id FROM chunk_words WHERE words @@ %s::tsquery)"


class _Asked(NamedTuple):
    """A phrase in words: how rare they are, and the phrase as a `tsquery`."""

    phrase: Phrase
    words: list[bytes]
    rarity: float
    query: str


class Matching(Rows):
    """Looks for words; see `cairn.store.reading.StoreReader` for what each call returns."""

    def word_counts(self, words: Sequence[str], source_ids: Sequence[int] | None = None) -> dict[str, int]:
        """Return in how many chunks each word occurs, in any column; a word is in the index's spelling."""
        return dict(self._rows(_WORD_COUNTS, {"words": list(words), "sources": None if source_ids is None else list(source_ids)}))

    def prefix_count(self, start: str, source_ids: Sequence[int] | None = None) -> int:
        """Return in about how many chunks words with this start occur."""
        values = {"first": start, "last": start + LAST, "sources": None if source_ids is None else list(source_ids)}
        return int(self._rows(_PREFIX_COUNT, values)[0][0])

    def match_words(self, phrases: Sequence[Phrase], limit: int, scope: Scope, leads: Sequence[Phrase] = ()) -> list[WordMatch]:
        """Return the chunks in which any of the phrases occurs, best first by BM25 over all columns."""
        ((chunk_count, word_count),) = self._rows(_SIZES)
        asked = self._asked(phrases, chunk_count)
        wanted = [one for one in asked if one.words]
        query = _any_of(query_of(phrase) for phrase in leads or phrases)
        if not wanted or not query:
            return []
        average = max(word_count / max(chunk_count, 1), 1.0)
        rows = self._ranked(wanted, query, average, math.ceil(limit * _CLOSELY), scope)
        found: list[tuple[float, WordMatch]] = []
        for *chunk, everything, body, vector in rows:
            evidence = Evidence(vector)
            places = [_within(evidence.places_of(one.words, is_prefix=one.phrase.is_prefix), one.phrase.columns) for one in asked]
            rank = _bm25(places, asked, everything / average)
            found.append((-rank, WordMatch(StoredChunk(*chunk), body, places)))
        found.sort(key=lambda one: (one[0], one[1].chunk.id))
        return [match for rank, match in found[:limit] if rank < 0]

    def _ranked(self, wanted: Sequence[_Asked], query: str, average: float, limit: int, scope: Scope) -> list[tuple[Any, ...]]:
        names = {f"phrase{number}": one for number, one in enumerate(wanted)}
        ranks = " + ".join(_RANK.format(rarity=one.rarity, weights=_RANK_WEIGHTS, name=name) for name, one in names.items())
        is_scoped = scope.entity_kind is not None or scope.tag is not None
        statement = _MATCH.format(
            ranks=ranks,
            dampened=1 + _SATURATION * (1 - _LENGTH),
            lengthened=f"{_SATURATION * _LENGTH / average:.8f}",
            joined="JOIN chunk AS own ON own.id = found.chunk_id" if is_scoped else "",
            scope=_SCOPE if is_scoped else "",
        )
        values = {
            **{name: one.query for name, one in names.items()},
            "query": query,
            "files": None if scope.file_ids is None else list(scope.file_ids),
            "limit": limit,
            "kind": scope.entity_kind,
            "tag": scope.tag,
        }
        return self._session.rows(statement, values, binary=True)

    def _asked(self, phrases: Sequence[Phrase], chunk_count: int) -> list[_Asked]:
        split = [(phrase, words_of(_bounded(phrase.text))) for phrase in phrases]
        counts = self.word_counts(list({word.decode() for _, words in split for word in words}))
        found = []
        for phrase, words in split:
            # A phrase is at most as common as the rarest of its words.
            common = min((counts.get(word.decode(), 0) for word in words), default=0)
            rarity = max(math.log((chunk_count - common + 0.5) / (common + 0.5)), 1e-6) if chunk_count >= common else 1e-6
            found.append(_Asked(phrase, words, rarity, query_of(phrase)))
        return found

    def chunks_matching(self, phrases: Sequence[Phrase], limit: int) -> list[int]:
        """Return the ids of the chunks in which any of the phrases occurs, best first by BM25."""
        return [match.chunk.id for match in self.match_words(phrases, limit, Scope())] if phrases else []

    def files_matching(self, phrase: Phrase) -> list[int]:
        """Return the ids of the files that have a phrase in some chunk."""
        query = query_of(phrase)
        return [row[0] for row in self._rows(_FILES_MATCHING, query)] if query else []


def query_of(phrase: Phrase) -> str:
    """A phrase as the text of a `tsquery`; empty, if there is no word in it."""
    words = words_of(_bounded(phrase.text))
    letters = "".join(sorted({LETTERS[column] for column in phrase.columns}))
    end = f":{letters}" if letters else ""
    quoted = [f"'{MARK}{word.decode()}'{end}" for word in words]
    if phrase.is_prefix and quoted:
        quoted[-1] = f"'{MARK}{words[-1].decode()}':*{letters}"
    return " <-> ".join(quoted)


def _any_of(queries: Iterable[str]) -> str:
    return " | ".join(f"({query})" for query in dict.fromkeys(queries) if query)


def _bounded(text: str) -> str:
    if len(text) <= _LONGEST_PHRASE:
        return text
    return text[:_LONGEST_PHRASE].rpartition(" ")[0] or text[:_LONGEST_PHRASE]


def _within(places: Places, columns: Sequence[str]) -> Places:
    if not columns:
        return places
    return [found if name in columns else [] for name, found in zip(LETTERS, places, strict=True)]


def _bm25(places: Sequence[Places], asked: Sequence[_Asked], length: float) -> float:
    """BM25 as FTS5 has it; `length` is that of the chunk over the average one's."""
    longer = _SATURATION * (1 - _LENGTH + _LENGTH * length)
    rank = 0.0
    for found, one in zip(places, asked, strict=True):
        frequency = sum(weight * len(column) for weight, column in zip(_WEIGHTS, found, strict=True) if column)
        if frequency:
            rank += one.rarity * frequency * (_SATURATION + 1) / (frequency + longer)
    return rank
