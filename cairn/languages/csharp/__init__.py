"""C#: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.csharp.syntax import EXPRESSIONS, LITERAL_TYPES, PARAMETERS, PATTERNS, finish, is_exported
from cairn.semantics.language import Language
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    """Make the roles of the language for a source; loaded when names are resolved, which reading files does without."""
    from cairn.languages.csharp import imports, names, types
    from cairn.languages.nominal import NominalParameters, Prelude
    from cairn.semantics.roles import Roles

    prelude = Prelude(array="Array_", iterable="IEnumerable")
    namespaces = imports.CSharpNamespaces(space, prelude)
    named = names.CSharpNames(prelude, namespaces)
    return Roles(
        prepare=(namespaces,),
        imports=imports.CSharpImports(namespaces),
        sources=imports.CSharpSources(namespaces),
        modules=imports.CSharpModules(prelude, namespaces),
        names=named,
        bases=types.CSharpBases(prelude, namespaces),
        types=types.CSharpTypes(prelude, named, namespaces),
        parameters=NominalParameters(prelude),
        operators=types.CSharpOperators(prelude),
        calls=types.CSharpCalls(),
        functions=names.CSharpFunctions(namespaces),
        overloads=types.CSharpOverloads(prelude),
        parts=types.CSharpParts(namespaces),
        redirection=types.CSharpRedirection(namespaces),
        completion=types.CSharpCompletion(namespaces),
    )


CSHARP = Language(
    name="csharp",
    grammar="csharp",
    extensions=(".cs", ".csx"),
    constructors=frozenset({""}),
    comments=frozenset({"comment"}),
    wrappers=frozenset({"variable_declaration", "field_declaration", "event_field_declaration"}),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    parameters=PARAMETERS,
    lists=frozenset({"argument_list", "bracketed_argument_list", "base_list", "type_parameter_list"}),
    shares_names=True,
    is_exported=is_exported,
    finish=finish,
    prelude="prelude.cs",
    traits=Traits(
        sees_class_scope=True,
        sees_inherited=True,
        subscript_member="this",
        sequence_type="Array_",
        silent=("csharp/System#",),
        nearest_base_first=True,
        has_overloads=True,
        arities_apart=True,
        names_functions=True,
        literal_types=LITERAL_TYPES,
    ),
    roles=_roles,
)

LANGUAGES = (CSHARP,)
