"""Changes one table of a TOML text; comments, order and the other tables stay."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable, Item

from cairn.cli.harness.jsonc import BrokenError


def document_of(text: str) -> dict[str, object]:
    """All values of a text.

    Raises:
        BrokenError: it is not TOML.
    """
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as exc:
        raise BrokenError(str(exc)) from exc


def set_table(text: str, path: Sequence[str], values: Mapping[str, object], removed: Sequence[str]) -> str:
    """Put values into the table at the end of a path, which is made if it is missing, and take the `removed` ones out.

    Raises:
        BrokenError: the text is not TOML, or what should be a table on the way is none.
    """
    try:
        document = tomlkit.parse(text)
        owner: Any = document
        for number, name in enumerate(path):
            if name not in owner:
                owner[name] = _table(owner, is_last=number == len(path) - 1)
            owner = owner[name]
            if not isinstance(owner, MutableMapping):
                raise BrokenError(f"{name!r} is no table")
        for name in removed:
            owner.pop(name, None)
        for name, value in values.items():
            if owner.get(name) != value:
                owner[name] = _item(value)
        return tomlkit.dumps(document)
    except TOMLKitError as exc:
        raise BrokenError(str(exc)) from exc


def remove_table(text: str, path: Sequence[str]) -> str:
    """Take the table at the end of a path away, and the one around it if nothing else is in that.

    Raises:
        BrokenError: the text is not TOML.
    """
    try:
        document = tomlkit.parse(text)
        owner: Any = document[path[0]]
        del owner[path[1]]
        if not owner:
            del document[path[0]]
        return tomlkit.dumps(document)
    except TOMLKitError as exc:
        raise BrokenError(str(exc)) from exc


def _table(owner: object, *, is_last: bool) -> Item:
    return tomlkit.inline_table() if isinstance(owner, InlineTable) else tomlkit.table(is_super_table=not is_last)


def _item(value: object) -> Item:
    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        table.update(value)
        return table
    return tomlkit.item(value)
