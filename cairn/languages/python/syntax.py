"""Python as facts: annotations, decorators, comprehensions, `__all__`."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cairn.languages.python.matching import bind_case, note_order, nth, nth_class
from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundDefinition, FoundReference
from cairn.semantics.expressions import Expr
from cairn.semantics.flags import ACCESSOR, CLASS_METHOD, OVERLOAD, PROPERTY, STATIC_METHOD, Flag, Flags, flags_in
from cairn.semantics.kinds import CLASS, CONSTANT, DEPENDS_ON, FUNCTION

if TYPE_CHECKING:
    from tree_sitter import Node


_PROTOCOL = re.compile(r"\(.*\bProtocol\b", re.DOTALL)  # the head of a class; one that only inherits from a protocol is none
_SAYING = re.compile(rb"\b(?:Literal|Annotated)\s*$")
_ACCESSOR = re.compile(rb"@\w+\.(?:setter|getter|deleter)\b")
MAX_BRACKETS = 2_000  # bytes that the bracket around a string is looked for in front of it (guess)
_QUOTES = frozenset("'\"")
_DECORATORS = {
    "property": PROPERTY,
    "cached_property": PROPERTY,
    "setter": ACCESSOR,
    "deleter": ACCESSOR,
    "getter": ACCESSOR,
    "staticmethod": STATIC_METHOD,
    "classmethod": CLASS_METHOD,
    "overload": OVERLOAD,
}


def is_exported(name: str, flags: Flags) -> bool:
    """A name without `_` before it is public, and so is `__init__`."""
    return not name.startswith("_") or name.endswith("__")


def is_protocol(kind: str, signature: str) -> bool:
    """`class Reader(Protocol):` is satisfied by what has its members."""
    return kind == CLASS and bool(_PROTOCOL.search(signature))


def _annotation(builder: Builder, node: Node) -> int:
    """A type; one that is written as a string is read by Python's own parser."""
    inner = next(iter(node.named_children), None)
    if inner is not None and inner.type == "string":
        parsed = _parsed(builder.text(inner))
        return _from_ast(builder, parsed) if parsed is not None else builder.intern(("unknown",))
    return builder.expr(inner)


def _parsed(text: str) -> ast.expr | None:
    """The type that a string literal holds; None if it holds none."""
    try:
        return ast.parse(text.strip("\"'").strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _is_said(source: bytes, pos: int) -> bool:
    """Whether a string in a type is meant as such: it stands in the brackets of `Literal` or `Annotated`."""
    depth = 0
    for here in range(pos - 1, max(pos - MAX_BRACKETS, -1), -1):
        char = source[here : here + 1]
        depth += (char in b")]}") - (char in b"([{")
        if depth < 0:
            return _SAYING.search(source[max(here - 40, 0) : here]) is not None
    return False


def _use_quoted_names(builder: Builder) -> None:
    """A type that is written as a string uses the names in it."""
    kept = [reference for reference in builder.references if reference.name[:1] not in _QUOTES]
    for reference in builder.references if len(kept) < len(builder.references) else ():
        text, pos = reference.name, reference.pos
        if text[:1] not in _QUOTES:
            continue
        parsed = _parsed(text) if not _is_said(builder.source, pos) else None
        for node in ast.walk(parsed) if parsed is not None else ():
            if isinstance(node, ast.Name | ast.Attribute):
                name = node.id if isinstance(node, ast.Name) else node.attr
                end = pos + 1 + (node.end_col_offset or 0)
                kept.append(FoundReference(reference.kind, _from_ast(builder, node), name, end))
    builder.references = kept


def _from_ast(builder: Builder, node: ast.expr) -> int:
    match node:
        case ast.Name(id=name):
            expr: Expr = ("name", name)
        case ast.Attribute(value=value, attr=name):
            expr = ("member", _from_ast(builder, value), name)
        case ast.Subscript(value=value, slice=ast.Tuple(elts=items)):
            expr = ("subscript", _from_ast(builder, value), tuple(_from_ast(builder, item) for item in items))
        case ast.Subscript(value=value, slice=item):
            expr = ("subscript", _from_ast(builder, value), (_from_ast(builder, item),))
        case ast.BinOp(left=left, right=right, op=ast.BitOr()):
            expr = ("choice", (_from_ast(builder, left), _from_ast(builder, right)))
        case ast.Constant(value=None):
            expr = ("literal", "None")
        case ast.Constant(value=str(text)):
            return _from_ast(builder, ast.parse(text.strip(), mode="eval").body)
        case ast.List(elts=items):
            expr = ("tuple", tuple(_from_ast(builder, item) for item in items))
        case _:
            expr = ("unknown",)
    return builder.intern(expr)


def _keyword(builder: Builder, node: Node) -> int:
    """`name=value` of a call keeps its name: overloads and base lists tell it from a positional one."""
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    return builder.intern(("keyword", builder.text(name) if name else "", builder.expr(value)))


def _binary(builder: Builder, node: Node) -> int:
    """`a | b` is a choice (a union of types); other operators yield what their left side is."""
    operator = node.child_by_field_name("operator")
    left, right = builder.expr(node.child_by_field_name("left")), builder.expr(node.child_by_field_name("right"))
    if operator is not None and operator.type == "|":
        return builder.intern(("choice", (left, right)))
    return builder.intern(("binary", left, right))


def _comprehension(builder: Builder, node: Node) -> int:
    """A list whose elements are what the comprehension yields, looked up inside it."""
    body = node.child_by_field_name("body")
    builder.bind_to_place()
    if body is not None and body.type == "pair":
        key, value = builder.expr(body.child_by_field_name("key")), builder.expr(body.child_by_field_name("value"))
        return builder.intern(
            ("map", builder.intern(("scoped", node.start_byte, key)), builder.intern(("scoped", node.start_byte, value)))
        )
    kind = {"set_comprehension": "set", "generator_expression": "Generator"}.get(node.type, "list")
    return builder.intern(("sequence", builder.intern(("scoped", node.start_byte, builder.expr(body))), kind))


def _dotted(builder: Builder, node: Node) -> int:
    """`a.b.c` where the grammar takes it for one name, as in a pattern."""
    expr = -1
    for part in node.named_children:
        name = builder.text(part)
        expr = builder.intern(("member", expr, name) if expr >= 0 else ("name", name))
    return int(expr)


def _alternatives(builder: Builder, node: Node) -> int:
    """The classes of `case A() | B()`, as `isinstance` would be given them; unknown if there is another pattern among them."""
    classes = [nth_class(child) for child in node.named_children]
    if any(found is None for found in classes):
        return builder.intern(("unknown",))
    return builder.intern(("tuple", tuple(builder.expr(found) for found in classes)))


def _type_parameter(builder: Builder, node: Node) -> list[tuple[str, int, int]]:
    """`T`, `T: Bound`, `*Ts` or `**P` of a list of type parameters."""
    inner = nth(node, 0)
    if inner is None:
        return []
    if inner.type != "constrained_type":
        return [(builder.text(inner).lstrip("*"), -1, -1)]
    name, bound = nth(inner, 0), nth(inner, 1)
    if name is None:
        return []
    choices = nth(bound, 0) if bound is not None else None
    if choices is not None and choices.type == "tuple":  # T: (A, B) is one of both
        return [
            (builder.text(name), builder.intern(("choice", tuple(builder.expr(item) for item in choices.named_children))), -1)
        ]
    return [(builder.text(name), builder.expr(bound), -1)]


def finish(builder: Builder) -> None:
    """Mark what decorators say, and let overload stubs be announcements of the definition behind them."""
    last: dict[tuple[int | None, str], FoundDefinition] = {}
    for definition in sorted(builder.definitions, key=lambda d: d.start):
        if definition.kind not in (FUNCTION, CLASS):
            continue
        if definition.kind == CLASS:
            note_order(builder, definition)
        parent = builder.parent(definition.node)
        decorated = parent if parent is not None and parent.type == "decorated_definition" else None
        if decorated is not None:
            for child in decorated.children:
                if child.type == "decorator":
                    definition.flags |= _decorator_flags(builder.text(child))
    for definition in sorted(builder.definitions, key=lambda d: -d.start):
        if definition.kind != FUNCTION:
            continue
        block = builder.parent(definition.node)
        if block is not None and block.type == "decorated_definition":
            block = builder.parent(block)
        key = (block.id if block is not None else None, definition.name)
        if OVERLOAD in definition.flags and key in last:
            definition.merged_into = last[key]
        elif OVERLOAD not in definition.flags:
            last[key] = definition
    _merge_assignments(builder)
    _use_quoted_names(builder)
    _drop_modules(builder)
    builder.extra["all"] = _dunder_all(builder)


def _drop_modules(builder: Builder) -> None:
    """A module that is named to get something of it is not used by itself: `os.path` is a use of `path` alone.

    Nor does the setter of a property use it.
    """
    modules = {alias or module.partition(".")[0] for module, name, alias, *_ in builder.imports if not name}
    setters = {found.start() + 1 for found in _ACCESSOR.finditer(builder.source)}
    exprs = builder.exprs
    builder.references = [
        row
        for row in builder.references
        if not ((row.name in modules or row.pos in setters) and row.kind == DEPENDS_ON and exprs[row.expr][0] == "name")
    ]


def _merge_assignments(builder: Builder) -> None:
    """A name that is assigned again is not defined again."""
    first: dict[tuple[int, str], FoundDefinition] = {}
    for definition in sorted(builder.definitions, key=lambda d: d.start):
        if definition.kind == CONSTANT:
            around = builder.parent(definition.node)
            while around is not None and around.type not in ("module", "class_definition"):
                around = builder.parent(around)
            key = (around.start_byte if around is not None else -1, definition.name)
            if first.setdefault(key, definition) is not definition:
                definition.merged_into = first[key]


def _decorator_flags(text: str) -> set[Flag]:
    name = text.lstrip("@").split("(")[0].strip().rpartition(".")[2]
    return flags_in((name,), _DECORATORS)


def _dunder_all(builder: Builder) -> list[str] | None:
    for definition in builder.definitions:
        if definition.name == "__all__" and definition.kind == CONSTANT:
            right = definition.node.child_by_field_name("right")
            if right is not None and right.type in ("list", "tuple"):
                return [builder.text(c).strip("\"'") for c in right.named_children if c.type == "string"]
    return None


EXPRESSIONS: Mapping[str, tuple[object, ...]] = {
    "identifier": ("name",),
    "dotted_name": (_dotted,),
    "union_pattern": (_alternatives,),
    "attribute": ("member", "object", "attribute"),
    "call": ("call", "function", "arguments"),
    "subscript": ("subscript", "value"),
    "generic_type": ("subscript", 0, 1),
    "type": (_annotation,),
    "union_type": ("choice",),
    "member_type": ("member", 0, 1),
    "string": ("literal", "str"),
    "concatenated_string": ("literal", "str"),
    "integer": ("literal", "int"),
    "float": ("literal", "float"),
    "true": ("literal", "bool"),
    "false": ("literal", "bool"),
    "none": ("literal", "None"),
    "comparison_operator": ("literal", "bool"),
    "not_operator": ("literal", "bool"),
    "list": ("sequence",),
    "set": ("sequence",),
    "list_comprehension": (_comprehension,),
    "set_comprehension": (_comprehension,),
    "generator_expression": (_comprehension,),
    "dictionary_comprehension": (_comprehension,),
    "dictionary": ("map",),
    "tuple": ("tuple",),
    "expression_list": ("tuple",),
    "await": ("await",),
    "parenthesized_expression": ("pass", 0),
    "keyword_argument": (_keyword,),
    "conditional_expression": ("choice", 0, 2),
    "boolean_operator": ("choice", "left", "right"),
    "binary_operator": (_binary,),
    "named_expression": ("pass", "value"),
    "lambda": ("closure", "body"),
    "type_conversion": ("literal", "str"),
}


PATTERNS: Mapping[str, object] = {
    "identifier": "name",
    "pattern_list": "items",
    "tuple_pattern": "items",
    "list_pattern": "items",
    "tuple": "items",
    "list_splat_pattern": "rest",
    "dictionary_splat_pattern": "rest",
    "default_parameter": ("pass", "name"),
    "case_clause": bind_case,
}


PARAMETERS: Mapping[str, tuple[object, ...]] = {
    "identifier": (None, None, None),
    "typed_parameter": (0, "type", None),
    "default_parameter": ("name", None, "value"),
    "typed_default_parameter": ("name", "type", "value"),
    "list_splat_pattern": (None, None, None),
    "dictionary_splat_pattern": (None, None, None),
    "type": (_type_parameter,),
}
