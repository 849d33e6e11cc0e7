"""Answers of a form: a JSON Schema from whatever a program has, strict reading of what a model says, and of its beginning."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from cairn.agent.schema import check_schema, faults_of
from cairn.errors import EnvironmentFault, UsageError
from cairn.infer.answer import Json, JsonObject, JsonView, parse_json
from cairn.infer.chat import unfenced

Form = JsonView | type | str | Path
_FENCE = "```"
_DEEPEST = 200  # of a document that still comes: what is deeper is left out


def schema_of(form: Form) -> JsonObject:
    """Return the JSON Schema of a form: a schema, the path of a file with one, a pydantic model, a dataclass or an attrs class.

    Raises:
        UsageError: it is none of these.
        EnvironmentFault: the file cannot be read.
    """
    if isinstance(form, str | Path):
        form = _read(Path(form))
    schema = dict(form) if isinstance(form, Mapping) else _schema_of_class(form)
    check_schema(schema)
    return schema


def value_of(form: Form, document: Json) -> Json:
    """Return a document that fits as a value of the form: an instance of its class, or the document itself.

    Raises:
        ValueError: it does not fit, by the rules of the class.
    """
    if not isinstance(form, type):
        return document
    from pydantic import TypeAdapter

    if _is_attrs(form):
        adapter: TypeAdapter[object] = TypeAdapter(_as_dataclass(form))
        fields = adapter.validate_json(json.dumps(document), strict=True)
        return form(**{name: getattr(fields, name) for name in _attrs_fields(form)})
    return TypeAdapter(form).validate_json(json.dumps(document), strict=True)


def read_document(text: str, schema: JsonView) -> tuple[Json, list[str]]:
    """Read an answer strictly: the document, and what is wrong with it. A fence around the whole is allowed."""
    try:
        document = parse_json(unfenced(text.strip()))
    except (ValueError, RecursionError) as exc:
        return None, [f"it is no JSON ({exc}) and begins with {' '.join(text[:60].split())!r}"]
    return document, faults_of(document, schema)


def read_beginning(text: str) -> Json:
    """Read as much as there is of a document that still comes; None before anything can be told.

    A text that is cut off ends where it was cut, a number or a word that may go on is left out, and so is a name without a value.
    """
    begun = text.lstrip().removeprefix(f"{_FENCE}json").lstrip(_FENCE).lstrip()
    for end, closing in _ends(begun):
        try:
            return json.loads(begun[:end] + closing)
        except ValueError:
            continue
    return None


def _ends(text: str) -> list[tuple[int, str]]:
    """Where a beginning may be cut, with what closes it there: the whole first, then back to the last few commas and brackets."""
    stack: list[str] = []
    ends: list[tuple[int, str]] = []
    is_string = is_escaped = False
    for place, sign in enumerate(text):
        if is_string:
            is_string = is_escaped or sign != '"'
            is_escaped = sign == "\\" and not is_escaped
        elif sign == '"':
            is_string = True
        elif sign in "{[":
            if len(stack) == _DEEPEST:
                break
            stack.append("}" if sign == "{" else "]")
            ends.append((place + 1, "".join(reversed(stack))))
        elif sign in "}]" and stack:
            stack.pop()
            ends.append((place + 1, "".join(reversed(stack))))
        elif sign == ",":
            ends.append((place, "".join(reversed(stack))))
    closing = "".join(reversed(stack))
    whole = [(len(text) - is_escaped, f'"{closing}')] if is_string else [(len(text), "")] if not stack else []
    if not is_string and text.rstrip()[-1:] == '"':
        whole = [(len(text), closing)]
    return whole + ends[::-1][:4]


def _read(path: Path) -> JsonView:
    try:
        found = parse_json(path.read_bytes())
    except OSError as exc:
        raise EnvironmentFault(f"{path} cannot be read ({exc.strerror}); name a file with a JSON Schema") from exc
    except (ValueError, RecursionError) as exc:
        raise UsageError(f"{path} is no JSON ({exc}); write a JSON Schema") from exc
    if not isinstance(found, dict):
        raise UsageError(f"{path} is no JSON Schema; write an object")
    return found


def _schema_of_class(form: type) -> JsonObject:
    from pydantic import PydanticUserError, TypeAdapter

    try:
        schema = TypeAdapter(_as_dataclass(form) if _is_attrs(form) else form).json_schema()
    except (PydanticUserError, TypeError) as exc:
        raise UsageError(f"{form!r} has no JSON Schema; give a pydantic model, a dataclass, an attrs class or a schema") from exc
    return schema


def _is_attrs(form: type) -> bool:
    return hasattr(form, "__attrs_attrs__")


def _attrs_fields(form: type) -> list[str]:
    return [attribute.name for attribute in _attributes(form)]


def _attributes(form: type) -> Sequence[Json]:
    """What attrs knows of the fields of its class."""
    found: Sequence[Json] = getattr(form, "__attrs_attrs__", ())
    return found


def _as_dataclass(form: type) -> type:
    """A dataclass with the fields of an attrs class, which pydantic does not know."""
    import typing

    hints = typing.get_type_hints(form)
    made: list[Json] = []
    for attribute in _attributes(form):
        name, default = attribute.name, attribute.default
        if default is None or isinstance(default, str | int | float | bool):
            made.append((name, hints[name], dataclasses.field(default=default)))
        elif hasattr(default, "factory"):
            made.append((name, hints[name], dataclasses.field(default_factory=default.factory)))
        else:
            made.append((name, hints[name]))
    return dataclasses.make_dataclass(form.__name__, made, kw_only=True)
