"""How a browser shows that its user has given their token: a cookie that tells nothing of it and ends by itself.

The cookie is the time of its end, the user's name, a number by chance, which tells two of one second apart, and a code over these
made with what is known of their token. So nothing is kept for it while it lasts, it outlives a restart of the server, and another
token, or none, ends it. One that its user has ended is remembered by the server that was told, until it ends.

Source: H. Krawczyk et al., RFC 2104, "HMAC: Keyed-Hashing for Message Authentication".
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable

COOKIE = "cairn-page"  # its name ends with the port: browsers send cookies to all ports of a host
LIFE_S = 12 * 3600  # a working day: a guess
_PURPOSE = b"cairn page until "
_MOST_ENDED = 10_000  # sessions of which is kept that they have ended: a guess, far more than are signed out in twelve hours
_NUMBER = re.compile(r"[0-9]{1,20}")
_HEX = re.compile(r"(?:[0-9a-f]{2})*")


class Sessions:
    """The sessions of the page of a server with tokens.

    `key_of` gives what codes are made with by the name of a user, None for one who has no token; the owner's name is empty.
    """

    def __init__(self, key_of: Callable[[str], bytes | None], clock: Callable[[], float] = time.time) -> None:
        self._key_of = key_of
        self._clock = clock
        self._ended: OrderedDict[str, None] = OrderedDict()

    def begin(self, name: str, key: bytes) -> str:
        """The value of a cookie for a user who has given their token."""
        # Cookies do not take every letter of a name as it is.
        told = f"{int(self._clock()) + LIFE_S}.{name.encode().hex()}.{secrets.token_hex(8)}"
        return f"{told}.{_code(key, told)}"

    def holder(self, cookies: Iterable[bytes]) -> str | None:
        """The name of whose session that has not ended one of these Cookie headers holds; None: nobody's."""
        return next((name for value in _values(cookies) if (name := self._held(value)) is not None), None)

    def end(self, cookies: Iterable[bytes]) -> None:
        """End the sessions that these Cookie headers hold."""
        for value in _values(cookies):
            if self._held(value) is not None:
                self._ended[value] = None
                if len(self._ended) > _MOST_ENDED:
                    self._ended.popitem(last=False)

    def _held(self, value: str) -> str | None:
        told, _, code = value.rpartition(".")
        end, _, named = told.partition(".")
        coded = named.partition(".")[0]
        if value in self._ended or not _NUMBER.fullmatch(end) or not _HEX.fullmatch(coded):
            return None
        name = bytes.fromhex(coded).decode("utf-8", "replace")
        key = self._key_of(name)
        is_ours = key is not None and hmac.compare_digest(code.encode(), _code(key, told).encode())
        return name if is_ours and int(end) > self._clock() else None


def _values(cookies: Iterable[bytes]) -> list[str]:
    """What Cookie headers have under the names of ours."""
    pairs = (pair.strip().partition(b"=") for header in cookies for pair in header.split(b";"))
    return [value.decode("latin-1") for name, _, value in pairs if name.startswith(COOKIE.encode())]


def _code(key: bytes, told: str) -> str:
    return hmac.new(key, _PURPOSE + told.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def cookie_name(host: str) -> str:
    """The name of the cookie for a Host header."""
    port = host.rpartition(":")[2]
    return f"{COOKIE}-{port}" if port.isdigit() else COOKIE
