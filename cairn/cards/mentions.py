"""Files, symbols and handles that a prompt names, and the cards about them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cairn.cards.graph import OWN
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
# A frame of a stack: it names one definition of a file, as in `File "/srv/shop/up.py", line 8, in send` of Python, and
# `at Uploader.send (/srv/shop/up.js:8:4)` of JavaScript, Java, Kotlin and C#'s like.
_FRAME = re.compile(
    r'File "(?P<file>[^"\n]{1,300})", line \d{1,9}, in (?P<name>[\w<>.]{1,200})'
    r"|\bat (?:async |new )?(?P<dotted>[\w.$<>]{1,200}) ?\((?P<place>[^()\s]{1,300}?):\d{1,9}(?::\d{1,9})?\)"
)
# Names of folders that most projects have: with one of them in front, the end of a path tells nothing of whose it is.
_USUAL = frozenset(
    "app bin cmd doc docs example examples include internal lib libs main packages pkg scripts source src test tests".split()
)
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
    found = [Mention(row.card, row.relation in OWN, row.handle) for row in _by_handle(rows, places)]
    prompt = _LONG.sub(r"\g<0> ", prompt)
    handles = [text.rstrip(".:)") if "(" not in text else text for text in _HANDLE.findall(prompt)]
    found += [Mention(row.card, row.relation in OWN, row.handle) for row in _by_handle(rows, handles[:_MOST])]
    prompt, frames = _frames(prompt)
    found += _by_file(rows, [*frames, *((name, None) for name in dict.fromkeys(_FILE.findall(prompt)))])
    ticked = [text.strip().removesuffix("()") for text in _TICKED.findall(prompt)]
    names = [*(text for text in ticked if _PLAIN.fullmatch(text)), *_NAME.findall(prompt)]
    return found + _by_name(rows, dict.fromkeys(names))


def _by_handle(rows: CardRows, handles: Sequence[str]) -> list[TargetRow]:
    if not handles:
        return []
    wanted = list(dict.fromkeys(handles))
    seen = {(row.card, row.handle, row.relation): row for column in ("handle", "about") for row in rows.targets(column, wanted)}
    return list(seen.values())


def _frames(prompt: str) -> tuple[str, list[tuple[str, str | None]]]:
    """The prompt with the names of its stack frames in place of them, and their files with the plain name in each."""
    found: dict[tuple[str, str | None], None] = {}
    for frame in _FRAME.finditer(prompt):
        name = frame["name"] or frame["dotted"]
        found.setdefault((frame["file"] or frame["place"], name.rpartition(".")[2].lower()))
    return _FRAME.sub(lambda frame: f" {frame['dotted'] or ''} ", prompt), list(found)


def _by_file(rows: CardRows, names: Sequence[tuple[str, str | None]]) -> list[Mention]:
    """The cards about files with these names, each with the name of a definition in it, None: any."""
    wanted: dict[str, list[tuple[str, str | None]]] = {}
    for typed, inside in names[:_MOST]:
        name = typed.replace("\\", "/").lower().lstrip("./")
        wanted.setdefault(name.rpartition("/")[2], []).append((name, inside))
    if not wanted:
        return []
    roots = json.loads(rows.meta("roots") or "{}")
    found = []
    for row in rows.targets("file", sorted(wanted)):
        label, _, rest = row.handle.partition(":")
        path = rest.partition("#")[0].lower()
        for name, inside in wanted[row.file] if row.relation in OWN else ():
            is_inside = inside is None or row.name in (inside, "")
            if is_inside and _is_meant(name, label.lower(), path, roots.get(label, "")):
                found.append(Mention(row.card, True, name))
                break
    return found


def _is_meant(name: str, label: str, path: str, root: str) -> bool:
    """Whether a path as somebody wrote it is that of a file: its end, `label/path`, a path below the source, or below a copy.

    `/usr/lib/python3/site-packages/tenacity/wait.py` is `tenacity/wait.py`; `/home/me/other/src/main.py` is not `src/main.py`.
    """
    if f"/{root}/{path}".endswith(f"/{name}"):
        return True
    first, _, more = path.partition("/")
    is_copy = f"/{name}".endswith(f"/{path}") and bool(more) and first not in _USUAL
    return is_copy or f"/{name}".endswith(f"/{label}/{path}")


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
            found += [Mention(row.card, row.relation in OWN, typed) for row in meant]
    return found
