"""`cairn graph`."""

from __future__ import annotations

import functools

import click

from cairn.answers.diagram import dot_text, mermaid_text
from cairn.answers.terminal.graph import graph_screen
from cairn.answers.terminal.why import why_screen
from cairn.cards.noted import graph_with_cards
from cairn.cli.commands.filters import edge_kinds
from cairn.cli.verb import Session, complete_handle, complete_label, verb
from cairn.errors import UsageError


@verb(
    "cairn graph Flask.dispatch_request\n"
    "cairn graph billing:src/tax.py#Rate.apply --edges calls --direction in --depth 2\n"
    "cairn graph Rate --format mermaid\n"
    "cairn graph checkout --why Rate.apply"
)
@click.argument("query", nargs=-1, required=True, metavar="QUERY-or-HANDLE", shell_complete=complete_handle)
@click.option("--depth", type=click.IntRange(1, 10), metavar="N", default=1, show_default=True, help="So many edges away.")
@edge_kinds
@click.option("--direction", type=click.Choice(["in", "out", "both"]), default="both", show_default=True)
@click.option("--source", shell_complete=complete_label, help="Only entities of this source are matches.")
@click.option("--tag", help="Only entities with this tag are matches.")
@click.option(
    "--unresolved",
    is_flag=True,
    help="Also list the references inside a match, and those of its name, that no definition was found for.",
)
@click.option(
    "--why",
    metavar="OTHER",
    shell_complete=complete_handle,
    help="Explain how an edge from it to OTHER, or the lack of one, came about.",
)
@click.option(
    "--limit", type=click.IntRange(1, 10_000), metavar="N", default=200, show_default=True, help="At most so many edges."
)
@click.option("--budget", "budget_tokens", type=click.IntRange(1), metavar="TOKENS", help="No longer answer than this.")
@click.option("--format", "form", type=click.Choice(["table", "mermaid", "dot", "json"]), default="table", show_default=True)
def graph(
    session: Session,
    query: tuple[str, ...],
    depth: int,
    edges: tuple[str, ...],
    direction: str,
    source: str | None,
    tag: str | None,
    unresolved: bool,
    why: str | None,
    limit: int,
    budget_tokens: int | None,
    form: str,
) -> int:
    """Who calls, imports, inherits from and depends on it, and what it does so with.

    It is a handle, the end of a handle (Flask.dispatch_request), a name, or words; card:NAME is a card.
    """
    text = " ".join(query)
    if why is not None:
        return _explain(session, text, why, source, budget_tokens, form)
    is_table = form == "table" and not session.is_json
    with session.open() as cairn:
        find = functools.partial(
            cairn.retrieve.graph,
            depth=depth,
            edges=edges,
            direction=direction,
            source=source,
            tag=tag,
            unresolved=unresolved,
            limit=limit,
            budget_tokens=None if is_table else budget_tokens,
        )
        answer = graph_with_cards(cairn.cards, text, direction, edges, find)
    renderers = {
        "table": lambda: graph_screen(answer, direction, edges, budget_tokens),
        "mermaid": lambda: mermaid_text(answer),
        "dot": lambda: dot_text(answer),
    }
    if form == "json" or session.is_json:
        session.as_json().answer(answer, str)
    else:
        session.answer(answer, renderers[form])
    return 0 if answer.matches or not text.strip() else 1


def _explain(session: Session, query: str, other: str, source: str | None, budget_tokens: int | None, form: str) -> int:
    if form in ("mermaid", "dot"):
        raise UsageError(f"--why is text or JSON, and no --format {form}; leave one of the two out")
    with session.open() as cairn:
        answer = cairn.retrieve.why(query, other, source=source)
    told = session.as_json() if form == "json" else session
    told.answer(answer, lambda: why_screen(answer, budget_tokens))
    return 0 if answer.sites else 1


command = graph
