"""Types that a place expects: of the closure in `items.map(item => ..)`, of the object in `const cart: Cart = {..}`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundBinding

if TYPE_CHECKING:
    from tree_sitter import Node

FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function"})
MAX_CLIMB = 12  # nodes that an expectation is looked for above an expression (guess)
_THROUGH = frozenset({"parenthesized_expression", "ternary_expression", "non_null_expression", "await_expression"})

# Calls that give the members of objects to another object, and those that they may give them to: a class, or its instances.
_GIVING = re.compile(r"(?:^|\.)(?:assign|extend|mixin|merge|defaults)$")
_OWNER = re.compile(r"[A-Z]\w*(?:\.prototype)?|\w+\.prototype")
EXPORTS = frozenset({"exports", "module.exports"})


def nth(node: Node, number: int) -> Node | None:
    """A named child by number; None if there are fewer."""
    return node.named_child(number) if number < node.named_child_count else None


def bind_parameter(
    builder: Builder, function: Node, child: Node, pattern: Node, kind: Node | None, position: int, start: int
) -> None:
    """Bind the names of one parameter in the scope that begins at byte `start`."""
    default = child.child_by_field_name("value") or child.child_by_field_name("right")
    if pattern.type == "this":
        builder.bindings.append(FoundBinding("this", pattern.start_byte, builder.expr(kind), -1, "param", start, start))
        return
    value = builder.expr(default)
    if kind is None and (wanted := expected(builder, function)) >= 0:
        value = builder.intern(("function_parameter", wanted, position))
    builder.bind(pattern, builder.expr(kind), value, "param", start, start)


def expected(builder: Builder, node: Node, climbed: int = 0) -> int:
    """The expression whose value is the type that a place expects of the expression `node`; -1 if none is known."""
    above = node.parent
    if above is None or climbed > MAX_CLIMB:
        return -1
    kind = above.type
    if kind in _THROUGH or (kind == "binary_expression" and _chooses(above)):
        return expected(builder, above, climbed + 1)
    if kind == "arguments":
        return _argument(builder, above, node, climbed)
    if kind in ("as_expression", "satisfies_expression"):
        written = nth(above, 1)
        return _type(builder, written) if written is not None else expected(builder, above, climbed + 1)
    if kind == "pair":
        return _member(builder, above, above.child_by_field_name("key"), climbed)
    if kind == "object":
        return _member(builder, node, node.child_by_field_name("name"), climbed)
    if kind in ("variable_declarator", "public_field_definition"):
        return _type(builder, above.child_by_field_name("type"))
    if kind == "assignment_expression":
        left = above.child_by_field_name("left")
        return builder.expr(left) if left is not None and left.type == "member_expression" else -1
    if kind == "return_statement" or (kind == "arrow_function" and above.child_by_field_name("body") == node):
        return _result(builder, above, climbed)
    if kind == "array":
        whole = expected(builder, above, climbed + 1)
        return builder.intern(("element", whole)) if whole >= 0 else -1
    return _attribute(builder, above) if kind == "jsx_expression" else -1


def _chooses(node: Node) -> bool:
    operator = node.child_by_field_name("operator")
    return operator is not None and operator.type in ("||", "??", "&&")


def _type(builder: Builder, node: Node | None) -> int:
    return builder.intern(("cast", builder.expr(node))) if node is not None else -1


def _argument(builder: Builder, arguments: Node, node: Node, climbed: int) -> int:
    """The type that a call wants as this argument; its other arguments, and its own place, tell its type parameters."""
    call = arguments.parent
    if call is None:
        return -1
    items = [child for child in arguments.named_children if child.type != "comment"]
    position = next((i for i, child in enumerate(items) if child == node), -1)
    callee = call.child_by_field_name("function") or call.child_by_field_name("constructor")
    if position < 0 or callee is None:
        return -1
    expr = builder.expr(callee)
    types = call.child_by_field_name("type_arguments")
    if types is not None:
        expr = builder.intern(("subscript", expr, builder.arguments(types)))
    others = tuple(
        -1 if child.type in FUNCTIONS or child == node or child.type == "object" else builder.expr(child) for child in items[:8]
    )
    return builder.intern(("wanted", expr, position, others, expected(builder, call, climbed + 1)))


def _member(builder: Builder, child: Node, key: Node | None, climbed: int) -> int:
    owner = child.parent
    if owner is None or key is None or owner.type != "object":
        return -1
    whole = expected(builder, owner, climbed + 1)
    text = builder.text(key).strip("\"'")
    return builder.intern(("member", whole, text)) if whole >= 0 else -1


def _result(builder: Builder, above: Node, climbed: int) -> int:
    """The type that the function around a `return` says it yields."""
    function: Node | None = above
    while function is not None and function.child_by_field_name("parameters") is None and function.type != "arrow_function":
        function = function.parent
    if function is None:
        return -1
    written = function.child_by_field_name("return_type")
    if written is not None:
        return _type(builder, written)
    whole = expected(builder, function, climbed + 1)
    return builder.intern(("call", whole, ())) if whole >= 0 else -1


def _attribute(builder: Builder, holder: Node) -> int:
    """A value of a JSX attribute is what the component's properties say."""
    attribute = holder.parent
    element = attribute.parent if attribute is not None else None
    name = nth(attribute, 0) if attribute is not None and attribute.type == "jsx_attribute" else None
    component = element.child_by_field_name("name") if element is not None else None
    if name is None or component is None or not builder.text(component)[:1].isupper():
        return -1
    properties = builder.intern(("function_parameter", builder.expr(component), 0))
    return builder.intern(("member", properties, builder.text(name)))


def given_to(builder: Builder, node: Node) -> str:
    """The target of a member of an object literal: `Foo.prototype` of `Object.assign(Foo.prototype, {..})`; "" if nothing."""
    literal = node.parent
    arguments = literal.parent if literal is not None and literal.type == "object" else None
    call = arguments.parent if arguments is not None and arguments.type == "arguments" else None
    callee = call.child_by_field_name("function") if call is not None else None
    first = nth(arguments, 0) if arguments is not None else None
    if callee is None or first is None or first == literal or not _GIVING.search(builder.text(callee)):
        return ""
    text = str(builder.text(first))
    return text if text in EXPORTS or _OWNER.fullmatch(text) else ""


def prototype_of(builder: Builder, node: Node) -> str:
    """`Foo.prototype` where a member stands in the object that this is set to; "" elsewhere."""
    assigned = node.parent.parent if node.parent is not None else None
    left = assigned.child_by_field_name("left") if assigned is not None and assigned.type == "assignment_expression" else None
    text = str(builder.text(left)) if left is not None else ""
    return text if text.endswith(".prototype") and _OWNER.fullmatch(text) else ""
