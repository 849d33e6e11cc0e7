"""Perl as facts: expressions, packages that reach to the next one, names that statements import or pass on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundDefinition, FoundImport, FoundReference, FoundScope
from cairn.semantics.kinds import CLASS, CONSTANT, FIELD

if TYPE_CHECKING:
    from tree_sitter import Node


BUILTINS = frozenset(
    """
    abs bless binmode caller chomp chop chr close closedir defined delete die each exists exit grep hex index int join keys lc
    lcfirst length local log map mkdir my oct open opendir ord our pack pop pos print printf push quotemeta rand read readdir ref
    return reverse rindex say scalar shift sleep sort splice split sprintf sqrt stat substr time uc ucfirst undef unlink unpack
    unshift values wantarray warn
    """.split()
)
_SELF = frozenset({"$self", "$class", "$this", "$proto"})
_BASES = frozenset({"parent", "base", "ISA", "extends", "with"})


def _name(builder: Builder, node: Node) -> int:
    """`total` is a name, `Shop::Tax::total` one of a package; `&total` and `*total` are the same with a mark."""
    package, _, name = builder.text(node).lstrip("&*").rpartition("::")
    if not package:
        return builder.intern(("name", name))
    return builder.intern(("member", builder.intern(("path_name", package)), name))


def _bareword(builder: Builder, node: Node) -> int:
    """`Cart` of `Cart->new` is a package, else a word is a constant or a function."""
    parent = builder.parent(node)
    is_invocant = parent is not None and parent.type == "method_call_expression"
    return builder.intern(("name", builder.text(node))) if is_invocant else _name(builder, node)


def _package(builder: Builder, node: Node) -> int:
    return builder.intern(("path_name", builder.text(node)))


def _scalar(builder: Builder, node: Node) -> int:
    text = builder.text(node)
    return builder.intern(("self",) if text in _SELF else ("name", text))


def _word(builder: Builder, node: Node) -> int:
    """`__PACKAGE__` is the class around; other words without arguments are calls of what is built in."""
    return builder.intern(("own_type",) if builder.text(node) == "__PACKAGE__" else ("unknown",))


def _call(builder: Builder, node: Node) -> int:
    """`total(3)`; `bless {}, $class` is an instance of the class around."""
    callee = node.child_by_field_name("function")
    if callee is not None and builder.text(callee) == "bless":
        return builder.intern(("self",))
    return builder.intern(("call", builder.expr(callee), ()))


def _method_call(builder: Builder, node: Node) -> int:
    """`$cart->total(3)`, `Shop::Cart->new`."""
    method, invocant = node.child_by_field_name("method"), node.child_by_field_name("invocant")
    if method is None or invocant is None:
        return builder.intern(("unknown",))
    return builder.intern(("call", _member(builder, builder.expr(invocant), builder.text(method)), ()))


def _member(builder: Builder, owner: int, name: str) -> int:
    """A method; `SUPER::total` is that of the classes above."""
    if name.startswith("SUPER::"):
        return builder.intern(("member", builder.intern(("super",)), name.removeprefix("SUPER::")))
    return builder.intern(("member", owner, name))


def finish(builder: Builder) -> None:
    """Give packages what stands behind them, split lists of words, and tell imports from bases and exports."""
    packages = sorted((d for d in builder.definitions if d.kind == CLASS), key=lambda d: d.name_pos)
    spans = [(package, _end(builder, package, packages)) for package in packages]
    for package, end in spans:
        if package.body is None:
            builder.scopes.append(FoundScope("class", package.node.end_byte, end, package))
    for definition in builder.definitions:
        owner = _package_around(spans, definition.name_pos)
        if owner is not None and owner.body is None and definition.kind != CLASS:
            definition.owner, definition.owner_name = builder.intern(("path_name", owner.name)), owner.name
            definition.kind = FIELD if definition.kind == CONSTANT else definition.kind
    builder.extra["exports"] = []
    builder.imports = [row for found in builder.imports for row in _imports(builder, spans, found)]
    builder.references = [_reference(builder, row) for row in builder.references]


def _end(builder: Builder, package: FoundDefinition, packages: list[FoundDefinition]) -> int:
    """The byte at which a package ends: with its block, else where the next one without a block begins, or what is around."""
    around = builder.parent(package.node)
    if package.body is not None or around is None:
        return int((package.body or package.node).end_byte)
    following = (p for p in packages if p.body is None and p.name_pos > package.name_pos and builder.parent(p.node) == around)
    return min(int(around.end_byte), *(int(p.node.start_byte) for p in following), len(builder.source))


def _package_around(spans: list[tuple[FoundDefinition, int]], pos: int) -> FoundDefinition | None:
    """The innermost package that a byte lies in; None if there is none."""
    return next((package for package, end in reversed(spans) if package.name_pos < pos < end), None)


def _imports(builder: Builder, spans: list[tuple[FoundDefinition, int]], row: FoundImport) -> list[FoundImport]:
    """The imports that a statement with a list of words makes; `@ISA = ..`, `@EXPORT = ..` and pragmas make none."""
    module, words = row.module.rpartition("@")[2], [word for word in row.name.split() if word[:1].isalpha() or word[:1] == "_"]
    if module in _BASES:
        package = _package_around(spans, row.pos)
        if package is not None:
            package.bases += tuple(builder.intern(("path_name", word)) for word in words)
        return [row._replace(module=word, name="") for word in words] if module in ("parent", "base") else []
    if module == "EXPORT":
        builder.extra["exports"] += words
        return []
    if module[:1].islower():
        return []
    return [row._replace(name=word) for word in words] or [row._replace(name="")]


def _reference(builder: Builder, row: FoundReference) -> FoundReference:
    shape = builder.exprs[row.expr]
    if shape[0] != "member" or not row.name.startswith("SUPER::"):
        return row
    expr = _member(builder, shape[1], row.name)
    return row._replace(expr=expr, name=row.name.removeprefix("SUPER::"), pos=row.pos + len("SUPER::"))


EXPRESSIONS: Mapping[str, tuple[object, ...]] = {
    "function": (_name,),
    "bareword": (_bareword,),
    "package": (_package,),
    "scalar": (_scalar,),
    "func0op_call_expression": (_word,),
    "function_call_expression": (_call,),
    "ambiguous_function_call_expression": (_call,),
    "method_call_expression": (_method_call,),
    "hash_element_expression": ("member", 0, "key"),
    "assignment_expression": ("pass", "right"),
    "lowprec_logical_expression": ("pass", "left"),
    "anonymous_subroutine_expression": ("closure", "body"),
}
PATTERNS: Mapping[str, object] = {"scalar": "name", "array": "name", "hash": "name", "autoquoted_bareword": "name"}
