"""Bash and POSIX shell: what their grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.bash.syntax import BUILTINS, EXPRESSIONS, finish
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from cairn.semantics.roles import Rules


def _rules() -> Rules:
    from cairn.languages.bash.names import BashRules

    return BashRules()


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
    rules=_rules,
)

LANGUAGES = (BASH,)
