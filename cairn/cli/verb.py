"""What all verbs share: the options that each has, and what its function gets."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec

import click

from cairn.app import Cairn, create_cairn
from cairn.cli import output
from cairn.cli.options import with_options
from cairn.config import Config
from cairn.errors import CairnError, UsageError, without_logins

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Session:
    """One run of a verb. `database` is None where `--db` was not given."""

    database: str | None
    is_json: bool
    is_quiet: bool
    verbosity: int

    @property
    def config(self) -> Config:
        """The settings; raises UsageError where a variable has a wrong value."""
        return Config.from_environment(os.environ)

    def open(self) -> Cairn:
        """The index, to be used as a context manager."""
        return create_cairn(self.database, config=self.config)

    def answer(self, document: object, text: Callable[[], str]) -> None:
        """Write the document with `--json`, else the text."""
        if self.is_json:
            output.write_document(document)
        else:
            output.write(text())

    def quiet_in_json(self, text: str) -> None:
        """Write a text that neither `-q` nor `--json` wants."""
        if not self.is_json and not self.is_quiet:
            output.write(text)

    def as_json(self) -> Session:
        """The same run, as if `--json` had been given."""
        return Session(self.database, True, self.is_quiet, self.verbosity)

    def report(self, document: object, text: str) -> None:
        """Like `answer`, for what `-q` silences."""
        if self.is_json:
            output.write_document(document)
        elif not self.is_quiet:
            output.write(text)


class Verb(click.Command):
    """A verb. Its help ends with the example."""

    example = ""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example as it is, without refilling its lines."""
        with formatter.section("Example"):
            for line in self.example.splitlines():
                formatter.write(" " * formatter.current_indent + line + "\n")


def verb(
    example: str, *, is_raw: bool = False, is_lenient: bool = False
) -> Callable[[Callable[Concatenate[Session, P], int | None]], Verb]:
    """Make a verb of a function; what it returns is the exit status, None is 0.

    The verb's name is the function's without the underscore at its end. Bytes of the command line that are no UTF-8 are
    replaced in its arguments, since no name or text in an index holds such; `is_raw` keeps them, for names on disk.
    `is_lenient`: a wrong setting does not keep it from running.
    """

    def decorate(function: Callable[Concatenate[Session, P], int | None]) -> Verb:
        @functools.wraps(function)
        def run(db: str | None, is_json: bool, is_quiet: bool, verbosity: int, **arguments: Any) -> int:
            try:
                configure_logging(verbosity)
            except UsageError:
                if not is_lenient:
                    raise
            session = Session(db, is_json, is_quiet, verbosity)
            if not is_raw:
                arguments = {name: _well_formed(value) for name, value in arguments.items()}
            return function(session, **arguments) or 0  # type: ignore[call-arg]  # click passes by name

        command = click.command(function.__name__.rstrip("_").replace("_", "-"), cls=Verb)(with_options(run))
        command.example = example
        return command

    return decorate


def _well_formed(value: object) -> Any:
    """Replace what is no character in a string, or in the strings of a tuple."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, tuple):
        return tuple(_well_formed(item) for item in value)
    return value


def configure_logging(verbosity: int) -> None:
    """Send the log to standard error, with the level of `-v` or of CAIRN_LOG_LEVEL."""
    import logging  # not needed to answer: kept off the path of the quick verbs

    level = ("", "INFO", "DEBUG")[min(verbosity, 2)] or Config.from_environment(os.environ).log_level

    class WithoutLogins(logging.Formatter):
        def format(self, record: logging.LogRecord) -> str:
            return without_logins(super().format(record))

    handler = logging.StreamHandler()
    handler.setFormatter(WithoutLogins("%(levelname)s %(name)s %(message)s"))
    logging.basicConfig(level=level, handlers=[handler])


def complete_label(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """The labels that begin with what was typed."""
    try:
        with _open_for_completion(context) as cairn:
            return [label for label in cairn.retrieve.locations() if label.startswith(incomplete)]
    except CairnError:
        return []


def complete_label_or_all(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The labels, and `all`."""
    return [word for word in ("all",) if word.startswith(incomplete)] + complete_label(context, parameter, incomplete)


def complete_handle(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """The handles that begin with what was typed."""
    try:
        with _open_for_completion(context) as cairn:
            return cairn.retrieve.handles(incomplete)
    except CairnError:
        return []


def _open_for_completion(context: click.Context) -> Cairn:
    return create_cairn(context.params.get("db"), config=Config.from_environment(os.environ))
