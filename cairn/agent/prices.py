"""What tokens cost, by a table of the user's: prices change, and Cairn asks nobody for them."""

from __future__ import annotations

from dataclasses import dataclass

from cairn.agent.messages import Usage

_PER = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """The price of a million tokens, in any currency. `cached` is that of a prompt's tokens from a cache, None: as the others."""

    prompt: float
    answer: float
    cached: float | None = None


def cost_of(usage: Usage, price: Price | None) -> float | None:
    """What a reply costs, None without a price."""
    if price is None:
        return None
    cached = price.prompt if price.cached is None else price.cached
    fresh = max(usage.prompt_tokens - usage.cached_tokens, 0)
    return (fresh * price.prompt + usage.cached_tokens * cached + usage.answer_tokens * price.answer) / _PER
