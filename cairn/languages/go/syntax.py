"""Go as facts: expressions, types, declarations of several names, embedded types."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundDefinition
from cairn.semantics.expressions import Expr
from cairn.semantics.flags import CONSTRAINT, UNBOUND, Flags
from cairn.semantics.kinds import CALLS, CONSTANT, FIELD, FUNCTION, INTERFACE, METHOD, STRUCT, TYPE

if TYPE_CHECKING:
    from tree_sitter import Node


_CONSTRAINT = re.compile(rb"^//(?:go:build|\s*\+build)[ \t]+[^\n]*", re.MULTILINE)
_LOGICAL = frozenset({"==", "!=", "<", "<=", ">", ">=", "&&", "||"})
PREDECLARED = (
    "append cap copy delete len make new panic recover nil true false iota any bool byte comparable complex64 complex128 error "
    "float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr"
)  # but not what packages often define themselves: min, max, clear, print, close


def is_exported(name: str, flags: Flags) -> bool:
    """A capital letter lets other packages use a name: `Parse`, but not `parse`."""
    return name[:1].isupper()


def _first(node: Node | None) -> Node | None:
    return next(iter(node.named_children), None) if node is not None else None


# Expressions


def _call(builder: Builder, node: Node) -> int:
    """A call; of the built-in functions, those whose result depends on an argument."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    first = _first(arguments)
    if function is not None and first is not None and function.type == "identifier":
        name = builder.text(function)
        if name in ("new", "make"):
            return builder.intern(("cast", builder.expr(first)))
        if name == "append":
            return builder.expr(first)
    callee = builder.expr(function)
    given = node.child_by_field_name("type_arguments")
    if given is not None:
        callee = builder.intern(("subscript", callee, builder.arguments(given)))
    return builder.intern(("call", callee, builder.arguments(arguments)))


def _conversion(builder: Builder, node: Node) -> int:
    """`[]T(x)` is a T slice; `F[T](x)` is a call as often as a conversion."""
    kind = node.child_by_field_name("type")
    if kind is not None and kind.type == "generic_type":
        operand = node.child_by_field_name("operand")
        return builder.intern(("call", builder.expr(kind), (builder.expr(operand),)))
    return builder.intern(("cast", builder.expr(kind)))


def _unary(builder: Builder, node: Node) -> int:
    operand = builder.expr(node.child_by_field_name("operand"))
    operator = node.children[0].type
    if operator == "<-":
        return builder.intern(("item", builder.intern(("element", operand)), 0))
    if operator == "!":
        return builder.intern(("literal", "bool"))
    return builder.intern(("indirect", operand))


def _binary(builder: Builder, node: Node) -> int:
    operator = node.child_by_field_name("operator")
    if operator is not None and operator.type in _LOGICAL:
        return builder.intern(("literal", "bool"))
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    return builder.intern(("binary", builder.expr(left), builder.expr(right)))


def _values(builder: Builder, node: Node) -> int:
    """One value is itself; several are taken apart by position."""
    items = [child for child in node.named_children if child.type != "comment"]
    if len(items) == 1:
        return builder.expr(items[0])
    return builder.intern(("tuple", tuple(builder.expr(item) for item in items)))


def _results(builder: Builder, node: Node) -> int:
    """The result types of a function, a name of each or not."""
    types = [kind for _, kind, _ in builder.parameters(node)]
    return int(types[0] if len(types) == 1 else builder.intern(("tuple", tuple(types))))


def _literal_function(builder: Builder, node: Node) -> int:
    parameters, result = node.child_by_field_name("parameters"), node.child_by_field_name("result")
    types = tuple(kind for _, kind, _ in builder.parameters(parameters))
    return builder.intern(("cast", builder.intern(("function", types, builder.expr(result)))))


def _map(builder: Builder, node: Node) -> int:
    return builder.intern(("map", builder.expr(node.child_by_field_name("key")), builder.expr(node.child_by_field_name("value"))))


def _channel(builder: Builder, node: Node) -> int:
    direction = "".join(child.type for child in node.children if not child.is_named)  # `chan`, `<-chan` or `chan<-`
    return builder.intern(("sequence", builder.expr(node.child_by_field_name("value")), "chan_", direction))


def _array(builder: Builder, node: Node) -> int:
    """`[3]int` has what a slice has, and is another type."""
    length = node.child_by_field_name("length")
    size = builder.text(length) if length is not None else "..."
    return builder.intern(("sequence", builder.expr(node.child_by_field_name("element")), "slice_", size))


def _literal(builder: Builder, node: Node) -> int:
    """The braces of a literal, as an object that its keys are members of; those of an array or a map are none."""
    builder.bind_to_place()
    kind, whole = _literal_type(builder, node)
    return int(builder.intern(("unknown",)) if kind is not None and kind.type in _CONTAINERS else whole)


def _literal_type(builder: Builder, node: Node) -> tuple[Node | None, int]:
    """The type of a literal as it is written, if it is, and as an expression: before the braces, or that of what is around."""
    element = builder.parent(node)
    if element is not None and element.type == "composite_literal":
        return element.child_by_field_name("type"), builder.expr(element)
    pair = builder.parent(element) if element is not None else None
    around = builder.parent(pair) if pair is not None and pair.type == "keyed_element" else pair
    if element is None or pair is None or around is None or around.type != "literal_value":
        return None, builder.intern(("unknown",))
    outer, whole = _literal_type(builder, around)
    is_key = pair.type == "keyed_element" and pair.named_children[0].start_byte == element.start_byte
    if outer is not None and outer.type in _CONTAINERS:
        inner = outer.child_by_field_name("key" if is_key else "value" if outer.type == "map_type" else "element")
        inner = _first(inner) if inner is not None and inner.type == "pointer_type" else inner
        return inner, builder.intern(("cast", builder.expr(inner)))
    if is_key:
        return None, builder.intern(("item", builder.intern(("element", whole)), 0))
    return None, builder.intern(("subscript", whole, (builder.intern(("unknown",)),)))


_CONTAINERS = frozenset({"slice_type", "array_type", "implicit_length_array_type", "map_type"})


def _interface(builder: Builder, node: Node) -> int:
    """An interface type without a name: its methods and what they give."""
    names, types = [], []
    for method in node.named_children:
        name, parameters = method.child_by_field_name("name"), method.child_by_field_name("parameters")
        if method.type == "method_elem" and name is not None:
            params = tuple(kind for _, kind, _ in builder.parameters(parameters))
            names.append(builder.text(name))
            types.append(builder.intern(("function", params, builder.expr(method.child_by_field_name("result")))))
    return builder.intern(("struct", tuple(names), tuple(types)))


def _struct(builder: Builder, node: Node) -> int:
    """A struct type without a name: its fields and their types."""
    names, types = [], []
    body = _first(node)
    for declaration in body.named_children if body is not None else ():
        kind = declaration.child_by_field_name("type")
        if declaration.type != "field_declaration" or kind is None:
            continue
        for name in declaration.children_by_field_name("name") or [kind]:
            names.append(builder.text(name).rpartition(".")[2].partition("[")[0])
            types.append(builder.expr(kind))
    return builder.intern(("struct", tuple(names), tuple(types), "struct"))


# Bindings and parameters


def _targets(builder: Builder, target: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """The left side of `:=`: one target is bound to the value, several to its items, or to a value and whether it is there."""
    names = [child for child in target.named_children if child.type != "comment"]
    shape: Expr = builder.exprs[value] if value >= 0 else ("unknown",)
    for number, name in enumerate(names):
        if name.type != "identifier":
            continue
        if shape[0] == "element" or (shape[0] == "call" and len(names) > 1):
            item = builder.intern(("item", value, number))
        elif shape[0] == "tuple" and len(names) > 1:
            item = shape[1][number] if number < len(shape[1]) else -1
        else:
            item = value if number == 0 else builder.intern(("literal", "bool"))
        builder.bind(name, type_, item, how, at, since)


def _spec(builder: Builder, node: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """`var a, b T = x, y` inside a function."""
    kind, right = node.child_by_field_name("type"), node.child_by_field_name("value")
    names = node.children_by_field_name("name")
    for number, name in enumerate(names):
        builder.bind(name, builder.expr(kind), _value_of(builder, right, number, len(names)), how, at, since)


def _value_of(builder: Builder, right: Node | None, number: int, count: int) -> int:
    """The value that a declaration gives to one of its names: number 1 is `b` of `a, b := f()`."""
    if right is None:
        return -1
    items = [child for child in right.named_children if child.type != "comment"]
    if len(items) == count:
        return builder.expr(items[number])
    whole = builder.expr(right)
    if builder.exprs[whole][0] == "call":
        return builder.intern(("item", whole, number))
    return int(whole) if number == 0 else builder.intern(("literal", "bool"))


def _switch(builder: Builder, node: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """`switch x := y.(type)`: x is y, after the header."""
    alias, subject = node.child_by_field_name("alias"), node.child_by_field_name("value")
    if alias is not None and subject is not None:
        builder.bind(_first(alias), -1, builder.expr(subject), how, at, subject.end_byte)


def _case(builder: Builder, node: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """A case with one type narrows the name of its switch."""
    alias = node.parent.child_by_field_name("alias") if node.parent is not None else None
    types = node.children_by_field_name("type")
    if alias is not None and len(types) == 1:
        builder.bind(_first(alias), builder.expr(types[0]), -1, how, at, node.start_byte)


def _bind_parameter(builder: Builder, target: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    kind = builder.expr(target.child_by_field_name("type"))
    if target.type == "variadic_parameter_declaration":
        kind = builder.intern(("sequence", kind))
    for name in target.children_by_field_name("name"):
        builder.bind(name, kind, -1, how, at, since)


def _parameter(builder: Builder, node: Node) -> list[tuple[str, int, int]]:
    """The parameters of one declaration; one without a name counts too."""
    kind = builder.expr(node.child_by_field_name("type"))
    if node.type == "variadic_parameter_declaration":
        kind = builder.intern(("sequence", kind, "slice_"))
    names = [builder.text(name) for name in node.children_by_field_name("name")]
    return [(name, kind, -1) for name in names or ["_"]]


# The end of a file


def finish(builder: Builder) -> None:
    """Package clause and build constraint; receivers' type parameters, embedded types, values of grouped declarations."""
    _package(builder)
    satisfied: list[tuple[int, int, int]] = []
    kept = []
    for definition in builder.definitions:
        node = definition.node
        if definition.kind == CONSTANT:
            _declared(builder, definition, node)
            if definition.name == "_":
                if definition.type >= 0 and definition.value >= 0:
                    satisfied.append((definition.value, definition.type, definition.name_line))
                continue
        elif definition.kind == FIELD:
            _narrow_range(definition, node)
        elif definition.kind in (STRUCT, INTERFACE):
            definition.bases = tuple(_embedded(builder, definition.body))
            if definition.kind == INTERFACE and _is_constraint(definition.body):
                definition.flags.add(CONSTRAINT)
        elif definition.owner >= 0:
            definition.type_params = tuple(_receiver_params(builder, node))
        elif definition.name == "init" and definition.kind == FUNCTION:
            definition.flags.add(UNBOUND)
        if definition.kind in _TYPES:
            definition.signature = _type_signature(builder, definition)
        kept.append(definition)
    builder.definitions = kept
    builder.extra["satisfied"] = satisfied
    builder.extra["exports"] = _shapes(builder)
    _drop_package_names(builder)
    _read_keys(builder)


def _read_keys(builder: Builder) -> None:
    """The key of a literal is a field of its type; of an array or a map it is a value."""
    shapes = builder.exprs
    members = ((row.pos, row.expr, shapes[row.expr]) for row in builder.references)
    owners = {pos: (member, shapes[shape[1]]) for pos, member, shape in members if shape[0] == "member"}
    fields = {pos: field for pos, field in owners.items() if field[1][0] != "name"}  # not the `T` of `package.T`
    keys = {row.pos for row in builder.references if row.pos in fields and shapes[row.expr][0] == "name"}
    kept = []
    for row in builder.references:
        if row.pos in keys:
            field, owner = fields[row.pos]
            is_nameless = owner[0] == "cast" and shapes[owner[1]][0] == "struct"
            if shapes[row.expr][0] != "name" or is_nameless:
                continue
            if owner[0] != "unknown":
                row = row._replace(expr=builder.intern(("first", (field, row.expr))))
        kept.append(row)
    builder.references = kept


def _type_signature(builder: Builder, definition: FoundDefinition) -> str:
    """`type Name[T any] struct`, or the whole of a type that rests on another."""
    kind = definition.node.child_by_field_name("type")
    if definition.kind == TYPE or kind is None:
        return " ".join(f"type {builder.text(definition.node)}".split())
    head = builder.source[definition.node.start_byte : kind.start_byte].decode("utf-8", "replace")
    return " ".join(f"type {head} {definition.kind}".split())


def _package(builder: Builder) -> None:
    clauses = [i for i in builder.imports if i.how == "package"]
    builder.imports = [i for i in builder.imports if i.how != "package"]
    builder.extra["package"] = clauses[0].module if clauses else ""
    head = builder.source[: clauses[0].pos] if clauses else b""
    builder.extra["build"] = [m.decode("utf-8", "replace") for m in _CONSTRAINT.findall(head)]


def _drop_package_names(builder: Builder) -> None:
    """`fmt` in `fmt.Print` is no use of a value."""
    names = {i.alias or i.module.rpartition("/")[2] for i in builder.imports}
    builder.references = [
        r for r in builder.references if r.name not in names or builder.exprs[r.expr][0] != "name" or r.kind == CALLS
    ]


def _declared(builder: Builder, definition: FoundDefinition, node: Node) -> None:
    """Give one of several names its own value; a constant without one repeats what stands above it."""
    names = node.children_by_field_name("name")
    number = next((n for n, name in enumerate(names) if name.start_byte == definition.name_pos), 0)
    source: Node | None = node
    if node.type == "const_spec":
        while source is not None and (source.type != "const_spec" or source.child_by_field_name("value") is None):
            source = source.prev_named_sibling
        definition.type = builder.expr(source.child_by_field_name("type") if source is not None else None)
    right = source.child_by_field_name("value") if source is not None else None
    definition.value = _value_of(builder, right, number, len(names))
    _narrow_range(definition, node)


def _narrow_range(definition: FoundDefinition, node: Node) -> None:
    """Several names of one declaration do not contain one another."""
    names = node.children_by_field_name("name")
    if len(names) > 1:
        definition.node = next((name for name in names if name.start_byte == definition.name_pos), node)


def _embedded(builder: Builder, body: Node | None) -> list[int]:
    found = []
    for child in body.named_children if body is not None else ():
        if child.type == "field_declaration" and child.child_by_field_name("name") is None:
            found.append(builder.expr(child.child_by_field_name("type")))
        elif child.type == "type_elem" and child.named_child_count == 1 and child.named_children[0].type in _NAMED:
            found.append(builder.expr(child.named_children[0]))
    return found


def _is_constraint(body: Node | None) -> bool:
    """Whether an interface asks for more than methods: `~int | string`."""
    elements = [child for child in body.named_children if child.type == "type_elem"] if body is not None else []
    return any(one.named_child_count != 1 or one.named_children[0].type not in _NAMED for one in elements)


def _shapes(builder: Builder) -> dict[str, int]:
    """The types that a file declares or gives methods, with these: what types satisfy rests on them, wherever they stand."""
    methods: dict[str, list[int]] = {d.name: [] for d in builder.definitions if d.kind in _TYPES}
    for definition in builder.definitions:
        node, owner = definition.node, definition.owner_name
        if definition.kind == METHOD:  # of an interface
            around = node.parent.parent if node.parent is not None else None
            name = around.child_by_field_name("name") if around is not None else None
            owner = builder.text(name) if name is not None else ""
        if owner:
            kind = builder.intern(("function", tuple(kind for _, kind, _ in definition.params), definition.returns))
            methods.setdefault(owner, []).append(builder.intern(("keyword", definition.name, kind)))
    return {name: builder.intern(("tuple", tuple(found))) for name, found in methods.items()}


_TYPES = frozenset({STRUCT, INTERFACE, TYPE})
_NAMED = frozenset({"type_identifier", "qualified_type", "generic_type"})


def _receiver_params(builder: Builder, node: Node) -> list[tuple[str, int]]:
    """The names that a method gives to the type parameters of its receiver."""
    holder = node.child_by_field_name("receiver")
    while holder is not None and holder.type != "generic_type":
        inner = holder.child_by_field_name("type")
        holder = inner if inner is not None else _first(holder)
    arguments = holder.child_by_field_name("type_arguments") if holder is not None else None
    return [(builder.text(child), -1) for child in arguments.named_children] if arguments is not None else []


EXPRESSIONS: Mapping[str, tuple[object, ...]] = {
    "identifier": ("name",),
    "type_identifier": ("name",),
    "package_identifier": ("name",),
    "field_identifier": ("name",),
    "selector_expression": ("member", "operand", "field"),
    "qualified_type": ("member", "package", "name"),
    "generic_type": ("subscript", "type", "type_arguments"),
    "call_expression": (_call,),
    "type_conversion_expression": (_conversion,),
    "index_expression": ("subscript", "operand", "index"),
    "slice_expression": ("pass", "operand"),
    "type_assertion_expression": ("cast", "type"),
    "composite_literal": ("cast", "type"),
    "literal_value": (_literal,),
    "unary_expression": (_unary,),
    "binary_expression": (_binary,),
    "parenthesized_expression": ("pass", 0),
    "parenthesized_type": ("pass", 0),
    "type_elem": ("pass", 0),
    "type_constraint": ("pass", 0),
    "literal_element": ("pass", 0),
    "variadic_argument": ("pass", 0),
    "func_literal": (_literal_function,),
    "function_type": ("function", "parameters", "result"),
    "pointer_type": ("indirect", 0),
    "slice_type": ("sequence", "element"),
    "array_type": (_array,),
    "implicit_length_array_type": (_array,),
    "map_type": (_map,),
    "channel_type": (_channel,),
    "struct_type": (_struct,),
    "interface_type": (_interface,),
    "expression_list": (_values,),
    "parameter_list": (_results,),
    "interpreted_string_literal": ("literal", "string"),
    "raw_string_literal": ("literal", "string"),
    "rune_literal": ("literal", "rune"),
    "int_literal": ("literal", "int"),
    "float_literal": ("literal", "float64"),
    "imaginary_literal": ("literal", "complex128"),
    "iota": ("literal", "int"),
    "true": ("literal", "bool"),
    "false": ("literal", "bool"),
}


PATTERNS: Mapping[str, object] = {
    "identifier": "name",
    "expression_list": _targets,
    "var_spec": _spec,
    "const_spec": _spec,
    "type_switch_statement": _switch,
    "type_case": _case,
    "parameter_declaration": _bind_parameter,
    "variadic_parameter_declaration": _bind_parameter,
}


PARAMETERS: Mapping[str, tuple[object, ...]] = {
    "parameter_declaration": (_parameter,),
    "variadic_parameter_declaration": (_parameter,),
    "type_parameter_declaration": (_parameter,),
}
