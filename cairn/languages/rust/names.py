"""Names in Rust: modules, paths, `use`, macros, crates, the prelude."""

from __future__ import annotations

from collections.abc import Mapping

from cairn.languages.rust.crates import FAMILY, Crates, Module, said_of_crates
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.facts import Import
from cairn.semantics.flags import VARIANT
from cairn.semantics.kinds import ENUM, FUNCTION, MACRO, METHOD, NAMESPACE, STRUCT, TRAIT, TYPE
from cairn.semantics.places import Found, Place
from cairn.semantics.questions import rule_question
from cairn.semantics.roles import Modules, Names, Rows, Survey
from cairn.semantics.values import Value

_CALLABLE = frozenset({FUNCTION, METHOD, MACRO})
STANDARD = frozenset({"std", "core", "alloc"})
MAX_OPENED = 200  # modules that one module opens by way of others (guess)
ROOT_WORDS = frozenset({"crate", "super", "self"})
TYPES = frozenset({STRUCT, ENUM, TRAIT, TYPE})


def anchor_of(path: str) -> str:
    """The handle of an external: crate, then all that follows it."""
    crate, _, rest = path.partition("::")
    return f"rust/{crate}#{rest.replace('::', '.')}" if rest else f"rust/{crate}"


class RustPaths(Survey):
    """Paths: `crate::shop::Cart`, from module to module, through `use` and `pub use`."""

    asks_prelude = False

    def __init__(self, space: str) -> None:
        self.space = space
        self.crates: Crates  # of the source, once it is prepared

    def module_value(self, module: Module | None) -> Value | None:
        """A module as a value."""
        if module is None:
            return None
        return ("def", module[0], module[1]) if module[1] else ("mod", module[0])

    @staticmethod
    def as_module(evaluation: Evaluation, value: Value | None) -> Module | None:
        """The module that a value is, if it is one."""
        if value is None:
            return None
        if value[0] == "mod":
            return value[1], 0
        if value[0] == "def" and evaluation.program.entity(value[1], value[2]).kind == NAMESPACE:
            return value[1], value[2]
        return None

    def word(self, here: Module, word: str) -> Value | None:
        """The module that `crate`, `self`, `super` or a leading `::` means in another."""
        if word == "crate":
            return ("mod", self.crates.roots.get(here[0], here[0]))
        if word == "::":
            return ("pkg", "", self.space)
        return self.module_value(here if word == "self" else self.crates.parent_of(here))

    def scope_of(self, evaluation: Evaluation, module: Module) -> int:
        """The scope of a module: the outermost of the file, or that of an inline module."""
        return int(evaluation.program.entity(*module).scope) if module[1] else 0

    def member(self, evaluation: Evaluation, module: Module, name: str, is_container: bool = False) -> Value | None:
        """A module gives what it binds to a name itself, then what `use x::*` brings."""
        if name in ROOT_WORDS:
            return self.word(module, name)
        found, other = self._own(evaluation, module, name, is_container)
        if found is not None:
            return found
        if name.endswith("!"):
            return self.macro(evaluation, module, self.scope_of(evaluation, module), name[:-1])
        for holder in self._opened(evaluation, module):
            found, inner = self._given(evaluation, holder, name, is_container)
            if found is not None:
                return found
            other = other or inner
        return other

    def _own(self, evaluation: Evaluation, module: Module, name: str, is_container: bool) -> tuple[Value | None, Value | None]:
        """The value that a module itself binds to a name, and a module of that name, which steps behind all else."""
        index, scope = evaluation.program.unit(module[0]), self.scope_of(evaluation, module)
        other: Value | None = None
        for entry in reversed(index.names[scope].get(name, ()) if scope in index.names else ()):
            value = evaluation.scopes.entry_value(module[0], entry)
            if value is not None and (not is_container or self.contains(evaluation, value)):
                if is_container or entry.pos >= 0:
                    return value, None
                other = other or value
        child = self.crates.children.get(module, {}).get(name) if other is None else None
        return None, ("mod", child) if child is not None else other

    def _opened(self, evaluation: Evaluation, module: Module) -> list[Value]:
        """The modules and types whose names `use x::*` brings into a module, also by way of others; nearest first."""
        return self._follow_globs(evaluation, module) or []

    @rule_question
    def _follow_globs(self, evaluation: Evaluation, module: Module) -> list[Value]:
        waiting, seen, found = [module], {module}, []
        for here in waiting:
            index, scope = evaluation.program.unit(here[0]), self.scope_of(evaluation, here)
            for number in index.stars.get(scope, ()):
                holder = self._globbed(evaluation, here[0], number)
                inner = self.as_module(evaluation, holder)
                if holder is None or inner in seen:
                    continue
                found.append(holder)
                if inner is not None and len(seen) < MAX_OPENED:
                    seen.add(inner)
                    waiting.append(inner)
        return found

    def _globbed(self, evaluation: Evaluation, unit: int, number: int) -> Value | None:
        """The module or type that a `use x::*` opens."""
        imported = evaluation.program.unit(unit).imports[number]
        holder = self.path(evaluation, unit, imported.scope, imported.module)
        is_class = holder is not None and holder[0] == "def" and evaluation.classes.is_class(holder)
        return holder if is_class or self.as_module(evaluation, holder) is not None else None

    def _given(self, evaluation: Evaluation, holder: Value, name: str, is_container: bool) -> tuple[Value | None, Value | None]:
        """A module, or a type by its variants, gives its own names to who opens it: `None` of `use Option::*`; see `_own`."""
        module = self.as_module(evaluation, holder)
        if module is not None:
            return self._own(evaluation, module, name, is_container)
        if holder[0] != "def":
            return None, None
        index = evaluation.program.unit(holder[1])
        for ordinal in index.members.get(holder[2], {}).get(name, ()):
            if VARIANT in index.entities[ordinal].flags:
                return ("def", holder[1], ordinal), None
        return None, None

    def macro(self, evaluation: Evaluation, module: Module, scope: int, name: str) -> Value | None:
        """The macro of a name: one that a `use` brings, or any of the crate."""
        index = evaluation.program.unit(module[0])
        for entry in reversed(index.names[scope].get(name, ()) if scope in index.names else ()):
            if entry.tag == "import":
                imported = index.imports[entry.number]
                if imported.how not in ("use", "reexport") or not imported.module:
                    continue
                value = self._imported_macro(evaluation, module[0], entry.number)
                if value is not None:
                    return value
        known = self.crates.macros.get((self.crates.roots.get(module[0], module[0]), name), ())
        return ("def", *known[0]) if known else None

    @staticmethod
    def contains(evaluation: Evaluation, value: Value) -> bool:
        """Whether a value may stand before `::`."""
        if value[0] != "def":
            return value[0] in ("mod", "cls", "ext", "pkg")
        return evaluation.program.entity(value[1], value[2]).kind not in _CALLABLE

    def starred(self, evaluation: Evaluation, unit: int, number: int, name: str) -> Value | None:
        """The value that one `use x::*` brings under a name."""
        holder = self._globbed(evaluation, unit, number)
        module = self.as_module(evaluation, holder)
        if module is not None:
            return self.member(evaluation, module, name)
        return self._given(evaluation, holder, name, False)[0] if holder is not None else None

    def path(self, evaluation: Evaluation, unit: int, scope: int, path: str) -> Value | None:
        """The path of a `use` leads to a module, a type or a crate: `crate::shop` of `use crate::shop::Cart;`."""
        here = (unit, self.crates.module_at(unit, scope))
        if not path:
            return self.module_value(here)
        return self._walk(evaluation, here, path)

    @rule_question
    def _walk(self, evaluation: Evaluation, here: Module, path: str) -> Value | None:
        head, *rest = path.split("::")
        value = self._first(evaluation, here, head)
        for name in rest:
            if value is None:
                return None
            module = self.as_module(evaluation, value)
            value = self.member(evaluation, module, name, True) if module is not None else evaluation.members.target(value, name)
        return value

    def _first(self, evaluation: Evaluation, here: Module, head: str) -> Value | None:
        if head in ROOT_WORDS:
            return self.word(here, head)
        if not head:
            return ("pkg", "", self.space)
        found = self.member(evaluation, here, head, True)
        if found is not None:
            return found
        crate = self.crates.crate_named(here[0], head)
        if crate is not None:
            return ("mod", crate)
        root = (self.crates.roots.get(here[0], here[0]), 0)
        old = self.member(evaluation, root, head, True) if root != here and head not in STANDARD else None
        return old if old is not None else ("ext", anchor_of(head))

    def imported(self, evaluation: Evaluation, unit: int, imported: Import, name: str) -> Value | None:
        if not imported.module:
            here = (unit, self.crates.module_at(unit, imported.scope))
            is_own = imported.alias == name and name not in ROOT_WORDS
            return self._outer_crate(unit, name) if is_own else self._first(evaluation, here, name)
        container = self.path(evaluation, unit, imported.scope, imported.module)
        if container is None:
            return None
        module = self.as_module(evaluation, container)
        if module is None or name.endswith("!"):
            return evaluation.members.target(container, name)
        found = evaluation.members.find(container, name)
        return found if not isinstance(found, Found) else None

    @rule_question
    def _imported_macro(self, evaluation: Evaluation, unit: int, number: int) -> Value | None:
        imported = evaluation.program.unit(unit).imports[number]
        return self.imported(evaluation, unit, imported, imported.name + "!")

    def _outer_crate(self, unit: int, name: str) -> Value | None:
        """`use name;`: a crate, or a module of the crate's root."""
        found = self.crates.crate_named(unit, name)
        if found is not None:
            return ("mod", found)
        child = self.crates.children.get((self.crates.roots.get(unit, unit), 0), {}).get(name)
        return ("mod", child) if child is not None else ("ext", anchor_of(name))

    def in_prelude(self, evaluation: Evaluation, name: str) -> Value | None:
        """The definition of a name that the language has built in: `Vec`, `Some`."""
        number = evaluation.program.preludes.get(FAMILY)
        if number is None:
            return None
        entries = evaluation.program.unit(number).names[0].get(name)
        if entries:
            return ("def", number, entries[-1].number)
        for star in evaluation.program.unit(number).stars.get(0, ()):
            found = self.starred(evaluation, number, star, name)
            if found is not None:
                return found
        return None

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        return said_of_crates(index)

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        """Read which file is which module, and of which crate."""
        self.crates = Crates(evaluation.program, rows)


class RustModules(Modules):
    """`shop::Cart`: what a module has, and what `pub use` and `use shop::*` give to it."""

    def __init__(self, paths: RustPaths) -> None:
        self._paths = paths

    def before(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        if not ordinal:
            return self._paths.member(evaluation, (unit, 0), name)
        is_module = evaluation.program.entity(unit, ordinal).kind == NAMESPACE
        return self._namespaced(evaluation, unit, ordinal, name) if is_module else None

    @rule_question
    def _namespaced(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        return self._paths.member(evaluation, (unit, ordinal), name)

    def package_member(self, evaluation: Evaluation, package: str, name: str) -> Value | None:
        found = self._paths.crates.libraries.get(name)  # of no file in particular: under its own name
        return ("mod", found) if found is not None else ("ext", anchor_of(name))


class RustNames(Names):
    """`crate`, `super` and `self` are modules, `Self` is the type of the `impl`, `a` of `a::b` a module or a type."""

    def __init__(self, paths: RustPaths) -> None:
        self._paths = paths

    def word_module(self, evaluation: Evaluation, place: Place, word: str) -> Value | None:
        here = (place.unit, self._paths.crates.module_at(place.unit, place.scope))
        return self._paths.word(here, word)

    def container(self, evaluation: Evaluation, place: Place, expr: int) -> Value | None:
        shape = evaluation.program.unit(place.unit).exprs[expr]
        here = (place.unit, self._paths.crates.module_at(place.unit, place.scope))
        if shape[0] == "name":
            return self._paths.member(evaluation, here, shape[1], True)
        if shape[0] != "member":
            return None
        module = self._paths.as_module(evaluation, evaluation.expressions.owner_value(place, shape[1]))
        return self._paths.member(evaluation, module, shape[2], True) if module is not None else None

    def path_name(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        index = evaluation.program.unit(place.unit)
        scope = place.scope
        while scope >= 0:
            for entry in reversed(index.names[scope].get(name, ()) if scope in index.names else ()):
                value = evaluation.scopes.entry_value(place.unit, entry) if entry.tag != "binding" else None
                if value is not None and self._paths.contains(evaluation, value):
                    return value
            if index.scopes[scope][0] == "namespace":
                break
            scope = index.scopes[scope][1]
        parameter = evaluation.generics.find(place, name, -1)
        if parameter is not None:
            return ("type1", parameter[0]) if parameter[0] is not None else None
        found = self.name_outside(evaluation, place, name)
        if found is None and self._paths.crates.is_dependency(place.unit, name):
            return ("ext", anchor_of(name))
        return found

    def _opened_around(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        """A variant that `use Either::*` brings into the body of a function."""
        index = evaluation.program.unit(place.unit)
        scope = place.scope
        while index.stars and scope > 0 and index.scopes[scope][0] != "namespace":
            for number in index.stars.get(scope, ()):
                value = self._paths.starred(evaluation, place.unit, number, name)
                if value is not None:
                    return value
            scope = index.scopes[scope][1]
        return None

    def name_at(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        """A type parameter stands as an object, too: `T::new()`."""
        parameter = evaluation.generics.find(place, name, -1)
        if parameter is not None:
            return self._opened_around(evaluation, place, name) or ("type1", parameter[0])
        return self.name_outside(evaluation, place, name)

    def name_outside(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        """The meaning of a name that no scope binds: of `use x::*` around, a macro, a crate, or built in."""
        index = evaluation.program.unit(place.unit)
        scope = place.scope
        while index.stars and scope >= 0:
            for number in index.stars.get(scope, ()):
                value = self._paths.starred(evaluation, place.unit, number, name)
                if value is not None:
                    return value
            if index.scopes[scope][0] == "namespace":
                break
            scope = index.scopes[scope][1]
        module = (place.unit, self._paths.crates.module_at(place.unit, place.scope))
        if name.endswith("!"):
            return self._paths.macro(evaluation, module, self._paths.scope_of(evaluation, module), name[:-1])
        crate = self._paths.crates.crate_named(place.unit, name)
        if crate is not None:
            return ("mod", crate)
        known = self._paths.in_prelude(evaluation, name)
        return known if known is not None else ("ext", anchor_of(name)) if name in STANDARD else None

    def self_value(self, evaluation: Evaluation, place: Place) -> Value | None:
        index = evaluation.program.unit(place.unit)
        ordinal = index.entity_around(place.scope)
        while ordinal > 0:
            entity = index.entities[ordinal]
            if entity.owner >= 0:
                return evaluation.members.owner_type(place.unit, ordinal)
            if entity.kind == TRAIT:
                return ("tv", "Self", place.unit, ordinal)
            if entity.kind in TYPES:
                return ("inst", place.unit, ordinal, evaluation.generics.own_arguments(place.unit, ordinal))
            ordinal = entity.parent
        return None
