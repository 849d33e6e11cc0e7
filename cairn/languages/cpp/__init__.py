"""C++: what its grammar calls things."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cairn.languages.c import TRAITS
from cairn.languages.c.mask import is_plusplus, masked
from cairn.languages.c.syntax import is_exported
from cairn.languages.cpp.definitions import finish
from cairn.languages.cpp.syntax import EXPRESSIONS, PARAMETERS, PATTERNS
from cairn.semantics.kinds import CLASS, STRUCT
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    """Make the roles of the family for a source; loaded when names are resolved, which reading files does without."""
    from cairn.languages.cpp.roles import family_roles

    return family_roles(space)


CPP = Language(
    name="cpp",
    grammar="cpp",
    extensions=tuple(".h .cpp .cc .cxx .c++ .hpp .hh .hxx .h++ .ipp .tcc .inl .tpp .ixx .cppm".split()),
    constructors=frozenset({""}),
    family="c",
    wrappers=frozenset({"template_declaration"}),
    class_kinds=frozenset({CLASS, STRUCT}),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    parameters=PARAMETERS,
    lists=frozenset({"argument_list", "base_class_clause", "parameter_list"}),
    shares_names=True,
    is_exported=is_exported,
    mask=partial(masked, is_plusplus=True),
    has_macros=True,
    finish=finish,
    detect=is_plusplus,
    prelude="prelude.hpp",
    traits=TRAITS,
    roles=_roles,
)


LANGUAGES = (CPP,)
