"""Connects a harness to Cairn's server: writes its configuration, shows it, or takes it away again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from cairn.cli.harness import files
from cairn.cli.harness.change import entry_in, with_entry, without_entry
from cairn.cli.harness.entry import Server
from cairn.cli.harness.files import ConfigFile
from cairn.cli.harness.jsonc import BrokenError
from cairn.cli.harness.machine import Machine, Scope
from cairn.cli.harness.registry import Harness
from cairn.cli.harness.shapes import Entry
from cairn.errors import NotFoundError, RefusedError, UsageError

Edited = TypeVar("Edited")


@dataclass(frozen=True, slots=True)
class Connection:
    """What was done with the configuration of a harness."""

    harness: str
    scope: str
    path: str
    action: str  # written, unchanged, restored, removed, deleted, absent
    backup: str | None  # the file as it was before


def file_of(harness: Harness, machine: Machine, scope: Scope) -> Path:
    """The configuration file for a scope.

    Raises:
        UsageError: the harness has none.
        NotFoundError: the folder of the project is gone.
    """
    path = harness.file(machine, scope)
    if path is None and harness.project_file:
        raise NotFoundError("the current folder was removed; go to the folder of a project, or leave out --scope project")
    if path is None:
        raise UsageError(f"{harness.title} has no configuration of a project; leave out --scope project")
    return path


def fragment(harness: Harness, server: Server) -> str:
    """What a configuration that holds nothing else would be."""
    return with_entry(harness, "", harness.write(server))


def connect(harness: Harness, machine: Machine, scope: Scope, server: Server) -> Connection:
    """Write the server into the configuration; the rest of that stays as it is.

    Raises:
        UsageError: the harness has no such scope.
        RefusedError: the file is broken, or a token would come to lie in a project; nothing is written.
        EnvironmentFault: the file cannot be read or written.
    """
    path = file_of(harness, machine, scope)
    if server.token is not None and scope is Scope.PROJECT:
        raise RefusedError(
            f"{path} belongs to a project, and the token would stand in it for others to read; use --scope user, or --stdio"
        )
    file, entry = _read(harness, path)
    text = file.text or ""
    new = _edited(path, lambda: with_entry(harness, text, harness.write(server)))
    if new == file.text:
        return Connection(harness.name, scope, str(path), "unchanged", _kept(file))
    if not (entry is not None and _is_derived(harness, file, entry)):
        files.keep_backup(file)
    files.replace(file, new, is_private=server.token is not None)
    return Connection(harness.name, scope, str(path), "written", _kept(file))


def disconnect(harness: Harness, machine: Machine, scope: Scope) -> Connection:
    """Take the server out of the configuration.

    A file that nobody has changed since `connect` is again what it was, byte for byte.

    Raises:
        UsageError: the harness has no such scope.
        RefusedError: the file is broken; nothing is written.
        EnvironmentFault: the file cannot be read or written.
    """
    path = file_of(harness, machine, scope)
    file, entry = _read(harness, path)
    if entry is None:
        return Connection(harness.name, scope, str(path), "absent", _kept(file))
    action = _take_out(harness, path, file, entry)
    return Connection(harness.name, scope, str(path), action, _kept(file))


def _take_out(harness: Harness, path: Path, file: ConfigFile, entry: Entry) -> str:
    if _is_derived(harness, file, entry):
        if file.backup.exists():
            files.restore(file)
            files.forget_folders(file)
            return "restored"
        files.delete(file)
        return "deleted"
    text = file.text or ""
    new = _edited(path, lambda: without_entry(harness, text))
    files.replace(file, new, is_private=False)
    files.forget_folders(file)
    return "removed"


def _read(harness: Harness, path: Path) -> tuple[ConfigFile, Entry | None]:
    file = files.read(path)
    text = file.text or ""
    return file, _edited(path, lambda: entry_in(harness, text))


def _edited(path: Path, edit: Callable[[], Edited]) -> Edited:
    """What an edit gives; a file that is broken is refused by its name."""
    try:
        return edit()
    except BrokenError as exc:
        raise RefusedError(
            f"{path} is broken ({exc}) and is left as it is; mend it, or see `--print` for what belongs in it"
        ) from exc


def _is_derived(harness: Harness, file: ConfigFile, entry: Entry) -> bool:
    """Whether the file is its backup, or nothing at all if there is none, with the entry added and no other change."""
    try:
        before = files.read(file.backup).text
        text = before or ""
        return entry_in(harness, text) is None and file.encode(with_entry(harness, text, entry)) == file.data
    except (BrokenError, RefusedError):
        return False


def _kept(file: ConfigFile) -> str | None:
    return str(file.backup) if file.backup.exists() else None
