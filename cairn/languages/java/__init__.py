"""Java: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.java.syntax import EXPRESSIONS, PARAMETERS, PATTERNS, finish, is_exported
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from cairn.semantics.roles import Rules


def _rules() -> Rules:
    from cairn.languages.java.names import JavaRules

    return JavaRules()


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
    rules=_rules,
)

LANGUAGES = (JAVA,)
