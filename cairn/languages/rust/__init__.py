"""Rust: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.rust.definitions import finish
from cairn.languages.rust.macros import embedded
from cairn.languages.rust.syntax import BUILTINS, EXPRESSIONS, PARAMETERS, PATTERNS, is_exported
from cairn.semantics.language import Language
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    from cairn.languages.rust.types import RustRules
    from cairn.semantics.roles import united

    return united(RustRules(), space)


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
    traits=Traits(
        subscript_member="index",
        scope_order="order",
        sequence_type="Slice",
        fields_apart=True,
        macros_apart=True,
        closed_namespaces=True,
        names_all_parameters=True,
        fills_holes=True,
    ),
    roles=_roles,
)

LANGUAGES = (RUST,)
