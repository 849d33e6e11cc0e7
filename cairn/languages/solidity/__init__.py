"""Solidity: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.solidity.syntax import BUILTINS, EXPRESSIONS, PATTERNS, finish
from cairn.semantics.flags import PRIVATE
from cairn.semantics.language import Language
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    """Make the roles of the language for a source; loaded when names are resolved, which reading files does without."""
    from cairn.languages.nominal import OverloadedCalls
    from cairn.languages.solidity import imports, names, types
    from cairn.semantics.roles import Roles

    sources = imports.SoliditySources()
    return Roles(
        prepare=(sources.prepare,),
        imports=imports.SolidityImports(sources),
        modules=imports.SolidityModules(sources),
        names=names.SolidityNames(sources),
        calls=OverloadedCalls(),
        functions=names.SolidityFunctions(sources),
        overloads=types.SolidityOverloads(),
        redirection=types.SolidityRedirection(),
    )


SOLIDITY = Language(
    name="solidity",
    grammar="solidity",
    extensions=(".sol",),
    constructors=frozenset({"constructor"}),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    self_names=frozenset({"this"}),
    shares_names=True,
    is_exported=lambda name, flags: PRIVATE not in flags,
    finish=finish,
    builtins=BUILTINS,
    traits=Traits(
        constructors=("constructor",),
        sees_class_scope=True,
        sees_inherited=True,
        call_values=True,
        has_overloads=True,
        hides_names=False,
    ),
    roles=_roles,
)

LANGUAGES = (SOLIDITY,)
