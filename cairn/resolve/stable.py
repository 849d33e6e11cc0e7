"""What roles keep, spelled without numbers of units and definitions, so that it can be stored and compared with another run's."""

from __future__ import annotations

from typing import NamedTuple

from cairn.resolve.keys import key_hash
from cairn.resolve.program import Program


class NamedDefinition(NamedTuple):
    """A definition of a file that changed, by a text that stays the same: see `KeyNames.named`."""

    name: str


class KeyNames:
    """Names for what the keys of one program are made of: they hold no numbers of units and definitions."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def state_key(self, key: tuple[object, ...]) -> int:
        """The hash that stands for a key of what roles keep."""
        return key_hash(*map(self.stable, key))

    def stable(self, value: object) -> str:
        """What roles keep, or a pair of unit and ordinal, as a text without numbers of units and definitions."""
        if isinstance(value, NamedDefinition):
            return value.name
        if type(value) is int:
            return self._program.key_path(value)
        if isinstance(value, tuple):
            parts: list[str] = []
            at = 0
            while at < len(value):
                if type(value[at]) is int and at + 1 < len(value) and type(value[at + 1]) is int:
                    parts.append(self.named(value[at], value[at + 1]))
                    at += 1
                else:
                    parts.append(self.stable(value[at]))
                at += 1
            return f"({','.join(parts)})"
        return str(value)

    def named(self, unit: int, ordinal: int) -> str:
        """A definition as a text that stays the same when others come."""
        keys = self._program.identity(unit).of_entities if self._program.is_unit(unit) else ()
        return str(keys[ordinal]) if 0 <= ordinal < len(keys) else f"{self._program.key_path(unit)}#{ordinal}"
