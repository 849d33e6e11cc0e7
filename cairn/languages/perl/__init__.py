"""Perl: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.perl.syntax import BUILTINS, EXPRESSIONS, PATTERNS, finish
from cairn.semantics.language import Language
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    """Make the roles of the language for a source; loaded when names are resolved, which reading files does without."""
    from cairn.languages.perl import imports, names, types
    from cairn.semantics.roles import Roles

    packages = imports.PerlPackages()
    return Roles(
        prepare=(packages,),
        imports=imports.PerlImports(packages),
        names=names.PerlNames(packages),
        calls=types.PerlCalls(),
    )


PERL = Language(
    name="perl",
    grammar="perl",
    extensions=(".pl", ".pm", ".t", ".psgi"),
    interpreters=("perl",),
    constructors=frozenset({"new"}),
    comments=frozenset({"comment", "pod"}),
    line_comment="#",
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    is_exported=lambda name, flags: not name.startswith("_"),
    finish=finish,
    builtins=BUILTINS,
    traits=Traits(sees_class_scope=True, hides_names=False),
    roles=_roles,
)

LANGUAGES = (PERL,)
