"""`cairn connect`."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import click

from cairn.answers.terminal.style import table
from cairn.cli import output
from cairn.cli.harness import connect as harness_file
from cairn.cli.harness.connect import Connection
from cairn.cli.harness.entry import TOKEN_VARIABLE, Server, command_of, program_of, url_of
from cairn.cli.harness.machine import Machine, Scope
from cairn.cli.harness.registry import HARNESSES, Harness
from cairn.cli.harness.survey import Place, survey
from cairn.cli.place import current_folder
from cairn.cli.verb import Session, verb
from cairn.errors import NotFoundError, UsageError

_SAID = {
    "written": "is connected",
    "unchanged": "is connected already",
    "restored": "is no longer connected; the file is as it was",
    "deleted": "is no longer connected; the file held nothing else and is gone",
    "removed": "is no longer connected; the rest of the file was kept",
    "absent": "was not connected",
}


_SAID_OF_CARDS = {
    "written": "recalls cards",
    "unchanged": "recalls cards already",
    "restored": "recalls no cards any more; the file is as it was",
    "deleted": "recalls no cards any more; the file held nothing else and is gone",
    "removed": "recalls no cards any more; the rest of the file was kept",
    "absent": "had no hooks of Cairn's",
}


@verb(
    "cairn connect                         # which harnesses are here\n"
    "cairn connect codex                   # to the server at http://127.0.0.1:8093/mcp\n"
    "cairn connect cursor --stdio --scope project\n"
    "cairn connect zed --print\n"
    "cairn connect codex --remove\n"
    "cairn connect claude-code --cards         # cards at each prompt, by a hook; --remove takes it away"
)
@click.argument("name", metavar="[HARNESS]", required=False, type=click.Choice(list(HARNESSES)))
@click.option("--http", "transport", flag_value="http", help="To a server that runs (the default where the harness can).")
@click.option("--stdio", "transport", flag_value="stdio", help="The harness starts a server of its own.")
@click.option("--url", metavar="URL", help="Where the server is (default: from CAIRN_MCP_HOST and CAIRN_MCP_PORT).")
@click.option(
    "--scope",
    type=click.Choice([scope.value for scope in Scope]),
    default=Scope.USER.value,
    show_default=True,
    help="For you, or for the project in this folder.",
)
@click.option("--write-token", is_flag=True, help=f"Write the token itself, not the name {TOKEN_VARIABLE}.")
@click.option("--cards", "is_cards", is_flag=True, help="Not the server, but the hooks that recall cards.")
@click.option("--print", "is_print", is_flag=True, help="Only print what belongs in the file.")
@click.option("--remove", "is_remove", is_flag=True, help="Take it away again.")
def connect(
    session: Session,
    name: str | None,
    transport: str | None,
    url: str | None,
    scope: str,
    write_token: bool,
    is_cards: bool,
    is_print: bool,
    is_remove: bool,
) -> int:
    """Write the configuration of a harness, so that it finds Cairn's server. Without HARNESS: say which are here.

    What else is in the file stays, and the file as it was lies beside it. A token is named, not written down, where the
    harness can read it from the environment.
    """
    machine = Machine(sys.platform, Path.home(), current_folder(), os.environ)
    if name is None:
        if is_remove or is_print:
            raise UsageError(f"name a HARNESS: {', '.join(HARNESSES)}")
        places = survey(machine)
        session.answer({"harnesses": [_row(place) for place in places]}, lambda: _places_text(places))
        return 0
    harness, where = HARNESSES[name], Scope(scope)
    if is_cards:
        return _hooks(session, harness, machine, where, is_print=is_print, is_remove=is_remove)
    if is_remove:
        _tell(session, harness, harness_file.disconnect(harness, machine, where), None)
        return 0
    server = _server(session, harness, transport, url, where, is_literal=write_token)
    if is_print:
        return _print(session, harness, harness_file.file_of(harness, machine, where), server)
    _tell(session, harness, harness_file.connect(harness, machine, where, server), server)
    return 0


def _hooks(session: Session, harness: Harness, machine: Machine, scope: Scope, *, is_print: bool, is_remove: bool) -> int:
    from cairn.cli.harness import hooks  # few want them

    path = hooks.file_of(harness.name, machine, scope)
    command = hooks.command_line(program_of(is_shared=scope is Scope.PROJECT), harness.name)
    if is_print:
        text = hooks.with_hooks("", hooks.hooks_of(harness.name, command))
        if session.is_json:
            output.write_document({"harness": harness.name, "path": str(path), "config": text})
            return 0
        output.write(text)
        if not session.is_quiet:
            output.note(f"this belongs in {path}")
        return 0
    if is_remove:
        done = hooks.uninstall(harness.name, machine, scope)
        session.report(done, f"{harness.title} {_SAID_OF_CARDS[done.action]}: {done.path}")
        return 0
    done = hooks.install(harness.name, machine, scope, command)
    said = [f"{harness.title} {_SAID_OF_CARDS[done.action]}: {done.path}"]
    said += [f"the file as it was: {done.backup}"] if done.backup and done.action == "written" else []
    session.report(done, "\n".join([*said, f"it runs `{command}`; restart {harness.title}"]))
    return 0


def _server(
    session: Session, harness: Harness, transport: str | None, url: str | None, scope: Scope, *, is_literal: bool
) -> Server:
    """The server that was asked for.

    Raises:
        UsageError: the harness has no such transport.
        NotFoundError: the token is to be written, and there is none.
    """
    config = session.config
    if not harness.has_http and (transport == "http" or url):
        raise UsageError(f"{harness.title} reads no URL from its file; use --stdio")
    if transport == "stdio" or not harness.has_http:
        if url:
            raise UsageError("--url is of a server that runs, which --stdio does not use; leave out one of them")
        is_default = session.database is None and config.db is None and config.home is None
        with session.open() as cairn:
            command = command_of(cairn.database, is_shared=scope is Scope.PROJECT, is_default=is_default)
        return Server(None, command)
    if url and not re.match(r"https?://[^\s/]+", url):
        raise UsageError(f"--url is {url!r}; name a URL that begins with http:// or https://")
    if is_literal and config.mcp_token is None:
        raise NotFoundError(f"there is no token to write; set {TOKEN_VARIABLE}, or leave out --write-token")
    is_written = is_literal or not harness.has_reference
    return Server(url or url_of(config), has_token=config.mcp_token is not None, token=config.mcp_token if is_written else None)


def _print(session: Session, harness: Harness, path: Path, server: Server) -> int:
    text = harness_file.fragment(harness, server)
    if session.is_json:
        output.write_document({"harness": harness.name, "path": str(path), "config": text})
    else:
        output.write(text)
        if not session.is_quiet:
            output.note(f"this belongs in {path}")
    return 0


def _tell(session: Session, harness: Harness, done: Connection, server: Server | None) -> None:
    lines = [f"{harness.title} {_SAID[done.action]}: {done.path}"]
    if done.action == "written" and done.backup:
        lines.append(f"the file as it was: {done.backup}")
    if server is not None:
        lines.append(_advice(harness, server))
    session.report(done, "\n".join(lines))


def _advice(harness: Harness, server: Server) -> str:
    """What must be there for the connection to work."""
    if server.url is None:
        return f"it starts `{' '.join(server.command)}`; restart {harness.title}"
    needed = f"`cairn serve` must be running at {server.url}"
    if server.has_token and server.token is None:
        asks = harness.token_input is not None
        needed += (
            f"; {harness.title} asks for the token"
            if asks
            else f", and {TOKEN_VARIABLE} must be set where {harness.title} starts"
        )
    return needed


def _row(place: Place) -> dict[str, object]:
    return {
        "harness": place.harness,
        "title": place.title,
        "scope": place.scope,
        "path": place.path,
        "found": place.found,
        "connected": place.connected,
        "fault": place.fault,
    }


def _places_text(places: list[Place]) -> str:
    rows = [
        (place.harness, "yes" if place.found else "no", place.scope, place.fault or place.connected or "-", place.path)
        for place in places
    ]
    return "\n".join(table(("harness", "here", "scope", "connected to", "file"), rows))


command = connect
