"""An endpoint that can be made to fail, and a small source for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.chunk.tokens import count_tokens
from cairn.egress import Egress
from cairn.infer.address import Address
from cairn.infer.embed import EndpointEmbedder
from cairn.infer.endpoint import Endpoint, Patience
from tests.infer.server import Server, serving

FILES = {
    "shop/tax.py": 'def rate_for(country):\n    """Look up the rate of a country."""\n    return 19\n',
    "shop/mail.py": 'def send_invoice(customer):\n    """Send the bill by post."""\n    return customer\n',
    "docs/guide.md": "# Guide\n\nHow bills are sent.\n\n## Rates\n\nEvery country has a rate.\n",
}
# As patient as a test can be.
QUICK = Patience(timeout_s=20.0, attempts=3, pause_s=0.001, longest_pause_s=0.01)

ONLINE = Egress()

MakeEndpoint = Callable[..., Endpoint]


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture
def endpoint(server: Server) -> Iterator[MakeEndpoint]:
    """Return what makes an endpoint: by default that of the server."""
    made: list[Endpoint] = []

    def make(url: str | None = None, egress: Egress = ONLINE, patience: Patience = QUICK, proxy: str | None = None) -> Endpoint:
        made.append(Endpoint(Address(url or server.url, "sk-secret", "test-model"), egress, proxy=proxy, patience=patience))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def embedder(endpoint: MakeEndpoint) -> EndpointEmbedder:
    return EndpointEmbedder(endpoint(), count_tokens)


@pytest.fixture
def source(tree: Path) -> Path:
    for path, text in FILES.items():
        target = tree / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    return tree


@pytest.fixture
def opened(server: Server, tmp_path: Path) -> Iterator[Callable[..., Cairn]]:
    """Return what opens the index of this test with the server as its embed endpoint."""
    made: list[Cairn] = []

    def open_it(config: Config | None = None, model: str | None = "test-model", **embed: str) -> Cairn:
        endpoint = {"url": server.url, "model": model, "key": "sk-secret", **embed}
        cairn = create_cairn(tmp_path / "index" / "cairn.db", config=config or Config(), inference={"embed": endpoint})
        made.append(cairn)
        return cairn

    yield open_it
    for cairn in made:
        cairn.close()
