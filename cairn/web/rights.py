"""What a visitor may do besides reading: what the views offer. What is done is judged again where it is done."""

from __future__ import annotations

from dataclasses import dataclass

from cairn.rights import User


@dataclass(frozen=True, slots=True)
class Rights:
    """Of one user on a server; `has_session`: came in by giving a token, and may leave."""

    user: User
    is_read_only: bool
    has_session: bool

    def may_write(self, label: str) -> bool:
        """Whether the user may refresh a source and stop its jobs."""
        return not self.is_read_only and self.user.may_write(label)

    @property
    def is_owner(self) -> bool:
        """Whether the user may know where the index lies."""
        return self.user.writes_all
