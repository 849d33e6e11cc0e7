"""Rust's definitions, completed: `use` trees, `impl` blocks, `where` clauses, variants."""

from __future__ import annotations

import re
from bisect import bisect_right

from cairn.semantics.builder import Builder
from cairn.semantics.definition import FoundAttachment, FoundDefinition, FoundImport, FoundReference
from cairn.semantics.flags import ASSOCIATED, PUBLIC, UNBOUND, VARIANT
from cairn.semantics.kinds import DEPENDS_ON, MACRO, TRAIT, TYPE

_COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)
_TOKEN = re.compile(r"::|[{},*]|\bas\b|[\w#]+")


def finish(builder: Builder) -> None:
    """Complete what the query alone cannot say."""
    _drop_written(builder)
    uses = _expand_uses(builder)
    headers = {d.node.start_byte: d for d in builder.definitions if d.kind == "impl"}
    starts = sorted(headers)
    used = [row for row in builder.references if not _is_spelling(builder, row, uses)]
    builder.references = [row for row in used if not _is_header(builder, row, headers, starts)]
    _attach(builder)
    for definition in builder.definitions:
        if definition.type_params:
            definition.type_params = _merged(builder, definition.type_params)
        if VARIANT in definition.flags:
            definition.type = builder.intern(("own_type",))


def _drop_written(builder: Builder) -> None:
    """The rules of a macro define where it is called, and use where it stands: their definitions are dropped, their uses kept."""
    rules = sorted((d.node.start_byte, d.node.end_byte) for d in builder.definitions if d.kind == MACRO)
    if not rules:
        return
    builder.definitions = [d for d in builder.definitions if d.kind == MACRO or not _inside(d.node.start_byte, rules)]
    builder.imports = [
        row
        for row in builder.imports
        if not _inside(row.pos, rules) or (row.how == "use" and not _has_variable(builder, row.pos))
    ]
    builder.references = [row for row in builder.references if not (row.name.startswith("$") and _inside(row.pos, rules))]
    builder.attached = [row for row in builder.attached if not _inside(row.pos, rules)]


def _has_variable(builder: Builder, pos: int) -> bool:
    """Whether a `use` names what only the call of a macro gives."""
    end = builder.source.find(b";", pos)
    return re.search(rb"\$(?!crate\b)", builder.source[pos : end if end >= 0 else None]) is not None


def _is_spelling(builder: Builder, row: FoundReference, uses: list[tuple[int, int]]) -> bool:
    """Whether a reference only spells a path: in a `use`, or a module before `::`."""
    if row.kind != DEPENDS_ON:
        return False
    if row.name[:1].islower() and builder.source.startswith(b"::", row.pos + len(row.name.encode())):
        return True
    return _inside(row.pos, uses)


def _is_header(builder: Builder, row: FoundReference, headers: dict[int, FoundDefinition], starts: list[int]) -> bool:
    """Whether a reference is the trait or the type of an `impl`: it inherits, and is no second use."""
    number = bisect_right(starts, row.pos) - 1
    if number < 0 or row.kind != DEPENDS_ON:
        return False
    block = headers[starts[number]]
    if block.body is None or row.pos >= block.body.start_byte:
        return False
    return row.name in {_last(builder, expr) for expr in (block.owner, *block.bases)}


def _last(builder: Builder, expr: int) -> str:
    """The name that a type is known by; "" for one that has none."""
    shape = builder.exprs[expr]
    while shape[0] in ("subscript", "indirect"):
        shape = builder.exprs[shape[1]]
    return str(shape[-1]) if shape[0] in ("name", "member", "literal") else ""


def _inside(position: int, ranges: list[tuple[int, int]]) -> bool:
    low, high = 0, len(ranges)
    while low < high:
        middle = (low + high) // 2
        if ranges[middle][1] <= position:
            low = middle + 1
        else:
            high = middle
    return low < len(ranges) and ranges[low][0] <= position


# `use` trees


def _expand_uses(builder: Builder) -> list[tuple[int, int]]:
    """Turn each `use` into a row for each name; the ranges of the declarations, in order."""
    rows: list[FoundImport] = []
    ranges: list[tuple[int, int]] = []
    paths = {row.pos for row in builder.imports if row.how == "mod" and row.module}
    for row in builder.imports:
        module, pos, how = row.module, row.pos, row.how
        if how == "mod" and not module and pos in paths:
            continue
        if how != "use":
            rows.append(row)
            continue
        end = builder.source.find(b";", pos)
        end = end if end >= 0 else len(builder.source)
        ranges.append((pos, end))
        kind = "reexport" if builder.source[pos : pos + 3] == b"pub" else "use"
        text = _COMMENT.sub(lambda m: re.sub(rb"[^\n]", b" ", m[0]), builder.source[pos:end]).decode("utf-8", "replace")
        at = text.find("use") + 3
        first_line = builder.source.count(b"\n", 0, pos) + 1
        for path, bound, offset in _use_tree(text, at):
            module, _, last = path.rpartition("::")
            rows.append(FoundImport(module, last, bound, first_line + text.count("\n", 0, offset), pos, kind))
    builder.imports = rows
    return sorted(ranges)


def _use_tree(text: str, at: int) -> list[tuple[str, str, int]]:
    """Paths, bound names and offsets of a `use` tree."""
    found: list[tuple[str, str, int]] = []
    prefixes = [""]  # of the groups around
    path, alias, offset, wants_alias = "", "", at, False

    def end() -> None:
        nonlocal path, alias, wants_alias
        if path:
            own = path.removesuffix("::self") if path.endswith("::self") and len(path) > 6 else path
            found.append((own, alias or own.rpartition("::")[2], offset))
        path, alias, wants_alias = "", "", False

    for match in _TOKEN.finditer(text, at):
        token = match[0]
        if token == "{":
            prefixes.append(path)
            path = ""
        elif token == "}":
            end()
            prefixes.pop()
            if not prefixes:
                break
        elif token == ",":
            end()
        elif token == "as":
            wants_alias = True
        elif wants_alias:
            alias = token
        elif token == "::":
            path += "::"
        else:
            path = (path or prefixes[-1]) + token
            offset = match.start()
    end()
    return [(path, "" if path.endswith("*") else bound, offset) for path, bound, offset in found]


# `impl` blocks


def _attach(builder: Builder) -> None:
    """Give what stands in an `impl` its owner and the type parameters of the `impl`."""
    rows = sorted(builder.definitions, key=lambda d: (d.start, -d.end))
    kept: list[FoundDefinition] = []
    stack: list[FoundDefinition] = []
    types: dict[int, list[tuple[str, int]]] = {}
    for definition in rows:
        while stack and stack[-1].end <= definition.start:
            stack.pop()
        if definition.kind == "impl":
            stack.append(definition)
            continue
        around = stack[-1] if stack else None
        if around is not None and around.kind == "impl":
            _own(builder, definition, around)
            if definition.kind == TYPE:
                types.setdefault(around.start, []).append((definition.name, definition.value))
        elif around is not None and around.kind == TRAIT:
            definition.flags |= {UNBOUND, PUBLIC}
            if definition.kind == TYPE:
                definition.flags |= {ASSOCIATED}
                name = "::" + definition.name
                if all(name != known for known, _ in around.type_params):
                    around.type_params += ((name, definition.type),)
        stack.append(definition)
        kept.append(definition)
    for block in rows:
        if block.kind == "impl":
            line = block.node.start_point[0] + 1
            names = tuple(types.get(block.start, ()))
            params = _merged(builder, block.type_params)
            base = block.bases[0] if block.bases else -1
            builder.attached.append(FoundAttachment(block.start, line, block.owner, base, params, names))
    builder.definitions = kept


def _own(builder: Builder, definition: FoundDefinition, block: FoundDefinition) -> None:
    definition.owner = block.owner
    definition.owner_name = _last(builder, block.owner) or "impl"
    own = {name for name, _ in definition.type_params}
    definition.type_params += tuple(p for p in block.type_params if p[0] not in own)
    if block.bases:
        definition.flags |= {PUBLIC, ASSOCIATED} if definition.kind == TYPE else {PUBLIC}
        definition.stands_for = _last(builder, block.bases[0])


def _merged(builder: Builder, params: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """Type parameters by name, each with all its bounds; those of associated types come last."""
    found: dict[str, list[int]] = {}
    for name, bound in params:
        found.setdefault(name, []).extend([bound] if bound >= 0 and builder.exprs[bound] != ("unknown",) else [])
    plain = [(name, _all_of(builder, found[name])) for name in found if "::" not in name]
    return (*plain, *((name, _all_of(builder, found[name])) for name in found if "::" in name))


def _all_of(builder: Builder, exprs: list[int]) -> int:
    if len(exprs) < 2:
        return exprs[0] if exprs else -1
    items: list[int] = []
    for expr in exprs:
        shape = builder.exprs[expr]
        items += list(shape[1]) if shape[0] == "intersection" else [expr]
    return builder.intern(("intersection", tuple(dict.fromkeys(items))))
