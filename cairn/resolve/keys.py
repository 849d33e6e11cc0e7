"""Names for keys (`cairn.resolve.reads`) that stay the same when lines move or other definitions come, as they are stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from cairn.resolve.program import Program
from cairn.resolve.reads import EVERYTHING, Key
from cairn.resolve.units import UnitIndex
from cairn.semantics.facts import EntityFact

MOST_NESTED = 100  # names of definitions within definitions (guess)


def key_hash(*parts: Hashable) -> int:
    """64 bits that stand for a key in the store."""
    text = "\0".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


class Identity:
    """Names for the definitions and scopes of a file that stay the same when lines move or other definitions come."""

    def __init__(self, index: UnitIndex, path: str) -> None:
        """Name those of a file; `path` tells it from files of other sources, too (`Program.key_path`)."""
        facts = index.facts
        self.path = path
        self.entities = paths_of(facts.entities)
        twice: dict[str, int] = defaultdict(int)
        for ordinal, name in enumerate(self.entities):
            count = twice[name] = twice[name] + 1
            if count > 1:
                self.entities[ordinal] = f"{name}~{count}"
        self.scopes: list[str] = []
        beside: dict[tuple[int, str], int] = defaultdict(int)
        for number, (kind, parent, _, _, ordinal) in enumerate(facts.scopes):
            if ordinal >= 0 and facts.entities[ordinal].scope == number:
                self.scopes.append(self.entities[ordinal] + "/")
                continue
            beside[parent, kind] += 1
            self.scopes.append(f"{self.scopes[parent] if number else ''}{kind}{beside[parent, kind]}/")

    def name_of(self, key: Key, facet: int) -> int:
        """The hash that stands for a key that this file was read by."""
        kind = key[0]
        if kind == "entity":
            return key_hash(kind, self.path, self.entities[key[2]], facet)
        if kind == "names":
            return key_hash(kind, self.path, self._scope(key[2]), key[3])
        if kind in ("members", "methods", "fields"):
            return key_hash(kind, self.path, self._entity(key[2]), key[3])
        if kind in ("returns", "stars"):
            return key_hash(kind, self.path, self._scope(key[2]))
        return key_hash(kind, self.path, key[2])  # extra, bindings, imports, entities

    def _scope(self, number: Any) -> str:
        return self.scopes[number] if type(number) is int and number >= 0 else EVERYTHING

    def _entity(self, ordinal: Any) -> str:
        return self.entities[ordinal] if type(ordinal) is int and ordinal >= 0 else EVERYTHING


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


class NamedDefinition(NamedTuple):
    """A definition of a file that changed, by a name that stays the same."""

    unit: int
    name: str


class KeyNames:
    """Hashes that stand for keys in the store, of one program; they hold no numbers of units and definitions."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._identities: dict[int, Identity] = {}

    def identity(self, unit: int) -> Identity:
        """The names of a unit's definitions."""
        known = self._identities.get(unit)
        if known is None:
            known = self._identities[unit] = Identity(self._program.unit(unit), self._program.key_path(unit))
        return known

    def of(self, key: Key, facet: int) -> int:
        """The hash that stands for a key."""
        kind = key[0]
        if kind == "state":
            return key_hash(*map(self.stable, key))
        if kind in ("named", "beside", "files", "outsiders"):
            return key_hash(*key)
        return self.identity(key[1]).name_of(key, facet)

    def stable(self, value: object) -> str:
        """What roles keep, or a pair of unit and ordinal, as a text without numbers of units and definitions."""
        if isinstance(value, NamedDefinition):
            return f"{self._program.key_path(value.unit)}#{value.name}"
        if type(value) is int:
            return self._program.key_path(value)
        if isinstance(value, tuple):
            parts: list[str] = []
            at = 0
            while at < len(value):
                if type(value[at]) is int and at + 1 < len(value) and type(value[at + 1]) is int:
                    parts.append(self._named(value[at], value[at + 1]))
                    at += 1
                else:
                    parts.append(self.stable(value[at]))
                at += 1
            return f"({','.join(parts)})"
        return str(value)

    def _named(self, unit: int, ordinal: int) -> str:
        path = self._program.key_path(unit)
        if not self._program.is_unit(unit):
            return f"{path}#{ordinal}"
        names = self.identity(unit).entities
        return f"{path}#{names[ordinal] if ordinal < len(names) else ordinal}"
