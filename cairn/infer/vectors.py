"""Vectors as the store keeps them: 1024 numbers of 32 bits, scaled to length 1."""

from __future__ import annotations

import base64
import binascii
import math
from array import array
from collections.abc import Sequence

from cairn.infer.endpoint import EndpointFault

VECTOR_SIZE = 1024
_NARROWEST = 64
# Two runs of one model differ by rounding, two quantisations of it by a few thousandths; another model is near 0 (guess).
_SAME = 0.99


def as_vector(values: Sequence[float], model: str) -> bytes:
    """Check a vector and scale it to length 1.

    Raises:
        EndpointFault: it has another dimension, a number that is none, or only zeros.
    """
    if len(values) != VECTOR_SIZE:
        raise EndpointFault(
            f"vectors of the model {model!r} have {len(values)} numbers but Cairn's have {VECTOR_SIZE}; "
            f"set CAIRN_EMBED_MODEL to a model that gives {VECTOR_SIZE}"
        )
    try:
        norm = math.hypot(*values)
    except (TypeError, OverflowError) as exc:
        raise EndpointFault(
            f"a vector of the model {model!r} holds something that is no number, or too large a one; look into its log",
            is_of_content=True,
        ) from exc
    if not math.isfinite(norm) or norm == 0.0:
        found = "only zeros" if norm == 0.0 else "a number that is not finite"
        raise EndpointFault(f"a vector of the model {model!r} has {found}; look into its log", is_of_content=True)
    return array("f", [value / norm for value in values]).tobytes()


def read_vectors(answer: object, count: int, model: str) -> list[bytes]:
    """Take the vectors out of the answer to an embeddings request, in the order of the texts.

    Raises:
        EndpointFault: the answer has another form, or not as many vectors as there were texts.
    """
    rows = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) and "embedding" in row for row in rows):
        raise EndpointFault(f"the model {model!r} answers with JSON that holds no embeddings; check CAIRN_EMBED_URL")
    if len(rows) != count:
        raise EndpointFault(
            f"the model {model!r} gave {len(rows)} vectors for {count} texts; look into its log", is_of_content=True
        )
    places = [row.get("index") for row in rows]
    if sorted(place for place in places if isinstance(place, int)) == list(range(count)):
        rows = sorted(rows, key=lambda row: int(row["index"]))
    return [as_vector(_numbers(row["embedding"], model), model) for row in rows]


def _numbers(found: object, model: str) -> Sequence[float]:
    """The numbers of one embedding: a list, or little-endian 32-bit floats in base64, as some endpoints prefer."""
    if isinstance(found, str):
        try:
            return array("f", base64.b64decode(found, validate=True))
        except (binascii.Error, ValueError) as exc:
            raise EndpointFault(f"the model {model!r} gave an embedding that cannot be read; look into its log") from exc
    if isinstance(found, list):
        return found
    raise EndpointFault(f"the model {model!r} gave an embedding that is no list; look into its log")


def cosine(a: bytes, b: bytes) -> float:
    """The cosine of two vectors of length 1."""
    return sum(map(float.__mul__, array("f", a), array("f", b)))


def width_of(vector: bytes) -> int:
    """How many of the numbers count: those of a smaller model end in zeros, which need no place."""
    values = array("f", vector)
    width = VECTOR_SIZE
    while width > _NARROWEST and not any(values[width // 2 : width]):
        width //= 2
    return width


def is_same_model(probe: bytes, other: bytes) -> bool:
    """Whether two vectors of one text come from one model."""
    return cosine(probe, other) >= _SAME
