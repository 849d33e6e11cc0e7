"""Exact text within filters: lines as the scan finds them, and the definitions around them."""

from __future__ import annotations

from collections.abc import Sequence

from cairn.retrieve.search.hits import Span, enclosing, is_tagged
from cairn.retrieve.search.scan import scan_literal, scan_regex
from cairn.retrieve.view import View
from cairn.store.stored import Scope


def find_exact(
    view: View, query: str, scope: Scope, source_ids: Sequence[int], *, is_regex: bool, k: int
) -> tuple[list[Span], bool]:
    """Return the first k places of a text, or of what a regular expression matches; also whether there are more."""
    scan = scan_regex if is_regex else scan_literal
    is_narrow = scope.entity_kind is not None or scope.tag is not None
    found = scan(view, query, source_ids, scope.file_ids, k * 20 if is_narrow else k) if query else []
    spans = [Span(span.file_id, span.start_line, span.end_line, 1.0) for span in found]
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
    return spans[:k], len(spans) > k
