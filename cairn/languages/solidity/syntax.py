"""Solidity as facts: expressions, parameters, imports, libraries that are attached to types."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundImport, FoundReference
from cairn.semantics.expressions import Expr
from cairn.semantics.flags import PRIVATE, flags_in
from cairn.semantics.kinds import CLASS, INTERFACE

if TYPE_CHECKING:
    from tree_sitter import Node


_SPACE = re.compile(r"\s+")
_USING = re.compile(r"^using\s+([\w.]+)\s+for\s+(.+?)\s*(?:global)?\s*;", re.DOTALL)
BUILTINS = frozenset(
    """
    abi addmod address assert block blockhash bytes ecrecover gasleft keccak256 msg mulmod now payable require revert ripemd160
    selfdestruct sha256 string this tx type uint uint256 int int256 bool super
    """.split()
)


def _identifier(builder: Builder, node: Node) -> int:
    text = builder.text(node)
    return builder.intern(("self",) if text == "this" else ("super",) if text == "super" else ("name", text))


def _dotted(builder: Builder, node: Node) -> int:
    """`A.B` as a type."""
    names = [builder.text(child) for child in node.named_children if child.type == "identifier"]
    found = builder.intern(("name", names[0] if names else builder.text(node)))
    for name in names[1:]:
        found = builder.intern(("member", found, name))
    return int(found)


def _type(builder: Builder, node: Node) -> int:
    """A type; of a mapping or an array what its elements are."""
    value = node.child_by_field_name("value_type")
    if value is not None:
        return builder.intern(("tuple", (builder.expr(value),)))
    inner = [child for child in node.named_children if child.type not in ("expression", "number_literal")]
    found = builder.expr(inner[0]) if inner else builder.intern(("literal", builder.text(node)))
    return int(builder.intern(("tuple", (found,))) if node.children[-1].type == "]" else found)


def _call(builder: Builder, node: Node) -> int:
    callee = node.child_by_field_name("function")
    args = tuple(builder.expr(c.named_child(0)) for c in node.named_children if c.type == "call_argument")
    inner = callee.named_child(0) if callee is not None and callee.type == "expression" else callee
    if inner is not None and inner.type == "new_expression":
        return builder.intern(("new", builder.expr(inner.child_by_field_name("name")), args))
    if inner is not None and inner.type == "struct_expression":  # target.call{value: 1}(x)
        inner = inner.child_by_field_name("type")
    return builder.intern(("call", builder.expr(inner), args))


def _element(builder: Builder, node: Node) -> int:
    """`items[key]`: the only item of what the type of a mapping or an array is written as."""
    return builder.intern(("item", builder.expr(node.child_by_field_name("base")), 0))


def finish(builder: Builder) -> None:
    """Tell overloads apart, read the libraries that are attached to types, give calls their arguments."""
    for definition in builder.definitions:
        node = definition.node
        if definition.node.type == "function_definition":
            params = [child for child in node.named_children if child.type == "parameter"]
            kinds = [child.child_by_field_name("type") for child in params]
            definition.params = tuple(
                (
                    builder.text(child.child_by_field_name("name")) if child.child_by_field_name("name") else "",
                    builder.expr(kind),
                    -1,
                )
                for child, kind in zip(params, kinds, strict=True)
            )
            definition.anchor_suffix = f"({','.join(_SPACE.sub('', builder.text(kind)) for kind in kinds if kind is not None)})"
            shown = (builder.text(child) for child in node.named_children if child.type == "visibility")
            definition.flags |= flags_in(shown, {"private": PRIVATE})
            several = [c for c in node.named_children if c.type == "return_type_definition" for _ in c.named_children]
            definition.returns = definition.returns if len(several) == 1 else -1
        elif definition.kind in (CLASS, INTERFACE):
            above = [child for child in node.named_children if child.type == "inheritance_specifier"]
            definition.bases = tuple(builder.expr(child.child_by_field_name("ancestor")) for child in above)
    builder.imports = [name for row in builder.imports for name in _names(builder, row)]
    builder.references = [_with_arguments(builder, row) for row in builder.references]
    builder.extra["using"] = sorted(set(_usings(builder)))


def _names(builder: Builder, row: FoundImport) -> list[FoundImport]:
    """An import takes the names between its braces, all under one name, or all."""
    module, name, _, line, pos, how = row
    end = builder.source.find(b";", pos)
    text = builder.source[pos:end].decode("utf-8", "replace")
    if "{" in text:
        inside = text.partition("{")[2].partition("}")[0]
        pairs = [part.split() for part in inside.split(",") if part.split()]
        return [FoundImport(module, words[0], words[2] if len(words) == 3 else words[0], line, pos, how) for words in pairs]
    renamed = re.search(r"\bas\s+(\w+)", text)
    if renamed is not None:
        return [FoundImport(module, "", renamed[1], line, pos, how)]
    return [row] if name == "*" else []


def _with_arguments(builder: Builder, row: FoundReference) -> FoundReference:
    """A call with its arguments instead of itself."""
    shape: Expr = builder.exprs[row.args[0]] if row.args else ("unknown",)
    return row._replace(args=shape[2] if shape[0] == "call" else ())


def _usings(builder: Builder) -> list[tuple[str, str]]:
    """(library, type) of each `using Library for Type`."""
    found = []
    for match in re.finditer(rb"\busing\s+[^;{}]+;", builder.source):
        parts = _USING.match(match[0].decode("utf-8", "replace"))
        if parts is not None:
            found.append((parts[1], parts[2]))
    return found


EXPRESSIONS: Mapping[str, tuple[object, ...]] = {
    "identifier": (_identifier,),
    "user_defined_type": (_dotted,),
    "type_name": (_type,),
    "primitive_type": (lambda builder, node: builder.intern(("literal", builder.text(node))),),
    "expression": ("pass", 0),
    "member_expression": ("member", "object", "property"),
    "call_expression": (_call,),
    "call_argument": ("pass", 0),
    "array_access": (_element,),
    "parenthesized_expression": ("pass", 0),
    "tuple_expression": ("pass", 0),
    "ternary_expression": ("choice", 1, 2),
}


PATTERNS: Mapping[str, object] = {"identifier": "name"}
