"""C: what its grammar calls things."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from cairn.languages.c.finish import finish as finish_file
from cairn.languages.c.mask import bare_text, groups_of, masked
from cairn.languages.c.shapes import EXPRESSIONS, PATTERNS
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from cairn.semantics.roles import Rules

_SIGNS = re.compile(
    rb"\bclass\s+[\w\s]*\w\s*(?:final\s*)?(?:[{:]|;)|\bnamespace\s*[\w:]*\s*\{|\btemplate\s*<|\b(?:public|private|protected)\s*(?:\w+\s*)?:(?!:)"
    rb"|\busing\s+[\w:]+|\b(?:virtual|constexpr|nullptr|noexcept|decltype|static_cast|const_cast|reinterpret_cast|dynamic_cast|typename"
    rb"|mutable|friend|explicit|operator)\b|\b[A-Za-z_]\w*::\s*~?[A-Za-z_]|[\w>]\s*&\s*\w+\s*[,)]|\benum\s+class\b|\)\s*(?:const|override)\s*[;{]"
)
_HEADERS = re.compile(
    rb'^\s*#\s*include\s*(?:<(?:algorithm|array|atomic|bitset|c[a-z]+|chrono|deque|exception|functional|iomanip|ios|iosfwd|iostream|istream'
    rb'|iterator|limits|list|map|memory|mutex|new|numeric|optional|ostream|queue|regex|set|sstream|stack|stdexcept|streambuf|string'
    rb'|string_view|thread|tuple|type_traits|typeindex|typeinfo|unordered_map|unordered_set|utility|valarray|variant|vector)>'
    rb'|[<"][^>"\n]+\.(?:hpp|hh|hxx|h\+\+|tcc|ipp)[>"])', re.MULTILINE
)  # fmt: skip
_MACRO_TEXT = re.compile(rb"^[ \t]*#[ \t]*(?:define|error|warning|pragma)(?:\\\r?\n|[^\n])*", re.MULTILINE)


@lru_cache(maxsize=2)
def is_plusplus(text: str) -> bool:
    """Whether a header is C++ by what it holds outside of `#ifdef __cplusplus`."""
    source = text.encode("utf-8", "replace")
    bare = bytearray(bare_text(source))
    for group in groups_of(bytes(bare)):
        if (
            b"__cplusplus" in group.branches[0].condition
            and group.branches[0].word != b"ifndef"
            and b"!" not in group.branches[0].condition
        ):
            start, end = group.branches[0].start, group.branches[0].end
            bare[start:end] = b" " * (end - start)
    plain = _MACRO_TEXT.sub(b"", bytes(bare))
    return bool(_SIGNS.search(plain) or _HEADERS.search(plain))


def _is_c(text: str) -> bool:
    return not is_plusplus(text)


def _mask(source: bytes) -> bytes:
    return masked(source, False)


def _is_exported(name: str, flags: str) -> bool:
    return "static" not in flags.split()


@cache
def family_rules() -> Rules:
    """The rules that C and C++ share: one object, for they share their files' names."""
    from cairn.languages.cpp.rules import CppRules

    return CppRules()


C = Language(
    name="c",
    grammar="c",
    extensions=(".h", ".c"),
    family="c",
    class_kinds=frozenset({"class", "struct"}),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    lists=frozenset({"argument_list"}),
    shares_names=True,
    values_run_around=False,
    is_exported=_is_exported,
    mask=_mask,
    has_macros=True,
    finish=finish_file,
    detect=_is_c,
    rules=family_rules,
)

LANGUAGES = (C,)
