"""`cairn doctor`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

from cairn.answers.terminal.style import paint
from cairn.app import Cairn, create_cairn
from cairn.cli.doctor import index, network, parts, settings, wiring
from cairn.cli.doctor.check import PROBE_LIMIT_S, Check, Probe, State, run_probes
from cairn.cli.harness.machine import Machine
from cairn.cli.place import current_folder
from cairn.cli.verb import Session, verb
from cairn.config import Config

_COLOURS = {State.OK: "green", State.WARN: "yellow", State.FAIL: "red"}


@dataclass(frozen=True, slots=True)
class _Here:
    """What the checks look at."""

    config: Config
    machine: Machine
    cairn: Cairn


_CHECKS: dict[str, Callable[[_Here], Sequence[Check]]] = {
    "python": lambda _: parts.look_at_python(),
    "sqlite": lambda _: parts.look_at_sqlite(),
    "sqlite-vec": lambda _: parts.look_at_vectors(),
    "settings": lambda _: settings.look_at_settings(os.environ),
    "home": lambda here: index.look_at_home(here.cairn),
    "index": lambda here: index.look_at_index(here.cairn),
    "cards": lambda here: index.look_at_cards(here.cairn),
    "embeddings": lambda here: network.look_at_embeddings(here.config),
    "chat": lambda here: network.look_at_chat(here.config),
    "server": lambda here: network.look_at_server(here.config, here.cairn),
    "harnesses": lambda here: wiring.look_at_harnesses(here.machine, here.config),
    "path": lambda _: wiring.look_at_path(os.environ),
    "grammars": lambda _: parts.look_at_grammars(),
    "readers": lambda _: parts.look_at_readers(),
}


@verb(
    "cairn doctor\ncairn doctor server harnesses\ncairn doctor --json | jq '.checks[] | select(.state != \"ok\")'",
    is_lenient=True,
)
@click.argument("names", metavar="[CHECK]...", nargs=-1, type=click.Choice(list(_CHECKS)))
def doctor(session: Session, names: tuple[str, ...]) -> int:
    """Say what works here and what does not, with a remedy for each. Exit status 1 says that something does not.

    CHECK is one of python, sqlite, sqlite-vec, settings, home, index, cards, embeddings, chat, server, harnesses, path,
    grammars and readers;
    without one all are made.
    Every check has a few seconds, and nothing is changed. Endpoints that are set are asked once.
    """
    checks = run_probes(_probes(session, names))
    is_well = all(check.state is not State.FAIL for check in checks)
    session.answer({"ok": is_well, "checks": checks}, lambda: _text(checks))
    return 0 if is_well else 1


def _probes(session: Session, names: tuple[str, ...]) -> list[Probe]:
    config = settings.readable_config(os.environ)
    machine = Machine(sys.platform, Path.home(), current_folder(), os.environ)
    # The index is looked at by itself: endpoints that do not fit together have a check of their own.
    cairn = create_cairn(session.database, config=replace(config, embed_url=None, chat_url=None))
    here = _Here(config, machine, cairn)
    limits = dict.fromkeys(["grammars", "readers"], parts.CHILD_LIMIT_S + PROBE_LIMIT_S)
    return [
        Probe(name, partial(look, here), limits.get(name, PROBE_LIMIT_S))
        for name, look in _CHECKS.items()
        if not names or name in names
    ]


def _text(checks: list[Check]) -> str:
    width = max(len(check.check) for check in checks)
    lines = [f"{paint(f'{check.state:4}', _COLOURS[check.state])}  {check.check:{width}}  {_sentence(check)}" for check in checks]
    faults = sum(check.state is State.FAIL for check in checks)
    warnings = sum(check.state is State.WARN for check in checks)
    return "\n".join([*lines, f"{faults} failed, {warnings} to look at, {len(checks) - faults - warnings} in order"])


def _sentence(check: Check) -> str:
    return check.detail if check.remedy is None else f"{check.detail}; {check.remedy}"


command = doctor
