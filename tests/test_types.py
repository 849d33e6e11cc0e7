"""How much of the package is untyped: `Any` and ignored complaints have ceilings, which only ever go down.

Kinds of entities and edges are named by the members of their enums: a misspelt text would compare unequal and nobody would know.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import cairn
from cairn.model import EdgeKind, EntityKind
from cairn.semantics.expressions import PARTS, Expr

MOST_ANY = 3.9  # lines with `Any` in a thousand
MOST_IGNORES = 18


def test_any_and_ignored_complaints_stay_below_their_ceilings() -> None:
    lines = [line for path in Path(cairn.__file__).parent.rglob("*.py") for line in path.read_text("utf-8").splitlines()]
    assert sum(bool(re.search(r"\bAny\b", line)) for line in lines) * 1000 / len(lines) <= MOST_ANY
    assert sum("# type: ignore" in line for line in lines) <= MOST_IGNORES


def test_kinds_are_compared_with_the_members_of_their_enums() -> None:
    assert [found for path in sorted(Path(cairn.__file__).parent.rglob("*.py")) for found in _compared_with_text(path)] == []


def test_every_operator_of_an_expression_says_which_of_its_items_are_expressions() -> None:
    operators = {get_args(get_args(kind)[0])[0] for kind in get_args(Expr)}
    assert operators - {"object"} == PARTS.keys()  # the fields of an object hold its expressions


_KINDS = {*EntityKind, *EdgeKind}
_OF_ENTITIES = re.compile(r"\b(entity|definition|target|parent|method|member|reference|edge|entities\[\w+\]|entity\(.*\))\.kind$")


def _compared_with_text(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Compare) or not _OF_ENTITIES.search(ast.unparse(node.left)):
            continue
        texts = {text.value for right in node.comparators for text in ast.walk(right) if isinstance(text, ast.Constant)}
        if texts & _KINDS:
            yield f"{path.name}:{node.lineno}: {ast.unparse(node)}"
