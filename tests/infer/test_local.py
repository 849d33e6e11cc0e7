"""The embedder of the extra `local`: in the process, and behind `cairn embed-serve`."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import math
import os
import subprocess
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from cairn import Cairn, Config, create_cairn
from cairn.chunk.words import split_identifiers
from cairn.errors import UsageError
from cairn.infer.local import LocalEmbedder
from cairn.infer.vectors import cosine, width_of
from tests.quality.corpus import FILES as CORPUS
from tests.quality.corpus import QUESTIONS

ROOT = Path(__file__).parents[2]
needs_weights = pytest.mark.skipif(importlib.util.find_spec("wordllama") is None, reason="the extra `local` is not installed")


@pytest.fixture
def local() -> LocalEmbedder:
    return LocalEmbedder("local:", split_identifiers)


@contextlib.contextmanager
def embed_serve(*arguments: str, **settings: str) -> Iterator[str]:
    """Run `cairn embed-serve` on a free port; returns its URL."""
    command = [sys.executable, "-m", "cairn", "embed-serve", "--port", "0", "--json", *arguments]
    with subprocess.Popen(command, cwd=ROOT, env={**os.environ, **settings}, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())["url"]
        finally:
            process.terminate()
            process.wait(30)


@needs_weights
def test_vectors_have_length_one_and_zeros_behind_the_numbers_of_the_model(local: LocalEmbedder) -> None:
    (vector,) = local.embed(["read the settings of a user"]).vectors
    assert vector is not None
    numbers = array("f", vector)
    assert len(numbers) == 1024
    assert math.hypot(*numbers) == pytest.approx(1.0)
    assert width_of(vector) == 256


@needs_weights
def test_identifiers_are_read_by_their_parts(local: LocalEmbedder) -> None:
    question, _ = local.embed_query("load the settings of a user", 0.0)
    near, far = local.embed(["loadUserSettings", "render_page_footer"]).vectors
    assert near is not None
    assert far is not None
    assert cosine(question, near) > 0.4 > cosine(question, far)


@needs_weights
def test_text_without_a_word_has_no_vector_and_stops_nothing(local: LocalEmbedder) -> None:
    assert [vector is None for vector in local.embed(["", "word"]).vectors] == [True, False]


@needs_weights
def test_source_is_embedded_and_searched_without_any_endpoint(tmp_path: Path, source: Path) -> None:
    with create_cairn(tmp_path / "x.db", config=Config(embed_url="local:", offline=True)) as cairn:
        report = cairn.ingest.add(source)
        assert (report.vectors, report.vectors_missing, report.warnings) == (report.chunks, 0, [])
        answer = cairn.retrieve.search("how do I mail an invoice to a client")
        assert (answer.tier, answer.degraded) == (1, None)
        assert answer.hits[0].vec_rank is not None


def test_other_name_than_local_is_refused(tmp_path: Path) -> None:
    with (
        create_cairn(tmp_path / "x.db", config=Config(embed_url="local:other")) as cairn,
        pytest.raises(UsageError, match="'local:other', which is no local model"),
    ):
        cairn.probe()


def test_missing_extra_is_told_with_the_command_that_installs_it(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['tokenizers'] = None\n"
        "from cairn.infer.local import LocalEmbedder\n"
        "LocalEmbedder('local:', str).probe()\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert 'pip install "cairn-index[local]"' in ran.stderr.splitlines()[-1]


@needs_weights
def test_served_embedder_gives_the_same_vectors_over_http(local: LocalEmbedder, tmp_path: Path, source: Path) -> None:
    with embed_serve() as url:
        assert httpx.get(f"{url.removesuffix('/v1')}/healthz").text == "ok\n"
        assert httpx.get(f"{url}/models").json()["data"][0]["id"] == local.name
        answer = httpx.post(f"{url}/embeddings", json={"input": ["one text", "another"]}).json()
        assert [row["index"] for row in answer["data"]] == [0, 1]
        assert array("f", answer["data"][0]["embedding"]).tobytes() == local.embed(["one text"]).vectors[0]
        with create_cairn(tmp_path / "x.db", config=Config(offline=True, embed_url=url)) as cairn:
            report = cairn.ingest.add(source)
            assert (report.vectors, report.warnings) == (report.chunks, [])
            assert cairn.retrieve.search("how do I mail an invoice").tier == 1
        with create_cairn(tmp_path / "x.db", config=Config(embed_url="local:")) as cairn:
            assert cairn.retrieve.search("how do I mail an invoice").degraded is None


@needs_weights
@pytest.mark.parametrize(
    "body",
    [b"no json", b"[]", b"{}", b'{"input": []}', b'{"input": [1]}', b'{"input": ["a"], "dimensions": 8}', b'{"input": [""]}'],
)
def test_served_embedder_refuses_what_is_no_request(body: bytes, served: str) -> None:
    answer = httpx.post(f"{served}/embeddings", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    with embed_serve() as url:
        yield url


@needs_weights
def test_served_embedder_asks_for_its_key_and_answers_no_web_page() -> None:
    with embed_serve(CAIRN_EMBED_KEY="sk-secret") as url:
        body = {"input": "text"}
        assert httpx.post(f"{url}/embeddings", json=body).status_code == 401
        headers = {"Authorization": "Bearer sk-secret"}
        assert httpx.post(f"{url}/embeddings", json=body, headers=headers).status_code == 200
        assert httpx.post(f"{url}/embeddings", json=body, headers={**headers, "Origin": "https://evil.test"}).status_code == 403
        assert httpx.post(f"{url}/embeddings", json=body, headers={**headers, "Host": "evil.test"}).status_code == 421


@needs_weights
def test_served_embedder_does_not_listen_beyond_this_machine_without_a_key() -> None:
    command = [sys.executable, "-m", "cairn", "embed-serve", "--host", "0.0.0.0", "--port", "0"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 3
    assert "CAIRN_EMBED_KEY" in ran.stderr


@needs_weights
def test_hybrid_search_finds_what_words_find_and_is_no_worse_for_it(tmp_path: Path) -> None:
    for path, text in CORPUS.items():
        target = tmp_path / "shop" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    gains = []
    settings: tuple[dict[str, dict[str, str | None]], ...] = ({}, {"embed": {"url": "local:"}})
    for inference in settings:
        with create_cairn(tmp_path / "cairn.db", config=Config(), inference=inference) as cairn:
            cairn.ingest.add(tmp_path / "shop")
            gains.append(sum(gain(cairn, *question) for question in QUESTIONS) / len(QUESTIONS))
    words, hybrid = gains
    assert hybrid >= words - 0.005


def gain(cairn: Cairn, question: str, file: str, text: str) -> float:
    """One over the place of the first right hit, 0 if there is none."""
    hits = cairn.retrieve.search(question).hits
    return next((1 / place for place, hit in enumerate(hits, 1) if hit.file == file and text in hit.text), 0.0)
