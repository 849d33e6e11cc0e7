"""Python: what its grammar calls things."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from cairn.languages.python.mend import mend
from cairn.languages.python.syntax import EXPRESSIONS, PARAMETERS, PATTERNS, finish, is_exported, is_protocol
from cairn.semantics.language import Language
from cairn.semantics.structural import Structural
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def _roles(space: str) -> Roles:
    """Make the roles of the language for a source; loaded when names are resolved, which reading files does without."""
    from cairn.languages.python import imports, names, types
    from cairn.semantics.roles import Roles

    modules = imports.PythonModules(space)
    named = names.PythonNames(modules)
    typed = types.PythonTypes(named)
    return Roles(
        prepare=(modules.prepare,),
        imports=imports.PythonImports(modules),
        sources=imports.PythonSources(modules),
        modules=names.PythonMembers(modules, named),
        names=named,
        members=types.PythonProperties(),
        types=typed,
        parameters=types.PythonParameters(),
        operators=types.PythonOperators(),
        calls=types.PythonCalls(typed),
    )


PYTHON = Language(
    name="python",
    grammar="python",
    extensions=(".py", ".pyi", ".pyw"),
    constructors=frozenset({"__init__", "__new__", "__post_init__"}),
    interpreters=("python", "pypy"),
    wrappers=frozenset({"decorated_definition"}),
    decorators=frozenset({"decorator"}),
    line_comment="#",
    doc_in_body=True,
    structural=Structural(is_protocol, "Protocol"),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    parameters=PARAMETERS,
    values_run_around=True,
    rest_types={"*": "tuple", "**": "dict"},
    lists=frozenset({"argument_list", "parameters", "lambda_parameters", "type_parameter"}),
    self_names=frozenset({"self", "cls"}),
    is_exported=is_exported,
    finish=finish,
    mend=mend,
    normal_form="NFKC",
    builtins=frozenset(dir(builtins)),
    prelude="prelude.py.in",
    traits=Traits(
        constructors=("__init__", "__new__"),
        self_parameter=True,
        call_member="__call__",
        enter_members=("__enter__", "__aenter__"),
        iterate_members=("__iter__", "__aiter__", "__next__", "__anext__"),
        subscript_member="__getitem__",
        silent=("python/builtins#", "python/typing#", "python/typing_extensions#", "python/__future__"),
        hides_names=False,
        shaping_files=("__init__.", "setup.", "manage.", "noxfile."),
    ),
    roles=_roles,
)

LANGUAGES = (PYTHON,)
