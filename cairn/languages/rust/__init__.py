"""Rust: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.rust.definitions import finish
from cairn.languages.rust.macros import embedded
from cairn.languages.rust.syntax import BUILTINS, EXPRESSIONS, PARAMETERS, PATTERNS, is_exported
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from cairn.semantics.roles import Rules


def _rules() -> Rules:
    from cairn.languages.rust.types import RustRules

    return RustRules()


RUST = Language(
    name="rust",
    grammar="rust",
    extensions=(".rs",),
    comments=frozenset({"line_comment", "block_comment"}),
    leading=frozenset({"attribute_item"}),
    test_spaces=frozenset({"test", "tests"}),
    test_mark=r"#\[(?:[\w:]+::)?(?:test|rstest|test_case|quickcheck|proptest|bench)\b|#\[cfg\((?:all\()?test\b",
    inner_docs=("//!", "/*!"),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    parameters=PARAMETERS,
    lists=frozenset({"arguments", "parameters", "closure_parameters", "type_parameters", "where_clause", "trait_bounds"}),
    values_run_around=True,
    stands_for="of=",
    is_exported=is_exported,
    finish=finish,
    embedded=embedded,
    builtins=BUILTINS,
    prelude="prelude.rs",
    rules=_rules,
)

LANGUAGES = (RUST,)
