"""The schemas of tools are in what Claude, OpenAI and Gemini all take for functions: one that is not costs a client all tools.

Sources: the API references of the three, "Tool use", "Function calling" and "FunctionDeclaration" with its `Schema`.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from cairn.serve.tools import make_tools

TOOLS = {tool.name: tool for tool in make_tools(is_read_only=False)}
# Gemini's `Schema` has these and more; the others take all of JSON Schema. No `anyOf`, `$ref`, `const`, lists of types, or
# `additionalProperties`: each of them is refused somewhere.
KEYS = {"type", "description", "enum", "items", "default"}
TYPES = {"string", "integer", "number", "boolean", "array"}
NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]{0,63}")


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_has_a_name_and_a_description_that_all_take(name: str) -> None:
    assert NAME.fullmatch(name)
    assert 0 < len(TOOLS[name].description) <= 1024  # OpenAI's


@pytest.mark.parametrize("name", TOOLS)
def test_arguments_are_one_object_without_alternatives(name: str) -> None:
    schema = TOOLS[name].parameters
    assert schema.keys() <= {"type", "properties", "required"}
    assert schema["type"] == "object"
    assert schema["properties"]  # Gemini refuses an object without any
    assert set(schema.get("required", ())) <= schema["properties"].keys()
    assert schema.get("required", ["one"])  # an empty list was refused by older validators


@pytest.mark.parametrize(("tool", "name"), [(tool, name) for tool in TOOLS for name in TOOLS[tool].parameters["properties"]])
def test_an_argument_is_of_one_plain_type(tool: str, name: str) -> None:
    assert NAME.fullmatch(name)
    check(TOOLS[tool].parameters["properties"][name])


def check(schema: dict[str, Any]) -> None:
    assert schema.keys() <= KEYS
    assert schema["type"] in TYPES
    assert schema["type"] != "array" or "items" in schema
    if "items" in schema:
        check(schema["items"])
    if "enum" in schema:  # Gemini: of texts only, and none of them empty
        assert schema["type"] == "string"
        assert schema["enum"]
        assert all(isinstance(word, str) and word for word in schema["enum"])
    if "default" in schema:
        assert schema["default"] in schema.get("enum", [schema["default"]])
        assert schema["default"] is not None
