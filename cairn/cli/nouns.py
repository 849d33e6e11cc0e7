"""Verbs that have verbs of their own: `cairn card add`, `cairn user list`."""

from __future__ import annotations

import click

from cairn.cli.main import _SETTINGS as SETTINGS
from cairn.cli.options import given_options, with_options


class Nouns(click.Group):
    """A verb with verbs of its own, which take the options that stand before them."""

    example = ""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb that is named."""
        name, found, rest = super().resolve_command(ctx, args)
        return name, found, [*given_options(ctx.params), *rest]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write an example, as the other verbs do."""
        with formatter.section("Example"):
            formatter.write(f"{self.example}\n")


def nouns(name: str, sentence: str, example: str) -> click.Group:
    """Make such a verb; alone it prints its help, with the sentence and the example."""

    @click.group(name, cls=Nouns, help=sentence, invoke_without_command=True, context_settings=SETTINGS)
    @with_options
    @click.pass_context
    def group(context: click.Context, /, **_options: object) -> None:
        if context.invoked_subcommand is None:
            click.echo(context.get_help())

    assert isinstance(group, Nouns)
    group.example = example
    return group
