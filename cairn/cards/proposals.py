"""Proposals: what somebody, or a model, would add to the library, change in it or take out; and a person's decision.

They lie beside the libraries, in the data folder, a JSON file each. Who proposed is said by the host; nothing of what is
proposed is recalled, and no tool decides.
"""

from __future__ import annotations

import contextlib
import difflib
import json
import os
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from cairn.cards.bounded import sees
from cairn.cards.card import (
    MOST_ABOUT,
    MOST_SUMMARY,
    RETIRED,
    SHORT_NAME,
    BrokenCardError,
    check_name,
    digest,
    folded,
    read_card,
    slug_of,
    with_keys,
)
from cairn.cards.desk import MOST_BODY, Desk, Written, like
from cairn.cards.guard import faults_of, faults_of_card
from cairn.cards.library import APPROVED, write_file
from cairn.chunk.words import well_formed
from cairn.errors import CairnError, NotFoundError, RefusedError, UsageError
from cairn.store.sqlite.cards import CardRow

KINDS = ("add", "patch", "remove")
_REPLACE = "replace"  # a whole new text, which only `consolidate` proposes
_MOST_OPEN = 200  # of one principal: a guess; who has more does not read them
_MOST_REASON = 500
_MOST_WORD = 500  # characters of a handle, or of a scope
_MOST_FILE = 2_000_000  # bytes of a proposal's file: four times what the limits allow
_ID = re.compile(r"[a-z0-9]{12}")
_HELD = ("status", "owner", "who", "when", "verified_at", "fingerprints", "name")  # that a patch may not change


@dataclass(frozen=True, slots=True)
class Proposal:
    """What was proposed.

    `text` is a whole card of `add`; `quote` and `replacement` are of `patch`; `base` tells which text of the card was seen.
    `outcome` tells the text that an approval was about to write: where the card has it, the approval was done.
    """

    id: str
    kind: str
    card: str
    principal: str
    at: str
    reason: str = ""
    text: str = ""
    quote: str = ""
    replacement: str = ""
    base: str = ""
    outcome: str = ""
    library: str = ""
    flags: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Review:
    """A proposal with what it would change; `fault` says why it can no longer be approved, empty if it can."""

    proposal: Proposal
    diff: str
    fault: str


class Plan(NamedTuple):
    """What approving a proposal would write: the card's row and bytes, both None of a new one, and its text before and after."""

    row: CardRow | None
    data: bytes | None
    before: str
    after: str


class Proposals:
    """The open proposals for one library, and those that were decided."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.cards = desk.cards
        self.folder = desk.cards.home / "card-proposals"

    def propose(
        self,
        kind: str,
        *,
        card: str = "",
        summary: str = "",
        body: str = "",
        about: Sequence[str] = (),
        scope: Sequence[str] = (),
        quote: str = "",
        replacement: str = "",
        reason: str = "",
    ) -> Proposal:
        """Record a proposal; no card is written.

        Raises:
            UsageError: a kind that there is not, or a field that it needs and has not.
            NotFoundError: the card to patch or remove is not there.
            RefusedError: it holds what may not come in, the quote is not there exactly once, or too many are open.
        """
        if kind not in KINDS:
            raise UsageError(f"{kind[:40]!r} is no kind of proposal; use {', '.join(KINDS)}")
        if len(reason) > _MOST_REASON or len(summary) > MOST_SUMMARY or max(map(len, (body, quote, replacement))) > MOST_BODY:
            raise UsageError(f"a reason has {_MOST_REASON} characters at most, a summary {MOST_SUMMARY}, a text {MOST_BODY}")
        if len(about) > MOST_ABOUT or len(scope) > MOST_ABOUT or any(len(word) > _MOST_WORD for word in (*about, *scope)):
            raise UsageError(f"a card has {MOST_ABOUT} handles and scopes at most, each of {_MOST_WORD} characters at most")
        card, summary, body, quote, replacement, reason = map(well_formed, (card, summary, body, quote, replacement, reason))
        about, scope = [well_formed(handle) for handle in about], [well_formed(word) for word in scope]
        made = self._made(kind, card, summary, body, about, scope, quote, replacement, " ".join(reason.split()))
        with self.desk.alone():
            waiting = [proposal for proposal in self.open() if proposal.principal == made.principal]
            same = next((proposal for proposal in waiting if _content(proposal) == _content(made)), None)
            if same is None and len(waiting) >= _MOST_OPEN:
                raise RefusedError(f"{_MOST_OPEN} proposals wait for a decision; `cairn review` first")
            return same or self.record(made)

    def _made(
        self,
        kind: str,
        card: str,
        summary: str,
        body: str,
        about: Sequence[str],
        scope: Sequence[str],
        quote: str,
        replacement: str,
        reason: str,
    ) -> Proposal:
        flags = [f"the reason: {fault}" for fault in faults_of(reason)]
        if kind == "add":
            name = check_name(card or slug_of(summary, SHORT_NAME))
            known = next((row.name for row in self.cards.listing() if folded(row.name) == folded(name)), None)
            if known is not None:
                raise RefusedError(f"there is a card {known!r}; propose a patch of it, or another name")
            source = {"who": self.cards.principal or "agent", "when": self.cards.today}
            text, notes = self.desk.compose(
                summary, body, name=name, about=about, scope=scope, tags=(), expires="", source=source, status="proposed"
            )
            return self._new(kind, name, reason, [*flags, *notes], text=text)
        row, data, text = self.desk.load(card)
        if row.kind != "card":
            raise RefusedError(f"{card!r} is a skill, which has no proposals; edit its file")
        if kind == "patch":
            # An order may be made of what stands there and what comes in.
            faults = faults_of(replacement) or faults_of_card(_patched(text, quote, replacement))
            if faults:
                raise RefusedError(f"the replacement may not come in: {'; '.join(faults)}")
        return self._new(kind, row.name, reason, flags, quote=quote, replacement=replacement, base=digest(data))

    def _new(self, kind: str, card: str, reason: str, flags: list[str], **more: str) -> Proposal:
        mark = digest(f"{kind}/{card}/{self.cards.principal}/{time.time_ns()}/{os.getpid()}".encode())[:12]
        return Proposal(
            mark,
            kind,
            card,
            self.cards.principal,
            self.cards.now,
            reason,
            flags=flags,
            library=os.fspath(self.desk.library),
            **more,
        )

    def replacing(self, card: str, text: str, reason: str) -> Proposal:
        """A proposal of a whole new text, as `consolidate` makes it; not recorded yet."""
        _, data, _ = self.desk.load(card)
        return self._new(_REPLACE, card, reason, [], text=text, base=digest(data))

    def removing(self, card: str, reason: str) -> Proposal:
        """A proposal to retire a card; not recorded yet."""
        _, data, _ = self.desk.load(card)
        return self._new("remove", card, reason, [], base=digest(data))

    def record(self, proposal: Proposal) -> Proposal:
        """Write a proposal down; raises RefusedError where the user may not write such a card."""
        self.cards.require_write(self._about(proposal))
        self.folder.mkdir(parents=True, exist_ok=True)
        write_file(self._path(proposal), _text(proposal), before=None)
        return proposal

    def _path(self, proposal: Proposal) -> Path:
        return self.folder / f"{proposal.id}.json"

    def open(self) -> list[Proposal]:
        """Return the open proposals for this library, oldest first."""
        waiting = []
        for proposal in self._read(self.folder):
            if proposal.outcome and self._is_carried_out(proposal):
                self._decide(proposal, "approved")  # whoever approved it was stopped in between
            else:
                waiting.append(proposal)
        return waiting

    def _is_carried_out(self, proposal: Proposal) -> bool:
        try:
            return digest(self.desk.read(self.cards.find(proposal.card))) == proposal.outcome
        except CairnError:
            return False

    def decided(self) -> list[tuple[Proposal, str]]:
        """Return the decided proposals with `approved` or `rejected`."""
        found = [(proposal, way) for way in ("approved", "rejected") for proposal in self._read(self.folder / way)]
        return sorted(found, key=lambda one: (one[0].at, one[0].id))

    def _read(self, folder: Path) -> list[Proposal]:
        found = []
        for path in sorted(folder.glob("*.json")) if folder.is_dir() else []:
            proposal = _proposal_in(path)
            is_own = proposal is not None and proposal.id == path.stem and proposal.library == os.fspath(self.desk.library)
            if proposal is not None and is_own and self._is_seen(proposal):
                found.append(proposal)
        return sorted(found, key=lambda one: (one.at, one.id))

    def _about(self, proposal: Proposal) -> list[str]:
        """The handles that a proposed card, and the one that it would change, are about.

        Raises:
            NotFoundError: the card to change is not there.
        """
        row = None if proposal.kind == "add" else self.cards.find(proposal.card)
        try:
            new = list(read_card(proposal.text.encode(), "card").about) if proposal.text else []
        except BrokenCardError:
            new = []
        return [*(row.about.splitlines() if row is not None else ()), *new]

    def _is_seen(self, proposal: Proposal) -> bool:
        """Whether the user may see what a proposal is about."""
        if self.cards.user.reads_all:
            return True
        try:
            return sees(self.cards.user, self._about(proposal))
        except CairnError:
            return False

    def find(self, number: str) -> Proposal:
        """Return the open proposal that an id, or the start of one, names.

        Raises:
            NotFoundError: none, or several.
        """
        found = [proposal for proposal in self.open() if number and proposal.id.startswith(number)]
        if len(found) != 1:
            raise NotFoundError(
                f"{'several proposals begin' if found else 'no open proposal begins'} with {number!r}; `cairn review` lists them"
            )
        return found[0]

    def review(self, proposal: Proposal) -> Review:
        """Return what a proposal would change."""
        try:
            plan = self.plan(proposal)
        except (CairnError, BrokenCardError) as exc:
            return Review(proposal, "", str(exc))
        lines = difflib.unified_diff(
            plan.before.splitlines(), plan.after.splitlines(), proposal.card, f"{proposal.card} (proposed)", lineterm=""
        )
        return Review(proposal, "\n".join(lines), "")

    def plan(self, proposal: Proposal) -> Plan:
        """Return the card as it is, and as it would be.

        Raises:
            RefusedError: the proposal can no longer be carried out.
        """
        if proposal.kind == "add":
            if any(folded(row.name) == folded(proposal.card) for row in self.cards.listing()):
                raise RefusedError(f"there is a card {proposal.card!r} by now")
            return Plan(None, None, "", proposal.text)
        row, data, text = self.desk.load(proposal.card)
        if proposal.kind == "patch":
            return Plan(row, data, text, _patched(text, proposal.quote, proposal.replacement))
        if digest(data) != proposal.base:
            raise RefusedError(f"the card {proposal.card!r} has changed since this was proposed")
        return Plan(row, data, text, proposal.text if proposal.kind == _REPLACE else with_keys(text, {"status": RETIRED}))

    def approve(self, number: str, *, text: str | None = None, seen: Plan | None = None) -> Written:
        """Carry a proposal out, which verifies the card; `text` is the card as a person edited it, `seen` what they were shown.

        Raises:
            NotFoundError: there is no such proposal.
            RefusedError: it can no longer be carried out, or the card has changed since it was seen; nothing is written.
        """
        with self.desk.alone():
            proposal = self.find(number)
            self._require_right(proposal)
            plan = self.plan(proposal)
            if seen is not None and seen.data != plan.data:
                raise RefusedError(f"the card {proposal.card!r} has changed while it was edited; look again")
            new = self._approved(proposal, plan.after if text is None else text)
            self.desk.require_clean(new)
            # What is about to be written is noted first, so that a patch is not done twice by whoever comes after a crash.
            outcome = digest((new if plan.data is None else like(plan.data, new)).encode())
            noted = replace(proposal, outcome=outcome)
            write_file(self._path(proposal), _text(noted), before=self._path(proposal).read_bytes())
            if plan.row is None or plan.data is None:
                written = self.desk.add_text(proposal.card, new, [])
            else:
                action = "retired" if proposal.kind == "remove" else "edited"
                written = self.desk.replace(plan.row, plan.data, new, action)
            self._decide(proposal, "approved")
            return written

    def _approved(self, proposal: Proposal, text: str) -> str:
        """The text of a card with what an approval says of it: a new one is approved by that, another keeps its status."""
        try:
            card = read_card(text.encode(), proposal.card)
        except BrokenCardError as exc:
            raise RefusedError(f"the text is no card: {exc}; nothing is approved") from exc
        if proposal.kind == "remove":
            return with_keys(text, {"status": RETIRED})
        prints, _ = self.desk.prints_of(card.about)
        changes: dict[str, str | tuple[str, ...] | Mapping[str, str] | None] = {
            "verified_at": self.cards.today,
            "fingerprints": dict(prints.values()) or None,
        }
        if proposal.kind == "add":
            changes["status"] = APPROVED
        if card.about:
            changes["about"] = tuple(prints[handle][0] if handle in prints else handle for handle in card.about)
        return with_keys(text, changes)

    def reject(self, number: str) -> Proposal:
        """Put a proposal away; it is kept, so that the same is not proposed again."""
        with self.desk.alone():
            proposal = self.find(number)
            self._require_right(proposal)
            self._decide(proposal, "rejected")
            return proposal

    def may_decide(self, proposal: Proposal) -> bool:
        """Whether the user may approve and reject a proposal: who may write cards about what it is about."""
        try:
            self._require_right(proposal)
        except RefusedError:
            return False
        return True

    def _require_right(self, proposal: Proposal) -> None:
        try:
            about = self._about(proposal)
        except NotFoundError:  # the card that it would change is gone: to reject it is all that is left
            about = []
        self.cards.require_write(about)

    def _decide(self, proposal: Proposal, way: str) -> None:
        target = self.folder / way
        target.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):  # another process has found it carried out, too
            self._path(proposal).replace(target / f"{proposal.id}.json")


def _text(proposal: Proposal) -> str:
    return json.dumps(asdict(proposal), ensure_ascii=False, indent=1)


def _content(proposal: Proposal) -> tuple[str, ...]:
    """What makes two proposals the same, but for when and why they were made."""
    return (proposal.kind, proposal.card, proposal.text, proposal.quote, proposal.replacement, proposal.base)


def _proposal_in(path: Path) -> Proposal | None:
    """The proposal in a file; None where it holds none, like half of one, from a disk that was full."""
    try:
        with path.open("rb") as stream:
            given = json.loads(stream.read(_MOST_FILE))
        proposal = Proposal(**{key: value for key, value in given.items() if key in Proposal.__dataclass_fields__})
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return None
    values = asdict(proposal)
    flags = values.pop("flags")
    is_text = all(isinstance(value, str) for value in (*values.values(), *(flags if isinstance(flags, list) else [None])))
    return proposal if is_text and _ID.fullmatch(proposal.id) else None


def _patched(text: str, quote: str, replacement: str) -> str:
    """The text with what was quoted replaced.

    Raises:
        RefusedError: the quote does not stand there exactly once, or what comes out is no card, or another one.
    """
    count = text.count(quote) if quote else 0
    if count != 1:
        raise RefusedError(f"the quoted text stands in the card {count} times; quote a part that is there exactly once")
    new = text.replace(quote, replacement)
    try:
        before, after = read_card(text.encode(), "card"), read_card(new.encode(), "card")
    except BrokenCardError as exc:
        raise RefusedError(f"with the replacement it is no card: {exc}") from exc
    held = [name for name in _HELD if getattr(before, name) != getattr(after, name)]
    if held:
        raise RefusedError(f"a patch may not change {', '.join(held)}; a person does that")
    return new
