"""How much of a question is said by names: of definitions, of what they lie in, of files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from cairn.chunk.words import name_key, stem_of
from cairn.retrieve.search.question import STOP_WORDS, Concept
from cairn.retrieve.search.rank import Weights
from cairn.retrieve.search.synonyms import SYNONYMS

# Written short in names, by custom of programmers; what is merely cut (`arg`, `config`, `err`) needs no list.
_SHORT = {
    "btn": "button", "cfg": "config", "cmd": "command", "ctx": "context", "ctrl": "control", "db": "database",
    "dst": "destination",
    "fn": "function", "idx": "index", "img": "image", "kw": "keyword", "mgr": "manager", "msg": "message", "pkg": "package",
    "ptr": "pointer", "pwd": "password", "rng": "range", "src": "source", "tmp": "temporary", "txt": "text",
}  # fmt: skip
# Letters that a cut word must keep to be known.
_SHORTEST_CUT = 3


class _Said(NamedTuple):
    """The words of a question that a name says, with their shares of it, and what that is worth for this name."""

    words: dict[str, float]
    score: float


_NOTHING = _Said({}, 0.0)


class NameScorer:
    """Scores names by the words of a question that they are made of."""

    def __init__(self, concepts: Sequence[Concept], rarity: Sequence[float], weights: Weights) -> None:
        total = sum(c.weight * r for c, r in zip(concepts, rarity, strict=True) if c.position >= 0) or 1.0
        self._worth: dict[str, float] = {}
        for concept, rare in zip(concepts, rarity, strict=True):
            stem = stem_of(concept.word)
            self._worth[stem] = max(self._worth.get(stem, 0.0), concept.weight * rare / total)
        self._cut, self._synonym = weights.cut, weights.synonym
        self._by_letter: dict[str, list[tuple[str, float]]] = {}
        for stem, share in self._worth.items():
            self._by_letter.setdefault(stem[0], []).append((stem, share))
        # (word of the question, share of it) by the word of a name
        self._known: dict[str, tuple[str, float]] = {stem: (stem, share) for stem, share in self._worth.items()}
        self._names: dict[str, _Said] = {}

    def score(self, name: str) -> float:
        """How much of a question a name says (0..1), less what the name says besides."""
        return self._said(name).score

    def share(self, name: str, besides: str = "") -> float:
        """How much of a question a name, or a path, says (0..1), whatever it says besides; not counting what another one says."""
        said = self._said(name).words
        if not said:
            return 0.0
        if not besides:
            return sum(said.values())
        known = self._said(besides).words
        return sum(share for word, share in said.items() if word not in known)

    def _said(self, name: str) -> _Said:
        found = self._names.get(name)
        if found is None:
            found = self._names[name] = self._read(name)
        return found

    def _read(self, name: str) -> _Said:
        stems = _name_stems(name)
        said: dict[str, float] = {}
        count = 0.0
        for stem in stems:
            word, share = self._known.get(stem) or self._other_word(stem)
            if share and word not in said:
                said[word] = share
                count += share / self._worth[word]
        return _Said(said, sum(said.values()) * count / len(stems)) if said else _NOTHING

    def _other_word(self, stem: str) -> tuple[str, float]:
        """The word of the question that a name's word is short for, or the other way round, or that means the same."""
        long = stem_of(_SHORT.get(stem, stem))
        best = ("", 0.0)
        for word, share in self._by_letter.get(long[0], ()):
            is_known = long != stem or min(len(word), len(long)) >= _SHORTEST_CUT
            if is_known and self._cut * share > best[1] and (long.startswith(word) or word.startswith(long)):
                best = (word, self._cut * share)
        for word in SYNONYMS.get(stem, ()):
            share = self._synonym * self._worth.get(word, 0.0)
            if share > best[1]:
                best = (word, share)
        self._known[stem] = best
        return best


@lru_cache(maxsize=65536)
def _name_stems(name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(stem_of(part) for part in name_key(name).split() if part not in STOP_WORDS))


def file_stem(path: str) -> str:
    """`tax_rates` of `src/tax_rates.test.py`."""
    return path.rsplit("/", 1)[-1].partition(".")[0]
