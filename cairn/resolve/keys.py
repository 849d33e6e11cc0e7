"""Names for definitions and scopes that stay the same when lines move or other definitions come, and hashes of them.

A key (`cairn.resolve.reads`) is stored as a hash of the words that it is made of, the last of which is what is looked up:
("names", "shop.py", "/", "Cart").
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Hashable, Sequence
from functools import lru_cache
from hashlib import blake2b

from cairn.semantics.facts import EntityFact, Facts

# What an entity is read for; each counts as a key of its own, since who needs the target of a call reads no parameters.
SHAPE, PARAMETERS, RESULT, BASES, DECORATORS, OWNER = FACETS = range(6)

EVERYTHING = "**"  # in place of a name: all names of a table
ANYTHING = "??"  # whether there are any

MOST_NESTED = 100  # names of definitions within definitions (guess)
_MOST_WORDS = 8_192  # of which the hashes are kept: names recur (guess)
FACTOR = 0x9E3779B97F4A7C15  # odd, so that no two keys become one: 2 ** 64 over the golden ratio
MASK = 2**64 - 1


@lru_cache(_MOST_WORDS)
def word_hash(word: str) -> int:
    """64 bits that stand for one word."""
    return int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def extended(key: int, word: str) -> int:
    """The hash of a key with one word more."""
    return (key * FACTOR & MASK) ^ word_hash(word)


def key_hash(*parts: Hashable) -> int:
    """64 bits that stand for a key in the store."""
    key = 0
    for part in parts:
        key = extended(key, str(part))
    return key


_FACET_MASKS = [0, *(word_hash(str(facet)) for facet in FACETS[1:])]


def facet_hash(key: int, facet: int) -> int:
    """The hash of a facet of an entity, of whose `SHAPE` `key` is the hash; of a key without facets it is `key`."""
    return key ^ _FACET_MASKS[facet]


class Identity:
    """Names for the definitions and scopes of a file that stay the same when lines move or other definitions come.

    Their hashes are what keys begin with, and stay in memory when facts do not: names are made again when they are asked for.
    """

    def __init__(self, path: str, facts: Facts) -> None:
        """Name those of a file; `path` tells it from files of other sources, too (`Program.key_path`)."""
        file = self.of_file = key_hash("file", path)
        self.of_entities = array("Q", [extended(file, name) for name in entity_names(facts)])
        self.of_scopes = array("Q")
        beside: dict[tuple[int, str], int] = defaultdict(int)
        for number, (kind, parent, _, _, ordinal) in enumerate(facts.scopes):
            if ordinal >= 0 and facts.entities[ordinal].scope == number:
                self.of_scopes.append(extended(self.of_entities[ordinal], "scope"))
                continue
            beside[parent, kind] += 1
            self.of_scopes.append(extended(self.of_scopes[parent] if number else file, f"{kind}{beside[parent, kind]}"))

    def scope(self, number: object) -> int:
        """The hash of a scope; of what is no number of one, that of all scopes."""
        return self.of_scopes[number] if type(number) is int and number >= 0 else self.of_all()

    def entity(self, ordinal: object) -> int:
        """The hash of a definition; of what is no ordinal of one, that of all definitions."""
        return self.of_entities[ordinal] if type(ordinal) is int and ordinal >= 0 else self.of_all()

    def of_all(self) -> int:
        """The hash that stands for all scopes, or all definitions."""
        return extended(self.of_file, EVERYTHING)


def entity_names(facts: Facts) -> list[str]:
    """The names of definitions by ordinal; the second of one name is `Cart.total~2`."""
    names = paths_of(facts.entities)
    twice: dict[str, int] = defaultdict(int)
    for ordinal, name in enumerate(names):
        count = twice[name] = twice[name] + 1
        if count > 1:
            names[ordinal] = f"{name}~{count}"
    return names


def paths_of(entities: Sequence[EntityFact]) -> list[str]:
    """The names of definitions after those of what they lie in: `Cart.total`. A parent may stand behind what lies in it."""
    found: list[str] = [""] * len(entities)
    for ordinal, entity in enumerate(entities):
        names = [entity.name]
        parent = entity.parent
        while parent >= 0 and len(names) < MOST_NESTED:
            names.append(entities[parent].name)
            parent = entities[parent].parent
        found[ordinal] = ".".join(reversed(names))
    return found
