"""Words of code and prose: what the full-text index holds, and what a question is turned into.

The tokenizer of the index folds case and keeps `_` inside a word, so that `parseHTTPResponse` is one word there.
What it cannot do is done here, for texts and for questions alike: identifiers are split into parts, words are
reduced to stems, and runs of Chinese, Japanese and Korean characters become pairs of neighbours.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

# A longer "word" is data (base64, a hash, a minified name): it stays findable whole, but is not taken apart.
_LONGEST_SPLIT = 80
# About 60 MB of strings; django 5.2 has 110,000 distinct words.
_MOST_KNOWN_WORDS = 300_000

_WORD = re.compile(r"\w\w+")
_BLANKED = bytes(code if re.match(r"\w", chr(code), re.ASCII) else 32 for code in range(256))
_ANY_WORD = re.compile(r"\w+")
# An acronym, its plural (`URLs`), a word, a number. `HTTPResponse`: the capital before a small letter starts the next part.
_ASCII_PART = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|\n\s*\n")
_QUALIFIER = re.compile(r"::|->|[.#]")


class ChunkWords(NamedTuple):
    """The five columns of the full-text index, in the order of the table."""

    name: str
    path: str
    body: str
    parts: str
    context: str


class QueryWord(NamedTuple):
    """A word of a question.

    `position` counts words from 0 as the index does, so that two words of a question and the same two words of a
    text are the same distance apart when one quotes the other. `parts` has two or more members or none; `pairs` are
    the neighbours of a run of Chinese, Japanese or Korean characters. `stem` is `text` when there is nothing to cut.
    """

    text: str
    position: int
    parts: tuple[str, ...]
    pairs: tuple[str, ...]
    stem: str
    typed: str


def chunk_fields(text: str, path: str, names: Sequence[str], context: str = "") -> ChunkWords:
    """Make the words of one chunk.

    `names` are the qualified names of what is defined in the chunk, headings included; `context` is what `surroundings` says
    of the chunk's place.
    """
    own = dict.fromkeys(map(last_name, names))
    return ChunkWords(_with_parts(own), path_words(path), text, expand_text(text), context)


def surroundings(qualnames: Iterable[str], docs: Iterable[str] = ()) -> str:
    """What a chunk should know of its place, in words.

    `qualnames` are those of the definitions that enclose it (its own names' containers included), `docs` the
    documentation of these; of each only the first sentence is taken. Neither order nor repetition matters.
    """
    trail = [part for qualname in qualnames for part in _QUALIFIER.split(qualname)]
    sentences = [_SENTENCE_END.split(doc.strip(), maxsplit=1)[0][:200] for doc in docs]
    return _with_parts(dict.fromkeys(filter(None, (*trail, *sentences))))


def _with_parts(texts: Iterable[str]) -> str:
    return " ".join([f"{text} {expand_text(text)}".strip() for text in texts])


def last_name(qualname: str) -> str:
    """`apply` of `Rate.apply`; a heading, which has spaces, stays whole."""
    if " " in qualname:
        return qualname
    parts = [part for part in _QUALIFIER.split(qualname) if part]
    return parts[-1] if parts else qualname


@lru_cache(maxsize=4096)
def path_words(path: str) -> str:
    """The folders and the file's name, whole and in parts."""
    return f"{path} {expand_text(path)}".strip()


class _Known(dict[str, str]):
    """What the index should know of each word, made when it is first asked for."""

    def __missing__(self, word: str) -> str:
        more = self[word] = _expand_word(word)
        return more


_known = _Known()


def expand_text(text: str) -> str:
    """Parts, stems and character pairs of the distinct words of a text, in order of appearance."""
    if len(_known) > _MOST_KNOWN_WORDS:
        _known.clear()
    # Every step is one call for all words: a chunk has a hundred of them, an index some million. To blank out what is no
    # part of a word takes half the time of a search, but leaves in words of one letter, which add nothing.
    words = text.encode("ascii").translate(_BLANKED).decode("ascii").split() if text.isascii() else _WORD.findall(text)
    return " ".join(filter(None, map(_known.__getitem__, dict.fromkeys(words))))


def _expand_word(word: str) -> str:
    """What the index should know of a word besides the word: nothing, for most short ones."""
    if len(word) > _LONGEST_SPLIT:
        return ""
    if word.isalpha() and (word[1:].islower() or word.isupper()) and (word.isascii() or not _wide().search(word)):
        whole = word.lower()  # has no parts
        stem = stem_of(whole)
        return stem if stem != whole else ""
    parts, pairs = split_word(word)
    if len(parts) < 2:
        whole = word.lower()
        alone = parts[0] if parts else whole
        more = [other for other in dict.fromkeys((alone, stem_of(alone))) if other != whole]
    else:
        # In their order first, so that a phrase of parts finds them; what belongs to single parts after that.
        stems = [stem for part in parts if (stem := stem_of(part)) != part]
        more = [*parts, *(_numbered(parts) if len(parts) > 2 else ()), *stems]
    # With the last character of each run by itself a pair begins, or a word is, whichever single character is asked for.
    return " ".join([*more, *pairs, *(_run_ends(word) if pairs else ())])


def _numbered(parts: Sequence[str]) -> list[str]:
    """`rate2` of `tax_rate_2`: a number together with the word before it."""
    return [a + b for a, b in itertools.pairwise(parts) if b.isdigit() and a.isalpha()]


def _run_ends(word: str) -> list[str]:
    """The last characters of the CJK runs of two characters and more."""
    return [run[-1] for found in _wide_part().finditer(word) if (run := found["cjk"]) and len(run) > 1]


def is_wide(text: str) -> bool:
    """Whether a text is nothing but Chinese, Japanese or Korean characters."""
    found = None if text.isascii() else _wide_part().fullmatch(text)
    return found is not None and found["cjk"] is not None


def split_word(word: str) -> tuple[list[str], list[str]]:
    """The parts of an identifier in lower case, and the pairs of its CJK runs.

    >>> split_word("parseHTTPResponse2")
    (['parse', 'http', 'response', '2'], [])
    """
    if word.isascii():
        return _ascii_parts(word), []
    parts: list[str] = []
    pairs: list[str] = []
    for found in _wide_part().finditer(word):
        if run := found["cjk"]:
            pairs.extend(run[i : i + 2] for i in range(len(run) - 1))
            # Beside other letters the run is not a word of the index by itself.
            parts.extend([run] if len(run) < len(word) else [])
        elif found["number"]:
            parts.append(found["number"])
        else:
            parts.extend(_cased_parts(found["letters"]))
    return parts, pairs


def split_identifiers(text: str) -> str:
    """The text with each of its words in its parts, for a model that knows words and no identifiers.

    >>> split_identifiers("self.parseHTTPResponse(x)")
    'self.parse http response(x)'
    """
    return _WORD.sub(lambda found: " ".join(split_word(found[0])[0]) or found[0], text)


_WIDE = (
    r"\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f"
    r"\U00020000-\U000323af"
)


# Made when they are first needed, as most programs have ASCII names.
@lru_cache(maxsize=1)
def _wide() -> re.Pattern[str]:
    """A CJK character."""
    return re.compile(f"[{_WIDE}]")


@lru_cache(maxsize=1)
def _wide_part() -> re.Pattern[str]:
    """Runs of CJK characters, numbers, other letters."""
    return re.compile(
        rf"(?P<cjk>[{_WIDE}]+)|(?P<number>\d+)|(?P<letters>[^\W\d_]+?(?=[\u3005-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff"
        r"\uff66-\uff9f\U00020000-\U000323af\d_]|$))"
    )


def _ascii_parts(word: str) -> list[str]:
    """Split at case, digits and underscores; `HTTPResponse` is `http`, `response`."""
    if word.islower():
        parts = word.split("_")
        if "".join(parts).isalpha():
            return [part for part in parts if part]
    return [part.lower() for part in _ASCII_PART.findall(word)]


def _cased_parts(word: str) -> list[str]:
    """Split letters of any alphabet before a capital that follows a small letter, or that a small one follows."""
    cuts = [0]
    for i in range(1, len(word)):
        rises = word[i].isupper() and (word[i - 1].islower() or (i + 1 < len(word) and word[i + 1].islower()))
        if rises and word[i - 1].isalpha():
            cuts.append(i)
    return [word[a:b].lower() for a, b in zip(cuts, [*cuts[1:], len(word)], strict=True)]


# By the length that must be left of the word. What follows `>` replaces the ending, so that `-ies` and `-y` meet.
_ENDINGS = {
    2: "ies>i ied>i",
    3: "ization isation fulness less ing ings ed es s e izer izers ized izes izing ize y>i",
    4: "ational iveness ability ations ators ation ating ately ator ated ates ate ions ion "
    "ising ise able ible ness ment ments ers er ly",
    5: "ors or al",
}
_Ending = tuple[str, str, int]
# Forms that no ending leads back from; what is also a noun or another verb of its own (`left`, `felt`) is not among them.
_IRREGULAR = dict(
    pair.split(">")
    for pair in (
        "became>become begun>begin began>begin bound>bind broken>break broke>break brought>bring built>build caught>catch "
        "chosen>choose chose>choose dealt>deal done>do drawn>draw fallen>fall forgotten>forget forgot>forget fed>feed "
        "frozen>freeze froze>freeze given>give gave>give gone>go gotten>get grown>grow grew>grow held>hold hidden>hide "
        "kept>keep known>know laid>lay lost>lose made>make meant>mean overridden>override overrode>override "
        "overwritten>overwrite paid>pay ran>run rebuilt>rebuild rewritten>rewrite rewrote>rewrite seen>see sent>send "
        "shown>show shrunk>shrink slept>sleep sought>seek spent>spend stolen>steal stole>steal stuck>stick swept>sweep "
        "taken>take took>take thrown>throw threw>throw told>tell torn>tear understood>understand unbound>unbind undone>undo "
        "withdrawn>withdraw withheld>withhold woken>wake woke>wake written>write wrote>write"
    ).split()
)


def _endings_by_last_letter() -> dict[str, list[_Ending]]:
    """(ending, replacement, shortest stem), longest ending first."""
    table: dict[str, list[_Ending]] = {}
    endings = [(*entry.partition(">")[::2], shortest) for shortest, entries in _ENDINGS.items() for entry in entries.split()]
    for ending, replacement, shortest in sorted(endings, key=lambda e: (-len(e[0]), e[0])):
        table.setdefault(ending[-1], []).append((ending, replacement, shortest))
    return table


_BY_LAST_LETTER = _endings_by_last_letter()


@lru_cache(maxsize=65536)
def stem_of(word: str) -> str:
    """Cut one English ending, so that `validate`, `validates`, `validating` and `validation` meet; `sent` meets `send`.

    Stems are for matching only: they are no words. Words with other than the letters a to z, and short ones, stay.
    """
    if len(word) < 4 or not word.isascii() or not word.isalpha() or word.endswith(("ss", "us", "is")):
        return word
    word = _IRREGULAR.get(word, word)
    for ending, replacement, shortest in _BY_LAST_LETTER.get(word[-1], ()):
        if word.endswith(ending) and len(word) - len(ending) >= shortest:
            stem = word[: -len(ending)] + replacement
            # planned, running, stopper: the doubled letter came with the ending
            doubled = len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "aeioulsz" and ending[0] in "aei"
            return stem[:-1] if doubled else stem
    return word


def query_words(text: str) -> list[QueryWord]:
    """The words of a question, in order, repetitions included."""
    words = []
    for position, typed in enumerate(_ANY_WORD.findall(text)):
        parts, pairs = split_word(typed) if len(typed) <= _LONGEST_SPLIT else ([typed], [])
        lowered = typed.lower()
        several = tuple(parts) if len(parts) > 1 else ()
        words.append(QueryWord(lowered, position, several, tuple(pairs), stem_of(lowered), typed))
    return words


@lru_cache(maxsize=65536)
def well_formed(text: str) -> str:
    """Return a text in which what is no character (half of a surrogate pair) is replaced, as no store or protocol takes it."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


@lru_cache(maxsize=65536)
def name_key(name: str) -> str:
    """The same text for all spellings of a name: `dispatchRequest`, `dispatch_request`, `Dispatch request`.

    >>> name_key("dispatchRequest") == name_key("_dispatch-request")
    True
    """
    return " ".join(part for word in _ANY_WORD.findall(name) for part in _key_parts(word))


def _key_parts(word: str) -> list[str]:
    parts, pairs = split_word(word)
    return parts or pairs or [word.lower()]
