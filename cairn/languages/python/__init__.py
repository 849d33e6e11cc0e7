"""Python: what its grammar calls things."""

from __future__ import annotations

import ast
import builtins
import re
from typing import TYPE_CHECKING, Any

from cairn.languages.language import Language
from cairn.languages.structural import Structural

if TYPE_CHECKING:
    from tree_sitter import Node

    from cairn.languages.rules import Rules

_PROTOCOL = re.compile(r"\(.*\bProtocol\b", re.DOTALL)  # the head of a class; one that only inherits from a protocol is none
_VALUE_DECORATORS = {"property", "cached_property", "staticmethod", "classmethod", "overload", "abstractmethod", "contextmanager"}


def _is_exported(name: str, flags: str) -> bool:
    return not name.startswith("_") or name.endswith("__")


def _annotation(builder: Any, node: Node) -> int:
    """A type; one that is written as a string is read by Python's own parser."""
    inner = next(iter(node.named_children), None)
    if inner is not None and inner.type == "string":
        text = builder.text(inner).strip("\"'")
        try:
            return _from_ast(builder, ast.parse(text.strip(), mode="eval").body)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return int(builder.intern(("?",)))
    return int(builder.expr(inner))


def _from_ast(builder: Any, node: ast.expr) -> int:
    match node:
        case ast.Name(id=name):
            expr: tuple[Any, ...] = ("n", name)
        case ast.Attribute(value=value, attr=name):
            expr = ("a", _from_ast(builder, value), name)
        case ast.Subscript(value=value, slice=ast.Tuple(elts=items)):
            expr = ("i", _from_ast(builder, value), tuple(_from_ast(builder, item) for item in items))
        case ast.Subscript(value=value, slice=item):
            expr = ("i", _from_ast(builder, value), (_from_ast(builder, item),))
        case ast.BinOp(left=left, right=right, op=ast.BitOr()):
            expr = ("o", (_from_ast(builder, left), _from_ast(builder, right)))
        case ast.Constant(value=None):
            expr = ("l", "None")
        case ast.Constant(value=str(text)):
            return _from_ast(builder, ast.parse(text.strip(), mode="eval").body)
        case ast.List(elts=items):
            expr = ("t", tuple(_from_ast(builder, item) for item in items))
        case _:
            expr = ("?",)
    return int(builder.intern(expr))


def _keyword(builder: Any, node: Node) -> int:
    """`name=value` of a call keeps its name: overloads and base lists tell it from a positional one."""
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    return int(builder.intern(("=", builder.text(name) if name else "", builder.expr(value))))


def _binary(builder: Any, node: Node) -> int:
    """`a | b` is a choice (a union of types); other operators yield what their left side is."""
    operator = node.child_by_field_name("operator")
    left, right = builder.expr(node.child_by_field_name("left")), builder.expr(node.child_by_field_name("right"))
    if operator is not None and operator.type == "|":
        return int(builder.intern(("o", (left, right))))
    return int(builder.intern(("B", left, right)))


def _comprehension(builder: Any, node: Node) -> int:
    """A list whose elements are what the comprehension yields, looked up inside it."""
    body = node.child_by_field_name("body")
    builder.bind_to_place()
    if body is not None and body.type == "pair":
        key, value = builder.expr(body.child_by_field_name("key")), builder.expr(body.child_by_field_name("value"))
        return int(
            builder.intern(("d", builder.intern(("S", node.start_byte, key)), builder.intern(("S", node.start_byte, value))))
        )
    kind = {"set_comprehension": "set", "generator_expression": "Generator"}.get(node.type, "list")
    return int(builder.intern(("s", builder.intern(("S", node.start_byte, builder.expr(body))), kind)))


def _finish(builder: Any) -> None:
    """Mark what decorators say, and let overload stubs be announcements of the definition behind them."""
    last: dict[tuple[Any, str], Any] = {}
    for definition in sorted(builder.definitions, key=lambda d: d.start):
        if definition.kind not in ("function", "class"):
            continue
        parent = builder.parent(definition.node)
        decorated = parent if parent is not None and parent.type == "decorated_definition" else None
        if decorated is not None:
            for child in decorated.children:
                if child.type == "decorator":
                    definition.flags[:0] = _decorator_flags(builder.text(child))
    for definition in sorted(builder.definitions, key=lambda d: -d.start):
        if definition.kind != "function":
            continue
        block = builder.parent(definition.node)
        if block is not None and block.type == "decorated_definition":
            block = builder.parent(block)
        key = (block.id if block is not None else None, definition.name)
        if "overload" in definition.flags and key in last:
            definition.merged_into = last[key]
        elif "overload" not in definition.flags:
            last[key] = definition
    _merge_assignments(builder)
    builder.extra["all"] = _dunder_all(builder)


def _merge_assignments(builder: Any) -> None:
    """What is assigned again is no other definition of the name."""
    first: dict[tuple[int, str], Any] = {}
    for definition in sorted(builder.definitions, key=lambda d: d.start):
        if definition.kind == "constant":
            around = builder.parent(definition.node)
            while around is not None and around.type not in ("module", "class_definition"):
                around = builder.parent(around)
            key = (around.start_byte if around is not None else -1, definition.name)
            if first.setdefault(key, definition) is not definition:
                definition.merged_into = first[key]


def _decorator_flags(text: str) -> list[str]:
    name = text.lstrip("@").split("(")[0].strip().rpartition(".")[2]
    if name in ("setter", "deleter", "getter"):
        return ["accessor"]
    return [name] if name in _VALUE_DECORATORS else []


def _dunder_all(builder: Any) -> list[str] | None:
    for definition in builder.definitions:
        if definition.name == "__all__" and definition.kind == "constant":
            right = definition.node.child_by_field_name("right")
            if right is not None and right.type in ("list", "tuple"):
                return [builder.text(c).strip("\"'") for c in right.named_children if c.type == "string"]
    return None


def _rules() -> Rules:
    from cairn.languages.python.rules import PythonRules

    return PythonRules()


PYTHON = Language(
    name="python",
    grammar="python",
    extensions=(".py", ".pyi", ".pyw"),
    interpreters=("python", "pypy"),
    wrappers=frozenset({"decorated_definition"}),
    decorators=frozenset({"decorator"}),
    line_comment="#",
    doc_in_body=True,
    structural=Structural(lambda kind, signature: kind == "class" and bool(_PROTOCOL.search(signature)), "Protocol"),
    expressions={
        "identifier": ("n",),
        "dotted_name": ("n",),
        "attribute": ("a", "object", "attribute"),
        "call": ("c", "function", "arguments"),
        "subscript": ("i", "value"),
        "generic_type": ("i", 0, 1),
        "type": (_annotation,),
        "union_type": ("o",),
        "member_type": ("a", 0, 1),
        "string": ("l", "str"),
        "concatenated_string": ("l", "str"),
        "integer": ("l", "int"),
        "float": ("l", "float"),
        "true": ("l", "bool"),
        "false": ("l", "bool"),
        "none": ("l", "None"),
        "comparison_operator": ("l", "bool"),
        "not_operator": ("l", "bool"),
        "list": ("s",),
        "set": ("s",),
        "list_comprehension": (_comprehension,),
        "set_comprehension": (_comprehension,),
        "generator_expression": (_comprehension,),
        "dictionary_comprehension": (_comprehension,),
        "dictionary": ("d",),
        "tuple": ("t",),
        "expression_list": ("t",),
        "await": ("e",),
        "parenthesized_expression": ("pass", 0),
        "keyword_argument": (_keyword,),
        "conditional_expression": ("o", 0, 2),
        "boolean_operator": ("o", "left", "right"),
        "binary_operator": (_binary,),
        "named_expression": ("pass", "value"),
        "lambda": ("L", "body"),
        "type_conversion": ("l", "str"),
    },
    patterns={
        "identifier": "name",
        "pattern_list": "items",
        "tuple_pattern": "items",
        "list_pattern": "items",
        "tuple": "items",
        "list_splat_pattern": "rest",
        "dictionary_splat_pattern": "rest",
        "default_parameter": ("pass", "name"),
    },
    parameters={
        "identifier": (None, None, None),
        "typed_parameter": (0, "type", None),
        "default_parameter": ("name", None, "value"),
        "typed_default_parameter": ("name", "type", "value"),
        "list_splat_pattern": (None, None, None),
        "dictionary_splat_pattern": (None, None, None),
        "type": (None, None, None),
    },
    values_run_around=True,
    rest_types={"*": "tuple", "**": "dict"},
    lists=frozenset({"argument_list", "parameters", "lambda_parameters", "type_parameter"}),
    self_names=frozenset({"self", "cls"}),
    is_exported=_is_exported,
    finish=_finish,
    builtins=frozenset(dir(builtins)),
    prelude="prelude.py.in",
    rules=_rules,
)

LANGUAGES = (PYTHON,)
