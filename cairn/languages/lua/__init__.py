"""Lua: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.lua.syntax import BUILTINS, EXPRESSIONS, PARAMETERS, PATTERNS, finish
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from cairn.semantics.roles import Rules


def _rules() -> Rules:
    from cairn.languages.lua.names import LuaRules

    return LuaRules()


LUA = Language(
    name="lua",
    grammar="lua",
    extensions=(".lua", ".rockspec"),
    interpreters=("lua", "luajit"),
    line_comment="--",
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    parameters=PARAMETERS,
    lists=frozenset({"arguments", "parameters"}),
    self_names=frozenset({"self"}),
    shares_names=True,
    is_exported=lambda name, flags: not name.startswith("_"),
    finish=finish,
    builtins=BUILTINS,
    rules=_rules,
)

LANGUAGES = (LUA,)
