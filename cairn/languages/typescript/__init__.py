"""TypeScript, TSX and JavaScript: what their grammars call things. One family: they name each other's definitions."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from cairn.languages.typescript import shapes
from cairn.languages.typescript.definitions import finish
from cairn.languages.typescript.mend import mend
from cairn.languages.typescript.names import GLOBALS
from cairn.languages.typescript.queries import MARKUP, TYPED, UNTYPED
from cairn.semantics.language import Language
from cairn.semantics.structural import Structural

if TYPE_CHECKING:
    from cairn.semantics.roles import Rules


def _is_exported(name: str, flags: str) -> bool:
    return "export" in flags


@cache
def _rules() -> Rules:
    from cairn.languages.typescript.rules import TypeScriptRules

    return TypeScriptRules()


_EXPRESSIONS = {
    "identifier": ("n",),
    "property_identifier": ("n",),
    "shorthand_property_identifier": ("n",),
    "nested_identifier": ("a", "object", "property"),
    "member_expression": ("a", "object", "property"),
    "call_expression": (shapes.call,),
    "new_expression": (shapes.make,),
    "subscript_expression": (shapes.subscript,),
    "string": ("l", "string"),
    "template_string": ("l", "string"),
    "number": ("l", "number"),
    "regex": ("l", "RegExp"),
    "true": ("l", "boolean"),
    "false": ("l", "boolean"),
    "array": (shapes.array,),
    "object": (shapes.object_literal,),
    "arrow_function": (shapes.closure,),
    "function_expression": (shapes.closure,),
    "generator_function": (shapes.closure,),
    "class": (shapes.class_value,),
    "this": ("p",),
    "super": ("P",),
    "import": ("n",),
    "parenthesized_expression": ("pass", 0),
    "non_null_expression": ("pass", 0),
    "sequence_expression": (shapes.last,),
    "assignment_expression": ("pass", "right"),
    "ternary_expression": ("o", "consequence", "alternative"),
    "binary_expression": (shapes.binary,),
    "unary_expression": (shapes.unary,),
    "update_expression": ("l", "number"),
    "await_expression": ("e",),
    "as_expression": (shapes.cast,),
    "satisfies_expression": ("pass", 0),
    "type_assertion": (shapes.assertion,),
    "instantiation_expression": ("pass", 0),
    # Types
    "type_annotation": ("pass", 0),
    "type_identifier": (shapes.type_name,),
    "nested_type_identifier": (shapes.nested_type,),
    "generic_type": (shapes.generic_type,),
    "predefined_type": (shapes.predefined,),
    "array_type": ("s", 0),
    "readonly_type": ("pass", 0),
    "parenthesized_type": ("pass", 0),
    "optional_type": ("pass", 0),
    "rest_type": ("v", 0),
    "tuple_type": (shapes.tuple_type,),
    "union_type": ("o",),
    "intersection_type": (shapes.intersection,),
    "object_type": (shapes.object_type,),
    "function_type": (shapes.function_type,),
    "constructor_type": (shapes.constructor_type,),
    "call_signature": (shapes.function_type,),
    "construct_signature": (shapes.function_type,),
    "index_signature": (shapes.index_signature,),
    "this_type": ("p",),
    "lookup_type": (shapes.lookup_type,),
    "conditional_type": (shapes.conditional_type,),
    "type_query": (shapes.typeof_type,),
    "index_type_query": ("l", "string"),
    "template_literal_type": ("l", "string"),
    "literal_type": ("pass", 0),
    "type_predicate_annotation": (shapes.predicate,),
    "type_predicate": (shapes.predicate,),
    "extends_clause": (shapes.extends,),
}

_PATTERNS = {
    "identifier": "name",
    "shorthand_property_identifier_pattern": "name",
    "array_pattern": "items",
    "object_pattern": "fields",
    "rest_pattern": shapes.rest,
    "assignment_pattern": ("pass", "left"),
    "object_assignment_pattern": ("pass", "left"),
}


def _is_required(name: str, signature: str) -> bool:
    return not signature.removeprefix("readonly ").startswith(f"{name}?")


TYPESCRIPT = Language(
    name="typescript",
    grammar="typescript",
    extensions=(".ts", ".mts", ".cts"),
    constructors=frozenset({"constructor"}),
    interpreters=("deno", "bun", "ts-node", "tsx"),
    family="javascript",
    query_folder="typescript",
    extra_query=TYPED,
    comments=shapes.COMMENTS,
    wrappers=frozenset(
        {"export_statement", "lexical_declaration", "variable_declaration", "ambient_declaration", "expression_statement"}
    ),
    decorators=frozenset({"decorator"}),
    structural=Structural(lambda kind, signature: kind == "interface", "interface", frozenset({"method", "field"}), _is_required),
    expressions=_EXPRESSIONS,
    patterns=_PATTERNS,
    parameters={
        "formal_parameters": (shapes.parameters,),
        "identifier": (shapes.single_parameter,),
        "type_parameter": (shapes.type_parameter,),
    },
    lists=frozenset({"arguments", "type_arguments", "type_parameters", "implements_clause", "extends_type_clause"}),
    self_names=frozenset({"this"}),
    bind_parameters=shapes.bind_parameters,
    is_exported=_is_exported,
    finish=finish,
    mend=mend,
    builtins=GLOBALS,
    prelude="prelude.ts",
    rules=_rules,
)

TSX = replace(TYPESCRIPT, name="tsx", grammar="tsx", extensions=(".tsx",), interpreters=(), extra_query=TYPED + MARKUP)

JAVASCRIPT = replace(
    TYPESCRIPT,
    name="javascript",
    grammar="javascript",
    extensions=(".js", ".mjs", ".cjs", ".jsx"),
    interpreters=("node", "nodejs"),
    extra_query=UNTYPED + MARKUP,
)

LANGUAGES = (TYPESCRIPT, TSX, JAVASCRIPT)
