"""C as facts, and the part of C++ that is the same: expressions, declarators that bind names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cairn.languages.building import field_value
from cairn.languages.c.declarators import declared_type, read_declarator
from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundBinding
from cairn.semantics.flags import STATIC_STORAGE, Flags

if TYPE_CHECKING:
    from tree_sitter import Node

_LOGICAL = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||", "and", "or"})
_UNITS = frozenset(
    {
        "translation_unit",
        "declaration_list",
        "linkage_specification",
        "field_declaration_list",
        "template_declaration",
        "function_definition",
    }
)


def field_access(builder: Builder, node: Node) -> int:
    """`a.b` and `a->b`."""
    owner, name = node.child_by_field_name("argument"), node.child_by_field_name("field")
    if owner is None or name is None:
        return builder.intern(("unknown",))
    target = builder.expr(owner)
    operator = node.child_by_field_name("operator")
    if operator is not None and operator.type == "->" and owner.type != "this":
        target = builder.intern(("pointee", target))
    while name.type in ("template_method", "dependent_name"):
        name = name.child_by_field_name("name") or name.named_children[-1]
    if name.type == "qualified_identifier":  # a->Base::f()
        return builder.expr(name)
    return builder.intern(("member", target, builder.text(name)))


def pointer(builder: Builder, node: Node) -> int:
    """`*p` and `&x`."""
    operator = node.child_by_field_name("operator")
    inner = field_value(builder, node, "argument")
    return builder.intern(("address", inner) if operator is not None and operator.type == "&" else ("pointee", inner))


def binary(builder: Builder, node: Node) -> int:
    """Comparisons give a truth value, arithmetic what its sides tell."""
    operator = node.child_by_field_name("operator")
    if operator is not None and operator.type in _LOGICAL:
        return builder.intern(("literal", "bool"))
    return builder.intern(("arithmetic", field_value(builder, node, "left"), field_value(builder, node, "right")))


def unary(builder: Builder, node: Node) -> int:
    """Negations give a truth value, other operators what they are applied to."""
    operator = node.child_by_field_name("operator")
    if operator is not None and operator.type in ("!", "not"):
        return builder.intern(("literal", "bool"))
    return field_value(builder, node, "argument")


def number(builder: Builder, node: Node) -> int:
    """A number, its type told by its suffix."""
    text = builder.text(node).lower()
    if not text.startswith("0x") and ("." in text or "e" in text):
        return builder.intern(("literal", "float" if text.endswith("f") else "double"))
    if text == "0":
        return builder.intern(("literal", "zero"))
    suffix = text[len(text.rstrip("ulz")) :]
    return builder.intern(("literal", ("unsigned " if "u" in suffix else "") + ("long" if "l" in suffix else "int")))


def string(builder: Builder, node: Node) -> int:
    """A string is a pointer to constant characters."""
    return builder.intern(("cast", builder.intern(("const", builder.intern(("pointer", builder.intern(("literal", "char"))))))))


def primitive(builder: Builder, node: Node) -> int:
    """A built-in type, of one or several words."""
    return builder.intern(("literal", " ".join(builder.text(node).split())))


def type_descriptor(builder: Builder, node: Node) -> int:
    """A type without a name: in a cast, or among type arguments."""
    return read_declarator(builder, node.child_by_field_name("declarator"), declared_type(builder, node)).type


def tagged(builder: Builder, node: Node) -> int:
    """`struct name`, with or without a body."""
    name = node.child_by_field_name("name")
    if name is None:
        return builder.intern(("unknown",))
    return builder.intern(("path_name", builder.text(name))) if name.type == "type_identifier" else builder.expr(name)


def subscript(builder: Builder, node: Node) -> int:
    """`a[i]`."""
    indices = node.child_by_field_name("indices") or node.child_by_field_name("index")
    return builder.intern(("pointer_subscript", field_value(builder, node, "argument"), builder.arguments(indices)))


def call(builder: Builder, node: Node) -> int:
    """`f(x)`."""
    return builder.intern(
        ("call", field_value(builder, node, "function"), builder.arguments(node.child_by_field_name("arguments")))
    )


def sizeof(builder: Builder, node: Node) -> int:
    """A size is a number."""
    return builder.intern(("literal", "unsigned long"))


def last(builder: Builder, node: Node) -> int:
    """`a, b` is b."""
    return field_value(builder, node, "right")


def choice(builder: Builder, node: Node) -> int:
    """`c ? a : b` is the one of which something is known."""
    found = [field_value(builder, node, "consequence"), field_value(builder, node, "alternative")]
    return builder.intern(("first", tuple(item for item in found if item >= 0)))


# Bindings


def bind_declarator(builder: Builder, node: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """A local variable, as its declarator says."""
    holder = node.parent
    if holder is None or (how == "var" and holder.parent is not None and holder.parent.type in _UNITS):
        return
    declared = read_declarator(builder, node, declared_type(builder, holder))
    if declared.name is None or declared.function is not None:
        return
    given = node.child_by_field_name("value") if node.type == "init_declarator" else holder.child_by_field_name("value")
    held = builder.expr(given) if given is not None and given.type not in ("argument_list", "initializer_list") else -1
    if holder.type == "for_range_loop":
        held = builder.intern(("element", field_value(builder, holder, "right")))
    names = [declared.name]
    if declared.name.type == "structured_binding_declarator":
        names = list(declared.name.named_children)
    for number_, name in enumerate(names):
        item = (
            held
            if len(names) == 1 and name is declared.name
            else (builder.intern(("matched", held, -1, number_)) if held >= 0 else -1)
        )
        kind = declared.type if name is declared.name else -1
        builder.bindings.append(FoundBinding(builder.text(name), name.start_byte, kind, item, how, at, node.end_byte))


def bind_parameter(builder: Builder, node: Node, type_: int, value: int, how: str, at: int, since: int) -> None:
    """A parameter of a closure."""
    declared = read_declarator(builder, node.child_by_field_name("declarator"), declared_type(builder, node))
    if declared.name is not None:
        told = value if declared.type < 0 else -1
        builder.bindings.append(
            FoundBinding(builder.text(declared.name), node.start_byte, declared.type, told, how, at, node.start_byte)
        )


def is_exported(name: str, flags: Flags) -> bool:
    """A definition without `static` can be used by other files."""
    return STATIC_STORAGE not in flags


# Types of the language, and the classes of the prelude that stand for them.
LITERAL_TYPES = {
    "bool": "bool_", "char": "char_", "signed char": "char_", "unsigned char": "char_", "short": "short_",
    "unsigned short": "ushort_", "int": "int_", "signed": "int_", "signed int": "int_", "unsigned": "uint_",
    "unsigned int": "uint_", "long": "long_", "long int": "long_", "unsigned long": "ulong_",
    "unsigned long int": "ulong_", "long long": "llong_", "long long int": "llong_", "unsigned long long": "ullong_",
    "unsigned long long int": "ullong_", "float": "float_", "double": "double_", "long double": "ldouble_",
    "nullptr": "nullptr_", "void": "void_", "zero": "zero_", "wchar_t": "int_", "char16_t": "ushort_",
    "char32_t": "uint_", "char8_t": "char_", "size_t": "ulong_", "ssize_t": "long_", "ptrdiff_t": "long_",
    "intptr_t": "long_", "uintptr_t": "ulong_", "int8_t": "char_", "uint8_t": "char_", "int16_t": "short_",
    "uint16_t": "ushort_", "int32_t": "int_", "uint32_t": "uint_", "int64_t": "long_", "uint64_t": "ulong_",
    "short int": "short_", "unsigned short int": "ushort_",
}  # fmt: skip

EXPRESSIONS: Mapping[str, tuple[object, ...]] = {
    "identifier": ("name",),
    "field_identifier": ("name",),
    "type_identifier": ("name",),
    "field_expression": (field_access,),
    "call_expression": (call,),
    "pointer_expression": (pointer,),
    "subscript_expression": (subscript,),
    "parenthesized_expression": ("pass", 0),
    "assignment_expression": ("pass", "left"),
    "update_expression": ("pass", "argument"),
    "unary_expression": (unary,),
    "binary_expression": (binary,),
    "conditional_expression": (choice,),
    "comma_expression": (last,),
    "cast_expression": ("cast", "type"),
    "compound_literal_expression": ("cast", "type"),
    "sizeof_expression": (sizeof,),
    "number_literal": (number,),
    "string_literal": (string,),
    "concatenated_string": (string,),
    "char_literal": ("literal", "char"),
    "true": ("literal", "bool"),
    "false": ("literal", "bool"),
    "null": ("literal", "nullptr"),
    "primitive_type": (primitive,),
    "sized_type_specifier": (primitive,),
    "type_descriptor": (type_descriptor,),
    "struct_specifier": (tagged,),
    "union_specifier": (tagged,),
    "enum_specifier": (tagged,),
}

_DECLARATORS = (
    "identifier", "init_declarator", "pointer_declarator", "array_declarator", "function_declarator", "parenthesized_declarator",
    "reference_declarator", "structured_binding_declarator", "attributed_declarator",
)  # fmt: skip
PATTERNS: Mapping[str, object] = dict.fromkeys(_DECLARATORS, bind_declarator) | {
    "parameter_declaration": bind_parameter,
    "optional_parameter_declaration": bind_parameter,
}
