"""Ruby as facts: calls, constants, modules that are mixed in, symbols that name methods."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundDefinition, FoundReference
from cairn.semantics.flags import ATTRIBUTE, SYMBOL
from cairn.semantics.kinds import CALLS, CLASS, DEPENDS_ON, FUNCTION, TRAIT

if TYPE_CHECKING:
    from tree_sitter import Node


_MIXING = frozenset({"include", "extend", "prepend"})
_SYMBOL_MARKS = (":", '"', "'")
_WRITING = re.compile(rb"[ \t]*(?:\|\||&&|\*\*|<<|>>|[-+*/%|&^])?=(?![=~>])")
_NO_ATTRIBUTE = frozenset({"", "=", "?", "!"})  # ends of names that no `=` can follow
_SENDING = frozenset({"send", "public_send", "__send__"})
_TRANSPARENT = frozenset({"singleton_class", "if", "unless"})
_CONSTANTS = frozenset({"constant", "scope_resolution"})
_METHODS = frozenset({"method", "singleton_method"})
_CLASSES = frozenset({"class", "module"})


def _call(builder: Builder, node: Node) -> int:
    """`receiver.method(...)`; without a receiver a method of `self`, or a function."""
    method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
    arguments = builder.arguments(node.child_by_field_name("arguments"))
    if method is None:
        return builder.intern(("unknown",))
    if method.type == "super":
        return builder.intern(("call", builder.expr(method), arguments))
    name = builder.text(method)
    if receiver is None:
        callee = builder.intern(("own_type",)) if name == "new" else builder.intern(("name", name))
    elif name == "new":
        return builder.intern(("new", builder.expr(receiver), arguments))
    else:
        callee = builder.intern(("member", builder.expr(receiver), name))
    return builder.intern(("call", callee, arguments))


def _identifier(builder: Builder, node: Node) -> int:
    """A variable or a method without arguments; `new` makes an instance of the class around."""
    name = builder.text(node)
    return builder.intern(("call", builder.intern(("own_type",)), ()) if name == "new" else ("name", name))


def _constant(builder: Builder, node: Node) -> int:
    """`A::B` is one name: which modules are around decides what it means."""
    return builder.intern(("name", builder.text(node).replace(" ", "")))


def _variable(builder: Builder, node: Node) -> int:
    return builder.intern(("member", builder.intern(("self",)), builder.text(node)))


def _super(builder: Builder, node: Node) -> int:
    """The method of the same name in the classes above."""
    builder.bind_to_place()
    around = _around(node, _METHODS)
    name = around.child_by_field_name("name") if around is not None else None
    return builder.intern(("member", builder.intern(("super",)), builder.text(name)) if name is not None else ("unknown",))


def _around(node: Node, kinds: frozenset[str]) -> Node | None:
    above = node.parent
    while above is not None and above.type not in kinds:
        above = above.parent
    return above


def finish(builder: Builder) -> None:
    """Read what classes mix in, name attributes, and tell calls without a receiver from variables."""
    for definition in builder.definitions:
        if definition.kind in (CLASS, TRAIT):
            definition.name = definition.name.replace(" ", "")
            _read_mixed(builder, definition)
        elif ATTRIBUTE in definition.flags:
            definition.name = definition.name.lstrip(":")
            ivar = builder.intern(("member", builder.intern(("self",)), "@" + definition.name))
            definition.value = ivar
        elif SYMBOL in definition.flags:
            definition.name = definition.name.lstrip(":")
    own = {d.name for d in builder.definitions if d.kind == FUNCTION and _around(d.node, _CLASSES) is None}
    builder.extra["mixed"] = [
        (row.module.replace(" ", ""), row.name.replace(" ", ""), row.line) for row in builder.imports if row.how == "mix"
    ]
    builder.imports = [row for row in builder.imports if row.how != "mix"]
    builder.references = [_of_symbol(builder, row) for row in builder.references]
    builder.references += [_of_writer(builder, row) for row in builder.references if _is_written(builder, row)]
    known = _Variables(builder)
    builder.references = [row for row in builder.references if not known.has(row) and not _is_part(builder, row)]
    ranges = [(d.node.start_byte, d.node.end_byte) for d in builder.definitions if d.kind in (CLASS, TRAIT)]
    builder.references = [_of_self(builder, row, own, ranges) for row in builder.references]


class _Variables:
    """The variables of each method, and those outside of all methods."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        methods = sorted((d for d in builder.definitions if d.kind == FUNCTION), key=lambda d: d.start)
        self._starts = [d.start for d in methods]
        self._ends = [d.end for d in methods]
        self._names: list[set[str]] = [{name for name, _, _ in d.params} for d in methods]
        self._outside: set[str] = set()
        for row in builder.bindings:
            self._of(row.pos).add(row.name)

    def _of(self, pos: int) -> set[str]:
        number = bisect_right(self._starts, pos) - 1
        return self._names[number] if number >= 0 and pos < self._ends[number] else self._outside

    def has(self, row: FoundReference) -> bool:
        """Whether what looks like a call without arguments reads a variable."""
        shape = self._builder.exprs[row.expr]
        if row.kind != CALLS or shape[0] != "name" or shape[1] not in self._of(row.pos):
            return False
        end = row.pos + len(row.name.encode())
        return bool(self._builder.source[end : end + 1] != b"(")


def _is_part(builder: Builder, row: FoundReference) -> bool:
    """Whether a constant is the `B` of `A::B`, which is told as a whole."""
    return bool(row.kind == DEPENDS_ON and builder.source[row.pos - 2 : row.pos] == b"::" and "::" not in row.name)


def _read_mixed(builder: Builder, definition: FoundDefinition) -> None:
    """Give a class the modules that it mixes in: they come before the class above it, what is included last first."""
    mixed: list[int] = []
    for word, modules in _mixed_in(builder, definition.body):
        mixed[:0] = [builder.expr(module) for module in modules]
        for module in modules:
            name = builder.text(module).replace(" ", "")
            # Told to all who name the module: `super` in it means a method of who mixes it in.
            builder.extra.setdefault("exports", {})[name.rpartition("::")[2]] = builder.expr(module)
            if word == "prepend":
                builder.extra.setdefault("prepended", []).append((definition.name, name))
    definition.bases = (*mixed, *definition.bases)


def _mixed_in(builder: Builder, body: Node | None) -> Iterator[tuple[str, list[Node]]]:
    """The modules that a body mixes in, itself or into its singleton class, with the word for it."""
    for child in body.named_children if body is not None else ():
        if child.type in _TRANSPARENT:
            yield from _mixed_in(builder, child.child_by_field_name("body") or child.child_by_field_name("consequence"))
        method = child.child_by_field_name("method") if child.type == "call" else None
        arguments = child.child_by_field_name("arguments") if method is not None else None
        receiver = child.child_by_field_name("receiver") if method is not None else None
        if method is None or arguments is None or (receiver is not None and receiver.type != "self"):
            continue
        given = [one for one in arguments.named_children if one.type in _CONSTANTS]
        word = builder.text(method)
        if word in _SENDING and arguments.named_children and arguments.named_children[0].type == "simple_symbol":
            word = builder.text(arguments.named_children[0]).lstrip(":")
        if word in _MIXING:
            yield word, given


def _of_symbol(builder: Builder, row: FoundReference) -> FoundReference:
    """A method that a symbol or an alias names: one of `self`, unless a receiver is written; of `&:name` it is not known."""
    shape, text = builder.exprs[row.expr], row.name
    if text[:1] not in _SYMBOL_MARKS and not (row.kind == DEPENDS_ON and shape[0] == "name" and text[:1].islower()):
        return row
    name = text.strip("".join(_SYMBOL_MARKS))
    is_block = builder.source[row.pos - 1 : row.pos] == b"&"
    owner = shape[1] if shape[0] == "member" else builder.intern(("unknown",) if is_block else ("self",))
    return row._replace(expr=builder.intern(("member", owner, name)), name=name)


def _is_written(builder: Builder, row: FoundReference) -> bool:
    """Whether what is called on a receiver is given a value there: `o.size = 3`, `o.size ||= 3`."""
    is_member = row.kind == CALLS and builder.exprs[row.expr][0] == "member" and row.name[-1:] not in _NO_ATTRIBUTE
    return is_member and _WRITING.match(builder.source, row.pos + len(row.name.encode())) is not None


def _of_writer(builder: Builder, row: FoundReference) -> FoundReference:
    """The call of `size=` beside that of `size`, at the end of the name: an attribute has but one name, and is written by it."""
    read = builder.exprs[row.expr]
    assert read[0] == "member"
    written = builder.intern(("member", read[1], f"{read[2]}="))
    return FoundReference(row.kind, written, f"{row.name}=", row.pos + len(row.name.encode()))


def _of_self(builder: Builder, row: FoundReference, own: set[str], ranges: list[tuple[int, int]]) -> FoundReference:
    """A call without a receiver is one of a method of `self`, or of a function of the file."""
    shape = builder.exprs[row.expr]
    if row.kind == CALLS and row.name == "new" and shape[0] in ("name", "call"):
        return row._replace(expr=builder.intern(("own_type",)))
    if row.kind != CALLS or shape[0] != "name" or not (shape[1][:1].islower() or shape[1][:1] == "_"):
        return row
    if not any(start < row.pos < end for start, end in ranges):
        return row
    if shape[1] in own:
        return row
    return row._replace(expr=builder.intern(("member", builder.intern(("self",)), shape[1])))


EXPRESSIONS: Mapping[str, tuple[object, ...]] = {
    "identifier": (_identifier,),
    "constant": (_constant,),
    "hash_key_symbol": (_identifier,),
    "scope_resolution": (_constant,),
    "instance_variable": (_variable,),
    "class_variable": (_variable,),
    "self": ("self",),
    "super": (_super,),
    "call": (_call,),
    "assignment": ("pass", "right"),
    "parenthesized_statements": ("pass", 0),
    "conditional": ("choice", "consequence", "alternative"),
    "block": ("closure", "body"),
    "do_block": ("closure", "body"),
}


PATTERNS: Mapping[str, object] = {
    "identifier": "name",
    "instance_variable": "name",
    "class_variable": "name",
    "left_assignment_list": "items",
    "optional_parameter": ("pass", "name"),
    "keyword_parameter": ("pass", "name"),
    "splat_parameter": ("pass", "name"),
    "hash_splat_parameter": ("pass", "name"),
    "block_parameter": ("pass", "name"),
    "destructured_parameter": "items",
}


PARAMETERS: Mapping[str, tuple[object, ...]] = {
    "identifier": (None, None, None),
    "optional_parameter": ("name", None, "value"),
    "keyword_parameter": ("name", None, "value"),
    "splat_parameter": ("name", None, None),
    "hash_splat_parameter": ("name", None, None),
    "block_parameter": ("name", None, None),
}
