"""`cairn recall`. In its plain form `cairn.cli.quick` answers it, which loads less."""

from __future__ import annotations

import sys

import click

from cairn.cli.quick import write_recall
from cairn.cli.verb import Session, verb


@verb('cairn recall "how often are uploads retried?"\ncairn recall "change the retry limit" --at src/upload.py:40 --session s1')
@click.argument("prompt")
@click.option(
    "--at", "places", multiple=True, metavar="FILE:LINE", help="Where the work is: cards about what is there, and next to it."
)
@click.option("--scope", metavar="WORD", help="Only cards of this scope, or of none (default: CAIRN_SCOPE).")
@click.option("--session", "session_id", metavar="ID", default="", help="A card comes once in a session.")
def recall(session: Session, prompt: str, places: tuple[str, ...], scope: str | None, session_id: str) -> int:
    """The cards that a prompt brings: at most three, each with its summary and path; nothing where none is sure. `-` reads it."""
    text = sys.stdin.read() if prompt == "-" else prompt
    with session.open() as cairn:
        answer = cairn.cards.recall(text, at=places, scope=scope, session=session_id)
    write_recall(answer, is_json=session.is_json)
    return 0


command = recall
