"""Bash and POSIX shell: what their grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.bash.syntax import BUILTINS, EXPRESSIONS, finish
from cairn.semantics.language import Language
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    """Make the roles of the language for a source; loaded when names are resolved, which reading files does without."""
    from cairn.languages.bash import imports, names
    from cairn.semantics.roles import Roles

    scripts = imports.Scripts()
    return Roles(
        prepare=(scripts,),
        imports=imports.BashImports(scripts),
        names=names.BashNames(scripts),
    )


BASH = Language(
    name="bash",
    grammar="bash",
    extensions=(".sh", ".bash", ".bats", ".ksh"),
    filenames=(".bashrc", ".bash_profile", ".profile", "PKGBUILD"),
    interpreters=("bash", "sh", "dash", "ksh"),
    line_comment="#",
    expressions=EXPRESSIONS,
    shares_names=True,
    finish=finish,
    builtins=BUILTINS,
    traits=Traits(hides_names=False),
    roles=_roles,
)

LANGUAGES = (BASH,)
