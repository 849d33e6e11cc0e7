"""Lua as facts: expressions, and tables that are classes or have members."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundReference
from cairn.semantics.expressions import Expr
from cairn.semantics.flags import COLON, LOCAL, UNBOUND
from cairn.semantics.kinds import CALLS, CLASS, CONSTANT, DEPENDS_ON, FUNCTION

if TYPE_CHECKING:
    from tree_sitter import Node


BUILTINS = frozenset(
    """
    _G _VERSION arg assert collectgarbage coroutine debug dofile error getmetatable io ipairs load loadfile loadstring math next
    os package pairs pcall print rawequal rawget rawlen rawset require select setmetatable string table tonumber tostring type
    unpack utf8 xpcall jit bit bit32 ffi module self
    """.split()
)
_DERIVING = frozenset({"extend", "subclass", "derive"})


def _member(builder: Builder, node: Node) -> int:
    name = node.child_by_field_name("field") or node.child_by_field_name("method")
    owner = builder.expr(node.child_by_field_name("table"))
    return builder.intern(("member", owner, builder.text(name)) if name is not None else ("unknown",))


def _identifier(builder: Builder, node: Node) -> int:
    return builder.intern(("name", builder.text(node)))


def _call(builder: Builder, node: Node) -> int:
    """`require "m"` is the module itself; other calls are calls."""
    callee, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
    if callee is None or arguments is None:
        return builder.intern(("unknown",))
    if builder.text(callee) == "require" and arguments.named_child_count == 1:
        content = arguments.named_children[0].child_by_field_name("content")
        return builder.intern(("module", builder.text(content)) if content is not None else ("unknown",))
    return builder.intern(("call", builder.expr(callee), builder.arguments(arguments)))


def _table(builder: Builder, node: Node) -> int:
    """A table; one with `__index` stands for what that leads to."""
    for field in node.named_children:
        name = field.child_by_field_name("name")
        if name is not None and builder.text(name) == "__index":
            return builder.expr(field.child_by_field_name("value"))
    return builder.intern(("unknown",))


def finish(builder: Builder) -> None:
    """Tables that have methods, or lead lookups to themselves, are classes; others are constants with members."""
    classes = {d.owner_name for d in builder.definitions if COLON in d.flags or d.name == "__index"}
    bases = dict(_bases(builder))
    kept = []
    for definition in builder.definitions:
        shape = builder.exprs[definition.value] if definition.value >= 0 else ("unknown",)
        if definition.kind == CONSTANT and (shape[0] == "module" or definition.name.startswith("__")):
            continue
        if definition.kind == CONSTANT and definition.owner < 0 and (definition.name in classes or definition.name in bases):
            definition.kind = CLASS
            base = bases.get(definition.name, _base(builder, shape))
            definition.bases = (base,) if base >= 0 and base != builder.intern(("name", definition.name)) else ()
            definition.value = -1
        if _is_local(definition.node):
            definition.flags.add(LOCAL)
        kept.append(definition)
    builder.definitions = kept
    _attach(builder)
    builder.references = [_of_object(builder, row) for row in builder.references]
    known = {d.name_pos for d in kept}
    builder.bindings = [row for row in builder.bindings if row.pos not in known]
    returned = [row for row in builder.bindings if row.name == "" and _is_outermost(builder, row.pos)]
    builder.extra["module"] = returned[-1][3] if returned else -1


def _attach(builder: Builder) -> None:
    """Functions of a table of this file are its members; those of an unknown one stand for themselves."""
    tables = {d.name: d for d in builder.definitions if d.kind in (CONSTANT, CLASS) and d.owner < 0}
    for definition in builder.definitions:
        table = tables.get(definition.owner_name) if definition.owner >= 0 else None
        if table is not None and table.kind == CONSTANT:
            definition.flags.add(UNBOUND)
    spelled = {_name_of(d.node).start_byte for d in builder.definitions if d.owner >= 0}
    builder.references = [row for row in builder.references if row.kind != DEPENDS_ON or row.pos not in spelled]


def _of_object(builder: Builder, row: FoundReference) -> FoundReference:
    """`o:m()` hands `o` over as an object, whatever file it came from: see `LuaRules.taken`."""
    shape = builder.exprs[row.expr]
    if row.kind != CALLS or shape[0] != "member" or builder.source[row.pos - 1 : row.pos] != b":":
        return row
    owner = builder.intern(("matched", shape[1], -1, 0))
    return row._replace(expr=builder.intern(("member", owner, shape[2])))


def _name_of(node: Node) -> Node:
    """The name that a definition writes: `A.b` of `function A.b()` and of `A.b = 1`."""
    return node.child_by_field_name("name") or node


def _is_local(node: Node) -> bool:
    parent = node.parent
    is_declared = node.type == "variable_declaration" or (parent is not None and parent.type == "variable_declaration")
    return is_declared or (node.child_count > 0 and node.children[0].type == "local")


def _is_outermost(builder: Builder, pos: int) -> bool:
    return not any(s.start <= pos < s.end for s in builder.scopes) and not any(
        d.kind == FUNCTION and d.start <= pos < d.end for d in builder.definitions
    )


def _bases(builder: Builder) -> list[tuple[str, int]]:
    """The bases that `setmetatable(Name, {__index = Base})` gives, as (name, expression)."""
    found = []
    for row in builder.references:
        if row.kind == CALLS and row.name == "setmetatable" and len(row.args) == 2:
            target, base = builder.exprs[row.args[0]], row.args[1]
            if target[0] == "name" and target[1] != "self" and builder.exprs[base][0] in ("name", "member"):
                found.append((target[1], base))
    return found


def _base(builder: Builder, shape: Expr) -> int:
    """The class that the value of a new one names: `setmetatable({}, {__index = B})`, `B:extend()`, `class("A", B)`."""
    if shape[0] != "call":
        return -1
    callee = builder.exprs[shape[1]]
    if callee[0] == "member" and callee[2] in _DERIVING:
        return int(callee[1])
    if callee[0] == "name" and callee[1] in ("setmetatable", "class") and len(shape[2]) == 2:
        return int(shape[2][1]) if builder.exprs[shape[2][1]][0] in ("name", "member") else -1
    return -1


EXPRESSIONS: Mapping[str, tuple[object, ...]] = {
    "identifier": (_identifier,),
    "dot_index_expression": (_member,),
    "method_index_expression": (_member,),
    "function_call": (_call,),
    "table_constructor": (_table,),
    "parenthesized_expression": ("pass", 0),
    "function_definition": ("closure", "body"),
}


PATTERNS: Mapping[str, object] = {"identifier": "name"}


PARAMETERS: Mapping[str, tuple[object, ...]] = {"identifier": (None, None, None)}
