"""`cairn hook`. In its plain form `cairn.cli.quick` answers it, which loads less."""

from __future__ import annotations

import click

from cairn.cards.hook import FORMATS
from cairn.cli.quick import run_hook
from cairn.cli.verb import Session, verb


@verb(
    """echo '{"session_id":"s1","hook_event_name":"UserPromptSubmit","prompt":"how are uploads retried?"}' | cairn hook""",
    is_lenient=True,
)
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="claude-code", show_default=True, help="What the harness wants."
)
def hook(session: Session, form: str) -> int:
    """Answer a harness's hook: reads its JSON on standard input and prints the cards, or nothing. The exit status is always 0.

    After a prompt: the cards that it brings. After an edit: the cards about what was edited. `cairn connect HARNESS --cards`
    installs it.
    """
    return run_hook(form, session.database)


command = hook
