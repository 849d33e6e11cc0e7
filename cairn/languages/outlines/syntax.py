"""Definitions of languages of which nothing else is read, completed: names without marks, several clauses as one."""

from __future__ import annotations

from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundDefinition

MAX_KEYS = 200  # of a configuration file: more are data (guess)
MAX_CONFIGURATION_BYTES = 200_000  # larger ones are data, and parsing them takes longer than what it gives is worth (guess)


def unless_data(source: bytes) -> bytes:
    """A configuration file is read, a file of data is not: it is taken for empty."""
    return source if len(source) <= MAX_CONFIGURATION_BYTES else b""


def first_only(builder: Builder) -> None:
    """Several equations, clauses or assignments in a row make up one definition."""
    found = sorted(builder.definitions, key=lambda d: (d.name_pos, d.start))
    kept: list[FoundDefinition] = []
    for definition in found:
        last = kept[-1] if kept else None
        if last is None or (last.name, last.kind) != (definition.name, definition.kind) or definition.start < last.end:
            kept.append(definition)
    builder.definitions = kept


def keys(builder: Builder) -> None:
    """The first keys of a file, and names without the marks around them."""
    builder.definitions = sorted(builder.definitions, key=lambda d: d.start)[:MAX_KEYS]
    for definition in builder.definitions:
        definition.name = definition.name.strip("\"'[] ") or definition.name


def unquoted(builder: Builder) -> None:
    """Names without the quotes around them, on one line."""
    for definition in builder.definitions:
        definition.name = " ".join(definition.name.strip("\"'").split())


def blocks(builder: Builder) -> None:
    """A block's name is all of its labels: `aws_instance.web`."""
    unquoted(builder)
    for definition in builder.definitions:
        if definition.node.type == "block":
            labels = [child for child in definition.node.named_children if child.type == "string_lit"]
            definition.name = ".".join(builder.text(label).strip('"') for label in labels)
