"""Lua: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.lua.syntax import BUILTINS, EXPRESSIONS, PARAMETERS, PATTERNS, finish
from cairn.semantics.language import Language
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    """Make the roles of the language for a source; loaded when names are resolved, which reading files does without."""
    from cairn.languages.lua import imports, names, types
    from cairn.semantics.roles import Roles

    modules = imports.LuaModules()
    return Roles(
        prepare=(modules,),
        imports=imports.LuaImports(modules),
        names=names.LuaNames(modules),
        operators=types.LuaOperators(),
        calls=types.LuaCalls(),
    )


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
    traits=Traits(hides_names=False),
    roles=_roles,
)

LANGUAGES = (LUA,)
