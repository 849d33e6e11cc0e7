from __future__ import annotations

import pytest

from cairn.ingest.documents.kind import judge_document

HOSTILE = {
    "comments": b"<!---->",
    "scripts without end": b"<html><body><script ",
    "tags without end": b"<html><body>" + b"<" * 8,
    "comments without end": b"<html><body><!--",
    "declarations": b"<?xml ",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_page_is_gone_through_once(name: str) -> None:
    """What goes through a text again at each of its places would not end here."""
    assert judge_document(HOSTILE[name] * 300_000, "a.html") is None
