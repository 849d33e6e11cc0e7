"""Reads JSON with comments and trailing commas, keeping where each part stands, so that it can be edited in place."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from cairn.errors import UsageError

_MAX_DEPTH = 100  # a guess: no harness nests its settings deeper than about ten
_BLANK = re.compile(r"(?:[ \t\r\n]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")


class BrokenError(UsageError):
    """A text is not JSON, not even with comments; the message says where."""


@dataclass(frozen=True, slots=True)
class Node:
    """A value and the characters `start` to `end` that it takes; those of an object's or array's brackets, too."""

    value: object
    start: int
    end: int
    members: list[Member] = field(default_factory=list)  # of an object
    items: list[Node] = field(default_factory=list)  # of an array

    def member(self, name: str) -> Member | None:
        """The member that counts if several have the name: the last."""
        return next((member for member in reversed(self.members) if member.name == name), None)


@dataclass(frozen=True, slots=True)
class Member:
    """A name in an object, which stands at `start`, and its value."""

    name: str
    start: int
    node: Node


def parse(text: str) -> Node | None:
    """Read a whole text; None if there is nothing in it but blanks and comments.

    Raises:
        BrokenError: it is not JSON.
    """
    reader = _Reader(text)
    start = reader.skip(0)
    if start == len(text):
        return None
    node = reader.value(start, 0)
    end = reader.skip(node.end)
    if end != len(text):
        raise reader.broken(end, "something follows the end")
    return node


def skip(text: str, place: int) -> int:
    """The place of the next character that is neither blank nor in a comment."""
    found = _BLANK.match(text, place)
    return found.end() if found else place


class _Reader:
    """A reader of one text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def broken(self, place: int, fault: str) -> BrokenError:
        line = self._text.count("\n", 0, place) + 1
        return BrokenError(f"line {line}: {fault}")

    def skip(self, place: int) -> int:
        end = skip(self._text, place)
        if self._text.startswith("/*", end):
            raise self.broken(end, "a comment does not end")
        return end

    def value(self, place: int, depth: int) -> Node:
        if depth > _MAX_DEPTH:
            raise self.broken(place, f"more than {_MAX_DEPTH} brackets are open")
        sign = self._text[place : place + 1]
        if sign == "{":
            return self._object(place, depth)
        if sign == "[":
            return self._array(place, depth)
        if sign == '"':
            return self._string(place)
        found = _SCALAR.match(self._text, place)
        if found is None:
            raise self.broken(place, "a value is missing" if sign in ("", "}", "]", ",") else "this is no value")
        return Node(json.loads(found[0]), place, found.end())

    def _string(self, place: int) -> Node:
        found = _STRING.match(self._text, place)
        try:
            if found is not None:
                return Node(json.loads(found[0]), place, found.end())
        except ValueError:
            pass
        raise self.broken(place, "a text in quotes is broken")

    def _object(self, start: int, depth: int) -> Node:
        members: list[Member] = []
        place = self.skip(start + 1)
        while not self._text.startswith("}", place):
            if not self._text.startswith('"', place):
                raise self.broken(place, "a name in quotes is missing")
            name = self._string(place)
            colon = self.skip(name.end)
            if not self._text.startswith(":", colon):
                raise self.broken(colon, "a colon is missing")
            node = self.value(self.skip(colon + 1), depth + 1)
            members.append(Member(str(name.value), place, node))
            place = self._after(node.end, "}")
        return Node({member.name: member.node.value for member in members}, start, place + 1, members=members)

    def _array(self, start: int, depth: int) -> Node:
        items: list[Node] = []
        place = self.skip(start + 1)
        while not self._text.startswith("]", place):
            node = self.value(place, depth + 1)
            items.append(node)
            place = self._after(node.end, "]")
        return Node([item.value for item in items], start, place + 1, items=items)

    def _after(self, end: int, bracket: str) -> int:
        """The place after the comma that follows a member or item, or of the bracket that ends the list."""
        place = self.skip(end)
        if self._text.startswith(",", place):
            return self.skip(place + 1)
        if not self._text.startswith(bracket, place):
            raise self.broken(place, f"a comma or {bracket!r} is missing")
        return place
