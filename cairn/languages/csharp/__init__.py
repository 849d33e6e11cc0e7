"""C#: what its grammar calls things."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cairn.languages.building import ReferenceRow
from cairn.languages.csharp.shapes import EXPRESSIONS, PARAMETERS, PATTERNS
from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundDefinition
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from tree_sitter import Node

    from cairn.semantics.roles import Rules

_SPACE = re.compile(r"\s+")
_ARGUMENTS = re.compile(r"<[^<>]*>")
_GLOBAL = re.compile(rb"^\s*global\s+using\s+([\w.]+)\s*;", re.MULTILINE)
_NEW = re.compile(rb"\bnew\s+")
_SIGNED = frozenset({"method_declaration", "constructor_declaration", "operator_declaration", "conversion_operator_declaration"})


def _is_exported(name: str, flags: str) -> bool:
    words = flags.split()
    return "public" in words or "protected" in words or "internal" in words


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


def _finish(builder: Builder) -> None:
    """Read modifiers and constraints, name operators, keep namespaces apart from what stands in them."""
    spaces = [d for d in builder.definitions if d.kind == "namespace"]
    builder.definitions = [d for d in builder.definitions if d.kind != "namespace"]
    builder.extra["namespaces"] = [(d.start, _end(builder, d), d.name) for d in sorted(spaces, key=lambda d: d.start)]
    for definition in builder.definitions:
        node = definition.node
        holder = node.parent.parent if node.type == "variable_declarator" and node.parent is not None else node
        definition.flags[:0] = _modifiers(builder, holder)
        if "operator" in definition.flags:
            definition.name = _operator_name(builder, node)
        if node.type in _SIGNED:
            _finish_method(builder, definition)
        elif "constant" in definition.flags and node.parent is not None and node.parent.parent is not None:
            definition.type = builder.intern(("n", builder.text(node.parent.parent.child_by_field_name("name"))))
            definition.flags[:0] = ["public", "static"]
        elif node.type == "parameter":
            definition.flags[:0] = ["public"]
        _read_constraints(builder, definition)
    made = {found.end() for row in builder.references if (found := _made_type(builder, row)) is not None}
    builder.references = [row for row in builder.references if not (row[0] == "depends_on" and row[4] in made)]
    builder.extra["global"] = [found[1].decode("utf-8", "replace") for found in _GLOBAL.finditer(builder.source)]


def _made_type(builder: Builder, row: ReferenceRow) -> re.Match[bytes] | None:
    """The text up to the type of which a reference makes an instance."""
    is_made = row[1] >= 0 and builder.exprs[row[1]][0] == "w"
    return _NEW.search(builder.source, row[4]) if is_made else None


def _end(builder: Builder, namespace: FoundDefinition) -> int:
    """A namespace without braces holds the rest of its file."""
    return len(builder.source) if namespace.node.type.startswith("file") else int(namespace.node.end_byte)


def _operator_name(builder: Builder, node: Node) -> str:
    """`operator +`, `operator int`."""
    operator = node.child_by_field_name("operator") or node.child_by_field_name("type")
    return "operator " + (_erase(builder.text(operator)) if operator is not None else "")


def _finish_method(builder: Builder, definition: FoundDefinition) -> None:
    if "partial" in definition.flags and definition.node.child_by_field_name("body") is None:
        definition.flags.insert(0, "announced")
    if "partial" in definition.flags:
        builder.extra["completes"] = True
    holder = definition.node.child_by_field_name("parameters")
    if holder is None:
        return
    definition.anchor_suffix = _parameter_types(builder, holder)
    if holder.child_by_field_name("type") is not None:
        definition.flags.insert(0, "varargs")
    first = next((child for child in holder.named_children if child.type == "parameter"), None)
    if first is not None and any(builder.text(c) == "this" for c in first.named_children if c.type == "modifier"):
        definition.flags.insert(0, "extension")
    parent = definition.node.parent
    if parent is not None and parent.parent is not None and parent.parent.type == "interface_declaration":
        definition.flags[:0] = ["member", "public"]


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


def _rules() -> Rules:
    from cairn.languages.csharp.rules import CSharpRules

    return CSharpRules()


CSHARP = Language(
    name="csharp",
    grammar="csharp",
    extensions=(".cs", ".csx"),
    constructors=frozenset({""}),
    comments=frozenset({"comment"}),
    wrappers=frozenset({"variable_declaration", "field_declaration", "event_field_declaration"}),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    parameters=PARAMETERS,
    lists=frozenset({"argument_list", "bracketed_argument_list", "base_list", "type_parameter_list"}),
    shares_names=True,
    is_exported=_is_exported,
    finish=_finish,
    prelude="prelude.cs",
    rules=_rules,
)

LANGUAGES = (CSHARP,)
