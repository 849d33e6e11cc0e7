"""Cards: the one face of what was learned, for the command line, tools, hooks and programs."""

from __future__ import annotations

import functools
import json
import os
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from cairn.cards.answer import ExplainAnswer, RecallAnswer, Recalled
from cairn.cards.gates import Thresholds, read_thresholds
from cairn.cards.graph import ABOUT, CHANGED, GONE, MOVED, UNKNOWN, Definition, LateGraph
from cairn.cards.index import bring_up_to_date, settle
from cairn.cards.library import CARD, project_library
from cairn.cards.recall import Asked, Judged, Weighing, as_explanation, decide, weigh
from cairn.chunk.words import well_formed
from cairn.errors import CairnError, NotFoundError
from cairn.rights import OWNER, User
from cairn.store.sqlite.cards import CardRow, CardRows, InjectionRow, TargetRow, translated

if TYPE_CHECKING:
    from cairn.cards.desk import Desk
    from cairn.cards.meaning import Meaning
    from cairn.cards.proposals import Proposals

P = ParamSpec("P")
T = TypeVar("T")

_KEPT_DAYS = 90  # that sessions and what they were given are remembered


def _mended(method: Callable[Concatenate[Cards, P], T]) -> Callable[Concatenate[Cards, P], T]:
    """Make a method go on where the derived index is broken, or cannot be written: with one that is made anew."""

    @functools.wraps(method)
    def run(cards: Cards, /, *given: P.args, **named: P.kwargs) -> T:
        with translated():
            return cards.rows.mended(lambda: method(cards, *given, **named))

    return run


def _injections(rows: CardRows, session: str | None) -> list[InjectionRow]:
    return rows.injections(session)


class Cards:
    """The libraries of cards and what they say. Nothing is opened before it is used; recall never writes to a library."""

    def __init__(
        self,
        folders: Sequence[Path],
        home: Path,
        graph: LateGraph,
        *,
        scope: str = "",
        principal: str = "",
        here: Path | None = None,
        clock: Callable[[], float] = time.time,
        meaning: Meaning | None = None,
        user: User = OWNER,
        whole_graph: LateGraph | None = None,
    ) -> None:
        """Make one.

        `folders` are the libraries, the first one writable; `here` is where to look for a project's own, None: nowhere.
        `principal` is who asks, as the host says; empty for the one user of this machine. `meaning` compares by vectors,
        None: words alone count. `graph` is the index as `user` sees it, `whole_graph` as its owner does, None: that is the same.
        """
        self._given = list(folders)
        self.home = home
        self.graph = graph
        # Bytes of the environment that are no UTF-8 are told apart, and are text.
        self.scope = scope.encode("utf-8", "backslashreplace").decode()
        self.principal = principal.encode("utf-8", "backslashreplace").decode()
        self._here = here
        self._clock = clock
        self._meaning = meaning
        self.user = user
        self._whole_graph = whole_graph or graph

    @functools.cached_property
    def folders(self) -> list[Path]:
        """The libraries that are read: those that are set, and the project's own if it is in an indexed source."""
        found = [Path(os.path.abspath(folder)) for folder in self._given]  # noqa: PTH100  # links stay
        own = project_library(self._here) if self._here is not None else None
        if own is not None and own not in found and self._is_indexed(own):
            found.append(own)
        return found

    def _is_indexed(self, folder: Path) -> bool:
        """Whether a folder is in a source: cards of a checkout that nobody chose to index are not read."""
        if not self.graph.stamp():
            return False
        try:
            locations = [os.path.realpath(location) for location in self.graph.opened.locations().values()]
        except CairnError:
            return False
        real = os.path.realpath(folder)
        return any(real.startswith(location.rstrip(os.sep) + os.sep) for location in locations)

    @functools.cached_property
    def rows(self) -> CardRows:
        """The derived index of just these libraries and this index of code."""
        what = "\n".join((*map(os.fspath, self.folders), self.graph.database)).encode(errors="replace")
        # Libraries that meet in one name only make each other's index anew.
        name = f"{zlib.crc32(what):08x}{zlib.adler32(what):08x}"
        path = self.home / "cards-index" / f"{name}.db"
        if self.user.reads_all:
            return CardRows(path, self.principal)
        from cairn.cards.bounded import sees
        from cairn.store.sqlite.cards_bounded import BoundedRows

        return BoundedRows(path, self.principal, functools.partial(sees, self.user))

    @functools.cached_property
    def limits(self) -> Thresholds:
        """The thresholds of the gates."""
        return read_thresholds(self.home / "cards-thresholds.json")

    @functools.cached_property
    def desk(self) -> Desk:
        """What writes: cards by a person, proposals by whoever has one."""
        from cairn.cards.desk import Desk

        return Desk(self)

    @functools.cached_property
    def proposals(self) -> Proposals:
        """What was proposed, and what a person decides of it."""
        from cairn.cards.proposals import Proposals

        return Proposals(self.desk)

    @property
    def today(self) -> str:
        """The date, in UTC."""
        return time.strftime("%Y-%m-%d", time.gmtime(self._clock()))

    @property
    def now(self) -> str:
        """The moment, in UTC."""
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self._clock()))

    def has_library(self) -> bool:
        """Whether any library is there."""
        return any(folder.is_dir() for folder in self.folders)

    @_mended
    def sync(self) -> None:
        """Bring the derived index up to date with the libraries and the index of code."""
        # All of it, whoever asks: the derived index is that of everybody.
        rows, graph = self.rows.whole, self._whole_graph
        bring_up_to_date(rows, self.folders)
        stamp = graph.stamp()
        try:
            settle(rows, self.folders, stamp, lambda: graph.opened)
        except CairnError:  # the index of code cannot be read; cards can
            settle(rows, self.folders, "", None)

    def require_write(self, about: Sequence[str]) -> None:
        """Raise RefusedError if the user may not write a card about these handles."""
        if not self.user.writes_all:
            from cairn.cards.bounded import require_write

            require_write(self.user, about)

    @_mended
    def recall(self, prompt: str, *, at: Sequence[str] = (), scope: str | None = None, session: str = "") -> RecallAnswer:
        """Return at most three cards for a prompt, or none.

        `at` are FILE:LINE, FILE, or handles. In a `session` a card comes once, and only cards that were there when it began.
        """
        session = well_formed(session)
        self.sync()
        asked = self._asked(prompt, at, scope, session)
        weighing, note = self._weighed(asked)
        judged = decide(weighing, asked, self.limits)
        cards = self._let_in(judged)
        repeated = [v.weighed.row.name for v in judged.verdicts if v.gate == "once"][:3]
        if session:
            self._remember(session, prompt, cards)
        return RecallAnswer(cards, repeated, [note] if note else [])

    @_mended
    def recall_edited(self, places: Sequence[str], *, session: str = "") -> RecallAnswer:
        """Return at most three cards about what stands at these places; none about its callers and callees."""
        if not places or not self.graph.stamp():
            return RecallAnswer([])
        self.sync()
        asked = self._asked("", [], None, session)
        try:
            handles = list(dict.fromkeys(handle for place in places for handle in self.graph.opened.around(place)))
        except CairnError:
            return RecallAnswer([])
        asked = asked._replace(places=handles)
        judged = decide(weigh(self.rows, asked), asked, self.limits)
        cards = [card for card in self._let_in(judged) if card.gate == "named"]
        if session:
            self._remember(session, " ".join(places), cards)
        return RecallAnswer(cards)

    @_mended
    def explain(self, prompt: str, *, at: Sequence[str] = (), scope: str | None = None, session: str = "") -> ExplainAnswer:
        """Return every candidate with its figures, and the gate that let it in or stopped it. Nothing is remembered."""
        session = well_formed(session)
        self.sync()
        asked = self._asked(prompt, at, scope, session, is_remembered=False)
        weighing, note = self._weighed(asked)
        return as_explanation(decide(weighing, asked, self.limits), self.limits, self.path_of, note)

    @_mended
    def weigh(self, prompt: str) -> tuple[Asked, Weighing]:
        """Return the candidates of a prompt before any gate; the caller has called `sync`."""
        asked = self._asked(prompt, [], None, "")
        return asked, self._weighed(asked)[0]

    def _weighed(self, asked: Asked) -> tuple[Weighing, str]:
        """The candidates of a prompt, and what went wrong with their vectors, if anything."""
        found = weigh(self.rows, asked)
        return (found, "") if self._meaning is None else self._meaning.look(self.rows, found)

    def _asked(self, prompt: str, at: Sequence[str], scope: str | None, session: str, *, is_remembered: bool = True) -> Asked:
        generation, had = None, frozenset[str]()
        if session:
            generation = self.rows.session(session)
            if generation is None and is_remembered:
                generation = int(self.rows.meta("generation") or 0)
                with self.rows.writing():
                    self.rows.begin_session(session, generation, self.now)
                    self.rows.forget(time.strftime("%Y-%m-%d", time.gmtime(self._clock() - _KEPT_DAYS * 86400)))
            had = frozenset(self.rows.recalled(session))
        places = [handle for place in at if place.strip() for handle in self._handles_at(well_formed(place))]
        return Asked(
            well_formed(prompt), places, self.scope if scope is None else scope, self.principal, self.today, generation, had
        )

    def _handles_at(self, place: str) -> list[str]:
        if "#" in place or not self.graph.stamp():
            return [place]
        try:
            return self.graph.opened.around(place) or [place]
        except CairnError:
            return [place]

    def _let_in(self, judged: Judged) -> list[Recalled]:
        chosen = [verdict for verdict in judged.verdicts if verdict.is_let_in]
        words = self.words_of([verdict.weighed.row for verdict in chosen])
        return [
            Recalled(
                v.weighed.row.name,
                v.weighed.row.summary,
                self.path_of(v.weighed.row),
                v.weighed.row.status or "approved",
                words[v.weighed.row.id],
                v.weighed.row.kind,
                v.gate,
                v.weighed.score,
                v.weighed.coverage,
                v.margin,
            )
            for v in chosen
        ]

    @_mended
    def words_of(self, rows: Sequence[CardRow]) -> dict[int, str]:
        """What must be known of some cards: stale, moved or unverified; empty for nothing."""
        targets: dict[int, list[TargetRow]] = defaultdict(list)
        for target in self.rows.targets_of([row.id for row in rows]) if rows else []:
            targets[target.card].append(target)
        found: dict[int, str] = {}
        for row in rows:
            own = targets[row.id]
            changed = [target.about for target in own if target.state in (CHANGED, GONE)]
            moved = [target for target in own if target.state == MOVED]
            if changed:
                how = "changed" if any(target.state == CHANGED for target in own) else "is gone"
                found[row.id] = f"stale: {changed[0]} {how} since {row.verified_at or 'it was seen'}"
            elif moved:
                found[row.id] = f"moved: {moved[0].about} is now {moved[0].handle}"
            else:
                found[row.id] = "unverified" if row.kind == CARD and not row.verified_at else ""
        return found

    def _remember(self, session: str, prompt: str, cards: Sequence[Recalled]) -> None:
        if not cards:
            return
        import hashlib  # loads OpenSSL, and most prompts bring nothing

        mark = hashlib.blake2b(prompt.encode("utf-8", "replace"), digest_size=12).hexdigest()
        with self.rows.writing():
            self.rows.add_injections(
                [
                    InjectionRow(session, self.now, mark, len(prompt), c.name, c.path, c.gate, c.score, c.coverage, c.margin)
                    for c in cards
                ]
            )

    @_mended
    def audit(self, session: str | None = None) -> list[InjectionRow]:
        """Return every card that was put before an agent in a session, or in all. No prompt is kept: its hash and length are."""
        found: list[InjectionRow] = []
        folder = self.home / "cards-index"
        for path in sorted(folder.glob("*.db")) if folder.is_dir() else []:
            rows = CardRows(path, self.principal)
            found += rows.mended(functools.partial(_injections, rows, session))
            rows.close()
        return sorted(found, key=lambda row: row.at)

    def path_of(self, row: CardRow) -> str:
        """Where a card lies."""
        return os.fspath(self.folders[row.library] / row.path)

    @_mended
    def listing(self) -> list[CardRow]:
        """Return all files of the libraries that the principal may see."""
        self.sync()
        return [row for row in self.rows.cards() if not row.owner or row.owner == self.principal]

    def find(self, name: str) -> CardRow:
        """Return the card of a name: the first library that has it counts.

        Raises:
            NotFoundError: there is none; the message tells the nearest names.
        """
        rows = self.listing()
        found = next((row for row in rows if row.name == name or row.path in (name, f"{name}.md")), None)
        found = found or next((row for row in rows if self.path_of(row) == os.path.abspath(name)), None)  # noqa: PTH100
        if found is None:
            import difflib

            from cairn.cards.card import MOST_NAME

            # What is longer than a name is none, and to compare it with all names takes the product of their lengths.
            shown = name[:MOST_NAME]
            close = difflib.get_close_matches(shown, [row.name for row in rows], 3, 0.5)
            meant = f"closest: {', '.join(map(repr, close))}" if close else "`cairn card list` names them"
            raise NotFoundError(f"there is no card {shown!r}; {meant}")
        return found

    @_mended
    def about(self, handles: Sequence[str]) -> list[tuple[CardRow, str]]:
        """Return the approved cards about one of these handles, each with what must be known of it, by name."""
        if not handles or not self.has_library():
            return []
        self.sync()
        targets = self.rows.targets("handle", list(dict.fromkeys(handles)))
        rows = self.rows.cards_by_id(list({target.card for target in targets if target.relation == ABOUT}))
        chosen = sorted(
            (row for row in rows.values() if row.status == "approved" and not row.fault and self._may_see(row)),
            key=lambda row: row.name,
        )
        words = self.words_of(chosen)
        return [(row, words[row.id]) for row in chosen]

    @_mended
    def targets_of(self, row: CardRow) -> list[str]:
        """Return the handles of what a card is about, as the index has them now; those that name nothing are left out."""
        found = self.rows.targets_of([row.id])
        return list(dict.fromkeys(target.handle for target in found if target.state not in (GONE, UNKNOWN)))

    @_mended
    def described(self) -> list[tuple[CardRow, str, list[Definition]]]:
        """Return the approved cards that are about definitions of the index, by name, with what must be known of each."""
        if not self.has_library() or not self.graph.stamp():
            return []
        rows = [row for row in self.listing() if row.about and row.status == "approved" and not row.fault and self._may_see(row)]
        first = {row.name: row for row in reversed(rows)}  # as `find` has it
        handles = {name: self.targets_of(row) for name, row in first.items()}
        known = self.graph.opened.definitions(dict.fromkeys(handle for own in handles.values() for handle in own))
        words = self.words_of(list(first.values()))
        return [
            (row, words[row.id], [made for handle in sorted(handles[name]) if (made := known.get(handle)) is not None])
            for name, row in sorted(first.items())
        ]

    def _may_see(self, row: CardRow) -> bool:
        is_of_scope = not self.scope or not row.scope or self.scope in row.scope.split("\n")
        is_own = not row.owner or row.owner == self.principal
        return is_of_scope and is_own and not (row.expires and row.expires < self.today)

    def prints_of(self, row: CardRow) -> dict[str, str]:
        """The fingerprints that a card holds."""
        found: dict[str, str] = json.loads(row.prints)
        return found

    def close(self) -> None:
        """Close what is open."""
        if "rows" in self.__dict__:
            self.rows.close()
