"""Exact text within filters: lines as the scan finds them, and the definitions around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cairn.retrieve.search.hits import Span, enclosing, is_tagged
from cairn.retrieve.search.scan import MOST_CHARACTERS, Scanned, scan_literal, scan_regex
from cairn.retrieve.view import View
from cairn.store.stored import Scope


class Exact(NamedTuple):
    """The first places; `has_more`: there are further ones. `partial` says in a sentence why files were not looked at, if any."""

    spans: list[Span]
    has_more: bool
    partial: str | None


def find_exact(view: View, query: str, scope: Scope, source_ids: Sequence[int], *, is_regex: bool, k: int) -> Exact:
    """Return the first k places of a text, or of what a regular expression matches."""
    scan = scan_regex if is_regex else scan_literal
    is_narrow = scope.entity_kind is not None or scope.tag is not None
    found = scan(view, query, source_ids, scope.file_ids, k * 20 if is_narrow else k) if query else Scanned([])
    spans = [Span(span.file_id, span.start_line, span.end_line, 1.0) for span in found.spans]
    enclosing(view, spans)
    if scope.entity_kind is not None:
        kinds = {
            span.entity_id: entity.kind
            for span in spans
            if span.entity_id is not None and (entity := view.entity(span.entity_id))
        }
        spans = [span for span in spans if span.entity_id is not None and kinds.get(span.entity_id) == scope.entity_kind]
    if scope.tag is not None:
        tagged = view.reader.tagged(scope.tag)
        spans = [span for span in spans if is_tagged(tagged, span.file_id, span.start_line, span.end_line)]
    partial = (
        f"only the first {MOST_CHARACTERS:,} characters were searched for this text; add a word that stands beside it, "
        "or narrow the search by source or path"
    )
    return Exact(spans[:k], len(spans) > k, partial if found.is_partial else None)
