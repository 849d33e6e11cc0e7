"""What is wrong with a document by a JSON Schema, in sentences that a model can act on."""

from __future__ import annotations

import functools
import json
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
    found = sorted(_validator(json.dumps(schema)).iter_errors(document), key=lambda error: list(map(str, error.absolute_path)))
    return [_sentence(list(error.absolute_path), error.message) for error in found[:_MOST_FAULTS]]


def check_schema(schema: JsonView) -> None:
    """Raise UsageError if a schema is none."""
    _validator(json.dumps(schema))


@functools.lru_cache(maxsize=64)
def _validator(schema: str) -> Validator:
    import jsonschema  # takes a tenth of a second, which only a call with arguments costs

    given = json.loads(schema)
    kind = jsonschema.validators.validator_for(given, default=jsonschema.Draft202012Validator)
    try:
        kind.check_schema(given)
    except jsonschema.SchemaError as exc:
        raise UsageError(f"the schema is not one ({exc.message[:_MOST_SHOWN]}); write it as JSON Schema") from exc
    made: Validator = kind(given)
    return made


def _sentence(path: list[object], message: str) -> str:
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")
    return (f"`{place}`: " if place else "") + message[:_MOST_SHOWN]
