"""Long answers in pages. A cursor says where the next one begins, and of which call and which state of the index it is."""

from __future__ import annotations

import base64
import binascii
import hashlib
import struct
from dataclasses import dataclass, replace

from cairn.errors import UsageError

MOST_CURSOR = 32  # characters
_LAYOUT = struct.Struct(">I4s4s")  # rows passed over; digests of the call and of the state: they find mistakes, not attacks


@dataclass(frozen=True, slots=True)
class Page:
    """From which row on an answer is told, and in how many tokens. `is_structured`: its document has to fit them, too."""

    start: int
    budget_tokens: int
    call: bytes
    state: bytes
    is_structured: bool = False

    def cursor(self, end: int) -> str:
        """Return the text that asks for the rows from `end` on."""
        return base64.urlsafe_b64encode(_LAYOUT.pack(end, self.call, self.state)).decode()


def open_page(cursor: str, budget_tokens: int, call: object, state: object, is_structured: bool = False) -> Page:
    """The page that a cursor asks for, the first one if it is empty.

    `call` is what was asked, without budget and cursor, and `state` what the rows depend on besides.

    Raises:
        UsageError: the cursor is none of ours, of another call, or of a state that is no more.
    """
    here = Page(0, budget_tokens, _digest(call), _digest(state), is_structured)
    if not cursor:
        return here
    start, call_then, state_then = _unpack(cursor)
    if call_then != here.call:
        raise UsageError("this cursor belongs to a call with other arguments; repeat those, or ask without `cursor`")
    if state_then != here.state:
        raise UsageError("what this cursor counted has changed since; ask again without `cursor`")
    return replace(here, start=start)


def _unpack(cursor: str) -> tuple[int, bytes, bytes]:
    try:
        start, call, state = _LAYOUT.unpack(base64.b64decode(cursor.encode("ascii"), altchars=b"-_", validate=True))
    except (UnicodeEncodeError, binascii.Error, struct.error) as exc:
        raise UsageError("this is no cursor; take it from the answer before as it is, or ask without `cursor`") from exc
    return start, call, state


def _digest(value: object) -> bytes:
    return hashlib.blake2s(repr(value).encode("utf-8", "backslashreplace"), digest_size=4).digest()
