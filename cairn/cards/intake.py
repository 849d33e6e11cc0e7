"""Takes cards into the derived index: what has changed in a library is read, and what cards are about is looked up.

Apart from `index`, which tells at every prompt that nothing of this is to be done.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path

from cairn.cards.card import BrokenCardError, Card, digest, read_card
from cairn.cards.graph import ABOUT, CALLEE, CALLER, CHANGED, FORMER, FRESH, GONE, MOVED, UNKNOWN, UNVERIFIED, Definition, Graph
from cairn.cards.library import CARD, SKILL_KIND, Found, read_file
from cairn.cards.words import index_words
from cairn.store.sqlite.cards import CardRow, CardRows, TargetRow

_STEP = 100  # files of one transaction: a tenth of a second
_MOST_TERMS = 4000  # words of a body that are looked at: a guess, thirty times those of a usual one


def take_in(rows: CardRows, folders: list[Path], files: list[Found], generation: int) -> None:
    """Read the files that are not as they were, and drop those that are gone.

    In steps that others see one by one: a hook that has no time left goes on where it was at the next prompt.
    """
    known = {(row.library, row.path): row.stamp for row in rows.cards()}
    changed = [file for file in files if known.get((file.library, file.path)) != file.stamp]
    for start in range(0, len(changed), _STEP):
        with rows.writing():
            for file in changed[start : start + _STEP]:
                old = rows.card_at(file.library, file.path)  # another hook may have read it meanwhile
                if old is None or old.stamp != file.stamp:
                    _take_in(rows, folders[file.library], file, old, generation)
    with rows.writing():
        for library, path in known.keys() - {(file.library, file.path) for file in files}:
            rows.drop(library, path)
        lengths = [len(row.terms.split()) for row in rows.cards() if not row.fault]
        rows.set_meta("mean_length", f"{sum(lengths) / len(lengths):.1f}" if lengths else "")


def _take_in(rows: CardRows, folder: Path, file: Found, old: CardRow | None, generation: int) -> None:
    try:
        data = read_file(folder, file.path)
    except OSError as exc:
        rows.put(_broken(file, "", f"it cannot be read ({exc.strerror})", generation), None)
        return
    mark = digest(data)
    if old is not None and old.hash == mark:
        rows.db.execute("UPDATE card SET stamp = ? WHERE id = ?", (file.stamp, old.id))
        return
    parts = file.path.split("/")
    stem = parts[-2] if file.is_skill else parts[-1].rpartition(".")[0]
    try:
        card = read_card(data, stem)
    except BrokenCardError as exc:
        rows.put(_broken(file, mark, str(exc), generation), None)
        return
    words = _card_words(card, is_skill=file.is_skill)
    columns = (" ".join(words[0]), " ".join(words[1]), " ".join(words[2][:_MOST_TERMS]))
    rows.put(_row(file, mark, card, columns, generation), columns)


def _card_words(card: Card, *, is_skill: bool) -> tuple[list[str], list[str], list[str]]:
    """The words of name, summary and body. A skill is known by its description alone: its text is for when it is opened."""
    named = [card.name, *card.tags, *(_last_names(handle) for handle in card.about)]
    return index_words(" ".join(named)), index_words(card.summary), [] if is_skill else index_words(card.body)


def _last_names(handle: str) -> str:
    """The file's name and the qualified name of a handle, in which people speak of it."""
    rest = handle.partition(":")[2] or handle
    path, _, anchor = rest.partition("#")
    return f"{path.rpartition('/')[2].partition('.')[0]} {anchor}"


def _broken(file: Found, mark: str, reason: str, generation: int) -> CardRow:
    name = file.path.rpartition("/")[2].rpartition(".")[0]
    return CardRow(
        0, file.library, file.path, file.stamp, mark, generation, name, "", CARD, "", "", "", "", "", "", "", "{}", reason
    )


def _row(file: Found, mark: str, card: Card, columns: tuple[str, str, str], generation: int) -> CardRow:
    return CardRow(
        0,
        file.library,
        file.path,
        file.stamp,
        mark,
        generation,
        card.name,
        card.summary,
        SKILL_KIND if file.is_skill else CARD,
        card.status,
        card.expires,
        card.verified_at,
        card.owner,
        "\n".join(card.scope),
        "\n".join(columns),
        "\n".join(card.about),
        json.dumps(dict(card.fingerprints)),
        "",
    )


def look_up(rows: CardRows, folders: list[Path], open_graph: Callable[[], Graph] | None) -> None:
    """Compare what cards are about with the index of code; None: there is none."""
    cards = [row for row in rows.cards() if row.about]
    handles = list(dict.fromkeys(handle for row in cards for handle in row.about.splitlines()))
    graph = open_graph() if open_graph is not None and handles else None
    found = graph.definitions(handles) if graph is not None else {}
    roots = {label: place.replace("\\", "/").lower().strip("/") for label, place in graph.locations().items()} if graph else {}
    with rows.writing():
        rows.set_meta("roots", json.dumps(roots))
        for row in cards:
            about = row.about.splitlines()
            rows.set_targets(
                row.id, [target for handle in about for target in _targets(rows, folders, row, handle, found, graph)]
            )


def _targets(
    rows: CardRows,
    folders: list[Path],
    row: CardRow,
    handle: str,
    found: Mapping[str, Definition | None],
    graph: Graph | None,
) -> list[TargetRow]:
    """What a card is about by one of its handles, and the neighbours of that."""
    if handle not in found or graph is None:
        return [target_row(row.id, handle, handle, ABOUT, UNKNOWN)]
    path = os.fspath(folders[row.library] / row.path)
    known = known_mark(rows, path, row, handle)
    definition = found[handle]
    if definition is not None:
        state = _state(rows, path, row, handle, definition, known)
    else:
        heirs = graph.successors(handle, known[1]) if known is not None else []
        definition = heirs[0] if len(heirs) == 1 else None
        state = MOVED if definition is not None else GONE
    if definition is None:
        return [target_row(row.id, handle, handle, ABOUT, GONE)]
    near = [(other, CALLER) for other in definition.callers] + [(other, CALLEE) for other in definition.callees]
    return [
        target_row(row.id, handle, definition.handle, ABOUT, state),
        *([target_row(row.id, handle, handle, FORMER, state)] if state == MOVED else []),
        *(target_row(row.id, handle, other, relation, state) for other, relation in near),
    ]


def known_mark(rows: CardRows, path: str, row: CardRow, handle: str) -> tuple[str, str] | None:
    """The fingerprint and the shape of a definition when the card was verified: what the card says, else what was seen then."""
    written = json.loads(row.prints).get(handle, "")
    if written.count(".") == 1:
        mark, _, shape = written.partition(".")
        return mark, shape
    seen = rows.baseline(path, handle, row.verified_at)
    if seen is None:
        return None
    mark, _, shape = seen[0].partition(".")
    return mark, shape


def _state(rows: CardRows, path: str, row: CardRow, handle: str, definition: Definition, known: tuple[str, str] | None) -> str:
    if rows.baseline(path, handle, row.verified_at) is None and (known is None or known[0] == definition.mark):
        # The text is kept for `verify`, which shows what has changed.
        rows.set_baseline(path, handle, row.verified_at, f"{definition.mark}.{definition.shape}", definition.text[:20_000])
    if not row.verified_at:
        return UNVERIFIED
    return FRESH if known is None or known[0] == definition.mark else CHANGED


def target_row(card: int, about: str, handle: str, relation: str, state: str) -> TargetRow:
    """A row with the names by which a prompt could mean a handle, in lower case."""
    rest = handle.partition(":")[2] if ":" in handle else handle
    path, _, anchor = rest.partition("#")
    plain = anchor.partition("(")[0].partition("~")[0].replace("::", ".").lower()
    return TargetRow(card, about, handle, relation, state, path.rpartition("/")[2].lower(), plain.rpartition(".")[2], plain)
