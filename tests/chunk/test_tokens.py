"""The estimate of tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.chunk.tokens import count_tokens


def test_empty_text_costs_nothing() -> None:
    assert count_tokens("") == 0


# The counts are those of a byte-pair tokenizer of 32,000 entries (see cairn/chunk/tokens.py).
@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("def apply(self, amount: int) -> int:\n    return amount * self.rate // 100\n", 26),
        ("export const parse = <T>(schema: Schema<T>, value: unknown): T => schema.run(value);\n", 27),
        ("The walker obeys git's ignore rules exactly, and skips binaries, large files and secrets.\n", 26),
    ],
)
def test_estimate_is_near_a_real_tokenizer(text: str, truth: int) -> None:
    assert 0.75 * truth <= count_tokens(text) <= 1.35 * truth


@given(st.text(), st.text())
def test_longer_text_costs_no_less(a: str, b: str) -> None:
    assert count_tokens(a) >= 0
    assert count_tokens(a + "\n" + b) >= count_tokens(b) - 1
