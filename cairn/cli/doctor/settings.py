"""Checks of the environment's settings."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence

from cairn.cli.doctor.check import Check, fail_by, ok, warn
from cairn.config import SETTINGS, Config
from cairn.errors import UsageError


def look_at_settings(environ: Mapping[str, str]) -> Sequence[Check]:
    """Wrong values, and variables that look like settings and are none."""
    known = {setting.variable for setting in SETTINGS}
    given = sorted(name for name, value in environ.items() if name.startswith("CAIRN_") and value.strip())
    checks = [_unknown(name, known) for name in given if name not in known]
    for setting in SETTINGS:
        try:
            Config.from_environment({setting.variable: environ.get(setting.variable, "")})
        except UsageError as error:
            checks.append(fail_by("settings", error))
    return checks or [ok("settings", f"set: {', '.join(given)}" if given else "all have their defaults")]


def readable_config(environ: Mapping[str, str]) -> Config:
    """The settings, without those that have a wrong value."""
    right: dict[str, str] = {}
    for setting in SETTINGS:
        value = {setting.variable: environ.get(setting.variable, "")}
        try:
            Config.from_environment(value)
        except UsageError:
            continue
        right |= value
    return Config.from_environment(right)


def _unknown(name: str, known: set[str]) -> Check:
    close = difflib.get_close_matches(name, known, 1)
    meant = f"did you mean {close[0]}?" if close else "docs/setup.md has those that there are"
    return warn("settings", f"{name} is no setting and has no effect", meant)
