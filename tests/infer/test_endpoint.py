"""What an endpoint may do wrong, each by a real server that does it."""

from __future__ import annotations

import base64
import datetime as dt
import email.utils
import gzip
import json
import logging
import math
import socket
from array import array
from pathlib import Path

import pytest

from cairn import Config, create_cairn
from cairn.chunk.tokens import count_tokens
from cairn.egress import Egress
from cairn.errors import EnvironmentFault, OfflineError, UsageError
from cairn.infer.address import Address
from cairn.infer.embed import BATCH_TEXTS, PROBE, EndpointEmbedder
from cairn.infer.endpoint import Endpoint, Patience
from tests.infer.conftest import QUICK, MakeEndpoint
from tests.infer.server import Reply, Seen, Server, embeddings, vector_of, well_behaved


def test_vectors_come_in_the_order_of_the_texts_with_length_one(embedder: EndpointEmbedder, server: Server) -> None:
    def shuffled(seen: Seen) -> Reply:
        answer = embeddings(seen)
        answer["data"].reverse()
        return Reply(body=answer)

    server.behave = shuffled
    found = embedder.embed(["first text", "second text"])
    assert not found.warnings
    for text, vector in zip(["first text", "second text"], found.vectors, strict=True):
        assert vector is not None
        numbers = array("f", vector)
        assert math.hypot(*numbers) == pytest.approx(1.0)
        assert numbers.tolist() == pytest.approx([value / 2 for value in vector_of(text)], abs=1e-6)


def test_key_and_model_are_sent(embedder: EndpointEmbedder, server: Server) -> None:
    embedder.embed(["text"])
    (seen,) = server.seen
    assert seen.path == "/v1/embeddings"
    assert seen.headers["authorization"] == "Bearer sk-secret"
    assert seen.body == {"input": ["text"], "model": "test-model"}


@pytest.mark.parametrize(
    ("url", "called"),
    [
        ("http://h:1", "http://h:1/v1/embeddings"),
        ("http://h:1/", "http://h:1/v1/embeddings"),
        ("http://h:1/v1", "http://h:1/v1/embeddings"),
        ("http://h:1/v1/", "http://h:1/v1/embeddings"),
        ("https://h/api/v1", "https://h/api/v1/embeddings"),
        ("http://h:1/v1/embeddings", "http://h:1/v1/embeddings"),
        (
            "https://x.openai.azure.com/openai/deployments/d?api-version=2024-02-01",
            "https://x.openai.azure.com/openai/deployments/d/embeddings?api-version=2024-02-01",
        ),
        (
            "https://x.openai.azure.com/openai/deployments/d/embeddings?api-version=2024-02-01",
            "https://x.openai.azure.com/openai/deployments/d/embeddings?api-version=2024-02-01",
        ),
        ("http://[::1]:1/v1", "http://[::1]:1/v1/embeddings"),
    ],
)
def test_urls_are_taken_in_the_forms_in_which_people_write_them(url: str, called: str) -> None:
    assert Address(url).of("embeddings") == called


def test_azure_gets_its_own_header(server: Server, endpoint: MakeEndpoint) -> None:
    url = server.url.removesuffix("/v1") + "/openai/deployments/d?api-version=2024-02-01"
    endpoint(url).post("embeddings", {"input": []})
    (seen,) = server.seen
    assert seen.path == "/openai/deployments/d/embeddings?api-version=2024-02-01"
    assert seen.headers["api-key"] == "sk-secret"
    assert "authorization" not in seen.headers


@pytest.mark.parametrize("url", ["http://user:pass@h/v1", "http://:80", "http://h:notaport/v1"])
def test_url_with_a_password_or_without_a_host_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(UsageError, match="CAIRN_EMBED_URL") as refused:
        Address(url).of("embeddings")
    assert "pass@" not in str(refused.value)


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_status_that_may_pass_is_tried_again(embedder: EndpointEmbedder, server: Server, status: int) -> None:
    server.behave = lambda seen: Reply(status) if len(server.seen) < 3 else well_behaved(seen)
    assert embedder.embed(["text"]).vectors[0] is not None
    assert len(server.seen) == 3


def test_it_is_waited_as_long_as_the_endpoint_asks_but_not_for_ever(
    server: Server, endpoint: MakeEndpoint, caplog: pytest.LogCaptureFixture
) -> None:
    later = email.utils.format_datetime(dt.datetime.now(dt.UTC) + dt.timedelta(hours=3), usegmt=True)
    asked = iter(["0", "7200", later, "soon"])
    server.behave = lambda seen: Reply(429, headers={"Retry-After": value}) if (value := next(asked, "")) else well_behaved(seen)
    patience = Patience(attempts=5, pause_s=0.001, longest_pause_s=0.02)
    with caplog.at_level(logging.INFO, "cairn.infer.endpoint"):
        EndpointEmbedder(endpoint(patience=patience), count_tokens).embed(["text"])
    waits = [record.args[1] for record in caplog.records if isinstance(record.args, tuple) and len(record.args) == 2]
    assert waits[:3] == [0.0, 0.02, 0.02]
    assert 0.0 < float(str(waits[3])) <= 0.02


def test_status_that_will_not_pass_is_not_tried_again_and_says_what_to_check(embedder: EndpointEmbedder, server: Server) -> None:
    server.behave = lambda _: Reply(401, {"error": {"message": "bad key sk-secret"}})
    with pytest.raises(EnvironmentFault, match=r"status 401 \(bad key \*\*\*\); check CAIRN_EMBED_KEY"):
        embedder.probe()
    assert len(server.seen) == 1


def test_redirect_is_not_followed(embedder: EndpointEmbedder, server: Server) -> None:
    server.behave = lambda _: Reply(307, headers={"Location": "http://127.0.0.1:9/v1/embeddings"})
    with pytest.raises(EnvironmentFault, match="status 307"):
        embedder.probe()


def test_web_page_instead_of_json_is_named(embedder: EndpointEmbedder, server: Server) -> None:
    server.behave = lambda _: Reply(raw=b"<!DOCTYPE html><title>Log in</title>", headers={"Content-Type": "text/html"})
    with pytest.raises(EnvironmentFault, match="a web page that is no JSON; check CAIRN_EMBED_URL"):
        embedder.probe()


@pytest.mark.parametrize("body", [[], {"ok": True}, {"data": [1]}, {"data": {"embedding": []}}, None, "text"])
def test_json_of_another_form_is_named(embedder: EndpointEmbedder, server: Server, body: object) -> None:
    server.behave = lambda _: Reply(body=body)
    with pytest.raises(EnvironmentFault, match="'test-model' answers with JSON that holds no embeddings"):
        embedder.probe()


def test_other_dimension_names_the_model_and_both_numbers(embedder: EndpointEmbedder, server: Server) -> None:
    server.behave = lambda _: Reply(body={"data": [{"index": 0, "embedding": [0.5] * 768}]})
    found = embedder.embed(["text"])
    assert found.vectors == [None]
    with pytest.raises(EnvironmentFault, match=r"'test-model' have 768 numbers but Cairn's have 1024"):
        embedder.probe()


@pytest.mark.parametrize("count", [0, 2])
def test_wrong_count_of_vectors_is_an_error_with_both_numbers(embedder: EndpointEmbedder, server: Server, count: int) -> None:
    server.behave = lambda seen: Reply(body={"data": [{"embedding": vector_of("x")}] * count})
    with pytest.raises(EnvironmentFault, match=f"gave {count} vectors for 1 texts"):
        embedder.probe()


@pytest.mark.parametrize(
    ("embedding", "what"),
    [
        ([math.nan] * 1024, "not finite"),
        ([math.inf] * 1024, "not finite"),
        ([0.0] * 1024, "only zeros"),
        ([None] * 1024, "no number"),
        ([10**400] * 1024, "too large"),
        (["1"] * 1024, "no number"),
        ({"a": 1}, "no list"),
        ("!!!", "cannot be read"),
    ],
)
def test_vector_that_is_none_is_named(embedder: EndpointEmbedder, server: Server, embedding: object, what: str) -> None:
    server.behave = lambda _: Reply(body={"data": [{"index": 0, "embedding": embedding}]})
    with pytest.raises(EnvironmentFault, match=what):
        embedder.probe()


def test_cut_connection_is_tried_again(embedder: EndpointEmbedder, server: Server) -> None:
    def behave(seen: Seen) -> Reply:
        reply = well_behaved(seen)
        reply.cut = len(server.seen) == 1
        return reply

    server.behave = behave
    assert embedder.embed(["text"]).vectors[0] is not None
    assert len(server.seen) == 2


def test_slow_endpoint_is_given_up(server: Server, endpoint: MakeEndpoint) -> None:
    server.behave = lambda seen: Reply(body=embeddings(seen), hold=server.released)
    patience = Patience(timeout_s=0.05, attempts=2, pause_s=0.001)
    with pytest.raises(EnvironmentFault, match=r"did not answer within 0.05 s"):
        endpoint(patience=patience).post("embeddings", {"input": ["x"]})
    assert len(server.seen) == 2


def test_endpoint_that_is_not_there_is_named(endpoint: MakeEndpoint) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    made = endpoint(f"http://127.0.0.1:{port}/v1")
    with pytest.raises(EnvironmentFault, match=rf"http://127.0.0.1:{port}/v1 cannot be reached"):
        made.post("embeddings", {})


@pytest.mark.parametrize("status", [400, 413, 500])
def test_poisoned_text_costs_only_itself(embedder: EndpointEmbedder, server: Server, status: int) -> None:
    server.behave = lambda seen: Reply(status) if "poison" in seen.body["input"] else well_behaved(seen)
    texts = [f"text {n}" for n in range(20)]
    texts[7] = "poison"
    found = embedder.embed(texts)
    assert [place for place, vector in enumerate(found.vectors) if vector is None] == [7]
    assert found.fault is None
    assert len(found.warnings) == 1
    assert f"status {status}" in found.warnings[0]


def test_text_without_a_finite_vector_costs_only_itself(embedder: EndpointEmbedder, server: Server) -> None:
    def behave(seen: Seen) -> Reply:
        answer = embeddings(seen)
        for text, row in zip(seen.body["input"], answer["data"], strict=True):
            if text == "poison":
                row["embedding"] = [math.nan] * 1024
        return Reply(body=answer)

    server.behave = behave
    found = embedder.embed(["good", "poison", "fine"])
    assert [vector is None for vector in found.vectors] == [False, True, False]


def test_endpoint_that_refuses_everything_is_asked_a_bounded_number_of_times(embedder: EndpointEmbedder, server: Server) -> None:
    server.behave = lambda _: Reply(500)
    found = embedder.embed([f"text {n}" for n in range(BATCH_TEXTS)])
    assert not any(found.vectors)
    assert found.fault is not None
    assert len(server.seen) < 30


def test_batches_are_bounded_by_count_and_by_tokens(embedder: EndpointEmbedder, server: Server) -> None:
    embedder.embed([f"text {n}" for n in range(100)] + ["word " * 3000] * 6)
    sizes = [len(seen.body["input"]) for seen in server.seen]
    assert max(sizes) == BATCH_TEXTS
    assert sum(sizes) == 106
    assert all(sum(map(count_tokens, seen.body["input"])) <= 8192 for seen in server.seen)


def test_text_that_is_too_long_is_cut_with_a_warning(server: Server, endpoint: MakeEndpoint) -> None:
    made = EndpointEmbedder(endpoint(), count_tokens, window_tokens=100)
    found = made.embed(["word " * 1000, "short"])
    assert all(found.vectors)
    assert found.warnings == ["1 text was cut to the 100 tokens that the model 'test-model' takes"]
    assert all(count_tokens(text) <= 100 for text in server.texts)


def test_text_that_the_model_finds_too_long_is_cut_until_it_fits(embedder: EndpointEmbedder, server: Server) -> None:
    server.behave = lambda seen: Reply(400) if any(len(t) > 2000 for t in seen.body["input"]) else well_behaved(seen)
    found = embedder.embed(["short", "word " * 1000])
    assert all(found.vectors)
    assert "was refused, and cut to" in found.warnings[0]


def test_offline_nothing_is_sent_and_no_name_looked_up(endpoint: MakeEndpoint) -> None:
    made = endpoint("http://embed.invalid/v1", Egress(is_offline=True))
    with pytest.raises(OfflineError, match="CAIRN_OFFLINE"):
        made.post("embeddings", {})


def test_offline_reaches_loopback(endpoint: MakeEndpoint) -> None:
    made = endpoint(egress=Egress(is_offline=True))
    assert made.post("embeddings", {"input": []})["data"] == []


def test_offline_a_proxy_elsewhere_is_not_reached_either(endpoint: MakeEndpoint) -> None:
    egress = Egress(is_offline=True, local_hosts=("models.lan",))
    made = endpoint("http://models.lan/v1", egress, proxy="http://proxy.invalid:3128")
    with pytest.raises(OfflineError, match=r"proxy\.invalid"):
        made.post("embeddings", {})


def test_proxies_of_the_environment_are_not_used(endpoint: MakeEndpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert endpoint().post("embeddings", {"input": []})["data"] == []


def test_proxy_that_is_set_is_used_for_what_lies_beyond_this_machine(server: Server, endpoint: MakeEndpoint) -> None:
    proxy = server.url.removesuffix("/v1")
    made = endpoint("http://models.invalid/v1", proxy=proxy)
    assert made.post("embeddings", {"input": []})["data"] == []
    assert server.seen[0].path == "http://models.invalid/v1/embeddings"


def test_key_is_in_no_log_error_or_representation(
    server: Server, endpoint: MakeEndpoint, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    server.behave = lambda _: Reply(500, {"error": "key sk-secret is not known"})
    config = Config(embed_url=server.url, embed_key="sk-secret")
    made = endpoint()
    with caplog.at_level(logging.DEBUG), pytest.raises(EnvironmentFault) as fault:
        made.post("embeddings", {"input": ["x"]})
    cairn = create_cairn(tmp_path, config=config)
    shown = [str(fault.value), repr(fault.value), *map(repr, (config, made.address, made, cairn))]
    shown += [record.getMessage() for record in caplog.records]
    assert not [text for text in shown if "sk-secret" in text]


LONG_KEY = "sk-SECRETKEYVALUE0123456789abcdef"


@pytest.mark.parametrize(
    "message",
    [
        "x" * 170 + f" Bearer {LONG_KEY}",
        "x" * 3_975 + f" {LONG_KEY}",
        f"no key {LONG_KEY[:20]}... is known",
        f"no key ...{LONG_KEY[-12:]} is known",
        f"no key {base64.b64encode(LONG_KEY.encode()).decode()} is known",
    ],
)
def test_no_part_of_the_key_is_in_an_error(server: Server, message: str) -> None:
    server.behave = lambda _: Reply(401, {"error": {"message": message}})
    made = Endpoint(Address(server.url, LONG_KEY), Egress(), patience=QUICK)
    with pytest.raises(EnvironmentFault) as fault:
        made.post("embeddings", {"input": ["x"]})
    made.close()
    encoded = base64.b64encode(LONG_KEY.encode()).decode()
    shown = str(fault.value)
    parts = [form[place : place + 8] for form in (LONG_KEY, encoded) for place in range(len(form) - 8)]
    assert not [part for part in parts if part in shown]


@pytest.mark.parametrize("key", ["sk-a\nX-Other: 1", "sk-\x00hush", "sk-hush\u00e9"])
def test_key_that_cannot_be_sent_is_a_wrong_setting(server: Server, key: str) -> None:
    made = Endpoint(Address(server.url, key), Egress(), patience=QUICK)
    with pytest.raises(UsageError, match="CAIRN_EMBED_KEY") as refused:
        made.post("embeddings", {"input": ["x"]})
    assert "sk-" not in str(refused.value)
    assert not server.seen


def test_message_with_controls_and_half_characters_is_made_fit_to_be_shown(embedder: EndpointEmbedder, server: Server) -> None:
    server.behave = lambda _: Reply(401, {"error": {"message": "bad \x1b[31m\x1b]0;x\x07 \ud800 thing"}})
    with pytest.raises(EnvironmentFault, match="bad") as fault:
        embedder.probe()
    assert str(fault.value).isprintable()


@pytest.mark.parametrize("name", ["\ud800bad", "\x1b[31mred\nline", "a\0b", "x" * 5_000_000])
def test_name_of_a_model_is_short_and_printable(server: Server, name: str) -> None:
    server.behave = lambda seen: Reply(body=embeddings(seen, model=name))
    made = Endpoint(Address(server.url), Egress(), patience=QUICK)
    embedder = EndpointEmbedder(made, count_tokens)
    embedder.probe()
    made.close()
    assert embedder.name.isprintable()
    assert 0 < len(embedder.name) <= 200


@pytest.mark.parametrize("coding", ["gzip, gzip", "br", "deflate, identity"])
def test_answer_that_is_packed_more_than_once_is_not_unpacked(embedder: EndpointEmbedder, server: Server, coding: str) -> None:
    packed = gzip.compress(gzip.compress(json.dumps({"data": []}).encode()))
    server.behave = lambda _: Reply(raw=packed, headers={"Content-Encoding": coding})
    with pytest.raises(EnvironmentFault, match=f"in the encoding {coding}"):
        embedder.probe()
    assert len(server.seen) == 1


def test_packed_answer_is_read_up_to_the_limit(endpoint: MakeEndpoint, server: Server) -> None:
    server.behave = lambda _: Reply(raw=gzip.compress(b'{"a": 1}'), headers={"Content-Encoding": "gzip"})
    assert endpoint().post("embeddings", {}) == {"a": 1}
    server.behave = lambda _: Reply(raw=gzip.compress(b" " * (65 << 20), 1), headers={"Content-Encoding": "gzip"})
    with pytest.raises(EnvironmentFault, match="more than 64 MB"):
        endpoint().post("embeddings", {})
    assert len(server.seen) == 2


@pytest.mark.parametrize(
    ("model", "question", "text", "dimensions"),
    [
        ("text-embedding-3-small", "q", "t", 1024),
        ("intfloat/multilingual-e5-large", "query: q", "passage: t", None),
        ("bge-m3", "q", "t", None),
        ("mxbai-embed-large", "Represent this sentence for searching relevant passages: q", "t", None),
    ],
)
def test_models_get_what_they_were_trained_with(
    server: Server, model: str, question: str, text: str, dimensions: int | None
) -> None:
    made = Endpoint(Address(server.url, None, model), Egress(), patience=QUICK)
    embedder = EndpointEmbedder(made, count_tokens)
    embedder.embed_query("q", 5.0)
    embedder.embed(["t"])
    made.close()
    assert server.texts == [question, PROBE, text]
    assert {seen.body.get("dimensions") for seen in server.seen} == {dimensions}
