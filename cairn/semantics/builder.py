"""The builder that gathers one file's facts (`cairn.extract.builder`), as far as the syntax of a language may ask it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

from cairn.semantics.definition import FoundAttachment, FoundBinding, FoundDefinition, FoundImport, FoundReference, FoundScope
from cairn.semantics.expressions import Expr
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from tree_sitter import Node, Tree


class Builder(Protocol):
    """Turns captured nodes into expressions, bindings and definitions of one file."""

    record: Language
    path: str
    source: bytes
    exprs: list[Expr]
    definitions: list[FoundDefinition]
    scopes: list[FoundScope]
    bindings: list[FoundBinding]
    imports: list[FoundImport]
    references: list[FoundReference]
    called: set[int]  # first bytes of names that are references of the kind `calls`
    attached: list[FoundAttachment]
    extra: dict[str, Any]
    trees: list[Tree]  # kept while nodes are known by their ids

    def intern(self, expr: Expr) -> int:
        """The index of an expression in the file's table."""

    def text(self, node: Node) -> str:
        """The characters of a node, a name in the form in which the language compares names."""

    def expr(self, node: Node | None) -> int:
        """Turn a node into an expression; what no shape is known for becomes `("unknown",)`."""

    def before_path(self, expr: int) -> int:
        """The part before `::`: a name there is never a variable's, and `self` is a module."""

    def parent(self, node: Node) -> Node | None:
        """The parent of a node.

        The library looks for it from the root on, child by child: the children of a wide node are looked up once.
        """

    def expand(self, node: Node | None) -> Iterator[Node]:
        """The nodes that a captured node stands for: its children if its type is a list."""

    def arguments(self, node: Node | None) -> tuple[int, ...]:
        """The expressions of an argument list."""

    def qualify(self, owner: int, name: Node) -> int:
        """A member whose name is itself an expression, as in `a::b<T>`."""

    def bind_to_place(self) -> None:
        """Say that the expression being made is bound to its place, so that another with the same text is not it."""

    def add_scope(self, kind: str, start: int, end: int) -> None:
        """Add a stretch of text with names of its own."""

    def bind(self, target: Node | None, type_: int, value: int, how: str, at: int = -1, since: int = -1) -> None:
        """Bind the names of a target, which may take a value apart.

        `at` is the first byte of the scope that gets the names, -1 for the innermost around the target;
        they hold from byte `since` on, -1 for their own place (`x = x.y` reads the x before).
        """

    def parameters(self, node: Node | None) -> tuple[tuple[str, int, int], ...]:
        """Names, types and default values of the parameters that a captured node holds."""
