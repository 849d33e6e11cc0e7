"""Go: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.go.syntax import EXPRESSIONS, PARAMETERS, PATTERNS, PREDECLARED, finish, is_exported
from cairn.semantics.language import Language
from cairn.semantics.structural import Structural

if TYPE_CHECKING:
    from cairn.semantics.roles import Rules


def _rules() -> Rules:
    from cairn.languages.go.names import GoRules

    return GoRules()


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
    rules=_rules,
)

LANGUAGES = (GO,)
