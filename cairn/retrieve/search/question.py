"""What a question asks for: its words in all spellings that the index may have of them."""

from __future__ import annotations

import re
from typing import NamedTuple

from cairn.chunk.words import QueryWord, is_wide, name_key, query_words, stem_of
from cairn.store.stored import Phrase

# Said in any question about code: they tell nothing of what is asked for.
STOP_WORDS = frozenset(
    "a about all also am an and any are as at be been being but by can could did do does doing done each for from get gets "
    "getting had has have having how i if in into is it its itself just let like me more most my no not of off on once only "
    "onto or other our out over own per please same shall she should show so some such tell than that the their them then "
    "there these they this those through to too under until up upon use used uses using very via want was we were what "
    "whats when where whether which while who whom whose why will with within without would you your".split()
)
# The verbs of change descriptions: what they are about is said by the other words.
CHANGE_WORDS = frozenset(
    "add added adding adds allow allowed allowing allows avoid avoids bug bugfix bump change changed changes chore clarify "
    "clean cleanup correct correctly doc docs drop dropped drops enable ensure ensures feat feature fix fixed fixes fixing "
    "handle handled handles handling implement implemented implements improve improved improves introduce introduced issue "
    "make makes minor move moved moves new now perf prevent prevents properly refactor refactored refactoring remove "
    "removed removes removing rename renamed replace replaced replaces revert rewrite simplify style support supported "
    "supporting supports tweak update updated updates updating".split()
)
_ASKING = frozenset("how what when where which who whose why".split())
_TEST_WORDS = frozenset(
    "test tests testing tested testcase unittest pytest spec specs fixture fixtures mock mocks mocking".split()
)
_EXAMPLE_WORDS = frozenset("example examples demo demos sample samples tutorial tutorials".split())
_HISTORY_WORDS = frozenset("changelog changelogs release releases released history deprecated deprecation breaking".split())
_SETTING_WORDS = frozenset("config configuration toml ini yaml yml settings manifest workflow pipeline dependencies".split())
_PROSE_WORDS = frozenset("documentation docs guide tutorial tutorials readme faq manual".split())

_IDENTIFIER = re.compile(r"[A-Za-z_$@][\w$]*(?:(?:::|->|[.#])[A-Za-z_$][\w$]*)*(?:\(\))?")
_CAPITAL_INSIDE = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]")

# Of a question's words at most this many are looked up: BM25 over more costs time and adds noise (measured on `loc`).
MOST_CONCEPTS = 24
# From this many telling words on, the verbs of change descriptions are dropped.
LONG = 3
# In a question with more of them a word like "test" or "release" is about what is asked for, and not where that stands.
_MOST_WORDS_OF_ROLE = 6


class Concept(NamedTuple):
    """One thing that is asked for. `phrases` are its spellings, `strengths` what each of them is worth (0..1)."""

    word: str
    position: int
    weight: float
    is_identifier: bool
    phrases: tuple[Phrase, ...]
    strengths: tuple[float, ...]
    is_run: bool  # of Chinese, Japanese or Korean characters, whose pairs in a row are the second phrase
    terms: tuple[str, ...]  # single words of the index, by which its rarity is judged


class Question(NamedTuple):
    """A question, taken apart.

    `names` are what could be names of definitions, longest first: the whole text if it looks like one, and the
    identifiers in it. `roles` are the roles of files that it asks for by a word of its own.
    """

    text: str
    words: tuple[QueryWord, ...]
    concepts: tuple[Concept, ...]
    names: tuple[str, ...]
    key: str
    is_symbol: bool
    is_asked: bool  # as a person asks another: "how are ...", "... ?"
    roles: frozenset[str]


def read_question(text: str) -> Question:
    """Take a question apart; any text will do."""
    words = tuple(query_words(text))
    kept = _telling(words)
    concepts = tuple(_concept(word) for word in kept[:MOST_CONCEPTS])
    stripped = text.strip()
    is_symbol = bool(_IDENTIFIER.fullmatch(stripped)) or (len(words) == 1 and not stripped.startswith('"'))
    return Question(
        text=text,
        words=words,
        concepts=concepts,
        names=_names(stripped, is_symbol),
        key=name_key(text),
        is_symbol=is_symbol,
        is_asked=len(concepts) > 1 and (words[0].text in _ASKING or stripped.endswith(("?", "\uff1f"))),
        roles=_roles({word.text for word in words}) if len(kept) <= _MOST_WORDS_OF_ROLE else frozenset(),
    )


def _telling(words: tuple[QueryWord, ...]) -> list[QueryWord]:
    """The words that say something, each once, in order; all of them when none does."""
    distinct = list({word.text: word for word in reversed(words)}.values())[::-1]
    telling = [word for word in distinct if word.text not in STOP_WORDS and not _is_noise(word)]
    plain = [word for word in telling if word.text not in CHANGE_WORDS or _is_identifier(word)]
    if len(plain) >= LONG:
        return plain
    return telling or distinct


def _is_noise(word: QueryWord) -> bool:
    return len(word.text) == 1 and word.text.isascii() and not word.text.isdigit()


def _is_identifier(word: QueryWord) -> bool:
    return "_" in word.text or bool(_CAPITAL_INSIDE.search(word.typed))


def _concept(word: QueryWord) -> Concept:
    phrases = [Phrase(word.text)]
    strengths = [1.0]
    if word.parts:
        phrases.append(Phrase(" ".join(word.parts)))
        strengths.append(0.8)
    elif word.stem != word.text:
        phrases.append(Phrase(word.stem))
        strengths.append(0.6)
    if len(word.text) == 1 and is_wide(word.text):
        # The index has no word for each character of a run, but a pair or a word that begins with it.
        phrases.append(Phrase(word.text, is_prefix=True))
        strengths.append(1.0)
    if word.pairs:
        phrases.append(Phrase(" ".join(word.pairs)))
        strengths.append(2.0)
    for pair in word.pairs:
        phrases.append(Phrase(pair))
        strengths.append(0.5)
    terms = (word.text, word.stem) if not word.parts else (word.text,)
    return Concept(word.text, word.position, 1.0, _is_identifier(word), tuple(phrases), tuple(strengths), bool(word.pairs), terms)


def part_concepts(question: Question) -> list[Concept]:
    """The parts of the identifiers in a question, as weaker concepts of their own."""
    known = {concept.word for concept in question.concepts}
    found: dict[str, Concept] = {}
    for word in question.words:
        for part in word.parts:
            if len(part) > 1 and part not in STOP_WORDS and part not in known and part not in found:
                stem = stem_of(part)
                phrases = (Phrase(part),) if stem == part else (Phrase(part), Phrase(stem))
                found[part] = Concept(part, -1, 0.35, False, phrases, (1.0, 0.6)[: len(phrases)], False, (part, stem))
    return list(found.values())[:MOST_CONCEPTS]


def _names(text: str, is_symbol: bool) -> tuple[str, ...]:
    found = [text.removesuffix("()")] if is_symbol else []
    for match in _IDENTIFIER.finditer(text):
        name = match[0].removesuffix("()")
        qualified = bool(re.search(r"::|->|[.#]", name))
        if qualified or match[0].endswith("()") or "_" in name.strip("_") or _CAPITAL_INSIDE.search(name) or name[0] in "$@":
            found.append(name)
    return tuple(dict.fromkeys(found))[:8]


def _roles(words: set[str]) -> frozenset[str]:
    asked = {
        "test": _TEST_WORDS,
        "example": _EXAMPLE_WORDS,
        "changelog": _HISTORY_WORDS,
        "config": _SETTING_WORDS,
        "docs": _PROSE_WORDS,
        "generated": frozenset({"generated"}),
    }
    return frozenset(role for role, signs in asked.items() if words & signs)
