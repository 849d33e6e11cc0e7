"""Declarators of C and C++: what a declaration names, and of which type that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cairn.languages.building import children_of
from cairn.semantics.builder import Builder

if TYPE_CHECKING:
    from tree_sitter import Node

_POINTERS = frozenset({"pointer_declarator", "array_declarator", "abstract_pointer_declarator", "abstract_array_declarator"})
_REFERENCES = frozenset({"reference_declarator", "abstract_reference_declarator"})
_FUNCTIONS = frozenset({"function_declarator", "abstract_function_declarator"})
_AROUND = frozenset(
    {
        "init_declarator", "parenthesized_declarator", "attributed_declarator", "abstract_parenthesized_declarator",
        "variadic_declarator", "bitfield_clause",
    }
)  # fmt: skip
_INNER = _POINTERS | _REFERENCES | _FUNCTIONS | _AROUND
NAMES = frozenset(
    {
        "identifier", "field_identifier", "type_identifier", "qualified_identifier", "operator_name", "destructor_name",
        "template_function", "structured_binding_declarator", "operator_cast", "primitive_type", "template_method",
    }
)  # fmt: skip
PARAMETERS = frozenset(
    {"parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration", "variadic_parameter"}
)
MAX_LAYERS = 12  # declarators in one another (guess)


class Declared(NamedTuple):
    """One declarator, taken apart: `*lamp(int)` declares a function `lamp` that yields a pointer."""

    name: Node | None
    type: int  # of the value; for a function what it returns
    function: Node | None  # the function_declarator of a function that is declared or defined here


def declared_type(builder: Builder, holder: Node) -> int:
    """The type that a declaration begins with, before its declarators; -1 for `auto` and where there is none."""
    kind = holder.child_by_field_name("type")
    if kind is None or kind.type == "placeholder_type_specifier":
        return -1
    found = builder.expr(kind)
    is_const = any(c.type == "type_qualifier" and builder.text(c) in ("const", "constexpr") for c in children_of(holder))
    return builder.intern(("const", found)) if is_const else found


def inner_declarator(node: Node) -> Node | None:
    """The declarator inside another one."""
    inner = node.child_by_field_name("declarator")
    if inner is not None:
        return inner
    return next((child for child in node.named_children if child.type in _INNER or child.type in NAMES), None)


def read_declarator(builder: Builder, node: Node | None, base: int) -> Declared:
    """Follow a declarator inwards, from the type `base` to the name."""
    kind, layers = base, 0
    while node is not None and layers < MAX_LAYERS:
        layers += 1
        if node.type in NAMES or node.type not in _INNER:
            return Declared(node if node.type in NAMES else None, kind, None)
        inner = inner_declarator(node)
        if node.type in _POINTERS:
            kind = builder.intern(("pointer", kind)) if kind >= 0 else kind
        elif node.type in _REFERENCES:
            kind = builder.intern(("indirect", kind)) if kind >= 0 else kind
        elif node.type in _FUNCTIONS:
            trailing = next((c for c in node.named_children if c.type == "trailing_return_type"), None)
            if trailing is not None:
                kind = builder.expr(trailing.named_child(0))
            named = inner
            while named is not None and named.type == "parenthesized_declarator":
                named = inner_declarator(named)
            if named is not None and named.type in NAMES:
                return Declared(named, kind, node)
            params = tuple(row[1] for row in read_parameters(builder, node.child_by_field_name("parameters")))
            kind = builder.intern(("function", params, kind))
        node = inner
    return Declared(None, kind, None)


def read_parameters(builder: Builder, holder: Node | None) -> list[tuple[str, int, int]]:
    """Names, types and default values of parameters; one without a name is called `_`."""
    found: list[tuple[str, int, int]] = []
    for child in holder.named_children if holder is not None else ():
        if child.type not in PARAMETERS:
            if child.type == "identifier":  # K&R: the type stands before the body
                found.append((builder.text(child), old_style_type(builder, child), -1))
            continue
        if child.type == "variadic_parameter":
            continue
        declared = read_declarator(builder, child.child_by_field_name("declarator"), declared_type(builder, child))
        name = builder.text(declared.name) if declared.name is not None else "_"
        kind = declared.type
        if declared.function is not None:
            kind = builder.intern(("function", (), kind))
        default = child.child_by_field_name("default_value")
        found.append((name, kind, builder.expr(default) if default is not None else -1))
    first = holder.named_children[0] if holder is not None and len(found) == 1 else None
    if first is not None and found[0][0] == "_" and builder.text(first) == "void":
        return []
    return found


def old_style_type(builder: Builder, name: Node) -> int:
    """The type of a parameter of `int f(a) int a; {}`."""
    definition = name.parent
    while definition is not None and definition.type != "function_definition":
        definition = definition.parent
    for child in definition.named_children if definition is not None else ():
        if child.type == "declaration":
            for declarator in child.children_by_field_name("declarator"):
                declared = read_declarator(builder, declarator, declared_type(builder, child))
                if declared.name is not None and builder.text(declared.name) == builder.text(name):
                    return declared.type
    return -1
