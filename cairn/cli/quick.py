"""`cairn hook` and `cairn recall` without what the other verbs load: they run at every prompt, and click alone takes 60 ms.

A command line that is not of the plainest form is left to click, which says what is wrong with it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cairn.cards.hook import FORMATS, Given, context_text, lines_of, output, read_input
from cairn.errors import CairnError

if TYPE_CHECKING:
    from cairn.cards.answer import RecallAnswer
    from cairn.cards.facade import Cards

_LIMIT_S = 8.0  # below the limit that `connect` writes, after which a harness tells the person of a failure
_MOST_READ = 8_000_000


def run_quick(arguments: Sequence[str]) -> int | None:
    """Run a command line; None if it is left to click, which a hook never is: click ends with 2, and that stops a prompt."""
    status = _run_plain(list(arguments))
    return _run_by_click(arguments) if status is None and arguments[:1] == ["hook"] else status


def _run_by_click(arguments: Sequence[str]) -> int:
    """Let click say what is wrong with the command line of a hook, or what it could be."""
    from cairn.cli import output as streams
    from cairn.cli.main import run

    try:
        streams.write_whole_texts()
        run(arguments)
    except Exception:  # noqa: BLE001  # CAIRN_DEBUG wants to see it
        import traceback

        traceback.print_exc()
    return 0


def _run_plain(words: list[str]) -> int | None:
    valued = {"hook": ("--format", "--db"), "recall": ("--scope", "--session", "--db", "--at")}.get(words[0] if words else "")
    if valued is None:
        return None
    given: dict[str, list[str]] = {}
    rest: list[str] = []
    is_json = False
    place = 1
    while place < len(words):
        word = words[place]
        if word in valued and place + 1 < len(words):
            given.setdefault(word, []).append(words[place + 1])
            place += 1
        elif word == "--json" and words[0] == "recall":
            is_json = True
        elif word.startswith("-"):
            return None
        else:
            rest.append(word)
        place += 1
    single = {name: values[-1] for name, values in given.items()}
    if words[0] == "hook":
        form = single.get("--format", "claude-code")
        return run_hook(form, single.get("--db")) if not rest and form in FORMATS else None
    return _recall(rest, single, given.get("--at", []), is_json=is_json)


def _recall(rest: list[str], single: dict[str, str], at: list[str], *, is_json: bool) -> int | None:
    """Recall in the plain form; faults are left to click, which does the same again and tells them."""
    if not (rest or at) or rest == ["-"] or os.environ.get("CAIRN_DEBUG"):
        return None
    from cairn.app import create_cairn

    try:
        prompt = " ".join(rest).encode("utf-8", "replace").decode("utf-8")
        with create_cairn(single.get("--db")) as cairn:
            answer = cairn.cards.recall(prompt, at=at, scope=single.get("--scope"), session=single.get("--session", ""))
    except CairnError:
        return None
    write_recall(answer, is_json=is_json)
    return 0


def write_recall(answer: RecallAnswer, *, is_json: bool) -> None:
    """Write what was recalled: nothing at all, where that is nothing."""
    if is_json:
        from cairn.model import as_document

        print(json.dumps(as_document(answer)))
        return
    for note in answer.notes:
        _say(note)
    text = "".join(f"{line}\n" for line in context_text(answer).splitlines()[2:-1])
    _write(text)


def run_hook(form: str, database: str | None, stream: Sequence[bytes] | None = None) -> int:
    """Answer a hook. It never fails: what goes wrong is a line on standard error, and the prompt goes on."""
    timer = threading.Timer(_LIMIT_S, _give_up)
    timer.daemon = True
    timer.start()
    try:
        _hook(form, database, b"".join(stream) if stream is not None else _read_input())
    except BaseException as error:  # noqa: BLE001  # a hook that ends with an error would stop the prompt
        _say(f"{type(error).__name__}: {error}" if not isinstance(error, CairnError) else str(error))
    finally:
        timer.cancel()
    return 0


def _read_input() -> bytes:
    """What a harness says; nothing where it has closed that."""
    return sys.stdin.buffer.read(_MOST_READ) if sys.stdin is not None else b""


def _give_up() -> None:
    _say(f"the cards took longer than {_LIMIT_S:.0f} s; `cairn card list` brings their index up to date")
    os._exit(0)


def _hook(form: str, database: str | None, data: bytes) -> None:
    given = read_input(data)
    if isinstance(given, str):
        _say(given)
    if given is None or isinstance(given, str):
        return
    from cairn.app import create_cairn

    with create_cairn(database) as cairn:
        if database is not None and not cairn.may_have_index:
            _say(f"there is no index at {cairn.database}, so no cards are recalled; run `cairn add PATH`, or leave out --db")
            return
        cards = cairn.cards_from(_folder(given.folder))
        if not cards.has_library():
            _say(f"there is no card library at {cards.folders[0]}; `cairn card add` makes one, CAIRN_CARDS names another")
            return
        try:
            answer = _answer(cards, given)
        finally:
            cards.close()
    for note in answer.notes:
        _say(note)
    _write(output(form, given.event, answer))


def _folder(text: str) -> Path:
    folder = Path(text) if text and "\0" not in text else Path()
    try:
        return folder.resolve() if folder.is_dir() else Path.cwd()
    except OSError:
        return Path.cwd()


def _answer(cards: Cards, given: Given) -> RecallAnswer:
    if given.event == "UserPromptSubmit":
        return cards.recall(given.prompt, session=given.session)
    places = []
    for edit in given.edits:
        path = Path(given.folder or ".", edit.path)
        try:
            # A pipe has no end, and /dev/zero has no size.
            is_read = path.is_file() and path.stat().st_size < _MOST_READ
            text = path.read_text("utf-8", "replace") if is_read else ""
        except (OSError, ValueError):
            text = ""
        lines = lines_of(text, edit)
        places.append(f"{path}:{lines[0]}-{lines[1]}" if lines else os.fspath(path))
    return cards.recall_edited(places, session=given.session)


def _write(text: str) -> None:
    """Write to standard output, whatever its encoding; a reader that has gone away is no fault."""
    if sys.stdout is None:  # the harness wants nothing
        return
    try:
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        sys.stdout.flush()
    except (OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _say(text: str) -> None:
    try:
        print(f"cairn: {' '.join(text.split())}", file=sys.stderr, flush=True)
    except (OSError, ValueError):
        pass
