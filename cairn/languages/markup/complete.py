"""Uses in a page of markup, added to what was found in its scripts: `<Cart @click="add">`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.markup.code import Inside, Local
from cairn.languages.markup.options import Options, find_options
from cairn.languages.typescript.definitions import finish
from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundBinding, FoundImport, FoundReference
from cairn.semantics.flags import HOOKED
from cairn.semantics.kinds import CALLS, FUNCTION, METHOD, SECTION

if TYPE_CHECKING:
    from tree_sitter import Node


def complete(inside: Inside, builder: Builder) -> None:
    """Bind the names of the page, complete the definitions of its scripts, and note components and files that it names."""
    for local in inside.locals:
        _bind(builder, local)
    sections = [definition for definition in builder.definitions if definition.kind == SECTION]
    builder.definitions = [definition for definition in builder.definitions if definition.kind != SECTION]
    finish(builder)
    options = find_options(builder, root_of(builder)) if inside.template is not None else None
    builder.definitions += sections
    _use_components(inside, builder, options)
    if options is not None:
        options.bind_this(builder)
        _use_members(inside, builder, options)
    if inside.has_stores:
        builder.references = [_without_dollar(builder, reference) for reference in builder.references]
    if inside.is_component:
        _hook(inside, builder, options)
    for named, start in inside.sources:
        line = builder.source.count(b"\n", 0, start) + 1
        builder.imports.append(FoundImport(named, "*", "", line, start, "script"))


def root_of(builder: Builder) -> Node:
    """The root of the scripts' own tree."""
    root: Node = builder.trees[-1].root_node
    return root


def _bind(builder: Builder, local: Local) -> None:
    """Bind the names of a part of the page; the first is what iterating gives, where it is said over what."""
    builder.add_scope("block", local.start, local.end)
    value = -1
    if local.over is not None:
        start, end = local.over
        end -= len(builder.source[start:end]) - len(builder.source[start:end].rstrip())
        value = builder.intern(("element", builder.expr(root_of(builder).named_descendant_for_byte_range(start, end))))
    for name, start in local.names:
        builder.bindings.append(FoundBinding(name, start, -1, value, "var", local.start, start))
        value = -1


def _use_components(inside: Inside, builder: Builder, options: Options | None) -> None:
    known = {alias or name for _, name, alias, *_ in builder.imports}
    registered = options.components if options is not None else {}
    for name, start, kind in inside.components:
        if name in registered:
            expr = registered[name]
        elif kind == "?" and name not in known:
            continue
        else:
            expr = _spelled(builder, name)
        builder.references.append(FoundReference(CALLS if kind == "?" else kind, expr, name.rpartition(".")[2], start))


def _spelled(builder: Builder, name: str) -> int:
    first, *rest = name.split(".")
    expr = builder.intern(("name", first))
    for part in rest:
        expr = builder.intern(("member", expr, part))
    return int(expr)


def _use_members(inside: Inside, builder: Builder, options: Options) -> None:
    """A template names the members of its component without `this`."""
    assert inside.template is not None
    start, end = inside.template
    builder.add_scope("block", start, end)
    for name, expr in options.members.items():
        builder.bindings.append(FoundBinding(name, start, -1, expr, "var", start, start))
    changed = []
    for reference in builder.references:
        expr, name, pos = reference.expr, reference.name, reference.pos
        is_bare = start < pos < end and expr >= 0 and builder.exprs[expr] == ("name", name) and name in options.members
        if is_bare and not any(local.start <= pos < local.end and name in dict(local.names) for local in inside.locals):
            reference = reference._replace(expr=options.members[name])
        changed.append(reference)
    builder.references = changed


def _hook(inside: Inside, builder: Builder, options: Options | None) -> None:
    """Mark the functions that run because the component does: what its template names, and what an object describes it by.

    What these call the component calls, too.
    """
    scripts = inside.scripts
    named = {r.name for r in builder.references if not any(start <= r.pos < end for start, end in scripts)}
    described = options.node if options is not None else None
    for definition in builder.definitions:
        is_described = described is not None and described.start_byte <= definition.start < described.end_byte
        if definition.kind in (FUNCTION, METHOD) and (is_described or definition.name in named):
            definition.flags.add(HOOKED)


def _without_dollar(builder: Builder, reference: FoundReference) -> FoundReference:
    name, expr = reference.name, reference.expr
    if name[:1] != "$" or name[:2] == "$$" or expr < 0 or builder.exprs[expr] != ("name", name):
        return reference
    return reference._replace(expr=builder.intern(("name", name[1:])), name=name[1:])
