"""What is wrong with a document by a JSON Schema. Imports nothing of Cairn: schema.py runs it as a process of its own, too.

A regular expression of a schema may take exponential time, and Python cannot interrupt one; a process can be ended. Standard
input is a JSON list of the schema and the document, standard output one of the sentences and of why the schema is none, if so.
"""

from __future__ import annotations

import json
import re
import sys
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

_MOST_FAULTS = 5
_MOST_SHOWN = 200  # characters of a sentence: it quotes the value


class BrokenSchemaError(ValueError):
    """A schema is none; the message says why and what to do."""


def faults_in(document: object, schema: str) -> list[str]:
    """Return sentences on the first things that do not fit a schema, which is given as JSON; none if all does.

    Raises:
        BrokenSchemaError: the schema is none.
    """
    from referencing.exceptions import Unresolvable

    try:
        found = sorted(_validator(schema).iter_errors(document), key=lambda error: list(map(str, error.absolute_path)))
        return [_sentence(list(error.absolute_path), error.message) for error in found[:_MOST_FAULTS]]
    except BrokenSchemaError:
        raise
    except Unresolvable as exc:
        told = f"it refers to {exc.ref!r}, which is not in it, and nothing is fetched"
        raise BrokenSchemaError(f"the schema is not one ({told[:_MOST_SHOWN]}); put all of it into one document") from exc
    except RecursionError as exc:
        raise BrokenSchemaError("the schema is not one (it refers to itself, or is nested, without end); mend it") from exc
    except (ValueError, re.error) as exc:
        raise BrokenSchemaError(f"the schema is not one ({str(exc)[:_MOST_SHOWN]}); write it as JSON Schema") from exc


@lru_cache(maxsize=64)
def _validator(schema: str) -> Validator:
    import jsonschema  # takes a tenth of a second, which only a call with arguments costs
    from referencing import Registry

    given = json.loads(schema)
    kind = jsonschema.validators.validator_for(given, default=jsonschema.Draft202012Validator)
    try:
        kind.check_schema(given)
    except jsonschema.SchemaError as exc:
        raise BrokenSchemaError(f"the schema is not one ({exc.message[:_MOST_SHOWN]}); write it as JSON Schema") from exc
    # Without a registry of one's own, what is referred to is fetched from wherever the schema says.
    made: Validator = kind(given, registry=Registry())
    return made


def _sentence(path: list[object], message: str) -> str:
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")
    return (f"`{place}`: " if place else "") + message[:_MOST_SHOWN]


def main() -> None:
    """Judge what comes in on standard input."""
    schema, document = json.load(sys.stdin)
    try:
        answer: tuple[list[str], str] = faults_in(document, schema), ""
    except BrokenSchemaError as exc:
        answer = [], str(exc)
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
