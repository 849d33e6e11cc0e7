"""Languages of which only the definitions are read: a row here, and a folder with `tags.scm`, is all that one needs."""

from __future__ import annotations

from typing import Any

from cairn.languages.outlines.syntax import blocks, first_only, keys, unless_data, unquoted
from cairn.semantics.language import Language


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
    _outline("clojure", ".clj .cljs .cljc .edn", ";", finish=first_only),
    _outline("cmake", ".cmake CMakeLists.txt", "#"),
    _outline("css", ".css", "/*", finish=unquoted),
    _outline("dart", ".dart", "//"),
    _outline("dockerfile", "Dockerfile Containerfile .dockerfile", "#"),
    _outline("elixir", ".ex .exs", "#", interpreters=("elixir",), finish=first_only),
    _outline("elm", ".elm", "--", comments=frozenset({"line_comment", "block_comment"})),
    _outline("erlang", ".erl .hrl", "%", interpreters=("escript",), finish=first_only),
    _outline("fsharp", ".fs .fsx", "//", comments=frozenset({"line_comment", "block_comment"})),
    _outline("graphql", ".graphql .gql .graphqls", "#"),
    _outline("haskell", ".hs", "--", finish=first_only),
    _outline("hcl", ".tf .hcl .tfvars", "#", finish=blocks),
    _outline("json", ".json .jsonc .json5 .webmanifest", "//", finish=keys, mask=unless_data),
    _outline("julia", ".jl", "#", comments=frozenset({"line_comment", "block_comment"}), interpreters=("julia",)),
    _outline("make", "Makefile makefile GNUmakefile .mk", "#", finish=first_only),
    _outline("nix", ".nix", "#", finish=keys),
    _outline("ocaml", ".ml", "(*"),
    _outline("ocaml_interface", ".mli", "(*"),
    _outline("proto", ".proto", "//"),
    _outline("r", ".r", "#", interpreters=("Rscript",)),
    _outline("scss", ".scss", "//", finish=unquoted),
    _outline("sql", ".sql .ddl", "--", finish=unquoted),
    _outline("toml", ".toml", "#", finish=keys, mask=unless_data),
    _outline("yaml", ".yaml .yml", "#", finish=keys, mask=unless_data),
    _outline("zig", ".zig .zon", "//", comments=frozenset({"line_comment", "doc_comment"}), finish=unquoted),
)
