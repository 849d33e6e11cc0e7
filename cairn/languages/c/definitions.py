"""The end of a file of C or C++: declarators become names, macros' texts become uses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from cairn.languages.building import children_of
from cairn.languages.c.declarators import Declared, declared_type, read_declarator, read_parameters
from cairn.languages.c.mask import Group, bare_text, groups_of, hidden_names
from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundDefinition, FoundReference
from cairn.semantics.flags import (
    ALTERNATIVE,
    ANNOUNCED,
    EXPLICIT,
    EXTERN,
    FALLBACK,
    INLINE,
    MUTABLE,
    OVERLOADED,
    PROTOTYPE,
    STATIC_STORAGE,
    UNBOUND,
    Flag,
    flags_in,
)
from cairn.semantics.kinds import CALLS, CLASS, CONSTANT, DEPENDS_ON, ENUM, FUNCTION, MACRO, STRUCT, TYPE

if TYPE_CHECKING:
    from tree_sitter import Node

_SPACE = re.compile(r"\s+")
_WORDS = re.compile(rb"(?<![\w.\"'])([A-Za-z_]\w*)(\s*\()?")
_MEMBER_BEFORE = re.compile(rb"(?:->|\.|##?|::)\s*$")
_TAGS = {"struct_specifier": "struct", "union_specifier": "struct", "enum_specifier": "enum", "class_specifier": "class"}
_NOT_CALLED = frozenset(
    b"if while for switch return sizeof do else case goto defined typeof __typeof__ alignof _Alignof __attribute__ asm "
    b"__asm__ int char void long short unsigned signed float double struct union enum const static volatile inline "
    b"extern register break continue default typedef bool auto new delete throw try catch class public private "
    b"protected template typename using namespace operator static_cast const_cast reinterpret_cast dynamic_cast "
    b"nullptr true false this constexpr noexcept decltype static_assert NULL __VA_ARGS__ __FILE__ __LINE__ __func__ "
    b"__FUNCTION__ __COUNTER__ __PRETTY_FUNCTION__ virtual override final explicit friend".split()
)
_TYPE_WORDS = frozenset(
    {"char", "int", "unsigned", "unsigned int", "long", "unsigned long", "short", "float", "double", "wchar_t", "bool", "void"}
)
_UNDEFINED = re.compile(rb"^\s*(!\s*defined)?[\s(]*(\w+)[\s)]*$")
MAX_MACRO_BYTES = 20_000  # longer macros are tables (guess)


def finish(builder: Builder) -> None:
    """Read all declarators of a C file."""
    kept = [definition for definition in builder.definitions if read_definition(builder, definition)]
    builder.definitions = one_of_each(builder, without_announced(kept))
    builder.references = [row for row in builder.references if row.name != "" and row.expr >= 0]
    read_hidden(builder, False)


def read_hidden(builder: Builder, is_plusplus: bool) -> None:
    """Macros that the grammar does not see are used by name all the same."""
    for place, word in hidden_names(builder.source, is_plusplus).items():
        name = word.decode("utf-8", "replace")
        builder.references.append(FoundReference(DEPENDS_ON, builder.intern(("name", name)), name, place))


def without_announced(definitions: list[FoundDefinition]) -> list[FoundDefinition]:
    """`typedef struct x x;` says nothing where the struct itself stands in the file."""
    tags = {definition.name for definition in definitions if definition.kind in (STRUCT, ENUM, CLASS)}
    return [row for row in definitions if ANNOUNCED not in row.flags or row.name not in tags]


def read_definition(builder: Builder, definition: FoundDefinition) -> bool:
    """Name a definition by its declarator and tell what it is; False if it defines nothing."""
    node = definition.node
    if node.type == "function_definition":
        return read_function(builder, definition, node)
    if node.type in ("declaration", "field_declaration"):
        return read_declaration(builder, definition, node)
    if node.type == "type_definition":
        return read_typedef(builder, definition, node)
    if node.type == "enumerator":
        around = node.parent.parent if node.parent is not None else None
        name = around.child_by_field_name("name") if around is not None else None
        definition.type = builder.intern(("path_name", builder.text(name))) if name is not None else -1
    if definition.kind == MACRO:
        read_macro(builder, definition, node)
    return True


def read_function(builder: Builder, definition: FoundDefinition, node: Node) -> bool:
    """Complete a function from its declarator; False if it declares none."""
    declared = read_declarator(builder, node.child_by_field_name("declarator"), declared_type(builder, node))
    if declared.name is None or declared.function is None:
        return False
    if stands_in_function(node):
        read_block_macro(builder, node, declared.name)
        return False
    name_it(builder, definition, declared.name)
    take_signature(builder, definition, declared)
    definition.flags |= specifiers(builder, node)
    return True


def stands_in_function(node: Node) -> bool:
    """Whether what looks like a function stands among statements: it is a macro with a block behind it."""
    around = node.parent
    while around is not None and around.type not in ("function_definition", "field_declaration_list", "lambda_expression"):
        around = around.parent
    return around is not None and around.type == "function_definition"


def read_block_macro(builder: Builder, node: Node, name: Node) -> None:
    """`each (ITEM(x)) { ... }`: uses of names, no definition."""
    kind = node.child_by_field_name("type")
    for used in (kind, name) if kind is not None else (name,):
        text = builder.text(used)
        if text.isidentifier():
            builder.references.append(FoundReference(CALLS, builder.intern(("name", text)), text, used.start_byte))


def take_signature(builder: Builder, definition: FoundDefinition, declared: Declared) -> None:
    """Parameters and result of a function."""
    holder = declared.function.child_by_field_name("parameters") if declared.function is not None else None
    definition.params = tuple(read_parameters(builder, holder))
    definition.returns = declared.type


def name_it(builder: Builder, definition: FoundDefinition, name: Node) -> None:
    """Give a definition the name at a node."""
    definition.name = builder.text(name)
    definition.name_pos, definition.name_line = name.start_byte, name.start_point[0] + 1


_SPECIFIERS = {"static": STATIC_STORAGE, "extern": EXTERN, "inline": INLINE, "explicit": EXPLICIT, "mutable": MUTABLE}


def specifiers(builder: Builder, node: Node) -> set[Flag]:
    """What the words before a declaration say: `static`, `extern`, `inline`, `explicit`."""
    words = []
    for child in children_of(node):
        kind = child.type
        if kind in ("storage_class_specifier", "explicit_function_specifier"):
            words.append(builder.text(child))
        elif kind in ("inline", "virtual", "explicit"):
            words.append(kind)
    return flags_in(words, _SPECIFIERS)


def read_declaration(builder: Builder, definition: FoundDefinition, node: Node) -> bool:
    """A variable, a field or the prototype of a function."""
    declarator = declarator_at(node, definition.name_pos)
    declared = read_declarator(builder, declarator, declared_type(builder, node))
    if declared.name is None or declared.name.type == "structured_binding_declarator":
        return False
    name_it(builder, definition, declared.name)
    definition.flags |= specifiers(builder, node)
    whole = builder.source[node.start_byte : node.end_byte].decode("utf-8", "replace")
    if declared.function is not None:
        definition.kind = FUNCTION
        take_signature(builder, definition, declared)
        definition.flags.add(PROTOTYPE)
    else:
        definition.type = declared.type
        value = declarator.child_by_field_name("value") if declarator is not None else None
        if value is None:
            value = node.child_by_field_name("default_value")
        if declared.type < 0 and value is not None:
            definition.value = builder.expr(value)
        if EXTERN in definition.flags and value is None:
            definition.flags.add(PROTOTYPE)
        whole = _SPACE.sub(" ", whole.partition("=")[0]).strip(" ;")
    narrow(definition, node, declarator)
    if definition.node is node:
        definition.signature = _SPACE.sub(" ", whole.partition("{")[0]).strip(" ;")
    return True


def declarator_at(node: Node, position: int) -> Node | None:
    """The declarator of a declaration that begins at a byte."""
    found = node.children_by_field_name("declarator")
    return next((child for child in found if child.start_byte == position), found[0] if found else None)


def narrow(definition: FoundDefinition, node: Node, declarator: Node | None) -> None:
    """Several names of one declaration do not contain one another, nor the type that is defined with them."""
    kind = node.child_by_field_name("type")
    has_body = kind is not None and kind.child_by_field_name("name") is not None and kind.child_by_field_name("body") is not None
    if declarator is not None and (has_body or len(node.children_by_field_name("declarator")) > 1):
        definition.node = declarator


def read_typedef(builder: Builder, definition: FoundDefinition, node: Node) -> bool:
    """A name for a type; a structure without a tag has the first plain name."""
    declarator = declarator_at(node, definition.name_pos)
    kind = node.child_by_field_name("type")
    declared = read_declarator(builder, declarator, declared_type(builder, node))
    if declared.name is None or kind is None:
        return False
    name_it(builder, definition, declared.name)
    body, tag = kind.child_by_field_name("body"), kind.child_by_field_name("name")
    if kind.type in _TAGS and body is not None:
        first = next((d for d in node.children_by_field_name("declarator") if d.type == "type_identifier"), None)
        if tag is None and first is not None:
            if first is not declarator and first.start_byte != definition.name_pos:
                definition.value = builder.intern(("name", builder.text(first)))
                definition.node = declarator
                return True
            definition.kind = _TAGS[kind.type]
            if len(node.children_by_field_name("declarator")) > 1:
                definition.node = kind
            definition.body = body if definition.kind != ENUM else None
            definition.signature = f"typedef {definition.kind} {definition.name}"
            return True
        if tag is not None and builder.text(tag) == definition.name:
            builder.references = [row for row in builder.references if row.pos != definition.name_pos]
            return False
        definition.node = declarator
    elif len(node.children_by_field_name("declarator")) > 1:
        definition.node = declarator
    definition.value = declared.type
    if declared.function is not None:
        params = tuple(row[1] for row in read_parameters(builder, declared.function.child_by_field_name("parameters")))
        definition.value = builder.intern(("function", params, declared.type))
    if tag is not None and builder.text(tag) == definition.name and declared.name is declarator:
        definition.flags.add(ANNOUNCED)
    return True


# Macros


def read_macro(builder: Builder, definition: FoundDefinition, node: Node) -> None:
    """The text of a macro calls and uses names."""
    holder, value = node.child_by_field_name("parameters"), node.child_by_field_name("value")
    params = [builder.text(child) for child in holder.named_children] if holder is not None else []
    head = builder.source[node.start_byte : value.start_byte if value is not None else node.end_byte]
    definition.signature = _SPACE.sub(" ", head.decode("utf-8", "replace")).strip()
    if value is None or value.end_byte - value.start_byte > MAX_MACRO_BYTES:
        return
    if holder is None:
        alias = builder.text(value).strip()
        if alias in _TYPE_WORDS:
            definition.value = builder.intern(("literal", alias))
        elif alias.isidentifier():
            definition.value = builder.intern(("name", alias))
    read_macro_text(builder, bare_text(builder.source[value.start_byte : value.end_byte]), value, set(params))


def read_macro_text(builder: Builder, text: bytes, value: Node, params: set[str]) -> None:
    """Add what a macro's text names, its parameters aside, to the references."""
    row, before = value.start_point[0] + 1, 0
    for match in _WORDS.finditer(text):
        word, name = match[1], match[1].decode("utf-8", "replace")
        if word in _NOT_CALLED or name in params or _MEMBER_BEFORE.search(text[max(0, match.start() - 8) : match.start()]):
            continue
        row += text.count(b"\n", before, match.start())
        before = match.start()
        kind = "calls" if match[2] else "depends_on"
        builder.references.append(FoundReference(kind, builder.intern(("name", name)), name, value.start_byte + match.start()))


# Definitions of one name


def mark_fallbacks(groups: list[Group], definitions: list[FoundDefinition]) -> None:
    """Functions that are only compiled where nothing else has defined their name."""
    for group in groups:
        first = group.branches[0]
        match = _UNDEFINED.match(first.condition) if first.word in (b"if", b"ifndef") else None
        if match is None or (first.word == b"if") != bool(match[1]):
            continue
        name = match[2].decode()
        for definition in definitions:
            if definition.name == name and definition.kind == FUNCTION and first.start <= definition.name_pos < first.end:
                definition.flags.add(FALLBACK)


def _likely(rows: list[FoundDefinition], foreign: list[tuple[int, int]]) -> list[FoundDefinition]:
    """The definitions, of some, that are not for another platform."""
    return [row for row in rows if not any(start <= row.name_pos < end for start, end in foreign)]


def _choose_rival(
    groups: list[Group], macros: list[FoundDefinition], functions: list[FoundDefinition], rows: list[FoundDefinition]
) -> None:
    """A macro and a function of one name may exclude each other: one counts for uses; else the function does."""
    is_either = any(_exclude(groups, one.name_pos, other.name_pos) for one in macros for other in functions)
    for row in rows:
        if row.kind == MACRO and (functions and not is_either):
            row.flags.add(UNBOUND)
        elif row.kind == FUNCTION and (is_either or not functions):
            row.flags |= {UNBOUND, ALTERNATIVE}


def _exclude(groups: list[Group], one: int, other: int) -> bool:
    """Whether two places are in different branches of one group of conditionals."""
    for group in groups:
        if group.start <= one < group.end and group.start <= other < group.end:
            return not any(b.start <= one < b.end and b.start <= other < b.end for b in group.branches)
    return False


def one_of_each(
    builder: Builder, definitions: list[FoundDefinition], place: Callable[[FoundDefinition], tuple[object, ...]] = lambda _: ()
) -> list[FoundDefinition]:
    """One of the functions that conditionals define twice, or variables, counts for uses: the one most likely compiled."""
    counts = Counter([definition.name for definition in definitions])
    several = [definition for definition in definitions if counts[definition.name] > 1]
    by_name: dict[tuple[str, str, *tuple[object, ...]], list[FoundDefinition]] = {}
    for definition in several:
        if definition.kind in (FUNCTION, CONSTANT, MACRO, TYPE, STRUCT, ENUM):
            space = "macro" if definition.kind == MACRO else "tag" if definition.kind in (STRUCT, ENUM) else "name"
            by_name.setdefault((space, definition.name, *place(definition)), []).append(definition)
    doubles = [rows for rows in by_name.values() if sum(PROTOTYPE not in row.flags for row in rows) > 1]
    real_functions: dict[str, list[FoundDefinition]] = {}
    for row in several:
        if row.kind == FUNCTION and PROTOTYPE not in row.flags and OVERLOADED not in row.flags:
            real_functions.setdefault(row.name, []).append(row)
    rivals = [(rows, real_functions[key[1]]) for key, rows in by_name.items() if key[0] == "macro" and key[1] in real_functions]
    groups = groups_of(bare_text(builder.source)) if doubles or rivals or b"#if" in builder.source else []
    foreign = [(b.start, b.end) for group in groups for b in group.branches if b.is_foreign]
    mark_fallbacks(groups, definitions)
    for macros, functions in rivals:
        _choose_rival(groups, _likely(macros, foreign), _likely(functions, foreign), [*macros, *functions])
    for rows in doubles:
        real = [row for row in rows if PROTOTYPE not in row.flags]
        chosen = (_likely(real, foreign) or real)[0]
        for row in rows:
            if row is not chosen:
                row.flags |= {UNBOUND, ALTERNATIVE} if row in real else {UNBOUND}
    return definitions
