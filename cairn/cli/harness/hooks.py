"""Hooks of a harness, which ask for cards at each prompt and after each edit: written into its settings, and taken out again.

Ground: the documentation of Claude Code's and Codex's hooks, as of November 2026; both read the same shape from a JSON file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from cairn.cli.harness import files, jsonc, jsonedit
from cairn.cli.harness.connect import Connection
from cairn.cli.harness.files import ConfigFile
from cairn.cli.harness.jsonc import BrokenError
from cairn.cli.harness.machine import Machine, Scope
from cairn.errors import NotFoundError, RefusedError, UsageError

_HOOKS = "hooks"
_TIMEOUT_S = 10  # `cairn hook` gives up by itself before that
_OURS = re.compile(r"(?:^|[\s\"'/\\])cairn(?:\.exe)?[\"']?\s+hook(?:\s|$)|-m cairn hook(?:\s|$)")
Entry = dict[str, Any]  # JSON
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class HookPlace:
    """Where a harness reads hooks, and which of its tools edit."""

    title: str
    user_file: Callable[[Machine], Path]
    project_file: str
    editing: str


PLACES = {
    "claude-code": HookPlace(
        "Claude Code",
        lambda machine: machine.named("CLAUDE_CONFIG_DIR", machine.home / ".claude") / "settings.json",
        ".claude/settings.json",
        "Edit|MultiEdit|Write|NotebookEdit",
    ),
    "codex": HookPlace(
        "Codex CLI",
        lambda machine: machine.named("CODEX_HOME", machine.home / ".codex") / "hooks.json",
        ".codex/hooks.json",
        "apply_patch|Edit|Write",
    ),
}


def hooks_of(name: str, command: str) -> dict[str, Entry]:
    """The entry of each event."""
    handler = {"type": "command", "command": command, "timeout": _TIMEOUT_S}
    return {"UserPromptSubmit": {"hooks": [handler]}, "PostToolUse": {"matcher": PLACES[name].editing, "hooks": [handler]}}


def command_line(program: tuple[str, ...], name: str) -> str:
    """The command that a harness's shell runs."""
    words = [*program, "hook", "--format", name]
    return " ".join(word if re.fullmatch(r"[\w./:\\-]+", word) else json.dumps(word) for word in words)


def file_of(name: str, machine: Machine, scope: Scope) -> Path:
    """The file for a scope.

    Raises:
        UsageError: the harness has no hooks that are known.
        NotFoundError: the folder of the project is gone.
    """
    if name not in PLACES:
        raise UsageError(f"{name} has no hooks that Cairn knows; cards can be hooked into {' and '.join(PLACES)}")
    if scope is Scope.USER:
        return PLACES[name].user_file(machine)
    if machine.project is None:
        raise NotFoundError("the current folder was removed; go to the folder of a project, or leave out --scope project")
    return machine.project / PLACES[name].project_file


def install(name: str, machine: Machine, scope: Scope, command: str) -> Connection:
    """Write the hooks; all else in the file stays, and they are there once however often this is done.

    Raises:
        RefusedError: the file is broken; nothing is written.
        EnvironmentFault: it cannot be read or written.
    """
    path = file_of(name, machine, scope)
    file = files.read(path)
    new = _edited(path, lambda: with_hooks(file.text or "", hooks_of(name, command)))
    if new == file.text:
        return Connection(name, scope, str(path), "unchanged", _kept(file))
    if not _edited(path, lambda: _has_ours(file.text or "")):
        files.keep_backup(file)
    files.replace(file, new, is_private=False)
    return Connection(name, scope, str(path), "written", _kept(file))


def uninstall(name: str, machine: Machine, scope: Scope) -> Connection:
    """Take the hooks out. A file that nobody has changed since is again what it was, byte for byte.

    Raises:
        RefusedError: the file is broken; nothing is written.
        EnvironmentFault: it cannot be read or written.
    """
    path = file_of(name, machine, scope)
    file = files.read(path)
    if not _edited(path, lambda: _has_ours(file.text or "")):
        return Connection(name, scope, str(path), "absent", _kept(file))
    new = _edited(path, lambda: without_hooks(file.text or ""))
    if _is_derived(file):
        if file.backup.exists():
            files.restore(file)
            files.forget_folders(file)
            return Connection(name, scope, str(path), "restored", _kept(file))
        files.delete(file)
        return Connection(name, scope, str(path), "deleted", _kept(file))
    files.replace(file, new, is_private=False)
    files.forget_folders(file)
    return Connection(name, scope, str(path), "removed", _kept(file))


def with_hooks(text: str, entries: Mapping[str, Entry]) -> str:
    """The text with the entries, in place of older ones of Cairn's.

    Raises:
        BrokenError: the text is broken, or what stands where hooks belong are none.
    """
    if _ours(text) == {event: [entry] for event, entry in entries.items()}:
        return text
    new = without_hooks(text)
    for event, entry in entries.items():
        new = jsonedit.append_item(new, (_HOOKS, event), entry)
    if _rest(new) != _rest(text):
        raise BrokenError("it is written in a way that cannot be edited safely")
    return new


def without_hooks(text: str) -> str:
    """The text without Cairn's entries, and without lists that held nothing else.

    Raises:
        BrokenError: as `with_hooks`.
    """
    new = text
    for event, entries in _ours(text).items():
        for entry in entries:
            new = jsonedit.remove_item(new, (_HOOKS, event), entry)
        if _is_empty(new, (_HOOKS, event)):
            new = jsonedit.remove_value(new, (_HOOKS, event))
    if new != text and _is_empty(new, (_HOOKS,)):
        new = jsonedit.remove_value(new, (_HOOKS,))
    if _rest(new) != _rest(text):
        raise BrokenError("it is written in a way that cannot be edited safely")
    return new


def _is_empty(text: str, path: tuple[str, ...]) -> bool:
    node = jsonedit.find(text, path)
    return node is not None and not text[node.start + 1 : node.end - 1].strip()


def _document(text: str) -> dict[str, Any]:
    root = jsonc.parse(text)
    found = {} if root is None else root.value
    if not isinstance(found, dict):
        raise BrokenError("the file is no object")
    return found


def _events(document: Mapping[str, Any]) -> dict[str, list[Any]]:
    hooks = document.get(_HOOKS, {})
    if not isinstance(hooks, dict) or not all(isinstance(entries, list) for entries in hooks.values()):
        raise BrokenError("its `hooks` are no lists by event")
    return hooks


def _is_ours(entry: object) -> bool:
    """Whether an entry runs nothing but `cairn hook`."""
    handlers = entry.get("hooks") if isinstance(entry, dict) else None
    if not isinstance(handlers, list) or not handlers:
        return False
    return all(isinstance(one, dict) and _OURS.search(str(one.get("command", ""))) for one in handlers)


def _ours(text: str) -> dict[str, list[Entry]]:
    events = _events(_document(text))
    found = {event: [entry for entry in entries if _is_ours(entry)] for event, entries in events.items()}
    return {event: entries for event, entries in found.items() if entries}


def _has_ours(text: str) -> bool:
    return bool(_ours(text))


def _rest(text: str) -> object:
    """All values but Cairn's entries, and but events without any."""
    document = _document(text)
    events = {event: [entry for entry in entries if not _is_ours(entry)] for event, entries in _events(document).items()}
    rest = {name: value for name, value in document.items() if name != _HOOKS}
    return rest, {event: entries for event, entries in events.items() if entries}


def _is_derived(file: ConfigFile) -> bool:
    """Whether the file is its backup, or nothing at all if there is none, with these hooks added and no other change."""
    try:
        before = files.read(file.backup).text or ""
        entries = {event: found[0] for event, found in _ours(file.text or "").items()}
        return not _has_ours(before) and file.encode(with_hooks(before, entries)) == file.data
    except (BrokenError, RefusedError):
        return False


def _edited(path: Path, edit: Callable[[], Made]) -> Made:
    """What an edit gives; a file that is broken is refused by its name."""
    try:
        return edit()
    except BrokenError as exc:
        raise RefusedError(
            f"{path} is broken ({exc}) and is left as it is; mend it, or see `--print` for what belongs in it"
        ) from exc


def _kept(file: ConfigFile) -> str | None:
    return str(file.backup) if file.backup.exists() else None
