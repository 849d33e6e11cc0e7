"""What a visitor may do besides reading. Who may read at all is settled before, by the guard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rights:
    """`may_write`: start and cancel jobs. `may_decide`: approve and reject what was proposed for the cards.

    `has_session`: came in by the token, and may leave.
    """

    may_write: bool
    may_decide: bool
    has_session: bool


Headers = Mapping[str, str]
RightsOf = Callable[[Headers], Rights]


def same_for_all(rights: Rights) -> RightsOf:
    """The rights of a server that knows one user: whoever the guard lets in."""
    return lambda _headers: rights
