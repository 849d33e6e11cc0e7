"""What is wrong with a document by a JSON Schema, in sentences that a model can act on. A schema may come from anybody."""

from __future__ import annotations

import contextlib
import functools
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cairn.errors import UsageError
from cairn.infer.answer import JsonView

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

_MOST_FAULTS = 5
_MOST_SHOWN = 200  # characters of a sentence: it quotes the value


def faults_of(document: object, schema: JsonView) -> list[str]:
    """Return sentences on the first things that do not fit; none if all does.

    Raises:
        UsageError: the schema is none.
    """
    with _told():
        found = sorted(
            _validator(json.dumps(schema)).iter_errors(document), key=lambda error: list(map(str, error.absolute_path))
        )
        return [_sentence(list(error.absolute_path), error.message) for error in found[:_MOST_FAULTS]]


def check_schema(schema: JsonView) -> None:
    """Raise UsageError if a schema is none; what it refers to is looked at as far as the first document needs it."""
    faults_of(None, schema)


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Turn what a schema does to the library that reads it into a sentence."""
    from referencing.exceptions import Unresolvable

    try:
        yield
    except Unresolvable as exc:
        told = f"it refers to {exc.ref!r}, which is not in it, and nothing is fetched"
        raise UsageError(f"the schema is not one ({told[:_MOST_SHOWN]}); put all of it into one document") from exc
    except (RecursionError, ValueError) as exc:
        why = "it refers to itself, or is nested, without end" if isinstance(exc, RecursionError) else str(exc)[:_MOST_SHOWN]
        raise UsageError(f"the schema is not one ({why}); write it as JSON Schema") from exc


@functools.lru_cache(maxsize=64)
def _validator(schema: str) -> Validator:
    import jsonschema  # takes a tenth of a second, which only a call with arguments costs
    from referencing import Registry

    given = json.loads(schema)
    kind = jsonschema.validators.validator_for(given, default=jsonschema.Draft202012Validator)
    try:
        kind.check_schema(given)
    except jsonschema.SchemaError as exc:
        raise UsageError(f"the schema is not one ({exc.message[:_MOST_SHOWN]}); write it as JSON Schema") from exc
    # Without a registry of one's own, what is referred to is fetched from wherever the schema says.
    made: Validator = kind(given, registry=Registry())
    return made


def _sentence(path: list[object], message: str) -> str:
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")
    return (f"`{place}`: " if place else "") + message[:_MOST_SHOWN]
