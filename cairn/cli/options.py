"""The options that every verb has, and that may stand before it, too (`cairn --db other.db add .`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ParamSpec, TypeVar

import click

P = ParamSpec("P")
R = TypeVar("R")


def with_options(function: Callable[P, R]) -> Callable[P, R]:
    """Give a verb, or the command itself, the options."""
    options = (
        click.option("--db", metavar="PATH", help="The file of the index, or a postgresql:// URL (default: CAIRN_DB)."),
        click.option("--json", "is_json", is_flag=True, help="Write one JSON document."),
        click.option("-q", "--quiet", "is_quiet", is_flag=True, help="No progress and no summary."),
        click.option("-v", "--verbose", "verbosity", count=True, help="Log to standard error; -vv tells more."),
    )
    for option in reversed(options):
        function = option(function)
    return function


def given_options(values: Mapping[str, object]) -> list[str]:
    """Write those that stood before the verb as they would stand behind it, where one of the same name goes before them."""
    words = [] if values.get("db") is None else ["--db", str(values["db"])]
    words += ["--json"] * bool(values.get("is_json")) + ["--quiet"] * bool(values.get("is_quiet"))
    verbosity = values.get("verbosity")
    return words + ["--verbose"] * (verbosity if isinstance(verbosity, int) else 0)
