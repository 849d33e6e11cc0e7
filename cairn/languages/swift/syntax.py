"""Swift as facts: expressions, parameters with their labels, extensions, cases of enums."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cairn.languages.swift.implicit import implicit_member, is_implicit
from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundBinding, FoundDefinition
from cairn.semantics.flags import FINAL, PRIVATE, STATIC, flags_in

if TYPE_CHECKING:
    from tree_sitter import Node


_SPACE = re.compile(r"\s+")
_TYPES = frozenset(
    {"user_type", "optional_type", "array_type", "dictionary_type", "tuple_type", "function_type", "opaque_type"}
    | {"existential_type"}
)
_FUNCTIONS = frozenset(
    {"function_declaration", "protocol_function_declaration", "init_declaration", "deinit_declaration", "subscript_declaration"}
)
_VARIABLES = frozenset({"source_file", "class_body", "enum_class_body", "protocol_body"})


def _last(builder: Builder, node: Node) -> int:
    return int(builder.expr(node.named_children[-1]) if node.named_child_count else builder.intern(("unknown",)))


def _user_type(builder: Builder, node: Node) -> int:
    """`A.B<C>`."""
    found = -1
    for child in node.named_children:
        if child.type == "type_identifier":
            name = builder.text(child)
            found = builder.intern(("name", name) if found < 0 else ("member", found, name))
        elif child.type == "type_arguments" and found >= 0:
            found = builder.intern(("subscript", found, tuple(builder.expr(c) for c in child.named_children)))
    return int(found if found >= 0 else builder.intern(("unknown",)))


def _navigation(builder: Builder, node: Node) -> int:
    target, suffix = node.child_by_field_name("target"), node.child_by_field_name("suffix")
    name = suffix.child_by_field_name("suffix") if suffix is not None else None
    if target is None or name is None or name.type != "simple_identifier":
        return builder.intern(("unknown",))
    return builder.intern(("member", builder.expr(target), builder.text(name)))


def _call(builder: Builder, node: Node) -> int:
    suffix = node.named_children[-1]
    if suffix.type != "call_suffix":
        return builder.intern(("unknown",))
    owner, args = builder.expr(node.named_children[0]), _arguments(builder, suffix)
    return builder.intern(("subscript", owner, args) if is_subscript(suffix) else ("call", owner, args))


def is_subscript(suffix: Node) -> bool:
    """Whether what stands behind a value are the brackets of a subscript, which the grammar takes for a call."""
    first = suffix.named_child(0) if suffix.named_child_count else None
    return first is not None and first.type == "value_arguments" and first.child_count > 0 and first.children[0].type == "["


def _prefix(builder: Builder, node: Node) -> int:
    """`.name` is a member of the type that its place wants; other prefixes are operators."""
    return implicit_member(builder, node) if is_implicit(node) else builder.expr(node.child_by_field_name("target"))


def _key_path(builder: Builder, node: Node) -> int:
    """The type in front of a key path, which begins with a backslash."""
    kind = node.named_child(0) if node.named_child_count else None
    return builder.intern(("cast", builder.expr(kind)) if kind is not None else ("unknown",))


def _arguments(builder: Builder, suffix: Node) -> tuple[int, ...]:
    """The arguments of a call, with their labels; a closure behind them is the last."""
    found = []
    for child in suffix.named_children:
        if child.type == "lambda_literal":
            found.append(builder.intern(("keyword", "{", builder.expr(child))))
        for argument in child.named_children if child.type == "value_arguments" else ():
            label, value = argument.child_by_field_name("name"), builder.expr(argument.child_by_field_name("value"))
            found.append(builder.intern(("keyword", builder.text(label), value)) if label is not None else value)
    return tuple(found)


def _suffix(builder: Builder, node: Node) -> int:
    return builder.intern(("arguments", _arguments(builder, node)))


def _cast(builder: Builder, node: Node) -> int:
    return builder.intern(("cast", builder.expr(node.child_by_field_name("name"))))


def _list(builder: Builder, node: Node) -> int:
    return int(
        builder.intern(("tuple", (builder.expr(node.named_child(0)),)))
        if node.named_child_count
        else builder.intern(("unknown",))
    )


def _parameters(builder: Builder, node: Node) -> tuple[tuple[tuple[str, int, int], ...], str]:
    """The parameters of a function by their labels, and what tells it from others: `(at:String,Int)`."""
    rows, texts = [], []
    children = node.children
    for number, child in enumerate(children):
        if child.type != "parameter":
            continue
        names = [c for c in child.named_children if c.type == "simple_identifier"]
        label = builder.text(names[0]) if names else ""
        label = "" if label == "_" else label
        kind = next((c for c in reversed(child.named_children) if c.type in _TYPES), None)
        has_default = number + 1 < len(children) and children[number + 1].type == "="
        rows.append((label, builder.expr(kind), builder.intern(("unknown",)) if has_default else -1))
        texts.append(_SPACE.sub("", (label + ":" if label else "") + (builder.text(kind) if kind is not None else "")))
        if names:
            body = node.child_by_field_name("body") or next((c for c in children if c.type == "computed_property"), None)
            if body is not None:
                own = builder.text(names[-1])
                builder.bindings.append(
                    FoundBinding(own, names[-1].start_byte, builder.expr(kind), -1, "param", body.start_byte, body.start_byte)
                )
    return tuple(rows), f"({','.join(texts)})"


def _result(builder: Builder, node: Node) -> int:
    """The type behind `->`."""
    after = False
    for child in node.children:
        after = after or child.type == "->"
        if after and child.type in _TYPES:
            return builder.expr(child)
    return -1


_MODIFIERS = {"private": PRIVATE, "fileprivate": PRIVATE, "static": STATIC, "final": FINAL}


def finish(builder: Builder) -> None:
    """Read bases, parameters and results; what stands in an extension belongs to the extended type."""
    builder.definitions = [d for d in builder.definitions if d.node.type != "property_declaration" or _is_member(d.node)]
    places = {d.name_pos for d in builder.definitions}
    builder.bindings = [row for row in builder.bindings if row.pos not in places or row.how == "param"]
    for definition in builder.definitions:
        node = definition.node
        modifiers = next((child for child in node.named_children if child.type == "modifiers"), None)
        if modifiers is not None:
            definition.flags |= flags_in(map(builder.text, modifiers.named_children), _MODIFIERS)
        if node.type in _FUNCTIONS:
            definition.params, definition.anchor_suffix = _parameters(builder, node)
            definition.returns = _result(builder, node)
        elif node.type in ("property_declaration", "protocol_property_declaration"):
            annotation = next((child for child in node.named_children if child.type == "type_annotation"), None)
            definition.type = _last(builder, annotation) if annotation is not None else -1
            value = node.child_by_field_name("value")
            definition.value = builder.expr(value) if value is not None and annotation is None else -1
        elif node.type == "enum_entry":
            definition.type = builder.intern(("own_type",))
            definition.params = _payload(builder, definition)
            names = node.children_by_field_name("name")
            if len(names) > 1:  # several cases of one line stand side by side, not in one another
                definition.node = next(name for name in names if name.start_byte == definition.name_pos)
        elif node.type != "typealias_declaration":
            above = [child for child in node.named_children if child.type == "inheritance_specifier"]
            definition.bases = tuple(builder.expr(child.child_by_field_name("inherits_from")) for child in above)
        _extend(builder, definition)
    _note_conformances(builder, builder.trees[0].root_node)
    builder.references = [row._replace(args=_flat(builder, row.args)) for row in builder.references]


def _payload(builder: Builder, definition: FoundDefinition) -> tuple[tuple[str, int, int], ...]:
    """The values that a case of an enum holds, by position; a label stands in front of its type."""
    children = definition.node.named_children
    number = next((n for n, child in enumerate(children) if child.start_byte == definition.name_pos), -1)
    held = children[number + 1] if 0 <= number < len(children) - 1 else None
    if held is None or held.type != "enum_type_parameters":
        return ()
    rows, label = [], ""
    for child in held.named_children:
        if child.type == "simple_identifier":
            label = builder.text(child)
        elif child.type in _TYPES:
            rows.append((label, builder.expr(child), -1))
            label = ""
    return tuple(rows)


def _is_member(node: Node) -> bool:
    return node.parent is not None and node.parent.type in _VARIABLES


def _flat(builder: Builder, args: tuple[int, ...]) -> tuple[int, ...]:
    shapes = ((arg, builder.exprs[arg]) for arg in args)
    return tuple(item for arg, shape in shapes for item in (shape[1] if shape[0] == "arguments" else (arg,)))


def _note_conformances(builder: Builder, root: Node) -> None:
    """The bases that extensions, also those without members, give to the types that they extend."""
    for node in root.named_children:
        kind = node.child_by_field_name("declaration_kind") if node.type == "class_declaration" else None
        if kind is None or kind.type != "extension":
            continue
        owner, line = builder.expr(node.child_by_field_name("name")), node.start_point[0] + 1
        for child in node.named_children:
            if child.type == "inheritance_specifier":
                row = [owner, builder.expr(child.child_by_field_name("inherits_from")), line]
                builder.extra.setdefault("extending", []).append(row)


def _extend(builder: Builder, definition: FoundDefinition) -> None:
    """Give a member of an extension its owner."""
    body = definition.node.parent
    around = body.parent if body is not None and body.type == "class_body" else None
    kind = around.child_by_field_name("declaration_kind") if around is not None else None
    if around is None or kind is None or kind.type != "extension":
        return
    name = around.child_by_field_name("name")
    definition.owner, definition.owner_name = builder.expr(name), builder.text(name).partition("<")[0]


# Patterns


_NAMES = frozenset({"simple_identifier", "pattern"})


def bind_entry(builder: Builder, entry: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """Bind what the patterns of one entry of a `switch` capture."""
    statement = entry.parent
    subject = statement.child_by_field_name("expr") if statement is not None else None
    for pattern in entry.named_children:
        if subject is not None and pattern.type == "switch_pattern" and pattern.named_child_count:
            _take(builder, pattern.named_children[0].children, builder.expr(subject))


def bind_condition(builder: Builder, statement: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """Bind what `if case .loaded(let page) = state` captures; the parts of the condition are children of the statement itself."""
    children = statement.children
    begin = next((number for number, child in enumerate(children) if child.type == "case"), -1)
    end = next((number for number, child in enumerate(children) if child.type == "=" and number > begin), -1)
    if 0 <= begin < end < len(children) - 1:
        _take(builder, children[begin + 1 : end], builder.expr(children[end + 1]))


def _take(builder: Builder, parts: list[Node], subject: int) -> None:
    """Bind the names in the brackets behind `.name`, by what the case of that name holds at their places."""
    dot = next((number for number, child in enumerate(parts) if child.type == "."), -1)
    if dot < 0 or dot + 1 >= len(parts) or parts[dot + 1].type != "simple_identifier":
        return
    case = builder.intern(("member", subject, builder.text(parts[dot + 1])))
    position, is_label = 0, False
    for number, child in enumerate(parts[dot + 2 :], dot + 2):
        if child.type == ",":
            position += 1
        is_label = child.type == "simple_identifier" and number + 1 < len(parts) and parts[number + 1].type == ":"
        name = _bound(child) if child.type in _NAMES and not is_label else None
        if name is not None and builder.text(name) != "_":
            taken = builder.intern(("matched", subject, case, position))
            builder.bindings.append(FoundBinding(builder.text(name), name.start_byte, -1, taken, "var", -1, name.start_byte))


def _bound(pattern: Node) -> Node | None:
    """The name that a pattern binds by itself."""
    if pattern.type == "simple_identifier":
        return pattern
    name = pattern.child_by_field_name("bound_identifier")
    if name is not None:
        return name
    return (
        pattern.named_children[0] if pattern.named_child_count == 1 and pattern.children[0].type == "simple_identifier" else None
    )


EXPRESSIONS: Mapping[str, tuple[object, ...]] = {
    "simple_identifier": ("name",),
    "type_identifier": ("name",),
    "user_type": (_user_type,),
    "optional_type": ("pass", "wrapped"),
    "opaque_type": (_last,),
    "existential_type": (_last,),
    "prefix_expression": (_prefix,),
    "key_path_expression": (_key_path,),
    "array_type": (_list,),
    "navigation_expression": (_navigation,),
    "call_expression": (_call,),
    "call_suffix": (_suffix,),
    "self_expression": ("self",),
    "super_expression": ("super",),
    "as_expression": (_cast,),
    "try_expression": (_last,),
    "await_expression": (_last,),
    "postfix_expression": ("pass", 0),
    "tuple_expression": ("pass", "value"),
    "nil_coalescing_expression": ("choice", "value", "if_nil"),
    "ternary_expression": ("choice", "if_true", "if_false"),
    "array_literal": (_list,),
    "line_string_literal": ("literal", "String"),
    "multi_line_string_literal": ("literal", "String"),
    "integer_literal": ("literal", "Int"),
    "real_literal": ("literal", "Double"),
    "boolean_literal": ("literal", "Bool"),
    "lambda_literal": ("closure", "body"),
}


PATTERNS: Mapping[str, object] = {
    "simple_identifier": "name",
    "switch_entry": bind_entry,
    "if_statement": bind_condition,
    "guard_statement": bind_condition,
}


PARAMETERS: Mapping[str, tuple[object, ...]] = {"type_parameter": (0, 1, None)}
