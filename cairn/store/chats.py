"""What a store of conversations keeps, whatever its backend: runs, their numbered snapshots, calls, and what was said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class RunRow(NamedTuple):
    """A run: one question and the way to its answer.

    `state` is `running`, `suspended`, `done` or `failed`; `number` is that of its newest snapshot, 0 before the first.
    `parent` is the run that handed the question on, empty for one of a person.
    """

    id: str
    conversation: str
    parent: str
    agent: str
    principal: str
    title: str
    question: str
    state: str
    number: int
    begun_at: str
    changed_at: str


class SnapshotRow(NamedTuple):
    """What a run was after one of its transitions; `body` is JSON, empty where only the newest one of an ended run is kept."""

    run: str
    number: int
    state: str
    at: str
    body: str


class CallRow(NamedTuple):
    """A call that writes; `result` is None as long as nobody has told how it ended."""

    run: str
    key: str
    tool: str
    begun_at: str
    result: str | None


class SaidRow(NamedTuple):
    """Something that was said in a conversation; `who` is `user` or `assistant`."""

    id: int
    run: str
    conversation: str
    title: str
    who: str
    text: str
    at: str


class ChatStore(Protocol):
    """Keeps conversations. Safe to use from several threads and processes; `principal` bounds what a reader sees."""

    def begin(self, row: RunRow) -> None:
        """Record a new run."""
        ...

    def save(self, snapshot: SnapshotRow, title: str) -> bool:
        """Add the next snapshot of a run; False, and nothing changed, if another process has added that number."""
        ...

    def run(self, run: str, principal: str) -> RunRow | None:
        """Return a run by its id, or by a unique beginning of one."""
        ...

    def runs(self, principal: str, limit: int) -> list[RunRow]:
        """Return runs, the newest first."""
        ...

    def snapshot(self, run: str) -> SnapshotRow | None:
        """Return the newest snapshot of a run."""
        ...

    def snapshots(self, run: str) -> list[SnapshotRow]:
        """Return all snapshots of a run, by number."""
        ...

    def claim(self, call: CallRow) -> CallRow | None:
        """Record that a call begins, before it does; None if nobody has claimed it, else the claim that stands."""
        ...

    def settle(self, run: str, key: str, result: str) -> None:
        """Record how a claimed call ended."""
        ...

    def add_said(self, rows: Sequence[SaidRow]) -> None:
        """Keep what was said, for `search`; ids are given by the store."""
        ...

    def search(self, words: Sequence[str], principal: str, limit: int) -> list[SaidRow]:
        """Return what was said with any of these words, best first."""
        ...

    def said(self, conversation: str, principal: str) -> list[SaidRow]:
        """Return all that was said in a conversation, in order."""
        ...

    def around(self, said: int, principal: str, limit: int) -> list[SaidRow]:
        """Return what was said with an id, and `limit` before and after it in its conversation, in order."""
        ...

    def forget(self, conversation: str, principal: str) -> int:
        """Delete a conversation with its runs; returns how many runs that were."""
        ...

    def close(self) -> None:
        """Close what is open; a later call opens it again."""
        ...
