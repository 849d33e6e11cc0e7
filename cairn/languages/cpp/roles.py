"""The roles of C and C++: one family, whose files see one another's names."""

from __future__ import annotations

from cairn.languages.c import linkage
from cairn.languages.cpp import functions, imports, names, owners, types
from cairn.languages.cpp.constness import Constness
from cairn.semantics.roles import Roles


def family_roles(space: str) -> Roles:
    """Make the roles for a source."""
    outside = linkage.Linkage()
    prelude = names.CppPrelude()
    named = names.CppNames(outside, prelude)
    members = owners.OutsideMembers(outside, named)
    constness = Constness()
    called = functions.CppFunctions(outside, prelude, named, constness)
    by_arguments = functions.CppArgumentLookup(outside, prelude, named, called)
    pointers = types.CppPointers(prelude)
    return Roles(
        prepare=(outside, prelude.prepare, members, by_arguments.prepare),
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
