"""The bytes of one file, judged by what is in them and turned into text."""

from __future__ import annotations

from dataclasses import dataclass, field

from cairn.ingest.decode import Decoded, decode, find_mark, find_wide
from cairn.ingest.secret import find_secret
from cairn.model import Skip

_HEAD_BYTES = 8000  # what git looks at for a zero byte
_MAGIC = (
    b"%PDF-",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ\x00",
    b"PK\x03\x04",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"\x7fELF",
    b"Rar!",
    b"7z\xbc\xaf",
)
_CONTROLS = bytes(set(range(32)) - {7, 8, 9, 10, 11, 12, 13, 27})
_MINIFIABLE = (".js", ".mjs", ".cjs", ".css", ".json", ".svg")
_LONG_LINE = 1000  # characters; longer lines are rarely written by hand
_MINIFIED_CHARS = {".json": 20_000, ".svg": 20_000}
_MINIFIED_DEFAULT_CHARS = 2_000


@dataclass(frozen=True, slots=True)
class TextRead:
    """A file's text, with its line ends as they are and without a byte-order mark."""

    text: str
    encoding: str
    warnings: list[str] = field(default_factory=list)


def read_text(data: bytes, path: str, *, is_named: bool = False) -> TextRead | Skip:
    """Judge and decode the bytes of a file; `is_named` lifts the guards against secrets and minified files."""
    if is_binary(data):
        return Skip(path, "binary", "by its bytes")
    decoded = decode(data, path)
    if not is_named and (what := find_secret(_with_plain_signs(data, decoded), path)):
        return Skip(path, "secret", f"there is {what} in it")
    if not is_named and is_minified(decoded.text, path):
        return Skip(path, "minified", f"more than half of it in lines over {_LONG_LINE} characters")
    return TextRead(decoded.text, decoded.encoding, [decoded.warning] if decoded.warning else [])


def _with_plain_signs(data: bytes, decoded: Decoded) -> bytes:
    """The bytes, or the text in UTF-8 where the encoding has others for the signs of ASCII."""
    return decoded.text.encode("utf-8", "replace") if decoded.encoding.startswith(("utf-16", "utf-32")) else data


def is_binary(data: bytes) -> bool:
    """Tell whether the bytes are no text: a known format, a zero byte near the beginning, or many control characters."""
    if find_mark(data):
        return False
    head = data[:_HEAD_BYTES]
    if head.startswith(_MAGIC):
        return True
    if 0 in head:
        return find_wide(data) is None
    # A quarter of a percent of control characters is what legacy texts with form feeds stay below; guess.
    return (len(head) - len(head.translate(None, _CONTROLS))) * 400 > len(head) + 800


def is_minified(text: str, path: str) -> bool:
    """Tell whether a script, style or data file was written by a machine into a few long lines."""
    lower = path.lower()
    suffix = lower[lower.rfind(".") :]
    if suffix not in _MINIFIABLE or len(text) < _MINIFIED_CHARS.get(suffix, _MINIFIED_DEFAULT_CHARS):
        return False
    long = sum(length for length in map(len, text.split("\n")) if length > _LONG_LINE)
    return long * 2 > len(text)
