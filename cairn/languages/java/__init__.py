"""Java: what its grammar calls things."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cairn.languages.building import ReferenceRow
from cairn.languages.java.shapes import EXPRESSIONS, PARAMETERS, PATTERNS
from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundDefinition
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from cairn.semantics.roles import Rules

_ANNOTATION = re.compile(r"@[\w.]+(\([^)]*\))?\s*")
_SPACE = re.compile(r"\s+")
_NEW = re.compile(rb"\bnew\s+")
_NAMELESS = re.compile(r"[^\w.]")
_INTERFACES = frozenset({"interface_declaration", "annotation_type_declaration"})
_METHODS = frozenset(
    {
        "method_declaration",
        "constructor_declaration",
        "compact_constructor_declaration",
        "annotation_type_element_declaration",
    }
)


def _is_exported(name: str, flags: str) -> bool:
    return "public" in flags or "protected" in flags


def erase(text: str) -> str:
    """A parameter's type as it is written, without type arguments, annotations and spaces."""
    text = _ANNOTATION.sub("", text)
    while "<" in text:
        shorter = re.sub(r"<[^<>]*>", "", text)
        if shorter == text:
            break
        text = shorter
    return _SPACE.sub("", text)


def _parameter_types(builder: Builder, definition: FoundDefinition) -> str:
    """`(String,int)`: what tells an overload from the others of its name."""
    around = definition.node.parent.parent if "compact" in definition.flags else definition.node
    holder = around.child_by_field_name("parameters") if around is not None else None
    types = []
    for child in holder.named_children if holder is not None else ():
        if child.type == "formal_parameter":
            dimensions = child.child_by_field_name("dimensions")
            kind = erase(builder.text(child.child_by_field_name("type")))
            types.append(kind + (_SPACE.sub("", builder.text(dimensions)) if dimensions is not None else ""))
        elif child.type == "spread_parameter":
            kind = next(c for c in child.named_children if c.type not in ("modifiers", "marker_annotation", "annotation"))
            types.append(erase(builder.text(kind)) + "...")
            definition.flags.insert(0, "varargs")
    return f"({','.join(types)})"


def _finish(builder: Builder) -> None:
    """Read modifiers, name what has no name, and tell overloads apart."""
    for definition in builder.definitions:
        node = definition.node
        first = node.child(0)
        if first is not None and first.type == "modifiers":
            definition.flags[:0] = [c.type for c in first.children if not c.is_named]
        if node.type in _METHODS:
            _finish_method(builder, definition)
        elif "constant" in definition.flags:
            _finish_constant(builder, definition)
        elif "anonymous" in definition.flags:
            definition.name = "anon-" + _NAMELESS.split(definition.name, maxsplit=1)[0].rpartition(".")[2]
        elif node.type in _INTERFACES or node.type in ("enum_declaration", "record_declaration"):
            definition.flags.insert(0, node.type.partition("_")[0])
        elif node.type == "formal_parameter":
            definition.flags.insert(0, "component")
        elif node.type == "variable_declarator":
            _finish_field(builder, definition)
    made = {found.end() for row in builder.references if (found := _made_type(builder, row)) is not None}
    builder.references = [row for row in builder.references if not _is_told_elsewhere(builder, row, made)]
    _read_packages(builder)


def _finish_method(builder: Builder, definition: FoundDefinition) -> None:
    definition.anchor_suffix = _parameter_types(builder, definition)
    body = definition.node.parent
    if body is not None and body.type in ("interface_body", "annotation_type_body"):
        definition.flags.insert(0, "member public" if "private" not in definition.flags else "member")
    if "compact" in definition.flags:
        record = body.parent if body is not None else None
        if record is not None:
            definition.params = builder.parameters(record.child_by_field_name("parameters"))
    dimensions = definition.node.child_by_field_name("dimensions")
    if dimensions is not None:
        definition.returns = builder.intern(("s", definition.returns))


def _finish_constant(builder: Builder, definition: FoundDefinition) -> None:
    """A constant of an enum is an instance of it; one with a body of its own is of a class below it."""
    node = definition.node
    while node is not None and node.type != "enum_declaration":
        node = node.parent
    name = builder.text(node.child_by_field_name("name")) if node is not None else ""
    if "anonymous" in definition.flags:
        definition.name = f"anon-{name}"
        definition.bases = (builder.intern(("n", name)),)
    else:
        definition.type = builder.intern(("n", name))
        definition.flags[:0] = ["public", "static"]


def _finish_field(builder: Builder, definition: FoundDefinition) -> None:
    declaration = definition.node.parent
    if declaration is None:
        return
    first = declaration.child(0)
    if first is not None and first.type == "modifiers":
        definition.flags[:0] = [c.type for c in first.children if not c.is_named]
    if declaration.type == "constant_declaration":
        definition.flags[:0] = ["public", "static"]
    dimensions = definition.node.child_by_field_name("dimensions")
    if dimensions is not None:
        definition.type = builder.intern(("s", definition.type))


def _made_type(builder: Builder, row: ReferenceRow) -> re.Match[bytes] | None:
    """The text up to the type of which a reference makes an instance."""
    return _NEW.search(builder.source, row[4]) if row[1] >= 0 and builder.exprs[row[1]][0] == "w" else None


def _is_told_elsewhere(builder: Builder, row: ReferenceRow, made: set[int]) -> bool:
    """Whether a reference is the type of `new Type()`, or the `B` of a type `A.B`, which is referred to as a whole."""
    if row[0] != "depends_on" or row[1] < 0:
        return False
    return row[4] in made or (builder.exprs[row[1]][0] == "n" and row[4] > 0 and builder.source[row[4] - 1] == 46)


def _read_packages(builder: Builder) -> None:
    """The package of the file; the prelude has several, each for the classes below its clause."""
    found = [
        (match.start(), match[1].decode("utf-8", "replace"))
        for match in re.finditer(rb"^\s*package\s+([\w.]+)\s*;", builder.source, re.MULTILINE)
    ]
    builder.extra["package"] = found[0][1] if found else ""
    if builder.path == builder.record.prelude:
        builder.extra["packages"] = found


def _rules() -> Rules:
    from cairn.languages.java.rules import JavaRules

    return JavaRules()


JAVA = Language(
    name="java",
    grammar="java",
    runtime="jvm",
    extensions=(".java",),
    constructors=frozenset({""}),
    comments=frozenset({"line_comment", "block_comment"}),
    wrappers=frozenset({"field_declaration", "constant_declaration"}),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    parameters=PARAMETERS,
    lists=frozenset({"argument_list", "formal_parameters", "inferred_parameters", "type_list", "type_parameters"}),
    shares_names=True,
    is_exported=_is_exported,
    finish=_finish,
    prelude="prelude.java",
    rules=_rules,
)

LANGUAGES = (JAVA,)
