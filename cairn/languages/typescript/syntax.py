"""Expressions and types of TypeScript and JavaScript as facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cairn.languages.typescript.context import EXPORTS, bind_parameter, expected, given_to, nth, prototype_of
from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundBinding
from cairn.semantics.expressions import Expr
from cairn.semantics.flags import EXPORT, EXPORTED, Flags

if TYPE_CHECKING:
    from tree_sitter import Node


MAX_FIELDS = 200  # of an object or object type: more mean generated data (guess)
MAX_KINDS = 6  # different elements of an array that are looked at (guess)
COMMENTS = frozenset({"comment", "html_comment", "hash_bang_line"})
_NUMERIC = frozenset({"+", "-", "*", "/", "%", "**", "<<", ">>", ">>>", "&", "|", "^"})
_UNKNOWN = frozenset({"any", "unknown", "never", "void", "object", "symbol", "unique symbol"})


def unknown(builder: Builder) -> int:
    """The expression that cannot be told."""
    return builder.intern(("unknown",))


def text_of(builder: Builder, node: Node) -> str:
    """The name that a key or identifier spells, a string without its quotes."""
    text = str(builder.text(node))
    return text[1:-1] if node.type == "string" and len(text) > 1 else text


def call(builder: Builder, node: Node) -> int:
    """A call, its type arguments kept with the callee; one that loads a module is that module."""
    function = node.child_by_field_name("function")
    if function is not None and (function.type == "import" or builder.text(function) == "require"):
        arguments = node.child_by_field_name("arguments")
        module = nth(arguments, 0) if arguments is not None else None
        if module is not None and module.type == "string":
            is_late = function.type == "import" and not _in_type(node)
            return builder.intern(("module", ("import:" if is_late else "require:") + text_of(builder, module)))
    if function is not None and builder.text(function) == "Object.assign":
        return _assigned(builder, node)
    callee = _applied(builder, node, node.child_by_field_name("function"))
    return builder.intern(("call", callee, builder.arguments(node.child_by_field_name("arguments"))))


def _assigned(builder: Builder, node: Node) -> int:
    """`Object.assign(a, {b})` has the members of all that it is given; the exports of the module itself give nothing new."""
    builder.bind_to_place()
    fields: list[tuple[str, int, int]] = []
    arguments = node.child_by_field_name("arguments")
    for child in arguments.named_children if arguments is not None else ():
        if child.type in COMMENTS or builder.text(child) in ("exports", "module.exports"):
            continue
        given = nth(child, 0) if child.type == "spread_element" else child
        shape: Expr = builder.exprs[builder.expr(given)] if given is not None else ("unknown",)
        if shape[0] == "object":
            fields.extend(shape[2])
        elif given is not None:
            fields.append(("...", child.start_byte, builder.expr(given)))
    return builder.intern(("object", node.start_byte, tuple(fields[:MAX_FIELDS])))


def _in_type(node: Node) -> bool:
    """Whether `import("..")` stands in a type."""
    above: Node | None = node.parent
    for _ in range(4):
        if above is None or above.type in ("await_expression", "expression_statement", "arguments"):
            return False
        if above.type in ("type_annotation", "type_query", "type_arguments", "type_alias_declaration", "union_type"):
            return True
        above = above.parent
    return False


def make(builder: Builder, node: Node) -> int:
    """`new T<A>(args)`."""
    made = _applied(builder, node, node.child_by_field_name("constructor"))
    arguments = node.child_by_field_name("arguments")
    return builder.intern(("new", made, builder.arguments(arguments) if arguments is not None else ()))


def _applied(builder: Builder, node: Node, callee: Node | None) -> int:
    expr = builder.expr(callee)
    types = node.child_by_field_name("type_arguments")
    if types is None or expr < 0:
        return expr
    return builder.intern(("subscript", expr, builder.arguments(types)))


def subscript(builder: Builder, node: Node) -> int:
    """`a["b"]` is the member b; other subscripts stay what they are."""
    owner, index = builder.expr(node.child_by_field_name("object")), node.child_by_field_name("index")
    if index is not None and index.type == "string":
        return builder.intern(("member", owner, text_of(builder, index)))
    return builder.intern(("subscript", owner, (builder.expr(index),)))


def array(builder: Builder, node: Node) -> int:
    """An array of what its first elements are."""
    items: list[int] = []
    for child in node.named_children[: 4 * MAX_KINDS]:
        if child.type in COMMENTS or len(items) >= MAX_KINDS:
            continue
        item = builder.intern(("element", builder.expr(nth(child, 0)))) if child.type == "spread_element" else builder.expr(child)
        if item not in items:
            items.append(item)
    if not items:
        return builder.intern(("sequence", -1))
    return builder.intern(("sequence", items[0] if len(items) == 1 else builder.intern(("choice", tuple(items)))))


def object_literal(builder: Builder, node: Node) -> int:
    """An object: the names of its members, where they stand, and their values."""
    builder.bind_to_place()
    fields: list[tuple[str, int, int]] = []
    for child in node.named_children[:MAX_FIELDS]:
        if child.type == "pair":
            key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            if key is not None:
                fields.append((text_of(builder, key), key.start_byte, builder.expr(value)))
        elif child.type == "method_definition":
            key = child.child_by_field_name("name")
            if key is not None:
                value_ = closure(builder, child)
                if any(c.type == "get" for c in child.children):
                    value_ = builder.intern(("call", value_, ()))
                fields.append((text_of(builder, key), key.start_byte, value_))
        elif child.type == "shorthand_property_identifier":
            name = builder.text(child)
            fields.append((name, child.start_byte, builder.intern(("name", name))))
        elif child.type == "spread_element":
            fields.append(("...", child.start_byte, builder.expr(nth(child, 0))))
    return builder.intern(("object", node.start_byte, tuple(fields)))


def object_type(builder: Builder, node: Node) -> int:
    """An object type: its members' types; a mapped type is what it maps."""
    builder.bind_to_place()
    fields: list[tuple[str, int, int]] = []
    for child in node.named_children[:MAX_FIELDS]:
        name = child.child_by_field_name("name")
        if child.type == "index_signature":
            mapped = next((c for c in child.named_children if c.type == "mapped_type_clause"), None)
            if mapped is not None:
                return _mapped(builder, child, mapped)
            fields.append(("[]", child.start_byte, index_signature(builder, child)))
        elif child.type in ("call_signature", "construct_signature"):
            fields.append(("()" if child.type == "call_signature" else "new()", child.start_byte, function_type(builder, child)))
        elif name is not None and child.type == "property_signature":
            fields.append((text_of(builder, name), name.start_byte, builder.expr(child.child_by_field_name("type"))))
        elif name is not None and child.type == "method_signature":
            fields.append((text_of(builder, name), name.start_byte, function_type(builder, child)))
    return builder.intern(("object", node.start_byte, tuple(fields)))


def _mapped(builder: Builder, signature: Node, clause: Node) -> int:
    """`{ [K in keyof T]: .. }` has the members of T; over other keys it is a map."""
    over = clause.child_by_field_name("type")
    if over is not None and over.type == "index_type_query":
        return builder.expr(nth(over, 0))
    value = builder.expr(signature.child_by_field_name("type"))
    return builder.intern(
        ("object", signature.start_byte, (("[]", signature.start_byte, builder.intern(("function", (), value))),))
    )


def index_signature(builder: Builder, node: Node) -> int:
    """A subscript, as a call of the function that reads an element."""
    return builder.intern(("function", (), builder.expr(node.child_by_field_name("type"))))


def function_type(builder: Builder, node: Node) -> int:
    """The type of a function, from any signature."""
    holder = node.child_by_field_name("parameters")
    returns = node.child_by_field_name("return_type") or node.child_by_field_name("type")
    types = []
    for name, kind, _ in parameters(builder, holder) if holder is not None else ():
        types.append(builder.intern(("element", kind)) if name.startswith("...") and kind >= 0 else kind)
    return builder.intern(("function", tuple(types), builder.expr(returns)))


def constructor_type(builder: Builder, node: Node) -> int:
    """`new (..) => T` is an object that can be made."""
    return builder.intern(("object", node.start_byte, (("new()", node.start_byte, function_type(builder, node)),)))


def closure(builder: Builder, node: Node) -> int:
    """A function without a name; its scope begins with its body."""
    builder.bind_to_place()
    body = node.child_by_field_name("body")
    if body is None:
        return unknown(builder)
    return builder.intern(("closure", body.start_byte, builder.expr(body) if body.type != "statement_block" else -1))


def class_value(builder: Builder, node: Node) -> int:
    """A class expression."""
    name = node.child_by_field_name("name")
    return builder.intern(("name", builder.text(name))) if name is not None else unknown(builder)


def binary(builder: Builder, node: Node) -> int:
    """`a || b` and `a ?? b` are one of both, `a && b` is b; what compares is a boolean."""
    sign = node.child_by_field_name("operator")
    operator = sign.type if sign is not None else ""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if operator in ("||", "??"):
        return builder.intern(("choice", (builder.expr(left), builder.expr(right))))
    if operator == "&&" or operator == ",":
        return builder.expr(right)
    if operator == "+":
        return builder.intern(("binary", builder.expr(left), builder.expr(right)))
    return builder.intern(("literal", "number" if operator in _NUMERIC else "boolean"))


def last(builder: Builder, node: Node) -> int:
    """`a, b` is b."""
    return builder.expr(node.named_children[-1]) if node.named_child_count else unknown(builder)


def unary(builder: Builder, node: Node) -> int:
    """`typeof x` is a string, `!x` a boolean, `-x` a number."""
    sign = node.child_by_field_name("operator")
    operator = sign.type if sign is not None else ""
    kind = {"typeof": "string", "!": "boolean", "delete": "boolean", "void": ""}.get(operator, "number")
    return builder.intern(("literal", kind)) if kind else unknown(builder)


def cast(builder: Builder, node: Node) -> int:
    """`x as T`; `x as const` is x."""
    kind = nth(node, 1)
    if kind is None:
        return builder.expr(nth(node, 0))
    return builder.intern(("cast", builder.expr(kind)))


def assertion(builder: Builder, node: Node) -> int:
    """`<T>x`."""
    types = nth(node, 0)
    return builder.intern(("cast", builder.expr(nth(types, 0) if types is not None else None)))


def predefined(builder: Builder, node: Node) -> int:
    """`string` and its like; `any` and what cannot have members is unknown."""
    name = builder.text(node)
    return unknown(builder) if name in _UNKNOWN else builder.intern(("literal", name))


def type_name(builder: Builder, node: Node) -> int:
    """A name in the space of types."""
    return builder.intern(("name", builder.text(node), "type"))


def nested_type(builder: Builder, node: Node) -> int:
    """`a.B` as a type."""
    module, name = node.child_by_field_name("module"), node.child_by_field_name("name")
    return builder.intern(("member", builder.expr(module), builder.text(name) if name is not None else "", "type"))


def generic_type(builder: Builder, node: Node) -> int:
    """`T<A>`."""
    name, types = node.child_by_field_name("name"), node.child_by_field_name("type_arguments")
    return builder.intern(("subscript", builder.expr(name), builder.arguments(types)))


def extends(builder: Builder, node: Node) -> int:
    """`extends Base<T>` of a class."""
    value, types = node.child_by_field_name("value"), node.child_by_field_name("type_arguments")
    expr = builder.expr(value)
    return builder.intern(("subscript", expr, builder.arguments(types))) if types is not None else int(expr)


def intersection(builder: Builder, node: Node) -> int:
    """`A & B` has the members of both."""
    return builder.intern(
        ("intersection", tuple(builder.expr(child) for child in node.named_children if child.type not in COMMENTS))
    )


def lookup_type(builder: Builder, node: Node) -> int:
    """`T["name"]` is the type of a member, `T[number]` of an element."""
    owner, key = builder.expr(nth(node, 0)), nth(node, 1)
    inner = nth(key, 0) if key is not None and key.type == "literal_type" else None
    if inner is not None and inner.type == "string":
        return builder.intern(("member_type", owner, text_of(builder, inner)))
    return builder.intern(("element", owner))


def conditional_type(builder: Builder, node: Node) -> int:
    """`A extends B ? C : D` may be either."""
    return builder.intern(
        (
            "choice",
            (builder.expr(node.child_by_field_name("consequence")), builder.expr(node.child_by_field_name("alternative"))),
        )
    )


def typeof_type(builder: Builder, node: Node) -> int:
    """`typeof x` as a type is what x is."""
    return builder.intern(("typeof", builder.expr(nth(node, 0))))


def predicate(builder: Builder, node: Node) -> int:
    """`x is T` as the type of a result: a boolean that says T of an argument."""
    inner = node
    while inner.type != "type_predicate":
        child = nth(inner, 0)
        if child is None:
            return unknown(builder)
        inner = child
    return builder.intern(("guard", builder.expr(inner.child_by_field_name("type"))))


def tuple_type(builder: Builder, node: Node) -> int:
    """`[A, b: B]`."""
    items = []
    for child in node.named_children:
        named = child.child_by_field_name("type")
        items.append(builder.expr(named if named is not None else child))
    return builder.intern(("tuple", tuple(items)))


def parameters(builder: Builder, holder: Node) -> list[tuple[str, int, int]]:
    """The parameters of a signature by position: name ("...x" takes the rest), type, default value."""
    found = []
    for child in holder.named_children:
        if child.type in COMMENTS or child.type == "decorator":
            continue
        pattern = child.child_by_field_name("pattern") or child.child_by_field_name("left") or child
        if pattern.type == "this":
            continue
        kind = child.child_by_field_name("type")
        default = child.child_by_field_name("value") or child.child_by_field_name("right")
        name = builder.text(pattern) if pattern.type in ("identifier", "rest_pattern") else ""
        found.append((name, builder.expr(kind), builder.expr(default)))
    return found


def single_parameter(builder: Builder, node: Node) -> list[tuple[str, int, int]]:
    """`x => ..`."""
    return [(builder.text(node), -1, -1)]


def type_parameter(builder: Builder, node: Node) -> list[tuple[str, int, int]]:
    """`T extends Bound = Default`: the default where it says something, else the bound."""
    name = node.child_by_field_name("name")
    found = -1
    for field in ("value", "constraint"):
        holder = node.child_by_field_name(field)
        if holder is not None and found < 0:
            expr = builder.expr(nth(holder, 0))
            found = expr if builder.exprs[expr][0] not in ("unknown", "literal", "object") else -1
    return [(builder.text(name), found, -1)] if name is not None else []


def bind_parameters(builder: Builder, holder: Node, scope: Node) -> None:
    """Bind the parameters of a function in the scope that its body is, with what is expected of them."""
    start = scope.start_byte
    function = holder.parent
    if function is None:
        return
    if holder.type != "formal_parameters":
        bind_parameter(builder, function, holder, holder, None, 0, start)
    else:
        position = 0
        for child in holder.named_children:
            if child.type in COMMENTS or child.type == "decorator":
                continue
            pattern = child.child_by_field_name("pattern") or child.child_by_field_name("left") or child
            kind = child.child_by_field_name("type")
            bind_parameter(builder, function, child, pattern, kind, position, start)
            position += pattern.type != "this"
    if function.type == "method_definition" and function.parent is not None and function.parent.type == "object":
        given = given_to(builder, function) or prototype_of(builder, function)
        if not given or given in EXPORTS:  # else `this` is an instance of the class that gets the method
            _bind_this(builder, function.parent, scope)


def _bind_this(builder: Builder, owner: Node, scope: Node) -> None:
    """A method of an object has as `this` what is expected of the object, else the object itself."""
    if b"this" not in builder.source[scope.start_byte : scope.end_byte]:
        return
    wanted = expected(builder, owner)
    itself = builder.expr(owner)
    value = itself if wanted < 0 else builder.intern(("first", (wanted, itself)))
    builder.bindings.append(FoundBinding("this", scope.start_byte, -1, value, "var", scope.start_byte, scope.start_byte))


def rest(builder: Builder, target: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """`...rest`: as a parameter it has the type that is written; in a pattern it is unknown."""
    is_parameter = target.parent is not None and target.parent.type in ("required_parameter", "optional_parameter")
    builder.bind(nth(target, 0), type_ if is_parameter else -1, -1, how, at, since)


def is_exported(name: str, flags: Flags) -> bool:
    """`export` lets other modules use a definition."""
    return EXPORT in flags or EXPORTED in flags


EXPRESSIONS = {
    "identifier": ("name",),
    "property_identifier": ("name",),
    "shorthand_property_identifier": ("name",),
    "nested_identifier": ("member", "object", "property"),
    "member_expression": ("member", "object", "property"),
    "call_expression": (call,),
    "new_expression": (make,),
    "subscript_expression": (subscript,),
    "string": ("literal", "string"),
    "template_string": ("literal", "string"),
    "number": ("literal", "number"),
    "regex": ("literal", "RegExp"),
    "true": ("literal", "boolean"),
    "false": ("literal", "boolean"),
    "array": (array,),
    "object": (object_literal,),
    "arrow_function": (closure,),
    "function_expression": (closure,),
    "generator_function": (closure,),
    "class": (class_value,),
    "this": ("self",),
    "super": ("super",),
    "import": ("name",),
    "parenthesized_expression": ("pass", 0),
    "non_null_expression": ("pass", 0),
    "sequence_expression": (last,),
    "assignment_expression": ("pass", "right"),
    "ternary_expression": ("choice", "consequence", "alternative"),
    "binary_expression": (binary,),
    "unary_expression": (unary,),
    "update_expression": ("literal", "number"),
    "await_expression": ("await",),
    "as_expression": (cast,),
    "satisfies_expression": ("pass", 0),
    "type_assertion": (assertion,),
    "instantiation_expression": ("pass", 0),
    # Types
    "type_annotation": ("pass", 0),
    "type_identifier": (type_name,),
    "nested_type_identifier": (nested_type,),
    "generic_type": (generic_type,),
    "predefined_type": (predefined,),
    "array_type": ("sequence", 0),
    "readonly_type": ("pass", 0),
    "parenthesized_type": ("pass", 0),
    "optional_type": ("pass", 0),
    "rest_type": ("element", 0),
    "tuple_type": (tuple_type,),
    "union_type": ("choice",),
    "intersection_type": (intersection,),
    "object_type": (object_type,),
    "function_type": (function_type,),
    "constructor_type": (constructor_type,),
    "call_signature": (function_type,),
    "construct_signature": (function_type,),
    "index_signature": (index_signature,),
    "this_type": ("self",),
    "lookup_type": (lookup_type,),
    "conditional_type": (conditional_type,),
    "type_query": (typeof_type,),
    "index_type_query": ("literal", "string"),
    "template_literal_type": ("literal", "string"),
    "literal_type": ("pass", 0),
    "type_predicate_annotation": (predicate,),
    "type_predicate": (predicate,),
    "extends_clause": (extends,),
}
PATTERNS = {
    "identifier": "name",
    "shorthand_property_identifier_pattern": "name",
    "array_pattern": "items",
    "object_pattern": "fields",
    "rest_pattern": rest,
    "assignment_pattern": ("pass", "left"),
    "object_assignment_pattern": ("pass", "left"),
}


def is_required(name: str, signature: str) -> bool:
    """`name?: string` may be left out of what satisfies an interface, `name: string` may not."""
    return not signature.removeprefix("readonly ").startswith(f"{name}?")


PARAMETERS: Mapping[str, tuple[object, ...]] = {
    "formal_parameters": (parameters,),
    "identifier": (single_parameter,),
    "type_parameter": (type_parameter,),
}
