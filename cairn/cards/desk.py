"""The desk: where a person writes cards, and decides what was proposed. All that is written goes through here."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cairn.cards.card import (
    MOST_SUMMARY,
    RETIRED,
    SHORT_NAME,
    BrokenCardError,
    Card,
    check_name,
    decode,
    folded,
    read_card,
    slug_of,
    with_keys,
    write_card,
)
from cairn.cards.guard import faults_of_card
from cairn.cards.library import APPROVED, place_in, read_file, write_file
from cairn.errors import CairnError, EnvironmentFault, NotFoundError, RefusedError, UsageError
from cairn.store.sqlite.cards import CardRow, held

if TYPE_CHECKING:
    from cairn.cards.shelf import Shelf

MOST_BODY = 16_000  # characters of what is added or proposed: a guess, 2,500 words
_MOST_IMPORTED = 5000  # files of one import


@dataclass(frozen=True, slots=True)
class Written:
    """A card that was written; `action` is `added`, `edited`, `retired`, `verified` or `unchanged`."""

    name: str
    path: str
    action: str
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: cards that came in, and files that were refused, with the reason."""

    added: list[Written]
    refused: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Shown:
    """A card, or a skill, with its text."""

    name: str
    path: str
    status: str
    word: str
    faults: list[str]
    text: str


@dataclass(frozen=True, slots=True)
class Verification:
    """What has changed of the definitions that a card is about, as diffs, since it was verified.

    `written` is None where the date was not set, as it was only asked for.
    """

    name: str
    diffs: list[str]
    unknown: list[str]
    written: Written | None


def unnamed(handle: str) -> str:
    """That a handle of a card is not watched, and what to do about it."""
    return f"{handle} names no one definition of the index and is not watched; `cairn graph {handle}` lists those near it"


def like(before: bytes, text: str) -> str:
    """The text with the mark and the line ends that the file had."""
    body = text.replace("\n", "\r\n") if before.count(b"\r\n") == before.count(b"\n") > 0 else text
    return f"\ufeff{body}" if before.startswith(b"\xef\xbb\xbf") else body


class Desk:
    """Writes into the first library."""

    def __init__(self, cards: Shelf) -> None:
        self.cards = cards
        self._here = threading.local()

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Keep everybody else who writes cards waiting: what was read is still so when it is written."""
        depth: int = getattr(self._here, "depth", 0)
        self._here.depth = depth + 1
        try:
            with held(self.cards.home / "cards-lock") if depth == 0 else contextlib.nullcontext():
                yield
        finally:
            self._here.depth = depth

    @property
    def library(self) -> Path:
        """The library that is written into."""
        return self.cards.folders[0]

    def add(
        self,
        summary: str,
        body: str = "",
        *,
        name: str = "",
        about: Sequence[str] = (),
        scope: Sequence[str] = (),
        tags: Sequence[str] = (),
        expires: str = "",
        source: Mapping[str, str] | None = None,
        status: str = APPROVED,
    ) -> Written:
        """Write a new card, verified today.

        Raises:
            UsageError: a field with a value that is not allowed.
            RefusedError: it may not come in, or there is one of its name.
        """
        text, notes = self.compose(
            summary, body, name=name, about=about, scope=scope, tags=tags, expires=expires, source=source, status=status
        )
        card = read_card(text.encode(), "card")
        return self.add_text(card.name, text, notes)

    def compose(
        self,
        summary: str,
        body: str,
        *,
        name: str,
        about: Sequence[str],
        scope: Sequence[str],
        tags: Sequence[str],
        expires: str,
        source: Mapping[str, str] | None,
        status: str,
    ) -> tuple[str, list[str]]:
        """The text of a new card, and what a person should know of it."""
        summary = " ".join(summary.split())
        if not summary:
            raise UsageError("a card needs a summary: one sentence that says what was learned")
        if len(summary) > MOST_SUMMARY or len(body) > MOST_BODY:
            raise UsageError(
                f"a summary has {MOST_SUMMARY} characters at most, a body {MOST_BODY}; shorten it, or make two cards"
            )
        chosen = check_name(name or slug_of(summary, SHORT_NAME))
        prints, unknown = self.prints_of(about)
        text = write_card(
            chosen,
            summary,
            body,
            status=status,
            scope=tuple(scope),
            tags=tuple(tags),
            about=tuple(prints[handle][0] if handle in prints else handle for handle in about),
            verified_at=self.cards.today if status == APPROVED else "",
            expires=expires,
            source=source,
            fingerprints=dict(prints.values()) if status == APPROVED else None,
        )
        try:
            card = read_card(text.encode(), chosen)
        except BrokenCardError as exc:
            raise UsageError(f"the card {chosen!r}: {exc}; shorten it, or make two cards") from exc
        if card.faults:
            raise UsageError(f"the card {chosen!r}: {'; '.join(card.faults)}")
        self.require_clean(text)
        return text, [unnamed(handle) for handle in unknown]

    @staticmethod
    def require_clean(text: str) -> None:
        """Raise RefusedError if a text may not come into a library."""
        faults = faults_of_card(text)
        if faults:
            raise RefusedError(f"this is no card: {'; '.join(faults)}; take that out")

    def prints_of(self, handles: Sequence[str]) -> tuple[dict[str, tuple[str, str]], list[str]]:
        """By handle: the whole handle and the fingerprint of what it names now; and those that name nothing in the index."""
        if not handles or not self.cards.graph.stamp():
            return {}, []
        found = self.cards.graph.opened.definitions(handles)
        prints = {
            handle: (made.handle, f"{made.mark}.{made.shape}") for handle in handles if (made := found.get(handle)) is not None
        }
        return prints, [handle for handle in handles if handle not in prints]

    def add_text(self, name: str, text: str, notes: list[str]) -> Written:
        """Write the text of a new card.

        Raises:
            RefusedError: there is one of its name.
        """
        self.cards.require_write(read_card(text.encode(), name).about)
        with self.alone():
            # A library is checked out on systems, too, that cannot tell `Retries` from `retries`.
            known = [row for row in self.cards.listing() if folded(row.name) == folded(name)]
            if known:
                where, other = self.cards.path_of(known[0]), known[0].name
                raise RefusedError(f"there is a card {other!r} at {where}; choose another name, or `cairn card edit {other}`")
            path = place_in(self.library, name)
            write_file(path, text, before=None)
        return Written(name, os.fspath(path), "added", notes)

    def show(self, name: str) -> Shown:
        """Return a card with its text.

        Raises:
            NotFoundError: there is none of that name.
        """
        row = self.cards.find(name)
        try:
            text = decode(self.read(row))
            faults = list(read_card(text.encode(), row.name).faults) if row.kind == "card" else []
            faults += faults_of_card(text)
        except BrokenCardError as exc:
            text, faults = "", [str(exc)]
        word = self.cards.words_of([row])[row.id]
        return Shown(row.name, self.cards.path_of(row), row.status or "approved", word, faults, text)

    def read(self, row: CardRow) -> bytes:
        """Return the bytes of a card's file.

        Raises:
            EnvironmentFault: it cannot be read.
        """
        try:
            return read_file(self.cards.folders[row.library], row.path)
        except OSError as exc:
            raise EnvironmentFault(f"{self.cards.path_of(row)} cannot be read ({exc.strerror}); mend its permissions") from exc

    def load(self, name: str) -> tuple[CardRow, bytes, str]:
        """Return a card's row, its bytes and its text.

        Raises:
            NotFoundError: there is none. RefusedError: it is broken, or no card.
        """
        row = self.cards.find(name)
        data = self.read(row)
        try:
            text = decode(data)
            read_card(data, row.name)
        except BrokenCardError as exc:
            raise RefusedError(f"{self.cards.path_of(row)} is no card: {exc}; mend it in an editor") from exc
        return row, data, text

    def change(self, name: str, changes: Mapping[str, str | tuple[str, ...] | Mapping[str, str] | None], action: str) -> Written:
        """Write other values of some keys into a card; all its other lines stay."""
        row, data, text = self.load(name)
        new = with_keys(text, changes)
        return self.replace(row, data, new, action)

    def replace(self, row: CardRow, before: bytes, text: str, action: str) -> Written:
        """Write another text of a card, which must be one.

        Raises:
            RefusedError: it is no card, may not come in, or somebody else wrote it meanwhile.
        """
        try:
            card = read_card(text.encode(), row.name)
        except BrokenCardError as exc:
            raise RefusedError(f"the text is no card: {exc}; the card is left as it is") from exc
        path = Path(self.cards.path_of(row))
        if path.is_symlink():
            raise RefusedError(f"{path} is a link; edit what it leads to")
        written = like(before, text)
        if written.encode() == before:
            return Written(card.name, os.fspath(path), "unchanged")
        self.require_clean(text)
        self.cards.require_write([*row.about.splitlines(), *card.about])
        with self.alone():
            write_file(path, written, before=before)
        return Written(card.name, os.fspath(path), action, list(card.faults))

    def retire(self, name: str) -> Written:
        """Keep a card and recall it no more."""
        return self.change(name, {"status": RETIRED}, "retired")

    def verify(self, name: str, *, is_written: bool = True) -> Verification:
        """Show what has changed of what a card is about since it was verified, and set the date to today.

        Handles of what has moved are written anew, if it is clear where to.
        """
        row, data, text = self.load(name)
        about = row.about.splitlines()
        moved = self._moved(row)
        now = [moved.get(handle, handle) for handle in about]
        prints, unknown = self.prints_of(now)
        diffs = [shown for handle, other in zip(about, now, strict=True) if (shown := self._diff(row, handle, other))]
        if not is_written:
            return Verification(row.name, diffs, unknown, None)
        changes: dict[str, str | tuple[str, ...] | Mapping[str, str] | None] = {"verified_at": self.cards.today}
        if about:
            changes["about"] = tuple(prints[handle][0] if handle in prints else handle for handle in now)
            changes["fingerprints"] = dict(prints.values()) or None
        return Verification(row.name, diffs, unknown, self.replace(row, data, with_keys(text, changes), "verified"))

    def _moved(self, row: CardRow) -> dict[str, str]:
        return {t.about: t.handle for t in self.cards.rows.targets_of([row.id]) if t.state == "moved"}

    def _diff(self, row: CardRow, handle: str, now: str) -> str:
        """The lines of a definition that differ from those that were seen; empty where none do."""
        import difflib

        from cairn.cards.intake import known_mark

        if not self.cards.graph.stamp():
            return ""
        definition = self.cards.graph.opened.definitions([now]).get(now)
        path = self.cards.path_of(row)
        known = known_mark(self.cards.rows, path, row, handle)
        if definition is None:
            return f"--- {handle}\n+++ (gone)"
        if known is None or known[0] == definition.mark:
            return "" if now == handle else f"--- {handle}\n+++ {now}"
        seen = self.cards.rows.baseline(path, handle, row.verified_at)
        if seen is None or not seen[0].startswith(known[0]):
            return f"--- {handle} as of {row.verified_at or 'then'} (its text was not kept)\n+++ {now}\n{definition.text}"
        lines = difflib.unified_diff(
            seen[1].splitlines(),
            definition.text.splitlines(),
            f"{handle} as of {row.verified_at or 'then'}",
            now,
            lineterm="",
            n=2,
        )
        return "\n".join(lines)

    def import_files(self, paths: Sequence[Path]) -> Imported:
        """Copy cards into the library; what may not come in is refused, nothing is overwritten.

        Each comes in as `proposed`, unless it says that it is retired: a person approves it with `cairn card verify`.
        """
        added: list[Written] = []
        refused: list[tuple[str, str]] = []
        for path in self._files(paths):
            try:
                added.append(self._import_file(path))
            except (BrokenCardError, CairnError, OSError) as exc:
                refused.append((os.fspath(path), str(exc)))
        return Imported(added, refused)

    def _files(self, paths: Sequence[Path]) -> list[Path]:
        found: list[Path] = []
        for path in paths:
            if path.is_dir() and not path.is_symlink():
                inside = (Path(folder, name) for folder, _, names in os.walk(path) for name in names if name.endswith(".md"))
                found += sorted(inside)[:_MOST_IMPORTED]
            elif path.exists() or path.is_symlink():
                found.append(path)
            else:
                raise NotFoundError(f"there is nothing at {path}; name a card, or a folder of cards")
        return found[:_MOST_IMPORTED]

    def _import_file(self, path: Path) -> Written:
        if path.is_symlink():
            raise BrokenCardError("it is a link, which is not followed")
        data = read_file(path.parent, path.name)
        text = decode(data)
        card: Card = read_card(data, slug_of(path.stem))
        if not card.summary:
            raise BrokenCardError("it has neither a summary nor a text")
        faults = faults_of_card(text)
        if faults:
            raise BrokenCardError("; ".join(faults))
        changes: dict[str, str | tuple[str, ...] | Mapping[str, str] | None] = {
            "name": check_name(card.name),
            "fingerprints": None,
        }
        changes |= {"summary": card.summary, "owner": self.cards.principal or None}
        changes["status"] = RETIRED if card.status == RETIRED else "proposed"
        changes["source"] = {"who": card.who or self.cards.principal or "import", "when": card.when or self.cards.today}
        return self.add_text(card.name, with_keys(text, changes), [])
