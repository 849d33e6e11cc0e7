"""Names of linked sources: the rules of a library are asked, as if a file outside of it imported its names."""

from __future__ import annotations

from collections.abc import Iterator

from cairn.resolve.evaluator.part import Part
from cairn.semantics.facts import Import
from cairn.semantics.kinds import NAMESPACE
from cairn.semantics.questions import question
from cairn.semantics.roles import Roles
from cairn.semantics.values import (
    Module,
    Value,
)


class Libraries(Part):
    """A name that the source at hand lacks is looked up in the sources that it is linked to."""

    def has(self, unit: int) -> bool:
        """Whether names of a unit may be looked up in other sources."""
        program = self.program
        if not program.has_libraries or unit >= program.own_units:
            return False
        return bool(program.outsiders_of(program.unit(unit).family))

    def imported_value(self, unit: int, imported: Import) -> Value | None:
        """The definition, module or package of a library that an import means; None if no library has it."""
        for roles, outsider, asked in self._providers(unit, imported):
            value = roles.imports.value(self.evaluation, outsider, asked)
            if value is not None and self._may_be_seen(value):
                return value
        return None

    def imported_files(self, unit: int, imported: Import) -> list[Module]:
        """The modules of a library that an import names."""
        for roles, outsider, asked in self._providers(unit, imported):
            found = [value for value in roles.imports.files(self.evaluation, outsider, asked) if value[0] == "mod"]
            if found:
                return found
        return []

    @question
    def outer_value(self, unit: int, name: str) -> Value | None:
        """The meaning of a name that nothing in the source defines: by an import of all names of a library, or as a package."""
        for imported in self.program.unit(unit).roles.sources.wanted(self.evaluation, unit, name):
            value = self.imported_value(unit, imported)
            if value is not None:
                return value
        return None

    def _providers(self, unit: int, imported: Import) -> Iterator[tuple[Roles, int, Import]]:
        index = self.program.unit(unit)
        asked = index.roles.sources.outward(self.evaluation, unit, imported)._replace(scope=0, pos=0)
        for roles, outsider in self.program.outsiders_of(index.family):
            if roles.sources.provides(self.evaluation, asked):
                yield roles, outsider, asked

    def _may_be_seen(self, value: Value) -> bool:
        """Whether a value is a definition that is exported, where the language has that notion; modules and packages are."""
        if value[0] in ("mod", "pkg"):
            return True
        if value[0] not in ("def", "cls", "meth"):
            return False
        if self.program.is_prelude(value[1]):
            return False
        index = self.program.unit(value[1])
        entity = index.entities[value[2]]
        return not index.traits.hides_names or entity.kind == NAMESPACE or index.record.is_exported(entity.name, entity.flags)
