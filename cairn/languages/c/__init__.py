"""C: what its grammar calls things."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from cairn.languages.c.definitions import finish
from cairn.languages.c.mask import is_c, masked
from cairn.languages.c.syntax import EXPRESSIONS, PATTERNS, is_exported
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from cairn.semantics.roles import Rules


@cache
def family_rules() -> Rules:
    """The rules that C and C++ share: one object, for they share their files' names."""
    from cairn.languages.cpp.names import CppRules

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
    is_exported=is_exported,
    mask=partial(masked, is_plusplus=False),
    has_macros=True,
    finish=finish,
    detect=is_c,
    rules=family_rules,
)


LANGUAGES = (C,)
