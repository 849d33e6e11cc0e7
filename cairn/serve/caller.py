"""The user of the request that is being answered, known to whatever runs for it: tools, resources, completions and the page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from cairn.errors import RefusedError
from cairn.rights import User

_CALLER: ContextVar[User] = ContextVar("cairn_caller")


@contextmanager
def called_by(user: User) -> Iterator[None]:
    """Run what is inside, and the threads and tasks that it starts with its context, for a user."""
    token = _CALLER.set(user)
    try:
        yield
    finally:
        _CALLER.reset(token)


def caller() -> User:
    """Return the user of this request.

    Raises:
        RefusedError: nobody was found to be asking. So nothing is told where the guard was passed by.
    """
    try:
        return _CALLER.get()
    except LookupError:
        raise RefusedError("nobody is known to ask here; send the request through the server's guard") from None
