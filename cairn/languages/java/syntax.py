"""Java's expressions, types, parameters and modifiers as facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cairn.languages.building import field_value
from cairn.languages.lambdas import expected, yields
from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundBinding, FoundReference
from cairn.semantics.flags import (
    ANONYMOUS,
    COMPACT,
    COMPONENT,
    DEFAULT,
    ENUM_CONSTANT,
    FINAL,
    MEMBER,
    PRIVATE,
    PROTECTED,
    PUBLIC,
    STATIC,
    VARARGS,
    Flags,
    flags_in,
)
from cairn.semantics.kinds import DEPENDS_ON

if TYPE_CHECKING:
    from tree_sitter import Node
import re

from cairn.semantics.definition import FoundDefinition

_BOOLEAN_OPERATORS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})
_DECLARATORS = frozenset({"local_variable_declaration", "field_declaration", "constant_declaration"})
_AROUND = frozenset({"parenthesized_expression", "ternary_expression"})
_METHODS = frozenset({"method_declaration", "lambda_expression", "constructor_declaration", "class_body"})
_LISTS = frozenset({"argument_list"})
_INNER = frozenset({"lambda_expression", "class_body", "expression_statement"})
_STATEMENTS = frozenset({"method_invocation", "object_creation_expression", "assignment_expression", "update_expression"})
MAX_RULES = 6  # of a switch that yields a value


def _access(builder: Builder, node: Node) -> int:
    owner, name = node.child_by_field_name("object"), node.child_by_field_name("field")
    if name is None:
        return builder.intern(("unknown",))
    if name.type == "this":  # `Outer.this`
        return builder.intern(("cast", builder.expr(owner)))
    return builder.intern(("member", builder.expr(owner), builder.text(name)))


def _invocation(builder: Builder, node: Node) -> int:
    owner, name = node.child_by_field_name("object"), node.child_by_field_name("name")
    text = builder.text(name) if name is not None else ""
    if owner is None:
        callee = builder.intern(("name", text))
    else:
        held = builder.expr(owner)
        if any(child.type == "super" for child in node.named_children[1:2]):  # `Type.super.name()`
            held = builder.intern(("cast", held))
        callee = builder.intern(("member", held, text))
    return builder.intern(("call", callee, builder.arguments(node.child_by_field_name("arguments"))))


def _constructor_call(builder: Builder, node: Node) -> int:
    callee = field_value(builder, node, "constructor")
    return builder.intern(("call", callee, builder.arguments(node.child_by_field_name("arguments"))))


def _enum_constant(builder: Builder, node: Node) -> int:
    declaration = node.parent.parent if node.parent is not None else None
    name = declaration.child_by_field_name("name") if declaration is not None else None
    callee = builder.intern(("name", builder.text(name) if name is not None else ""))
    return builder.intern(("new", callee, builder.arguments(node.child_by_field_name("arguments"))))


def _creation(builder: Builder, node: Node) -> int:
    kind = field_value(builder, node, "type")
    return builder.intern(("new", kind, builder.arguments(node.child_by_field_name("arguments"))))


def _array_creation(builder: Builder, node: Node) -> int:
    kind = field_value(builder, node, "type")
    for child in node.named_children:
        if child.type == "dimensions_expr":
            kind = builder.intern(("sequence", kind))
        elif child.type == "dimensions":
            kind = _nest(builder, kind, child)
    return builder.intern(("cast", kind))


def _nest(builder: Builder, kind: int, dimensions: Node | None) -> int:
    """An array of a type, one for each pair of brackets."""
    for _ in range(sum(child.type == "[" for child in dimensions.children) if dimensions is not None else 0):
        kind = builder.intern(("sequence", kind))
    return kind


def _array_type(builder: Builder, node: Node) -> int:
    return _nest(builder, field_value(builder, node, "element"), node.child_by_field_name("dimensions"))


def _generic(builder: Builder, node: Node) -> int:
    base = builder.expr(node.named_child(0))
    args = tuple(builder.expr(child) for child in node.named_children[-1].named_children)
    return builder.intern(("subscript", base, args)) if args else int(base)


def _scoped_type(builder: Builder, node: Node) -> int:
    owner, name = node.named_child(0), node.named_child(node.named_child_count - 1)
    return builder.intern(("member", builder.expr(owner), builder.text(name)))


def _last_child(builder: Builder, node: Node) -> int:
    return builder.expr(node.named_child(node.named_child_count - 1))


def _wildcard(builder: Builder, node: Node) -> int:
    bound = next((c for c in reversed(node.named_children) if c.type not in ("super", "marker_annotation")), None)
    return builder.expr(bound) if bound is not None else builder.intern(("unknown",))


def _bounds(builder: Builder, node: Node) -> int:
    """One type, or all of several (`A & B`, `A | B`): what has a member of any of them."""
    kinds = tuple(builder.expr(child) for child in node.named_children)
    return int(kinds[0]) if len(kinds) == 1 else builder.intern(("choice", kinds))


def _primitive(builder: Builder, node: Node) -> int:
    return builder.intern(("literal", builder.text(node)))


def _integer(builder: Builder, node: Node) -> int:
    return builder.intern(("literal", "long" if builder.text(node)[-1] in "lL" else "int"))


def _floating(builder: Builder, node: Node) -> int:
    return builder.intern(("literal", "float" if builder.text(node)[-1] in "fF" else "double"))


def _binary(builder: Builder, node: Node) -> int:
    operator = node.child_by_field_name("operator")
    if operator is not None and operator.type in _BOOLEAN_OPERATORS:
        return builder.intern(("literal", "boolean"))
    left, right = field_value(builder, node, "left"), field_value(builder, node, "right")
    text = ("literal", "String")
    if operator is not None and operator.type == "+" and text in (builder.exprs[left], builder.exprs[right]):
        return builder.intern(text)
    return builder.intern(("arithmetic", left, right))


def _unary(builder: Builder, node: Node) -> int:
    operator = node.child_by_field_name("operator")
    if operator is not None and operator.type == "!":
        return builder.intern(("literal", "boolean"))
    return field_value(builder, node, "operand")


def _class_literal(builder: Builder, node: Node) -> int:
    kind = builder.expr(node.named_child(0))
    return builder.intern(("cast", builder.intern(("subscript", builder.intern(("name", "Class")), (kind,)))))


def _method_reference(builder: Builder, node: Node) -> int:
    last = node.children[-1]
    name = "new" if last.type == "new" else builder.text(last)
    return builder.intern(("method_reference", builder.expr(node.named_child(0)), name))


def _switch(builder: Builder, node: Node) -> int:
    values = []
    body = node.child_by_field_name("body")
    for rule in body.named_children[:MAX_RULES] if body is not None else ():
        last = rule.named_child(rule.named_child_count - 1) if rule.type == "switch_rule" else None
        if last is not None and last.type == "expression_statement":
            values.append(builder.expr(last.named_child(0)))
    return builder.intern(("choice", tuple(values))) if values else builder.intern(("unknown",))


def _lambda(builder: Builder, node: Node) -> int:
    """A closure; its body is its value if it is an expression."""
    builder.bind_to_place()
    body = node.child_by_field_name("body")
    value = builder.expr(body) if body is not None and body.type != "block" else -1
    return builder.intern(("closure", node.start_byte, value, _count(node), yields(body, "block", _STATEMENTS, _INNER)))


def _count(node: Node) -> int:
    parameters = node.child_by_field_name("parameters")
    if parameters is None or parameters.type == "identifier":
        return 1
    return parameters.named_child_count


def _formal(builder: Builder, node: Node) -> list[tuple[str, int, int]]:
    name = node.child_by_field_name("name")
    kind = _nest(builder, field_value(builder, node, "type"), node.child_by_field_name("dimensions"))
    return [(builder.text(name), kind, -1)] if name is not None else []


def _spread(builder: Builder, node: Node) -> list[tuple[str, int, int]]:
    kind, name = None, None
    for child in node.named_children:
        if child.type == "variable_declarator":
            name = child.child_by_field_name("name")
        elif child.type not in ("modifiers", "annotation", "marker_annotation"):
            kind = child
    text = builder.text(name) if name is not None else ""
    return [(text, builder.intern(("sequence", builder.expr(kind))), -1)]


def _type_parameter(builder: Builder, node: Node) -> list[tuple[str, int, int]]:
    names = [child for child in node.named_children if child.type == "type_identifier"]
    bound = next((child for child in node.named_children if child.type == "type_bound"), None)
    return [(builder.text(names[0]), builder.expr(bound), -1)] if names else []


def _bind_formal(builder: Builder, node: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """A parameter of a lambda whose type is written down."""
    read = _spread if node.type == "spread_parameter" else _formal
    for name, kind, _ in read(builder, node):
        told = -1
        if builder.exprs[kind] == ("name", "var"):
            kind, told = -1, _expected(builder, node)
        builder.bindings.append(FoundBinding(name, node.start_byte, kind, told, how, at, node.start_byte))


def _bind_name(builder: Builder, node: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """A variable; a parameter of a lambda has the type that the lambda's place expects."""
    if how == "param":
        value = _expected(builder, node)
    builder.bindings.append(FoundBinding(builder.text(node), node.start_byte, type_, value, how, at, max(since, node.start_byte)))


def _expected(builder: Builder, node: Node) -> int:
    """The type of a lambda's parameter, as an expression of what the lambda is given to."""
    closure, number = node.parent, 0
    if closure is not None and closure.type != "lambda_expression":
        siblings = [child.id for child in closure.named_children]
        number = siblings.index(node.id) if node.id in siblings else 0
        closure = closure.parent
    return expected(builder, closure, number, _AROUND, _LISTS, _declared) if closure is not None else -1


def _declared(builder: Builder, place: Node) -> int:
    """The type that a value at a place must have, as a cast to it."""
    if place.type == "variable_declarator" and place.parent is not None and place.parent.type in _DECLARATORS:
        return builder.intern(("cast", field_value(builder, place.parent, "type")))
    if place.type == "cast_expression":
        return builder.intern(("cast", field_value(builder, place, "type")))
    if place.type == "assignment_expression":
        return field_value(builder, place, "left")
    if place.type == "return_statement":
        around = place.parent
        while around is not None and around.type not in _METHODS:
            around = around.parent
        if around is not None and around.type == "method_declaration":
            return builder.intern(("cast", field_value(builder, around, "type")))
    return -1


# Primitive types and their boxes; the prelude declares `int` as `$int`.
PRIMITIVES = {
    "byte": "Byte", "short": "Short", "int": "Integer", "long": "Long", "float": "Float", "double": "Double",
    "boolean": "Boolean", "char": "Character", "void": "Void",
}  # fmt: skip
LITERAL_TYPES = {**{name: f"${name}" for name in PRIMITIVES}, "null": "NoneType"}

EXPRESSIONS: Mapping[str, tuple[object, ...]] = {
    "identifier": ("name",),
    "type_identifier": ("name",),
    "scoped_identifier": ("member", "scope", "name"),
    "scoped_type_identifier": (_scoped_type,),
    "generic_type": (_generic,),
    "array_type": (_array_type,),
    "annotated_type": (_last_child,),
    "wildcard": (_wildcard,),
    "type_bound": (_bounds,),
    "catch_type": (_bounds,),
    "integral_type": (_primitive,),
    "floating_point_type": (_primitive,),
    "boolean_type": ("literal", "boolean"),
    "void_type": ("literal", "void"),
    "field_access": (_access,),
    "method_invocation": (_invocation,),
    "explicit_constructor_invocation": (_constructor_call,),
    "enum_constant": (_enum_constant,),
    "object_creation_expression": (_creation,),
    "array_creation_expression": (_array_creation,),
    "array_access": ("element", "array"),
    "string_literal": ("literal", "String"),
    "text_block": ("literal", "String"),
    "character_literal": ("literal", "char"),
    "decimal_integer_literal": (_integer,),
    "hex_integer_literal": (_integer,),
    "octal_integer_literal": (_integer,),
    "binary_integer_literal": (_integer,),
    "decimal_floating_point_literal": (_floating,),
    "hex_floating_point_literal": (_floating,),
    "true": ("literal", "boolean"),
    "false": ("literal", "boolean"),
    "null_literal": ("literal", "null"),
    "ternary_expression": ("choice", "consequence", "alternative"),
    "binary_expression": (_binary,),
    "unary_expression": (_unary,),
    "update_expression": ("pass", 0),
    "assignment_expression": ("pass", "left"),
    "parenthesized_expression": ("pass", 0),
    "cast_expression": ("cast", "type"),
    "instanceof_expression": ("literal", "boolean"),
    "lambda_expression": (_lambda,),
    "method_reference": (_method_reference,),
    "class_literal": (_class_literal,),
    "switch_expression": (_switch,),
    "this": ("self",),
    "super": ("super",),
}

PATTERNS: Mapping[str, object] = {
    "identifier": _bind_name,
    "formal_parameter": _bind_formal,
    "spread_parameter": _bind_formal,
}

PARAMETERS: Mapping[str, tuple[object, ...]] = {
    "formal_parameter": (_formal,),
    "spread_parameter": (_spread,),
    "type_parameter": (_type_parameter,),
}


_ANNOTATION = re.compile(r"@[\w.]+(\([^)]*\))?\s*")
_SPACE = re.compile(r"\s+")
_NEW = re.compile(rb"\bnew\s+")
_NAMELESS = re.compile(r"[^\w.]")
_INTERFACES = frozenset({"interface_declaration", "annotation_type_declaration"})
_SIGNED = frozenset(
    {
        "method_declaration",
        "constructor_declaration",
        "compact_constructor_declaration",
        "annotation_type_element_declaration",
    }
)

_MODIFIERS = {"public": PUBLIC, "protected": PROTECTED, "private": PRIVATE, "static": STATIC, "default": DEFAULT, "final": FINAL}


def is_exported(name: str, flags: Flags) -> bool:
    """`public` and `protected` let other packages use a definition."""
    return PUBLIC in flags or PROTECTED in flags


def erase(text: str) -> str:
    """A parameter's type as it is written, without type arguments, annotations and spaces."""
    text = _ANNOTATION.sub("", text)
    while "<" in text:
        shorter = re.sub(r"<[^<>]*>", "", text)
        if shorter == text:
            break
        text = shorter
    return _SPACE.sub("", text)


def _parameter_types(builder: Builder, definition: FoundDefinition) -> str:
    """`(String,int)`: what tells an overload from the others of its name."""
    around = definition.node.parent.parent if COMPACT in definition.flags else definition.node
    holder = around.child_by_field_name("parameters") if around is not None else None
    types = []
    for child in holder.named_children if holder is not None else ():
        if child.type == "formal_parameter":
            dimensions = child.child_by_field_name("dimensions")
            kind = erase(builder.text(child.child_by_field_name("type")))
            types.append(kind + (_SPACE.sub("", builder.text(dimensions)) if dimensions is not None else ""))
        elif child.type == "spread_parameter":
            kind = next(c for c in child.named_children if c.type not in ("modifiers", "marker_annotation", "annotation"))
            types.append(erase(builder.text(kind)) + "...")
            definition.flags.add(VARARGS)
    return f"({','.join(types)})"


def finish(builder: Builder) -> None:
    """Read modifiers, name what has no name, and tell overloads apart."""
    for definition in builder.definitions:
        node = definition.node
        first = node.child(0)
        if first is not None and first.type == "modifiers":
            definition.flags |= flags_in((c.type for c in first.children), _MODIFIERS)
        if node.type in _SIGNED:
            _finish_method(builder, definition)
        elif ENUM_CONSTANT in definition.flags:
            _finish_constant(builder, definition)
        elif ANONYMOUS in definition.flags:
            definition.name = "anon-" + _NAMELESS.split(definition.name, maxsplit=1)[0].rpartition(".")[2]
        elif node.type == "formal_parameter":
            definition.flags.add(COMPONENT)
        elif node.type == "variable_declarator":
            _finish_field(builder, definition)
    made = {found.end() for row in builder.references if (found := _made_type(builder, row)) is not None}
    builder.references = [row for row in builder.references if not _is_told_elsewhere(builder, row, made)]
    _read_packages(builder)


def _finish_method(builder: Builder, definition: FoundDefinition) -> None:
    definition.anchor_suffix = _parameter_types(builder, definition)
    body = definition.node.parent
    if body is not None and body.type in ("interface_body", "annotation_type_body"):
        definition.flags |= {MEMBER} if PRIVATE in definition.flags else {MEMBER, PUBLIC}
    if COMPACT in definition.flags:
        record = body.parent if body is not None else None
        if record is not None:
            definition.params = builder.parameters(record.child_by_field_name("parameters"))
    dimensions = definition.node.child_by_field_name("dimensions")
    if dimensions is not None:
        definition.returns = builder.intern(("sequence", definition.returns))


def _finish_constant(builder: Builder, definition: FoundDefinition) -> None:
    """A constant of an enum is an instance of it; one with a body of its own is of a class below it."""
    node = definition.node
    while node is not None and node.type != "enum_declaration":
        node = node.parent
    name = builder.text(node.child_by_field_name("name")) if node is not None else ""
    if ANONYMOUS in definition.flags:
        definition.name = f"anon-{name}"
        definition.bases = (builder.intern(("name", name)),)
    else:
        definition.type = builder.intern(("name", name))
        definition.flags |= {PUBLIC, STATIC}


def _finish_field(builder: Builder, definition: FoundDefinition) -> None:
    declaration = definition.node.parent
    if declaration is None:
        return
    first = declaration.child(0)
    if first is not None and first.type == "modifiers":
        definition.flags |= flags_in((c.type for c in first.children), _MODIFIERS)
    if declaration.type == "constant_declaration":
        definition.flags |= {PUBLIC, STATIC}
    dimensions = definition.node.child_by_field_name("dimensions")
    if dimensions is not None:
        definition.type = builder.intern(("sequence", definition.type))


def _made_type(builder: Builder, row: FoundReference) -> re.Match[bytes] | None:
    """The text up to the type of which a reference makes an instance."""
    return _NEW.search(builder.source, row.pos) if row.expr >= 0 and builder.exprs[row.expr][0] == "new" else None


def _is_told_elsewhere(builder: Builder, row: FoundReference, made: set[int]) -> bool:
    """Whether a reference is the type of `new Type()`, or the `B` of a type `A.B`, which is referred to as a whole."""
    if row.kind != DEPENDS_ON or row.expr < 0:
        return False
    return row.pos in made or (builder.exprs[row.expr][0] == "name" and row.pos > 0 and builder.source[row.pos - 1] == 46)


def _read_packages(builder: Builder) -> None:
    """The package of the file; the prelude has several, each for the classes below its clause."""
    found = [
        (match.start(), match[1].decode("utf-8", "replace"))
        for match in re.finditer(rb"^\s*package\s+([\w.]+)\s*;", builder.source, re.MULTILINE)
    ]
    builder.extra["package"] = found[0][1] if found else ""
    if builder.path == builder.record.prelude:
        builder.extra["packages"] = found
