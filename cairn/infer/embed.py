"""Vectors from an OpenAI-compatible endpoint: batches, several at a time, and one bad text costs only itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from cairn.errors import CairnError
from cairn.infer.conventions import Convention, convention_of
from cairn.infer.endpoint import Endpoint, EndpointFault
from cairn.infer.vectors import is_same_model, read_vectors

# What the probe says is of no matter, as long as it never changes.
PROBE = "def read_settings(path): open the file, parse it and return the settings"

BATCH_TEXTS = 32
BATCH_TOKENS = 8192
CONCURRENCY = 4
# OpenAI's models take 8,191; the room that is left is for the estimate's error. A model that takes less says so, see `_cut`.
WINDOW_TOKENS = 7500
_SHORTEST_TOKENS = 64
# So many texts are refused one by one before the endpoint, not the texts, is to blame.
_MOST_REFUSED = 3


@dataclass(slots=True)
class Embedded:
    """Vectors in the order of the texts, None where there is none; sentences on why; what ended the work early, if anything."""

    vectors: list[bytes | None]
    warnings: list[str] = field(default_factory=list)
    fault: CairnError | None = None


class EndpointEmbedder:
    """Asks an endpoint for vectors. Safe to use from several threads."""

    is_remote = True

    def __init__(self, endpoint: Endpoint, count_tokens: Callable[[str], int], *, window_tokens: int = WINDOW_TOKENS) -> None:
        self._endpoint = endpoint
        self._count_tokens = count_tokens
        self._window_tokens = window_tokens
        self._answered = ""

    @property
    def name(self) -> str:
        """The model's name: the one that was set, else what the endpoint says; empty before it was asked."""
        return self._endpoint.address.model or self._answered

    @property
    def place(self) -> str:
        """Where the vectors come from, for messages."""
        return self._endpoint.address.shown

    def probe(self, timeout_s: float | None = None) -> bytes:
        """Return the vector of a fixed text: it tells one model from another.

        Raises:
            OfflineError, EndpointFault: see `Endpoint.post`; with `timeout_s` it is asked once only.
        """
        (found,) = self._ask([PROBE], 1 if timeout_s is not None else None, timeout_s)
        return found

    def embed_query(self, text: str, timeout_s: float) -> tuple[bytes, bytes]:
        """Return the vectors of a question and of the probe, asked for in one request: so they are of one model.

        Raises:
            OfflineError, EndpointFault: see `Endpoint.post`.
        """
        cut, _ = self._cut(self._convention().query + text)
        try:
            found, probe = self._ask([cut, PROBE], 1, timeout_s)
        except EndpointFault as fault:
            if not fault.is_of_content:
                raise
            return self._embed_alone(cut, timeout_s)
        return found, probe

    def _embed_alone(self, text: str, timeout_s: float) -> tuple[bytes, bytes]:
        """Ask what takes no two texts at once: between two probes, which must be of one model."""
        probe = self.probe(timeout_s)
        (found,) = self._ask([text], 1, timeout_s)
        if not is_same_model(probe, self.probe(timeout_s)):
            raise EndpointFault(f"{self.place} changed its model just now; ask again")
        return found, probe

    def embed(self, texts: Sequence[str], check: Callable[[], None] = lambda: None) -> Embedded:
        """Return the vectors of texts. `check` is called between answers, and may raise to end the work.

        A batch that is refused is halved until the text that is to blame stands alone: that one gets no vector. What fails
        otherwise ends the work, and what was done so far is returned with the fault.
        """
        prepared, warnings = self._prepare(texts)
        found = Embedded([None] * len(texts), warnings)
        pool = ThreadPoolExecutor(CONCURRENCY, thread_name_prefix="cairn-embed")
        try:
            futures = {pool.submit(self._batch, [prepared[i] for i in places]): places for places in self._batches(prepared)}
            for future, places in futures.items():
                self._collect(future, places, found, check)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
        return found

    def close(self) -> None:
        """Close the connections."""
        self._endpoint.close()

    def _collect(self, future: Future[Embedded], places: Sequence[int], found: Embedded, check: Callable[[], None]) -> None:
        if found.fault is not None and future.cancel():
            return
        try:
            batch = future.result()
        except CairnError as fault:
            found.fault = found.fault or fault
            return
        for place, vector in zip(places, batch.vectors, strict=True):
            found.vectors[place] = vector
        found.warnings.extend(batch.warnings)
        check()

    def _convention(self) -> Convention:
        return convention_of(self.name)

    def _prepare(self, texts: Sequence[str]) -> tuple[list[str], list[str]]:
        prefix = self._convention().document
        prepared = []
        cut_count = 0
        for text in texts:
            shortened, is_cut = self._cut(prefix + text)
            prepared.append(shortened)
            cut_count += is_cut
        if not cut_count:
            return prepared, []
        what = "1 text was" if cut_count == 1 else f"{cut_count} texts were"
        return prepared, [f"{what} cut to the {self._window_tokens:,} tokens that the model {self.name!r} takes"]

    def _cut(self, text: str, limit: int | None = None) -> tuple[str, bool]:
        """Cut a text to the model's window, or to `limit` tokens; also say whether anything was cut."""
        most = limit or self._window_tokens
        is_cut = False
        # A token has at least one character, so that a short text needs no count.
        while len(text) > most and (tokens := self._count_tokens(text)) > most:
            text, is_cut = text[: max(int(len(text) * most / tokens * 0.95), 1)], True
        return text, is_cut

    def _batches(self, texts: Sequence[str]) -> Iterator[list[int]]:
        batch: list[int] = []
        tokens = 0
        for place, text in enumerate(texts):
            own = self._count_tokens(text)
            if batch and (len(batch) >= BATCH_TEXTS or tokens + own > BATCH_TOKENS):
                yield batch
                batch, tokens = [], 0
            batch.append(place)
            tokens += own
        if batch:
            yield batch

    def _batch(self, texts: Sequence[str]) -> Embedded:
        try:
            return Embedded(list(self._ask(texts)))
        except EndpointFault as fault:
            if not fault.is_of_content:
                raise
            return _Isolation(self._ask, self._cut, self._count_tokens).run(texts, fault)

    def _ask(self, texts: Sequence[str], attempts: int | None = None, timeout_s: float | None = None) -> list[bytes]:
        model = self._endpoint.address.model
        body: dict[str, object] = {"input": list(texts)}
        if model:
            body["model"] = model
        if self._convention().has_dimensions:
            body["dimensions"] = 1024
        answer = self._endpoint.post("embeddings", body, attempts=attempts, timeout_s=timeout_s)
        if isinstance(answer, dict) and isinstance(answer.get("model"), str):
            self._answered = self._endpoint.shown(answer["model"])
        return read_vectors(answer, len(texts), self.name or "default")


class _Isolation:
    """Finds, by halving, the texts of a batch for which there is no vector."""

    def __init__(
        self,
        ask: Callable[[Sequence[str], int | None], list[bytes]],
        cut: Callable[[str, int | None], tuple[str, bool]],
        count_tokens: Callable[[str], int],
    ) -> None:
        self._ask = ask
        self._cut = cut
        self._count_tokens = count_tokens
        self._refused = 0
        self._taken = 0

    def run(self, texts: Sequence[str], fault: EndpointFault) -> Embedded:
        """Return what can be had for texts that were refused together.

        Raises:
            EndpointFault: nothing can: it is not the texts.
        """
        if len(texts) == 1:
            return self._alone(texts[0], fault)
        middle = len(texts) // 2
        halves = [self._half(texts[:middle]), self._half(texts[middle:])]
        return Embedded([v for half in halves for v in half.vectors], [w for half in halves for w in half.warnings])

    def _half(self, texts: Sequence[str]) -> Embedded:
        try:
            vectors = self._ask(texts, 2)
        except EndpointFault as fault:
            if not fault.is_of_content:
                raise
            return self.run(texts, fault)
        self._taken += len(vectors)
        return Embedded(list(vectors))

    def _alone(self, text: str, fault: EndpointFault) -> Embedded:
        """A text that is refused alone may be too long for the model: try a half and a quarter of it."""
        tokens = self._count_tokens(text)
        for limit in (tokens // 2, tokens // 4):
            if limit < _SHORTEST_TOKENS:
                break
            try:
                vectors = self._ask([self._cut(text, limit)[0]], 1)
            except EndpointFault as again:
                if not again.is_of_content:
                    raise
                continue
            self._taken += 1
            return Embedded(list(vectors), [f"a text of about {tokens:,} tokens was refused, and cut to {limit:,}"])
        self._refused += 1
        if self._refused >= _MOST_REFUSED and not self._taken:
            raise fault
        return Embedded([None], [f"a text has no vector: {fault}"])
