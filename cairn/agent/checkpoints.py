"""Runs that outlive their process: a transition is a numbered snapshot, and a call that writes is claimed before it is made."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from uuid import uuid4

from cairn.agent.messages import Call
from cairn.agent.state import State, Status, read_state, write_state
from cairn.errors import NotFoundError, RefusedError
from cairn.store.chats import CallRow, ChatStore, RunRow, SaidRow, SnapshotRow


class Checkpoints:
    """Keeps the runs of one principal. `secret_in` says what kind of secret a text holds, "" for none: it is not written."""

    def __init__(self, store: ChatStore, principal: str, secret_in: Callable[[str], str]) -> None:
        self._store = store
        self._principal = principal
        self._secret_in = secret_in

    @property
    def store(self) -> ChatStore:
        """Where they are."""
        return self._store

    @property
    def principal(self) -> str:
        """Whose runs these are."""
        return self._principal

    def new_id(self) -> str:
        """Return an id for a run or a conversation."""
        return uuid4().hex[:12]

    def begin(self, state: State) -> Keeper:
        """Record a new run; its first snapshot is for the keeper to save."""
        now = _now()
        is_kept = not any(map(self._secret_in, _texts_of(state)))
        if is_kept:
            self._store.begin(
                RunRow(
                    state.run, state.conversation, state.parent, state.agent, self._principal, state.title, state.question,
                    Status.RUNNING.value, 0, now, now,
                )
            )  # fmt: skip
        return Keeper(self._store, self._secret_in, 0, is_begun=is_kept)

    def find(self, run: str) -> RunRow:
        """Return a run by its id, or the beginning of one.

        Raises:
            NotFoundError: there is none, or it is another principal's.
        """
        row = self._store.run(run, self._principal) if run else None
        if row is None:
            raise NotFoundError(f"there is no run {run!r}; `cairn chat --list` tells those that there are")
        return row

    def load(self, run: str) -> tuple[State, Keeper]:
        """Return the newest state of a run, and what saves the next one.

        Raises:
            NotFoundError: there is no such run, or nothing of it was kept.
        """
        row = self.find(run)
        snapshot = self._store.snapshot(row.id)
        if snapshot is None:
            raise NotFoundError(f"nothing was kept of the run {row.id}; ask again")
        try:
            state = read_state(snapshot.body)
        except ValueError as exc:
            raise RefusedError(f"the run {row.id} was kept by another version of Cairn; ask again") from exc
        return state, Keeper(self._store, self._secret_in, snapshot.number, is_begun=True)

    def runs(self, limit: int = 50) -> list[RunRow]:
        """Return runs, the newest first."""
        return self._store.runs(self._principal, limit)

    def remember(self, state: State) -> None:
        """Keep what was said in a run that is done, for `history`."""
        if self._secret_in(f"{state.question}\n{state.answer}"):
            return
        now = _now()
        said = [("user", state.question), ("assistant", state.answer)]
        rows = [SaidRow(0, state.run, state.conversation, state.title, who, text, now) for who, text in said]
        self._store.add_said(rows)


class Keeper:
    """Saves the states of one run, in order."""

    def __init__(self, store: ChatStore, secret_in: Callable[[str], str], number: int, *, is_begun: bool) -> None:
        self._store = store
        self._secret_in = secret_in
        self._number = number
        self._is_begun = is_begun
        self._saved: State | None = None
        self._clean: set[str] = set()
        self.is_current = is_begun  # whether the newest state is on the disk

    def save(self, state: State) -> str:
        """Write the next snapshot; returns why it is not written, "" if it is.

        Raises:
            RefusedError: another process goes on with this run.
        """
        if state is self._saved:
            return ""
        secret = self._secret_of(state)
        self.is_current = self._is_begun and not secret
        if not self.is_current:
            return f"this conversation holds {secret or 'a secret'} and is not kept; it cannot be resumed"
        snapshot = SnapshotRow(state.run, self._number + 1, state.status.value, _now(), write_state(state))
        if not self._store.save(snapshot, state.title):
            raise RefusedError(f"another process goes on with the run {state.run}; wait for it, or ask again")
        self._number += 1
        self._saved = state
        return ""

    def _secret_of(self, state: State) -> str:
        """What kind of secret stands in a state, "" for none; a text is looked at once."""
        for text in _texts_of(state):
            if text not in self._clean:
                secret = self._secret_in(text)
                if secret:
                    return secret
                self._clean.add(text)
        return ""

    def claim(self, state: State, key: str, call: Call) -> CallRow | None:
        """Record that a call begins; None if it is the first time, else what is known of the time before."""
        return self._store.claim(CallRow(state.run, key, call.name, _now(), None))

    def settle(self, state: State, key: str, result: str) -> None:
        """Record how a claimed call ended."""
        self._store.settle(state.run, key, "" if self._secret_in(result) else result)


def _texts_of(state: State) -> Iterator[str]:
    """All of a state that somebody has said."""
    yield from (state.question, state.grounding, state.answer, state.error)
    for message in state.messages:
        yield message.text
        yield from (call.arguments for call in message.calls)


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
