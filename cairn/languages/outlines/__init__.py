"""Languages of which only the definitions are read: a row here, and a folder with `tags.scm`, is all that one needs."""

from __future__ import annotations

from typing import Any

from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundDefinition
from cairn.semantics.language import Language

MAX_KEYS = 200  # of a configuration file: more are data (guess)
MAX_CONFIGURATION_BYTES = 200_000  # larger ones are data, and parsing them takes longer than what it gives is worth (guess)


def _unless_data(source: bytes) -> bytes:
    return source if len(source) <= MAX_CONFIGURATION_BYTES else b""


def _first_only(builder: Builder) -> None:
    """Several equations, clauses or assignments in a row make up one definition."""
    found = sorted(builder.definitions, key=lambda d: (d.name_pos, d.start))
    kept: list[FoundDefinition] = []
    for definition in found:
        last = kept[-1] if kept else None
        if last is None or (last.name, last.kind) != (definition.name, definition.kind) or definition.start < last.end:
            kept.append(definition)
    builder.definitions = kept


def _keys(builder: Builder) -> None:
    """The first keys of a file, and names without the marks around them."""
    builder.definitions = sorted(builder.definitions, key=lambda d: d.start)[:MAX_KEYS]
    for definition in builder.definitions:
        definition.name = definition.name.strip("\"'[] ") or definition.name


def _unquoted(builder: Builder) -> None:
    for definition in builder.definitions:
        definition.name = " ".join(definition.name.strip("\"'").split())


def _blocks(builder: Builder) -> None:
    """A block's name is all of its labels: `aws_instance.web`."""
    _unquoted(builder)
    for definition in builder.definitions:
        if definition.node.type == "block":
            labels = [child for child in definition.node.named_children if child.type == "string_lit"]
            definition.name = ".".join(builder.text(label).strip('"') for label in labels)


def _outline(name: str, endings: str, line_comment: str, **more: Any) -> Language:
    """The record of a language; of `endings` those that begin with a dot are extensions, the others names of files."""
    words = endings.split()
    return Language(
        name=name,
        grammar=more.pop("grammar", name),
        extensions=tuple(word for word in words if word.startswith(".")),
        filenames=tuple(word for word in words if not word.startswith(".")),
        line_comment=line_comment,
        query_folder=f"outlines/{name}",
        **more,
    )


LANGUAGES = (
    _outline("clojure", ".clj .cljs .cljc .edn", ";", finish=_first_only),
    _outline("cmake", ".cmake CMakeLists.txt", "#"),
    _outline("css", ".css", "/*", finish=_unquoted),
    _outline("dart", ".dart", "//"),
    _outline("dockerfile", "Dockerfile Containerfile .dockerfile", "#"),
    _outline("elixir", ".ex .exs", "#", interpreters=("elixir",), finish=_first_only),
    _outline("elm", ".elm", "--", comments=frozenset({"line_comment", "block_comment"})),
    _outline("erlang", ".erl .hrl", "%", interpreters=("escript",), finish=_first_only),
    _outline("fsharp", ".fs .fsx", "//", comments=frozenset({"line_comment", "block_comment"})),
    _outline("graphql", ".graphql .gql .graphqls", "#"),
    _outline("haskell", ".hs", "--", finish=_first_only),
    _outline("hcl", ".tf .hcl .tfvars", "#", finish=_blocks),
    _outline("json", ".json .jsonc .json5 .webmanifest", "//", finish=_keys, mask=_unless_data),
    _outline("julia", ".jl", "#", comments=frozenset({"line_comment", "block_comment"}), interpreters=("julia",)),
    _outline("make", "Makefile makefile GNUmakefile .mk", "#", finish=_first_only),
    _outline("nix", ".nix", "#", finish=_keys),
    _outline("ocaml", ".ml", "(*"),
    _outline("ocaml_interface", ".mli", "(*"),
    _outline("perl", ".pl .pm", "#", interpreters=("perl",)),
    _outline("proto", ".proto", "//"),
    _outline("r", ".r", "#", interpreters=("Rscript",)),
    _outline("scss", ".scss", "//", finish=_unquoted),
    _outline("sql", ".sql .ddl", "--", finish=_unquoted),
    _outline("toml", ".toml", "#", finish=_keys, mask=_unless_data),
    _outline("yaml", ".yaml .yml", "#", finish=_keys, mask=_unless_data),
    _outline("zig", ".zig .zon", "//", comments=frozenset({"line_comment", "doc_comment"}), finish=_unquoted),
)
