"""On which platforms a Go file is built: its name's ending and its build constraint."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

_SYSTEMS = (
    "linux", "darwin", "windows", "freebsd", "openbsd", "netbsd", "dragonfly", "solaris", "illumos", "aix", "android", "ios", "plan9",
    "js", "wasip1",
)  # fmt: skip
_PROCESSORS = ("amd64", "arm64", "386", "arm", "riscv64", "ppc64", "ppc64le", "mips", "mipsle", "mips64", "mips64le", "s390x", "loong64", "wasm")
_NOT_UNIX = frozenset({"windows", "plan9", "js", "wasip1"})
_IMPLIED = {"android": "linux", "illumos": "solaris", "ios": "darwin"}
_TOKEN = re.compile(r"\|\||&&|[!()]|[\w.]+")

# Every platform, the one that is meant when nothing else is said first.
PLATFORMS = tuple((system, processor) for processor in _PROCESSORS for system in _SYSTEMS)


@cache
def built_for(file_name: str, constraints: tuple[str, ...]) -> frozenset[int] | None:
    """Numbers of the PLATFORMS that a file is built for; None for all of them."""
    parts = file_name.removesuffix(".go").removesuffix("_test").split("_")[1:]
    system = next((part for part in parts[-2:] if part in _SYSTEMS), "")
    processor = parts[-1] if parts and parts[-1] in _PROCESSORS else ""
    if system and parts[-1] != system and not (processor and parts[-2] == system):
        system = ""
    tests = [_parse(line) for line in _preferred(constraints)]
    if not system and not processor and not tests:
        return None
    return frozenset(
        number
        for number, (os, cpu) in enumerate(PLATFORMS)
        if (not system or system in (os, _IMPLIED.get(os))) and (not processor or processor == cpu) and all(_holds(t, os, cpu) for t in tests)
    )


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


def _parse(text: str) -> list[str]:
    return _TOKEN.findall(text)


def _holds(tokens: list[str], system: str, processor: str) -> bool:
    """Evaluate `a && (b || !c)`; a tag that names no platform is off, but for the compiler's own."""
    position = 0

    def either() -> bool:
        nonlocal position
        value = both()
        while position < len(tokens) and tokens[position] == "||":
            position += 1
            value = both() or value
        return value

    def both() -> bool:
        nonlocal position
        value = one()
        while position < len(tokens) and tokens[position] == "&&":
            position += 1
            value = one() and value
        return value

    def one() -> bool:
        nonlocal position
        if position >= len(tokens):
            return False
        token = tokens[position]
        position += 1
        if token == "!":
            return not one()
        if token == "(":
            value = either()
            position += 1
            return value
        return _is_on(token, system, processor)

    return either()


def _is_on(tag: str, system: str, processor: str) -> bool:
    if tag in (system, processor, _IMPLIED.get(system), "gc", "cgo"):
        return True
    return (tag == "unix" and system not in _NOT_UNIX) or tag.startswith("go1.")
