"""Vectors without an endpoint: real weights that come inside a package (`pip install "cairn-index[local]"`).

The model is static: a vector of 256 numbers for each of 32,000 word pieces, of which a text gets a mean. It is read from the
package's files; the package's own code, which would fetch a tokenizer, never runs.
"""

from __future__ import annotations

import importlib.util
import threading
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cairn.errors import UsageError
from cairn.infer.embed import PROBE, Embedded
from cairn.infer.vectors import VECTOR_SIZE

if TYPE_CHECKING:
    import numpy as np

MODELS = ("", "wordllama")
_NAME = "local:wordllama-256"
_WEIGHTS = "weights/l2_supercat_256.safetensors"
_TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"
_INSTALL = 'run `pip install "cairn-index[local]"` (in a checkout `pip install ".[local]"`), or set CAIRN_EMBED_URL'
# What stands at the beginning says what a text is about; more only dilutes a mean (measured: docs/quality.md).
_MOST_CHARACTERS = 1000
# Texts that are encoded at once, so that a run can be stopped.
_GROUP = 256
_NOTHING = bytes(4 * VECTOR_SIZE)


@dataclass(frozen=True, slots=True)
class _Model:
    tokenizer: Any  # tokenizers has no types
    weights: np.ndarray[Any, np.dtype[np.float32]]


class LocalEmbedder:
    """Makes vectors in this process. Safe to use from several threads; the weights are read when they are first needed.

    `expand` gives the parts of the identifiers in a text: the model knows words, not `dispatchRequest`.
    """

    is_remote = False

    def __init__(self, url: str, expand: Callable[[str], str]) -> None:
        """Make one for `local:`.

        Raises:
            UsageError: there is no such model.
        """
        name = url.removeprefix("local:")
        if name not in MODELS:
            raise UsageError(f"CAIRN_EMBED_URL is {url!r}, which is no local model; set it to local:")
        self.name = _NAME
        self.place = "local:"
        self._expand = expand
        self._lock = threading.Lock()
        self._model: _Model | None = None

    def probe(self, timeout_s: float | None = None) -> bytes:
        """Return the vector of a fixed text."""
        (found,) = self._vectors([PROBE])
        return found or _NOTHING

    def embed_query(self, text: str, timeout_s: float) -> tuple[bytes, bytes]:  # it waits for nobody
        """Return the vectors of a question and of the probe."""
        found, probe = self._vectors([text, PROBE])
        return found or _NOTHING, probe or _NOTHING

    def embed(self, texts: Sequence[str], check: Callable[[], None] = lambda: None) -> Embedded:
        """Return the vectors of texts; one without a word that the model knows has none."""
        found: list[bytes | None] = []
        for start in range(0, len(texts), _GROUP):
            check()
            found.extend(self._vectors(texts[start : start + _GROUP]))
        return Embedded(found)

    def close(self) -> None:
        """Forget the weights."""
        self._model = None

    def _vectors(self, texts: Sequence[str]) -> list[bytes | None]:
        model = self._loaded()
        encoded = model.tokenizer.encode_batch(
            [self._expand(text[:_MOST_CHARACTERS]) for text in texts], add_special_tokens=False
        )
        return [_pooled(model, found.ids) for found in encoded]

    def _loaded(self) -> _Model:
        with self._lock:
            if self._model is None:
                self._model = _load()
            return self._model


def _pooled(model: _Model, ids: Sequence[int]) -> bytes | None:
    import numpy as np

    if not ids:
        return None
    pieces = Counter(ids)
    # A word that is said nine times counts three times (measured: docs/quality.md).
    mean = np.sqrt(list(pieces.values()), dtype=np.float32) @ model.weights[list(pieces)]
    norm = float((mean @ mean) ** 0.5)
    if norm == 0.0:
        return None
    values = array("f", (mean / norm).astype("float32").tobytes())
    values.extend([0.0] * (VECTOR_SIZE - len(values)))
    return values.tobytes()


def _load() -> _Model:
    """Read the weights and the tokenizer out of the package's files.

    Raises:
        UsageError: the extra is not installed.
    """
    try:
        spec = importlib.util.find_spec("wordllama")
        import safetensors.numpy
        import tokenizers
    except ImportError as exc:
        raise UsageError(f"the local embedder is not installed; {_INSTALL}") from exc
    if spec is None or spec.origin is None:
        raise UsageError(f"the local embedder is not installed; {_INSTALL}")
    folder = Path(spec.origin).parent
    try:
        tokenizer = tokenizers.Tokenizer.from_file(str(folder / _TOKENIZER))
        (weights,) = safetensors.numpy.load_file(folder / _WEIGHTS).values()
    except (OSError, ValueError, Exception) as exc:  # tokenizers raises nothing narrower
        raise UsageError(f"the files of the local embedder cannot be read ({exc}); {_INSTALL}") from exc
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return _Model(tokenizer, weights.astype("float32"))
