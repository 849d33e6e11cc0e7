"""What the scopes of one file bind, found for each scope when it is first asked for: other files ask few of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from cairn.semantics.facts import Binding, Facts
from cairn.semantics.kinds import VALUE_KINDS
from cairn.semantics.places import Entry

Entries = dict[str, list[Entry]]


class ScopeNames(dict[int, Entries]):
    """Entries by scope and name, in the order of their positions."""

    def __init__(self, facts: Facts, defined: dict[int, Entries]) -> None:
        """Take the entries of definitions; what else the scopes bind is added by `bind` and `import_as`."""
        super().__init__()
        self._facts = facts
        self._defined = defined
        self._bound: defaultdict[int, list[int]] = defaultdict(list)  # bindings by scope
        self._assigned: list[int] = []
        self._imported: defaultdict[int, list[tuple[str, Entry]]] = defaultdict(list)
        self._local: dict[int, Entries] = {}  # of what is not imported, for scopes that were looked into but not asked for

    def bind(self, number: int, binding: Binding) -> None:
        """Add a variable, a parameter, or an assignment to a name that some scope declares."""
        how, scope = binding.how, binding.scope
        if how == "assign":
            self._assigned.append(number)
            return
        if how not in ("narrow", "param"):
            while self._facts.scopes[scope][0] == "narrow":
                scope = self._facts.scopes[scope][1]
        self._bound[scope].append(number)

    def import_as(self, scope: int, name: str, entry: Entry) -> None:
        """Add a name that an import binds."""
        self._imported[scope].append((name, entry))

    def __missing__(self, scope: int) -> Entries:
        assigned, self._assigned = self._assigned, []
        for number in assigned:
            self._assign(number, self._facts.bindings[number])
        table = self[scope] = self._of_scope(scope)
        del self._local[scope]
        for name, entry in self._imported.get(scope, ()):
            table.setdefault(name, []).append(entry)
        for entries in table.values():
            if len(entries) > 1:
                entries.sort(key=lambda entry: entry.pos)
        return table

    def _of_scope(self, scope: int) -> Entries:
        """What a scope defines and binds, without what it imports."""
        table = self._local.get(scope)
        if table is not None:
            return table
        table = self._local[scope] = self._defined.get(scope, {})
        bindings = self._facts.bindings
        for number in self._bound.get(scope, ()):
            binding = bindings[number]
            entries = table.setdefault(binding.name, [])
            if entries and self._is_assigned_by(entries[0], binding):  # the name has its value behind the assignment only
                entries[0] = entries[0]._replace(pos=binding.pos)
            else:
                entries.append(Entry("binding", number, binding.pos))
        return table

    def _is_assigned_by(self, entry: Entry, binding: Binding) -> bool:
        """Whether a binding is the assignment that defines a constant or field."""
        if entry.tag != "entity":
            return False
        entity = self._facts.entities[entry.number]
        return entity.kind in VALUE_KINDS and entity.value == binding.value and entity.type == binding.type

    def _assign(self, number: int, binding: Binding) -> None:
        """A new value belongs to the scope that declares the name, unless that says the type."""
        scope, facts = binding.scope, self._facts
        while scope >= 0 and binding.name not in self._of_scope(scope):
            scope = facts.scopes[scope][1]
        if scope < 0:
            return
        declared = self._of_scope(scope)[binding.name]
        types = [facts.bindings[e.number].type for e in declared if e.tag == "binding"]
        types += [facts.entities[e.number].type for e in declared if e.tag == "entity"]
        if all(type_ < 0 for type_ in types):
            declared.append(Entry("binding", number, binding.pos))

    def get(self, scope: int, default: Any = None) -> Any:
        return self[scope]

    def __contains__(self, scope: object) -> bool:
        return type(scope) is int and bool(self[scope])

    def __iter__(self) -> Iterator[int]:
        return iter(dict.fromkeys((*self._defined, *self._bound, *self._imported, *super().__iter__())))

    def items(self) -> Any:
        return [(scope, self[scope]) for scope in self]

    def values(self) -> Any:
        return [self[scope] for scope in self]
