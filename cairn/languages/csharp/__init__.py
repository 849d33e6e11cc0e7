"""C#: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.csharp.syntax import EXPRESSIONS, PARAMETERS, PATTERNS, finish, is_exported
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from cairn.semantics.roles import Rules


def _rules() -> Rules:
    from cairn.languages.csharp.names import CSharpRules

    return CSharpRules()


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
    rules=_rules,
)

LANGUAGES = (CSHARP,)
