"""Go: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.go.syntax import EXPRESSIONS, PARAMETERS, PATTERNS, PREDECLARED, finish, is_exported
from cairn.semantics.kinds import INTERFACE
from cairn.semantics.language import Language
from cairn.semantics.structural import Structural
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    """Make the roles of the language for a source; loaded when names are resolved, which reading files does without."""
    from cairn.languages.go import imports, names, types
    from cairn.semantics.roles import Roles

    packages = imports.GoPackages(space)
    named = names.GoNames(packages)
    bases = types.GoBases(packages)
    typed = types.GoTypes(named)
    return Roles(
        prepare=(
            packages,
            bases,
        ),
        imports=imports.GoImports(packages),
        sources=imports.GoSources(packages),
        modules=imports.GoModules(packages),
        names=named,
        bases=bases,
        types=typed,
        parameters=types.GoParameters(packages),
        calls=types.GoCalls(typed),
        variants=imports.GoVariants(packages),
    )


GO = Language(
    name="go",
    grammar="go",
    extensions=(".go",),
    wrappers=frozenset({"type_declaration", "const_declaration", "var_declaration", "var_spec_list"}),
    shares_names=True,
    values_run_around=True,
    structural=Structural(lambda kind, signature: kind == INTERFACE, "interface", by_package=True),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    parameters=PARAMETERS,
    lists=frozenset({"argument_list", "parameter_list", "type_parameter_list", "type_arguments"}),
    is_exported=is_exported,
    finish=finish,
    builtins=frozenset(PREDECLARED.split()),
    prelude="prelude.go",
    traits=Traits(
        iterate_members=("range_",),
        subscript_member="at_",
        scope_order="order",
        sequence_type="slice_",
        map_type="map_",
        calls_fields=False,
        nearest_base_first=True,
    ),
    roles=_roles,
)

LANGUAGES = (GO,)
