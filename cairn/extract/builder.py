"""What is gathered while the captures of one file are read."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from cairn.languages.building import WIDE
from cairn.semantics.definition import FoundAttachment, FoundBinding, FoundDefinition, FoundImport, FoundReference, FoundScope
from cairn.semantics.expressions import UNKNOWN, Expr, OperandWord, operand
from cairn.semantics.kinds import DEPENDS_ON
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from tree_sitter import Language as TreeLanguage
    from tree_sitter import Node, Tree

MEMO_LIMIT_BYTES = 120  # longer expressions rarely repeat (guess)
MAX_EXPRESSION_DEPTH = 60  # deeper ones are generated; what they yield cannot be told
MAX_ALTERNATIVES = 6  # of what the items of a literal are: more mean that nothing is known of one (guess)
MAX_ITEMS = 24  # of a literal, or of arguments: more are not looked at


_START = attrgetter("start_byte")

Reader = Callable[["FileBuilder", "Node"], int]
ChildReader = Callable[["Node"], "Node | None"]


class Kinds(NamedTuple):
    """A language's tables by the grammar's own numbers of node types: a number costs half of what a name does."""

    readers: dict[int, Reader]  # what makes an expression of a node
    names: frozenset[int]  # nodes that are names as they stand
    members: frozenset[int]  # member accesses
    others: frozenset[int]  # expressions that are no names
    lists: frozenset[int]
    comments: frozenset[int]


def kinds_of(record: Language, grammar: TreeLanguage) -> Kinds:
    """What a language makes of each type of node of a grammar."""
    types = {number: grammar.node_kind_for_id(number) or "" for number in range(grammar.node_kind_count)}
    shapes = {number: record.expressions[type_] for number, type_ in types.items() if type_ in record.expressions}
    return Kinds(
        {number: _reader(shape, grammar) for number, shape in shapes.items()},
        frozenset(number for number, shape in shapes.items() if shape == ("name",)),
        frozenset(number for number, shape in shapes.items() if shape[0] == "member"),
        frozenset(number for number, shape in shapes.items() if shape[0] != "name"),
        frozenset(number for number, type_ in types.items() if type_ in record.lists),
        frozenset(number for number, type_ in types.items() if type_ in record.comments),
    )


def _reader(shape: tuple[Any, ...], grammar: TreeLanguage) -> Reader:
    head = shape[0]
    if not isinstance(head, str):
        return cast("Reader", head)
    if head in ("member", "call"):
        first, second = (_child_reader(where, grammar) for where in shape[1:])
        made = FileBuilder.member if head == "member" else FileBuilder.call
        return lambda builder, node: made(builder, first(node), second(node))
    method = _SHAPES[head]
    return lambda builder, node: method(builder, node, *shape)


def _child_reader(where: str | int, grammar: TreeLanguage) -> ChildReader:
    """As `FileBuilder.child`, for a grammar: a field's number costs two thirds of what its name does."""
    if isinstance(where, int):
        return lambda node: node.named_child(where) if where < node.named_child_count else None
    field = grammar.field_id_for_name(where)
    return (lambda node: node.child_by_field_id(field)) if field is not None else lambda node: None


class FileBuilder:
    """Turns captured nodes into expressions, bindings and definitions of one file."""

    def __init__(self, record: Language, path: str, source: bytes, main: Tree | None = None) -> None:
        self.record = record
        self._normal_form = record.normal_form
        self._quote = record.name_quote
        self.path = path
        self.source = source
        self.exprs: list[Expr] = []
        self.definitions: list[FoundDefinition] = []
        self.scopes: list[FoundScope] = []
        self.bindings: list[FoundBinding] = []
        self.imports: list[FoundImport] = []
        self.references: list[FoundReference] = []
        self.called: set[int] = set()  # first bytes of names that are references of the kind `calls`
        self.attached: list[FoundAttachment] = []
        self.extra: dict[str, Any] = {}
        self._interned: dict[Expr, int] = {}
        self._memo: dict[tuple[int, bytes | int], int] = {}
        self.main = main  # the tree of the file as a whole
        self.trees: list[Tree] = []  # all; kept while nodes are known by their ids
        self._above: dict[int, tuple[Node | None, list[Node] | None]] = {}  # node id -> parent; its children if these are many
        self._last_names: dict[int, str] = {}
        self.kinds = Kinds({}, *[frozenset[int]()] * 5)
        self._readers = self.kinds.readers
        self._positional = 0  # expressions made so far that are bound to their place
        self._depth = 0

    def enter(self, kinds: Kinds) -> None:
        """Take nodes for those of one grammar from now on."""
        if kinds is not self.kinds:
            self._memo.clear()
        self.kinds, self._readers = kinds, kinds.readers

    def release(self) -> None:
        """Let go of all nodes, and of the trees with them: from now on nothing is asked of them."""
        for definition in self.definitions:
            definition.node = definition.body = definition.outer = None
        self._above.clear()
        self.trees.clear()
        self.main = None

    # Expressions

    def intern(self, expr: Expr) -> int:
        """The index of an expression in the file's table."""
        index = self._interned.get(expr)
        if index is None:
            index = self._interned[expr] = len(self.exprs)
            self.exprs.append(expr)
        return index

    def text(self, node: Node) -> str:
        """The characters of a node, a name in the form in which the language compares names."""
        text = self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")
        if self._quote and text[:1] == self._quote and text.count(self._quote) == 2 and text[-1:] == self._quote:
            return text[1:-1] or text
        if self._normal_form and not text.isascii() and text.replace(".", "_").isidentifier():
            return unicodedata.normalize(self._normal_form, text)
        return text

    def expr(self, node: Node | None) -> int:
        """Turn a node into an expression; what no shape is known for becomes `("unknown",)`."""
        if node is None:
            return -1
        number = node.kind_id
        read = self._readers.get(number)
        if read is None:
            return self.intern(UNKNOWN)
        start, end = node.start_byte, node.end_byte
        # What is short is likely to stand elsewhere, too; what is long is met again as a part of something longer.
        key = (number, self.source[start:end] if end - start <= MEMO_LIMIT_BYTES else node.id)
        known = self._memo.get(key)
        if known is not None:
            return known
        if self._depth > MAX_EXPRESSION_DEPTH:
            return self.intern(UNKNOWN)
        before = self._positional
        self._depth += 1
        index = read(self, node)
        self._depth -= 1
        if before == self._positional:
            self._memo[key] = index
        return index

    def is_remembered(self, kind: int, text: bytes) -> bool:
        """Whether a node that was turned into an expression stands for all with its kind and text."""
        return (kind, text) in self._memo

    def before_path(self, expr: int) -> int:
        """What stands before `::`: a name there is never a variable's, and `self` is a module."""
        shape = self.exprs[expr]
        if shape[0] == "name":
            return self.intern(("path_name", *shape[1:]))
        return self.intern(("module", "self")) if shape[0] == "self" else expr

    def is_member(self, node: Node) -> bool:
        """Whether a node is a member access."""
        return node.kind_id in self.kinds.members

    def last_name(self, expr: int) -> str:
        """The last name of an expression: `c` of `a.b.c`, `b` of `a.b[c]`; "" if it has none."""
        known = self._last_names.get(expr)
        if known is None:
            known = self._last_names[expr] = self._last_name(expr)
        return known

    def _last_name(self, expr: int) -> str:
        while expr >= 0:
            shape = self.exprs[expr]
            if shape[0] == "name":
                return str(shape[1])
            if shape[0] == "member":
                return str(shape[2])
            if shape[0] not in ("subscript", "call", "new", "indirect", "unwrap", "await", "cast"):
                return ""
            expr = shape[1]
        return ""

    def parent(self, node: Node) -> Node | None:
        """The parent of a node.

        The library looks for it from the root on, child by child: it is asked once, also for all children of a wide node.
        """
        known = self._above.get(node.id)
        if known is not None:
            return known[0]
        parent = node.parent
        if parent is not None and parent.child_count > WIDE:
            children = parent.children
            self._above.update(dict.fromkeys([child.id for child in children], (parent, children)))
        else:
            self._above[node.id] = (parent, None)
        return parent

    def before(self, node: Node) -> Node | None:
        """The sibling before a node, found as `parent` is."""
        self.parent(node)
        _, children = self._above.get(node.id, (None, None))
        if children is None:
            return node.prev_sibling
        place = bisect_left(children, node.start_byte, key=_START)
        while children[place].id != node.id:  # what is missing has no length: several may begin at one byte
            place += 1
        return children[place - 1] if place else None

    def expand(self, node: Node | None) -> Iterator[Node]:
        """The nodes that a captured node stands for: its children if its type is a list."""
        if node is None:
            return
        if node.kind_id not in self.kinds.lists:
            yield node
            return
        for child in node.named_children:
            if child.kind_id not in self.kinds.comments:
                yield child

    def child(self, node: Node, where: str | int) -> Node | None:
        """A child by field name, or by number among the named ones."""
        if isinstance(where, str):
            return node.child_by_field_name(where)
        return node.named_child(where) if where < node.named_child_count else None

    def arguments(self, node: Node | None) -> tuple[int, ...]:
        """The expressions of an argument list."""
        if node is None:
            return ()
        if node.kind_id not in self.kinds.lists:
            return (self.expr(node),)
        comments = self.kinds.comments
        return tuple([self.expr(child) for child in [c for c in node.named_children if c.kind_id not in comments][:MAX_ITEMS]])

    def _name(self, node: Node, op: str, where: str | int | None = None) -> int:
        target = node if where is None else self.child(node, where)
        return self.intern(("name", self.text(target or node)))

    def member(self, owner: Node | None, name: Node | None) -> int:
        """A member access of these parts."""
        if name is None:
            return self.intern(UNKNOWN)
        if owner is None:
            return self.expr(name)
        if name.kind_id in self.kinds.others:
            return self.qualify(self.expr(owner), name)
        return self.intern(("member", self.expr(owner), self.text(name)))

    def qualify(self, owner: int, name: Node) -> int:
        """A member whose name is itself an expression, as in `a::b<T>`."""
        inner = self.exprs[self.expr(name)]
        base = self.exprs[inner[1]] if inner[0] == "subscript" else inner
        if inner[0] == "subscript" and base[0] == "name":
            return self.intern(("subscript", self.intern(("member", owner, base[1])), inner[2]))
        return self.intern(("member", owner, self.text(name)))

    def call(self, callee: Node | None, arguments: Node | None) -> int:
        """A call of these parts."""
        return self.intern(("call", self.expr(callee), self.arguments(arguments)))

    def _make(self, node: Node, op: str, kind: str | int, arguments: str | int | None = None) -> int:
        args = self.arguments(self.child(node, arguments)) if arguments is not None else ()
        return self.intern(("new", self.expr(self.child(node, kind)), args))

    def _subscript(self, node: Node, op: str, owner: str | int, *args: str | int) -> int:
        base = self.child(node, owner)
        found: list[int] = []
        for where in args:
            found.extend(self.expr(child) for child in self.expand(self.child(node, where)))
        if not args and base is not None:
            found = [self.expr(c) for c in node.named_children if c.id != base.id and c.kind_id not in self.kinds.comments]
        return self.intern(("subscript", self.expr(base), tuple(found[:MAX_ITEMS])))

    def _literal(self, node: Node, op: str, type_name: str) -> int:
        return self.intern(("literal", type_name))

    def _constant(self, node: Node, op: str) -> int:
        return self.intern(("self",) if op == "self" else ("super",) if op == "super" else UNKNOWN)

    def bind_to_place(self) -> None:
        """Say that the expression being made is bound to its place, so that another with the same text is not it."""
        self._positional += 1

    def _items(self, node: Node) -> list[Node]:
        return [child for child in node.named_children[:MAX_ITEMS] if child.kind_id not in self.kinds.comments]

    def _sequence(self, node: Node, op: str, where: str | int | None = None) -> int:
        if where is not None:
            return self.intern(("sequence", self.expr(self.child(node, where))))
        return self.intern(("sequence", self._alike(self._items(node))))

    def _alike(self, nodes: list[Node]) -> int:
        """What each of several items is: one of a few expressions; -1 if there are none, unknown if they are many."""
        distinct = tuple(dict.fromkeys(self.expr(node) for node in nodes))
        if len(distinct) < 2:
            return distinct[0] if distinct else -1
        return self.intern(("choice", distinct) if len(distinct) <= MAX_ALTERNATIVES else ("unknown",))

    def _map(self, node: Node, op: str, key: str | int = "key", value: str | int = "value") -> int:
        keys, values = [], []
        for pair in self._items(node):
            first, second = self.child(pair, key), self.child(pair, value)
            if first is not None and second is not None:
                keys.append(first)
                values.append(second)
        return self.intern(("map", self._alike(keys), self._alike(values)))

    def _tuple(self, node: Node, op: str) -> int:
        return self.intern(("tuple", tuple(self.expr(item) for item in self._items(node))))

    def _choice(self, node: Node, op: str, *fields: str | int) -> int:
        nodes = [self.child(node, where) for where in fields] if fields else self._items(node)
        return self.intern(("choice", tuple(self.expr(item) for item in nodes if item is not None)))

    def _unary(self, node: Node, op: OperandWord, where: str | int = 0) -> int:
        return self.intern(operand(op, self.expr(self.child(node, where))))

    def _pass(self, node: Node, op: str, where: str | int = 0) -> int:
        inner = self.child(node, where)
        return self.expr(inner) if inner is not None else self.intern(UNKNOWN)

    def _function_type(self, node: Node, op: str, params: str | int, returns: str | int) -> int:
        types = tuple(kind for _, kind, _ in self.parameters(self.child(node, params)))
        return self.intern(("function", types, self.expr(self.child(node, returns))))

    def _closure(self, node: Node, op: str, body: str | int = "body") -> int:
        """A closure stays bound to its place; `assemble` turns the place into a scope."""
        self._positional += 1
        inner = self.child(node, body)
        is_value = inner is not None and inner.type in self.record.expressions
        return self.intern(("closure", node.start_byte, self.expr(inner) if is_value else -1))

    # Bindings

    def add_scope(self, kind: str, start: int, end: int) -> None:
        """Add a stretch of text with names of its own."""
        self.scopes.append(FoundScope(kind, start, end))

    def bind(self, target: Node | None, type_: int, value: int, how: str, at: int = -1, since: int = -1) -> None:
        """Bind the names of a target, which may take a value apart.

        `at` is the first byte of the scope that gets the names, -1 for the innermost around the target;
        they hold from byte `since` on, -1 for their own place (`x = x.y` reads the x before).
        """
        if target is None:
            return
        shape = self.record.patterns.get(target.type)
        if shape is None:
            return
        if callable(shape):
            shape(self, target, type_, value, how, at, since)
        elif shape == "name":
            self.bindings.append(
                FoundBinding(self.text(target), target.start_byte, type_, value, how, at, max(since, target.start_byte))
            )
        elif shape == "rest":
            self.bind(target.named_child(0), -1, -1, how, at, since)
        elif shape == "items":
            whole = self.intern(("cast", type_)) if type_ >= 0 else value
            for number, child in enumerate(target.named_children[:MAX_ITEMS]):
                self.bind(child, -1, self.intern(("item", whole, number)) if whole >= 0 else -1, how, at, since)
        elif shape == "fields":
            for child in target.named_children:
                self._bind_field(child, self.intern(("cast", type_)) if type_ >= 0 else value, how, at, since)
        else:
            self.bind(self.child(target, shape[1]), type_, value, how, at, since)

    def _bind_field(self, child: Node, whole: int, how: str, at: int, since: int) -> None:
        key, target = child.child_by_field_name("key"), child.child_by_field_name("value")
        if key is not None and target is not None:
            self.bind(target, -1, self._taken(key, whole), how, at, since)
            return
        left = child.child_by_field_name("left") or child  # `{ a = 1 }`
        if self.record.patterns.get(left.type) == "name":
            self.bind(left, -1, self._taken(left, whole), how, at, since)
        else:
            self.bind(child, -1, -1, how, at, since)

    def _taken(self, name: Node, whole: int) -> int:
        """The member that a pattern takes from a value, which is a use of its name also where nothing is known of the value."""
        text = self.text(name)
        member = self.intern(("member", whole if whole >= 0 else self.intern(UNKNOWN), text))
        self.references.append(FoundReference(DEPENDS_ON, member, text, name.start_byte))
        return member if whole >= 0 else -1

    def parameters(self, node: Node | None) -> tuple[tuple[str, int, int], ...]:
        """Names, types and default values of the parameters that a captured node holds."""
        found = []
        for child in self.expand(node):
            shape = self.record.parameters.get(child.type)
            if shape is None:
                continue
            if callable(shape[0]):
                found.extend(shape[0](self, child))
                continue
            target, kind, default = (self.child(child, w) if w is not None else None for w in shape)
            name = self.text(target or child)
            found.append((name, self.expr(kind), self.expr(default)))
        return tuple(found)


# Not bound to a builder: what refers to itself stays in memory, trees and all, until it is searched for.
_SHAPES: dict[str, Callable[..., int]] = {
    "name": FileBuilder._name,
    "new": FileBuilder._make,
    "subscript": FileBuilder._subscript,
    "literal": FileBuilder._literal,
    "sequence": FileBuilder._sequence,
    "map": FileBuilder._map,
    "tuple": FileBuilder._tuple,
    "choice": FileBuilder._choice,
    "await": FileBuilder._unary,
    "unwrap": FileBuilder._unary,
    "indirect": FileBuilder._unary,
    "cast": FileBuilder._unary,
    "element": FileBuilder._unary,
    "pass": FileBuilder._pass,
    "self": FileBuilder._constant,
    "super": FileBuilder._constant,
    "unknown": FileBuilder._constant,
    "closure": FileBuilder._closure,
    "function": FileBuilder._function_type,
}
