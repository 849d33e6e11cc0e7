"""Swift: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.swift.syntax import EXPRESSIONS, PARAMETERS, PATTERNS, finish
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from cairn.semantics.roles import Rules


def _rules() -> Rules:
    from cairn.languages.swift.names import SwiftRules

    return SwiftRules()


SWIFT = Language(
    name="swift",
    grammar="swift",
    extensions=(".swift",),
    constructors=frozenset({"init"}),
    comments=frozenset({"comment", "multiline_comment"}),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    parameters=PARAMETERS,
    lists=frozenset({"type_parameters"}),
    shares_names=True,
    name_quote="`",
    is_exported=lambda name, flags: not {"private", "fileprivate"} & set(flags.split()),
    finish=finish,
    prelude="prelude.swift",
    rules=_rules,
)

LANGUAGES = (SWIFT,)
