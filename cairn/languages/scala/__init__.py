"""Scala: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.scala.syntax import EXPRESSIONS, PATTERNS, finish
from cairn.semantics.flags import PRIVATE
from cairn.semantics.language import Language
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    """Make the roles of the language for a source; loaded when names are resolved, which reading files does without."""
    from cairn.languages.nominal import NominalParameters, Prelude
    from cairn.languages.scala import imports, names, types
    from cairn.semantics.roles import Roles

    prelude = Prelude()
    packages = imports.ScalaPackages(prelude)
    functions = names.ScalaFunctions(packages)
    return Roles(
        prepare=(packages,),
        imports=imports.ScalaImports(packages),
        modules=imports.ScalaModules(packages),
        names=names.ScalaNames(packages),
        members=types.ScalaMembers(functions),
        bases=types.ScalaBases(),
        parameters=NominalParameters(prelude),
        operators=types.ScalaOperators(),
        calls=types.ScalaCalls(),
        functions=functions,
        overloads=types.ScalaOverloads(prelude),
        redirection=types.ScalaRedirection(),
    )


SCALA = Language(
    name="scala",
    grammar="scala",
    runtime="jvm",
    extensions=(".scala", ".sc", ".sbt"),
    constructors=frozenset({"this"}),
    comments=frozenset({"comment", "block_comment"}),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    lists=frozenset({"arguments", "type_parameters"}),
    shares_names=True,
    name_quote="`",
    is_exported=lambda name, flags: PRIVATE not in flags,
    finish=finish,
    prelude="prelude.scala",
    traits=Traits(
        pairs_companions=True,
        sees_class_scope=True,
        sees_inherited=True,
        calls_fields=False,
        has_overloads=True,
        names_functions=True,
        hides_names=False,
    ),
    roles=_roles,
)

LANGUAGES = (SCALA,)
