"""C++: what its grammar calls things."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cairn.languages.c import TRAITS
from cairn.languages.c.mask import is_plusplus, masked
from cairn.languages.c.syntax import is_exported
from cairn.languages.cpp.definitions import finish
from cairn.languages.cpp.syntax import EXPRESSIONS, PARAMETERS, PATTERNS
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


def family_roles(space: str) -> Roles:
    """Make the roles of C and C++ for a source: one family, for its files see one another's names."""
    from cairn.languages.c import linkage
    from cairn.languages.cpp import functions, imports, names, owners, types
    from cairn.languages.cpp.constness import Constness
    from cairn.semantics.roles import Roles

    outside = linkage.Linkage()
    prelude = names.CppPrelude()
    named = names.CppNames(outside, prelude)
    members = owners.OutsideMembers(outside, named)
    constness = Constness()
    called = functions.CppFunctions(outside, prelude, named, constness)
    by_arguments = functions.CppArgumentLookup(outside, prelude, named, called)
    pointers = types.CppPointers(prelude)
    return Roles(
        prepare=(outside.prepare, prelude.prepare, members.prepare, by_arguments.prepare),
        imports=imports.CppImports(outside, named),
        modules=imports.CppModules(outside, named),
        names=named,
        types=types.CppTypes(),
        operators=types.CppOperators(prelude, pointers),
        calls=types.CppCalls(),
        functions=called,
        overloads=types.CppOverloads(prelude, constness),
        pointers=pointers,
        making=types.CppMaking(),
        argument_lookup=by_arguments,
        owners=owners.CppOwners(named),
        variants=linkage.CVariants(outside),
        redirection=linkage.CRedirection(outside),
        completion=linkage.CCompletion(outside),
    )


CPP = Language(
    name="cpp",
    grammar="cpp",
    extensions=tuple(".h .cpp .cc .cxx .c++ .hpp .hh .hxx .h++ .ipp .tcc .inl .tpp .ixx .cppm".split()),
    constructors=frozenset({""}),
    family="c",
    wrappers=frozenset({"template_declaration"}),
    class_kinds=frozenset({"class", "struct"}),
    expressions=EXPRESSIONS,
    patterns=PATTERNS,
    parameters=PARAMETERS,
    lists=frozenset({"argument_list", "base_class_clause", "parameter_list"}),
    shares_names=True,
    is_exported=is_exported,
    mask=partial(masked, is_plusplus=True),
    has_macros=True,
    finish=finish,
    detect=is_plusplus,
    prelude="prelude.hpp",
    traits=TRAITS,
    roles=family_roles,
)


LANGUAGES = (CPP,)
