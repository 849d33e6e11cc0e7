"""PHP: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.php.syntax import BUILTINS, EXPRESSIONS, PARAMETERS, PATTERNS, finish
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from cairn.semantics.roles import Rules


def _rules() -> Rules:
    from cairn.languages.php.names import PhpRules

    return PhpRules()


PHP = Language(
    name="php",
    grammar="php",
    extensions=(".php", ".phtml"),
    constructors=frozenset({"__construct"}),
    interpreters=("php",),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    parameters=PARAMETERS,
    lists=frozenset({"base_clause", "class_interface_clause", "arguments", "formal_parameters"}),
    self_names=frozenset({"$this"}),
    shares_names=True,
    is_exported=lambda name, flags: "private" not in flags.split(),
    finish=finish,
    builtins=BUILTINS,
    rules=_rules,
)

LANGUAGES = (PHP,)
