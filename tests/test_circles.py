"""No file imports itself by way of others: what stands below can be read, tested and changed without what stands above."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "cairn"
# `import cairn` is what every package may do for its version; the package's own imports are lazy.
ROOT = "cairn"


def test_no_files_import_each_other_in_a_circle() -> None:
    """Imports for types, and those inside of functions, count, too: they tie two files together for whoever reads them."""
    assert list(circles(imports_of_all())) == []


def test_a_circle_is_found_through_any_number_of_files() -> None:
    assert list(circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()})) == [["a", "b", "c"]]


def imports_of_all() -> dict[str, set[str]]:
    """The modules that each module imports, wherever it does."""
    modules = {_name_of(path): path for path in PACKAGE.rglob("*.py")}
    return {name: {found for found in _imported(path, modules) if found not in (name, ROOT)} for name, path in modules.items()}


def _name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path: Path, modules: dict[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module in modules:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in modules else node.module


def circles(graph: dict[str, set[str]]) -> Iterator[list[str]]:
    """Sets of modules that each lead to all others of their set, as sorted names."""
    reached = {name: _reached(graph, name) for name in graph}
    seen: set[str] = set()
    for start in sorted(graph):
        circle = {name for name in reached[start] if start in reached[name]}
        if circle and not circle & seen:
            yield sorted(circle)
        seen |= circle


def _reached(graph: dict[str, set[str]], start: str) -> set[str]:
    """All that a module leads to, itself only by way of others."""
    found: set[str] = set()
    todo = [start]
    while todo:
        new = graph[todo.pop()] - found
        found |= new
        todo.extend(new)
    return found
