"""Proposals: what somebody, or a model, would add to the library, change in it or take out; and a person's decision.

They lie beside the libraries, in the data folder, a JSON file each. Who proposed is said by the host; nothing of what is
proposed is recalled, and no tool decides.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from cairn.cards.card import MOST_SUMMARY, RETIRED, SHORT_NAME, BrokenCardError, check_name, digest, read_card, slug_of, with_keys
from cairn.cards.desk import MOST_BODY, Desk, Written
from cairn.cards.guard import faults_of
from cairn.cards.library import APPROVED, write_file
from cairn.chunk.words import well_formed
from cairn.errors import CairnError, NotFoundError, RefusedError, UsageError

KINDS = ("add", "patch", "remove")
_REPLACE = "replace"  # a whole new text, which only `consolidate` proposes
_MOST_OPEN = 200  # of one principal: a guess; who has more does not read them
_MOST_REASON = 500
_ID = re.compile(r"[a-z0-9]{12}")
_HELD = ("status", "owner", "who", "when", "verified_at", "fingerprints", "name")  # that a patch may not change


@dataclass(frozen=True, slots=True)
class Proposal:
    """What was proposed.

    `text` is a whole card of `add`; `quote` and `replacement` are of `patch`; `base` tells which text of the card was seen.
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
    library: str = ""
    flags: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Review:
    """A proposal with what it would change; `fault` says why it can no longer be approved, empty if it can."""

    proposal: Proposal
    diff: str
    fault: str


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
        who = self.cards.principal
        if sum(proposal.principal == who for proposal in self.open()) >= _MOST_OPEN:
            raise RefusedError(f"{_MOST_OPEN} proposals wait for a decision; `cairn review` first")
        card, summary, body, quote, replacement, reason = map(well_formed, (card, summary, body, quote, replacement, reason))
        about, scope = [well_formed(handle) for handle in about], [well_formed(word) for word in scope]
        made = self._made(kind, card, summary, body, about, scope, quote, replacement, reason)
        return self.record(made)

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
            if any(row.name == name for row in self.cards.listing()):
                raise RefusedError(f"there is a card {name!r}; propose a patch of it, or another name")
            source = {"who": self.cards.principal or "agent", "when": self.cards.today}
            text, notes = self.desk.compose(
                summary, body, name=name, about=about, scope=scope, tags=(), expires="", source=source, status="proposed"
            )
            return self._new(kind, name, reason, [*flags, *notes], text=text)
        row, data, text = self.desk.load(card)
        if row.kind != "card":
            raise RefusedError(f"{card!r} is a skill, which has no proposals; edit its file")
        if kind == "patch":
            _patched(text, quote, replacement)
            faults = faults_of(replacement)
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
        """Write a proposal down."""
        self.folder.mkdir(parents=True, exist_ok=True)
        write_file(self.folder / f"{proposal.id}.json", json.dumps(asdict(proposal), ensure_ascii=True, indent=1), before=None)
        return proposal

    def open(self) -> list[Proposal]:
        """Return the open proposals for this library, oldest first."""
        return self._read(self.folder)

    def decided(self) -> list[tuple[Proposal, str]]:
        """Return the decided proposals with `approved` or `rejected`."""
        found = [(proposal, way) for way in ("approved", "rejected") for proposal in self._read(self.folder / way)]
        return sorted(found, key=lambda one: (one[0].at, one[0].id))

    def _read(self, folder: Path) -> list[Proposal]:
        found = []
        known = set(Proposal.__dataclass_fields__)
        for path in sorted(folder.glob("*.json")) if folder.is_dir() else []:
            try:
                given = json.loads(path.read_bytes()[:200_000])
                proposal = Proposal(**{key: value for key, value in given.items() if key in known})
            except (OSError, ValueError, TypeError, AttributeError):
                continue  # half of one, from a disk that was full
            if _ID.fullmatch(proposal.id) and proposal.library == os.fspath(self.desk.library):
                found.append(proposal)
        return sorted(found, key=lambda one: (one.at, one.id))

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
            before, after = self._texts(proposal)
        except (CairnError, BrokenCardError) as exc:
            return Review(proposal, "", str(exc))
        lines = difflib.unified_diff(
            before.splitlines(), after.splitlines(), proposal.card, f"{proposal.card} (proposed)", lineterm=""
        )
        return Review(proposal, "\n".join(lines), "")

    def text_after(self, proposal: Proposal) -> str:
        """Return the card as it would be.

        Raises:
            RefusedError: the proposal can no longer be carried out.
        """
        return self._texts(proposal)[1]

    def _texts(self, proposal: Proposal) -> tuple[str, str]:
        if proposal.kind == "add":
            if any(row.name == proposal.card for row in self.cards.listing()):
                raise RefusedError(f"there is a card {proposal.card!r} by now")
            return "", proposal.text
        _, data, text = self.desk.load(proposal.card)
        if proposal.kind == "patch":
            return text, _patched(text, proposal.quote, proposal.replacement)
        if digest(data) != proposal.base:
            raise RefusedError(f"the card {proposal.card!r} has changed since this was proposed")
        return text, proposal.text if proposal.kind == _REPLACE else with_keys(text, {"status": RETIRED})

    def approve(self, number: str, *, text: str | None = None) -> Written:
        """Carry a proposal out; `text` is the card as a person edited it. The card is verified by that.

        Raises:
            NotFoundError: there is no such proposal. RefusedError: it can no longer be carried out; nothing is written.
        """
        proposal = self.find(number)
        _, after = self._texts(proposal)
        chosen = after if text is None else text
        card = read_card(chosen.encode(), proposal.card)
        status = RETIRED if proposal.kind == "remove" else APPROVED
        prints, _ = self.desk.prints_of(card.about)
        changes: dict[str, str | tuple[str, ...] | Mapping[str, str] | None] = {
            "status": status,
            "verified_at": self.cards.today,
        }
        changes["fingerprints"] = dict(prints.values()) or None
        if card.about:
            changes["about"] = tuple(prints[handle][0] if handle in prints else handle for handle in card.about)
        if proposal.kind == "remove":
            changes = {"status": status}
        new = with_keys(chosen, changes)
        if proposal.kind == "add":
            self.desk.require_clean(new)
            written = self.desk.add_text(proposal.card, new, [])
        else:
            row, data, _ = self.desk.load(proposal.card)
            written = self.desk.replace(row, data, new, "retired" if proposal.kind == "remove" else "edited")
        self._decide(proposal, "approved")
        return written

    def reject(self, number: str) -> Proposal:
        """Put a proposal away; it is kept, so that the same is not proposed again."""
        proposal = self.find(number)
        self._decide(proposal, "rejected")
        return proposal

    def _decide(self, proposal: Proposal, way: str) -> None:
        target = self.folder / way
        target.mkdir(parents=True, exist_ok=True)
        (self.folder / f"{proposal.id}.json").replace(target / f"{proposal.id}.json")


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
