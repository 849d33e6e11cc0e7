"""Bytes to text: by byte-order mark, by what the file declares, as UTF-8, and last by what its bytes look like."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HEAD_BYTES = 2048
# PEP 263, which Ruby, Emacs and Vim declare alike: in a comment on one of the first two lines.
_COMMENT = re.compile(rb"\A(?:[^\n]*\n)?[ \t\f]*(?:#|//|/\*|;|--|%|\"|<!--|\.\.|\(\*)[^\n]*?coding[:=][ \t]*([-\w.]+)")
_XML = re.compile(rb"\A\s*<\?xml[^>]*?encoding\s*=\s*[\"']([-\w.:]+)[\"']")
_HTML = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([-\w.:]+)", re.IGNORECASE)
_CSS = re.compile(rb"\A@charset \"([-\w.:]+)\";")
_PO = re.compile(rb"^\"Content-Type:[^\"\n]*charset=([-\w.:]+)", re.MULTILINE)
_HTML_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml", ".php", ".jsp", ".asp")
# Codecs of Python (with `_` for `-`) that are no encodings of text, or depend on the machine.
REFUSED = frozenset("unicode_escape raw_unicode_escape punycode idna undefined utf_7 mbcs oem charmap".split())
# What is often meant by the left one; a page always means it (WHATWG Encoding Standard, 4.2).
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949"}
_WIDER_IN_PAGES = {"iso8859-1": "cp1252", "ascii": "cp1252", **_WIDER}
_SAMPLE_BYTES = 65_536
_WORD = re.compile(rb"[A-Za-z\x80-\xff]+")
_ASCII_LETTER = re.compile(rb"[A-Za-z]")
_NON_ASCII = re.compile(rb"[\x80-\xff]+")


class Decoded(NamedTuple):
    """`warning` is empty when nothing was guessed or lost."""

    text: str
    encoding: str
    warning: str = ""


def find_mark(data: bytes) -> tuple[bytes, str] | None:
    """Return the byte-order mark that the data begins with, and its encoding."""
    return next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), None)


def find_wide(data: bytes) -> str | None:
    """Return `utf-16-le` or `utf-16-be` when the data looks like UTF-16 without a mark: mostly ASCII, every other byte zero."""
    sample = data[:1024]
    if len(sample) < 8 or len(data) % 2:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd * 10 >= len(sample) * 4 and even == 0:
        return "utf-16-le"
    return "utf-16-be" if even * 10 >= len(sample) * 4 and odd == 0 else None


def find_declared(data: bytes, path: str) -> str | None:
    """Return Python's name of the encoding that the file declares; None when it declares none that is known."""
    head = data[:_HEAD_BYTES]
    lower = path.lower()
    patterns = [_COMMENT, _XML]
    if lower.endswith(_HTML_SUFFIXES):
        patterns.append(_HTML)
    elif lower.endswith((".css", ".scss", ".less")):
        patterns = [_CSS]
    elif lower.endswith((".po", ".pot")):
        patterns.append(_PO)
    for pattern in patterns:
        if found := pattern.search(head):
            return _look_up(found[1].decode("ascii", "replace"))
    return None


def _look_up(name: str) -> str | None:
    # Emacs adds the kind of line ends: `latin-1-unix`.
    name = re.sub(r"-(?:unix|dos|mac)$", "", name.lower())
    try:
        codec = codecs.lookup(name)
    except (LookupError, ValueError):
        return None
    if not codec._is_text_encoding or codec.name.replace("-", "_") in REFUSED:
        return None
    return "utf-8" if codec.name == "utf-8-sig" else codec.name


def decode(data: bytes, path: str) -> Decoded:
    """Turn the bytes of a file into text without a byte-order mark; line ends stay as they are."""
    if found := find_mark(data):
        mark, encoding = found
        return _decode_as(data[len(mark) :], encoding)
    if wide := find_wide(data):
        return _decode_as(data, wide)
    declared = find_declared(data, path)
    for encoding in (*_widen(declared, path), "utf-8"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        is_false = declared is not None and encoding == "utf-8" != declared
        return Decoded(text, encoding, f"declares {declared} but is UTF-8" if is_false else "")
    return detect(data)


def _widen(declared: str | None, path: str) -> tuple[str, ...]:
    """Return the encodings to try for the one that was declared."""
    if declared is None:
        return ()
    if path.lower().endswith(_HTML_SUFFIXES):
        return (_WIDER_IN_PAGES.get(declared, declared), declared)
    return (declared, _WIDER.get(declared, declared))


def _decode_as(data: bytes, encoding: str) -> Decoded:
    try:
        return Decoded(data.decode(encoding), encoding)
    except UnicodeDecodeError:
        return Decoded(data.decode(encoding, "replace"), encoding, f"some bytes are not {encoding} and were replaced")


def detect(data: bytes) -> Decoded:
    """Decode what is not UTF-8 and declares nothing.

    Mostly UTF-8 stays that, with replacements. Then the encodings of Chinese, Japanese, Korean and Cyrillic
    texts are tried; each must decode a sample without a fault and give the letters that such texts mostly have.
    What is left is taken for cp1252, whose undefined bytes are read as Latin-1. The bounds are guesses, tested
    on texts of each kind.
    """
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    wide = sum(1 for char in text if char > "\x7f") - broken
    if wide >= broken * 4:
        return Decoded(text, "utf-8", f"{broken} places are not UTF-8 and were replaced")
    encoding = _guess(data)
    text = data.decode(encoding, "latin1" if encoding == "cp1252" else "replace")
    return Decoded(text, encoding, f"declares no encoding and is not UTF-8; read as {encoding}")


def _read_undefined(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("latin1", _read_undefined)


def _guess(data: bytes) -> str:
    sample = data[:_SAMPLE_BYTES]
    runs = _NON_ASCII.findall(sample)
    high = sum(map(len, runs))
    # Single accented letters between ASCII ones: a Western text.
    if high and sum(len(run) for run in runs if len(run) > 1) * 2 < high:
        return "cp1252"
    scores = {name: _score(sample, name, ranges) for name, ranges in _SCRIPTS.items()}
    best = max(scores, key=lambda name: scores[name])
    if best in _ONE_BYTE and _is_mixed(sample):
        return "cp1252"
    return best if scores[best] >= 0.6 else "cp1252"


_ONE_BYTE = frozenset({"cp1251", "koi8_r"})


def _is_mixed(sample: bytes) -> bool:
    """Whether most words with letters beyond ASCII have letters of ASCII, too: accents, and no other alphabet."""
    words = [word for word in _WORD.findall(sample) if not word.isascii()]
    return sum(_ASCII_LETTER.search(word) is not None for word in words) * 2 > len(words)


# By encoding, the characters that fill most of a text: (first, last, weight).
_SCRIPTS: dict[str, tuple[tuple[str, str, float], ...]] = {
    "cp932": (("\u3041", "\u30fe", 1.1), ("\u4e00", "\u9fff", 0.5), ("\u3000", "\u3002", 1), ("\uff01", "\uff5e", 0.7)),
    "euc_jp": (("\u3041", "\u30fe", 1.1), ("\u4e00", "\u9fff", 0.5), ("\u3000", "\u3002", 1), ("\uff01", "\uff5e", 0.7)),
    "cp949": (("\uac00", "\ud7a3", 1.05), ("\u3000", "\u3002", 0.5)),
    "gb18030": (("\u4e00", "\u9fff", 0.72), ("\u3000", "\u3002", 1), ("\uff01", "\uff5e", 1)),
    "big5": (("\u4e00", "\u9fff", 0.71), ("\u3000", "\u3002", 1), ("\uff01", "\uff5e", 1)),
    "cp1251": (("\u0430", "\u044f", 1), ("\u0410", "\u042f", 0.4), ("\u0401", "\u0457", 0.5)),
    "koi8_r": (("\u0430", "\u044f", 1), ("\u0410", "\u042f", 0.4)),
}


def _score(sample: bytes, encoding: str, ranges: tuple[tuple[str, str, float], ...]) -> float:
    """Return the mean weight of the characters beyond ASCII, 0 when the sample is not of that encoding."""
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        text = decoder.decode(sample)  # a character that the end of the sample cuts is no fault
    except UnicodeDecodeError:
        return 0.0
    wide = [char for char in text if char > "\x7f"]
    if not wide:
        return 0.0
    total = sum(next((weight for first, last, weight in ranges if first <= char <= last), 0.0) for char in wide)
    return total / len(wide)
