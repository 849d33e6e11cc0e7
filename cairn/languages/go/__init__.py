"""Go: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.go.syntax import EXPRESSIONS, PARAMETERS, PATTERNS, PREDECLARED, finish, is_exported
from cairn.semantics.language import Language
from cairn.semantics.structural import Structural
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    from cairn.languages.go.names import GoRules
    from cairn.semantics.roles import united

    return united(GoRules(), space)


GO = Language(
    name="go",
    grammar="go",
    extensions=(".go",),
    wrappers=frozenset({"type_declaration", "const_declaration", "var_declaration", "var_spec_list"}),
    shares_names=True,
    values_run_around=True,
    structural=Structural(lambda kind, signature: kind == "interface", "interface", by_package=True),
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
