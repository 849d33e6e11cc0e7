"""From settings to what answers them."""

from __future__ import annotations

from collections.abc import Callable

from cairn.egress import Egress
from cairn.infer.address import Address
from cairn.infer.embed import EndpointEmbedder
from cairn.infer.endpoint import Endpoint
from cairn.infer.local import LocalEmbedder

LOCAL = "local:"


def make_embedder(
    address: Address, egress: Egress, proxy: str | None, count_tokens: Callable[[str], int], expand: Callable[[str], str]
) -> EndpointEmbedder | LocalEmbedder:
    """Make what gives vectors; nothing is sent or loaded yet. `expand`: see `LocalEmbedder`.

    Raises:
        UsageError: a URL that cannot be one of an endpoint, or a local model that there is not.
    """
    if address.url.startswith(LOCAL):
        return LocalEmbedder(address.url, expand)
    address.of("embeddings")
    return EndpointEmbedder(Endpoint(address, egress, proxy=proxy), count_tokens)
