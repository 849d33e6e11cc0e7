"""What the documents say of commands and settings, made from the code: `reference.py` writes it into them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import click

from cairn.cli.main import VERBS, cli
from cairn.cli.verb import Verb
from cairn.config import SETTINGS

ROOT = Path(__file__).resolve().parents[1]
# What each of them is, from its text as it is now.
PLACES: dict[str, Callable[[str], str]] = {
    "docs/reference.md": lambda _text: reference(),
    "docs/setup.md": lambda text: _between("settings", settings_table(), text),
    ".env.example": lambda _text: example_settings(),
}
_EACH_HAS = {"db", "is_json", "is_quiet", "verbosity", "help"}
_SETTINGS_HEAD = """\
# Settings of Cairn, each with its default. A variable that is empty counts as one that is not set.
# The command line reads the environment, not this file; `docker compose` and `make up` read a copy of it named .env.
# Made from cairn/config.py by `make docs`.
"""
_REFERENCE_HEAD = """\
# Reference

Every verb with its options, made from the code by `make docs`. What their answers are is told in [commands](commands.md), what
each is for by the other documents. All of them take `--db PATH`, `--json`, `-q`, `-v` and `--help`, too.
"""


def settings_table() -> str:
    """The settings as a table."""
    rows = [
        f"| `{setting.variable}` | {_as_cell((setting.value and f'`{setting.value}`') or setting.default)} "
        f"| {setting.allowed} | {_as_cell(setting.meaning)} |"
        for setting in SETTINGS
    ]
    return "\n".join(["| variable | default | allowed | what it sets |", "| --- | --- | --- | --- |", *rows])


def example_settings() -> str:
    """The settings as a file of variables."""
    parts = [_SETTINGS_HEAD]
    for setting in SETTINGS:
        told = setting.meaning if setting.value else f"{setting.meaning} Default: {setting.default}."
        comment = textwrap.wrap(told.replace("`", ""), 118, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
        parts.append("\n".join([*comment, f"{setting.variable}={setting.value}\n"]))
    return "\n".join(parts)


def reference() -> str:
    """The verbs."""
    return _REFERENCE_HEAD + "".join(_section(name) for name in VERBS)


def _section(name: str) -> str:
    command = cli.get_command(click.Context(cli, info_name="cairn"), name)
    if isinstance(command, click.Group):
        told = " ".join((command.help or "").split())
        inner = "".join(_verb_section(f"{name} {one}", command.commands[one]) for one in command.commands)
        return f"\n## {name}\n\n`cairn {name} VERB ...`\n\n{told}\n{inner.replace(chr(10) + '## ', chr(10) + '### ')}"
    assert command is not None
    return _verb_section(name, command)


def _verb_section(name: str, command: click.Command) -> str:
    assert isinstance(command, Verb)
    usage = " ".join(command.collect_usage_pieces(click.Context(command, click.Context(cli, info_name="cairn"), name)))
    options = [option for option in command.params if isinstance(option, click.Option) and option.name not in _EACH_HAS]
    told = "\n\n".join(" ".join(part.split()) for part in (command.help or "").split("\n\n"))
    rows = [f"| {_names(option)} | {_as_cell(_help(option))} |" for option in options]
    table = "\n".join(["| option | does |", "| --- | --- |", *rows]) + "\n\n" if rows else ""
    example = "\n".join(f"$ {line}" for line in command.example.splitlines())
    return f"\n## {name}\n\n`cairn {name} {usage}`\n\n{told}\n\n{table}```console\n{example}\n```\n"


def _names(option: click.Option) -> str:
    value = "" if option.is_flag else f" {option.make_metavar(click.Context(cli))}"
    return _as_cell(", ".join(f"`{name}{value}`" for name in (*option.opts, *option.secondary_opts)))


def _help(option: click.Option) -> str:
    shown = option.get_help_extra(click.Context(cli)).get("default")
    return f"{option.help or ''} Default: {shown}." if shown else option.help or ""


def _as_cell(text: str) -> str:
    return text.replace("|", "\\|")


def _between(mark: str, new: str, text: str) -> str:
    pattern = rf"(<!-- {mark} -->\n).*?(\n<!-- /{mark} -->)"
    return re.sub(pattern, lambda found: found[1] + new + found[2], text, flags=re.DOTALL)


if __name__ == "__main__":
    for place, make in PLACES.items():
        path = ROOT / place
        path.write_text(make(path.read_text(encoding="utf-8") if path.exists() else ""), encoding="utf-8")
