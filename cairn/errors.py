"""The error tree. Each class knows its code word and its exit status.

CairnError (1)
├── NotFoundError (1)             no source, handle, file or job of that name
│   └── AmbiguousError (1)        a name that several things have
├── UsageError (2)                an argument or a setting with a wrong value
├── RefusedError (3)              a guard said no: allowed roots, caps, labels
│   ├── OfflineError (3)          a connection that CAIRN_OFFLINE forbids
│   └── DatabaseRefusedError (3)  a foreign, newer or corrupt database
└── EnvironmentFault (4)          disk, network, endpoint
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_LISTED = 10
# What a URL says of who asks: a user with a password or a token before the host, and such words among its questions.
_LOGIN = re.compile(r"(?<=://)[^\s/?#@'\"<>]+@")
_TOKEN = re.compile(
    r"(?<=[?&])((?:[\w.-]*[_.-])?(?:token|key|apikey|api_key|secret|password|passwd|pwd|signature|sig|auth|credential)=)[^&#\s'\"<>]+",
    re.IGNORECASE,
)


def without_logins(text: str) -> str:
    """Return a text in which every URL has *** in the place of names, passwords and tokens."""
    return _TOKEN.sub(r"\1***", _LOGIN.sub("***@", text)) if "://" in text else text


class CairnError(Exception):
    """What every error of Cairn derives from; the message is one line: thing, fault, remedy."""

    code = "failed"
    exit_status = 1

    def __str__(self) -> str:
        return without_logins(super().__str__())


class NotFoundError(CairnError):
    """There is no source, handle, file or job of that name."""

    code = "not_found"


def no_source(label: str, known: Iterable[str]) -> NotFoundError:
    """Make the error for a label that no source has; `known` are those that there are."""
    labels = list(known)
    more = f" and {len(labels) - _LISTED} more" if len(labels) > _LISTED else ""
    there_are = f"there are: {', '.join(map(repr, labels[:_LISTED]))}{more}"
    return NotFoundError(f"no source named {label!r}; {there_are if labels else 'there is none yet, `cairn add` makes one'}")


class AmbiguousError(NotFoundError):
    """Several things have that name; the message lists them."""

    code = "ambiguous"


class UsageError(CairnError):
    """An argument or a setting has a value that is not allowed."""

    code = "usage"
    exit_status = 2


class RefusedError(CairnError):
    """A guard said no: allowed roots, caps, a label that is taken."""

    code = "refused"
    exit_status = 3


class OfflineError(RefusedError):
    """A connection would leave this machine, and the user forbade that."""

    code = "offline"


class DatabaseRefusedError(RefusedError):
    """The database is foreign, newer than this program, or corrupt."""

    code = "database"


class EnvironmentFault(CairnError):
    """The disk, the network or an endpoint failed."""

    code = "environment"
    exit_status = 4


class Cancelled(CairnError):
    """The work was cancelled; the index is as it was."""

    code = "cancelled"
    exit_status = 130
