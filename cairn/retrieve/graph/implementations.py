"""Which methods of one name stand in for each other, where that is said of each: `impl Trait for Type` in Rust."""

from __future__ import annotations

import zlib

from cairn.retrieve.graph.hierarchy import language_of
from cairn.retrieve.view import View
from cairn.semantics.facts import Facts, unpack_facts
from cairn.store.stored import StoredEntity


class Stated:
    """Reads of each method for which type above it stands; the facts of a file are read once."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._facts: dict[int, Facts | None] = {}
        self._names: dict[int, dict[tuple[str, int], str]] = {}  # file -> name and line -> name of the type above

    def allows(self, lower: StoredEntity, upper: StoredEntity) -> bool:
        """Whether a method may stand in for one of the same name in a type above its own."""
        record = language_of(self._view, lower)
        if record is None or not record.states_overrides or lower.file_id is None or upper.parent_id is None:
            return True
        facts = self._facts_of(lower.file_id)
        above = self._view.entity(upper.parent_id)
        if facts is None or above is None:
            return True
        name = self._names[lower.file_id].get((lower.name, lower.name_line), "")
        return above.name in (name, *(one.name for one in facts.imports if name and one.alias == name))

    def _facts_of(self, file_id: int) -> Facts | None:
        if file_id not in self._facts:
            try:
                facts = unpack_facts(self._view.reader.facts(file_id) or b"")
            except (ValueError, TypeError, zlib.error):  # of another version: nothing is known, and nothing left out
                self._facts[file_id] = None
                return None
            self._facts[file_id] = facts
            self._names[file_id] = {(entity.name, entity.name_line): entity.stands_for for entity in facts.entities}
        return self._facts[file_id]
