"""Names in PHP: of the file's own namespace, imported, or global."""

from __future__ import annotations

from cairn.languages.nominal import NominalNames
from cairn.languages.php.imports import PhpNamespaces, anchor_of
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.values import Value


class PhpNames(NominalNames):
    r"""`Cart` is of the namespace of the file, `\Shop\Cart` a full name, `Shop\Cart` one whose first part may be imported."""

    def __init__(self, namespaces: PhpNamespaces) -> None:
        self._namespaces = namespaces

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        """A name without an import: in the file's own namespace, else among the global ones."""
        if name[:1] == "$":
            return None
        space = evaluation.program.unit(unit).extra.get("namespace", "")
        if name.startswith("\\"):
            full = name[1:]
            if full in self._namespaces.defined:
                return self._namespaces.definition(full)
            return ("ext", anchor_of(full)) if "\\" in full else None
        first, _, rest = name.partition("\\")
        if rest:
            return self._qualified(evaluation, unit, space, first, rest)
        full = f"{space}\\{name}" if space else name
        return self._namespaces.definition(full) if full in self._namespaces.defined else self._namespaces.definition(name)

    def _qualified(self, evaluation: Evaluation, unit: int, space: str, first: str, rest: str) -> Value | None:
        r"""`A\B`: its first part may be imported, or is of the file's namespace."""
        if first != "namespace":
            index = evaluation.program.unit(unit)
            module = next((i.module for i in index.imports if i.alias == first and i.how == ""), "")
            if module:
                full = f"{module}\\{rest}"
                return self._namespaces.definition(full) if full in self._namespaces.defined else ("ext", anchor_of(full))
            rest = f"{first}\\{rest}"
        return self._namespaces.definition(f"{space}\\{rest}" if space else rest)
