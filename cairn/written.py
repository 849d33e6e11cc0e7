"""How values of settings are written, each read as what it is. What is none raises ValueError."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ipaddress import IPv4Network, IPv6Network


def key(text: str) -> str:
    """A key for an endpoint."""
    found = text.strip()
    if not (found.isascii() and found.isprintable()):
        raise ValueError
    return found


def path(text: str) -> Path:
    """A path, `~` expanded."""
    if "\0" in text:
        raise ValueError(text)
    return _expanded(text.strip())


def _expanded(text: str) -> Path:
    try:
        return Path(text).expanduser()
    except RuntimeError as exc:  # there is no such user, or no home
        raise ValueError(text) from exc


def absolute_paths(text: str) -> tuple[Path, ...]:
    """Absolute paths with commas between."""
    found = tuple(_expanded(part) for part in words(text))
    if not found or not all(one.is_absolute() for one in found):
        raise ValueError(text)
    return found


def paths(text: str) -> tuple[Path, ...]:
    """Paths with commas between."""
    if "\0" in text:
        raise ValueError(text)
    return tuple(_expanded(part) for part in words(text))


def words(text: str) -> tuple[str, ...]:
    """Words with commas between."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


_UNITS = {"": 1, "k": 1000, "kb": 1000, "m": 1000**2, "mb": 1000**2, "g": 1000**3, "gb": 1000**3}


def size(text: str) -> int:
    """A number of bytes, with a unit perhaps."""
    match = re.fullmatch(r"(\d[\d_]*)\s*([kmg]?b?)", text.strip().lower(), re.ASCII)
    if match is None or match[2] not in _UNITS:
        raise ValueError(text)
    return positive(str(int(match[1]) * _UNITS[match[2]]))


def positive(text: str) -> int:
    """A whole number from 1 up."""
    if not re.fullmatch(r"\s*\d[\d_]*\s*", text, re.ASCII) or int(text) < 1:
        raise ValueError(text)
    return int(text)


def url(text: str) -> str:
    """A URL of http, without the slash at its end."""
    found = text.strip()
    if not re.match(r"https?://[^\s/]+", found, re.IGNORECASE):
        raise ValueError(text)
    return found.rstrip("/")


def embed_url(text: str) -> str:
    """The same, or one of the embedder that comes with Cairn."""
    return text.strip() if text.strip().startswith("local:") else url(text)


def temperature(text: str) -> float:
    """A number from 0 to 2."""
    if not re.fullmatch(r"\s*\d(\.\d+)?\s*", text, re.ASCII) or float(text) > 2:
        raise ValueError(text)
    return float(text)


def between(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a whole number within bounds."""

    def parse(text: str) -> int:
        number = positive(text)
        if not least <= number <= most:
            raise ValueError(text)
        return number

    return parse


def header(text: str) -> str:
    """The name of a header that has no meaning of its own."""
    name = text.strip()
    if not re.fullmatch(r"[A-Za-z0-9-]+", name) or name.lower() in ("authorization", "host", "origin", "cookie"):
        raise ValueError(text)
    return name


def networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Addresses and networks with commas between."""
    import ipaddress  # 5 ms, and no command but `serve` has networks

    return tuple(ipaddress.ip_network(word) for word in words(text))


def switch(text: str) -> bool:
    """Yes or no."""
    word = text.strip().lower()
    if word in ("1", "true", "yes", "on"):
        return True
    if word in ("0", "false", "no", "off"):
        return False
    raise ValueError(text)


def one_of(words: tuple[str, ...], fold: Callable[[str], str]) -> Callable[[str], str]:
    """Return what reads one of some words, after `fold`."""

    def parse(text: str) -> str:
        word = fold(text.strip())
        if word not in words:
            raise ValueError(text)
        return word

    return parse
