"""`cairn recall`. In its plain form `cairn.cli.quick` answers it, which loads less."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from cairn.cli.quick import write_recall
from cairn.cli.verb import Session, verb
from cairn.errors import UsageError


def prompt_of(words: Sequence[str], places: Sequence[str]) -> str:
    """The prompt that some arguments make up, standard input for a `-`; empty where a place stands in for it.

    Raises:
        UsageError: there is neither a prompt nor a place.
    """
    if not words and not places:
        raise UsageError("there is no prompt; write one, `-` to read it, or --at FILE:LINE")
    return sys.stdin.read() if list(words) == ["-"] else " ".join(words)


@verb('cairn recall how often are uploads retried\ncairn recall "change the retry limit" --at src/upload.py:40 --session s1')
@click.argument("words", metavar="[PROMPT]...", nargs=-1)
@click.option(
    "--at", "places", multiple=True, metavar="FILE:LINE", help="Where the work is: cards about what is there, and next to it."
)
@click.option("--scope", metavar="WORD", help="Only cards of this scope, or of none (default: CAIRN_SCOPE).")
@click.option("--session", "session_id", metavar="ID", default="", help="A card comes once in a session.")
def recall(session: Session, words: tuple[str, ...], places: tuple[str, ...], scope: str | None, session_id: str) -> int:
    """The cards that a prompt brings: at most three, each with its summary and path; nothing where none is sure. `-` reads it."""
    text = prompt_of(words, places)
    with session.open() as cairn:
        answer = cairn.cards.recall(text, at=places, scope=scope, session=session_id)
    write_recall(answer, is_json=session.is_json)
    return 0


command = recall
