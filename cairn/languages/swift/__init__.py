"""Swift: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.swift.syntax import EXPRESSIONS, PARAMETERS, PATTERNS, finish
from cairn.semantics.flags import PRIVATE
from cairn.semantics.language import Language
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    """Make the roles of the language for a source; loaded when names are resolved, which reading files does without."""
    from cairn.languages.nominal import NominalParameters, OverloadedCalls, Prelude
    from cairn.languages.swift import imports, names, types
    from cairn.semantics.roles import Roles

    prelude = Prelude()
    module = imports.SwiftModule(prelude)
    named = names.SwiftNames(module)
    functions = names.SwiftFunctions(module, named)
    return Roles(
        prepare=(module, imports.SwiftExtensions()),
        imports=imports.SwiftImports(module),
        names=named,
        bases=types.SwiftBases(),
        parameters=NominalParameters(prelude),
        operators=types.SwiftOperators(),
        calls=OverloadedCalls(),
        functions=functions,
        overloads=types.SwiftOverloads(prelude, functions),
    )


SWIFT = Language(
    name="swift",
    grammar="swift",
    extensions=(".swift",),
    constructors=frozenset({"init"}),
    comments=frozenset({"comment", "multiline_comment"}),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    parameters=PARAMETERS,
    lists=frozenset({"type_parameters"}),
    shares_names=True,
    name_quote="`",
    is_exported=lambda name, flags: PRIVATE not in flags,
    finish=finish,
    prelude="prelude.swift",
    traits=Traits(
        constructors=("init",),
        sees_class_scope=True,
        sees_inherited=True,
        nearest_base_first=True,
        has_overloads=True,
        names_functions=True,
        hides_names=False,
    ),
    roles=_roles,
)

LANGUAGES = (SWIFT,)
