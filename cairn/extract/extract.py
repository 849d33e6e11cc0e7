"""One file to its definitions and facts: parse, query, read the captures, put them in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from importlib import resources
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, cast

from cairn.extract.assemble import assemble
from cairn.extract.builder import MAX_ITEMS, MEMO_LIMIT_BYTES, FileBuilder, Kinds, kinds_of
from cairn.extract.mistakes import unread_syntax
from cairn.extract.outline import Definition, Extraction
from cairn.extract.parse import PARSE_LIMIT_S, parse, parse_piece
from cairn.semantics.definition import FoundBinding, FoundDefinition, FoundImport, FoundReference, FoundScope
from cairn.semantics.expressions import OperandWord, operand
from cairn.semantics.facts import EntityFact, Facts
from cairn.semantics.flags import flags_in, flags_of_text
from cairn.semantics.kinds import CALLS, DEPENDS_ON, MODULE
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Query, Tree

QUERY_DEPTH = 1_000  # of a tree: what people write is not a tenth as deep
CHAINED_BYTES = 20_000  # a shorter text holds no chain whose length is felt
EMBEDDED_DEPTH = 4  # macros in macros
RANGE_BYTES = 250_000  # of a longer text so much is queried at once: the matches of 8 MB of functions took 650 MB


class _Grammar:
    """A parser and the compiled query of one language, made once a process."""

    def __init__(self, record: Language) -> None:
        import tree_sitter
        from tree_sitter_language_pack import get_language

        self.language = get_language(record.grammar)  # type: ignore[arg-type]  # names are checked by a test
        self.parser: Parser = tree_sitter.Parser(self.language)
        folder = record.query_folder or record.name
        text = resources.files("cairn.languages").joinpath(folder, "tags.scm").read_text("utf-8") if record.has_query else ""
        self.query: Query = tree_sitter.Query(self.language, text + record.extra_query)
        source = (text + record.extra_query).encode("utf-8")
        self.plans = [_plan(self.query, number, source) for number in range(self.query.pattern_count)]

        self._kinds: dict[str, Kinds] = {}

    def kinds(self, record: Language) -> Kinds:
        """What a language, which is another for a text inside of a text, makes of the types of nodes."""
        if record.name not in self._kinds:
            self._kinds[record.name] = kinds_of(record, self.language)
        return self._kinds[record.name]

    def matches(self, root: Node, range_bytes: int = 0) -> Iterator[list[Match]]:
        """Every match in the tree: at once, or those in about so many bytes of what stands directly in the root.

        The library's progress callback crashes the process during a query, so nothing bounds this
        but the caller's watchdog; it takes time in proportion to the tree, and to its depth down to
        `QUERY_DEPTH`: what lies deeper is not looked at.
        """
        import tree_sitter

        cursor = tree_sitter.QueryCursor(self.query)
        cursor.set_max_start_depth(QUERY_DEPTH)
        for start, end in _ranges(root, range_bytes) if range_bytes else ():
            cursor.set_byte_range(start, end)
            yield cursor.matches(root)
        if not range_bytes:
            yield cursor.matches(root)


def _ranges(root: Node, size: int) -> Iterator[tuple[int, int]]:
    """Cut a text where a child of the root begins: no pattern asks for more than one of these."""
    walk = root.walk()
    start = 0
    while (start + size < root.end_byte) and walk.goto_first_child_for_byte(start + size) is not None:
        node = walk.node
        assert node is not None
        end = node.start_byte if node.start_byte > start else node.end_byte
        yield start, end
        start = end
        walk.reset(root)
    yield start, root.end_byte + 1


def extract(record: Language | None, path: str, source: bytes) -> Extraction:
    """Find the definitions and facts of one file; a text without a language has its module only.

    `source` is UTF-8. A text with syntax errors yields what can be read; one that takes longer to
    parse than `PARSE_LIMIT_S` yields the module alone and a warning.
    """
    if record is None or not (record.has_query or record.extra_query or record.read_as):
        return _module_only(path, source)
    if record.read_as is not None:
        return _extract_inside(record, path, source)
    grammar = grammar_of(record)
    tree = parse(grammar.parser, record.mask(source) if record.mask is not None else source)
    if tree is not None and tree.root_node.has_error and record.mend is not None:
        tree = parse(grammar.parser, record.mend(source))
    if tree is None:
        return _module_only(path, source, [_TOO_SLOW])
    builder = FileBuilder(record, path, source, tree)
    del tree  # which only the builder shall hold: see `_extracted`
    return _extracted(builder, grammar, source)


def _extract_inside(record: Language, path: str, source: bytes) -> Extraction:
    """Read a file for the code of another language inside, and for what its own query finds around that."""
    assert record.read_as is not None
    reader, seen = record.read_as(source)
    builder = FileBuilder(reader, path, source)
    if record.has_query:
        around = parse(grammar_of(record).parser, source)
        if around is not None:
            _read(builder, grammar_of(record), around, source, 0)
    grammar = grammar_of(reader)
    tree = parse(grammar.parser, seen)
    if tree is not None and tree.root_node.has_error and reader.mend is not None:
        tree = parse(grammar.parser, reader.mend(seen))
    if tree is None:
        return _module_only(path, source, [_TOO_SLOW])
    builder.main = tree
    del tree
    return _extracted(builder, grammar, seen)


def _extracted(builder: FileBuilder, grammar: _Grammar, source: bytes) -> Extraction:
    """Read the main tree, put together what was read, and tell what could not be."""
    record, tree = builder.record, builder.main
    assert tree is not None
    _read(builder, grammar, tree, source, 0)
    if record.finish is not None:
        record.finish(builder)
    # Of languages without roles only names are read.
    warnings = unread_syntax(tree, source, has_macros=record.has_macros) if record.roles is not None else []
    del tree  # as large as all that is made of it: `assemble` lets go of it
    extraction = assemble(builder)
    extraction.warnings.extend(warnings)
    return extraction


_TOO_SLOW = f"parsing took longer than {PARSE_LIMIT_S:g} s; only the text is indexed"
_GRAMMARS: dict[str, _Grammar] = {}


def grammar_of(record: Language) -> _Grammar:
    """The parser and the compiled query of a language."""
    if record.name not in _GRAMMARS:
        _GRAMMARS[record.name] = _Grammar(record)
    return _GRAMMARS[record.name]


def _read(builder: FileBuilder, grammar: _Grammar, tree: Tree, source: bytes, depth: int) -> None:
    """Read all captures of a tree, then those of the pieces that are parsed again (macro arguments)."""
    builder.trees.append(tree)
    builder.enter(grammar.kinds(builder.record))
    for matches in grammar.matches(tree.root_node, RANGE_BYTES if len(source) > RANGE_BYTES else 0):
        _read_matches(builder, grammar.plans, matches)
        matches.clear()
    embedded = builder.record.embedded
    if embedded is None or depth >= EMBEDDED_DEPTH:
        return
    pieces = sorted(embedded(tree, source))
    if not pieces:
        return
    changed, before, row = bytearray(source), 0, 0
    for start, end, text in pieces:
        changed[start:end] = text
    whole = bytes(changed)
    for start, end, _ in pieces:
        row += source.count(b"\n", before, start)
        before = start
        piece = parse_piece(grammar.parser, whole, start, end, row)
        if piece is not None:
            _read(builder, grammar, piece, whole, depth + 1)


def _read_matches(builder: FileBuilder, plans: list[_Plan], matches: list[Match]) -> None:
    """Read definitions and the like first, then calls by bare names, then other uses of these."""
    others: list[Match] = []
    groups: list[list[Match]] = [others if plan.reader is not None else [] for plan in plans]
    for match in matches:
        groups[match[0]].append(match)
    if len(builder.source) > CHAINED_BYTES:
        # What ends first is read first: a chain of calls is then put together link by link, not down to its root for each.
        others.sort(key=lambda match: match[1][plans[match[0]].head][0].end_byte)
    for pattern, captures in others:
        reader, head, kind, settings = plans[pattern]
        assert reader is not None
        reader(builder, captures, head, kind, settings, pattern)
    for kind in (CALLS, DEPENDS_ON):
        names = _BareNames(builder, kind)
        for plan, group in zip(plans, groups, strict=True):
            if group and plan.reader is None and plan.kind == kind:
                names.read(group, plan)
        names.read_chains()


Settings = dict[str, "str | None"]  # `#set! key value` of a pattern
_CAPTURE = re.compile(r"@([a-z][\w.]*)")
_PARTS = frozenset({"import.name", "import.module", "import.alias", "export.name"})


class _Plan(NamedTuple):
    """How the matches of one pattern are read: `kind` is the second word of its main capture.

    Without a reader nothing but names of one kind of use were captured, which are read together.
    """

    reader: Callable[..., None] | None
    head: str
    kind: str
    settings: Settings


def _plan(query: Query, number: int, source: bytes) -> _Plan:
    pattern = source[query.start_byte_for_pattern(number) : query.end_byte_for_pattern(number)].decode("utf-8")
    captures = _CAPTURE.findall(pattern)
    # The last is that of the outermost node.
    head = [name for name in captures if name.partition(".")[0] in _READERS and name not in _PARTS][-1]
    main, _, kind = head.partition(".")
    settings = dict(query.pattern_settings(number))
    is_plain = main == "reference" and not settings and {*captures} <= {head, "name"}
    reader = _read_children if "children" in settings else _READERS[main]
    return _Plan(None if is_plain else reader, head, kind, settings)


Captures = dict[str, "list[Node]"]
Match = tuple[int, Captures]


def _first(captures: Captures, name: str) -> Node | None:
    nodes = captures.get(name)
    return nodes[0] if nodes else None


def _read_definition(builder: FileBuilder, captures: Captures, head: str, kind: str, settings: Settings, pattern: int) -> None:
    node, name = captures[head][0], _first(captures, "name")
    text = settings.get("name") or (builder.text(name) if name is not None else "")
    if not text:
        return
    where = name if name is not None else node
    found = FoundDefinition(kind, text, node, node.start_byte, node.end_byte, where.start_byte, where.start_point[0] + 1)
    found.body = _first(captures, "body")
    found.bases = tuple(
        e
        for base in captures.get("base", ())
        for n in builder.expand(base)
        if builder.exprs[e := builder.expr(n)] != ("unknown",)
    )
    found.params = tuple(p for node_ in captures.get("parameter", ()) for p in builder.parameters(node_))
    found.returns = builder.expr(_first(captures, "returns"))
    found.type = builder.expr(_first(captures, "type"))
    found.value = builder.expr(_first(captures, "value"))
    owner = _first(captures, "owner")
    if owner is not None:
        found.owner, found.owner_name = builder.expr(owner), builder.text(owner)
    found.flags.update(flags_of_text(str(settings.get("flags") or "")))
    found.flags |= flags_in(map(builder.text, captures.get("modifier", ())), builder.record.modifiers)
    found.pattern = pattern
    bounds = captures.get("type.parameter")
    if bounds:
        found.type_params = tuple((n, b) for holder in bounds for n, b, _ in builder.parameters(holder))
    doc = _first(captures, "doc")
    found.doc = builder.text(doc) if doc is not None else ""
    builder.definitions.append(found)


def _read_reference(builder: FileBuilder, captures: Captures, head: str, kind: str, settings: Settings, pattern: int) -> None:
    """A use of a name: of `@name` as a member of `@receiver`; without one, of the whole captured
    node if that is a member access, else of `@name`, or of the captured node itself.
    """
    node = captures[head][0]
    args = builder.arguments(captures["arguments"][0]) if "arguments" in captures else ()
    is_plain = "receiver" not in captures and "suffix" not in settings
    for name in captures.get("name") or (node,):
        if is_plain:
            expr = builder.expr(node if name is not node and builder.is_member(node) else name)
            text = builder.last_name(expr) or builder.text(name)
        else:
            text = builder.text(name)
            expr = _spelled_apart(builder, captures, settings, text)
        expr = builder.intern(("new", expr, args)) if "make" in settings else expr
        if kind == CALLS:
            builder.called.add(name.start_byte)
        builder.references.append(FoundReference(kind, expr, text, name.start_byte, args))


class _BareNames:
    """Reads uses of names of which nothing else was captured, as `_read_reference` does: three in four of all matches."""

    def __init__(self, builder: FileBuilder, kind: str) -> None:
        self._builder, self._kind = builder, kind
        self._read: dict[tuple[int, bytes], tuple[int, str]] = {}  # by the kind and the text of a node
        self._chains: list[tuple[int, Captures, _Plan]] = []
        self._waits = len(builder.source) > CHAINED_BYTES

    def read(self, matches: Iterable[Match], plan: _Plan) -> None:
        """Add the uses that one pattern has found."""
        builder, head, kind, read = self._builder, plan.head, self._kind, self._read
        source, called, members, add = builder.source, builder.called, builder.kinds.members, builder.references.append
        is_call = kind == CALLS
        for _, captures in matches:
            node = whole = captures[head][0]
            start, number = node.start_byte, node.kind_id
            pos = start
            if "name" in captures:
                node = captures["name"][0]
                pos = node.start_byte
                if number not in members:
                    whole, start, number = node, pos, node.kind_id
            if is_call:
                called.add(pos)
            elif pos in called:  # the weaker kind of two at one place is left out later anyway
                continue
            key = (number, source[start : whole.end_byte])
            known = read.get(key)
            if known is None:
                if self._waits and len(key[1]) > MEMO_LIMIT_BYTES:
                    self._chains.append((whole.end_byte, captures, plan))
                    continue
                expr = builder.expr(whole)
                known = (expr, builder.last_name(expr) or builder.text(node).rpartition("::")[2])
                if builder.is_remembered(*key):
                    read[key] = known
            # As `FoundReference(...)` in half the time.
            add(tuple.__new__(FoundReference, (kind, known[0], known[1], pos, ())))

    def read_chains(self) -> None:
        """Add the uses that were put off since they are long: those that end first are read first, as above."""
        self._waits = False
        for _, captures, plan in sorted(self._chains, key=itemgetter(0)):
            self.read([(0, captures)], plan)


def _read_children(builder: FileBuilder, captures: Captures, head: str, kind: str, settings: Settings, pattern: int) -> None:
    """Uses of the names that stand directly in a node: `a` and `b` of `a + b`."""
    wanted, called = settings["children"], builder.called
    for name in captures[head][0].named_children:
        if name.type != wanted:
            continue
        if kind == CALLS:
            called.add(name.start_byte)
        elif name.start_byte in called:
            continue
        expr = builder.expr(name)
        builder.references.append(FoundReference(kind, expr, builder.last_name(expr) or builder.text(name), name.start_byte))


def _spelled_apart(builder: FileBuilder, captures: Captures, settings: Settings, text: str) -> int:
    """The expression of a name whose receiver was captured, or that is known under a suffix."""
    name = text + (settings.get("suffix") or "")
    receiver = _first(captures, "receiver")
    if receiver is None:
        return builder.intern(("name", name))
    owner = builder.expr(receiver)
    owner = builder.before_path(owner) if "path" in settings else owner
    owner = builder.intern(operand(cast("OperandWord", settings["through"]), owner)) if "through" in settings else owner
    member = builder.intern(("member", owner, name))
    return builder.intern(("first", (member, builder.intern(("name", name))))) if "or_name" in settings else member


def _read_scope(builder: FileBuilder, captures: Captures, head: str, kind: str, settings: Settings, pattern: int) -> None:
    node = captures[head][0]
    start = node.start_byte
    builder.scopes.append(FoundScope(str(settings.get("scope") or "block"), start, node.end_byte))
    if "name" in captures:  # a name has a narrower type here
        type_, value = builder.expr(_first(captures, "type")), builder.expr(_first(captures, "value"))
        how = str(settings.get("how") or "narrow")
        if how in _WRAPS:
            value, how = builder.intern(operand(_WRAPS[how], value)), "narrow"
        builder.bind(_first(captures, "name"), type_, value, how, start)
    for holder in captures.get("parameter", ()):
        if builder.record.bind_parameters is not None:
            builder.record.bind_parameters(builder, holder, node)
            continue
        for number, child in enumerate(builder.expand(holder)):
            shape = builder.record.parameters.get(child.type)
            if shape is None or callable(shape[0]):
                builder.bind(child, -1, _told_by_callee(builder, node, number), "param", start)
            else:
                target, kind_, default = (builder.child(child, w) if w is not None else None for w in shape)
                told = (
                    builder.expr(default) if kind_ is not None or default is not None else _told_by_callee(builder, node, number)
                )
                builder.bind(target or child, builder.expr(kind_), told, "param", start)


def _told_by_callee(builder: FileBuilder, closure: Node, number: int) -> int:
    """What a parameter without a type is, where its closure is an argument of a call; -1 elsewhere."""
    arguments = closure.parent
    call = arguments.parent if arguments is not None and arguments.type in builder.record.lists else None
    shape = builder.record.expressions.get(call.type) if call is not None else None
    if arguments is None or call is None or shape is None or shape[0] != "call":
        return -1
    place = next((i for i, child in enumerate(builder.expand(arguments)) if child.start_byte == closure.start_byte), -1)
    if place < 0:
        return -1
    callee, others = builder.child(call, shape[1]), list(builder.expand(arguments))[:MAX_ITEMS]
    closures = [builder.record.expressions.get(other.type, ("unknown",))[0] == "closure" for other in others]
    args = tuple(-1 if is_closure else builder.expr(other) for other, is_closure in zip(others, closures, strict=True))
    return builder.intern(("closure_parameter", builder.expr(callee), place, number, args))


_WRAPS: dict[str, OperandWord] = {"iter": "element", "with": "enter", "await": "await", "unwrap": "unwrap", "guard": "guarded"}


def _read_binding(builder: FileBuilder, captures: Captures, head: str, kind: str, settings: Settings, pattern: int) -> None:
    how = str(settings.get("how") or "var")
    type_, value = builder.expr(_first(captures, "type")), builder.expr(_first(captures, "value"))
    if how in _WRAPS:
        if value >= 0:
            value = builder.intern(operand(_WRAPS[how], value))
        how = "var"
    owner = _first(captures, "owner")
    if owner is not None and builder.text(owner) not in builder.record.self_names:
        return
    at = _first(captures, "at")
    is_later = (how == "var" and "how" not in settings) or settings.get("since") == "end"
    since = captures[head][0].end_byte if is_later else -1
    for name in captures.get("name", ()):
        if how == "field":
            text = str(settings.get("name") or builder.text(name))
            builder.bindings.append(FoundBinding(text, name.start_byte, type_, value, "field", -1, name.start_byte))
        else:
            builder.bind(name, type_, value, how, at.start_byte if at is not None else -1, since)


def _read_returns(builder: FileBuilder, captures: Captures, head: str, kind: str, settings: Settings, pattern: int) -> None:
    node = captures[head][0]
    value = builder.expr(_first(captures, "value"))
    builder.bindings.append(
        FoundBinding("", node.start_byte, -1, value, str(settings.get("how") or "return"), -1, node.start_byte)
    )


def _read_import(builder: FileBuilder, captures: Captures, head: str, kind: str, settings: Settings, pattern: int) -> None:
    node = captures[head][0]
    module, alias = _first(captures, "import.module"), _first(captures, "import.alias")
    bound = builder.text(alias) if alias is not None else ""
    spelled = unquote(builder.text(module)) if module is not None else ""
    how = str(settings.get("how") or "")
    for name in captures.get("import.name", ()):
        builder.imports.append(FoundImport(spelled, builder.text(name), bound, name.start_point[0] + 1, node.start_byte, how))
    if "import.name" not in captures:
        where = module if module is not None else node
        builder.imports.append(
            FoundImport(spelled, str(settings.get("name") or ""), bound, where.start_point[0] + 1, node.start_byte, how)
        )


def _read_export(builder: FileBuilder, captures: Captures, head: str, kind: str, settings: Settings, pattern: int) -> None:
    """A name that the file gives to others, and what stands for it."""
    name = str(settings.get("name") or "") or unquote(builder.text(captures["export.name"][0]))
    exports, value = builder.extra.setdefault("exports", {}), builder.expr(_first(captures, "value"))
    exports[name] = builder.intern(("choice", (exports[name], value))) if name == "*" and name in exports else value


def unquote(text: str) -> str:
    """A string literal's text without its marks."""
    return text[1:-1] if len(text) > 1 and text[0] in "\"'`<" and text[-1] in "\"'`>" else text


_READERS = {
    "definition": _read_definition,
    "reference": _read_reference,
    "scope": _read_scope,
    "binding": _read_binding,
    "returns": _read_returns,
    "import": _read_import,
    "export": _read_export,
}


def _module_only(path: str, source: bytes, warnings: list[str] | None = None) -> Extraction:
    name = path.rpartition("/")[2].partition(".")[0]
    lines = source.count(b"\n") + (0 if source.endswith(b"\n") or not source else 1)
    module = Definition(MODULE, name or path, "", "", -1, 1, max(lines, 1), 0, 0, len(source), "", "", True)
    fact = EntityFact(MODULE, name, -1, -1, 0, 0, 0, (), (), -1, -1, -1, -1, (), ())
    facts = Facts([], [("module", -1, 0, len(source), 0)], [fact], [], [], [], {})
    return Extraction([module], facts, [], warnings or [])
