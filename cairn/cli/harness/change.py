"""Puts Cairn's entry into the text of a harness's configuration, and takes it out again."""

from __future__ import annotations

from collections.abc import Mapping

from cairn.cli.harness import jsonc, jsonedit
from cairn.cli.harness.jsonc import BrokenError
from cairn.cli.harness.registry import Harness
from cairn.cli.harness.shapes import Entry

_INPUTS = "inputs"


def entry_in(harness: Harness, text: str) -> Entry | None:
    """The entry as it stands in a text; None if there is none.

    Raises:
        BrokenError: the text is broken, or what stands there is no entry.
    """
    found: object = document_of(harness, text)
    for name in harness.entry_path:
        if not isinstance(found, Mapping):
            raise BrokenError(f"what stands around {name!r} is no table")
        if name not in found:
            return None
        found = found[name]
    if not isinstance(found, dict):
        raise BrokenError(f"{harness.entry_path[-1]!r} is no table")
    return found


def with_entry(harness: Harness, text: str, entry: Entry) -> str:
    """The text with an entry; an older one is brought up to date, and what a user added to that is kept.

    Raises:
        BrokenError: as `entry_in`; or the change would touch something else, which no text is known to bring about.
    """
    old = entry_in(harness, text)
    merged = _merged(harness, old or {}, entry)
    if merged == old:
        return text
    removed = [name for name in old or {} if name not in merged]
    new = _write(harness, text, old, merged, removed)
    _check(harness, text, new, merged)
    return new


def without_entry(harness: Harness, text: str) -> str:
    """The text without the entry, and without the table around it if nothing else is in that.

    Raises:
        BrokenError: as `with_entry`.
    """
    if harness.is_toml:
        from cairn.cli.harness.tomledit import remove_table

        new = remove_table(text, harness.entry_path)
    else:
        new = jsonedit.remove_value(text, harness.entry_path)
        if _is_bare(new, harness.container):
            new = jsonedit.remove_value(new, (harness.container,))
        if harness.token_input:
            new = jsonedit.remove_item(new, (_INPUTS,), _question(harness.token_input))
            if _is_bare(new, _INPUTS):
                new = jsonedit.remove_value(new, (_INPUTS,))
    _check(harness, text, new, None)
    return new


def document_of(harness: Harness, text: str) -> object:
    """All values of a text; an empty one has none.

    Raises:
        BrokenError: it is broken.
    """
    if harness.is_toml:
        from cairn.cli.harness import tomledit

        return tomledit.document_of(text)
    root = jsonc.parse(text)
    return {} if root is None else root.value


def _merged(harness: Harness, old: Entry, new: Entry) -> Entry:
    """The new entry between the keys of the old one that are the user's, headers among them."""
    kept = {name: value for name, value in old.items() if name not in harness.owned or name in new}
    merged = {**kept, **new}
    for name in ("headers", "http_headers"):
        headers = old.get(name)
        others = (
            {key: value for key, value in headers.items() if key.lower() != "authorization"} if isinstance(headers, dict) else {}
        )
        ours = new.get(name)
        if others or ours:
            merged[name] = {**others, **(ours if isinstance(ours, dict) else {})}
    return merged


def _write(harness: Harness, text: str, old: Entry | None, merged: Entry, removed: list[str]) -> str:
    if harness.is_toml:
        # Takes 40 ms to import.
        from cairn.cli.harness.tomledit import set_table

        return set_table(text, harness.entry_path, merged, removed)
    if old is None:
        text = jsonedit.set_value(text, harness.entry_path, merged)
    for name in removed:
        text = jsonedit.remove_value(text, (*harness.entry_path, name))
    for name, value in merged.items():
        text = jsonedit.set_value(text, (*harness.entry_path, name), value)
    return _with_question(harness, text, merged)


def _with_question(harness: Harness, text: str, entry: Entry) -> str:
    if harness.token_input is None or f"${{input:{harness.token_input}}}" not in str(entry.get("headers")):
        return text
    inputs = jsonedit.find(text, (_INPUTS,))
    known = [item.value for item in inputs.items] if inputs else []
    if any(isinstance(item, dict) and item.get("id") == harness.token_input for item in known):
        return text
    return jsonedit.append_item(text, (_INPUTS,), _question(harness.token_input))


def _question(identifier: str) -> Entry:
    return {"type": "promptString", "id": identifier, "description": "The token of Cairn's server", "password": True}


def _is_bare(text: str, name: str) -> bool:
    """Whether nothing is in the object or list of a name, not even a comment."""
    node = jsonedit.find(text, (name,))
    return node is not None and not text[node.start + 1 : node.end - 1].strip()


def _check(harness: Harness, before: str, after: str, entry: Entry | None) -> None:
    """Refuse a change that is not the one that was meant."""
    if entry_in(harness, after) != entry or _rest(harness, before) != _rest(harness, after):
        raise BrokenError("it is written in a way that cannot be edited safely")


def _rest(harness: Harness, text: str) -> object:
    """All values but Cairn's own."""
    document = document_of(harness, text)
    if not isinstance(document, dict):
        return document
    rest = dict(document)
    owner = {name: value for name, value in rest.pop(harness.container, {}).items() if name != harness.entry_path[-1]}
    asked = [item for item in rest.pop(_INPUTS, []) if harness.token_input is None or item != _question(harness.token_input)]
    return rest, owner, asked
