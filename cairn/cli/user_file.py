"""Edits the file of users: with its comments, whole or not at all, for nobody else to read."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from pathlib import Path

import tomlkit

from cairn.cli.harness import files
from cairn.errors import NotFoundError, RefusedError
from cairn.users import Entry, check_name, new_token, read_users

_HEAD = "# Who may ask `cairn serve`, and for which sources: docs/enterprise.md. `cairn user` writes it; so may you.\n\n"


def users_of(path: Path) -> dict[str, Entry]:
    """Return the users of a file by name, none where there is no file.

    Raises:
        UsageError, RefusedError, EnvironmentFault: it cannot be read or understood.
    """
    return read_users(files.read(path).text or "", path)


def add_user(
    path: Path, name: str, *, read: Sequence[str], write: Sequence[str], roots: Sequence[Path], has_token: bool = True
) -> tuple[Entry, str]:
    """Add a user to a file, which is made if it is not there; returns them, and their token, empty without one.

    Raises:
        RefusedError: there is a user of that name.
        NotFoundError: there is no folder for the file.
        UsageError: a name, glob or path that is not allowed.
    """
    file = files.read(path)
    if not file.path.parent.is_dir():
        raise NotFoundError(f"there is no folder {file.path.parent} for the file of users; make it first")
    if check_name(name) in read_users(file.text or "", path):
        raise RefusedError(f"{path} has a user {name!r}; `cairn user revoke {name}` takes them out")
    token, digest = new_token() if has_token else ("", "")
    table = tomlkit.table()
    for key, value in (("token", digest), ("read", read), ("write", write), ("roots", [str(root) for root in roots])):
        if value:
            table[key] = value
    document = tomlkit.parse(file.text or _HEAD)
    document.setdefault("users", tomlkit.table(is_super_table=True))[name] = table
    text = tomlkit.dumps(document)
    entry = read_users(text, path)[name]
    files.replace(file, text, is_private=True)
    return entry, token


def revoke_user(path: Path, name: str) -> Entry:
    """Take a user out of a file; returns who it was.

    Raises:
        NotFoundError: there is no such user.
    """
    file = files.read(path)
    known = read_users(file.text or "", path)
    if name not in known:
        there_are = f"there are: {', '.join(map(repr, known))}" if known else "there is none"
        raise NotFoundError(f"{path} has no user {name[:100]!r}; {there_are}")
    document = tomlkit.parse(file.text or "")
    users = document["users"]
    assert isinstance(users, MutableMapping)
    del users[name]
    files.replace(file, tomlkit.dumps(document), is_private=True)
    return known[name]
