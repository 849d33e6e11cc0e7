"""Rust: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.rust.definitions import finish
from cairn.languages.rust.macros import embedded
from cairn.languages.rust.syntax import BUILTINS, EXPRESSIONS, MODIFIERS, PARAMETERS, PATTERNS, is_exported
from cairn.semantics.language import Language
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    """Make the roles of the language for a source; loaded when names are resolved, which reading files does without."""
    from cairn.languages.rust import impls, imports, names, types
    from cairn.semantics.roles import Roles

    paths = names.RustPaths(space)
    found = impls.RustImpls(paths)
    standard = types.RustStandard(paths)
    named = names.RustNames(paths)
    parameters = types.RustParameters(found)
    return Roles(
        prepare=(
            paths,
            found,
        ),
        imports=imports.RustImports(paths),
        sources=imports.RustSources(paths),
        modules=names.RustModules(paths),
        names=named,
        members=types.RustMembers(paths, parameters),
        bases=impls.RustBases(found),
        types=types.RustTypes(parameters, standard),
        parameters=parameters,
        operators=types.RustOperators(named, parameters, standard),
        calls=types.RustCalls(standard),
        variants=impls.RustVariants(paths),
    )


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
    states_overrides=True,
    modifiers=MODIFIERS,
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
