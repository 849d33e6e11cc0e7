"""Solidity: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.solidity.syntax import BUILTINS, EXPRESSIONS, PATTERNS, finish
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from cairn.semantics.roles import Rules


def _rules() -> Rules:
    from cairn.languages.solidity.names import SolidityRules

    return SolidityRules()


SOLIDITY = Language(
    name="solidity",
    grammar="solidity",
    extensions=(".sol",),
    constructors=frozenset({"constructor"}),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    self_names=frozenset({"this"}),
    shares_names=True,
    is_exported=lambda name, flags: "private" not in flags.split(),
    finish=finish,
    builtins=BUILTINS,
    rules=_rules,
)

LANGUAGES = (SOLIDITY,)
