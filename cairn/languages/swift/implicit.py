"""Members that Swift code names without their type: `.red` is one of the type that its place wants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder

if TYPE_CHECKING:
    from tree_sitter import Node

_THROUGH = frozenset(
    {"ternary_expression", "nil_coalescing_expression", "tuple_expression", "try_expression", "await_expression"}
    | {"postfix_expression"}
)
_COMPARING = frozenset({"equality_expression", "comparison_expression"})
_RESULTS = frozenset({"function_declaration", "property_declaration", "lambda_literal", "subscript_declaration"})
MAX_ARGUMENTS = 24  # of a call that are looked at


def is_implicit(node: Node) -> bool:
    """Whether an expression is `.name`."""
    return node.type == "prefix_expression" and node.child_count > 0 and node.children[0].type == "."


def implicit_member(builder: Builder, node: Node) -> int:
    """`.name` as a member of what its place wants; of nothing known if that cannot be told."""
    builder.bind_to_place()
    target = node.child_by_field_name("target")
    name = builder.text(target) if target is not None else ""
    around = node.parent
    whole = around if around is not None and around.type == "call_expression" and around.named_children[0] == node else node
    return builder.intern(("member", _wanted(builder, whole), name))


def _wanted(builder: Builder, node: Node) -> int:
    place = node.parent
    while place is not None and place.type in _THROUGH:
        node, place = place, place.parent
    if place is None:
        return -1
    if place.type == "property_declaration":
        return _cast(builder, _annotated(place))
    if place.type in _COMPARING:
        left, right = place.child_by_field_name("lhs"), place.child_by_field_name("rhs")
        other = right if node == left else left
        return builder.expr(other) if other is not None and not _begins_implicit(other) else -1
    if place.type == "assignment":
        target = place.child_by_field_name("target")
        return builder.expr(target.named_child(0)) if target is not None and target.named_child_count else -1
    if place.type == "value_argument":
        return _argument(builder, place)
    return _cast(builder, _result(place)) if place.type == "control_transfer_statement" else -1


def _cast(builder: Builder, kind: Node | None) -> int:
    return builder.intern(("cast", builder.expr(kind))) if kind is not None else -1


def _annotated(node: Node) -> Node | None:
    annotation = next((child for child in node.named_children if child.type == "type_annotation"), None)
    return annotation.named_children[-1] if annotation is not None and annotation.named_child_count else None


def _result(node: Node) -> Node | None:
    """The type that a `return` must give, where the function or property around it writes it."""
    around = node.parent
    while around is not None and around.type not in _RESULTS:
        around = around.parent
    if around is None or around.type == "lambda_literal":
        return None
    if around.type == "property_declaration":
        return _annotated(around)
    arrow = next((number for number, child in enumerate(around.children) if child.type == "->"), -1)
    return next((child for child in around.children[arrow + 1 :] if child.is_named), None) if arrow >= 0 else None


def _argument(builder: Builder, argument: Node) -> int:
    """The type that a call wants as an argument. Other arguments that are implicit themselves say nothing of it."""
    holder = argument.parent
    suffix = holder.parent if holder is not None else None
    call = suffix.parent if suffix is not None else None
    if holder is None or call is None or call.type != "call_expression":
        return -1
    callee = call.named_children[0]
    siblings = [child for child in holder.named_children if child.type == "value_argument"][:MAX_ARGUMENTS]
    position = next((number for number, child in enumerate(siblings) if child == argument), -1)
    if position < 0 or _begins_implicit(callee):
        return -1
    args = []
    for child in siblings:
        label, value = child.child_by_field_name("name"), child.child_by_field_name("value")
        known = builder.intern(("unknown",)) if value is None or _begins_implicit(value) else builder.expr(value)
        args.append(builder.intern(("keyword", builder.text(label), known)) if label is not None else known)
    plain = builder.intern(("call", builder.expr(callee), tuple(args)))
    return builder.intern(("expected_parameter", plain, position, -1, -1))


def _begins_implicit(node: Node) -> bool:
    """Whether an expression is `.name`, a call of it, or a member of it."""
    while node.type in ("call_expression", "navigation_expression") and node.named_child_count:
        node = node.named_children[0]
    return is_implicit(node)
