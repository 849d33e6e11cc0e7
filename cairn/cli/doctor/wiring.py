"""Checks of how Cairn is called: by harnesses, and from the shell."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from cairn.cli.doctor.check import Check, fail, ok, warn
from cairn.cli.harness.entry import url_of
from cairn.cli.harness.machine import Machine, Scope
from cairn.cli.harness.survey import Place, survey
from cairn.config import Config
from cairn.egress import is_loopback_name


def look_at_harnesses(machine: Machine, config: Config) -> Sequence[Check]:
    """The configuration files of harnesses."""
    places = survey(machine)
    checks = [_look_at(place, machine, url_of(config)) for place in places if place.fault or place.connected]
    names = {place.harness for place in places if place.connected or place.fault}
    loose = [place.harness for place in places if place.found and place.harness not in names]
    if loose:
        checks.append(ok("harnesses", f"here and not connected: {', '.join(loose)} (`cairn connect HARNESS`)"))
    return checks or [ok("harnesses", "none found")]


def _look_at(place: Place, machine: Machine, url: str) -> Check:
    name = f"{place.title}, {place.scope}"
    if place.fault or not place.connected:
        return fail("harnesses", f"{name}: {place.fault}", "mend the file; `cairn connect` leaves a broken one alone")
    if place.command is not None:
        if machine.which(place.command[0]) is None:
            return fail("harnesses", f"{name}: it starts {place.command[0]}, which is not there", _again(place, "--stdio"))
        return ok("harnesses", f"{name}: starts `{place.connected}`")
    if place.url and place.url != url and is_loopback_name(urlsplit(place.url).hostname or ""):
        return warn(
            "harnesses", f"{name}: it looks for the server at {place.url}, which would be at {url}", _again(place, "--http")
        )
    return ok("harnesses", f"{name}: {place.url}")


def _again(place: Place, transport: str) -> str:
    return f"`cairn connect {place.harness} {transport}{'' if place.scope == Scope.USER else ' --scope project'}`"


def look_at_path(environ: Mapping[str, str]) -> Sequence[Check]:
    """The `cairn` that the shell would run."""
    name = "cairn.exe" if os.name == "nt" else "cairn"
    own = Path(sys.executable).with_name(name)
    folders = [folder for folder in environ.get("PATH", os.defpath).split(os.pathsep) if folder]
    found = list(dict.fromkeys(place for folder in folders if (place := shutil.which(name, path=folder))))
    others = [place for place in found if not _is_same(Path(place), own)]
    if not found:
        return [warn("path", "no `cairn` is on the PATH", f"put {own.parent} on it")]
    if others and others[0] == found[0]:
        return [warn("path", f"`cairn` is {others[0]}, another one than this ({own})", "take one of them off the PATH")]
    return [ok("path", found[0] + (f"; also {', '.join(others)}" if others else ""))]


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
