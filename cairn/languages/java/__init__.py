"""Java: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.java.syntax import EXPRESSIONS, LITERAL_TYPES, PARAMETERS, PATTERNS, finish, is_exported
from cairn.semantics.language import Language
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    """Make the roles of the language for a source; loaded when names are resolved, which reading files does without."""
    from cairn.languages.java import imports, names, types
    from cairn.languages.nominal import NominalParameters, Prelude
    from cairn.semantics.roles import Roles

    prelude = Prelude(array="$Array")
    packages = imports.JavaPackages(space, prelude)
    return Roles(
        prepare=(packages,),
        imports=imports.JavaImports(packages),
        sources=imports.JavaSources(packages),
        modules=imports.JavaModules(packages),
        names=names.JavaNames(prelude, packages),
        members=types.JavaMembers(),
        bases=types.JavaBases(prelude),
        parameters=NominalParameters(prelude),
        operators=types.JavaOperators(prelude),
        calls=types.JavaCalls(),
        functions=names.JavaFunctions(packages),
        overloads=types.JavaOverloads(prelude),
    )


JAVA = Language(
    name="java",
    grammar="java",
    runtime="jvm",
    extensions=(".java",),
    constructors=frozenset({""}),
    comments=frozenset({"line_comment", "block_comment"}),
    wrappers=frozenset({"field_declaration", "constant_declaration"}),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    parameters=PARAMETERS,
    lists=frozenset({"argument_list", "formal_parameters", "inferred_parameters", "type_list", "type_parameters"}),
    shares_names=True,
    is_exported=is_exported,
    finish=finish,
    prelude="prelude.java",
    traits=Traits(
        sees_class_scope=True,
        sees_inherited=True,
        sequence_type="$Array",
        silent=("java/java.lang#",),
        nearest_base_first=True,
        has_overloads=True,
        literal_types=LITERAL_TYPES,
    ),
    roles=_roles,
)

LANGUAGES = (JAVA,)
