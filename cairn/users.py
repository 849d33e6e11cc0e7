"""The file of users that `CAIRN_MCP_USERS` names: who may ask a server, and for which sources.

    [users.ana]
    token = "sha256:..."          # of the token; who comes through a single sign-on needs none
    read = ["billing-*", "docs"]  # globs of labels, or "all"
    write = ["billing-docs"]
    roots = ["/srv/src/billing"]  # folders of which new sources may be added

A token has 256 random bits, so that nobody can try them out: one round of SHA-256 hides it as well as a slow hash would, and
costs a request nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import threading
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cairn.errors import CairnError, EnvironmentFault, NotFoundError, UsageError
from cairn.rights import ALL, User

_NAME = re.compile(r"[A-Za-z0-9._@+-]{1,100}")
_NAMES = "use letters, digits, '.', '_', '-', '+' and '@', 100 at most"
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_GLOB = re.compile(r"[A-Za-z0-9._*?!\[\]-]+")
EVERY = "all"
_KEYS = frozenset({"token", "read", "write", "roots"})
_MOST_BYTES = 10_000_000  # a guess: 50,000 users


@dataclass(frozen=True, slots=True)
class Entry:
    """A user of the file; `digest` is that of their token, empty for one who has none."""

    user: User
    digest: str


def new_token() -> tuple[str, str]:
    """Return a token of 256 random bits, and what the file has of it."""
    token = f"cairn_{secrets.token_urlsafe(32)}"
    return token, digest_of(token.encode())


def digest_of(token: bytes) -> str:
    """Return what the file of users has of a token."""
    return f"sha256:{hashlib.sha256(token).hexdigest()}"


def check_name(name: str) -> str:
    """Return a name that a user can have, or raise UsageError."""
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name[:100]!r} cannot be a user's name; {_NAMES}")
    return name


def read_users(text: str, path: Path) -> dict[str, Entry]:
    """Return the users in the text of a file, by name.

    Raises:
        UsageError: it is no TOML, or has what is not known or not allowed: rights that are misread are worse than none.
    """
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as exc:
        raise UsageError(f"{path} is no TOML ({exc}); mend it, or let `cairn user` write it") from exc
    users = document.pop("users", {})
    if document or not isinstance(users, dict):
        raise UsageError(f"{path} has {', '.join(map(repr, document)) or 'users'} where only tables [users.NAME] are known")
    return {name: _entry(name, given, path) for name, given in users.items()}


def _entry(name: str, given: object, path: Path) -> Entry:
    where = f"{path}, users.{name[:100]}"
    if not _NAME.fullmatch(name):
        raise UsageError(f"{where}: that cannot be a user's name; {_NAMES}")
    if not isinstance(given, dict) or not set(given) <= _KEYS:
        raise UsageError(f"{where} must be a table with no other keys than {', '.join(sorted(_KEYS))}")
    digest = given.get("token", "")
    if digest != "" and not (isinstance(digest, str) and _DIGEST.fullmatch(digest)):
        raise UsageError(f"{where}: `token` must be 'sha256:' and 64 hexadecimal digits; `cairn user add` makes one")
    roots = tuple(Path(root).expanduser() for root in _texts(given, "roots", where))
    if not all(root.is_absolute() for root in roots):
        raise UsageError(f"{where}: `roots` must be absolute paths")
    return Entry(User(name, _globs(given, "read", where), _globs(given, "write", where), roots), digest)


def _globs(given: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    words = (EVERY,) if given.get(key) == EVERY else _texts(given, key, where)
    for word in words:
        if not _GLOB.fullmatch(word):
            raise UsageError(f"{where}: {word[:100]!r} in `{key}` is no glob of labels; use letters, digits, '._-' and '*?[]'")
    return tuple(ALL if word == EVERY else word for word in words)


def _texts(given: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    found = given.get(key, [])
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise UsageError(f"{where}: `{key}` must be a list of texts")
    return tuple(found)


class Users:
    """The users of a file, which is read again when it has changed. May be asked from several threads."""

    def __init__(self, path: Path) -> None:
        """Read a file.

        Raises:
            NotFoundError, EnvironmentFault, UsageError: it is not there, or cannot be read or understood.
        """
        self.path = path
        self._lock = threading.Lock()
        self._stamp: tuple[int, ...] = ()
        self._entries: dict[str, Entry] = {}
        self._fault: CairnError | None = None
        self.entries()

    def entries(self) -> Mapping[str, Entry]:
        """Return the users as the file has them now, by name.

        Raises:
            NotFoundError, EnvironmentFault, UsageError: it cannot be read or understood any more. Those who were in it are not
                let in meanwhile: one of them may have been taken out.
        """
        with self._lock:
            try:
                found = self.path.stat()
            except OSError as exc:
                self._stamp = ()
                raise _unreadable(self.path, exc) from exc
            stamp = (found.st_mtime_ns, found.st_size, found.st_ino)
            if stamp != self._stamp:
                self._stamp = stamp
                self._read()
            if self._fault is not None:
                raise self._fault
            return self._entries

    def _read(self) -> None:
        self._entries, self._fault = {}, None
        try:
            data = self.path.read_bytes()
            if len(data) > _MOST_BYTES:
                raise UsageError(f"{self.path} has more than {_MOST_BYTES:,} bytes, too many for a file of users")
            self._entries = read_users(data.decode("utf-8-sig"), self.path)
        except UnicodeDecodeError:
            self._fault = UsageError(f"{self.path} is no UTF-8; mend it, or let `cairn user` write it")
        except OSError as exc:
            self._stamp = ()
            self._fault = _unreadable(self.path, exc)
        except CairnError as exc:
            self._fault = exc

    def named(self, name: str) -> User | None:
        """Return the user of a name, None if there is none; raises as `entries` does."""
        entry = self.entries().get(name)
        return None if entry is None else entry.user

    def with_token(self, token: bytes) -> User | None:
        """Return the user of a token, None if it is nobody's; raises as `entries` does. The time it takes tells nothing."""
        digest = digest_of(token)
        found: User | None = None
        for entry in self.entries().values():
            if hmac.compare_digest(entry.digest, digest):
                found = entry.user
        return found


def _unreadable(path: Path, exc: OSError) -> CairnError:
    if isinstance(exc, FileNotFoundError):
        return NotFoundError(f"there is no file of users at {path}; `cairn user add NAME` makes one")
    return EnvironmentFault(f"the file of users {path} cannot be read ({exc.strerror}); mend its permissions")
