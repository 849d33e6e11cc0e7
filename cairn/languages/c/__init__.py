"""C: what its grammar calls things."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cairn.languages.c.definitions import finish
from cairn.languages.c.mask import is_c, masked
from cairn.languages.c.syntax import EXPRESSIONS, LITERAL_TYPES, PATTERNS, is_exported
from cairn.semantics.kinds import CLASS, STRUCT
from cairn.semantics.language import Language
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    """Make the roles of C: those of C++, whose files see the names of C's, and the other way round."""
    from cairn.languages.cpp.roles import family_roles

    return family_roles(space)


# C and C++ are one family and see one another's names.
TRAITS = Traits(
    sees_class_scope=True,
    sees_inherited=True,
    scope_order="order",
    sequence_type="ptr_",
    calls_fields=False,
    hides_above=True,
    has_overloads=True,
    is_completed_elsewhere=True,
    literal_types=LITERAL_TYPES,
)

C = Language(
    name="c",
    grammar="c",
    extensions=(".h", ".c"),
    family="c",
    class_kinds=frozenset({CLASS, STRUCT}),
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
    traits=TRAITS,
    roles=_roles,
)


LANGUAGES = (C,)
