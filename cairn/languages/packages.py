"""Dotted names: of packages, and of what is in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cairn.semantics.evaluation import Evaluation
from cairn.semantics.values import Definition


def with_those_around(packages: Iterable[str]) -> set[str]:
    """Packages, and all that they lie in."""
    found: set[str] = set()
    for package in packages:
        while package:
            found.add(package)
            package = package.rpartition(".")[0]
    return found


def definition_at(evaluation: Evaluation, known: Mapping[tuple[str, str], Definition], dotted: str) -> Definition | None:
    """The definition of a full name, of those `known` by package and name; nested ones are members of theirs."""
    package, _, name = dotted.rpartition(".")
    found = known.get((package, name))
    if found is not None or not package:
        return found
    outer = definition_at(evaluation, known, package)
    inner = evaluation.members.target(outer, name) if outer is not None else None
    return inner if inner is not None and inner[0] == "def" else None
