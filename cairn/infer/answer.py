"""What comes from an endpoint, made fit to be shown and kept: whole characters, one short line, and nothing of the key."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from typing import Any

Json = Any  # whatever a JSON text holds
JsonObject = dict[str, Json]
JsonView = Mapping[str, Json]  # one that is only read

_MOST_SHOWN = 200
# Before the key is looked for: a message of megabytes is not searched.
_MOST_READ = 4000
# A part of the key that is shorter tells nothing (guess).
_SHORTEST_PART = 6
_HIDDEN = "***"
_HALVES = re.compile("[\ud800-\udfff]")
_ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def parse_json(data: bytes | str) -> Json:
    """What JSON says; half of a surrogate pair, which nothing can store, becomes U+FFFD.

    Raises:
        ValueError, RecursionError: it is no JSON.
    """
    text = data.decode("utf-8-sig", "replace") if isinstance(data, bytes) else data
    found = json.loads(text)
    return _mended(found) if _ESCAPED_HALF.search(text) else found


def _mended(found: object) -> Json:
    if isinstance(found, str):
        return _HALVES.sub("\ufffd", found)
    if isinstance(found, list):
        return [_mended(value) for value in found]
    if isinstance(found, dict):
        return {_mended(key): _mended(value) for key, value in found.items()}
    return found


def to_json(value: object) -> str:
    """JSON without spaces, as a request has it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def as_line(text: str, key: str | None) -> str:
    """A text as messages show it: one line of at most 200 characters, without controls and without the key or a part of it."""
    line = "".join(c if c.isprintable() else "\ufffd" for c in " ".join(text[:_MOST_READ].split()))
    return _redacted(line, key)[:_MOST_SHOWN] if key else line[:_MOST_SHOWN]


def _redacted(text: str, key: str) -> str:
    """Hide a key, its base64, and what begins as either or ends so: others cut it, too."""
    raw = key.encode("utf-8", "replace")
    for form in (key, base64.b64encode(raw).decode().rstrip("="), base64.urlsafe_b64encode(raw).decode().rstrip("=")):
        text = text.replace(form, _HIDDEN)
        for size in range(len(form) - 1, _SHORTEST_PART - 1, -1):
            text = text.replace(form[:size], _HIDDEN).replace(form[-size:], _HIDDEN)
    return text
