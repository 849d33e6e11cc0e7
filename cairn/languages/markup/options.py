"""Components that are described by an object or a class: what their members are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundBinding
from cairn.semantics.expressions import UNKNOWN, ClosureExpr, Expr
from cairn.semantics.flags import ARROW
from cairn.semantics.kinds import CLASS

if TYPE_CHECKING:
    from tree_sitter import Node

_GROUPS = ("props", "computed", "methods")


@dataclass(slots=True)
class Options:
    """The members of a component by their names, as expressions, and the components that it registers."""

    node: Node | None  # of the object that has them
    whole: int  # an object with all members
    members: dict[str, int] = field(default_factory=dict)
    components: dict[str, int] = field(default_factory=dict)

    def bind_this(self, builder: Builder) -> None:
        """The functions of a component's object have the component as `this`."""
        if self.node is None:
            return
        start, end = self.node.start_byte, self.node.end_byte
        builder.bindings = [
            b._replace(value=self.whole) if b.name == "this" and start <= b.pos < end else b for b in builder.bindings
        ]
        for definition in builder.definitions:
            body = definition.body
            if body is None or definition.node.type != "pair" or ARROW in definition.flags:
                continue
            if start <= body.start_byte < end:
                builder.bindings.append(
                    FoundBinding("this", body.start_byte, -1, self.whole, "var", body.start_byte, body.start_byte)
                )


def find_options(builder: Builder, root: Node) -> Options | None:
    """The members of the component that a file exports, by an object, a call that is given one, or a class."""
    expr = builder.extra.get("exports", {}).get("default", -1)
    shape: Expr = builder.exprs[expr] if expr >= 0 else ("unknown",)
    if shape[0] == "call":
        shape = next((builder.exprs[arg] for arg in shape[2] if arg >= 0 and builder.exprs[arg][0] == "object"), shape)
    if shape[0] == "name":
        return _of_class(builder, shape[1])
    if shape[0] != "object":
        return None
    node = root.descendant_for_byte_range(shape[1], shape[1])
    while node is not None and node.type != "object":
        node = node.parent
    fields = {name: (start, value) for name, start, value in shape[2]}
    found = _fields_of(builder, fields)
    whole = builder.intern(("object", shape[1] + 1, tuple(found)))
    options = Options(node, whole)
    options.members = {name: builder.intern(("member", whole, name)) for name, _, _ in found if name != "..."}
    options.components = {name: value for name, _, value in _object(builder, fields.get("components")) if name != "..."}
    return options


def _object(builder: Builder, option: tuple[int, int] | None) -> list[tuple[str, int, int]]:
    """The fields of an option that is an object."""
    shape: Expr = builder.exprs[option[1]] if option is not None and option[1] >= 0 else ("unknown",)
    return list(shape[2]) if shape[0] == "object" else []


def _fields_of(builder: Builder, fields: dict[str, tuple[int, int]]) -> list[tuple[str, int, int]]:
    found = [row for group in _GROUPS for row in _object(builder, fields.get(group))]
    for name in ("data", "setup"):
        option = fields.get(name)
        closure = builder.exprs[option[1]] if option is not None and option[1] >= 0 else UNKNOWN
        if option is None or closure[0] != "closure":
            continue
        yielded = builder.intern(("call", option[1], ()))
        found += [(key, start, builder.intern(("member", yielded, key))) for key, start in _yielded(builder, closure)]
    return found


def _yielded(builder: Builder, closure: ClosureExpr) -> list[tuple[str, int]]:
    """The names of the fields of the object that a closure yields, and bytes at which nothing is defined."""
    values = [closure[2]] if closure[2] >= 0 else []
    body = next((d.body for d in builder.definitions if d.body is not None and d.body.start_byte == closure[1]), None)
    if body is not None:
        values += [b.value for b in builder.bindings if b.name == "" and body.start_byte <= b.pos < body.end_byte]
    names: list[str] = []
    for value in values:
        shape: Expr = builder.exprs[value] if value >= 0 else ("unknown",)
        names += [name for name, _, _ in shape[2] if name != "..."] if shape[0] == "object" else []
    return [(name, closure[1]) for name in dict.fromkeys(names)]


def _of_class(builder: Builder, name: str) -> Options | None:
    """The members of a class that is a component."""
    owner = next((d for d in builder.definitions if d.kind == CLASS and d.name == name), None)
    if owner is None or owner.body is None:
        return None
    options = Options(None, -1)
    made = builder.intern(("cast", builder.intern(("name", name, "type"))))
    for definition in builder.definitions:
        inner = definition.node.parent
        if inner is not None and inner.id == owner.body.id:
            options.members[definition.name] = builder.intern(("member", made, definition.name))
    return options
