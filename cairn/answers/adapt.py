"""What a model sends, as the arguments that a tool takes: other names, nothing for what is optional, numbers beyond a limit.

A call whose meaning is plain is answered; what was taken instead of a given value is remarked. What is not plain is left as it
is, and refused with the sentence of the tool's own check.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Schema = Mapping[str, Any]  # of an argument: JSON
Arguments = dict[str, Any]

# Names of one idea, the likeliest first. An unknown one stands for the first of its group that the tool has and was not given.
_SAME: tuple[tuple[str, ...], ...] = (
    ("query", "handle", "symbol", "name", "q", "question", "search", "text", "pattern", "term", "entity", "target", "identifier"),
    ("handle", "query", "file", "path", "file_path", "filename", "uri", "location", "place", "position", "cursor_position"),
    ("src", "from", "start", "caller", "a", "from_handle", "source_handle", "source"),
    ("dst", "to", "end", "callee", "target", "b", "to_handle", "target_handle", "destination"),
    ("k", "limit", "top_k", "n", "max_results", "num_results", "results", "count", "max"),
    ("source", "label", "repo", "repository", "project", "sources", "workspace", "root"),
    ("lang", "language"),
    ("path_glob", "glob", "path", "paths", "include", "files", "file", "file_pattern", "file_glob"),
    ("location", "path", "url", "uri", "dir", "directory", "folder", "root", "file"),
    ("budget", "max_tokens", "tokens", "token_budget", "budget_tokens"),
    ("depth", "max_depth", "layers", "hops", "levels"),
    ("edges", "edge", "kinds", "edge_kinds", "relations", "relation"),
    ("context", "context_lines", "lines_around"),
    ("mode", "search_mode", "match"),
    ("focus", "query", "handle", "path", "around"),
    ("diff", "rev", "revision", "commit", "range", "base"),
    ("id", "job", "job_id"),
    ("what", "show", "view"),
    ("cursor", "page_token", "next_cursor"),
)
_WORDS: Mapping[str, Mapping[str, str]] = {
    "direction": {
        "incoming": "in", "callers": "in", "upstream": "in", "inbound": "in", "usedby": "in", "inputs": "in",
        "outgoing": "out", "callees": "out", "downstream": "out", "outbound": "out", "uses": "out", "outputs": "out",
        "all": "both", "any": "both", "inout": "both",
    },
    "mode": {
        "exact": "literal", "text": "literal", "string": "literal", "fixed": "literal", "grep": "literal", "regexp": "regex",
        "re": "regex", "word": "words", "keyword": "words", "keywords": "words", "semantic": "words", "fuzzy": "words",
    },
    "edges": {
        "call": "calls", "callers": "calls", "callees": "calls", "calledby": "calls", "import": "imports", "inherit": "inherits",
        "extends": "inherits", "implements": "inherits", "inheritance": "inherits", "subclasses": "inherits",
        "uses": "depends_on", "use": "depends_on", "depends": "depends_on", "dependson": "depends_on",
        "dependencies": "depends_on",
        "reference": "references", "mitigate": "mitigates", "verify": "verifies",
    },
    "what": {"source": "sources", "file": "files", "skip": "skipped", "skips": "skipped"},
}  # fmt: skip
_FIRST = ("line", "start_line", "line_start", "first_line", "from_line", "line_number", "lineno", "start")
_LAST = ("end_line", "line_end", "last_line", "to_line", "end")
_FILE = frozenset({"file", "path", "file_path", "filename", "filepath", "handle", "location", "uri"})
_NOTHING = frozenset({"null", "None", "undefined"})
_TRUE, _FALSE = frozenset({"true", "yes", "1", "on"}), frozenset({"false", "no", "0", "off"})


def adapt(properties: Mapping[str, Schema], required: Sequence[str], given: Mapping[str, object]) -> tuple[Arguments, list[str]]:
    """The arguments as the tool takes them, and sentences about those that were changed so that the answer differs."""
    arguments = _renamed(properties, _with_lines(properties, given))
    remarks: list[str] = []
    kept: Arguments = {}
    for name, value in arguments.items():
        schema = properties.get(name)
        if schema is None:
            kept[name] = value
        elif not _is_nothing(value, schema, name in required):
            kept[name] = _fitted(name, value, schema, remarks)
    return kept, remarks


def _with_lines(properties: Mapping[str, Schema], given: Mapping[str, object]) -> Mapping[str, object]:
    """`file`, `start_line` and `end_line` as the one handle `file:1-9`, for tools that take one."""
    names = {_snake(name): name for name in given if name not in properties}
    first, last = (next((names[name] for name in group if name in names), None) for group in (_FIRST, _LAST))
    file = next((given[name] for name in given if _snake(name) in _FILE and isinstance(given[name], str)), None)
    if "handle" not in properties or first is None or file is None or _whole(given[first]) is None:
        return given
    end = _whole(given[last]) if last is not None else None
    kept = {name: value for name, value in given.items() if name not in (first, last) and _snake(name) not in _FILE}
    return {**kept, "handle": f"{file}:{_whole(given[first])}" + (f"-{end}" if end is not None else "")}


def _renamed(properties: Mapping[str, Schema], given: Mapping[str, object]) -> Arguments:
    """The arguments under the tool's names; what no name stands for keeps its own, to be refused."""
    arguments = {name: value for name, value in given.items() if name in properties}
    for name, value in given.items():
        if name in properties:
            continue
        meant = _meant(_snake(name), properties, arguments)
        if meant is not None:
            arguments[meant] = value
        elif value is not None:  # nothing was asked by a name that is not known
            arguments[name] = value
    return arguments


def _meant(name: str, properties: Mapping[str, Schema], taken: Mapping[str, object]) -> str | None:
    if name in properties and taken.get(name) is None:
        return name
    for group in _SAME:
        if name in group:
            found = next((other for other in group if other in properties and taken.get(other) is None), None)
            if found is not None:
                return found
    return None


def _snake(name: str) -> str:
    """`pathGlob` and `path-glob` as `path_glob`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[-\s]+", "_", name).lower()


def _is_nothing(value: object, schema: Schema, is_required: bool) -> bool:
    """Whether no value was given: `null`, also as the text that some models write, and "" for what is no text."""
    if value is None:
        return True
    if is_required or not isinstance(value, str):
        return False
    is_text = schema.get("type") == "string" and "enum" not in schema
    return value in _NOTHING or (not is_text and not value.strip())


def _fitted(name: str, value: object, schema: Schema, remarks: list[str]) -> object:
    kind = schema.get("type")
    if kind == "integer":
        return _clamped(name, value, schema, remarks)
    if kind == "boolean" and isinstance(value, str):
        word = value.strip().lower()
        return True if word in _TRUE else False if word in _FALSE else value
    if kind == "array":
        return _words(name, value, schema)
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        value = value[0]
    if "enum" in schema and isinstance(value, str):
        return _word(name, value, schema["enum"])
    return value


def _clamped(name: str, value: object, schema: Schema, remarks: list[str]) -> object:
    number = _whole(value)
    if number is None:
        return value
    most, least = schema.get("maximum", number), schema.get("minimum", number)
    taken = max(min(number, most), least)
    if taken != number:
        limit = "at most" if taken < number else "at least"
        remarks.append(f"`{name}` is {limit} {taken}, which was taken instead of {str(number)[:20]}.")
    return taken


def _whole(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and re.fullmatch(r"\s*[-+]?\d{1,30}(\.0*)?\s*", value):
        return int(float(value)) if "." in value else int(value)
    if isinstance(value, float) and value == value and abs(value) != float("inf") and value == int(value):
        return int(value)
    return value if isinstance(value, int) else None


def _words(name: str, value: object, schema: Schema) -> object:
    allowed = schema.get("items", {}).get("enum", ())
    if isinstance(value, str) and not value.lstrip().startswith("["):
        value = value.replace(",", " ").split()
    if isinstance(value, list):
        return [_word(name, item, allowed) if isinstance(item, str) else item for item in value]
    return value


def _word(name: str, value: str, allowed: Iterable[str]) -> str:
    """The allowed word that is meant, else the given one."""
    words = list(allowed)
    plain = re.sub(r"[\W_]", "", value).lower()
    same = next((word for word in words if re.sub(r"[\W_]", "", word) == plain), None)
    meant = same or _WORDS.get(name, {}).get(plain)
    return meant if meant in words else value


def closest(word: str, known: Iterable[str], most: int = 2) -> list[str]:
    """The known words that are spelled most like this one, the nearest first."""
    return difflib.get_close_matches(word, list(known), most, cutoff=0.5)


# What other servers call what these tools do.
_TOOLS: Mapping[str, str] = {
    "find": "search", "grep": "search", "query": "search", "lookup": "search", "symbols": "search", "context": "pack",
    "callers": "graph", "callees": "graph", "references": "graph", "usages": "graph", "neighbors": "graph", "explore": "ask",
    "read": "show", "view": "show", "open": "show", "cat": "show", "source": "show", "definition": "show", "outline": "map",
    "overview": "map", "structure": "map", "tree": "map", "trace": "path", "sources": "list", "status": "list", "index": "add",
    "ingest": "add", "update": "refresh", "rebuild": "reindex", "delete": "remove", "explain": "ask", "blast": "impact",
}  # fmt: skip
_MOST_NAME = 100  # characters of a name that an error quotes


def unknown_tool(name: str, offered: Sequence[str]) -> str:
    """The sentence for a tool that there is not: the nearest one by what it does or by its spelling, else all of them."""
    quoted = name[:_MOST_NAME]
    words = [word for word in re.split(r"[^a-z]+", _snake(quoted)) if word]
    likely = [_TOOLS[word] for word in words if _TOOLS.get(word) in offered] or [word for word in words if word in offered]
    meant = (likely or closest(quoted.lower(), offered, 1))[:1]
    if meant:
        return f"there is no tool {quoted!r}; did you mean {meant[0]!r}? There are {', '.join(offered)}"
    return f"there is no tool {quoted!r}; there are {', '.join(offered)}"
