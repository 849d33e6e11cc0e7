"""Kotlin: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.kotlin.definitions import finish, is_exported
from cairn.languages.kotlin.syntax import EXPRESSIONS, PARAMETERS, PATTERNS
from cairn.semantics.language import Language
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    """Make the roles of the language for a source; loaded when names are resolved, which reading files does without."""
    from cairn.languages.kotlin import imports, names, types
    from cairn.languages.nominal import NominalParameters, Prelude
    from cairn.semantics.roles import Roles

    prelude = Prelude(top="Any")
    packages = imports.KotlinPackages(prelude)
    named = names.KotlinNames(packages)
    functions = names.KotlinFunctions(named, packages)
    return Roles(
        prepare=(packages,),
        imports=imports.KotlinImports(prelude, packages),
        modules=imports.KotlinModules(packages),
        names=named,
        members=types.KotlinMembers(functions, packages),
        bases=types.KotlinBases(prelude),
        parameters=NominalParameters(prelude),
        operators=types.KotlinOperators(prelude),
        calls=types.KotlinCalls(),
        functions=functions,
        overloads=types.KotlinOverloads(prelude),
    )


KOTLIN = Language(
    name="kotlin",
    grammar="kotlin",
    runtime="jvm",
    extensions=(".kt", ".kts"),
    constructors=frozenset({"constructor"}),
    comments=frozenset({"line_comment", "multiline_comment"}),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    parameters=PARAMETERS,
    lists=frozenset({"type_parameters"}),
    trailing=frozenset({"getter", "setter"}),
    shares_names=True,
    name_quote="`",
    is_exported=is_exported,
    finish=finish,
    prelude="prelude.kt",
    traits=Traits(
        constructors=("constructor",),
        sees_class_scope=True,
        sees_inherited=True,
        sequence_type="Array",
        silent=("kotlin/kotlin#", "kotlin/kotlin.", "kotlin/java.lang#"),
        nearest_base_first=True,
        has_overloads=True,
        reads_functions=False,
        literal_types={"null": "NoneType"},
    ),
    roles=_roles,
)

LANGUAGES = (KOTLIN,)
