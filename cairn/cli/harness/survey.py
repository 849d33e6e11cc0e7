"""Which harnesses are on this machine, and which of them know Cairn."""

from __future__ import annotations

from dataclasses import dataclass, replace

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
    url: str | None = None  # where its entry has the server
    command: tuple[str, ...] | None = None  # or what it starts
    fault: str | None = None  # why its file cannot be read

    @property
    def connected(self) -> str | None:
        """The URL or the command of its entry; None if there is none."""
        return self.url if self.command is None else " ".join(self.command)


def survey(machine: Machine) -> list[Place]:
    """Look at the files of all harnesses; those of the project are left out unless they name Cairn or are broken."""
    places = [place for harness in HARNESSES.values() for scope in Scope if (place := _look(harness, machine, scope))]
    # In the home folder both scopes may have one file.
    once = {place.path: place for place in reversed(places)}
    return [place for place in reversed(once.values()) if place.scope == Scope.USER or place.connected or place.fault]


def _look(harness: Harness, machine: Machine, scope: Scope) -> Place | None:
    path = harness.file(machine, scope)
    if path is None:
        return None
    place = Place(harness.name, harness.title, scope, str(path), harness.is_found(machine))
    try:
        entry = entry_in(harness, files.read(path).text or "")
    except BrokenError as exc:
        return replace(place, fault=f"{path} is broken ({exc})")
    except CairnError as exc:
        return replace(place, fault=str(exc))
    return place if entry is None else replace(place, url=_url_in(entry), command=_command_in(entry))


def _url_in(entry: Entry) -> str | None:
    return next((str(entry[key]) for key in ("url", "serverUrl", "httpUrl") if key in entry), None)


def _command_in(entry: Entry) -> tuple[str, ...] | None:
    command, arguments = entry.get("command"), entry.get("args")
    words = command if isinstance(command, list) else [command, *(arguments if isinstance(arguments, list) else [])]
    return None if command is None else tuple(map(str, words))
