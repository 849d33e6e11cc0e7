"""The platforms that a Go file is built for, by its name's ending and its build constraint: `open_linux.go`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

_SYSTEMS = tuple("linux darwin windows freebsd openbsd netbsd dragonfly solaris illumos aix android ios plan9 js wasip1".split())
_PROCESSORS = tuple("amd64 arm64 386 arm riscv64 ppc64 ppc64le mips mipsle mips64 mips64le s390x loong64 wasm".split())
_NOT_UNIX = frozenset({"windows", "plan9", "js", "wasip1"})
_IMPLIED = {"android": "linux", "illumos": "solaris", "ios": "darwin"}
_TOKEN = re.compile(r"\|\||&&|[!()]|[\w.]+")

# Every platform, the one that is meant when nothing else is said first.
PLATFORMS = tuple((system, processor) for processor in _PROCESSORS for system in _SYSTEMS)
_ALL = frozenset(range(len(PLATFORMS)))

Builds = frozenset[int]


def built_for(file_name: str, constraints: Sequence[str]) -> Builds | None:
    """Numbers of the PLATFORMS that a file is built for; None for all of them."""
    parts = file_name.removesuffix(".go").removesuffix("_test").split("_")[1:]
    tags = []
    if parts and parts[-1] in _PROCESSORS:
        tags.append(parts.pop())
    if parts and parts[-1] in _SYSTEMS:
        tags.append(parts[-1])
    if not tags and not constraints:
        return None
    found = _constrained(tuple(constraints))
    for tag in tags:
        found &= _with(tag)
    return found


@cache
def _with(tag: str) -> Builds:
    """The platforms for which a tag is on; one that names no platform is off, but for the compiler's own."""
    if tag in ("gc", "cgo") or tag.startswith("go1."):
        return _ALL
    return frozenset(
        number
        for number, (system, processor) in enumerate(PLATFORMS)
        if tag in (system, processor, _IMPLIED.get(system)) or (tag == "unix" and system not in _NOT_UNIX)
    )


@cache
def _constrained(constraints: tuple[str, ...]) -> Builds:
    found = _ALL
    for line in _preferred(constraints):
        found &= _Reader(line).either()
    return found


def _preferred(constraints: Sequence[str]) -> list[str]:
    """`//go:build` counts alone where it stands; several old `+build` lines count together."""
    modern = [line.partition("go:build")[2] for line in constraints if line.startswith("//go:build")]
    if modern:
        return modern[:1]
    found = []
    for line in constraints:
        options = line.partition("+build")[2].split()
        found.append(" || ".join("(" + " && ".join(option.split(",")) + ")" for option in options))
    return found


class _Reader:
    """Reads `a && (b || !c)` as sets of platforms."""

    def __init__(self, text: str) -> None:
        self._tokens = _TOKEN.findall(text)[::-1]  # the next one is last

    def either(self) -> Builds:
        found = self._both()
        while self._tokens and self._tokens[-1] == "||":
            self._tokens.pop()
            found |= self._both()
        return found

    def _both(self) -> Builds:
        found = self._one()
        while self._tokens and self._tokens[-1] == "&&":
            self._tokens.pop()
            found &= self._one()
        return found

    def _one(self) -> Builds:
        token = self._tokens.pop() if self._tokens else ""
        if token == "!":
            return _ALL - self._one()
        if token == "(":
            found = self.either()
            if self._tokens:
                self._tokens.pop()
            return found
        return _with(token)
