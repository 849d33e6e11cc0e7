"""Which files have to be resolved again after a change of some."""

from __future__ import annotations

from collections.abc import Sequence

from cairn.extract.citations import is_document, lines_word
from cairn.index.graph.change import GraphChange
from cairn.languages.registry import language_for, languages
from cairn.resolve.changes import changed_names, checksum, defined_names, is_mentioned, path_words, spread
from cairn.resolve.resolve import is_manifest
from cairn.semantics.facts import Facts, unpack_facts
from cairn.store.base import StoreWriter

# When more of the files than this are affected, to resolve all is as quick (guess).
MOST = 0.4


class Affected:
    """The files whose references may mean something else after a change."""

    def __init__(self, writer: StoreWriter, source_id: int, change: GraphChange, places: Sequence[tuple[int, str, str]]) -> None:
        self._writer = writer
        self._source_id = source_id
        self._change = change
        self._ids = {path: file_id for file_id, path, _ in places}
        self._languages = {path: language for _, path, language in places}

    def files(self) -> set[int] | None:
        """Their ids; None if all may be."""
        names: set[str] = set()
        paths = list(self._change.before.keys() | self._change.after.keys())
        for path in paths:
            found = self._names(path)
            if found is None:
                return None
            names |= found
        changed = {self._ids[path] for path in paths if path in self._ids}
        return self._spread(names, changed)

    def _names(self, path: str) -> set[str] | None:
        """The names that mean something else after the change of one file; None if that cannot be told."""
        if is_manifest(path):
            return None
        before, after = self._change.before.get(path), self._change.after.get(path)
        if before is None and after is None:
            return set()
        language = self._languages.get(path)
        record = languages().get(language) if language is not None else language_for(path, "")
        if record is not None and record.traits.is_completed_elsewhere:
            return None
        known = [unpack_facts(blob) for blob in (before, after) if blob is not None]
        if any(facts.extra.get("completes") for facts in known):
            return None
        if record is None and not all(is_document(facts) for facts in known):
            return None
        if len(known) == 2:
            found = changed_names(*known)
            return found if found is None or not _have_moved(*known) else found | {lines_word(path)}
        if record is not None and path.rpartition("/")[2].startswith(record.traits.shaping_files):
            return None
        facts = known[0]
        defined = defined_names(facts)
        return None if defined is None else defined | path_words(path)

    def _spread(self, names: set[str], changed: set[int]) -> set[int] | None:
        blobs = dict(self._writer.mentions(self._source_id)) if names else {}
        affected, looked_at = set(changed), set[int]()
        todo = changed if names else set()
        is_begun = not names  # names that are gone are looked for although no file is left to look at
        while todo or not is_begun:
            is_begun = True
            more: set[str] = set()
            for file_id in todo:
                found = spread(names, unpack_facts(self._writer.facts(file_id) or b""))
                if found is None:
                    return None
                more |= found
            looked_at |= todo
            wanted = {checksum(name) for name in names | more}
            affected |= {file_id for file_id, blob in blobs.items() if is_mentioned(wanted, blob)}
            if len(affected) > len(blobs) * MOST:
                return None
            todo = affected if more - names else affected - looked_at
            names |= more
        return affected


def _have_moved(before: Facts, after: Facts) -> bool:
    """Whether a definition is at another line, by which documents may name it."""
    return [entity.name_line for entity in before.entities] != [entity.name_line for entity in after.entities]
