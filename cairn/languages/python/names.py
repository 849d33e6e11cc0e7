"""How Python looks names up: modules and packages, `self`, `super()`, typing forms, context managers."""

from __future__ import annotations

import builtins
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator

from cairn.languages.python.roots import USUAL, find_roots, is_aside
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.expressions import Call, Member
from cairn.semantics.facts import Import
from cairn.semantics.places import Found, Place
from cairn.semantics.questions import rule_question
from cairn.semantics.roles import NOT_MINE, NotMine, Rules
from cairn.semantics.values import Definition, Module, Package, Value, union

FAMILY = "python"

# Modules of the standard library whose classes the prelude declares under their own names.
_PRELUDE_MODULES = frozenset(
    {"typing", "typing_extensions", "collections", "builtins", "abc", "enum", "copy", "itertools", "contextlib"}
)
_RENAMED = {
    "List": "list", "Dict": "dict", "Set": "set", "FrozenSet": "frozenset", "DefaultDict": "defaultdict", "Deque": "deque",
    "Text": "str", "ByteString": "bytes", "Type": "type", "from_iterable": "chain",
    "ContextManager": "AbstractContextManager", "AsyncContextManager": "AbstractAsyncContextManager",
}  # fmt: skip
_FIRST = frozenset({"Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly", "Unpack", "TypeGuard", "TypeIs"})
_NOTHING = frozenset({"Any", "Literal", "NoReturn", "Never", "LiteralString", "Concatenate", "ParamSpec"})
_AWAITED = frozenset({"Awaitable", "Coroutine"})
# Decorators that make a context manager of a generator, by what they are, and what entering it is.
_MANAGING = {
    "python/contextlib#contextmanager": "AbstractContextManager",
    "python/contextlib#asynccontextmanager": "AbstractAsyncContextManager",
    "python/contextlib2#contextmanager": "AbstractContextManager",
    "python/contextlib2#asynccontextmanager": "AbstractAsyncContextManager",
    "python/async_generator#asynccontextmanager": "AbstractAsyncContextManager",
}
_VARIABLES = frozenset({"TypeVar", "ParamSpec", "TypeVarTuple"})
# Names at the root of many sources, by which no other source means them.
_PRIVATE = frozenset("tests test testing docs doc examples example scripts tools benchmarks setup conftest noxfile tasks".split())
# A folder that has more modules of the standard library than this is the library itself (guess).
_LIBRARY_MODULES = 20


def _is_inside(folder: str, outer: str) -> bool:
    """Whether a folder is another, or lies in it."""
    return outer == "" or folder == outer or folder.startswith(outer + "/")


def anchor_of(module: str, name: str = "") -> str:
    """The handle of an external: top package, then all that follows it."""
    package, _, rest = module.partition(".")
    tail = ".".join(part for part in (rest, name) if part)
    return f"python/{package}#{tail}" if tail else f"python/{package}"


class PythonRules(Rules):
    """Python's own rules."""

    def __init__(self) -> None:
        self._modules: dict[str, int] = {}
        self._packages: set[str] = set()
        self._folders: set[str] = set()
        self._prefixes: dict[str, list[str]] = {}
        self._root_package = ""  # the name of a source whose outermost folder is a package
        self._projects: set[str] = set()  # folders with a manifest
        self._roots: set[str] = set()  # folders that projects put on the path
        self._libraries: set[str] = set()  # folders that are Python's own library

    # Modules

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self._modules, self._packages, self._folders = {}, set(), {""}
        paths = [path for _, path in evaluation.program.files(FAMILY)]
        self._projects, self._roots = find_roots(evaluation.program.manifests, paths)
        prefixes: dict[str, set[str]] = defaultdict(set)
        for number, path in evaluation.program.files(FAMILY):
            stem = path.rpartition(".")[0]
            folder, _, name = stem.rpartition("/")
            if name == "__init__":
                self._packages.add(folder)
                stem = folder
            if stem not in self._modules or path.endswith(".py"):
                self._modules[stem] = number
            while folder and folder not in self._folders:
                self._folders.add(folder)
                folder = folder.rpartition("/")[0]
        for path in [*self._modules, *self._folders]:
            prefix, _, name = path.rpartition("/")
            if prefix not in self._packages:
                prefixes[name].add(prefix)
        self._root_package = evaluation.program.name if "" in self._packages and "" in self._modules else ""
        self._prefixes = {name: sorted(found, key=lambda p: (p.count("/"), p)) for name, found in prefixes.items()}
        own = Counter(prefix for name in sys.stdlib_module_names for prefix in self._prefixes.get(name, ()))
        self._libraries = {prefix for prefix, count in own.items() if count > _LIBRARY_MODULES}

    def provides(self, evaluation: Evaluation, imported: Import) -> bool:
        """By top-level packages and modules: those at the root, in a usual folder for sources, or in a project's."""
        top = imported.module.partition(".")[0]
        if not top or top in _PRIVATE or top in sys.stdlib_module_names:
            return False
        return top == self._root_package or any(map(self._is_root, self._prefixes.get(top, ())))

    def _is_root(self, prefix: str) -> bool:
        return prefix in USUAL or prefix in self._roots

    def wanted(self, evaluation: Evaluation, unit: int, name: str) -> list[Import]:
        index = evaluation.program.unit(unit)
        stars = [index.imports[number] for numbers in index.stars.values() for number in numbers if name[:1] != "_"]
        return [star._replace(name=name, alias="") for star in stars if not star.module.startswith(".")]

    def at_path(self, path: str) -> Module | Package | None:
        """The module or package at a path without its ending."""
        if path in self._modules:
            return ("mod", self._modules[path])
        return ("pkg", path, self.space) if path in self._folders and path else None

    def find_module(self, importer: str, module: str) -> Module | Package | None:
        """The module or package that a dotted name means in the file `importer`."""
        folder = importer.rpartition("/")[0]
        if module.startswith("."):
            level = len(module) - len(module.lstrip("."))
            for _ in range(level - 1):
                folder = folder.rpartition("/")[0]
            tail = module[level:].replace(".", "/")
            path = "/".join(part for part in (folder, tail) if part)
            return self.at_path(path)
        tail = module.replace(".", "/")
        top, _, rest = tail.partition("/")
        for prefixes in self._search_order(folder, top):
            found = [at for p in prefixes if (at := self.at_path(f"{p}/{tail}" if p else tail)) is not None]
            if found:
                return found[0] if len(found) == 1 else None
        if top != self._root_package or not top:
            return None
        return self.at_path(rest) if rest else ("mod", self._modules[""])

    def _search_order(self, folder: str, top: str) -> Iterator[list[str]]:
        """Folders that may hold a top-level package, those that are tried together in one list.

        Those above the importer come first, the nearest before all; then the roots of the projects that it is part of, then
        those of the source, then those of other projects, of which only one may have it. That a folder has the name says
        nothing by itself: nothing need put what it lies in on the path.
        """
        prefixes = self._prefixes.get(top, [])
        if top in sys.stdlib_module_names:
            yield from ([prefix] for prefix in prefixes if self._hides_library(folder, prefix, top))
            return
        above = [p for p in prefixes if _is_inside(folder, p)]
        yield from ([prefix] for prefix in reversed(above))
        rooted = [p for p in prefixes if p not in above and self._is_root(p)]
        for project in sorted(self._projects, key=len, reverse=True):
            if _is_inside(folder, project):
                yield [p for p in rooted if _is_inside(p, project)]
        yield from ([prefix] for prefix in rooted if prefix in USUAL)
        yield [prefix for prefix in rooted if prefix not in USUAL and not is_aside(prefix)]

    def _hides_library(self, folder: str, prefix: str, top: str) -> bool:
        """Whether a module in the folder `prefix` is found before the standard library's.

        It is in the folder that a script is run from, which is that of the importer or of the package that it is part of.
        """
        if (f"{prefix}/{top}" if prefix else top) not in self._modules:
            return False
        if prefix in self._libraries:
            return _is_inside(folder, prefix)
        while folder in self._packages:
            folder = folder.rpartition("/")[0]
        return prefix == folder

    def bound_name(self, imported: Import) -> str:
        return imported.module.partition(".")[0]

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        path = evaluation.program.unit(unit).path
        if not imported.name:
            module = imported.module if imported.alias else imported.module.partition(".")[0]
            found = self.find_module(path, module)
            is_known = found is not None and (found[0] == "mod" or module != imported.module)
            return found if is_known else ("ext", anchor_of(module))
        found = self.find_module(path, imported.module)
        if found is None:
            return None if imported.module.startswith(".") else ("ext", anchor_of(imported.module, imported.name))
        value = evaluation.members.find(found, imported.name)
        is_elsewhere = value is None and found[0] == "pkg" and not imported.module.startswith(".")
        if is_elsewhere:
            return ("ext", anchor_of(imported.module, imported.name))
        return value if not isinstance(value, Found) else None

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        path = evaluation.program.unit(unit).path
        found = self.find_module(path, imported.module)
        if found is None:
            return [] if imported.module.startswith(".") else [("ext", anchor_of(imported.module.partition(".")[0]))]
        named = self._submodule(evaluation, found, imported.name) if imported.name and imported.name != "*" else None
        if named is not None and not self._defines(evaluation, found, imported.name):
            return [named]
        if found[0] == "pkg" and not imported.module.startswith("."):  # a folder of the name, and another package meant
            return [("ext", anchor_of(imported.module.partition(".")[0]))]
        return [found] if found[0] == "mod" else []

    def _defines(self, evaluation: Evaluation, module: Value, name: str) -> bool:
        if module[0] != "mod":
            return False
        entries = evaluation.program.unit(module[1]).names[0].get(name, ())
        return any(entry.tag != "import" for entry in entries)

    def _submodule(self, evaluation: Evaluation, module: Module | Package, name: str) -> Module | Package | None:
        if module[0] == "pkg":
            return self.at_path(f"{module[1]}/{name}")
        path = evaluation.program.unit(module[1]).path
        folder, _, file = path.rpartition("/")
        if file.partition(".")[0] != "__init__":
            return None
        return self.at_path(f"{folder}/{name}" if folder else name)

    def package_member(self, evaluation: Evaluation, package: str, name: str) -> Value | None:
        return self.at_path(f"{package}/{name}")

    def behind(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        found = self._starred(evaluation, unit, name)
        return found if found is not None else self._submodule(evaluation, ("mod", unit), name)

    def _starred(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        """What star imports bring under a name: the last one that has it wins."""
        index = evaluation.program.unit(unit)
        for number in reversed([n for numbers in index.stars.values() for n in numbers]):
            module = self.find_module(index.path, index.imports[number].module)
            if module is None or module[0] != "mod":
                continue
            listed = evaluation.program.unit(module[1]).extra.get("all")
            if name in listed if listed else not name.startswith("_"):
                value = evaluation.members.of_module(module[1], name)
                if value is not None:
                    return value
        return None

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        found = self._starred(evaluation, unit, name)
        if found is not None:
            return found
        builtin = self._in_prelude(evaluation, name)
        if builtin is not None:
            return builtin
        return ("ext", f"python/builtins#{name}") if hasattr(builtins, name) else None

    def _in_prelude(self, evaluation: Evaluation, name: str) -> Definition | None:
        number = evaluation.program.preludes.get(FAMILY)
        if number is None:
            return None
        entries = evaluation.program.unit(number).names[0].get(name)
        return ("def", number, entries[-1].number) if entries else None

    # Types

    def of_class(self, evaluation: Evaluation, unit: int, ordinal: int) -> tuple[str, ...]:
        """Type variables in the subscripts of the bases, those of Generic and Protocol first."""
        index = evaluation.program.unit(unit)
        found: list[str] = []
        for expr in index.entities[ordinal].bases:
            shape = index.exprs[expr]
            if shape[0] != "subscript":
                continue
            base = index.exprs[shape[1]]
            given = [index.exprs[arg] for arg in shape[2]]
            names = [arg[1] for arg in given if arg[0] == "name" and self._is_variable(evaluation, unit, arg[1])]
            found = names + found if base[-1] in ("Generic", "Protocol") else found + names
        return tuple(dict.fromkeys(found))

    def _is_variable(self, evaluation: Evaluation, unit: int, name: str) -> bool:
        value = evaluation.members.of_module(unit, name)
        return value is not None and value[0] == "def" and self.variable(evaluation, value[1], value[2]) is not None

    def variable(self, evaluation: Evaluation, unit: int, ordinal: int) -> Value | None:
        index = evaluation.program.unit(unit)
        entity = index.entities[ordinal]
        if entity.kind != "constant" or entity.value < 0:
            return None
        shape = index.exprs[entity.value]
        if shape[0] != "call" or index.exprs[shape[1]][-1] not in _VARIABLES:
            return None
        return ("tv", entity.name, unit, ordinal)

    def bound(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        index = evaluation.program.unit(unit)
        entity = index.entities[ordinal]
        if entity.kind == "constant" and entity.value >= 0:
            made = index.exprs[entity.value]
            for arg in made[2] if made[0] == "call" else ():
                shape = index.exprs[arg]
                if shape[0] == "keyword" and shape[1] == "bound":
                    return evaluation.types.type_of(Place(unit, entity.home, entity.pos), shape[2])
            return None
        return super().bound(evaluation, unit, ordinal, name)

    def special_class(self, evaluation: Evaluation, target: Value, args: tuple[Value | None, ...]) -> Value | NotMine | None:
        if target[0] != "def" or not evaluation.program.is_prelude(target[1]):
            return NOT_MINE
        name = evaluation.program.entity(target[1], target[2]).name
        if name == "type":
            return self._class_of(args)
        if name == "tuple":
            return ("tup", args) if args else NOT_MINE
        return None if name == "NoneType" else NOT_MINE

    @staticmethod
    def _class_of(args: tuple[Value | None, ...]) -> Value | None:
        arg = args[0] if args else None
        if arg is None:
            return None
        if arg[0] == "union":
            return union([PythonRules._class_of((item,)) for item in arg[1]])
        if arg[0] == "inst":
            return ("cls", *arg[1:])
        return ("type1", arg) if arg[0] == "tv" else None

    def special_external(
        self, evaluation: Evaluation, anchor: str, args: tuple[Value | None, ...], place: Place
    ) -> Value | NotMine | None:
        package, _, path = anchor.removeprefix("python/").partition("#")
        name = path.rpartition(".")[2]
        if package not in _PRELUDE_MODULES:
            return NOT_MINE
        return self.special_type(evaluation, name, args, place)

    def special_type(
        self, evaluation: Evaluation, name: str, args: tuple[Value | None, ...], place: Place
    ) -> Value | NotMine | None:
        if name in ("Optional", "Union"):
            return union(list(args))
        if name in _FIRST:
            return args[0] if args else None
        if name in _NOTHING:
            return None
        if name == "Self":
            return self.self_value(evaluation, place)
        if name == "Tuple":
            return ("tup", args)
        if name == "Type":
            return self._class_of(args)
        if name == "Callable":
            return ("fty", (), args[1] if len(args) > 1 else None)
        found = self._in_prelude(evaluation, _RENAMED.get(name, name))
        return ("inst", found[1], found[2], args) if found is not None and evaluation.classes.is_class(found) else NOT_MINE

    # Calls

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        callee = evaluation.program.unit(place.unit).exprs[shape[1]]
        if callee[0] == "member":
            return self._made_outside(evaluation, place, callee)
        if callee[0] != "name":
            return NOT_MINE
        if callee[1] == "super":
            return self._super(evaluation, place, shape[2])
        if callee[1] == "type" and len(shape[2]) == 1:
            value = evaluation.expressions.eval(place, shape[2][0])
            return self._class_of((value,))
        return NOT_MINE

    @staticmethod
    def _made_outside(evaluation: Evaluation, place: Place, callee: Member) -> Value | NotMine | None:
        """What a method of a class that only a base of no indexed source can have yields when the class itself is asked.

        That is likely something that stands for an instance: `Settings.model_validate(data)`, `PersonQuerySet.as_manager()`.
        """
        owner = evaluation.program.unit(place.unit).exprs[callee[1]]
        if owner[0] != "name" or not owner[1][:1].isupper():
            return NOT_MINE
        value = evaluation.scopes.lookup(place, owner[1])
        if (
            value is None
            or value[0] not in ("def", "cls")
            or not evaluation.classes.is_class(value)
            or evaluation.program.is_prelude(value[1])
        ):
            return NOT_MINE
        above = [
            base
            for unit, ordinal, _ in evaluation.classes.mro(value[1], value[2])[0]
            for base in evaluation.classes.bases(unit, ordinal)
        ]
        if not any(base is not None and base[0] == "ext" for base in above):
            return NOT_MINE
        found = evaluation.members.of_class(value[1], value[2], callee[2], (), value)
        if found is not None:
            return NOT_MINE
        evaluation.memory.weak = True
        return ("inst", value[1], value[2], ())

    @staticmethod
    def _super(evaluation: Evaluation, place: Place, args: tuple[int, ...]) -> Value | None:
        if len(args) == 2:
            start = evaluation.expressions.eval(place, args[0])
            if start is not None and evaluation.classes.is_class(start):
                return ("super", start[1], start[2], ("inst", start[1], start[2], ()))
        return evaluation.expressions.super_at(place)

    def external_call(self, evaluation: Evaluation, anchor: str, place: Place, args: tuple[int, ...]) -> Value | None:
        package, _, path = anchor.removeprefix("python/").partition("#")
        if package in _PRELUDE_MODULES:
            found = self._in_prelude(evaluation, path.rpartition(".")[2])
            if found is not None:
                return evaluation.calls.call(found, place, args)
        return ("xinst", anchor)

    def awaited(self, evaluation: Evaluation, value: Value | None) -> Value | None:
        if value is None or value[0] != "inst" or not value[3] or not evaluation.program.is_prelude(value[1]):
            return value
        is_awaited = evaluation.program.entity(value[1], value[2]).name in _AWAITED
        return value[3][-1] if is_awaited else value

    def is_property(self, flags: str) -> bool:
        return "property" in flags  # also cached_property

    def finish_return(self, evaluation: Evaluation, unit: int, ordinal: int, value: Value | None) -> Value | None:
        """A function yields what its decorators make of that: a generator may stand for a context manager."""
        if not evaluation.program.entity(unit, ordinal).decorators:
            return value
        manager = self._manager(evaluation, unit, ordinal)
        return evaluation.classes.builtin(FAMILY, manager, (evaluation.containers.element(value),)) if manager else value

    @rule_question
    def _manager(self, evaluation: Evaluation, unit: int, ordinal: int) -> str | None:
        entity = evaluation.program.entity(unit, ordinal)
        place = Place(unit, entity.home, entity.pos - 1)
        found = (evaluation.expressions.eval(place, expr) for expr in entity.decorators)
        return next((_MANAGING[value[1]] for value in found if value is not None and value[1] in _MANAGING), None)
