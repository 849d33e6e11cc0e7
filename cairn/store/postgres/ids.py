"""Numbers for new rows, in blocks: a writer asks its server once for a thousand."""

from __future__ import annotations

from cairn.store.postgres.rows import Rows, Session

# The INCREMENT of the sequences.
_BLOCK = 1000


class IdBlocks(Rows):
    """Hands out ids of files, entities and chunks; no two writers get the same."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._left: dict[str, list[int]] = {}

    def take(self, table: str, count: int) -> list[int]:
        """Return so many ids for new rows of a table, ascending."""
        left = self._left.setdefault(table, [])
        while len(left) < count:
            missing = -(-(count - len(left)) // _BLOCK)
            for (first,) in self._rows(_NEXT, f"{table}_ids", missing):
                left.extend(range(first, first + _BLOCK))
        taken, self._left[table] = left[:count], left[count:]
        return taken


_NEXT = "SELECT nextval(%s::regclass) FROM generate_series(1, %s)"
