"""Scala: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.scala.syntax import EXPRESSIONS, PATTERNS, finish
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from cairn.semantics.roles import Rules


def _rules() -> Rules:
    from cairn.languages.scala.names import ScalaRules

    return ScalaRules()


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
    is_exported=lambda name, flags: "private" not in flags.split(),
    finish=finish,
    prelude="prelude.scala",
    rules=_rules,
)

LANGUAGES = (SCALA,)
