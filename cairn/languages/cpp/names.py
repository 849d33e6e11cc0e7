"""Names in C++: namespaces, `using`, and the classes that functions outside of them belong to."""

from __future__ import annotations

from functools import partial

from cairn.languages.c.linkage import Definition, Linkage
from cairn.languages.c.names import FAMILY, CNames
from cairn.languages.c.syntax import LITERAL_TYPES
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.kinds import CLASS_KINDS, NAMESPACE
from cairn.semantics.places import Place
from cairn.semantics.questions import Cache
from cairn.semantics.values import Instance, Package, Value

POINTER = "ptr_"
_PLAIN = frozenset(LITERAL_TYPES.values())


class CppPrelude:
    """The built-in types and classes of C++: `int`, pointers, and the classes of `std` that the prelude declares."""

    def __init__(self) -> None:
        self.unit = -1  # the file of the prelude
        self.library: dict[str, dict[str, list[int]]] = {}  # namespace -> name -> definitions of the prelude
        self.plain: dict[int, str] = {}  # definitions of the prelude that are built-in values

    def _read(self, unit: UnitView) -> None:
        for ordinal, entity in enumerate(unit.entities):
            if ordinal and entity.parent == 0 and entity.kind != NAMESPACE:
                self.library.setdefault("", {}).setdefault(entity.name, []).append(ordinal)
                if entity.name in _PLAIN or entity.name == POINTER:
                    self.plain[ordinal] = entity.name
            elif ordinal and unit.entities[entity.parent].kind == NAMESPACE:
                self.library.setdefault(unit.entities[entity.parent].name, {}).setdefault(entity.name, []).append(ordinal)

    def plain_name(self, value: Value | None) -> str:
        """The name of a built-in value, `int_` or `ptr_`; "" for other values."""
        if value is None or value[0] != "inst" or value[1] != self.unit:
            return ""
        return self.plain.get(value[2], "")

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self.unit, self.library, self.plain = evaluation.program.preludes.get(family, -1), {}, {}
        if self.unit >= 0:
            self._read(evaluation.program.unit(self.unit))


class CppNames(CNames):
    """`lab::Lamp` by namespaces, `Lamp` by those around and by `using`; and the class that a function outside of it is of."""

    def __init__(self, linkage: Linkage, prelude: CppPrelude) -> None:
        super().__init__(linkage)
        self._prelude = prelude
        self._owners: Cache[Definition, Instance | Package | None] = Cache()

    def path_at(self, evaluation: Evaluation, place: Place) -> str:
        """The namespace that a place is in."""
        index = evaluation.program.unit(place.unit)
        owner, _ = self._owner_around(evaluation, index, place.scope)
        if owner is not None:
            return str(owner[1]) if owner[0] == "pkg" else self.path_of(evaluation, owner[1], owner[2])
        scope = place.scope
        while scope >= 0:
            ordinal = index.scope_entity[scope]
            if ordinal > 0 and index.entities[ordinal].kind == NAMESPACE:
                return str(self._linkage.paths.get((place.unit, ordinal), index.entities[ordinal].name))
            scope = index.scopes[scope][1]
        return ""

    def path_of(self, evaluation: Evaluation, unit: int, ordinal: int) -> str:
        """The namespace that a definition is in."""
        index = evaluation.program.unit(unit)
        while ordinal > 0:
            if index.entities[ordinal].kind == NAMESPACE:
                return str(self._linkage.paths.get((unit, ordinal), index.entities[ordinal].name))
            ordinal = index.entities[ordinal].parent
        return ""

    def searched(self, evaluation: Evaluation, place: Place) -> list[str]:
        """The namespaces whose names are seen at a place, inner ones first."""
        index = evaluation.program.unit(place.unit)
        path, found = self.path_at(evaluation, place), []
        while path:
            found.append(path)
            path = path.rpartition(".")[0]
        found.append("")
        found += [name for name in self._linkage.nameless.get(place.unit, ()) if name not in found]
        for numbers in index.stars.values():
            for number in numbers:
                imported = index.imports[number]
                if imported.how == "using":
                    found += self._spaces_named(imported.module, path_from=found)
        return found + self.inline_in(found)

    def _spaces_named(self, module: str, path_from: list[str]) -> list[str]:
        """The namespace that `using namespace` names, seen from those around it."""
        for around in path_from:
            full = f"{around}.{module}" if around else module
            if full in self._linkage.spaces or full in self._prelude.library:
                return [full]
        return []

    def inline_in(self, paths: list[str]) -> list[str]:
        """The inline namespaces in some, whose names these have, too."""
        return [inner for path in paths for inner in self._linkage.inline.get(path, ())]

    def in_space(self, evaluation: Evaluation, unit: int, path: str, name: str) -> Value | None:
        """A namespace gives a definition, an inner namespace, or what the prelude has: `vector` of `std`."""
        found = self._linkage.spaces[path].get(name) if path in self._linkage.spaces else None
        chosen = self._linkage.choose(unit, found) if found else None
        if chosen is not None:
            return ("def", *chosen)
        full = f"{path}.{name}" if path else name
        if full in self._linkage.spaces:
            return ("pkg", full, FAMILY)
        numbers = self._prelude.library.get(path, {}).get(name)
        return ("def", self._prelude.unit, numbers[0]) if numbers else None

    def name_at(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        if evaluation.program.unit(place.unit).language == "c":
            return self.global_name(evaluation, place.unit, name)
        if place.unit == self._prelude.unit:
            for path in ("std", ""):
                if name in self._prelude.library.get(path, {}):
                    return ("def", self._prelude.unit, self._prelude.library[path][name][0])
            return None
        for path in self.searched(evaluation, place):
            found = self.in_space(evaluation, place.unit, path, name)
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
            if entity.kind == NAMESPACE:
                return ("pkg", self._linkage.paths.get((found[1], found[2]), entity.name), FAMILY)
            if entity.kind not in CLASS_KINDS:
                tags = self._linkage.tags.get(name)
                chosen = self._linkage.choose(place.unit, tags) if tags else None
                return ("def", *chosen) if chosen is not None else None
        return found

    def word_module(self, evaluation: Evaluation, place: Place, word: str) -> Value | None:
        return ("pkg", "", FAMILY)

    def walk(self, evaluation: Evaluation, place: Place, path: str) -> Value | None:
        """A dotted path leads from name to name: `lab.Lamp`, as an import writes `lab::Lamp`."""
        if not path:
            return ("pkg", "", FAMILY)
        head, *rest = path.split(".")
        value = self.path_name(evaluation, place, head)
        for name in rest:
            value = evaluation.members.target(value, name) if value is not None else None
        return value

    def behind_macro(self, evaluation: Evaluation, package: str, name: str) -> list[Definition]:
        """The only definition of a name outside of all namespaces, for one that its namespace does not have.

        `BEGIN_DETAIL_NAMESPACE` opens a namespace that is not seen: what stands behind it seems to stand in none.
        """
        found = self._linkage.spaces[""].get(name, []) if package in self._linkage.spaces and package else []
        real = [one for one in found if self._linkage.is_definition(one)]
        hidden = [one for one in real if evaluation.program.unit(one[0]).extra.get("hides_namespaces")]
        return hidden if len(real) == len(hidden) == 1 else []

    def owner_of(self, evaluation: Evaluation, index: UnitView, ordinal: int) -> Instance | Package | None:
        """The class, as an instance, or namespace that a function defined outside of it belongs to."""
        return self._owners.get_or(None, (index.number, ordinal), partial(self._find_owner, evaluation, index, ordinal))

    def _find_owner(self, evaluation: Evaluation, index: UnitView, ordinal: int) -> Instance | Package | None:
        entity = index.entities[ordinal]
        place = Place(index.number, entity.home, entity.pos)
        shape = index.exprs[entity.owner]
        while shape[0] == "subscript":
            shape = index.exprs[shape[1]]
        found = None
        if shape[0] == "path_name":
            found = self.path_name(evaluation, place, shape[1])
        elif shape[0] == "member":
            around = evaluation.expressions.eval(place, shape[1])
            found = evaluation.members.target(around, shape[2]) if around is not None else None
        if found is not None and found[0] == "def" and evaluation.classes.is_class(found):
            made = evaluation.types.instance_of(found, (), place)
            return made if made is not None and made[0] == "inst" else None
        return found if found is not None and found[0] == "pkg" else None

    def _owner_around(self, evaluation: Evaluation, index: UnitView, scope: int) -> tuple[Instance | Package | None, int]:
        """The owner of the function, defined outside of its class, around a scope, and the function."""
        while scope >= 0:
            ordinal = index.scope_entity[scope]
            if ordinal > 0 and index.entities[ordinal].owner >= 0:
                return self.owner_of(evaluation, index, ordinal), ordinal
            scope = index.scopes[scope][1]
        return None, -1

    def self_value(self, evaluation: Evaluation, place: Place) -> Value | None:
        index = evaluation.program.unit(place.unit)
        ordinal = index.class_around(place.scope)
        if ordinal >= 0:
            return ("tv", "Self", place.unit, ordinal)
        owner, _ = self._owner_around(evaluation, index, place.scope)
        return ("tv", "Self", owner[1], owner[2]) if owner is not None and owner[0] == "inst" else None

    def forget(self) -> None:
        """Drop what was found out of another state of the source."""
        self._owners.clear()
