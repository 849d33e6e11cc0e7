"""Rust: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.rust import finish, macros, shapes
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from cairn.semantics.roles import Rules

_BUILTINS = frozenset(
    {
        "Some", "None", "Ok", "Err", "Option", "Result", "Vec", "Box", "String", "Self", "_", "Fn", "FnMut", "FnOnce", "Drop",
        "Send", "Sync", "Sized", "Copy", "Unpin", "println!", "print!", "eprintln!", "eprint!", "format!", "vec!", "assert!",
        "assert_eq!", "assert_ne!", "debug_assert!", "debug_assert_eq!", "debug_assert_ne!", "panic!", "unreachable!", "todo!",
        "unimplemented!", "write!", "writeln!", "matches!", "concat!", "stringify!", "include_str!", "include_bytes!", "include!",
        "env!", "option_env!", "cfg!", "line!", "file!", "column!", "module_path!", "compile_error!", "thread_local!", "dbg!",
        "derive", "cfg", "cfg_attr", "inline", "allow", "deny", "warn", "test", "doc", "must_use", "non_exhaustive", "repr",
    }
)  # fmt: skip


def _is_exported(name: str, flags: str) -> bool:
    return "pub" in flags.split()


def _rules() -> Rules:
    from cairn.languages.rust.rules import RustRules

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
    expressions={
        "identifier": (shapes.name,),
        "type_identifier": (shapes.name,),
        "self": ("p",),
        "crate": (shapes.word,),
        "super": (shapes.word,),
        "scoped_identifier": (shapes.path,),
        "scoped_type_identifier": (shapes.path,),
        "bracketed_type": (shapes.qualified,),
        "generic_type": (shapes.type_arguments,),
        "generic_type_with_turbofish": (shapes.type_arguments,),
        "generic_function": (shapes.turbofish,),
        "field_expression": ("a", "value", "field"),
        "call_expression": ("c", "function", "arguments"),
        "struct_expression": (shapes.made,),
        "reference_expression": ("*", "value"),
        "unary_expression": ("*", 0),
        "parenthesized_expression": ("*", 0),  # (x.field)() calls what a field holds, x.field() a method
        "try_expression": ("q", 0),
        "await_expression": ("e", 0),
        "type_cast_expression": ("k", "type"),
        "index_expression": (shapes.subscript,),
        "range_expression": (shapes.numbers,),
        "binary_expression": (shapes.binary,),
        "integer_literal": (shapes.number,),
        "float_literal": ("l", "f64"),
        "boolean_literal": ("l", "bool"),
        "char_literal": ("l", "char"),
        "string_literal": (shapes.string,),
        "raw_string_literal": (shapes.string,),
        "array_expression": ("s",),
        "tuple_expression": ("t",),
        "unit_expression": ("l", "Unit"),
        "if_expression": (shapes.condition,),
        "else_clause": ("pass", 0),
        "match_expression": (shapes.choice,),
        "block": (shapes.block,),
        "unsafe_block": ("pass", 0),
        "async_block": ("pass", 0),
        "closure_expression": ("L", "body"),
        "macro_invocation": (shapes.invocation,),
        "primitive_type": (shapes.primitive,),
        "reference_type": ("*", "type"),
        "pointer_type": ("*", "type"),
        "tuple_type": ("t",),
        "unit_type": ("l", "Unit"),
        "array_type": (shapes.array_type,),
        "function_type": (shapes.function_type,),
        "abstract_type": ("pass", "trait"),
        "dynamic_type": ("pass", "trait"),
        "bounded_type": (shapes.bounds,),
        "trait_bounds": (shapes.bounds,),
        "higher_ranked_trait_bound": ("pass", "type"),
    },
    patterns={
        "identifier": shapes.bind_name,
        "mut_pattern": shapes.bind_inner,
        "ref_pattern": shapes.bind_inner,
        "reference_pattern": shapes.bind_inner,
        "match_pattern": shapes.bind_first,
        "captured_pattern": shapes.bind_captured,
        "or_pattern": shapes.bind_each,
        "tuple_pattern": shapes.bind_tuple,
        "slice_pattern": shapes.bind_slice,
        "tuple_struct_pattern": shapes.bind_variant,
        "struct_pattern": shapes.bind_fields,
    },
    parameters={
        "parameter": ("pattern", "type", None),
        "ordered_field_declaration_list": (shapes.positional,),
        "type_parameter": (shapes.type_parameter,),
        "const_parameter": (shapes.type_parameter,),
        "where_predicate": (shapes.predicate,),
    },
    lists=frozenset({"arguments", "parameters", "closure_parameters", "type_parameters", "where_clause", "trait_bounds"}),
    values_run_around=True,
    stands_for="of=",
    is_exported=_is_exported,
    finish=finish.finish,
    embedded=macros.embedded,
    builtins=_BUILTINS,
    prelude="prelude.rs",
    rules=_rules,
)

LANGUAGES = (RUST,)
