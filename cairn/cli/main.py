"""The command `cairn`: finds the verb, and turns every fault into one sentence and an exit status."""

from __future__ import annotations

import importlib
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from types import FrameType

import click

from cairn.cli import output
from cairn.cli.options import given_options, with_options
from cairn.config import Config
from cairn.errors import CairnError, without_logins

# Each verb's module in `commands` has a `click.Command` of the verb's name. The sentence is
# here so that `cairn --help` imports no verb.
VERBS = {
    "init": ("init", "Create the index."),
    "add": ("add", "Index a folder or a file as a source."),
    "list": ("list", "Say what is indexed."),
    "search": ("search", "Find text and definitions."),
    "ask": ("ask", "Search, with the nearest edges of each hit."),
    "graph": ("graph", "Who calls, imports, inherits from and uses it, and what it uses."),
    "path": ("path", "The shortest way along edges from one entity to another."),
    "pack": ("pack", "What a completion at a place needs, within a token budget."),
    "map": ("map", "An outline of the most depended-on definitions."),
    "impact": ("impact", "What a change of it, or of a git diff, can reach."),
    "show": ("show", "The text of an entity, a file or some lines."),
    "tags": ("tags", "The tags in use."),
    "copy": ("copy", "Copy an index to another database."),
    "refresh": ("refresh", "Bring a source up to date with the disk."),
    "work": ("work", "Carry out runs of a shared index."),
    "reindex": ("reindex", "Build a source again, or only its graph."),
    "link": ("link", "Let what a source uses resolve into another source."),
    "unlink": ("unlink", "Take a link away."),
    "links": ("links", "Say which sources resolve into which others."),
    "rename": ("rename", "Give a source another label."),
    "remove": ("remove", "Take a source out of the index."),
    "gc": ("gc", "Free the space of what was removed."),
    "jobs": ("jobs", "Running and past ingests."),
    "job": ("job", "One ingest; --cancel stops it."),
    "verify": ("verify", "Check the index, and repair it."),
    "eval": ("eval", "Score the search on your own questions."),
    "recall": ("recall", "The cards that a prompt brings: at most three, or none."),
    "explain": ("explain", "Why each card is brought by a prompt, or is not."),
    "hook": ("hook", "Recall for a harness: what it gives in, what it wants out."),
    "card": ("card", "The library of cards: add, list, lint, verify, import, propose."),
    "review": ("review", "What was proposed for the library: approve, edit or reject it."),
    "chat": ("chat", "Ask a model, that looks into the index; the answer names its evidence."),
    "export": ("export", "Entities and edges as JSON Lines, GraphML or SCIP."),
    "serve": ("serve", "Serve the index over MCP, and the page."),
    "user": ("user", "Users of a server, with their rights: add, list, revoke."),
    "open": ("open", "The page: search, the graph as a drawing, files, jobs, cards."),
    "embed-serve": ("embed_serve", "Serve the local embedder as an endpoint."),
    "connect": ("connect", "Tell a harness where the server is."),
    "doctor": ("doctor", "What works here, and what does not."),
    "completion": ("completion", "Print the shell's completion script."),
}
INTERRUPTED = 130
_MOST_INTERRUPTS = 2  # that are waited for
COMPLETION_VARIABLE = "_CAIRN_COMPLETE"
_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


class Verbs(click.Group):
    """A group that imports a verb when it is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs, in the order of the help."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the verb."""
        if cmd_name not in VERBS:
            return None
        module = importlib.import_module(f"cairn.cli.commands.{VERBS[cmd_name][0]}")
        command: click.Command = getattr(module, "command")  # noqa: B009  # the attribute is not known to mypy
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb that is named; the closest one in the error if there is none."""
        name = args[0]
        if name not in VERBS and not name.startswith("-"):
            import difflib  # only where the verb is misspelt

            close = difflib.get_close_matches(name, VERBS, 1)
            meant = f"did you mean {close[0]!r}? " if close else ""
            raise click.UsageError(f"there is no verb {name!r}; {meant}`cairn --help` lists them", ctx)
        verb, command, rest = super().resolve_command(ctx, args)
        return verb, command, [*given_options(ctx.params), *rest]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs with their sentences, without importing them."""
        with formatter.section("Verbs"):
            formatter.write_dl([(name, sentence) for name, (_, sentence) in VERBS.items()])


def _print_version(context: click.Context, _parameter: click.Parameter, is_asked: bool) -> None:
    if is_asked and not context.resilient_parsing:
        from cairn import __version__  # read only when asked for

        click.echo(f"cairn {__version__}")
        context.exit()


@click.group(cls=Verbs, invoke_without_command=True, context_settings=_SETTINGS)
@with_options
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version.")
@click.pass_context
def cli(context: click.Context, /, **_options: object) -> None:
    """A local, code-aware index of code and documents: full text and a graph of definitions, in one SQLite file."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def run(arguments: Sequence[str]) -> int:
    """Run one command line; returns the exit status."""
    output.open_missing_streams()
    output.accept_any_character()
    faults = Faults(arguments)
    with Interrupts() as interrupts:
        try:
            status = invoke(arguments)
            sys.stdout.flush()
            return status
        except (KeyboardInterrupt, click.Abort, click.ClickException, CairnError, OSError) as error:
            interrupts.is_ending = True
            return faults.report(error)
        except Exception as error:  # noqa: BLE001  # the edge: nothing above it can catch
            interrupts.is_ending = True
            return faults.report(error)


def invoke(arguments: Sequence[str]) -> int:
    """Run one command line, or answer the shell that completes one; returns the exit status.

    Click's own `main` would swallow a closed pipe and exit with 1.
    """
    asked = os.environ.get(COMPLETION_VARIABLE)
    if asked:
        from click.shell_completion import shell_complete  # only when a shell asks

        return shell_complete(cli, {}, "cairn", COMPLETION_VARIABLE, asked)
    try:
        with cli.make_context("cairn", list(arguments)) as context:
            return cli.invoke(context) or 0
    except click.exceptions.Exit as end:
        return end.exit_code


class Faults:
    """Says what went wrong: a sentence on standard error, and with `--json` a document on standard output."""

    def __init__(self, arguments: Sequence[str]) -> None:
        words = list(arguments)
        options = words[: words.index("--")] if "--" in words else words
        # On stdio nothing but protocol goes to standard output, also when the server refuses to start.
        verb = next((word for last, word in zip(["", *options], options, strict=False) if word[:1] != "-" and last != "--db"), "")
        is_protocol = verb == "serve" and "--http" not in options
        self.is_json = "--json" in options and not is_protocol

    def report(self, error: BaseException) -> int:
        """Report a fault; returns the exit status. With CAIRN_DEBUG the traceback comes out instead."""
        if isinstance(error, BrokenPipeError):
            return _end_quietly()
        if isinstance(error, KeyboardInterrupt | click.Abort):
            return self._say("cancelled", "interrupted; the index is as it was", INTERRUPTED)
        if _is_debugging():
            raise error
        if isinstance(error, CairnError):
            return self._say(error.code, str(error), error.exit_status)
        if isinstance(error, click.ClickException):
            return self._say("usage", _usage_sentence(error), 2)
        if isinstance(error, OSError):
            what = f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error)
            return self._say("environment", f"{what}; free the disk, mend the permissions or name another path", 4)
        return self._say("failed", f"{type(error).__name__}: {error}; CAIRN_DEBUG=1 shows where", 1)

    def _say(self, code: str, message: str, status: int) -> int:
        sentence = without_logins(" ".join(message.split()))
        try:
            if self.is_json:
                output.write_document({"error": {"code": code, "message": sentence}})
                sys.stdout.flush()
            output.note(f"cairn: {sentence}")
        except OSError:
            _end_quietly()
        return status


def _usage_sentence(error: click.ClickException) -> str:
    """Click's message in the style of the others: no capital, no full stop, and where to look."""
    message = re.sub(r"\. +([A-Z])", lambda found: "; " + found[1].lower(), error.format_message().strip().rstrip(".?"))
    if "`cairn" in message:
        return message
    context = error.ctx if isinstance(error, click.UsageError) else None
    where = context.command_path if context is not None else "cairn"
    return f"{message[:1].lower()}{message[1:]}; see `{where} --help`"


def _end_quietly() -> int:
    """The reader of the output has gone: write nothing more, and do not let the interpreter complain at its exit."""
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(null, stream.fileno())
    return 0


class Interrupts:
    """Lets Ctrl-C and SIGTERM end a run, once: those that come while it is ending would only disturb that.

    The third ends the process where it stands, which leaves the index as it was, too.
    """

    def __init__(self) -> None:
        self.is_ending = False
        self._count = 0
        self._before: dict[signal.Signals, Callable[[int, FrameType | None], object] | int | None] = {}

    def __enter__(self) -> Interrupts:
        # Only the main thread of a process may ask for them, and what is ignored, as in a background job, stays so.
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                if signal.getsignal(number) not in (signal.SIG_IGN, None):
                    self._before[number] = signal.signal(number, self._take)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _take(self, _number: int, _frame: FrameType | None) -> None:
        self._count += 1
        if self._count > _MOST_INTERRUPTS:
            os._exit(INTERRUPTED)
        if not self.is_ending:
            self.is_ending = True
            raise KeyboardInterrupt


def _is_debugging() -> bool:
    try:
        return Config.from_environment(os.environ).debug
    except Exception:  # noqa: BLE001  # asked while a fault is reported: that one counts
        return False
