"""The memory that reading a long file takes."""

from __future__ import annotations

import tracemalloc

import pytest

from cairn.extract.extract import extract
from cairn.languages.registry import languages


def test_a_long_file_whose_grammar_goes_back_for_every_token_is_read_in_bounded_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cairn.extract.parse.WATCHED_BYTES", 100_000)
    line = b'sub total { my $self = shift; return $self->rate("x") }\n'
    source = line * (100_000 // len(line) + 1)
    extract(languages()["perl"], "short.pl", line)  # the grammar and its query are there for good
    tracemalloc.start()
    try:
        extract(languages()["perl"], "long.pl", source)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 1000 * len(source)  # a piece of 64 KiB for every token would be 10,000 times the text
