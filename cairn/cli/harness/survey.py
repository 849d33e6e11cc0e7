"""Which harnesses are on this machine, and which of them know Cairn."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cairn.cli.harness import files
from cairn.cli.harness.change import entry_in
from cairn.cli.harness.jsonc import BrokenError
from cairn.cli.harness.machine import Machine, Scope
from cairn.cli.harness.registry import HARNESSES, Harness
from cairn.cli.harness.shapes import Entry
from cairn.errors import CairnError


@dataclass(frozen=True, slots=True)
class Place:
    """A configuration file of a harness, and what it says of Cairn."""

    harness: str
    title: str
    scope: str
    path: str
    found: bool  # whether the harness is here
    connected: str | None  # the URL or the command of its entry
    fault: str | None  # why its file cannot be read


def survey(machine: Machine) -> list[Place]:
    """Look at the files of all harnesses; those of the project only where they name Cairn or are broken."""
    places = [place for harness in HARNESSES.values() for scope in Scope if (place := _look(harness, machine, scope))]
    return [place for place in places if place.scope == Scope.USER or place.connected or place.fault]


def _look(harness: Harness, machine: Machine, scope: Scope) -> Place | None:
    path = harness.file(machine, scope)
    if path is None:
        return None
    connected, fault = _read(harness, path)
    return Place(harness.name, harness.title, scope, str(path), harness.is_found(machine), connected, fault)


def _read(harness: Harness, path: Path) -> tuple[str | None, str | None]:
    try:
        entry = entry_in(harness, files.read(path).text or "")
    except BrokenError as exc:
        return None, f"{path} is broken ({exc})"
    except CairnError as exc:
        return None, str(exc)
    return (None if entry is None else described(entry)), None


def described(entry: Entry) -> str:
    """The URL of an entry, or its command."""
    for key in ("url", "serverUrl", "httpUrl"):
        if isinstance(entry.get(key), str):
            return str(entry[key])
    command, arguments = entry.get("command"), entry.get("args")
    words = command if isinstance(command, list) else [command, *(arguments if isinstance(arguments, list) else [])]
    return " ".join(str(word) for word in words)
