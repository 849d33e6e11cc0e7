"""Changes one value of a JSON text with comments, and not a character besides."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from cairn.cli.harness.jsonc import BrokenError, Node, parse, skip

_BLANKS = " \t\r\n"


def find(text: str, path: Sequence[str]) -> Node | None:
    """The value at the end of a path of names; None if there is none.

    Raises:
        BrokenError: the text is not JSON, or what should be an object on the way is none.
    """
    node = parse(text)
    if node is None:
        return None
    owner = "the file"
    for name in path:
        member = _object(node, owner).member(name)
        if member is None:
            return None
        node, owner = member.node, repr(name)
    return node


def set_value(text: str, path: Sequence[str], value: object) -> str:
    """Put `value` at the end of a path of names; objects on the way that are missing are made.

    A text with nothing in it becomes an object.

    Raises:
        BrokenError: as `find`.
    """
    root = parse(text)
    if root is None:
        return text + _written(_nested(path, value), "", _indent_of(text)) + "\n"
    for depth in range(len(path) - 1, -1, -1):
        owner = find(text, path[:depth])
        if owner is None:
            continue
        member = _object(owner, repr(path[depth - 1]) if depth else "the file").member(path[depth])
        inner = _nested(path[depth + 1 :], value)
        if member is None:
            ends = [member.node.end for member in owner.members]
            return _insert(text, owner, ends, f"{json.dumps(path[depth])}: ", inner)
        return _replace(text, member.node, inner)
    raise BrokenError("there is no place for it")


def append_item(text: str, path: Sequence[str], value: object) -> str:
    """Put `value` at the end of the array at a path, which is made if it is missing.

    Raises:
        BrokenError: as `find`, or there is no array at the path.
    """
    node = find(text, path)
    if node is None:
        return set_value(text, path, [value])
    if not isinstance(node.value, list):
        raise BrokenError(f"{path[-1]!r} is no list")
    return _insert(text, node, [item.end for item in node.items], "", value)


def remove_value(text: str, path: Sequence[str]) -> str:
    """Take the value at the end of a path away, with its name and its comma; the text as it is if there is none.

    Raises:
        BrokenError: as `find`.
    """
    while find(text, path) is not None:  # a name may stand there several times
        owner = find(text, path[:-1])
        assert owner is not None
        place = max(number for number, member in enumerate(owner.members) if member.name == path[-1])
        text = _cut(text, owner, [(member.start, member.node.end) for member in owner.members], place)
    return text


def remove_item(text: str, path: Sequence[str], value: object) -> str:
    """Take an item that equals `value` out of the array at a path; the text as it is if there is none.

    Raises:
        BrokenError: as `find`.
    """
    node = find(text, path)
    places = [number for number, item in enumerate(node.items) if item.value == value] if node else []
    if node is None or not places:
        return text
    return _cut(text, node, [(item.start, item.end) for item in node.items], places[-1])


def _object(node: Node, name: str) -> Node:
    if not isinstance(node.value, dict):
        raise BrokenError(f"{name} is no object")
    return node


def _nested(path: Sequence[str], value: object) -> object:
    for name in reversed(path):
        value = {name: value}
    return value


def _replace(text: str, node: Node, value: object) -> str:
    if node.value == value:
        return text
    return text[: node.start] + _written(value, _margin(text, node.start), _indent_of(text)) + text[node.end :]


def _insert(text: str, owner: Node, ends: list[int], name: str, value: object) -> str:
    """Put a member, or an item without a `name`, behind those of `owner`, which end at `ends`."""
    close = owner.end - 1
    if ends and "\n" not in text[owner.start : close]:
        return text[: ends[-1]] + ", " + name + json.dumps(value, ensure_ascii=False) + text[ends[-1] :]
    margin, indent = _margin(text, owner.start), _indent_of(text)
    line = f"\n{margin}{indent}{name}{_written(value, margin + indent, indent)}"
    behind = _last_before(text, close)
    tail = text[behind:] if "\n" in text[behind:close] else f"\n{margin}{text[close:]}"
    if not ends:
        return text[:behind] + line + tail
    if text.startswith(",", skip(text, ends[-1])):  # the last one has a comma: so has the new one
        return text[:behind] + line + "," + tail
    return text[: ends[-1]] + "," + text[ends[-1] : behind] + line + tail


def _cut(text: str, owner: Node, children: list[tuple[int, int]], place: int) -> str:
    """Take the child at `place` away, the opposite of `_insert`. `children` are the characters that each takes."""
    start, end = children[place]
    close = owner.end - 1
    comma = skip(text, end)
    has_comma = text.startswith(",", comma)
    if has_comma:
        end = comma + 1
    head = _last_before(text, start)
    if place and place == len(children) - 1 and not has_comma:
        before = skip(text, children[place - 1][1])  # the comma that would be left over
        return _joined(text[:before] + text[before + 1 : head], text[end:])
    is_bare = head == owner.start + 1 and not text[end:close].strip(_BLANKS)
    return _joined(text[:head], text[close if is_bare else end :])


def _joined(before: str, after: str) -> str:
    """Put two parts together again; a comment at the end of the first must not swallow what follows."""
    is_apart = "\n" in after[: len(after) - len(after.lstrip(_BLANKS))]
    last_line = before[before.rfind("\n") + 1 :]
    return before + ("" if is_apart or "//" not in last_line else "\n") + after


def _last_before(text: str, end: int) -> int:
    return len(text[:end].rstrip(_BLANKS))


def _margin(text: str, place: int) -> str:
    """The blanks that begin the line of a place."""
    line = text.rfind("\n", 0, place) + 1
    return text[line : len(text) - len(text[line:].lstrip(" \t"))]


def _indent_of(text: str) -> str:
    """The blanks of one level: those of the first line that has some before a name or a comment."""
    found = re.search(r'^([ \t]+)(?=["/])', text, re.MULTILINE)
    return found[1] if found else "  "


def _written(value: object, margin: str, indent: str) -> str:
    return json.dumps(value, indent=indent, ensure_ascii=False).replace("\n", f"\n{margin}")
