"""Who a request is from: the one token's owner, a user by their token, or one whom a proxy in front has let in by name."""

from __future__ import annotations

import contextlib
import hmac
import ipaddress
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cairn.errors import CairnError
from cairn.rights import OWNER, User
from cairn.serve.failures import Failures
from cairn.serve.refusal import Refusal
from cairn.serve.session import Sessions
from cairn.users import Users

_log = logging.getLogger(__name__)

Pairs = Iterable[tuple[bytes, bytes]]  # the headers of a request as they came
Headers = Mapping[bytes, Sequence[bytes]]  # by names in small letters
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_FORWARDED = b"x-forwarded-for"
_MOST_HOPS = 20  # of a request that are looked at
_IPV6_BITS = 64  # what one customer has of it
_CHALLENGE = ((b"www-authenticate", b'Bearer realm="cairn"'),)
_LATER = ((b"retry-after", b"5"),)
_UNAUTHORIZED = Refusal(401, "unauthorized: send the server's token as `Authorization: Bearer TOKEN`\n", _CHALLENGE)
_WRONG = replace(_UNAUTHORIZED, is_failure=True)
_NOBODY = Refusal(403, "the proxy names nobody who is a user of this server; ask whoever runs it\n", is_failure=True)
_TRYING = Refusal(429, "too many wrong tokens came from this address; send the right one in a few seconds\n", _LATER)
_CLOSED = Refusal(503, "the server's file of users cannot be read now; its log has the reason\n", _LATER)


class Entrance:
    """Finds the user of a request.

    `user_header` is the header in which a proxy at one of `proxies` names the user whom it has let in; from elsewhere it says
    nothing. Without a token and users everybody is the owner.
    """

    def __init__(
        self,
        token: bytes | None = None,
        users: Users | None = None,
        user_header: bytes | None = None,
        proxies: tuple[Network, ...] = (),
        failures: Failures | None = None,
    ) -> None:
        self._token = token
        self._users = users
        self._user_header = user_header
        self._proxies = proxies
        self.failures = failures or Failures()
        self._sessions = Sessions(self._key_of)

    @property
    def is_guarded(self) -> bool:
        """Whether who asks must show who it is."""
        return self._token is not None or self._users is not None

    def enter(self, peer: str, headers: Headers, *, takes_session: bool = False) -> User | Refusal:
        """Return the user of a request, or why nobody is let in; `peer` is the address at the other end of the connection.

        `takes_session`: a session that `sign_in` began counts like the token.
        """
        if not self.is_guarded:
            return OWNER
        if self.failures.is_trying(self.address_of(peer, headers)):
            return _TRYING
        try:
            found = self._named(peer, headers) or self._with_bearer(headers.get(b"authorization", ()))
            if takes_session and found in (_WRONG, _UNAUTHORIZED):
                return self._visitor(headers.get(b"cookie", ())) or found
            return found
        except CairnError as error:
            _log.error("%s", error)
            return _CLOSED

    async def sign_in(self, peer: str, headers: Headers, token: bytes) -> str | None:
        """Return the value of a session's cookie for a right token, None for a wrong one, whose answer is kept back."""
        if self.failures.is_trying(self.address_of(peer, headers)):
            return None
        try:
            user = self._with_token(token)
            key = self._key_of(user.name) if user is not None else None
        except CairnError as error:
            _log.error("%s", error)
            return None
        if user is None or key is None:
            await self.tell_failure(peer, headers)
            return None
        return self._sessions.begin(user.name, key)

    def sign_out(self, headers: Headers) -> None:
        """End the sessions that a request shows."""
        with contextlib.suppress(CairnError):  # without the file of users nobody has a session
            self._sessions.end(headers.get(b"cookie", ()))

    def _named(self, peer: str, headers: Headers) -> User | Refusal | None:
        """Whom a trusted proxy names; None: it names nobody."""
        names = headers.get(self._user_header, ()) if self._user_header and self._is_proxy(peer) else ()
        if self._users is None or not names:
            return None
        name = names[0].decode("latin-1").strip()
        return (self._users.named(name) if len(names) == 1 else None) or _NOBODY

    def _with_bearer(self, given: Sequence[bytes]) -> User | Refusal:
        if not given:
            return _UNAUTHORIZED
        scheme, _, token = given[0].partition(b" ") if len(given) == 1 else (b"", b"", b"")
        # All is evaluated, so that the time tells nothing.
        found = self._with_token(token.strip())
        is_bearer = scheme.lower() == b"bearer"
        return found if found is not None and is_bearer else _WRONG

    def _with_token(self, token: bytes) -> User | None:
        """Compare a bearer token with those that are known, in constant time."""
        is_owner = self._token is not None and hmac.compare_digest(token, self._token)
        try:
            user = self._users.with_token(token) if self._users is not None else None
        except CairnError:
            if is_owner:  # the one token is not in the file
                return OWNER
            raise
        return OWNER if is_owner else user

    def _visitor(self, cookies: Sequence[bytes]) -> User | None:
        name = self._sessions.holder(cookies)
        if name is None or self._users is None or not name:
            return None if name is None else OWNER
        return self._users.named(name)

    def _key_of(self, name: str) -> bytes | None:
        """What the codes of a user's sessions are made with: what is known of their token."""
        if not name:
            return self._token
        entry = None if self._users is None else self._users.entries().get(name)
        return entry.digest.encode() if entry is not None and entry.digest else None

    async def tell_failure(self, peer: str, headers: Headers) -> None:
        """Count a refusal that is a failure, and wait as long as it is to be kept back."""
        address = self.address_of(peer, headers)
        await self.failures.add(address)
        _log.warning("a wrong token or name from %s, the %d. of that address", address, self.failures.number(address))

    def address_of(self, peer: str, headers: Headers) -> str:
        """Return whom wrong tokens are counted for: the peer or, behind a trusted proxy, whom that had at its other end."""
        found = peer
        if self._is_proxy(peer):
            hops = b",".join(headers.get(_FORWARDED, ())).decode("latin-1").split(",")[-_MOST_HOPS:]
            for hop in reversed([hop.strip() for hop in hops]):
                if _address(hop) is None:
                    break
                found = hop
                if not self._is_proxy(hop):
                    break
        address = _address(found)
        if isinstance(address, ipaddress.IPv6Address):
            return str(ipaddress.ip_network((address, _IPV6_BITS), strict=False))
        return found

    def _is_proxy(self, peer: str) -> bool:
        address = _address(peer)
        return address is not None and any(address in network for network in self._proxies)


def by_name(pairs: Pairs) -> dict[bytes, list[bytes]]:
    """The headers of a request by their names in small letters."""
    values: dict[bytes, list[bytes]] = {}
    for name, value in pairs:
        values.setdefault(name.lower(), []).append(value)
    return values


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address, one of IPv4 in the clothes of IPv6 as itself; None for what is none."""
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, ipaddress.IPv6Address) else found
