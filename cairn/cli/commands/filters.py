"""The options that narrow a search, and the reading of lists."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from cairn.cli.verb import complete_label
from cairn.model import EdgeKind, EntityKind
from cairn.retrieve.filters import Filters

_EDGE_KINDS = [kind.value for kind in EdgeKind]


def search_filters(function: Callable[..., int]) -> Callable[..., int]:
    """Give a verb the options of `Filters`, which it gets as one value, `filters`; and --budget."""

    @functools.wraps(function)
    def narrowed(*arguments: Any, sources: tuple[str, ...], **options: Any) -> int:
        words = {name: options.pop(name) or "" for name in ("lang", "path_glob", "kind", "tag")}
        return function(*arguments, filters=Filters(sources, **words), **options)

    options = (
        click.option("--source", "sources", multiple=True, shell_complete=complete_label, help="Only this one; may be repeated."),
        click.option("--lang", help="Only files of this language, as `list --files` names it."),
        click.option("--path", "path_glob", metavar="GLOB", help="Only files whose path matches, as src/**/*.py."),
        click.option("--kind", type=click.Choice([kind.value for kind in EntityKind]), help="Only inside such an entity."),
        click.option("--tag", help="Only what has this tag; `cairn tags` lists them."),
        click.option("--budget", "budget_tokens", type=click.IntRange(1), metavar="TOKENS", help="No longer answer than this."),
    )
    for option in reversed(options):
        narrowed = option(narrowed)
    return narrowed


class EdgeKinds(click.ParamType[tuple[str, ...]]):
    """`calls,inherits` as a tuple; `all` is none in particular."""

    name = "KINDS"

    def convert(self, value: str | tuple[str, ...], param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """Split at the commas."""
        words = value if isinstance(value, tuple) else tuple(word.strip() for word in value.split(",") if word.strip())
        unknown = [word for word in words if word not in (*_EDGE_KINDS, "all")]
        if unknown:
            self.fail(f"{unknown[0]!r} is no kind of edge; there are {', '.join(_EDGE_KINDS)}", param, ctx)
        return () if "all" in words else words

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """The kinds, after what was typed up to the last comma."""
        before, _, last = incomplete.rpartition(",")
        start = f"{before}," if before else ""
        return [click.shell_completion.CompletionItem(start + kind) for kind in _EDGE_KINDS if kind.startswith(last)]


edge_kinds = click.option("--edges", type=EdgeKinds(), default=(), help="Only these kinds, as calls,inherits.")
