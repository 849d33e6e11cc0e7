"""Kotlin: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.kotlin.definitions import finish, is_exported
from cairn.languages.kotlin.syntax import EXPRESSIONS, PARAMETERS, PATTERNS
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from cairn.semantics.roles import Rules


def _rules() -> Rules:
    from cairn.languages.kotlin.names import KotlinRules

    return KotlinRules()


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
    rules=_rules,
)

LANGUAGES = (KOTLIN,)
