"""Ruby: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.ruby.syntax import EXPRESSIONS, PARAMETERS, PATTERNS, finish
from cairn.semantics.language import Language
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    """Make the roles of the language for a source; loaded when names are resolved, which reading files does without."""
    from cairn.languages.ruby import imports, names, types
    from cairn.semantics.roles import Roles

    files = imports.RubyImports()
    constants = names.RubyConstants()
    named = names.RubyNames(constants)
    return Roles(
        prepare=(
            files.prepare,
            constants,
        ),
        imports=files,
        names=named,
        members=types.RubyMembers(),
        bases=types.RubyBases(constants),
        calls=types.RubyCalls(named),
        parts=types.RubyParts(constants),
        mixins=types.RubyMixins(constants),
    )


RUBY = Language(
    name="ruby",
    grammar="ruby",
    extensions=(".rb", ".rake", ".gemspec", ".ru"),
    constructors=frozenset({"initialize"}),
    filenames=("Rakefile", "Gemfile", "Guardfile", "Vagrantfile"),
    interpreters=("ruby",),
    line_comment="#",
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    parameters=PARAMETERS,
    lists=frozenset({"argument_list", "method_parameters", "block_parameters", "lambda_parameters"}),
    self_names=frozenset({"self"}),
    shares_names=True,
    finish=finish,
    traits=Traits(calls_fields=False, hides_names=False),
    roles=_roles,
)

LANGUAGES = (RUBY,)
