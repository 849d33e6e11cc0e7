"""The end of a C++ file: names by declarators, owners of members, signatures that tell overloads apart."""

from __future__ import annotations

import re
import zlib
from typing import TYPE_CHECKING

from cairn.languages.c import definitions as c
from cairn.languages.c.declarators import PARAMETERS, declared_type, inner_declarator, read_declarator
from cairn.languages.cpp.syntax import CASTS, operator_text, qualified, type_parameter, value_parameter
from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundDefinition
from cairn.semantics.flags import (
    CONST,
    CONSTRUCTOR,
    FREE,
    FRIEND,
    INLINE_NAMES,
    OUTLINE,
    OVERLOADED,
    SCOPED,
    SPECIALIZATION,
    UNBOUND,
)
from cairn.semantics.kinds import CLASS, NAMESPACE, STRUCT

if TYPE_CHECKING:
    from tree_sitter import Node

_SPACE = re.compile(r"\s+")
_TIGHT = re.compile(r"\s*([<>,*&:\[\]()])\s*")
_QUALIFIER = re.compile(r"(?:\w+::)+")
_CLASSES = frozenset({"class_specifier", "struct_specifier", "union_specifier"})
_TESTS = re.compile(r"^[A-Z_0-9]*(?:TEST|FIXTURE|BENCHMARK|SCENARIO)[A-Z_0-9]*$")
_PRIMITIVE_WORDS = frozenset({"char", "int", "unsigned", "long", "short", "float", "double", "bool", "size_t", "signed"})
_USING = re.compile(rb"using\s+namespace\b")
_NAMESPACE_MACRO = re.compile(
    rb"^[ \t]*(?=\w*(?:BEGIN|OPEN|ENTER))(?=\w*(?:NAMESPACE|_NS))[A-Z_0-9]+(?:\([^()\n]*\))?[ \t]*\r?$", re.MULTILINE
)  # `FMT_BEGIN_NAMESPACE`


def finish(builder: Builder) -> None:
    """Read all declarators, and say which classes members that are defined outside belong to."""
    kept = [definition for definition in builder.definitions if _read(builder, definition)]
    spaces = {row.name.rpartition(".")[2] for row in kept if row.kind == NAMESPACE} - {
        row.name for row in kept if row.kind in (CLASS, STRUCT)
    }
    for definition in kept:
        if definition.owner_name.rpartition(".")[2] in spaces:
            definition.flags.add(FREE)
    builder.definitions = c.one_of_each(builder, c.without_announced(kept), _place)
    _name_special_bases(builder)
    if _NAMESPACE_MACRO.search(builder.source):
        builder.extra["hides_namespaces"] = True
    _read_imports(builder)
    owned = builder.extra.pop("owned", set())
    builder.references = [
        row
        for row in builder.references
        if row.pos not in owned
        and row.name != ""
        and row.expr >= 0
        and row.name not in CASTS
        and not row.name.startswith("~")  # `A::~A() = default;` is read as a call
        and row.name.split(" ")[0] not in _PRIMITIVE_WORDS
    ]
    c.read_hidden(builder, True)


def _read(builder: Builder, definition: FoundDefinition) -> bool:
    node = definition.node
    if node.type == "alias_declaration":
        definition.type_params = _template_parameters(builder, node)
        return True
    if node.type in _CLASSES or node.type == "enum_specifier":
        return _read_class(builder, definition, node)
    if node.type == "namespace_definition":
        definition.name = definition.name.replace("::", ".").replace(" ", "")
        if any(child.type == "inline" for child in node.children):
            definition.flags.add(INLINE_NAMES)
        return True
    if node.type == "function_definition":
        return _read_function(builder, definition, node)
    if node.type == "declaration" and _is_friend(node):
        return False
    if not c.read_definition(builder, definition):
        return False
    if node.type == "field_declaration" or node.type == "declaration":
        return _read_declared(builder, definition, node)
    return True


def _name_special_bases(builder: Builder) -> None:
    """`class Number<S, true> : Number<S, false>`: a base that is a specialization of the file is called by its whole name."""
    special = {d.name for d in builder.definitions if SPECIALIZATION in d.flags}
    for definition in builder.definitions if special else ():
        clauses = [child for child in definition.node.named_children if child.type == "base_class_clause"]
        for base in (base for clause in clauses for base in clause.named_children if base.type == "template_type"):
            name = _tight(builder.text(base))
            if name in special and name != definition.name:
                whole, plain = builder.intern(("name", name)), builder.expr(base)
                definition.bases = tuple(whole if expr == plain else expr for expr in definition.bases)


def _place(definition: FoundDefinition) -> tuple[object, ...]:
    """The class or namespace around a definition, and its parameters, which tell it from others of its name."""
    around = definition.node.parent
    while around is not None and around.type not in ("declaration_list", "field_declaration_list", "enumerator_list"):
        around = around.parent
    return (around.start_byte if around is not None else -1, definition.anchor_suffix, definition.owner_name)


def _is_friend(node: Node) -> bool:
    around = node.parent
    return around is not None and around.type == "friend_declaration"


def _read_class(builder: Builder, definition: FoundDefinition, node: Node) -> bool:
    name = node.child_by_field_name("name")
    if name is None:
        return False
    if name.type == "template_type":
        definition.flags |= {SPECIALIZATION, UNBOUND}
        definition.name = _tight(builder.text(name))
    elif name.type == "qualified_identifier":
        definition.name = builder.text(name).replace("::", ".").replace(" ", "")
    if node.type == "enum_specifier":
        if any(child.type in ("class", "struct") for child in node.children):
            definition.flags.add(SCOPED)
            definition.body = node.child_by_field_name("body")
        return True
    definition.type_params = _template_parameters(builder, node)
    return True


def _template_parameters(builder: Builder, node: Node) -> tuple[tuple[str, int], ...]:
    """The type parameters of the template that a definition is."""
    around = node.parent
    while around is not None and around.type in ("declaration", "field_declaration", "friend_declaration"):
        around = around.parent
    if around is None or around.type != "template_declaration":
        return ()
    found: list[tuple[str, int]] = []
    holder = around.child_by_field_name("parameters")
    for child in holder.named_children if holder is not None else ():
        read = value_parameter if child.type in PARAMETERS else type_parameter
        found += [(name, bound) for name, bound, _ in read(builder, child)]
    return tuple(found)


def _read_function(builder: Builder, definition: FoundDefinition, node: Node) -> bool:
    declarator = node.child_by_field_name("declarator")
    declared = read_declarator(builder, declarator, declared_type(builder, node))
    function, name = declared.function, declared.name
    if name is not None and name.type == "operator_cast":
        return _read_cast(builder, definition, name)
    if name is None or function is None:
        return False
    if c.stands_in_function(node):
        c.read_block_macro(builder, node, name)
        return False
    definition.flags |= c.specifiers(builder, node)
    c.take_signature(builder, definition, declared)
    if declared.type < 0 and _read_test(builder, definition, name, function):
        return True
    _complete(builder, definition, node, name, function)
    initializers = next((child for child in node.named_children if child.type == "field_initializer_list"), None)
    if initializers is not None and definition.body is not None:
        definition.body = _Span(initializers, definition.body)
    return True


def _read_test(builder: Builder, definition: FoundDefinition, name: Node, function: Node) -> bool:
    """`TEST_F(Fixture, Case) { }`: a member of the fixture, as far as its names go."""
    if name.type != "identifier" or not _TESTS.match(builder.text(name)) or _class_around(definition.node) is not None:
        return False
    holder = function.child_by_field_name("parameters")
    given = [c_ for c_ in holder.named_children if c_.type == "parameter_declaration"] if holder is not None else []
    found = [c_.child_by_field_name("type") for c_ in given if c_.child_by_field_name("declarator") is None]
    kinds = [kind for kind in found if kind is not None and kind.type == "type_identifier"]
    if not kinds or len(kinds) != len(given):
        return False
    last = kinds[min(1, len(kinds) - 1)]
    definition.name, definition.params, definition.returns = builder.text(last), (), -1
    definition.name_pos, definition.name_line = last.start_byte, last.start_point[0] + 1
    if len(kinds) > 1:
        definition.owner, definition.owner_name = builder.intern(("path_name", builder.text(kinds[0]))), builder.text(kinds[0])
        definition.flags.add(OUTLINE)
    else:
        definition.flags.add(UNBOUND)
    return True


class _Span:
    """A body that begins with the initialisers of members."""

    def __init__(self, first: Node, last: Node) -> None:
        self.start_byte, self.end_byte = first.start_byte, last.end_byte
        self.start_point, self.end_point = first.start_point, last.end_point
        self.named_children = last.named_children
        self.children = last.children


def _read_declared(builder: Builder, definition: FoundDefinition, node: Node) -> bool:
    """A prototype, a field or a variable; what defines a static field is that field."""
    found = node.children_by_field_name("declarator")
    declarator = next((d for d in found if d.start_byte <= definition.name_pos < d.end_byte), None)
    declared = read_declarator(builder, declarator, -1)
    if declared.name is None:
        return False
    if declared.name.type == "operator_cast":
        return _read_cast(builder, definition, declared.name)
    if declared.function is None:
        return declared.name.type != "qualified_identifier"
    _complete(builder, definition, node, declared.name, declared.function)
    return bool(definition.owner < 0)


def _read_cast(builder: Builder, definition: FoundDefinition, name: Node) -> bool:
    """`operator bool() const`."""
    kind = name.child_by_field_name("type")
    text = _tight(builder.text(kind)) if kind is not None else ""
    definition.kind, definition.name = "function", f"operator {text}"
    definition.name_pos, definition.name_line = name.start_byte, name.start_point[0] + 1
    definition.returns = builder.expr(kind)
    definition.anchor_suffix = "()"
    definition.flags.add(OVERLOADED)
    definition.mark = "cast"
    return True


def _complete(builder: Builder, definition: FoundDefinition, node: Node, name: Node, function: Node) -> None:
    """The parts of a function's name, its template, and what tells it from its overloads."""
    definition.type_params = _template_parameters(builder, node)
    if name.type == "qualified_identifier":
        builder.extra.setdefault("owned", set()).add(name.start_byte)
        _read_owner(builder, definition, name)
    else:
        definition.name = _plain_name(builder, name)
    text = parameter_text(builder, function)
    is_const = any(child.type == "type_qualifier" and builder.text(child) == "const" for child in function.children)
    definition.anchor_suffix = text + (" const" if is_const else "")
    mark = zlib.crc32(_QUALIFIER.sub("", text).encode())
    definition.mark = f"{mark:08x}"
    if is_const:
        definition.flags.add(CONST)
    owner = _class_around(node)
    if owner is not None and not _is_friend(node):
        own = owner.child_by_field_name("name")
        own_name = builder.text(own).partition("<")[0].rpartition("::")[2] if own is not None else ""
        if definition.name == own_name:
            definition.flags |= {CONSTRUCTOR, OVERLOADED}
        else:
            definition.flags.add(OVERLOADED)
    elif owner is not None and FRIEND not in definition.flags:
        definition.flags.add(FRIEND)


def _plain_name(builder: Builder, name: Node) -> str:
    if name.type in ("template_function", "template_method"):
        name = name.child_by_field_name("name") or name
    return operator_text(_SPACE.sub(" ", builder.text(name)))


def _read_owner(builder: Builder, definition: FoundDefinition, name: Node) -> None:
    """`A::B::f`: a member that is defined outside of its class."""
    last: Node = name
    while last.type == "qualified_identifier" and (inner := last.child_by_field_name("name")) is not None:
        last = inner
    whole = builder.exprs[qualified(builder, name)]
    while whole[0] == "subscript":
        whole = builder.exprs[whole[1]]
    definition.name = _plain_name(builder, last)
    definition.name_pos, definition.name_line = last.start_byte, last.start_point[0] + 1
    if whole[0] != "member" or builder.exprs[whole[1]][0] == "module":
        return
    definition.owner = whole[1]
    written = builder.source[name.start_byte : last.start_byte].decode("utf-8", "replace")
    parts = [part.strip() for part in _without_arguments(written).split("::") if part.strip()]
    definition.owner_name = ".".join(parts)
    definition.flags.add(OUTLINE)
    if parts and definition.name == parts[-1]:
        definition.flags.add(CONSTRUCTOR)


def _without_arguments(text: str) -> str:
    """A path without what stands in angle brackets."""
    shorter = re.sub(r"<[^<>]*>", "", text)
    return text if shorter == text else _without_arguments(shorter)


def _class_around(node: Node) -> Node | None:
    around = node.parent
    while around is not None and around.type in ("field_declaration_list", "template_declaration", "friend_declaration"):
        if around.type == "field_declaration_list":
            return around.parent if around.parent is not None and around.parent.type in _CLASSES else None
        around = around.parent
    return None


def parameter_text(builder: Builder, function: Node) -> str:
    """`(const char*,int)`: the types of a function's parameters as they are written, without names and defaults."""
    holder = function.child_by_field_name("parameters")
    found = []
    for child in holder.children if holder is not None else ():
        if child.type == "...":
            found.append("...")
        elif child.type in PARAMETERS:
            found.append(_type_text(builder, child))
    if found == ["void"]:
        found = []
    return f"({','.join(found)})"


def _type_text(builder: Builder, node: Node) -> str:
    words = [
        builder.text(c_) for c_ in node.children if c_.type == "type_qualifier" and builder.text(c_) in ("const", "volatile")
    ]
    kind = node.child_by_field_name("type")
    text = builder.text(kind) if kind is not None else ""
    for head in ("struct ", "class ", "enum ", "union ", "typename "):
        text = text.removeprefix(head)
    marks = ""
    here = node.child_by_field_name("declarator")
    while here is not None:
        if "pointer" in here.type or "array" in here.type:
            marks += "*"
        elif "reference" in here.type:
            marks += "&&" if any(child.type == "&&" for child in here.children) else "&"
        elif "function_declarator" in here.type:
            marks += "()"
        here = inner_declarator(here)
    if not marks:  # a value is the same parameter with and without const
        words = []
    if any(child.type == "..." for child in node.children):
        marks += "..."
    return _tight(" ".join([*words, text])) + marks


def _tight(text: str) -> str:
    return _TIGHT.sub(r"\1", _SPACE.sub(" ", text)).strip()


def _read_imports(builder: Builder) -> None:
    """`using a::b` and `using namespace a` become a module and a name."""
    rows = []
    for row in builder.imports:
        if row.how == "using":
            path = _SPACE.sub("", _without_arguments(row.module)).replace("::", ".").strip(".")
            if _USING.match(builder.source, row.pos):
                rows.append(row._replace(module=path, name="*", alias=""))
            else:
                space, _, last = path.rpartition(".")
                rows.append(row._replace(module=space, name=last, alias=""))
        elif row.how == "namespace":
            rows.append(row._replace(module=_SPACE.sub("", row.module).replace("::", "."), name=""))
        else:
            rows.append(row)
    builder.imports = rows
