"""A long text is queried range by range."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn.extract.extract import extract
from cairn.languages.registry import language_for
from cairn.semantics.language import Language

SOURCES = Path(__file__).parents[1] / "languages"


def _longest() -> dict[str, tuple[Language, Path]]:
    """The longest annotated source of each language, by its name."""
    found: dict[str, tuple[Language, Path]] = {}
    for path in sorted(SOURCES.glob("*/**/*"), key=lambda path: path.stat().st_size):
        record = language_for(path.name, "") if path.is_file() else None
        if record is not None:
            found[record.name] = (record, path)
    return found


LONGEST = _longest()


@pytest.mark.parametrize("name", sorted(LONGEST))
def test_a_text_that_is_read_range_by_range_holds_what_it_holds_at_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record, path = LONGEST[name]
    source = path.read_bytes()
    whole = extract(record, path.name, source)
    monkeypatch.setattr("cairn.extract.extract.RANGE_BYTES", 100)
    parts = extract(record, path.name, source)
    assert parts.definitions == whole.definitions
    assert parts.facts.imports == whole.facts.imports
    # Expressions may have other numbers.
    assert [(*r[:1], *r[2:7]) for r in parts.facts.references] == [(*r[:1], *r[2:7]) for r in whole.facts.references]
    assert [(*b[:3], b.how) for b in parts.facts.bindings] == [(*b[:3], b.how) for b in whole.facts.bindings]
