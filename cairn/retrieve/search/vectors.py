"""The vector arm of a search: asks the embedder while the words are looked up, and waits for it no longer than is bearable."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from cairn.errors import CairnError
from cairn.retrieve.view import View
from cairn.store.embedding import Near, Part, StoredModel, VectorsUnavailableError
from cairn.store.reading import StoreReader
from cairn.store.stored import Scope, SourceListing

_log = logging.getLogger(__name__)

# A search with a dead endpoint takes at most 2 s: this, and the search.
WAIT_S = 1.7
# After a failure the endpoint is left alone for so long: the answers of a server are not all late (guess).
_REST_S = 20.0
_MOST_KEPT = 256
# A model may be exchanged while a server runs: a kept vector is of the model that answered within this time (guess).
_FRESH_S = 120.0


class QueryEmbedder(Protocol):
    """A model that gives the vector of a question; see `cairn.infer.embed.EndpointEmbedder`."""

    is_remote: bool

    @property
    def name(self) -> str:
        """The model's name; empty when that is not known before it is asked."""
        ...

    def embed_query(self, text: str, timeout_s: float) -> tuple[bytes, bytes]:
        """Return the vectors of a question and of a fixed text, which tells one model from another."""
        ...


class Asked(NamedTuple):
    """A question's vector with the model that gave it; or the sentence that says why there is none."""

    vector: bytes | None = None
    name: str = ""
    probe: bytes = b""
    problem: str | None = None


@dataclass(slots=True)
class Evidence:
    """The answer of the vectors to a question in one state of the index, and what is to be said of them."""

    near: list[Near]
    problem: str | None = None
    model: StoredModel | None = None


class VectorArm:
    """Embeds questions. Safe to use from several threads; vectors of the last questions are kept."""

    def __init__(self, make_embedder: Callable[[], QueryEmbedder]) -> None:
        self._make_embedder = make_embedder
        self._lock = threading.Lock()
        self._kept: dict[str, Asked] = {}
        self._probe = b""
        self._fresh_until = 0.0
        self._problem = ""
        self._rests_until = 0.0

    def ask(self, text: str) -> Callable[[], Asked]:
        """Begin to embed a question; what is returned waits for the answer, and may be called once."""
        embedder = self._make_embedder()
        now = time.monotonic()
        with self._lock:
            kept = self._kept.get(text) if now < self._fresh_until else None
            if kept is not None:
                return lambda: kept
            if now < self._rests_until:
                rests = Asked(problem=self._problem)
                return lambda: rests
        if not embedder.is_remote:
            return lambda: self._embed(embedder, text)
        answers: list[Asked] = []
        deadline = time.monotonic() + WAIT_S
        # A daemon: a name that does not resolve blocks for longer than anybody waits.
        thread = threading.Thread(target=lambda: answers.append(self._embed(embedder, text)), daemon=True)
        thread.start()

        def wait() -> Asked:
            thread.join(max(deadline - time.monotonic(), 0.0))
            return answers[0] if answers else self._failed(f"the embed endpoint did not answer within {WAIT_S:g} s")

        return wait

    def warm_up(self) -> str | None:
        """Ask the embedder once; returns what is wrong with it, in a sentence, None if nothing."""
        return self.ask("warm up")().problem

    def _embed(self, embedder: QueryEmbedder, text: str) -> Asked:
        from cairn.infer.vectors import is_same_model  # with what talks to endpoints, which tier 0 never loads

        try:
            vector, probe = embedder.embed_query(text, WAIT_S)
        except CairnError as fault:
            return self._failed(str(fault))
        asked = Asked(vector, embedder.name, probe)
        with self._lock:
            if not self._probe or not is_same_model(probe, self._probe):
                self._kept.clear()
                self._probe = probe
            self._fresh_until = time.monotonic() + _FRESH_S
            self._rests_until = 0.0
            self._kept[text] = asked
            if len(self._kept) > _MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        return asked

    def _failed(self, problem: str) -> Asked:
        _log.info("no vector for a question: %s", problem)
        with self._lock:
            self._fresh_until = 0.0
            self._problem = f"answered from text alone: {problem}"
            self._rests_until = time.monotonic() + _REST_S
            return Asked(problem=self._problem)


def find_near(reader: StoreReader, asked: Asked, part: Part, limit: int, scope: Scope) -> Evidence:
    """Find what is nearest to a question among the vectors of the model that gave its own, and of no other."""
    if asked.vector is None:
        return Evidence([], asked.problem)
    from cairn.infer.vectors import is_same_model  # with what talks to endpoints, which tier 0 never loads

    models = reader.models()
    model = next((m for m in models if m.name == asked.name and is_same_model(m.probe, asked.probe)), None)
    if model is None:
        return Evidence([], _no_vectors(models, asked.name))
    try:
        return Evidence(reader.nearest(part, model, asked.vector, limit, scope), None, model)
    except VectorsUnavailableError as fault:
        return Evidence([], str(fault))


def _no_vectors(models: list[StoredModel], name: str) -> str:
    if models:
        others = ", ".join(sorted({repr(model.name) for model in models}))
        return (
            f"answered from text alone: the index has vectors of {others} and none of the present model {name!r}; "
            "`cairn reindex all --vectors` makes them"
        )
    return "answered from text alone: the index has no vectors yet; `cairn reindex all --vectors` makes them"


def what_is_lacking(view: View, sources: Iterable[SourceListing], evidence: Evidence) -> list[str]:
    """Say, in sentences, what is wrong, or which sources have chunks that the vectors know nothing of."""
    if evidence.model is None:
        return [evidence.problem] if evidence.problem else []
    covered = view.reader.coverage()
    lacking = []
    for source in sources:
        model_id, chunks = covered.get(source.id, (None, 0))
        missing = source.counts.chunks - (chunks if model_id == evidence.model.id else 0)
        if missing > 0:
            lacking.append(f"{source.label} ({missing:,} of {source.counts.chunks:,} chunks)")
    if not lacking:
        return []
    one = lacking[0].partition(" ")[0] if len(lacking) == 1 else "all"
    return [f"no vectors of the present model in {', '.join(lacking)}; `cairn reindex {one} --vectors` makes them"]
