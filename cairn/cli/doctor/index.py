"""Checks of the index and of where it lies."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from cairn.app import Cairn
from cairn.cli.doctor.check import Check, fail, fail_by, ok, warn
from cairn.errors import CairnError, NotFoundError

_SCARCE_BYTES = 1_000_000_000  # a guess: an index takes about a third of what it indexes
_FULL_BYTES = 100_000_000  # a guess: below it even small runs fail
_LARGE_WAL_BYTES = 512 * 1024 * 1024  # a guess: a run that is published leaves its pages there until they are moved


def look_at_home(cairn: Cairn) -> Sequence[Check]:
    """The folder of the index: whether it can be written, and what room it has."""
    own = cairn.database
    folder = _nearest(own.parent if isinstance(own, Path) else cairn.config.home_folder())
    if not os.access(folder, os.W_OK | os.X_OK):
        return [fail("home", f"{folder} cannot be written", "mend its permissions, or name another place in CAIRN_HOME")]
    free = shutil.disk_usage(folder).free
    shown = f"{folder} has {free / 1e9:,.1f} GB free"
    if free < _FULL_BYTES:
        return [fail("home", shown, "free some, or name another place in CAIRN_HOME")]
    if free < _SCARCE_BYTES:
        return [warn("home", shown, "free some before you add large sources")]
    return [ok("home", shown)]


def look_at_index(cairn: Cairn) -> Sequence[Check]:
    """The database: whether it opens, what is in it, and whether this version would write it so."""
    try:
        sources = cairn.retrieve.locations()
        outdated = cairn.retrieve.outdated()
    except NotFoundError:
        return [warn("index", f"there is none yet at {cairn.database}", "`cairn add PATH` makes it")]
    except CairnError as error:
        return [fail_by("index", error)]
    checks = [_content(cairn, len(sources))]
    if outdated:
        one = outdated[0] if len(outdated) == 1 else "all"
        checks.append(warn("index", f"another version of Cairn indexed {', '.join(outdated)}", f"`cairn refresh {one}`"))
    gone = sorted(label for label, place in sources.items() if "://" not in place and not Path(place).exists())
    if gone:
        checks.append(
            warn("index", f"the folder or file of {', '.join(gone)} is gone", "`cairn remove` what is no longer wanted")
        )
    return [*checks, *(_look_at_log(cairn.database) if isinstance(cairn.database, Path) else [])]


def look_at_cards(cairn: Cairn) -> Sequence[Check]:
    """The libraries of cards: how many there are, and how many need a look."""
    cards = cairn.cards
    if not cards.has_library():
        return [ok("cards", f"none yet; `cairn card add` makes the first in {cards.folders[0]}")]
    try:
        rows = cards.listing()
        words = cards.words_of(rows)
    except CairnError as error:
        return [fail_by("cards", error)]
    broken = sum(bool(row.fault) for row in rows)
    changed = sum(row.status == "approved" and words[row.id].startswith(("stale", "moved")) for row in rows)
    shown = f"{len(rows)} in {', '.join(map(str, cards.folders))}"
    if broken or changed:
        return [warn("cards", f"{shown}; {broken} broken, {changed} stale or moved", "`cairn card lint` says which")]
    return [ok("cards", shown)]


def _content(cairn: Cairn, sources: int) -> Check:
    size = cairn.size_bytes()
    return ok("index", f"{cairn.database}, {size / 1e6:,.1f} MB, {sources} {'source' if sources == 1 else 'sources'}")


def _look_at_log(database: Path) -> list[Check]:
    try:
        size = Path(f"{database}-wal").stat().st_size
    except OSError:
        return []
    if size < _LARGE_WAL_BYTES:
        return []
    return [warn("index", f"its -wal file has {size / 1e6:,.0f} MB", "end programs that keep reading the index, then `cairn gc`")]


def _nearest(folder: Path) -> Path:
    """The folder, or the closest one above that is there."""
    return next((place for place in (folder, *folder.parents) if place.is_dir()), folder)
