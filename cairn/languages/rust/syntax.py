"""Rust's expressions, types and patterns as facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundBinding
from cairn.semantics.flags import PUBLIC, Flags

if TYPE_CHECKING:
    from tree_sitter import Node


_MARKERS = frozenset({"Send", "Sync", "Sized", "Copy", "Unpin", "UnwindSafe", "RefUnwindSafe"})
_NO_BOUND = frozenset({"lifetime", "removed_trait_bound", "use_bounds"})
_COMPARISONS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})
_PUNCTUATION = frozenset({"(", ")", "[", "]", ",", "|", "::", "ref", "mut"})
_MADE = {"format": "String", "concat": "str", "stringify": "str", "matches": "bool", "line": "u32", "vec": "Vec", "write": "Unit"}

MAX_ARMS = 12  # of a `match` that are looked at to tell its type (guess)


def nth(node: Node, number: int) -> Node | None:
    """A named child by number; None if there are fewer."""
    return node.named_children[number] if number < node.named_child_count else None


def name(builder: Builder, node: Node) -> int:
    """An identifier; `Self` is the type around."""
    text = builder.text(node)
    if text == "Self":
        return builder.intern(("own_type",))
    return builder.intern(("name", text) if text != "_" else ("unknown",))


def primitive(builder: Builder, node: Node) -> int:
    """`u8`, `str`."""
    return builder.intern(("literal", builder.text(node)))


def word(builder: Builder, node: Node) -> int:
    """`crate`, `super`: modules that the language has words for."""
    return builder.intern(("module", node.type))


def path(builder: Builder, node: Node) -> int:
    """`a::b`; without an `a` it begins at the crates."""
    owner, last = node.child_by_field_name("path"), node.child_by_field_name("name")
    if last is None:
        return builder.intern(("unknown",))
    return builder.intern(("member", path_owner(builder, owner), builder.text(last)))


def path_owner(builder: Builder, node: Node | None) -> int:
    """The part of a path before its last `::`: `a::b` of `a::b::c`."""
    if node is None:
        return builder.intern(("module", "::"))
    return builder.before_path(builder.expr(node))


def qualified(builder: Builder, node: Node) -> int:
    """`<T as Trait>` and `<T>`: the type as far as it is known, else the trait."""
    inner = nth(node, 0)
    if inner is None or inner.type != "qualified_type":
        return builder.intern(("type_object", builder.expr(inner)))
    kind, trait = inner.child_by_field_name("type"), inner.child_by_field_name("alias")
    return builder.intern(("type_object", builder.expr(kind), builder.expr(trait)))


def type_arguments(builder: Builder, node: Node) -> int:
    """`Type<A, Item = B>`."""
    base, arguments = node.child_by_field_name("type"), node.child_by_field_name("type_arguments")
    return builder.intern(("subscript", builder.expr(base), type_list(builder, arguments)))


def turbofish(builder: Builder, node: Node) -> int:
    """`function::<A>`."""
    base, arguments = node.child_by_field_name("function"), node.child_by_field_name("type_arguments")
    return builder.intern(("subscript", builder.expr(base), type_list(builder, arguments)))


def type_list(builder: Builder, node: Node | None) -> tuple[int, ...]:
    """The types among type arguments; `Item = T` keeps its name."""
    found = []
    for child in node.named_children if node is not None else ():
        if child.type == "type_binding":
            key, value = child.child_by_field_name("name"), child.child_by_field_name("type")
            found.append(builder.intern(("keyword", builder.text(key) if key is not None else "", builder.expr(value))))
        elif child.type not in ("lifetime", "line_comment", "block_comment"):
            found.append(builder.expr(child))
    return tuple(found)


def bounds(builder: Builder, node: Node) -> int:
    """`A + B`; marker traits have no members and are left out."""
    found = []
    for child in node.named_children:
        if child.type not in _NO_BOUND and builder.text(child) not in _MARKERS:
            expr = builder.expr(child)
            shape = builder.exprs[expr]
            found += list(shape[1]) if shape[0] == "intersection" else [expr] if shape[0] != "unknown" else []
    if len(found) == 1:
        return int(found[0])
    return builder.intern(("intersection", tuple(found)) if found else ("unknown",))


def function_type(builder: Builder, node: Node) -> int:
    """`Fn(A) -> B`, `fn(A) -> B`."""
    parameters, returns = node.child_by_field_name("parameters"), node.child_by_field_name("return_type")
    types = []
    for child in parameters.named_children if parameters is not None else ():
        inner = child.child_by_field_name("type") if child.type == "parameter" else child
        types.append(builder.expr(inner))
    yields = builder.expr(returns) if returns is not None else builder.intern(("literal", "Unit"))
    return builder.intern(("function", tuple(types), yields))


def array_type(builder: Builder, node: Node) -> int:
    """`[T]` and `[T; n]`."""
    return builder.intern(("sequence", builder.expr(node.child_by_field_name("element"))))


def block(builder: Builder, node: Node) -> int:
    """A block yields its last expression, looked up inside it."""
    last = next((child for child in reversed(node.named_children) if child.type not in builder.record.comments), None)
    if last is not None and last.type == "expression_statement" and builder.source[last.end_byte - 1] != ord(";"):
        last = nth(last, 0)
    if last is None or last.type not in builder.record.expressions:
        return builder.intern(("unknown",))
    builder.bind_to_place()
    return builder.intern(("scoped", node.start_byte, builder.expr(last)))


def condition(builder: Builder, node: Node) -> int:
    """`if`: both branches have one type."""
    parts = [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
    return builder.intern(("first", tuple(builder.expr(part) for part in parts if part is not None)))


def choice(builder: Builder, node: Node) -> int:
    """`match`: all arms have one type."""
    arms = node.child_by_field_name("body")
    found = []
    for arm in (arms.named_children if arms is not None else [])[:MAX_ARMS]:
        if arm.type == "match_arm":
            builder.bind_to_place()
            found.append(builder.intern(("scoped", arm.start_byte, builder.expr(arm.child_by_field_name("value")))))
    return builder.intern(("first", tuple(found)))


def subscript(builder: Builder, node: Node) -> int:
    """`x[i]`; a range gives a slice of the same elements."""
    base, index = nth(node, 0), nth(node, 1)
    if index is not None and index.type == "range_expression":
        return builder.intern(("indirect", builder.expr(base)))
    return builder.intern(("subscript", builder.expr(base), (builder.expr(index),)))


def numbers(builder: Builder, node: Node) -> int:
    """`a..b`."""
    return builder.intern(("sequence", builder.expr(nth(node, 0)), "Range"))


def binary(builder: Builder, node: Node) -> int:
    """An operator; comparisons are true or false."""
    operator = node.child_by_field_name("operator")
    if operator is not None and operator.type in _COMPARISONS:
        return builder.intern(("literal", "bool"))
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    return builder.intern(("binary", builder.expr(left), builder.expr(right)))


def number(builder: Builder, node: Node) -> int:
    """A whole number, by its suffix."""
    text = builder.text(node)
    suffix = text[text.rfind("u") :] if "u" in text and not text.startswith("0x") else "i32"
    return builder.intern(("literal", suffix if suffix in ("u8", "u16", "u32", "u64", "u128", "usize") else "i32"))


def string(builder: Builder, node: Node) -> int:
    """A string, or bytes."""
    return builder.intern(("literal", "Slice" if builder.source[node.start_byte : node.start_byte + 1] == b"b" else "str"))


def invocation(builder: Builder, node: Node) -> int:
    """A macro of the standard library whose type is fixed."""
    macro = node.child_by_field_name("macro")
    made = _MADE.get(builder.text(macro)) if macro is not None else None
    return builder.intern(("literal", made) if made else ("unknown",))


def made(builder: Builder, node: Node) -> int:
    """`Type { field: value }`."""
    body = node.child_by_field_name("body")
    args = []
    for child in (body.named_children if body is not None else [])[:24]:
        key, value = child.child_by_field_name("field"), child.child_by_field_name("value")
        if child.type == "shorthand_field_initializer":
            key = value = nth(child, child.named_child_count - 1)
        if key is not None and value is not None:
            args.append(builder.intern(("keyword", builder.text(key), builder.expr(value))))
    return builder.intern(("new", builder.expr(node.child_by_field_name("name")), tuple(args)))


# Parameters


def positional(builder: Builder, node: Node) -> list[tuple[str, int, int]]:
    """Fields of a tuple struct or variant: their names are numbers."""
    return [(str(i), builder.expr(child), -1) for i, child in enumerate(node.children_by_field_name("type"))]


def type_parameter(builder: Builder, node: Node) -> list[tuple[str, int, int]]:
    """`T: Bound`, `const N: usize`."""
    key, bound = node.child_by_field_name("name"), node.child_by_field_name("bounds")
    return [(builder.text(key), builder.expr(bound), -1)] if key is not None else []


def predicate(builder: Builder, node: Node) -> list[tuple[str, int, int]]:
    """`T: Bound` and `T::Item: Bound` of a `where`."""
    left, bound = node.child_by_field_name("left"), node.child_by_field_name("bounds")
    if left is None or left.type not in ("type_identifier", "scoped_type_identifier"):
        return []
    text = builder.text(left)
    return [(text, builder.expr(bound), -1)] if text != "Self" else []


# Patterns


def bind_name(builder: Builder, target: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """A name; one that begins with a capital is a constant or variant."""
    text = builder.text(target)
    if text[:1].islower() or (text[:1] == "_" and text != "_"):
        builder.bindings.append(FoundBinding(text, target.start_byte, type_, value, how, at, max(since, target.start_byte)))


def bind_inner(builder: Builder, target: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """`&x`, `ref x`, `mut x`: references are not told apart."""
    if target.named_child_count:
        builder.bind(target.named_child(target.named_child_count - 1), type_, value, how, at, since)


def bind_first(builder: Builder, target: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """A pattern with a condition behind it."""
    builder.bind(nth(target, 0), type_, value, how, at, since)


def bind_each(builder: Builder, target: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """`a | b`."""
    for child in target.named_children:
        builder.bind(child, type_, value, how, at, since)


def bind_captured(builder: Builder, target: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """`x @ pattern`."""
    inner = nth(target, 1)
    if inner is not None and inner.type == "remaining_field_pattern":
        builder.bind(nth(target, 0), -1, -1, how, at, since)
        return
    bind_each(builder, target, type_, value, how, at, since)


def _whole(builder: Builder, type_: int, value: int) -> int:
    return builder.intern(("cast", type_)) if type_ >= 0 else value


def _places(target: Node, skip: Node | None) -> list[tuple[int, Node]]:
    """The patterns inside a pattern with their positions; negative ones count from the end, behind `..`."""
    inner = [c for c in target.children if c.type not in _PUNCTUATION and c.type not in ("line_comment", "block_comment")]
    inner = [c for c in inner if skip is None or c.id != skip.id]
    rest = next((i for i, c in enumerate(inner) if c.type == "remaining_field_pattern"), len(inner))
    return [(i if i < rest else i - len(inner), c) for i, c in enumerate(inner) if i != rest]


def bind_tuple(builder: Builder, target: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """`(a, b)`."""
    whole = _whole(builder, type_, value)
    for number_, child in _places(target, None):
        builder.bind(child, -1, builder.intern(("item", whole, number_)) if whole >= 0 else -1, how, at, since)


def bind_slice(builder: Builder, target: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """`[a, .., b]`."""
    whole = _whole(builder, type_, value)
    for child in target.named_children:
        rest = child.type == "captured_pattern"
        builder.bind(child, -1, whole if rest or whole < 0 else builder.intern(("element", whole)), how, at, since)


def bind_variant(builder: Builder, target: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """`Some(x)`, `Kind::A(x, y)`."""
    kind = target.child_by_field_name("type")
    whole, seen = _whole(builder, type_, value), builder.expr(kind)
    for number_, child in _places(target, kind):
        builder.bind(child, -1, builder.intern(("matched", whole, seen, number_)), how, at, since)


def bind_fields(builder: Builder, target: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """`Type { a, b: pattern, .. }`."""
    whole, seen = _whole(builder, type_, value), builder.expr(target.child_by_field_name("type"))
    for child in target.named_children:
        if child.type != "field_pattern":
            continue
        key, inner = child.child_by_field_name("name"), child.child_by_field_name("pattern")
        if key is not None:
            part = builder.intern(("matched", whole, seen, builder.text(key)))
            if inner is not None:
                builder.bind(inner, -1, part, how, at, since)
            else:
                builder.bindings.append(
                    FoundBinding(builder.text(key), key.start_byte, -1, part, how, at, max(since, key.start_byte))
                )


BUILTINS = frozenset(
    {
        "Some", "None", "Ok", "Err", "Option", "Result", "Vec", "Box", "String", "Self", "_", "Fn", "FnMut", "FnOnce", "Drop",
        "Send", "Sync", "Sized", "Copy", "Unpin", "println!", "print!", "eprintln!", "eprint!", "format!", "vec!", "assert!",
        "assert_eq!", "assert_ne!", "debug_assert!", "debug_assert_eq!", "debug_assert_ne!", "panic!", "unreachable!", "todo!",
        "unimplemented!", "write!", "writeln!", "matches!", "concat!", "stringify!", "include_str!", "include_bytes!", "include!",
        "env!", "option_env!", "cfg!", "line!", "file!", "column!", "module_path!", "compile_error!", "thread_local!", "dbg!",
        "derive", "cfg", "cfg_attr", "inline", "allow", "deny", "warn", "test", "doc", "must_use", "non_exhaustive", "repr",
    }
)  # fmt: skip


MODIFIERS = {"pub": PUBLIC}


def is_exported(name: str, flags: Flags) -> bool:
    """`pub` lets other modules use a definition."""
    return PUBLIC in flags


EXPRESSIONS: Mapping[str, tuple[object, ...]] = {
    "identifier": (name,),
    "type_identifier": (name,),
    "self": ("self",),
    "crate": (word,),
    "super": (word,),
    "scoped_identifier": (path,),
    "scoped_type_identifier": (path,),
    "bracketed_type": (qualified,),
    "generic_type": (type_arguments,),
    "generic_type_with_turbofish": (type_arguments,),
    "generic_function": (turbofish,),
    "field_expression": ("member", "value", "field"),
    "call_expression": ("call", "function", "arguments"),
    "struct_expression": (made,),
    "reference_expression": ("indirect", "value"),
    "unary_expression": ("indirect", 0),
    "parenthesized_expression": ("indirect", 0),  # (x.field)() calls what a field holds, x.field() a method
    "try_expression": ("unwrap", 0),
    "await_expression": ("await", 0),
    "type_cast_expression": ("cast", "type"),
    "index_expression": (subscript,),
    "range_expression": (numbers,),
    "binary_expression": (binary,),
    "integer_literal": (number,),
    "float_literal": ("literal", "f64"),
    "boolean_literal": ("literal", "bool"),
    "char_literal": ("literal", "char"),
    "string_literal": (string,),
    "raw_string_literal": (string,),
    "array_expression": ("sequence",),
    "tuple_expression": ("tuple",),
    "unit_expression": ("literal", "Unit"),
    "if_expression": (condition,),
    "else_clause": ("pass", 0),
    "match_expression": (choice,),
    "block": (block,),
    "unsafe_block": ("pass", 0),
    "async_block": ("pass", 0),
    "closure_expression": ("closure", "body"),
    "macro_invocation": (invocation,),
    "primitive_type": (primitive,),
    "reference_type": ("indirect", "type"),
    "pointer_type": ("indirect", "type"),
    "tuple_type": ("tuple",),
    "unit_type": ("literal", "Unit"),
    "array_type": (array_type,),
    "function_type": (function_type,),
    "abstract_type": ("pass", "trait"),
    "dynamic_type": ("pass", "trait"),
    "bounded_type": (bounds,),
    "trait_bounds": (bounds,),
    "higher_ranked_trait_bound": ("pass", "type"),
}


PATTERNS: Mapping[str, object] = {
    "identifier": bind_name,
    "mut_pattern": bind_inner,
    "ref_pattern": bind_inner,
    "reference_pattern": bind_inner,
    "match_pattern": bind_first,
    "captured_pattern": bind_captured,
    "or_pattern": bind_each,
    "tuple_pattern": bind_tuple,
    "slice_pattern": bind_slice,
    "tuple_struct_pattern": bind_variant,
    "struct_pattern": bind_fields,
}


PARAMETERS: Mapping[str, tuple[object, ...]] = {
    "parameter": ("pattern", "type", None),
    "ordered_field_declaration_list": (positional,),
    "type_parameter": (type_parameter,),
    "const_parameter": (type_parameter,),
    "where_predicate": (predicate,),
}
