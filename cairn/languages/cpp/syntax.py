"""C++ as facts, beyond C: paths, templates, closures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cairn.languages.c import syntax as c
from cairn.semantics.builder import Builder

if TYPE_CHECKING:
    from tree_sitter import Node

_HANDED_ON = frozenset({"std::move", "std::forward", "std::as_const"})
CASTS = frozenset(
    {"static_cast", "const_cast", "dynamic_cast", "reinterpret_cast", "static_pointer_cast", "dynamic_pointer_cast"}
)


def qualified(builder: Builder, node: Node) -> int:
    """`a::b::c`; the grammar nests it to the right."""
    owner: int | None = None
    here: Node | None = node
    while here is not None and here.type == "qualified_identifier":
        scope = here.child_by_field_name("scope")
        owner = _part(builder, owner, scope) if scope is not None else builder.intern(("module", "::"))
        here = here.child_by_field_name("name")
    while here is not None and here.type == "dependent_name":
        here = here.named_children[-1]
    return _part(builder, owner, here) if here is not None else builder.intern(("unknown",))


def _part(builder: Builder, owner: int | None, node: Node) -> int:
    """One name of a path, with its type arguments."""
    name, arguments = node, None
    if node.type in ("template_type", "template_function", "template_method"):
        name, arguments = node.child_by_field_name("name") or node, node.child_by_field_name("arguments")
    text = operator_text(builder.text(name))
    found = builder.intern(("path_name", text)) if owner is None else builder.intern(("member", owner, text))
    return builder.intern(("subscript", found, template_arguments(builder, arguments))) if arguments is not None else found


def operator_text(text: str) -> str:
    """The name of an operator without spaces: `operator[]`, but `operator new`."""
    if not text.startswith("operator"):
        return text
    rest = text[8:].strip()
    return f"operator {rest}" if rest[:1].isalpha() else "operator" + rest.replace(" ", "")


def template_arguments(builder: Builder, node: Node | None) -> tuple[int, ...]:
    """The type arguments in angle brackets."""
    children = node.named_children if node is not None else []
    return tuple(builder.expr(child) for child in children if child.type != "comment")


def template_type(builder: Builder, node: Node) -> int:
    """`T<A, B>`."""
    name = node.child_by_field_name("name")
    if name is not None and name.type == "qualified_identifier":
        base = qualified(builder, name)
    else:
        base = builder.intern(("name", builder.text(name or node)))
    return builder.intern(("subscript", base, template_arguments(builder, node.child_by_field_name("arguments"))))


def call(builder: Builder, node: Node) -> int:
    """A call; casts, and the functions that hand on what they are given."""
    function = node.child_by_field_name("function")
    arguments = node.child_by_field_name("arguments")
    if function is not None and function.type == "template_function":
        name, given = function.child_by_field_name("name"), function.child_by_field_name("arguments")
        if name is not None and builder.text(name) in CASTS and given is not None and given.named_child_count:
            return builder.intern(("cast", builder.expr(given.named_children[0])))
    if function is not None and function.type == "qualified_identifier" and builder.text(function) in _HANDED_ON:
        first = arguments.named_children[0] if arguments is not None and arguments.named_child_count else None
        return builder.expr(first) if first is not None else builder.intern(("unknown",))
    if function is not None and function.type == "primitive_type":
        return builder.intern(("cast", builder.expr(function)))
    return builder.intern(("call", builder.expr(function), builder.arguments(arguments)))


def new(builder: Builder, node: Node) -> int:
    """`new T(x)`."""
    kind, arguments = node.child_by_field_name("type"), node.child_by_field_name("arguments")
    return builder.intern(("new", builder.expr(kind), builder.arguments(arguments)))


def lambda_expression(builder: Builder, node: Node) -> int:
    """A closure; what it yields is known where its body is one return statement."""
    builder.bind_to_place()
    body = node.child_by_field_name("body")
    only = body.named_children[0] if body is not None and body.named_child_count == 1 else None
    is_value = only is not None and only.type == "return_statement" and only.named_child_count
    value = builder.expr(only.named_children[0]) if only is not None and is_value else -1
    return builder.intern(("closure", node.start_byte, value))


def compound_literal(builder: Builder, node: Node) -> int:
    """`T{...}`."""
    return builder.intern(("cast", builder.expr(node.child_by_field_name("type"))))


def decltype(builder: Builder, node: Node) -> int:
    """`decltype(x)`: the type of an expression."""
    return builder.intern(("typeof", builder.expr(node.named_child(0))))


def type_parameter(builder: Builder, node: Node) -> list[tuple[str, int, int]]:
    """`typename T = X`; nothing bounds it."""
    names = [child for child in node.named_children if child.type == "type_identifier"]
    name = node.child_by_field_name("name") or (names[0] if names else None)
    return [(builder.text(name), -1, -1)] if name is not None else []


def value_parameter(builder: Builder, node: Node) -> list[tuple[str, int, int]]:
    """`int N` among type parameters keeps its place."""
    inner = node.child_by_field_name("declarator")
    return [(builder.text(inner) if inner is not None else "_", -1, -1)]


EXPRESSIONS: Mapping[str, tuple[object, ...]] = {
    **c.EXPRESSIONS,
    "namespace_identifier": ("name",),
    "qualified_identifier": (qualified,),
    "template_type": (template_type,),
    "template_function": (template_type,),
    "template_method": (template_type,),
    "dependent_type": ("pass", 0),
    "call_expression": (call,),
    "new_expression": (new,),
    "this": ("self",),
    "lambda_expression": (lambda_expression,),
    "compound_literal_expression": (compound_literal,),
    "class_specifier": (c.tagged,),
    "decltype": (decltype,),
    "raw_string_literal": (c.string,),
    "auto": ("unknown",),
    "co_await_expression": ("pass", "argument"),
}
PATTERNS: Mapping[str, object] = {**c.PATTERNS, "parameter_list": c.bind_parameter}
PARAMETERS: Mapping[str, tuple[object, ...]] = {
    "type_parameter_declaration": (type_parameter,),
    "optional_type_parameter_declaration": (type_parameter,),
    "variadic_type_parameter_declaration": (type_parameter,),
    "template_template_parameter_declaration": (type_parameter,),
}
