"""Who asks, and which sources exist for them: `User("ana", reads=("billing-*",), writes=("billing-docs",))`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

ALL = "*"


@dataclass(frozen=True, slots=True)
class User:
    """A user with rights. A source that a user may not read does not exist for them.

    `reads` and `writes` are globs of labels, as `fnmatch` has them, with letters compared as they are; who may write a source may
    read it. `roots` are the folders of which a user may add new sources; none for one who may write all: any folder.
    """

    name: str
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    roots: tuple[Path, ...] = ()

    @property
    def reads_all(self) -> bool:
        """Whether every source exists for the user, those that are added later too."""
        return ALL in self.reads or ALL in self.writes

    @property
    def writes_all(self) -> bool:
        """Whether the user may do whatever the index allows."""
        return ALL in self.writes

    def may_read(self, label: str) -> bool:
        """Whether the source of that label exists for the user."""
        return _fits(label, self.reads) or _fits(label, self.writes)

    def may_write(self, label: str) -> bool:
        """Whether the user may add, refresh, link and remove the source of that label."""
        return _fits(label, self.writes)

    def may_decide(self, labels: Iterable[str]) -> bool:
        """Whether the user may write cards about these sources, and approve and reject what others propose for them.

        About no source: whoever may write any.
        """
        return bool(self.writes) and all(map(self.may_write, labels))


def _fits(label: str, globs: Sequence[str]) -> bool:
    return any(fnmatchcase(label, glob) for glob in globs)


# Who has this machine, or the one token of a server: everything is theirs.
OWNER = User("", (ALL,), (ALL,))
