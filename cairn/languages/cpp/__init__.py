"""C++: what its grammar calls things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn.languages.c import family_rules, is_plusplus
from cairn.languages.c.mask import masked
from cairn.languages.cpp.finish import finish as finish_file
from cairn.languages.cpp.shapes import EXPRESSIONS, PARAMETERS, PATTERNS
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from cairn.semantics.roles import Rules


def _mask(source: bytes) -> bytes:
    return masked(source, True)


def _is_exported(name: str, flags: str) -> bool:
    return "static" not in flags.split()


def _rules() -> Rules:
    return family_rules()


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
    is_exported=_is_exported,
    mask=_mask,
    has_macros=True,
    finish=finish_file,
    detect=is_plusplus,
    prelude="prelude.hpp",
    rules=_rules,
)

LANGUAGES = (CPP,)
