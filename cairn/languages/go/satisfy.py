"""Which interfaces a Go type satisfies, as far as the texts of signatures tell."""

from __future__ import annotations

from cairn.languages.structural import Structural


def counts(name: str, signature: str) -> tuple[int, int] | None:
    """How many parameters and results a method has: `Get(k string) (v T, ok bool)` has one and two."""
    rest = signature.removeprefix("func").lstrip()
    if rest.startswith("("):
        rest = _group(rest)[1].lstrip()
    if not rest.startswith(name):
        return None
    rest = rest[len(name) :].lstrip()
    if not rest.startswith("("):
        return None
    parameters, results = _group(rest)
    results = results.strip()
    if results.startswith("("):
        return _length(parameters), _length(_group(results)[0])
    return _length(parameters), int(bool(results))


def _group(text: str) -> tuple[str, str]:
    """What stands in the parentheses that a text begins with, and what follows them."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0:
            return text[1:place], text[place + 1 :]
    return text[1:], ""


def _length(listed: str) -> int:
    """How many items a list has; one that is empty, or ends with a comma, does not count it."""
    depth = 0
    commas = 0
    for letter in listed:
        depth += (letter in "([{") - (letter in ")]}")
        commas += letter == "," and depth == 0
    listed = listed.strip()
    return commas + 1 - listed.endswith(",") if listed else 0


STRUCTURAL = Structural(lambda kind, signature: kind == "interface", "interface", counts=counts, by_package=True)
