"""The wire format of Protocol Buffers, as far as writing needs it.

A message is its fields one after another, each with a key of its number and kind: whole numbers in groups of seven bits, least
first, or bytes behind their length. Source: Protocol Buffers documentation, "Encoding".
"""

from __future__ import annotations

from collections.abc import Iterable

_VARINT, _LENGTH = 0, 2


def varint(number: int) -> bytes:
    """A whole number that is not negative."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)


def number_field(field: int, value: int) -> bytes:
    """A number, an enum or a truth value; the default 0 is not written."""
    return varint(field << 3 | _VARINT) + varint(value) if value else b""


def bytes_field(field: int, value: bytes) -> bytes:
    """A message inside the message, also if it is empty."""
    return varint(field << 3 | _LENGTH) + varint(len(value)) + value


def text_field(field: int, value: str) -> bytes:
    """A string; an empty one is not written."""
    return bytes_field(field, value.encode("utf-8", "replace")) if value else b""


def numbers_field(field: int, values: Iterable[int]) -> bytes:
    """A list of numbers, packed."""
    return bytes_field(field, b"".join(map(varint, values)))
