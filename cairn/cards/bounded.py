"""Whose cards are whose: those about a source that a user may not read are not there for them."""

from __future__ import annotations

from collections.abc import Iterable

from cairn.errors import RefusedError
from cairn.rights import User

_NO_SOURCE = frozenset({"external"})


def labels_in(handles: Iterable[str]) -> set[str]:
    """Return the labels of the sources that handles name: `billing` of `billing:src/tax.py#Rate`, none of `std::sort`."""
    found = (handle.partition(":") for handle in handles)
    return {label for label, colon, rest in found if colon and not rest.startswith(":")} - _NO_SOURCE


def sees(user: User, handles: Iterable[str]) -> bool:
    """Whether a card about these handles is there for a user."""
    return all(map(user.may_read, labels_in(handles)))


def require_write(user: User, handles: Iterable[str]) -> None:
    """Raise RefusedError if a user may not write a card about these handles, or decide on one."""
    labels = labels_in(handles)
    if user.may_decide(labels):
        return
    refused = sorted(label for label in labels if not user.may_write(label))
    if refused and user.writes:
        raise RefusedError(f"{user.name!r} may not write cards about {', '.join(map(repr, refused))}")
    raise RefusedError(f"{user.name!r} may write no source, and so no cards")
