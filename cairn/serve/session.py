"""How a browser shows that its user has given the token: a cookie that tells nothing of it and ends by itself.

The cookie is the time of its end, and a code over that time made with the token. So nothing is kept for it, it outlives a restart
of the server, and another token ends it.

Source: H. Krawczyk et al., RFC 2104, "HMAC: Keyed-Hashing for Message Authentication".
"""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Callable, Iterable

COOKIE = "cairn-page"  # its name ends with the port: browsers send cookies to all ports of a host
LIFE_S = 12 * 3600  # a working day: a guess
_PURPOSE = b"cairn page until "


class Sessions:
    """The sessions of the page of a server with a token."""

    def __init__(self, token: str, clock: Callable[[], float] = time.time) -> None:
        self._token = token.encode()
        self._clock = clock

    def is_token(self, given: bytes) -> bool:
        """Whether that is the token; takes as long for any."""
        return hmac.compare_digest(given, self._token)

    def begin(self) -> str:
        """The value of a cookie for who has given the token."""
        end = str(int(self._clock()) + LIFE_S)
        return f"{end}.{self._code(end)}"

    def has_session(self, cookies: Iterable[bytes]) -> bool:
        """Whether one of these Cookie headers holds a session that has not ended."""
        pairs = (pair.strip().partition(b"=") for header in cookies for pair in header.split(b";"))
        return any(self._holds(value) for name, _, value in pairs if name.startswith(COOKIE.encode()))

    def _holds(self, value: bytes) -> bool:
        end, _, code = value.partition(b".")
        is_ours = hmac.compare_digest(code, self._code(end.decode("latin-1")).encode())
        return is_ours and end.isdigit() and int(end) > self._clock()

    def _code(self, end: str) -> str:
        return hmac.new(self._token, _PURPOSE + end.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def cookie_name(host: str) -> str:
    """The name of the cookie for a Host header."""
    port = host.rpartition(":")[2]
    return f"{COOKIE}-{port}" if port.isdigit() else COOKIE
