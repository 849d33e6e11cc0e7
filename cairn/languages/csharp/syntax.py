"""C#'s expressions, types, parameters and modifiers as facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cairn.languages.building import field_value
from cairn.languages.lambdas import expected, yields
from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundBinding, FoundReference
from cairn.semantics.expressions import UNKNOWN
from cairn.semantics.flags import (
    ANNOUNCED,
    ENUM_CONSTANT,
    EXTENSION,
    FINAL,
    INTERNAL,
    OPERATOR,
    PARTIAL,
    PROTECTED,
    PUBLIC,
    STATIC,
    VARARGS,
    Flags,
    flags_in,
)
from cairn.semantics.kinds import DEPENDS_ON, NAMESPACE

if TYPE_CHECKING:
    from tree_sitter import Node
import re

from cairn.semantics.definition import FoundDefinition

_BOOLEAN_OPERATORS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||", "is"})
_AROUND = frozenset({"argument", "parenthesized_expression", "conditional_expression"})
_LISTS = frozenset({"argument_list"})
_METHODS = frozenset({"method_declaration", "local_function_statement", "lambda_expression", "property_declaration"})
_CALLS = frozenset({"invocation_expression", "object_creation_expression", "assignment_expression", "await_expression"})
_INNER = frozenset({"lambda_expression", "anonymous_method_expression", "local_function_statement"})
MAX_ARMS = 6  # of a switch that yields a value


def _last(builder: Builder, node: Node) -> int:
    return builder.expr(node.named_children[-1]) if node.named_children else builder.intern(("unknown",))


def _generic(builder: Builder, node: Node) -> int:
    base, holder = node.named_children[0], node.named_children[-1]
    args = tuple(builder.expr(child) for child in holder.named_children)
    return builder.intern(("subscript", builder.expr(base), args)) if args else builder.expr(base)


def _access(builder: Builder, node: Node) -> int:
    owner, name = node.child_by_field_name("expression"), node.child_by_field_name("name")
    if name is None:
        return builder.intern(("unknown",))
    held = builder.expr(owner)
    if name.type == "generic_name":
        return builder.qualify(held, name)
    return builder.intern(("member", held, builder.text(name)))


def _conditional(builder: Builder, node: Node) -> int:
    """`a?.b` is what `a.b` is."""
    held, binding = field_value(builder, node, "condition"), node.named_children[-1]
    name = binding.child_by_field_name("name")
    if name is None:
        return builder.intern(("element", held)) if binding.type == "element_binding_expression" else builder.intern(("unknown",))
    return builder.qualify(held, name) if name.type == "generic_name" else builder.intern(("member", held, builder.text(name)))


def _initializer(builder: Builder, node: Node) -> int:
    """`: base(...)` and `: this(...)` of a constructor."""
    is_own = any(child.type == "this" for child in node.children)
    return builder.intern(
        ("call", builder.intern(("self",) if is_own else ("super",)), builder.arguments(node.named_children[-1]))
    )


def _target_typed(builder: Builder, node: Node) -> int:
    """`new(...)`: of the type that its place declares."""
    args = builder.arguments(node.named_children[0] if node.named_children else None)
    kind = declared(builder, node.parent) if node.parent is not None else -1
    told = builder.exprs[kind] if kind >= 0 else UNKNOWN
    return builder.intern(("new", told[1] if told[0] == "cast" else builder.intern(UNKNOWN), args))


def _argument(builder: Builder, node: Node) -> int:
    name = node.child_by_field_name("name")
    value = builder.expr(node.children[-1])
    return builder.intern(("keyword", builder.text(name), value)) if name is not None else int(value)


def _array_type(builder: Builder, node: Node) -> int:
    return builder.intern(("sequence", field_value(builder, node, "type")))


def _new_array(builder: Builder, node: Node) -> int:
    return builder.intern(("cast", field_value(builder, node, "type")))


def _listed(builder: Builder, node: Node) -> int:
    items = node.named_children[-1].named_children if node.named_children else []
    return builder.intern(("sequence", builder.expr(items[0]))) if items else builder.intern(("unknown",))


def _tuple(builder: Builder, node: Node) -> int:
    return builder.intern(("tuple", tuple(builder.expr(child) for child in node.named_children)))


def _tuple_type(builder: Builder, node: Node) -> int:
    items = [child.child_by_field_name("type") for child in node.named_children]
    return builder.intern(("tuple", tuple(builder.expr(item) for item in items)))


def _predefined(builder: Builder, node: Node) -> int:
    return builder.intern(("literal", builder.text(node)))


def _integer(builder: Builder, node: Node) -> int:
    end = builder.text(node)[-2:].lower()
    return builder.intern(
        ("literal", "ulong" if end in ("ul", "lu") else "long" if "l" in end else "uint" if "u" in end else "int")
    )


def _real(builder: Builder, node: Node) -> int:
    return builder.intern(("literal", {"f": "float", "m": "decimal"}.get(builder.text(node)[-1].lower(), "double")))


def _binary(builder: Builder, node: Node) -> int:
    operator = node.child_by_field_name("operator")
    if operator is not None and operator.type in _BOOLEAN_OPERATORS:
        return builder.intern(("literal", "bool"))
    left, right = field_value(builder, node, "left"), field_value(builder, node, "right")
    if operator is not None and operator.type == "??":
        return builder.intern(("choice", (left, right)))
    text = ("literal", "string")
    if operator is not None and operator.type == "+" and text in (builder.exprs[left], builder.exprs[right]):
        return builder.intern(text)
    return builder.intern(("arithmetic", left, right))


def _prefix(builder: Builder, node: Node) -> int:
    return builder.intern(("literal", "bool")) if node.children[0].type == "!" else _last(builder, node)


def _postfix(builder: Builder, node: Node) -> int:
    return builder.expr(node.named_children[0]) if node.named_children else builder.intern(("unknown",))


def _as(builder: Builder, node: Node) -> int:
    return builder.intern(("cast", field_value(builder, node, "right")))


def _typeof(builder: Builder, node: Node) -> int:
    return builder.intern(("cast", builder.intern(("literal", "Type"))))


def _switch(builder: Builder, node: Node) -> int:
    arms = [child for child in node.named_children if child.type == "switch_expression_arm"]
    return builder.intern(("choice", tuple(builder.expr(arm.named_children[-1]) for arm in arms[:MAX_ARMS])))


def _lambda(builder: Builder, node: Node) -> int:
    """A closure; its body is its value if it is an expression."""
    builder.bind_to_place()
    body = node.child_by_field_name("body") or node.named_children[-1]
    value = builder.expr(body) if body.type != "block" else -1
    count = len(_lambda_parameters(node.child_by_field_name("parameters")))
    return builder.intern(("closure", node.start_byte, value, count, yields(body, "block", _CALLS, _INNER)))


def _lambda_parameters(holder: Node | None) -> list[Node]:
    if holder is None:
        return []
    return [holder] if holder.type in ("implicit_parameter", "identifier") else list(holder.named_children)


def _bind_parameters(builder: Builder, holder: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """The parameters of a lambda: of the types written down, or of those that its place expects."""
    closure = holder.parent
    for number, node in enumerate(_lambda_parameters(holder)):
        name = node.child_by_field_name("name") or node
        kind = builder.expr(node.child_by_field_name("type"))
        told = expected(builder, closure, number, _AROUND, _LISTS, declared) if kind < 0 and closure is not None else -1
        builder.bindings.append(FoundBinding(builder.text(name), name.start_byte, kind, told, how, at, name.start_byte))


def declared(builder: Builder, place: Node) -> int:
    """The type that a value at a place must have, as a cast to it; -1 if nothing says it."""
    if place.type == "variable_declarator" and place.parent is not None:
        kind = place.parent.child_by_field_name("type")
    elif place.type == "property_declaration" or place.type == "cast_expression":
        kind = place.child_by_field_name("type")
    elif place.type == "assignment_expression":
        return field_value(builder, place, "left")
    elif place.type in ("return_statement", "arrow_expression_clause"):
        around = place.parent
        while around is not None and around.type not in _METHODS:
            around = around.parent
        kind = around.child_by_field_name("returns") or around.child_by_field_name("type") if around is not None else None
    else:
        return -1
    return builder.intern(("cast", builder.expr(kind))) if kind is not None and kind.type != "implicit_type" else -1


def parameter_rows(builder: Builder, node: Node) -> list[tuple[str, int, int]]:
    """Names, types and default values; what `params` takes is an array and stands without a node of its own."""
    rows = []
    for child in node.named_children:
        name = child.child_by_field_name("name")
        if child.type != "parameter" or name is None:
            continue
        kind = builder.expr(child.child_by_field_name("type"))
        last = child.named_children[-1]
        default = builder.expr(last) if last.id != name.id and child.children[-2].type == "=" else -1
        rows.append((builder.text(name), kind, default))
    name, kind_node = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name is not None and kind_node is not None:
        rows.append((builder.text(name), builder.expr(kind_node), -1))
    return rows


def _bind_declared(builder: Builder, node: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """`out var x` has the type of the parameter that it is given to."""
    kind, name = node.child_by_field_name("type"), node.child_by_field_name("name")
    if name is None or name.type != "identifier":
        return
    told, argument = -1, node.parent
    if kind is not None and kind.type == "implicit_type" and argument is not None and argument.parent is not None:
        siblings = [child.id for child in argument.parent.named_children]
        if argument.type == "argument" and argument.parent.type in _LISTS and argument.parent.parent is not None:
            told = builder.intern(
                ("expected_parameter", builder.expr(argument.parent.parent), siblings.index(argument.id), -1, -1)
            )
        kind = None
    builder.bindings.append(FoundBinding(builder.text(name), name.start_byte, builder.expr(kind), told, how, at, name.start_byte))


def _type_parameter(builder: Builder, node: Node) -> list[tuple[str, int, int]]:
    name = node.child_by_field_name("name")
    return [(builder.text(name), -1, -1)] if name is not None else []


def _bind_tuple(builder: Builder, node: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    names = [child for child in node.named_children if child.type in ("identifier", "discard")]
    for number, name in enumerate(names):
        item = builder.intern(("item", value, number)) if value >= 0 else -1
        builder.bindings.append(FoundBinding(builder.text(name), name.start_byte, -1, item, how, at, max(since, name.start_byte)))


# The words of the language for types, and the classes of the prelude that they mean.
LITERAL_TYPES = {
    "string": "String", "object": "Object", "bool": "Boolean", "char": "Char", "byte": "Byte", "sbyte": "SByte",
    "short": "Int16",
    "ushort": "UInt16", "int": "Int32", "uint": "UInt32", "long": "Int64", "ulong": "UInt64", "float": "Single",
    "double": "Double", "decimal": "Decimal", "void": "Void_", "null": "NoneType", "nint": "Int64", "nuint": "UInt64",
    "dynamic": "Object",
}  # fmt: skip

EXPRESSIONS: Mapping[str, tuple[object, ...]] = {
    "identifier": ("name",),
    "qualified_name": ("member", "qualifier", "name"),
    "alias_qualified_name": ("pass", "name"),
    "generic_name": (_generic,),
    "nullable_type": (_last,),
    "ref_type": (_last,),
    "pointer_type": (_last,),
    "array_type": (_array_type,),
    "tuple_type": (_tuple_type,),
    "predefined_type": (_predefined,),
    "primary_constructor_base_type": ("pass", "type"),
    "member_access_expression": (_access,),
    "conditional_access_expression": (_conditional,),
    "invocation_expression": ("call", "function", "arguments"),
    "constructor_initializer": (_initializer,),
    "object_creation_expression": ("new", "type", "arguments"),
    "implicit_object_creation_expression": (_target_typed,),
    "argument": (_argument,),
    "element_access_expression": ("subscript", "expression", "subscript"),
    "array_creation_expression": (_new_array,),
    "implicit_array_creation_expression": (_listed,),
    "tuple_expression": (_tuple,),
    "string_literal": ("literal", "string"),
    "verbatim_string_literal": ("literal", "string"),
    "raw_string_literal": ("literal", "string"),
    "interpolated_string_expression": ("literal", "string"),
    "character_literal": ("literal", "char"),
    "integer_literal": (_integer,),
    "real_literal": (_real,),
    "boolean_literal": ("literal", "bool"),
    "null_literal": ("literal", "null"),
    "conditional_expression": ("choice", "consequence", "alternative"),
    "binary_expression": (_binary,),
    "prefix_unary_expression": (_prefix,),
    "postfix_unary_expression": (_postfix,),
    "assignment_expression": ("pass", "left"),
    "parenthesized_expression": ("pass", 0),
    "arrow_expression_clause": ("pass", 0),
    "cast_expression": ("cast", "type"),
    "as_expression": (_as,),
    "is_expression": ("literal", "bool"),
    "is_pattern_expression": ("literal", "bool"),
    "typeof_expression": (_typeof,),
    "await_expression": ("await", 0),
    "checked_expression": (_last,),
    "switch_expression": (_switch,),
    "lambda_expression": (_lambda,),
    "anonymous_method_expression": (_lambda,),
    "this": ("self",),
    "base": ("super",),
}

PATTERNS: Mapping[str, object] = {
    "identifier": "name",
    "tuple_pattern": _bind_tuple,
    "declaration_expression": _bind_declared,
    "parameter_list": _bind_parameters,
    "implicit_parameter": _bind_parameters,
}

PARAMETERS: Mapping[str, tuple[object, ...]] = {
    "parameter_list": (parameter_rows,),
    "bracketed_parameter_list": (parameter_rows,),
    "type_parameter": (_type_parameter,),
}


_SPACE = re.compile(r"\s+")
_ARGUMENTS = re.compile(r"<[^<>]*>")
_GLOBAL = re.compile(rb"^\s*global\s+using\s+([\w.]+)\s*;", re.MULTILINE)
_NEW = re.compile(rb"\bnew\s+")
_SIGNED = frozenset({"method_declaration", "constructor_declaration", "operator_declaration", "conversion_operator_declaration"})

_MODIFIERS = {
    "public": PUBLIC,
    "protected": PROTECTED,
    "internal": INTERNAL,
    "static": STATIC,
    "partial": PARTIAL,
    "sealed": FINAL,
}


def is_exported(name: str, flags: Flags) -> bool:
    """`public`, `protected` and `internal` let other files use a definition."""
    return not flags.isdisjoint((PUBLIC, PROTECTED, INTERNAL))


def _erase(text: str) -> str:
    """A parameter's type as it is written, without type arguments and spaces."""
    while (shorter := _ARGUMENTS.sub("", text)) != text:
        text = shorter
    return _SPACE.sub("", text)


def _parameter_types(builder: Builder, holder: Node) -> str:
    types = [
        _erase(builder.text(kind))
        for child in holder.named_children
        if child.type == "parameter" and (kind := child.child_by_field_name("type")) is not None
    ]
    rest = holder.child_by_field_name("type")
    if rest is not None:
        types.append("params " + _erase(builder.text(rest)))
    return f"({','.join(types)})"


def _modifiers(builder: Builder, node: Node) -> list[str]:
    return [builder.text(child) for child in node.named_children if child.type == "modifier"]


def finish(builder: Builder) -> None:
    """Read modifiers and constraints, name operators, keep namespaces apart from what stands in them."""
    spaces = [d for d in builder.definitions if d.kind == NAMESPACE]
    builder.definitions = [d for d in builder.definitions if d.kind != NAMESPACE]
    builder.extra["namespaces"] = [(d.start, _end(builder, d), d.name) for d in sorted(spaces, key=lambda d: d.start)]
    for definition in builder.definitions:
        node = definition.node
        holder = node.parent.parent if node.type == "variable_declarator" and node.parent is not None else node
        definition.flags |= flags_in(_modifiers(builder, holder), _MODIFIERS)
        if OPERATOR in definition.flags:
            definition.name = _operator_name(builder, node)
        if node.type in _SIGNED:
            _finish_method(builder, definition)
        elif ENUM_CONSTANT in definition.flags and node.parent is not None and node.parent.parent is not None:
            definition.type = builder.intern(("name", builder.text(node.parent.parent.child_by_field_name("name"))))
            definition.flags |= {PUBLIC, STATIC}
        elif node.type == "parameter":
            definition.flags |= {PUBLIC}
        _read_constraints(builder, definition)
    made = {found.end() for row in builder.references if (found := _made_type(builder, row)) is not None}
    builder.references = [row for row in builder.references if not (row.kind == DEPENDS_ON and row.pos in made)]
    builder.extra["global"] = [found[1].decode("utf-8", "replace") for found in _GLOBAL.finditer(builder.source)]


def _made_type(builder: Builder, row: FoundReference) -> re.Match[bytes] | None:
    """The text up to the type of which a reference makes an instance."""
    is_made = row.expr >= 0 and builder.exprs[row.expr][0] == "new"
    return _NEW.search(builder.source, row.pos) if is_made else None


def _end(builder: Builder, namespace: FoundDefinition) -> int:
    """A namespace without braces holds the rest of its file."""
    return len(builder.source) if namespace.node.type.startswith("file") else int(namespace.node.end_byte)


def _operator_name(builder: Builder, node: Node) -> str:
    """`operator +`, `operator int`."""
    operator = node.child_by_field_name("operator") or node.child_by_field_name("type")
    return "operator " + (_erase(builder.text(operator)) if operator is not None else "")


def _finish_method(builder: Builder, definition: FoundDefinition) -> None:
    if PARTIAL in definition.flags and definition.node.child_by_field_name("body") is None:
        definition.flags.add(ANNOUNCED)
    if PARTIAL in definition.flags:
        builder.extra["completes"] = True
    holder = definition.node.child_by_field_name("parameters")
    if holder is None:
        return
    definition.anchor_suffix = _parameter_types(builder, holder)
    if holder.child_by_field_name("type") is not None:
        definition.flags.add(VARARGS)
    first = next((child for child in holder.named_children if child.type == "parameter"), None)
    if first is not None and any(builder.text(c) == "this" for c in first.named_children if c.type == "modifier"):
        definition.flags.add(EXTENSION)
    parent = definition.node.parent
    if parent is not None and parent.parent is not None and parent.parent.type == "interface_declaration":
        definition.flags.add(PUBLIC)


def _read_constraints(builder: Builder, definition: FoundDefinition) -> None:
    """`where T : Base` bounds a type parameter."""
    if not definition.type_params:
        return
    bounds: dict[str, int] = {}
    for clause in definition.node.named_children:
        if clause.type != "type_parameter_constraints_clause" or not clause.named_children:
            continue
        for constraint in clause.named_children[1:]:
            kind = constraint.child_by_field_name("type")
            if kind is not None:
                bounds.setdefault(builder.text(clause.named_children[0]), builder.expr(kind))
    definition.type_params = tuple((name, bounds.get(name, bound)) for name, bound in definition.type_params)
