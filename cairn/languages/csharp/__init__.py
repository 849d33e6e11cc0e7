"""C#: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.csharp.syntax import EXPRESSIONS, LITERAL_TYPES, PARAMETERS, PATTERNS, finish, is_exported
from cairn.semantics.language import Language
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    from cairn.languages.csharp.names import CSharpRules
    from cairn.semantics.roles import united

    return united(CSharpRules(), space)


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
