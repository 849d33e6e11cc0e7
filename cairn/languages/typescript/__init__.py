"""TypeScript, TSX and JavaScript: what their grammars call things. One family: they name each other's definitions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cairn.languages.typescript.definitions import finish
from cairn.languages.typescript.globals import GLOBALS
from cairn.languages.typescript.mend import mend
from cairn.languages.typescript.queries import MARKUP, TYPED, UNTYPED
from cairn.languages.typescript.syntax import (
    COMMENTS,
    EXPRESSIONS,
    PARAMETERS,
    PATTERNS,
    bind_parameters,
    is_exported,
    is_required,
)
from cairn.semantics.flags import AMBIENT, EXPORT
from cairn.semantics.kinds import INTERFACE
from cairn.semantics.language import Language
from cairn.semantics.structural import Structural
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    """Make the roles of the language for a source; loaded when names are resolved, which reading files does without."""
    from cairn.languages.typescript import imports, names, types
    from cairn.semantics.roles import Roles

    files = imports.TypeScriptFiles()
    exports = imports.TypeScriptExports(files)
    operators = types.TypeScriptOperators()
    return Roles(
        prepare=(
            files,
            exports.prepare,
        ),
        imports=imports.TypeScriptImports(files, exports),
        sources=imports.TypeScriptSources(files, exports),
        modules=exports,
        names=names.TypeScriptNames(files, exports),
        members=types.TypeScriptMembers(),
        types=types.TypeScriptTypes(),
        operators=operators,
        calls=types.TypeScriptCalls(operators),
    )


TYPESCRIPT = Language(
    name="typescript",
    grammar="typescript",
    extensions=(".ts", ".mts", ".cts"),
    constructors=frozenset({"constructor"}),
    interpreters=("deno", "bun", "ts-node", "tsx"),
    family="javascript",
    query_folder="typescript",
    extra_query=TYPED,
    comments=COMMENTS,
    wrappers=frozenset(
        {"export_statement", "lexical_declaration", "variable_declaration", "ambient_declaration", "expression_statement"}
    ),
    wrapper_flags={"export_statement": EXPORT, "ambient_declaration": AMBIENT},
    decorators=frozenset({"decorator"}),
    structural=Structural(lambda kind, signature: kind == INTERFACE, "interface", frozenset({"method", "field"}), is_required),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    parameters=PARAMETERS,
    lists=frozenset({"arguments", "type_arguments", "type_parameters", "implements_clause", "extends_type_clause"}),
    self_names=frozenset({"this"}),
    bind_parameters=bind_parameters,
    is_exported=is_exported,
    finish=finish,
    mend=mend,
    builtins=GLOBALS,
    prelude="prelude.ts",
    traits=Traits(
        constructors=("constructor",),
        call_member="()",
        make_member="new()",
        functions_make=True,
        call_values=True,
        iterate_members=("[Symbol.iterator]", "[Symbol.asyncIterator]", "next"),
        subscript_member="[]",
        sequence_type="Array",
        map_type="Map",
    ),
    roles=_roles,
)

TSX = replace(TYPESCRIPT, name="tsx", grammar="tsx", extensions=(".tsx",), interpreters=(), extra_query=TYPED + MARKUP)

JAVASCRIPT = replace(
    TYPESCRIPT,
    name="javascript",
    grammar="javascript",
    extensions=(".js", ".mjs", ".cjs", ".jsx"),
    interpreters=("node", "nodejs"),
    extra_query=UNTYPED + MARKUP,
)

LANGUAGES = (TYPESCRIPT, TSX, JAVASCRIPT)
