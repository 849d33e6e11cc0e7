"""Files, symbols and handles that a prompt names, and the cards about them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cairn.cards.graph import ABOUT
from cairn.store.sqlite.cards import CardRows, TargetRow

_HANDLE = re.compile(r"[\w.-]+:[^\s`'\"<>|,;]*[\w)]|[\w./-]+#[\w.:()~,/-]*\w")
_FILE = re.compile(r"(?<![\w.])(?:[\w.-]+[/\\])*[\w-][\w.-]*\.[A-Za-z]\w{0,4}\b(?!\()")
_TICKED = re.compile(r"`([^`\n]{2,120})`")
_NAME = re.compile(
    r"\b[^\W\d]\w*(?:(?:\.|::|->)[^\W\d]\w*)+"  # Box.put, box::put
    r"|\b[^\W\d]\w*(?=\(\))"  # put()
    r"|\b\w*[^\W\d_]_\w+|\b_+\w+"  # put_all
    r"|\b[^\W\d_]*[a-z][A-Z]\w*"  # putAll, BoxLid
)
# So much without a blank is cut: the patterns take the square of its length.
_LONG = re.compile(r"\S{200}")
_PLAIN = re.compile(r"[^\W\d]\w*")
_MOST = 200  # names of one prompt that are looked up: a guess, a long traceback
_MOST_MEANT = 2  # definitions that a bare name may mean, among those that cards are about


class Mention(NamedTuple):
    """A card that is about something that a prompt names; `is_direct`: not only about what calls that, or is called by it."""

    card: int
    is_direct: bool
    typed: str


def find_mentions(rows: CardRows, prompt: str, places: Sequence[str]) -> list[Mention]:
    """Return the cards about what a prompt names, and about `places`, handles that are given beside it."""
    found = [Mention(row.card, row.relation == ABOUT, row.handle) for row in _by_handle(rows, places)]
    prompt = _LONG.sub(r"\g<0> ", prompt)
    handles = [text.rstrip(".:)") if "(" not in text else text for text in _HANDLE.findall(prompt)]
    found += [Mention(row.card, row.relation == ABOUT, row.handle) for row in _by_handle(rows, handles[:_MOST])]
    found += _by_file(rows, dict.fromkeys(name.replace("\\", "/") for name in _FILE.findall(prompt)))
    ticked = [text.strip().removesuffix("()") for text in _TICKED.findall(prompt)]
    names = [*(text for text in ticked if _PLAIN.fullmatch(text)), *_NAME.findall(prompt)]
    return found + _by_name(rows, dict.fromkeys(names))


def _by_handle(rows: CardRows, handles: Sequence[str]) -> list[TargetRow]:
    if not handles:
        return []
    wanted = list(dict.fromkeys(handles))
    seen = {(row.card, row.handle, row.relation): row for column in ("handle", "about") for row in rows.targets(column, wanted)}
    return list(seen.values())


def _by_file(rows: CardRows, names: Iterable[str]) -> list[Mention]:
    wanted = {name.lower().lstrip("./") for name in list(names)[:_MOST]}
    if not wanted:
        return []
    bases = {name.rpartition("/")[2] for name in wanted}
    found = []
    for row in rows.targets("file", sorted(bases)):
        path = row.handle.partition(":")[2].partition("#")[0].lower()
        typed = next((name for name in sorted(wanted) if f"/{path}".endswith(f"/{name}")), None)
        if typed is not None and row.relation == ABOUT:
            found.append(Mention(row.card, True, typed))
    return found


def _by_name(rows: CardRows, names: Iterable[str]) -> list[Mention]:
    wanted: dict[str, list[str]] = {}
    for name in list(names)[:_MOST]:
        plain = name.replace("::", ".").replace("->", ".").lower().strip("_.") if not name.startswith("_") else name.lower()
        wanted.setdefault(plain.rpartition(".")[2], []).append(plain)
    if not wanted:
        return []
    by_typed: dict[str, list[TargetRow]] = {}
    for row in rows.targets("name", sorted(wanted)):
        for typed in wanted[row.name]:
            if "." not in typed or f".{row.dotted}".endswith(f".{typed}") or typed.endswith(f".{row.dotted}"):
                by_typed.setdefault(typed, []).append(row)
    found = []
    for typed, meant in by_typed.items():
        if len({row.handle for row in meant}) <= _MOST_MEANT or "." in typed:
            found += [Mention(row.card, row.relation == ABOUT, typed) for row in meant]
    return found
