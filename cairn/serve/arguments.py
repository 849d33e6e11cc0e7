"""The arguments that several tools share: their types, limits and what a model reads of them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from cairn.answers.pages import MOST_CURSOR
from cairn.retrieve.filters import Filters

MOST_HANDLE = 9999  # characters: longer than any path that a system takes, percent-encoded in part, and a qualified name
EdgeWord = Literal["calls", "imports", "inherits", "depends_on", "mitigates", "references", "verifies"]


def split_words(value: object) -> object:
    """`calls,inherits` as a list, as the command line takes it; `all` is none in particular."""
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    return [] if isinstance(words, list) and "all" in words else words


def as_digits(value: object) -> object:
    """A number as its digits: some models give an id as one."""
    return str(value) if type(value) is int else value


Query = Annotated[str, Field(max_length=10_000)]
OneHandle = Annotated[str, Field(max_length=MOST_HANDLE, description="handle, or a unique end of one")]
SourceName = Annotated[str, Field(max_length=200)]  # the instructions say what it and `budget` are, once for all tools
Label = Annotated[str, Field(max_length=200)]
OneLabel = Annotated[str, Field(max_length=200)]
Lang = Annotated[str, Field(max_length=50, description="language, as python")]
PathGlob = Annotated[str, Field(max_length=500, description="paths like src/**/*.py")]
Kind = Annotated[str, Field(max_length=50, description="inside of a function, method, class, section ...")]
TagName = Annotated[str, Field(max_length=200)]
EdgeWords = Annotated[list[EdgeWord], BeforeValidator(split_words), Field(max_length=20, description="only these")]
# The same, for a tool that stands behind one which has listed the words.
KnownEdgeWords = Annotated[
    list[EdgeWord], BeforeValidator(split_words), Field(max_length=20, json_schema_extra={"items": {"type": "string"}})
]
Budget = Annotated[int, Field(ge=100, le=100_000)]
Cursor = Annotated[str, Field(max_length=MOST_CURSOR)]  # a cut answer says what it is for
JobId = Annotated[str, BeforeValidator(as_digits), Field(max_length=20)]
Wait = Annotated[bool, Field(description="until it is done")]

# The fields of `Filters`, as each tool that searches takes them; "" narrows nothing.
FILTERS: dict[str, Any] = {"source": SourceName, "lang": Lang, "path_glob": PathGlob, "kind": Kind, "tag": TagName}


def takes_filters(tool: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Give a tool, in place of its parameter `filters`, an argument for each: `lang="go"` comes to it as `Filters(lang="go")`."""

    @functools.wraps(tool)
    async def narrowed(**arguments: Any) -> Any:
        words = {name: arguments.pop(name, "") for name in FILTERS}
        source = words.pop("source")
        return await tool(**arguments, filters=Filters((source,) if source else (), **words))

    taken: list[inspect.Parameter] = []
    signature = inspect.signature(tool, eval_str=True)
    for parameter in signature.parameters.values():
        if parameter.name == "filters":
            taken += [parameter.replace(name=name, annotation=kind, default="") for name, kind in FILTERS.items()]
        else:
            taken.append(parameter)
    narrowed.__signature__ = signature.replace(parameters=taken)  # type: ignore[attr-defined]  # what inspect looks at first
    return narrowed
