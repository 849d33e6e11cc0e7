"""Put what was captured in one file in order: ordinals, scopes, names, and places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cairn.extract.builder import FileBuilder
from cairn.extract.docs import clean_doc, comment_above, docstring, inner_doc
from cairn.extract.outline import Definition, Extraction
from cairn.extract.ranges import Nesting
from cairn.languages.building import children_of
from cairn.semantics.definition import FoundDefinition, FoundReference, FoundScope
from cairn.semantics.expressions import SCOPED, UNKNOWN, Expr
from cairn.semantics.facts import Binding, EntityFact, Facts, Import, Reference
from cairn.semantics.flags import ANONYMOUS, FREE, HOOKED, NAMELESS, NONE, PROMOTED, PROTOTYPE, UNBOUND, Flag, Flags
from cairn.semantics.kinds import CALLS, CLASS, CONSTANT, DEPENDS_ON, FIELD, FUNCTION, MACRO, METHOD, MODULE, NAMESPACE

SIGNATURE_LIMIT = 400  # characters
LONG_LINES = 60  # a definition longer than this may be cut at its statements
_HEAD_COMMENT = re.compile(r"([:{])\s+(?:#|//).*$")
_VALUES = frozenset({CONSTANT, FIELD})
_CALLABLE = frozenset({FUNCTION, METHOD})


def assemble(builder: FileBuilder) -> Extraction:
    """Give ordinals, parents, scopes and anchors to what `builder` holds, and let go of its trees on the way."""
    found = _ordered(builder)
    places = _Places(builder, found)
    kept = _keep(builder, found, places)
    module_doc, breaks = _module_doc(builder), _breaks(kept)
    _read_nodes(builder, kept)
    builder.release()
    places.lay_scopes(kept)
    definitions = _definitions(builder, kept, module_doc)
    entities = _entity_facts(builder, kept, places)
    bindings = _bindings(builder, places, kept)
    imports = [
        Import(places.scope(pos), module, name, alias, line, pos, how) for module, name, alias, line, pos, how in builder.imports
    ]
    references = _references(builder, places, bindings, imports, kept)
    if builder.attached:
        builder.extra["attached"] = [(places.scope(row.pos), *row[1:]) for row in builder.attached]
    facts = Facts(_closures(builder.exprs, places), places.table(), entities, bindings, imports, references, builder.extra)
    return Extraction(definitions, facts, breaks, [])


class _Places:
    """Answers, for a byte, which scope and which entity lie innermost around it."""

    def __init__(self, builder: FileBuilder, found: list[FoundDefinition]) -> None:
        self._builder, self._found = builder, found
        self.nesting = Nesting([(d.start, d.end) for d in found])
        self._scopes: list[FoundScope] = []

    def lay_scopes(self, kept: list[FoundDefinition]) -> None:
        """Order the scopes: the module's is 0, then the bodies of definitions and what was captured."""
        has_others = bool(self._builder.scopes)
        bodies = {d.inside for d in kept if d.inside is not None} if has_others else frozenset()
        scopes = [scope for scope in self._builder.scopes if (scope.start, scope.end) not in bodies]
        for definition in kept:
            if definition.inside is not None:
                kind = "function" if definition.kind in _CALLABLE or definition.kind == MACRO else "class"
                kind = "namespace" if definition.kind == NAMESPACE else kind
                scopes.append(FoundScope(kind, *definition.inside, definition))
        scopes.sort(key=lambda s: (s.start, -s.end, s.definition is None))
        self._scopes = [FoundScope("module", 0, len(self._builder.source) + 1), *scopes]
        self._scope_nesting = Nesting([(s.start, s.end) for s in self._scopes])
        self._starts: dict[int, int] = {}
        for index, scope in enumerate(self._scopes):
            self._starts.setdefault(scope.start, index) if index else None
        self.body_of = {s.definition.ordinal: i for i, s in enumerate(self._scopes) if s.definition is not None}

    def table(self) -> list[tuple[str, int, int, int, int]]:
        rows = []
        for index, scope in enumerate(self._scopes):
            owner = scope.definition.ordinal if scope.definition is not None else (0 if index == 0 else -1)
            rows.append((scope.kind, self._scope_nesting.parents[index], scope.start, scope.end, owner))
        return rows

    def scope(self, position: int) -> int:
        return max(self._scope_nesting.innermost(position), 0)

    def scope_from(self, start: int) -> int:
        """The scope that begins at a byte; the innermost around it if none does."""
        return self._starts.get(start, self.scope(start))

    def home(self, definition: FoundDefinition) -> int:
        """The scope that binds the definition's name: the innermost that holds its whole range."""
        if definition.home_start >= 0:
            return self.scope_from(definition.home_start)
        index = self.scope(definition.start)
        while index > 0 and (self._scopes[index].end < definition.end or self._scopes[index].definition is definition):
            index = self._scope_nesting.parents[index]
        return max(index, 0)

    def scopes(self, positions: Sequence[int]) -> list[int]:
        """`scope` of each of many positions, which ascend."""
        return [max(index, 0) for index in self._scope_nesting.innermost_of_each(positions)]

    def arounds(self, positions: Sequence[int]) -> list[int]:
        """The number, in `found`, of the definition around each of many positions, which ascend; -1 for none."""
        return self.nesting.innermost_of_each(positions)

    def entities(self) -> tuple[list[int], list[int]]:
        """For each definition of `found` the ordinal of the entity that it is or lies in; the byte from which on a call in it
        runs in it, or one behind all where that has to be looked at.
        """
        ordinals: list[int] = []
        begins: list[int] = []
        are_values_around, behind = self._builder.record.values_run_around, len(self._builder.source) + 1
        for definition, parent in zip(self._found, self.nesting.parents, strict=True):
            own = self._own(definition)
            ordinals.append(own or (ordinals[parent] if parent >= 0 else 0))
            is_value_around = are_values_around and definition.kind in _VALUES
            begins.append(definition.begin if own and not is_value_around else behind)
        return ordinals, begins

    def _own(self, definition: FoundDefinition) -> int:
        """The ordinal of the entity that a definition is; 0 if it is none."""
        if definition.merged_into is not None and definition.merged_into.ordinal > 0:
            return definition.merged_into.ordinal
        # What stands in an anonymous one runs where it stands.
        return definition.ordinal if definition.ordinal > 0 and ANONYMOUS not in definition.flags else 0

    def running_entity(self, position: int, index: int) -> int:
        """The ordinal of the entity in which a byte that lies in definition `index` of `found` runs.

        What runs in a decorator does so where the definition stands, not in it.
        """
        while index >= 0:
            definition = self._found[index]
            is_around = definition.kind in _VALUES and self._builder.record.values_run_around
            if position >= definition.begin and not is_around and (own := self._own(definition)):
                return own
            index = self.nesting.parents[index]
        return 0


def _ordered(builder: FileBuilder) -> list[FoundDefinition]:
    """One definition for each name's place (the earlier pattern wins), widened by its wrappers, in source order."""
    by_place: dict[int, FoundDefinition] = {}
    for definition in builder.definitions:
        known = by_place.get(definition.name_pos)
        if known is None or definition.pattern < known.pattern:
            by_place[definition.name_pos] = definition
    found = list(by_place.values())
    shared: dict[Flags, set[Flag]] = {}  # an empty set for each definition takes as much as half of its row
    for definition in found:
        definition.begin = definition.node.start_byte
        _widen(builder, definition)
        definition.flags = shared.setdefault(frozenset(definition.flags), definition.flags)
    found.sort(key=lambda d: (d.start, -d.end, d.name_pos))
    return found


def _widen(builder: FileBuilder, definition: FoundDefinition) -> None:
    """Take the wrappers around a definition (decorators, export, declaration) into its range."""
    record, outer = builder.record, definition.node
    while record.wrappers and (parent := builder.parent(outer)) is not None and parent.type in record.wrappers:
        if sum(child.type == outer.type for child in parent.named_children) > 1:
            break
        outer = parent
        if parent.type in record.wrapper_flags:
            definition.flags.add(record.wrapper_flags[parent.type])
        if record.decorators:
            found = [
                builder.expr(c.named_child(0)) for c in parent.children if c.type in record.decorators and c.named_child_count
            ]
            definition.decorators += tuple(found)
    if record.decorators:
        own = [c for c in children_of(definition.node) if c.type in record.decorators and c.named_child_count]
        definition.decorators += tuple(builder.expr(c.named_child(0)) for c in own)
    definition.outer = outer
    definition.start, definition.end = outer.start_byte, outer.end_byte
    after = outer.next_named_sibling if record.trailing else None
    while after is not None and (after.type in record.trailing or after.type in record.comments):
        if after.type in record.trailing:
            definition.end, definition.end_line = after.end_byte, after.end_point[0] + 1
        after = after.next_named_sibling
    if record.leading:
        before = builder.before(outer)
        while before is not None and (before.type in record.leading or before.type in record.comments):
            outer = before if before.type in record.leading else outer
            before = builder.before(before)
        definition.start, definition.start_line = outer.start_byte, outer.start_point[0] + 1


def _keep(builder: FileBuilder, found: list[FoundDefinition], places: _Places) -> list[FoundDefinition]:
    """Leave out local values and what is merged into another; give ordinals and parents."""
    kept: list[FoundDefinition] = []
    class_kinds = builder.record.class_kinds
    for index, definition in enumerate(found):
        above = places.nesting.parents[index]
        is_promoted = PROMOTED in definition.flags  # a parameter of a constructor that is a field of its class
        while above >= 0 and (found[above].ordinal < 0 or (is_promoted and found[above].kind in _CALLABLE)):
            above = places.nesting.parents[above]
        parent = found[above] if above >= 0 else None
        if definition.merged_into is not None or (definition.kind in _VALUES and parent is not None and parent.kind in _CALLABLE):
            continue
        definition.parent = parent
        if parent is not None and parent.kind in class_kinds and definition.owner < 0:
            definition.kind = {"function": "method", "constant": "field"}.get(definition.kind, definition.kind)
        if parent is not None and parent.kind == CLASS and definition.kind == FIELD and definition.home_start < 0:
            _bind_in_body(definition, parent)
        definition.ordinal = len(kept) + 1
        kept.append(definition)
    named = {d.name: d for d in reversed(kept) if d.kind in class_kinds}
    for definition in kept:
        if definition.owner >= 0:
            is_method = definition.kind == FUNCTION and FREE not in definition.flags
            definition.kind = METHOD if is_method else definition.kind
            owner = named.get(definition.owner_name)
            if owner is None and UNBOUND in definition.flags:
                owner = next((d for d in kept if d.name == definition.owner_name and d.kind in (FUNCTION, CONSTANT)), None)
            definition.parent = owner or definition.parent
    return kept


def _bind_in_body(definition: FoundDefinition, parent: FoundDefinition) -> None:
    """A field that the head of its class declares (`record A(int x)`) has its name in the body, and nowhere without one."""
    if parent.body is None:
        definition.flags = definition.flags | {UNBOUND}
    elif definition.name_pos < parent.body.start_byte:
        definition.home_start = parent.body.start_byte


def _module_doc(builder: FileBuilder) -> str:
    """The documentation of the file as a whole."""
    assert builder.main is not None
    root = builder.main.root_node
    return clean_doc((docstring(builder, root) if builder.record.doc_in_body else "") or inner_doc(builder, root))


def _read_nodes(builder: FileBuilder, kept: list[FoundDefinition]) -> None:
    """Read what the nodes of definitions still have to say, and let go of them one by one."""
    for d in kept:
        d.start_line, d.end_line = d.start_line or d.outer.start_point[0] + 1, d.end_line or d.outer.end_point[0] + 1
        if d.outer.end_point[1] == 0 and d.end_line > d.start_line:
            d.end_line -= 1
        text = d.doc or (docstring(builder, d.body) if builder.record.doc_in_body else "")
        text = text or (inner_doc(builder, d.body) if d.kind == NAMESPACE else "") or comment_above(builder, d.outer)
        d.doc, d.signature = clean_doc(text), _signature(builder, d)
        d.inside = (d.body.start_byte, d.body.end_byte) if d.body is not None else None
        d.node = d.body = d.outer = None


def _definitions(builder: FileBuilder, kept: list[FoundDefinition], module_doc: str) -> list[Definition]:
    source = builder.source
    name = builder.path.rpartition("/")[2].partition(".")[0]
    lines = source.count(b"\n") + (0 if source.endswith(b"\n") or not source else 1)
    rows = [Definition(MODULE, name or builder.path, "", "", -1, 1, max(lines, 1), 0, 0, len(source), "", module_doc, True)]
    anchors = _anchors(kept)
    for d in kept:
        qualname, anchor = anchors[d.ordinal]
        parent = d.parent.ordinal if d.parent is not None else 0
        exported = builder.record.is_exported(d.name, frozenset(d.flags))
        rows.append(
            Definition(
                d.kind, d.name, qualname, anchor, parent, d.start_line, d.end_line, d.name_line, d.start, d.end, d.signature,
                d.doc, exported,
            )
        )  # fmt: skip
    return rows


def _anchors(kept: list[FoundDefinition]) -> dict[int, tuple[str, str]]:
    """Qualified name and anchor by ordinal; of two with one name, what only announces the other is the second."""
    found: dict[int, tuple[str, str]] = {}
    counts = {"": 1}  # the module has no name, and what broken code leaves without one is no second module
    for d in sorted(kept, key=lambda d: PROTOTYPE in d.flags):
        qualname = _qualname(d)
        anchor = qualname + d.anchor_suffix
        counts[anchor] = count = counts.get(anchor, 0) + 1
        found[d.ordinal] = (qualname, f"{anchor}~{count}" if count > 1 else anchor)
    return found


def _qualname(definition: FoundDefinition) -> str:
    parts = [definition.name]
    if definition.owner >= 0 and (definition.parent is None or definition.parent.name != definition.owner_name):
        parts.append(definition.owner_name)
    parent = definition.parent
    while parent is not None:
        if NAMELESS not in parent.flags:
            parts.append(parent.name)
        parent = parent.parent
    return ".".join(reversed(parts))


def _signature(builder: FileBuilder, d: FoundDefinition) -> str:
    """The text of a definition up to its body, on one line."""
    if d.signature:
        return d.signature[:SIGNATURE_LIMIT]
    end = d.body.start_byte if d.body is not None and d.kind not in _VALUES else d.node.end_byte
    text = builder.source[d.node.start_byte : min(end, d.node.start_byte + 4 * SIGNATURE_LIMIT)].decode("utf-8", "replace")
    if d.body is not None:
        text = _without_comments(text.rstrip(), builder.record.line_comment)
    text = " ".join(text.split())
    # What begins a body ends no signature.
    text = text[:-2] if text.endswith("=>") else text[:-1] if text.endswith((":", "{", "=")) else text
    return text.rstrip()[:SIGNATURE_LIMIT]


def _without_comments(head: str, mark: str) -> str:
    """A head without the comments between it and the body, which belong to neither."""
    if mark not in head:
        return head
    lines = head.split("\n")
    while len(lines) > 1 and lines[-1].lstrip().startswith(mark):
        lines.pop()
    return "\n".join([*lines[:-1], _HEAD_COMMENT.sub(r"\1", lines[-1])])


def _entity_facts(builder: FileBuilder, kept: list[FoundDefinition], places: _Places) -> list[EntityFact]:
    name = builder.path.rpartition("/")[2].partition(".")[0]
    facts = [EntityFact(MODULE, name, -1, -1, 0, 0, 0, (), (), -1, -1, -1, -1, (), ())]
    for d in kept:
        parent = d.parent.ordinal if d.parent is not None else 0
        scope = places.body_of.get(d.ordinal, -1)
        facts.append(
            EntityFact(
                d.kind, d.name, parent, places.home(d), scope, d.name_pos, d.name_line, d.bases, d.params, d.returns,
                d.value, d.type, d.owner, d.type_params, d.decorators, frozenset(d.flags) if d.flags else NONE, d.mark,
                d.stands_for,
            )
        )  # fmt: skip
    return facts


def _bindings(builder: FileBuilder, places: _Places, kept: list[FoundDefinition]) -> list[Binding]:
    rows = []
    positions = sorted({binding.pos for binding in builder.bindings})
    scopes = dict(zip(positions, places.scopes(positions), strict=True))
    for name, pos, type_, value, how, at, since in builder.bindings:
        rows.append(Binding(places.scope_from(at) if at >= 0 else scopes[pos], name, since, type_, value, how))
    for d in kept:
        scope = places.body_of.get(d.ordinal, -1)
        if scope >= 0 and d.kind in _CALLABLE and builder.record.bind_parameters is None:
            for name, type_, default in d.params:
                plain = name.lstrip("*&.")
                if plain != name:
                    rest = builder.record.rest_types.get(name[: -len(plain)]) if plain else None
                    type_ = builder.intern(("name", rest)) if rest else -1
                rows.append(Binding(scope, plain, d.name_pos, type_, default, "param"))
    rows.sort(key=lambda b: (b.scope, b.pos))
    return rows


def _references(
    builder: FileBuilder, places: _Places, bindings: list[Binding], imports: list[Import], kept: list[FoundDefinition]
) -> list[Reference]:
    """References in source order, one a place; values of local variables are no references to anything."""
    used, uses = _used(builder, bindings, imports, kept)
    is_local = _LocalNames(places, bindings, imports, kept)
    ordinals, begins = places.entities()
    hooked = {d.ordinal for d in kept if HOOKED in d.flags}
    are_values_around = builder.record.values_run_around
    positions = sorted(used)
    lines = _line_numbers(builder.source, positions)
    rows: list[Reference] = []
    add, new = rows.append, tuple.__new__
    for pos, scope, around, line in zip(positions, places.scopes(positions), places.arounds(positions), lines, strict=True):
        kind, expr, name, _, args = used[pos]
        if pos in uses and is_local[scope, name]:
            continue
        entity = value = ordinals[around] if around >= 0 else 0
        if kind == CALLS and around >= 0 and pos < begins[around]:
            entity = places.running_entity(pos, around)
        # As `Reference(...)` in less time.
        add(new(Reference, (kind, expr, scope, entity, name, line, pos, args)))
        if kind == CALLS and entity in hooked:
            add(Reference(kind, expr, scope, 0, name, line, pos, args))
        if kind == CALLS and are_values_around and value != entity:
            add(Reference(DEPENDS_ON, expr, scope, value, name, line, pos, args))
    return rows


def _used(
    builder: FileBuilder, bindings: list[Binding], imports: list[Import], kept: list[FoundDefinition]
) -> tuple[dict[int, FoundReference], set[int]]:
    """References by their places, but for those to names that the file does not know; and the places of uses of bare names."""
    used: dict[int, FoundReference] = {}
    for row in builder.references:
        known = used.setdefault(row[3], row)
        if known is not row and _rank(builder, row) > _rank(builder, known):
            used[row.pos] = row
    for d in kept:
        used.pop(d.name_pos, None)
    has_star = any(i.name == "*" and i.how != "export" for i in imports)
    is_open, builtins = has_star or builder.record.shares_names, builder.record.builtins
    known_names = {d.name for d in kept} | {i.alias or i.name for i in imports} | {b.name for b in bindings}
    exprs = [*builder.exprs, UNKNOWN]  # the last is that of -1
    uses: set[int] = set()
    dropped: list[int] = []
    for pos, (kind, expr, name, _, _) in used.items():
        shape = exprs[expr]
        if shape[0] != "name" or not (bare := shape[1]):
            continue
        is_use = kind == DEPENDS_ON and bare == name
        if name not in known_names and ((not has_star and bare in builtins) or (is_use and not is_open)):
            dropped.append(pos)
        elif is_use:
            uses.add(pos)
    for pos in dropped:
        del used[pos]
    return used, uses


def _line_numbers(source: bytes, positions: Sequence[int]) -> Iterator[int]:
    """The 1-based lines of positions, which ascend."""
    line, counted = 1, 0
    for pos in positions:
        line += source.count(b"\n", counted, pos)
        counted = pos
        yield line


def _rank(builder: FileBuilder, row: FoundReference) -> tuple[int, bool]:
    """Of two references at one place the stronger kind counts, then the one that knows whose member it is."""
    return _STRENGTH[row.kind], row.expr >= 0 and builder.exprs[row.expr][0] == "member"


_STRENGTH = {"depends_on": 0, "references": 0, "imports": 1, "calls": 2, "inherits": 3}


class _LocalNames(dict[tuple[int, str], bool]):
    """Whether a name, in a scope, means a variable or parameter of a function around it."""

    def __init__(self, places: _Places, bindings: list[Binding], imports: list[Import], kept: list[FoundDefinition]) -> None:
        super().__init__()
        self._table = places.table()
        for definition in kept:
            self[places.home(definition), definition.name] = False
        for imported in imports:
            self[imported.scope, imported.alias or imported.name] = False
        for scope, name, _, _, _, how in bindings:
            if how not in ("field", "assign") and name:  # an assignment declares nothing
                self.setdefault((scope, name), scope > 0 and self._table[scope][0] != "class")

    def __missing__(self, key: tuple[int, str]) -> bool:
        scope, name = key
        passed = []
        while scope > 0 and (scope, name) not in self:
            passed.append(scope)
            scope = self._table[scope][1]
        is_local = scope > 0 and self[scope, name]
        self.update(((inner, name), is_local) for inner in passed)
        return is_local


def _closures(exprs: list[Expr], places: _Places) -> list[Expr]:
    """Closures and comprehensions were bound to a byte; bind them to the scope that begins there."""
    return [_in_scope(expr, places) if expr[0] in SCOPED else expr for expr in exprs]


def _in_scope(expr: Expr, places: _Places) -> Expr:
    if expr[0] == "closure":
        return ("closure", places.scope_from(expr[1]), *expr[2:])
    return ("scoped", places.scope_from(expr[1]), expr[2]) if expr[0] == "scoped" else expr


def _breaks(kept: list[FoundDefinition]) -> list[int]:
    """Lines at which the statements of long definitions begin."""
    lines: set[int] = set()
    stack = [d.body for d in kept if d.body is not None and d.body.end_point[0] - d.body.start_point[0] > LONG_LINES]
    while stack:
        for child in stack.pop().named_children:
            lines.add(child.start_point[0] + 1)
            if child.end_point[0] - child.start_point[0] > LONG_LINES // 2:
                stack.append(child)
    return sorted(lines)
