"""Reads of the full-text index: part of SqliteReader."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cairn.store.sqlite.nearby import array
from cairn.store.stored import Phrase, Scope, StoredChunk, WordMatch

if TYPE_CHECKING:
    import apsw

# Weights of name, path, body, parts, context when the best chunks are chosen; retrieve/search/rank.py weighs again.
# The recipe of the retrieval set: names 6, path 2, body 1, parts .5; the surroundings are a guess confirmed there.
_BM25 = "bm25(6.0, 2.0, 1.0, 0.5, 0.5)"
_BODY = 2
# The places of a phrase that a chunk does not have.
_NOWHERE: list[list[int]] = [[], [], [], [], []]
# No word, name or path holds this character, which sorts after all that one may hold.
LAST = "\U0010ffff"

_VOCABULARY = "CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, chunk_words, row)"
_WORD_COUNTS = "SELECT term, doc FROM temp.vocabulary WHERE term IN (SELECT value FROM json_each(?))"
_PREFIX_COUNT = "SELECT sum(doc) FROM (SELECT doc FROM temp.vocabulary WHERE term >= ? AND term < ? LIMIT 500)"
_MOST_STARTS = 10_000  # whether words with a start are more than so many does not matter
_COUNT_CHUNKS = """
SELECT count(*)
FROM (
    SELECT 1
    FROM chunk_words
    JOIN chunk ON chunk.id = chunk_words.rowid
    JOIN file ON file.id = chunk.file_id
    WHERE chunk_words MATCH ?1 AND file.source_id IN (SELECT value FROM json_each(?2))
    LIMIT ?3
)
"""
_MATCH = f"""
SELECT chunk.id, chunk.file_id, chunk.ordinal, chunk.start_line, chunk.end_line, chunk.entity_id, evidence(chunk_words)
FROM chunk_words
JOIN chunk ON chunk.id = chunk_words.rowid
WHERE chunk_words MATCH ?1 AND rank MATCH '{_BM25}'
    AND (?3 IS NULL OR chunk.file_id IN (SELECT value FROM json_each(?3)))
    AND (?4 IS NULL OR (SELECT kind FROM entity WHERE entity.id = chunk.entity_id) = ?4)
    AND (?5 IS NULL OR EXISTS (
        SELECT 1
        FROM entity_tag
        JOIN entity ON entity.id = entity_tag.entity_id
        WHERE entity_tag.tag = ?5 AND entity.file_id = chunk.file_id
            AND entity.start_line <= chunk.end_line AND entity.end_line >= chunk.start_line))
ORDER BY rank
LIMIT ?2
"""  # noqa: S608 - the only part put in is the constant above
_CHUNKS_MATCHING = f"""
SELECT rowid
FROM chunk_words
WHERE chunk_words MATCH ? AND rank MATCH '{_BM25}'
ORDER BY rank
LIMIT ?
"""  # noqa: S608 - our own constants
_FILES_MATCHING = """
SELECT DISTINCT chunk.file_id
FROM chunk_words
JOIN chunk ON chunk.id = chunk_words.rowid
WHERE chunk_words MATCH ?
"""


class Kept:
    """What lives as long as a connection.

    `rows` are where the words of the last query stand in its chunks, `derived` what was made of a state of the index
    (its version, and the thing) by name.
    """

    def __init__(self) -> None:
        self.derived: dict[str, tuple[int, Any]] = {}
        self.rows: list[tuple[int, list[list[list[int]]]]] = []
        self.skipped = 0

    def collect(self, api: apsw.FTS5ExtensionApi, *_: object) -> int:
        """Note the places of all phrases in this row and return the note's number; called by FTS5."""
        phrases = range(self.skipped, api.phrase_count)
        places = [api.phrase_locations(i) if len(api.phrase_columns(i)) else _NOWHERE for i in phrases]
        self.rows.append((api.column_size(_BODY), places))
        return len(self.rows) - 1


class Matching:
    """Looks for words; see `cairn.store.reading.StoreReader` for what each call returns."""

    def __init__(self, connection: apsw.Connection, kept: Kept) -> None:
        self._connection = connection
        self._kept = kept

    def word_counts(self, words: Sequence[str], source_ids: Sequence[int] | None = None) -> dict[str, int]:
        """Return in how many chunks each word occurs, in any column; a word is in the index's spelling."""
        self._require_vocabulary()
        counts = dict(self._rows(_WORD_COUNTS, json.dumps(list(words))))
        if source_ids is None:
            return counts
        own = {word: self._count_chunks(Phrase(word), source_ids, count) for word, count in counts.items()}
        return {word: count for word, count in own.items() if count}

    def prefix_count(self, start: str, source_ids: Sequence[int] | None = None) -> int:
        """Return in about how many chunks words with this start occur."""
        if source_ids is not None:
            return self._count_chunks(Phrase(start, is_prefix=True), source_ids, _MOST_STARTS)
        self._require_vocabulary()
        return self._rows(_PREFIX_COUNT, start, start + LAST)[0][0] or 0

    def _count_chunks(self, phrase: Phrase, source_ids: Sequence[int], most: int) -> int:
        return int(self._rows(_COUNT_CHUNKS, _expression(phrase), array(source_ids), most)[0][0])

    def match_words(self, phrases: Sequence[Phrase], limit: int, scope: Scope, leads: Sequence[Phrase] = ()) -> list[WordMatch]:
        """Return the chunks in which any of the phrases occurs, best first by BM25 over all columns."""
        if not phrases:
            return []
        notes = self._kept.rows = []
        expression = " OR ".join(map(_expression, phrases))
        if leads:
            # FTS5 walks the long lists of frequent words only where the first group has led it. Ranking costs ten times as
            # much as walking.
            expression = f"({' OR '.join(map(_expression, leads))}) AND ({expression})"
        self._kept.skipped = len(leads)
        chosen = None if scope.file_ids is None else array(scope.file_ids)
        found = []
        for *chunk, note in self._connection.execute(_MATCH, (expression, limit, chosen, scope.entity_kind, scope.tag)):
            found.append(WordMatch(StoredChunk(*chunk), *notes[note]))
        return found

    def chunks_matching(self, phrases: Sequence[Phrase], limit: int) -> list[int]:
        """Return the ids of the chunks in which any of the phrases occurs, best first by BM25."""
        return [row[0] for row in self._rows(_CHUNKS_MATCHING, " OR ".join(map(_expression, phrases)), limit)] if phrases else []

    def files_matching(self, phrase: Phrase) -> list[int]:
        """Return the ids of the files that have a phrase in some chunk."""
        return [row[0] for row in self._rows(_FILES_MATCHING, _expression(phrase))]

    def _require_vocabulary(self) -> None:
        """Make the view of the index's words, which lives in this transaction, in memory."""
        if not self._connection.table_exists("temp", "vocabulary"):
            self._connection.execute("PRAGMA query_only = 0")
            self._connection.execute(_VOCABULARY)
            self._connection.execute("PRAGMA query_only = 1")

    def _rows(self, statement: str, *values: object) -> list[Any]:
        return self._connection.execute(statement, values).fetchall()


# Of a longer phrase the begin is asked for: SQLite needs a gigabyte for 40,000 words, and no text has a line of as many.
_MOST_PHRASE_CHARACTERS = 2_000


def _expression(phrase: Phrase) -> str:
    """Quote words for MATCH: inside quotes nothing is an operator of FTS5."""
    text = phrase.text
    if len(text) > _MOST_PHRASE_CHARACTERS:
        text = text[:_MOST_PHRASE_CHARACTERS].rpartition(" ")[0] or text[:_MOST_PHRASE_CHARACTERS]
    quoted = '"' + text.replace("\0", " ").replace('"', '""') + '"' + ("*" if phrase.is_prefix else "")
    return "{" + " ".join(phrase.columns) + "} : " + quoted if phrase.columns else quoted
