"""Words of prompts and cards, as recall compares them: without those that say nothing, and in one spelling."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from cairn.chunk.words import split_word, stem_of

_WORD = re.compile(r"\w+")
# Of a run of signs the last one breaks, so that a prompt of 60,000 exclamation marks costs no square of them.
_BREAK = re.compile(r"[.!?;](?=\s|$|[^\x00-\x7f])|[。！？；]|\n+")
_LONGEST = 60  # characters: what is longer is data
# Words of talk and of asking, which most prompts have and which tell nothing of what they are about.
_STOP = frozenset(
    """a about above after again all also always am an and any anybody anyone anything are aren as ask asked asking at away
    back be because been before behind being below best better between both but by came can cannot cant come comes could
    couldn did didn do does doesn doing don done dont down during each either else ensure especially etc even ever every
    everything exactly explain fine first for found from gave get gets getting give given gives go goes going gone gonna
    good got great had happen happened happening happens hard has hasn have haven having he hello help her here hey hi him
    his hope how however i if im in instead into is isn it its itself just keep keeps kind know known last later least
    less let lets like likely ll look looked looking looks lot made make makes making many may maybe me mean means might
    mine more most much must my myself near need needed needs never new next nice no nor not nothing now of off often ok
    okay on once one only onto or other others our out over own part perhaps please point possible pretty probably put
    quite rather re really reason right said same saw say saying says see seem seems seen should shouldn show shows since
    so some somebody somehow someone something somewhere soon sort still stuff such suppose sure take takes taken tell
    than thank thanks that the their them then there these they thing things think this those though thought through thus
    tip to today together told too took toward trick tried tries trying try turns two understand until up upon us use used
    uses using usually ve very via wait want wanted wants was wasn way ways we well went were weren what whatever when
    whenever where wherever whether which while who whole whom whose why will with within without won wonder wondering
    work working works would wouldn yes yet you your yourself code question answer problem issue idea currently actually
    basically simply already tomorrow yesterday""".split()
)
# Signs of Chinese and Japanese that join words and ask, and of which a pair is no word.
_STOP_SIGNS = frozenset(
    "的了吗会是在我们这那有和就都也要把被给对与及或不几什么怎如何哪为很还个请能可以吧呢啊得地着过到从让想该您你他她它的はがをにでとものかですます"
)


class Unit(NamedTuple):
    """A word of a prompt: any of its `forms` in a card covers it. A pair of Chinese signs is one, too."""

    forms: tuple[str, ...]
    typed: str


def units(text: str) -> list[Unit]:
    """The words of a prompt that say something, each once, in order."""
    found: dict[str, Unit] = {}
    for word in _WORD.findall(text):
        for unit in _units_of(word):
            found.setdefault(unit.forms[0], unit)
    return list(found.values())


def _units_of(word: str) -> Iterator[Unit]:
    lowered = word.lower()
    if len(word) > _LONGEST or lowered in _STOP:
        return
    if word.isascii():
        if len(word) < 2 or word.isdigit():
            return
        parts, pairs = split_word(word)
    else:
        parts, pairs = split_word(word)
        pairs = [pair for pair in pairs if not _STOP_SIGNS & set(pair)]
    for pair in pairs:
        yield Unit((pair,), pair)
    told = [part for part in parts if part.isascii() and len(part) > 1 and not part.isdigit() and part not in _STOP]
    if not word.isascii():
        told += [part for part in parts if not part.isascii() and not split_word(part)[1] and not set(part) <= _STOP_SIGNS]
    if len(parts) > 1 and word.isascii():
        yield Unit((lowered, *([] if len(told) < 1 else [" ".join(dict.fromkeys(map(stem_of, told)))])), word)
        return
    for part in told:
        yield Unit((stem_of(part),), part)


def index_words(text: str) -> list[str]:
    """The words of a card's text as the index holds them, in order, repetitions included."""
    words: list[str] = []
    for word in _WORD.findall(text):
        if len(word) > _LONGEST:
            continue
        lowered = word.lower()
        parts, pairs = split_word(word)
        if len(parts) > 1 and word.isascii():
            words.append(lowered)
        words += [stem_of(part) for part in parts if part not in _STOP and (len(part) > 1 or not part.isascii())]
        words += pairs
    return words


def lookup_words(given: Iterable[Unit]) -> list[str]:
    """All words of the index that could cover some of these, each once."""
    return list(dict.fromkeys(word for unit in given for form in unit.forms for word in form.split()))


def covers(unit: Unit, terms: Container[str]) -> bool:
    """Whether a card with these words covers a word of a prompt: it has it, or all parts of an identifier."""
    return any(all(word in terms for word in form.split()) for form in unit.forms)


def passages(text: str, most_units: int, most: int) -> list[list[Unit]]:
    """The words of a prompt; those of a long one in passages of a few sentences each, that overlap by one.

    At most `most` passages: of more, those at both ends, where people ask.
    """
    whole = units(text)
    if len(whole) <= most_units:
        return [whole]
    sentences = [found for part in _BREAK.split(text) if (found := units(part))]
    pieces = [sentence[i : i + most_units] for sentence in sentences for i in range(0, len(sentence), most_units)]
    if len(pieces) > most:
        pieces = [*pieces[: most // 2], *pieces[-(most - most // 2) :]]
    made: dict[tuple[str, ...], list[Unit]] = {}
    for start in range(len(pieces)):
        for width in (1, 2):
            joined = {unit.forms[0]: unit for piece in pieces[start : start + width] for unit in piece}
            if 0 < len(joined) <= most_units:
                made.setdefault(tuple(joined), list(joined.values()))
    return list(made.values())
