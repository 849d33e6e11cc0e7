"""Which files a change of some files can affect.

What a reference means can only change if a name changed its meaning that was looked up on the way; and every
lookup is of a name that stands in an expression: of the reference itself, or of the definitions it leads to.
So the names that changed are gathered; then those that are defined by expressions that name them; and so on
until no more are found. A file that mentions none of these names resolves to what it did before.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cairn.semantics.expressions import PARTS, SCOPED, Expr
from cairn.semantics.facts import EntityFact, Facts


class UnknownOperator(LookupError):
    """An operator whose parts this module does not know: all has to be resolved again."""


def mentions(facts: Facts) -> bytes:
    """The checksums of all words that a file's facts mention: 32-bit numbers, ascending."""
    found: set[str] = set()
    for shape in facts.exprs:
        for item in shape[1:]:
            if isinstance(item, str):
                found.add(item)
            elif isinstance(item, list | tuple) and item and not isinstance(item[0], int):
                found.update(_words_in(item))
    for imported in facts.imports:
        found.update(_import_words(imported.module, imported.name, imported.alias))
    found.update(reference.name for reference in facts.references)
    found.update(_words_in(facts.extra))
    return array("I", sorted(checksum(word) for word in found)).tobytes()


def checksum(word: str) -> int:
    """What stands for a word among the mentions of a file; two words that share one cost time, not truth."""
    return zlib.crc32(word.encode("utf-8", "surrogatepass"))


def is_mentioned(wanted: frozenset[int] | set[int], blob: bytes) -> bool:
    """Whether one of the checksums is among a file's mentions."""
    found = array("I")
    found.frombytes(blob)
    return not wanted.isdisjoint(found)


def path_words(path: str) -> set[str]:
    """The words by which other files name a file: its folders and its stem."""
    parts = path.split("/")
    return {*parts, parts[-1].partition(".")[0]} - {"", "."}


def changed_names(old: Facts, new: Facts) -> set[str] | None:
    """The names whose meaning to other files, or to other parts of this one, differs; None if that cannot be told."""
    if _without_exports(old) != _without_exports(new):
        return None
    try:
        before, after = Interface(old).meanings(), Interface(new).meanings()
    except (UnknownOperator, RecursionError):
        return None
    if any(before.get(whole) != after.get(whole) for whole in ("*", "=")):  # all names of a module, or what stands for it
        return None
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def _without_exports(facts: Facts) -> dict[str, Any]:
    """What a language's own rules need of a file; of its exports the names alone, as what they stand for is spelled out."""
    return {key: sorted(value) if key == "exports" else value for key, value in facts.extra.items()}


def defined_names(facts: Facts) -> set[str] | None:
    """The names that a file gives a meaning to; None if that cannot be told."""
    try:
        return set(Interface(facts).meanings())
    except (UnknownOperator, RecursionError):
        return None


def spread(names: set[str], facts: Facts) -> set[str] | None:
    """The names of a file that are defined by some of these names; None if that cannot be told."""
    try:
        return Interface(facts).defined_by(names)
    except (UnknownOperator, RecursionError):
        return None


class Interface:
    """What the names of one file mean to those who use them, apart from where they stand."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._spelled: dict[int, tuple[Any, ...]] = {}
        self._open: set[int] = set()
        self._by_scope: dict[int, list[int]] = {}
        for number, binding in enumerate(facts.bindings):
            self._by_scope.setdefault(binding.scope, []).append(number)
        self._children: dict[int, list[int]] = {}
        for number, scope in enumerate(facts.scopes):
            self._children.setdefault(scope[1], []).append(number)

    def meanings(self) -> dict[str, list[Any]]:
        """For each name all that defines it, in source order, spelled out without places."""
        found: dict[str, list[tuple[int, Any]]] = {}
        for name, pos, meaning in self._definitions():
            found.setdefault(name, []).append((pos, meaning))
        return {name: [meaning for _, meaning in sorted(rows, key=lambda row: row[0])] for name, rows in found.items()}

    def defined_by(self, names: set[str]) -> set[str]:
        """The names whose definitions mention one of these."""
        return {
            name for name, _, meaning in self._definitions() if name not in names and not names.isdisjoint(_words_in(meaning))
        }

    def _definitions(self) -> Iterator[tuple[str, int, Any]]:
        for ordinal, entity in enumerate(self._facts.entities):
            if ordinal:
                yield entity.name, entity.pos, self._entity(entity)
        for number, binding in enumerate(self._facts.bindings):
            is_visible = binding.how == "field" or self._facts.scopes[binding.scope][0] in ("module", "class", "narrow")
            if is_visible and binding.name:
                yield binding.name, binding.pos, self._binding(number)
        for name, expr in self._facts.extra.get("exports", {}).items():
            yield name, -1, ("export", self._expr(expr))
        for imported in self._facts.imports:
            meaning = (imported.module, imported.name, imported.alias, imported.how, imported.scope == 0)
            words = (*_import_words(imported.module, imported.name, imported.alias),)
            bound = imported.alias or imported.name or imported.module.partition(".")[0]
            yield bound, imported.pos, ("import", meaning, words)

    def _entity(self, entity: EntityFact) -> Any:
        facts = self._facts
        path, parent = [], entity.parent
        while parent > 0:
            path.append(facts.entities[parent].name)
            parent = facts.entities[parent].parent
        inner = self._scope(entity.scope) if entity.scope >= 0 and facts.scopes[entity.scope][0] == "function" else ()
        typed = [(name, self._expr(kind), self._expr(default)) for name, kind, default in entity.params]
        singles = [self._expr(e) for e in (entity.returns, entity.value, entity.type, entity.owner)]
        several = [tuple(self._expr(e) for e in group) for group in (entity.bases, entity.decorators)]
        params = [(name, self._expr(bound)) for name, bound in entity.type_params]
        said = (entity.flags, entity.mark, entity.stands_for)
        return (entity.kind, tuple(path), said, tuple(typed), tuple(singles), tuple(several), tuple(params), inner)

    def _binding(self, number: int) -> Any:
        binding = self._facts.bindings[number]
        return (binding.name, binding.how, self._expr(binding.type), self._expr(binding.value))

    def _scope(self, scope: int) -> Any:
        """All that a function's body binds and returns: what it yields may rest on it."""
        own = tuple(self._binding(number) for number in self._by_scope.get(scope, ()))
        kinds = self._facts.scopes
        return own + tuple(self._scope(child) for child in self._children.get(scope, ()) if kinds[child][4] < 0)

    def _expr(self, number: int) -> Any:
        """An expression spelled out: equal for equal meaning, whatever its place and number."""
        if number < 0:
            return ()
        known = self._spelled.get(number)
        if known is not None:
            return known
        if number in self._open:
            return ("again",)
        self._open.add(number)
        shape = self._facts.exprs[number]
        if shape[0] == "object":
            spelled: tuple[Any, ...] = ("object", tuple((name, self._expr(value)) for name, _, value in shape[2]))
        elif shape[0] == "defined":
            spelled = ("defined", self._facts.entities[shape[1]].name)
        else:
            spelled = self._spell(shape)
        self._open.discard(number)
        self._spelled[number] = spelled
        return spelled

    def _spell(self, shape: Expr) -> tuple[Any, ...]:
        parts = PARTS.get(shape[0])
        if parts is None:
            raise UnknownOperator(shape[0])
        items: list[Any] = []
        written: Iterable[Any] = shape
        for place, item in enumerate(written):
            if place in parts:
                items.append(self._expr(item) if isinstance(item, int) else tuple(self._expr(i) for i in item))
            elif place == 1 and shape[0] in SCOPED:
                items.append(self._scope(item))
            else:
                items.append(item if not isinstance(item, list) else tuple(item))
        return tuple(items)


def _import_words(module: str, name: str, alias: str) -> set[str]:
    parts = module.replace("\\", "/").replace("::", "/").replace(".", "/").split("/")
    return {*parts, *module.split("/"), name, alias} - {""}


def _words_in(value: Any) -> Iterator[str]:
    """All strings in a nest of tuples, lists and mappings."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _words_in(key)
            yield from _words_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            if isinstance(item, str):
                yield item
            elif isinstance(item, Iterable):
                yield from _words_in(item)
