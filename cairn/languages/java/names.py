"""How Java looks names up: packages, imports, inherited names, and which overload suits a call."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict

from cairn.languages.java.syntax import PRIMITIVES
from cairn.languages.nominal import NominalRules
from cairn.languages.packages import definition_at, with_those_around
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.expressions import Call
from cairn.semantics.facts import Import
from cairn.semantics.places import Candidate, Place
from cairn.semantics.values import Base, Definition, Instance, Value

FAMILY = "java"

_TOP_PACKAGES = frozenset({"java", "javax", "jakarta", "com", "org", "net", "edu", "gov", "kotlin", "scala"})
_BOXED = {boxed: name for name, boxed in PRIMITIVES.items()}
_ORDER = ("byte", "short", "int", "long", "float", "double")
_WIDER = {name: frozenset(_ORDER[number:]) for number, name in enumerate(_ORDER)}
_WIDER["char"] = frozenset({"char", *_ORDER[2:]})


def anchor_of(package: str, name: str = "") -> str:
    """The handle of an external: the package, then the name in it."""
    return f"java/{package}#{name}" if name else f"java/{package}"


def split_name(dotted: str) -> tuple[str, str]:
    """A dotted name as its package and what follows, told by the capital letters of classes."""
    parts = dotted.split(".")
    first = next((i for i, part in enumerate(parts) if part[:1].isupper()), len(parts))
    return ".".join(parts[:first]), ".".join(parts[first:])


class JavaRules(NominalRules):
    """Java's own rules."""

    array = "$Array"

    def __init__(self) -> None:
        super().__init__()
        self._classes: dict[tuple[str, str], Definition] = {}
        self._defined: dict[str, dict[str, set[int]]] = {}  # package -> name of a class -> files of the source
        self._packages: set[str] = set()
        self._parents: set[str] = set()

    # Packages

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self._classes, self._packages, self._parents = {}, set(), set()
        self._defined = defaultdict(lambda: defaultdict(set))
        self.read_prelude(evaluation, family)
        for index in evaluation.program.indexed(family):
            if index.family == family:
                self._read_unit(evaluation, index)
        self._parents |= with_those_around(self._packages)

    def _read_unit(self, evaluation: Evaluation, index: UnitView) -> None:
        is_prelude = evaluation.program.is_prelude(index.number)
        packages = index.extra.get("packages") or [(0, index.extra.get("package", ""))]
        starts = [start for start, _ in packages]
        self._packages.update(name for _, name in packages)
        for ordinal, entity in enumerate(index.entities):
            if entity.parent != 0 or ordinal == 0:
                continue
            package = packages[max(bisect_right(starts, entity.pos) - 1, 0)][1]
            key = (package, entity.name)
            if not is_prelude:
                self._defined[package][entity.name].add(index.number)
            if not is_prelude or key not in self._classes:
                self._classes[key] = ("def", index.number, ordinal)

    def _class_at(self, evaluation: Evaluation, dotted: str) -> Definition | None:
        """The class of a full name; nested ones are members of their class."""
        return definition_at(evaluation, self._classes, dotted)

    @staticmethod
    def _nested(evaluation: Evaluation, outer: Value, name: str) -> Definition | None:
        found = evaluation.members.target(outer, name)
        return found if found is not None and found[0] == "def" else None

    def provides(self, evaluation: Evaluation, imported: Import) -> bool:
        """By the packages that its files declare."""
        if imported.name == "*":
            return imported.module in self._packages or self._class_at(evaluation, imported.module) is not None
        dotted = f"{imported.module}.{imported.name}"
        return any(self._is_own(evaluation, self._class_at(evaluation, one)) for one in (dotted, imported.module))

    @staticmethod
    def _is_own(evaluation: Evaluation, found: Definition | None) -> bool:
        return found is not None and not evaluation.program.is_prelude(found[1])

    def wanted(self, evaluation: Evaluation, unit: int, name: str) -> list[Import]:
        """From the packages of star imports, and from the file's own, which another source may have a part of."""
        index = evaluation.program.unit(unit)
        modules = [index.extra.get("package", ""), *(index.imports[number].module for number in index.stars.get(0, ()))]
        return [Import(0, module, name, "", 0, 0, "") for module in modules if module] if name[:1].isupper() else []

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        found = self._class_at(evaluation, f"{imported.module}.{imported.name}")
        if found is not None:
            return found
        if imported.module in self._packages and (imported.module, imported.name) not in self._classes:
            return ("ext", anchor_of(imported.module, imported.name))
        if self._class_at(evaluation, imported.module) is not None:  # of a method: found by `imported`
            return None
        package, name = split_name(f"{imported.module}.{imported.name}")
        return ("ext", anchor_of(package, name or imported.name))

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        dotted = imported.module if imported.name == "*" else f"{imported.module}.{imported.name}"
        found = self._class_at(evaluation, dotted) or self._class_at(evaluation, imported.module)
        if found is not None and not evaluation.program.is_prelude(found[1]):
            return [("mod", found[1])]
        if imported.name == "*" and found is None and imported.module in self._defined:
            return self.files_named(evaluation, unit, self._defined[imported.module])
        package, name = split_name(dotted)
        return [("ext", anchor_of(package, name.partition(".")[0]))] if package else []

    def imported(self, evaluation: Evaluation, unit: int, name: str) -> tuple[Candidate, ...]:
        index = evaluation.program.unit(unit)
        found: tuple[Candidate, ...] = ()
        for entry in index.names[0].get(name, ()) if 0 in index.names else ():
            if entry.tag == "import":
                found += self._functions_in(evaluation, unit, index.imports[entry.number].module, name)
        for number in index.stars.get(0, ()) if not found else ():
            found += self._functions_in(evaluation, unit, index.imports[number].module, name)
        return found

    @staticmethod
    def _as_import(dotted: str) -> Import:
        module, _, name = dotted.rpartition(".")
        return Import(0, module, name, "", 0, 0, "")

    def _functions_in(self, evaluation: Evaluation, unit: int, dotted: str, name: str) -> tuple[Candidate, ...]:
        owner = self._class_at(evaluation, dotted) or evaluation.scopes.library_value(unit, self._as_import(dotted))
        return evaluation.overloads.of_class(owner[1], owner[2], name) if owner is not None and owner[0] == "def" else ()

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        index = evaluation.program.unit(unit)
        if unit == self.prelude_unit:
            return ("def", unit, self.prelude[name]) if name in self.prelude else None
        found = self._classes.get((index.extra.get("package", ""), name))
        if found is not None:
            return found
        for number in index.stars.get(0, ()):
            module = index.imports[number].module
            found = self._classes.get((module, name))
            if found is None and (owner := self._class_at(evaluation, module)) is not None:
                found = self._nested(evaluation, owner, name)
            if found is not None:
                return found
        found = self._classes.get(("java.lang", name))
        if found is not None:
            return found
        if name in self._parents or name in _TOP_PACKAGES:
            return ("pkg", name, self.space)
        return None

    def package_member(self, evaluation: Evaluation, package: str, name: str) -> Value | None:
        found = self._classes.get((package, name))
        if found is not None:
            return found
        return ("ext", anchor_of(package, name)) if name[:1].isupper() else ("pkg", f"{package}.{name}", self.space)

    # Classes

    def implicit(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[Base | None]:
        entity = evaluation.program.entity(unit, ordinal)
        name = "Object"
        if unit != self.prelude_unit and entity.kind == "enum":
            return [self.prelude_class("Enum", (("inst", unit, ordinal, ()),)), self.prelude_class(name)]
        if entity.kind == "class" and entity.name != name and self.has_class_above(evaluation, unit, ordinal):
            return []
        if entity.name == name and unit == self.prelude_unit:
            return []
        return [self.prelude_class(name)]

    def must_be_written(self, evaluation: Evaluation, unit: int, ordinal: int) -> bool:
        entity = evaluation.program.entity(unit, ordinal)
        words = entity.flags.split()
        return "member" in words and "default" not in words and "static" not in words and entity.scope < 0

    # Values

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | None:
        found = evaluation.functions.invocation_value(place, shape[1], tuple(shape[2]))
        if found is not None:
            return found[0]
        return None

    def arithmetic(self, evaluation: Evaluation, left: Value | None, right: Value | None) -> Value | None:
        names = [self._plain(evaluation, value) for value in (left, right)]
        if "String" in names:
            return left if names[0] == "String" else right
        if None in names:
            return None
        ranks = [_ORDER.index(name) if name in _ORDER else 2 for name in names if name]
        if "boolean" in names:
            return left
        return evaluation.classes.builtin(FAMILY, "$" + _ORDER[max(2, *ranks)], ())

    def _plain(self, evaluation: Evaluation, value: Value | None) -> str | None:
        """The primitive's name of a number or its box, "String", or None."""
        name = self.prelude_name(evaluation, value) if value is not None else ""
        if name == "String":
            return name
        name = _BOXED.get(name, name.removeprefix("$"))
        return name if name in PRIMITIVES else None

    # Which arguments suit which parameters

    def yields_nothing(self, evaluation: Evaluation, value: Value | None) -> bool:
        return self.prelude_name(evaluation, value) == "$void"

    def is_plain(self, name: str) -> bool:
        return name[:1] == "$" and name != self.array

    def fit_plain(self, evaluation: Evaluation, wanted: Instance, given: Instance, target: str, name: str) -> int | None:
        """Primitives: widened as they are, boxed and unboxed as a conversion."""
        wide, narrow = target.removeprefix("$"), name.removeprefix("$")
        if target[:1] == "$":
            if name[:1] == "$":
                return 0 if wide == narrow or wide in _WIDER.get(narrow, ()) else None
            plain = _BOXED.get(name)
            return 1 if plain is not None and (plain == wide or wide in _WIDER.get(plain, ())) else None
        if target == self.top:
            return 1
        boxed = self.prelude_class(PRIMITIVES.get(narrow, ""))
        return 1 if boxed is not None and evaluation.classes.is_below(boxed, wanted) else None
