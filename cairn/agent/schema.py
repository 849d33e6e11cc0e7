"""What is wrong with a document by a JSON Schema, in sentences that a model can act on. A schema may come from anybody."""

from __future__ import annotations

import json
import subprocess
import sys

from cairn.agent import validate
from cairn.agent.validate import BrokenSchemaError, faults_in
from cairn.errors import UsageError
from cairn.infer.answer import JsonView

PATTERN_LIMIT_S = 5.0  # of a document whose schema has regular expressions: a guess; they take microseconds, or for ever


def faults_of(document: object, schema: JsonView) -> list[str]:
    """Return sentences on the first things that do not fit; none if all does.

    A schema with regular expressions is applied in a process of its own, which is ended after `PATTERN_LIMIT_S`.

    Raises:
        UsageError: the schema is none.
    """
    try:
        text = json.dumps(schema)
        return _aside(document, text) if _has_pattern(schema) else faults_in(document, text)
    except BrokenSchemaError as exc:
        raise UsageError(str(exc)) from exc
    except (RecursionError, ValueError) as exc:
        raise UsageError("the schema is not one (it is nested without end, or no JSON); write it as JSON Schema") from exc


def check_schema(schema: JsonView) -> None:
    """Raise UsageError if a schema is none; what it refers to is looked at as far as the first document needs it."""
    faults_of(None, schema)


def _has_pattern(schema: object) -> bool:
    """Whether a schema has regular expressions; a property that is called `pattern` is a document, and none."""
    if isinstance(schema, dict):
        is_one = isinstance(schema.get("pattern"), str) or bool(schema.get("patternProperties"))
        return is_one or any(map(_has_pattern, schema.values()))
    return isinstance(schema, list) and any(map(_has_pattern, schema))


def _aside(document: object, schema: str) -> list[str]:
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(validate.__file__)],
            input=json.dumps([schema, document]).encode("ascii"),
            capture_output=True,
            timeout=PATTERN_LIMIT_S,
            check=True,
        )
    except subprocess.TimeoutExpired:
        return [f"a `pattern` of the schema takes more than {PATTERN_LIMIT_S:g} s for this; write something shorter"]
    except subprocess.CalledProcessError as exc:
        raise BrokenSchemaError("the schema needs more than can be judged with; write it more simply") from exc
    faults, broken = json.loads(done.stdout)
    if broken:
        raise BrokenSchemaError(broken)
    found: list[str] = faults
    return found
