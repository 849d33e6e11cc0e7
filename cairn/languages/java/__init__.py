"""Java: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.java.syntax import EXPRESSIONS, LITERAL_TYPES, PARAMETERS, PATTERNS, finish, is_exported
from cairn.semantics.language import Language
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    from cairn.languages.java.names import JavaRules
    from cairn.semantics.roles import united

    return united(JavaRules(), space)


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
