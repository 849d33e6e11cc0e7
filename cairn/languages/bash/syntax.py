"""Shell scripts as facts: commands, assignments, the files that are sourced."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cairn.semantics.builder import Builder
from cairn.semantics.kinds import CALLS, CONSTANT

_WORD = re.compile(r"^[\w.:+-]+$")
_VARIABLE = re.compile(r"^.*(?:\$\w+|[)}])/?")
# What every shell or system has: no program is told by these.
BUILTINS = frozenset(
    """
    : [ [[ alias awk basename bg break builtin case cat cd chmod chown command continue cp cut date declare dirname do done echo
    egrep eval exec exit export expr false fg fgrep find getopts grep hash head history id if jobs kill let ln local logout ls
    mapfile mkdir mktemp mv nohup popd printenv printf pushd pwd read readarray readlink readonly realpath return rm rmdir sed
    seq set shift shopt sleep sort source stat sudo suspend tail tee test time times tput tr touch trap true type typeset ulimit
    umask unalias uname uniq unset wait wc which xargs
    """.split()
)


def finish(builder: Builder) -> None:
    """Keep the first of several assignments, commands that are plain words, and the plain end of a path."""
    seen: set[str] = set()
    kept = []
    for definition in sorted(builder.definitions, key=lambda d: d.start):
        if definition.kind != CONSTANT or definition.name not in seen:
            kept.append(definition)
        seen.add(definition.name)
    builder.definitions = kept
    builder.references = [row for row in builder.references if row.kind != CALLS or _WORD.match(row.name)]
    builder.imports = [row._replace(module=_plain(row.module)) for row in builder.imports]


def _plain(path: str) -> str:
    """A path as far as it is written out: what stands behind the last variable, marked with `*/`."""
    text = path.strip("\"'")
    rest = _VARIABLE.sub("", text.replace('"', ""))
    return f"*/{rest}" if "$" in text else text


EXPRESSIONS: Mapping[str, tuple[object, ...]] = {"word": ("name",), "variable_name": ("name",)}
