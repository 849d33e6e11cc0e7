"""Completions of labels, handles, paths and anchors, in the arguments of prompts and in addresses of resources."""

from __future__ import annotations

from collections.abc import Mapping

from cairn.errors import CairnError
from cairn.retrieve.view import quote_path
from cairn.serve.work import Work

MOST_VALUES = 100  # the protocol's
_MOST_TYPED = 1000  # characters: no handle is longer


def complete(work: Work, argument: str, value: str, known: Mapping[str, str]) -> list[str]:
    """List what an argument may become, given what was typed and the other arguments; nothing where there is no index."""
    try:
        return _complete(work, argument, value[:_MOST_TYPED], known)[:MOST_VALUES]
    except CairnError:
        return []


def _complete(work: Work, argument: str, value: str, known: Mapping[str, str]) -> list[str]:
    handles = work.cairn.retrieve.handles
    if argument in ("source", "label"):
        return [label for label in work.cairn.retrieve.locations() if label.startswith(value)]
    if argument == "handle":
        return handles(value, MOST_VALUES)
    stem = f"{known.get('label', '')}:"
    if argument == "path":
        found = handles(f"{stem}{quote_path(value)}", MOST_VALUES)
        return [handle.removeprefix(stem) for handle in found if handle.startswith(stem)]
    if argument == "entity":
        stem = f"{stem}{quote_path(known.get('path', ''))}#"
        return [handle.removeprefix(stem) for handle in handles(f"{stem}{value}", MOST_VALUES) if handle.startswith(stem)]
    return []
