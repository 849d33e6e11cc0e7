"""Namespaces: what is seen in them, and what `using` brings in."""

from __future__ import annotations

from cairn.languages.c.names import Definition
from cairn.languages.c.rules import FAMILY, anchor_of
from cairn.languages.cpp.owners import OwnerRules
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.facts import Import
from cairn.semantics.places import CLASS_KINDS, Place
from cairn.semantics.values import Value


class NamespaceRules(OwnerRules):
    """The part of the rules that looks names up."""

    def path_at(self, evaluation: Evaluation, place: Place) -> str:
        """The namespace that a place is in."""
        index = evaluation.program.unit(place.unit)
        owner, _ = self._owner_around(evaluation, index, place.scope)
        if owner is not None:
            return str(owner[1]) if owner[0] == "pkg" else self._path_of(evaluation, owner[1], owner[2])
        scope = place.scope
        while scope >= 0:
            ordinal = index.scope_entity[scope]
            if ordinal > 0 and index.entities[ordinal].kind == "namespace":
                return str(self.names.paths.get((place.unit, ordinal), index.entities[ordinal].name))
            scope = index.scopes[scope][1]
        return ""

    def _path_of(self, evaluation: Evaluation, unit: int, ordinal: int) -> str:
        """The namespace that a definition is in."""
        index = evaluation.program.unit(unit)
        while ordinal > 0:
            if index.entities[ordinal].kind == "namespace":
                return str(self.names.paths.get((unit, ordinal), index.entities[ordinal].name))
            ordinal = index.entities[ordinal].parent
        return ""

    def _searched(self, evaluation: Evaluation, place: Place) -> list[str]:
        """The namespaces whose names are seen at a place, inner ones first."""
        index = evaluation.program.unit(place.unit)
        path, found = self.path_at(evaluation, place), []
        while path:
            found.append(path)
            path = path.rpartition(".")[0]
        found.append("")
        found += [name for name in self.names.nameless.get(place.unit, ()) if name not in found]
        for numbers in index.stars.values():
            for number in numbers:
                imported = index.imports[number]
                if imported.how == "using":
                    found += self._spaces_named(imported.module, path_from=found)
        return found + self._inline_in(found)

    def _spaces_named(self, module: str, path_from: list[str]) -> list[str]:
        """The namespace that `using namespace` names, seen from those around it."""
        for around in path_from:
            full = f"{around}.{module}" if around else module
            if full in self.names.spaces or full in self._library:
                return [full]
        return []

    def _inline_in(self, paths: list[str]) -> list[str]:
        return [inner for path in paths for inner in self.names.inline.get(path, ())]

    def _in_space(self, evaluation: Evaluation, unit: int, path: str, name: str) -> Value | None:
        """What a namespace gives under a name."""
        found = self.names.spaces[path].get(name) if path in self.names.spaces else None
        chosen = self.names.choose(unit, found) if found else None
        if chosen is not None:
            return ("def", *chosen)
        full = f"{path}.{name}" if path else name
        if full in self.names.spaces:
            return ("pkg", full, FAMILY)
        numbers = self._library.get(path, {}).get(name)
        return ("def", self._prelude, numbers[0]) if numbers else None

    def name_at(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        if evaluation.program.unit(place.unit).language == "c":
            return self.global_name(evaluation, place.unit, name)
        if place.unit == self._prelude:
            for path in ("std", ""):
                if name in self._library.get(path, {}):
                    return ("def", self._prelude, self._library[path][name][0])
            return None
        for path in self._searched(evaluation, place):
            found = self._in_space(evaluation, place.unit, path, name)
            if found is not None:
                return found
        return self.library_name(name)

    def path_name(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        index = evaluation.program.unit(place.unit)
        if index.language == "c":
            return super().path_name(evaluation, place, name)
        if name == "std":
            return ("pkg", "std", FAMILY)
        found = evaluation.scopes.lookup(place, name)
        parameter = evaluation.generics.find(place, name, -1) if found is None else None
        if parameter is not None:
            return ("type1", parameter[0])
        if found is not None and found[0] == "def":
            entity = evaluation.program.entity(found[1], found[2])
            if entity.kind == "namespace":
                return ("pkg", self.names.paths.get((found[1], found[2]), entity.name), FAMILY)
            if entity.kind not in CLASS_KINDS:
                tags = self.names.tags.get(name)
                chosen = self.names.choose(place.unit, tags) if tags else None
                return ("def", *chosen) if chosen is not None else None
        return found

    def word_module(self, evaluation: Evaluation, place: Place, word: str) -> Value | None:
        return ("pkg", "", FAMILY)

    def package_member(self, evaluation: Evaluation, package: str, name: str) -> Value | None:
        for path in (package, *self._inline_in([package])):
            found = self._in_space(evaluation, -1, path, name)
            if found is not None:
                return found
        if package.partition(".")[0] == "std":
            rest = package.removeprefix("std").strip(".")
            return ("ext", anchor_of("std", f"{rest}.{name}" if rest else name))
        imported = self.names.exported.get((package, name))
        if imported is not None:
            return self.package_member(evaluation, imported[0], imported[1])
        hidden = self.behind_macro(evaluation, package, name)
        return ("def", *hidden[0]) if hidden and evaluation.program.entity(*hidden[0]).kind in CLASS_KINDS else None

    def behind_macro(self, evaluation: Evaluation, package: str, name: str) -> list[Definition]:
        """The only definition of a name outside of all namespaces, for one that its namespace does not have.

        `BEGIN_DETAIL_NAMESPACE` opens a namespace that is not seen: what stands behind it seems to stand in none.
        """
        found = self.names.spaces[""].get(name, []) if package in self.names.spaces and package else []
        real = [one for one in found if self.names.is_definition(one)]
        hidden = [one for one in real if evaluation.program.unit(one[0]).extra.get("hides_namespaces")]
        return hidden if len(real) == len(hidden) == 1 else []

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        place = Place(unit, imported.scope, imported.pos)
        if imported.how == "namespace":
            return self._walk(evaluation, place, imported.module)
        if imported.how != "using" or imported.name == "*":
            return None
        around = self._walk(evaluation, place, imported.module)
        return evaluation.members.target(around, imported.name) if around is not None else None

    def _walk(self, evaluation: Evaluation, place: Place, path: str) -> Value | None:
        """What a dotted path means."""
        if not path:
            return ("pkg", "", FAMILY)
        head, *rest = path.split(".")
        value = self.path_name(evaluation, place, head)
        for name in rest:
            value = evaluation.members.target(value, name) if value is not None else None
        return value

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        return super().files(evaluation, unit, imported) if imported.how in ("", "system") else []
