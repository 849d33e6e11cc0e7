"""PHP: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.php.syntax import BUILTINS, EXPRESSIONS, PARAMETERS, PATTERNS, finish
from cairn.semantics.flags import PRIVATE
from cairn.semantics.language import Language
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    """Make the roles of the language for a source; loaded when names are resolved, which reading files does without."""
    from cairn.languages.php import imports, names
    from cairn.semantics.roles import Roles

    namespaces = imports.PhpNamespaces()
    return Roles(
        prepare=(namespaces, imports.PhpAdaptations()),
        imports=imports.PhpImports(namespaces),
        names=names.PhpNames(namespaces),
    )


PHP = Language(
    name="php",
    grammar="php",
    extensions=(".php", ".phtml"),
    constructors=frozenset({"__construct"}),
    interpreters=("php",),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    parameters=PARAMETERS,
    lists=frozenset({"base_clause", "class_interface_clause", "arguments", "formal_parameters"}),
    self_names=frozenset({"$this"}),
    shares_names=True,
    is_exported=lambda name, flags: PRIVATE not in flags,
    finish=finish,
    builtins=BUILTINS,
    traits=Traits(call_member="__invoke", fields_apart=True, hides_names=False),
    roles=_roles,
)

LANGUAGES = (PHP,)
