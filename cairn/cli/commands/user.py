"""`cairn user`: who may ask a server, and for which sources."""

from __future__ import annotations

from pathlib import Path

import click

from cairn.answers.terminal.style import table
from cairn.cli import user_file
from cairn.cli.nouns import nouns
from cairn.cli.verb import Session, verb
from cairn.errors import UsageError
from cairn.rights import ALL
from cairn.users import EVERY, Entry

command = nouns("user", "Users of `cairn serve` with their rights: a file that CAIRN_MCP_USERS names.", "cairn user list")

_FILE = click.option("--file", "path", metavar="PATH", help="The file of users (default: CAIRN_MCP_USERS).")


@verb("cairn user add ana --read 'billing-*' --write billing-docs --root /srv/src/billing\ncairn user add ops --write all")
@click.argument("name")
@click.option("--read", multiple=True, metavar="GLOB", help="Labels that may be read, or `all`; may be given several times.")
@click.option("--write", multiple=True, metavar="GLOB", help="Labels that may be written, and so read, or `all`; likewise.")
@click.option("--root", "roots", multiple=True, metavar="PATH", help="A folder of which new sources may be added; likewise.")
@click.option("--no-token", is_flag=True, help="Only for who comes through a proxy that names them.")
@_FILE
def add(
    session: Session,
    name: str,
    read: tuple[str, ...],
    write: tuple[str, ...],
    roots: tuple[str, ...],
    no_token: bool,
    path: str | None,
) -> None:
    """Add a user, and print their token: this once, the file has only its hash."""
    if not read and not write:
        raise UsageError("a user without rights sees nothing; name labels with --read or --write, or `all`")
    folders = [Path(root).absolute() for root in roots]
    entry, token = user_file.add_user(
        _path_of(session, path), name, read=read, write=write, roots=folders, has_token=not no_token
    )
    session.answer({**_row(entry), "token": token or None}, lambda: token or f"{name} is added, without a token")


@verb("cairn user list")
@_FILE
def list_(session: Session, path: str | None) -> None:
    """The users and what they may do."""
    entries = list(user_file.users_of(_path_of(session, path)).values())
    head = ("user", "reads", "writes", "adds from", "token")
    rows = [tuple(_words(cell) for cell in _row(entry).values()) for entry in entries]
    session.answer({"users": [_row(entry) for entry in entries]}, lambda: "\n".join(table(head, rows)) if rows else "no users")


@verb("cairn user revoke ana")
@click.argument("name")
@_FILE
def revoke(session: Session, name: str, path: str | None) -> None:
    """Take a user out; a server that runs lets them in no more from the next request on."""
    gone = user_file.revoke_user(_path_of(session, path), name)
    session.report({"revoked": gone.user.name}, f"{gone.user.name} is revoked")


def _path_of(session: Session, path: str | None) -> Path:
    found = Path(path) if path is not None else session.config.mcp_users
    if found is None:
        raise UsageError("it is not said which file has the users; set CAIRN_MCP_USERS, or pass --file PATH")
    return found


def _row(entry: Entry) -> dict[str, object]:
    user = entry.user
    return {
        "user": user.name,
        "read": _globs(user.reads),
        "write": _globs(user.writes),
        "roots": list(map(str, user.roots)),
        "has_token": bool(entry.digest),
    }


def _globs(globs: tuple[str, ...]) -> list[str]:
    return [EVERY if glob == ALL else glob for glob in globs]


def _words(cell: object) -> str:
    if isinstance(cell, list):
        return " ".join(cell)
    return cell if isinstance(cell, str) else "yes" if cell else "no"


for _verb in (add, list_, revoke):
    command.add_command(_verb)
