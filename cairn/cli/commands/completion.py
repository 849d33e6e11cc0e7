"""`cairn completion`."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from cairn.cli.main import COMPLETION_VARIABLE, cli
from cairn.cli.verb import Session, verb
from cairn.errors import UsageError

SHELLS = ("bash", "zsh", "fish")
# A handle holds a colon, at which bash would otherwise break the word.
_BASH_START = "COMP_WORDBREAKS=${COMP_WORDBREAKS//:}\n"


@verb('eval "$(cairn completion bash)"        # in ~/.bashrc\ncairn completion fish > ~/.config/fish/completions/cairn.fish')
@click.argument("shell", required=False, type=click.Choice(SHELLS))
def completion(session: Session, shell: str | None) -> None:
    """Print the shell's completion script: verbs, options, labels and handles."""
    name = shell or Path(os.environ.get("SHELL", "")).name
    known = get_completion_class(name) if name in SHELLS else None
    if known is None:
        raise UsageError(f"the shell {name!r} has no completion; name one of {', '.join(SHELLS)}")
    source = known(cli, {}, "cairn", COMPLETION_VARIABLE)
    script = (_BASH_START if name == "bash" else "") + source.source_template % source.source_vars()
    session.answer({"shell": name, "script": script}, lambda: script)


command = completion
