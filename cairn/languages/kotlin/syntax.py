"""Kotlin's expressions, types and parameters as facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cairn.languages.lambdas import expected
from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundBinding

if TYPE_CHECKING:
    from tree_sitter import Node

TYPES = frozenset({"user_type", "nullable_type", "function_type", "parenthesized_type", "not_nullable_type"})
_AROUND = frozenset({"value_argument", "annotated_lambda", "call_suffix", "parenthesized_expression", "control_structure_body"})
_LISTS = frozenset({"value_arguments"})
_HOLDERS = frozenset({"class_body", "enum_class_body", "source_file"})
MAX_BRANCHES = 6  # of an `if` or `when` that yields a value
TRAILING = "{"  # the name by which a closure behind the parentheses is given: it is the last parameter


def _unknown(builder: Builder) -> int:
    return builder.intern(("unknown",))


def _last(builder: Builder, node: Node) -> int:
    return builder.expr(node.named_children[-1]) if node.named_children else _unknown(builder)


def _first(builder: Builder, node: Node) -> int:
    return builder.expr(node.named_children[0]) if node.named_children else _unknown(builder)


def _user_type(builder: Builder, node: Node) -> int:
    """A type with its package and arguments: `a.b.Type<X>`."""
    held = -1
    for child in node.named_children:
        if child.type == "type_arguments":
            args = tuple(builder.expr(argument) for argument in child.named_children)
            held = builder.intern(("subscript", held, args)) if args else held
        elif child.type == "type_identifier":
            text = builder.text(child)
            held = builder.intern(("name", text)) if held < 0 else builder.intern(("member", held, text))
    return held if held >= 0 else _unknown(builder)


def _function_type(builder: Builder, node: Node) -> int:
    """`(A) -> R`; the receiver of `T.() -> R` is a first parameter of a type of its own."""
    params: list[int] = []
    receiver = node.child_by_field_name("receiver")
    if receiver is not None:
        params.append(builder.intern(("subscript", builder.intern(("name", "With_")), (_last(builder, receiver),))))
    for child in node.named_children:
        if child.type == "function_type_parameters":
            for item in child.named_children:
                kind = item if item.type in TYPES else next((c for c in item.named_children if c.type in TYPES), None)
                if kind is not None:
                    params.append(builder.expr(kind))
    return builder.intern(("function", tuple(params), _last(builder, node)))


def _navigation(builder: Builder, node: Node) -> int:
    suffix = node.named_children[-1]
    name = suffix.named_children[0] if suffix.named_children else None
    if name is not None and suffix.children[0].type == "::":
        return builder.intern(("method_reference", _first(builder, node), builder.text(name)))
    return builder.intern(("member", _first(builder, node), builder.text(name))) if name is not None else _unknown(builder)


def call_arguments(builder: Builder, suffix: Node) -> tuple[int, ...]:
    """The arguments of a call, with the closure behind the parentheses as the last one."""
    found: list[int] = []
    for child in suffix.named_children:
        if child.type == "value_arguments":
            found += [builder.expr(argument) for argument in child.named_children]
        elif child.type == "annotated_lambda":
            found.append(builder.intern(("keyword", TRAILING, _last(builder, child))))
    return tuple(found)


def _call(builder: Builder, node: Node) -> int:
    callee, suffix = builder.expr(node.named_children[0]), node.named_children[-1]
    if suffix.type != "call_suffix":
        return _unknown(builder)
    stated = next((child for child in suffix.named_children if child.type == "type_arguments"), None)
    if stated is not None:
        callee = builder.intern(("subscript", callee, tuple(builder.expr(child) for child in stated.named_children)))
    return builder.intern(("call", callee, call_arguments(builder, suffix)))


def _suffix(builder: Builder, node: Node) -> int:
    return builder.intern(("arguments", call_arguments(builder, node)))


def _values(builder: Builder, node: Node) -> int:
    return builder.intern(("arguments", tuple(builder.expr(argument) for argument in node.named_children)))


def _argument(builder: Builder, node: Node) -> int:
    value = _last(builder, node)
    names = [child for child in node.named_children[:-1] if child.type == "simple_identifier"]
    return builder.intern(("keyword", builder.text(names[0]), value)) if names else value


def _delegation(builder: Builder, node: Node) -> int:
    is_own = any(child.type == "this" for child in node.children)
    args = builder.exprs[_last(builder, node)]
    return builder.intern(
        ("call", builder.intern(("self",) if is_own else ("super",)), args[1] if args[0] == "arguments" else ())
    )


def _infix(builder: Builder, node: Node) -> int:
    left, name, right = (node.named_children + [node] * 3)[:3]
    return builder.intern(("call", builder.intern(("member", builder.expr(left), builder.text(name))), (builder.expr(right),)))


def _index(builder: Builder, node: Node) -> int:
    """`a[b]` calls `get`."""
    suffix = node.named_children[-1]
    args = tuple(builder.expr(child) for child in suffix.named_children)
    return builder.intern(("call", builder.intern(("member", _first(builder, node), "get")), args))


def _this(builder: Builder, node: Node) -> int:
    label = next((child for child in node.named_children if child.type == "type_identifier"), None)
    return (
        builder.intern(("cast", builder.intern(("name", builder.text(label)))))
        if label is not None
        else builder.intern(("self",))
    )


def _cast(builder: Builder, node: Node) -> int:
    return builder.intern(("cast", _last(builder, node)))


def _binary(builder: Builder, node: Node) -> int:
    left, right = _first(builder, node), _last(builder, node)
    text = ("literal", "String")
    return builder.intern(text) if builder.exprs[left] == text else builder.intern(("arithmetic", left, right))


def _choice(builder: Builder, node: Node) -> int:
    return builder.intern(("choice", (_first(builder, node), _last(builder, node))))


def _body_value(builder: Builder, node: Node | None) -> int:
    """The last statement of a body, which is its value: `b` of `{ a; b }`."""
    while node is not None and node.type in ("control_structure_body", "statements", "function_body"):
        if not node.named_children:
            return _unknown(builder)
        node = node.named_children[-1]
    return builder.expr(node) if node is not None else _unknown(builder)


def _if(builder: Builder, node: Node) -> int:
    bodies = [child for child in node.named_children if child.type == "control_structure_body"]
    return builder.intern(("choice", tuple(_body_value(builder, body) for body in bodies)))


def _when(builder: Builder, node: Node) -> int:
    entries = [child for child in node.named_children if child.type == "when_entry"][:MAX_BRANCHES]
    return builder.intern(
        ("choice", tuple(_body_value(builder, entry.named_children[-1]) for entry in entries if entry.named_children))
    )


def _try(builder: Builder, node: Node) -> int:
    return _body_value(builder, node.named_children[0]) if node.named_children else _unknown(builder)


def _object(builder: Builder, node: Node) -> int:
    return builder.intern(("cast", _first(builder, node)))


def _reference(builder: Builder, node: Node) -> int:
    name = node.named_children[-1]
    owner = node.named_children[0] if node.named_child_count > 1 else None
    return builder.intern(("method_reference", builder.expr(owner), builder.text(name)))


def _lambda(builder: Builder, node: Node) -> int:
    """A closure, which yields its last statement; without parameters it may still have `it`."""
    builder.bind_to_place()
    names = _lambda_names(node)
    body = next((child for child in node.named_children if child.type == "statements"), None)
    value = _body_value(builder, body) if body is not None else -1
    return builder.intern(("closure", node.start_byte, value, len(names) if names else -1, "any"))


def _anonymous(builder: Builder, node: Node) -> int:
    builder.bind_to_place()
    rows = next((parameter_rows(builder, c) for c in node.named_children if c.type == "function_value_parameters"), [])
    return builder.intern(("closure", node.start_byte, -1, len(rows), "any"))


def _lambda_names(node: Node) -> list[Node]:
    holder = next((child for child in node.named_children if child.type == "lambda_parameters"), None)
    return list(holder.named_children) if holder is not None else []


def parameter_rows(builder: Builder, node: Node) -> list[tuple[str, int, int]]:
    """Names, types and default values, which stand behind their parameter; a variable number is an array."""
    rows: list[tuple[str, int, int]] = []
    is_open = False
    for child in node.named_children:
        if child.type == "parameter_modifiers":
            is_open = "vararg" in builder.text(child)
        elif child.type in ("parameter", "class_parameter"):
            name = next((c for c in child.named_children if c.type == "simple_identifier"), None)
            kind = next((builder.expr(c) for c in child.named_children if c.type in TYPES), -1)
            if name is not None:
                rows.append((builder.text(name), builder.intern(("sequence", kind)) if is_open else kind, -1))
            is_open = False
        elif rows:
            rows[-1] = (*rows[-1][:2], builder.expr(child))
    return rows


def _type_parameter(builder: Builder, node: Node) -> list[tuple[str, int, int]]:
    names = [child for child in node.named_children if child.type == "type_identifier"]
    bound = next((builder.expr(child) for child in node.named_children if child.type in TYPES), -1)
    return [(builder.text(names[0]), bound, -1)] if names else []


# Bindings


def _bind_closure(builder: Builder, node: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """Parameters of a closure, `it`, and what `this` may be inside it."""
    start = node.start_byte
    if node.type == "anonymous_function":
        holder = next((child for child in node.named_children if child.type == "function_value_parameters"), None)
        for text, kind, _ in parameter_rows(builder, holder) if holder is not None else ():
            builder.bindings.append(FoundBinding(text, start, kind, -1, how, start, start))
        return
    builder.bindings.append(
        FoundBinding("this", start, -1, builder.intern(("unwrap", _told(builder, node, 0))), how, start, start)
    )
    names = _lambda_names(node)
    if not names:
        builder.bindings.append(FoundBinding("it", start, -1, _told(builder, node, 0), how, start, start))
    for number, child in enumerate(names):
        told = _told(builder, node, number)
        if child.type == "multi_variable_declaration":
            _take_apart(builder, child, told, how, start, start)
            continue
        name = next((c for c in child.named_children if c.type == "simple_identifier"), None)
        kind = next((builder.expr(c) for c in child.named_children if c.type in TYPES), -1)
        if name is not None:
            builder.bindings.append(FoundBinding(builder.text(name), start, kind, told if kind < 0 else -1, how, start, start))


def _told(builder: Builder, node: Node, number: int) -> int:
    """The type of a closure's parameter, told by its place."""
    suffix = node.parent.parent if node.parent is not None and node.parent.type == "annotated_lambda" else None
    if suffix is not None and suffix.type == "call_suffix" and suffix.parent is not None:
        call = builder.expr(suffix.parent)
        return builder.intern(("expected_parameter", call, len(call_arguments(builder, suffix)) - 1, number, -1))
    argument = node.parent
    if argument is not None and argument.type == "value_argument" and argument.parent is not None:
        suffix = argument.parent.parent
        if suffix is not None and suffix.type == "call_suffix" and suffix.parent is not None:
            position = [child.id for child in argument.parent.named_children].index(argument.id)
            return builder.intern(("expected_parameter", builder.expr(suffix.parent), position, number, -1))
        return -1
    found = expected(builder, node, number, _AROUND, _LISTS, _declared)
    return found if found >= 0 else _unknown(builder)


def _declared(builder: Builder, place: Node) -> int:
    """The type that a value at a place must have, as a cast to it; -1 if nothing says it."""
    if place.type == "property_declaration":
        variable = next((child for child in place.named_children if child.type == "variable_declaration"), None)
        kind = next((c for c in variable.named_children if c.type in TYPES), None) if variable is not None else None
        return builder.intern(("cast", builder.expr(kind))) if kind is not None else -1
    if place.type == "function_body" and place.parent is not None:
        kinds = [child for child in place.parent.named_children if child.type in TYPES]
        return builder.intern(("cast", builder.expr(kinds[-1]))) if kinds else -1
    if place.type == "assignment":
        return _first(builder, place.named_children[0])
    return -1


def _bind_variable(builder: Builder, node: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """A local variable or that of a loop; a property is a definition of its own."""
    holder = node.parent
    if holder is None or (holder.parent is not None and holder.type == "property_declaration" and holder.parent.type in _HOLDERS):
        return
    told = _value_of(builder, holder)
    if node.type == "multi_variable_declaration":
        _take_apart(builder, node, told, how, at, since)
        return
    name = next((child for child in node.named_children if child.type == "simple_identifier"), None)
    kind = next((builder.expr(child) for child in node.named_children if child.type in TYPES), -1)
    if name is not None:
        builder.bindings.append(
            FoundBinding(builder.text(name), name.start_byte, kind, told, how, at, max(since, name.start_byte))
        )


def _take_apart(builder: Builder, node: Node, whole: int, how: str, at: int, since: int) -> None:
    """`val (a, b) = whole` calls component1 and component2."""
    for number, child in enumerate(node.named_children, 1):
        name = next((c for c in child.named_children if c.type == "simple_identifier"), None)
        if name is not None:
            item = builder.intern(("call", builder.intern(("member", whole, f"component{number}")), ()))
            builder.bindings.append(
                FoundBinding(builder.text(name), name.start_byte, -1, item, how, at, max(since, name.start_byte))
            )


def _value_of(builder: Builder, holder: Node) -> int:
    """The value that a declaration gives to its variable: `cart` of `val it = cart`."""
    if holder.type == "for_statement":
        items = [child for child in holder.named_children if child.type != "control_structure_body"]
        return builder.intern(("element", builder.expr(items[-1]))) if len(items) > 1 else -1
    return property_value(builder, holder)


def property_value(builder: Builder, node: Node) -> int:
    """The value of a property: its initialiser, what its delegate gives, or what its getter yields; -1 if nothing says it."""
    last = next((c for c in reversed(node.named_children) if c.type not in builder.record.comments and c.type != "setter"), None)
    if last is not None and last.type == "variable_declaration":  # a getter on a line of its own stands beside its property
        after = node.next_named_sibling
        last = after if after is not None and after.type == "getter" else last
    if last is None or last.type in ("variable_declaration", "multi_variable_declaration", "binding_pattern_kind"):
        return -1
    if last.type == "property_delegate":
        return builder.intern(("call", builder.intern(("member", _last(builder, last), "getValue")), ()))
    if last.type == "getter":
        body = next((child for child in last.named_children if child.type == "function_body"), None)
        is_value = body is not None and body.children[0].type == "="
        return _body_value(builder, body) if is_value else -1
    return builder.expr(last)


_BOOLEAN = ("literal", "Boolean")

EXPRESSIONS: Mapping[str, tuple[object, ...]] = {
    "simple_identifier": ("name",),
    "interpolated_identifier": ("name",),
    "type_identifier": ("name",),
    "user_type": (_user_type,),
    "nullable_type": (_last,),
    "parenthesized_type": (_last,),
    "type_projection": (_last,),
    "function_type": (_function_type,),
    "delegation_specifier": (_first,),
    "constructor_invocation": (_first,),
    "explicit_delegation": (_first,),
    "navigation_expression": (_navigation,),
    "call_expression": (_call,),
    "call_suffix": (_suffix,),
    "value_arguments": (_values,),
    "value_argument": (_argument,),
    "constructor_delegation_call": (_delegation,),
    "infix_expression": (_infix,),
    "indexing_expression": (_index,),
    "this_expression": (_this,),
    "super_expression": ("super",),
    "as_expression": (_cast,),
    "additive_expression": (_binary,),
    "multiplicative_expression": (_binary,),
    "elvis_expression": (_choice,),
    "if_expression": (_if,),
    "when_expression": (_when,),
    "try_expression": (_try,),
    "object_literal": (_object,),
    "callable_reference": (_reference,),
    "lambda_literal": (_lambda,),
    "anonymous_function": (_anonymous,),
    "parenthesized_expression": (_first,),
    "postfix_expression": (_first,),
    "prefix_expression": (_last,),
    "directly_assignable_expression": (_first,),
    "string_literal": ("literal", "String"),
    "multiline_string_literal": ("literal", "String"),
    "character_literal": ("literal", "Char"),
    "integer_literal": ("literal", "Int"),
    "hex_literal": ("literal", "Int"),
    "bin_literal": ("literal", "Int"),
    "long_literal": ("literal", "Long"),
    "unsigned_literal": ("literal", "UInt"),
    "real_literal": ("literal", "Double"),
    "boolean_literal": _BOOLEAN,
    "null_literal": ("literal", "null"),
    "comparison_expression": _BOOLEAN,
    "equality_expression": _BOOLEAN,
    "conjunction_expression": _BOOLEAN,
    "disjunction_expression": _BOOLEAN,
    "check_expression": _BOOLEAN,
    "range_expression": ("literal", "IntRange"),
    "this": ("self",),
    "super": ("super",),
}

PATTERNS: Mapping[str, object] = {
    "simple_identifier": "name",
    "lambda_literal": _bind_closure,
    "anonymous_function": _bind_closure,
    "variable_declaration": _bind_variable,
    "multi_variable_declaration": _bind_variable,
}

PARAMETERS: Mapping[str, tuple[object, ...]] = {
    "function_value_parameters": (parameter_rows,),
    "type_parameter": (_type_parameter,),
}


def function_value(builder: Builder, node: Node) -> int:
    """The expression that a function's body is (`= value`), -1 if it has statements."""
    body = next((child for child in node.named_children if child.type == "function_body"), None)
    return _body_value(builder, body) if body is not None and body.children[0].type == "=" else -1


def declared_result(builder: Builder, node: Node) -> int:
    """The type written behind a function's parameters, -1 if none is."""
    after = False
    for child in node.named_children:
        after = after or child.type == "function_value_parameters"
        if after and child.type in TYPES:
            return builder.expr(child)
    return -1
