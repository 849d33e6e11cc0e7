"""Modules over files, what they export and pass on, and what an import means."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from cairn.languages.typescript.modules import ModuleFinder, anchor_of
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.facts import Import
from cairn.semantics.flags import AMBIENT, EXPORT, EXPORTED
from cairn.semantics.kinds import NAMESPACE
from cairn.semantics.places import Place
from cairn.semantics.questions import Cache, rule_question
from cairn.semantics.roles import Imports, Modules, Rows, Sources, Survey
from cairn.semantics.values import Definition, Module, Value

FAMILY = "javascript"
WHOLE = "="  # the export that stands for the module: `module.exports = ..`, `export = ..`
_PAGES = frozenset({".html", ".htm", ".xhtml"})


def _component_names(path: str) -> set[str]:
    """The names under which build tools give a component to all templates: its file's, and that with the folders it lies in.

    These are below a folder `components`: `components/base/Button.vue` is `Button` and `BaseButton`.
    """
    *folders, file = path.split("/")
    if "components" not in folders:
        return set()
    stem = _camel(file.partition(".")[0])
    inner = folders[len(folders) - folders[::-1].index("components") :]
    return {stem, "".join(map(_camel, inner)) + stem}


def _camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.replace("_", "-").split("-"))


def _is_module(index: UnitView) -> bool:
    """Whether a file's names are its own: it imports or exports something."""
    if index.extra.get("exports") or any(imported.scope == 0 and imported.how != "script" for imported in index.imports):
        return True
    return any(EXPORT in entity.flags and entity.parent == 0 for entity in index.entities)


def _find_passed_on(index: UnitView) -> tuple[dict[str, list[int]], list[int]]:
    names: dict[str, list[int]] = {}
    stars: list[int] = []
    for number, imported in enumerate(index.imports):
        if imported.how == "export" and imported.name == "*" and not imported.alias:
            stars.append(number)
        elif imported.how == "export":
            names.setdefault(imported.alias or imported.name, []).append(number)
    return names, stars


class TypeScriptFiles(Survey):
    """The files of a source: which of them a specifier means, and whose names are seen without an import."""

    asks_prelude = False

    def __init__(self) -> None:
        self.finder = ModuleFinder((), {})
        self.units: dict[str, int] = {}
        self.globals: dict[str, tuple[int, int]] = {}
        self._ambient: dict[str, tuple[int, int]] = {}
        self.components: dict[str, list[int]] = {}  # files in folders of components, by the names that templates have for them
        self.beside: dict[int, list[int]] = {}  # scripts and pages whose names a script or page sees, as they share a window

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        """What kind of file it is, the scripts that a page names, and what is seen without an import.

        That are ambient modules, and the declarations of scripts in .d.ts files.
        """
        is_module = _is_module(index)
        is_page = "." + index.path.rpartition(".")[2] in _PAGES
        scripts = [imported.module for imported in index.imports if imported.how == "script"] if is_page else []
        ambient, declared = [], []
        for ordinal, entity in enumerate(index.entities):
            if entity.kind == NAMESPACE and AMBIENT in entity.flags:
                ambient.append((entity.name, ordinal))
            if entity.parent == 0 and entity.home == 0 and index.path.endswith((".d.ts", ".d.mts", ".d.cts")) and not is_module:
                declared.append((entity.name, ordinal))
        return [is_module, is_page, index.is_component, scripts, ambient, declared]

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        program = evaluation.program
        self.units = {path: number for number, path in program.files(FAMILY)}
        self.globals, self._ambient, self.components = {}, {}, {}
        for path, number in self.units.items():
            _, _, is_component, _, ambient, declared = rows[number]
            for name, ordinal in ambient:
                self._ambient.setdefault(name, (number, ordinal))
            for name, ordinal in declared:
                self.globals.setdefault(name, (number, ordinal))
            for name in _component_names(path) if is_component else ():
                self.components.setdefault(name, []).append(number)
        self.finder = ModuleFinder(self.units, program.manifests)
        self.beside = self._pages(rows)

    def _pages(self, rows: Mapping[int, Rows]) -> dict[int, list[int]]:
        """A page shares its window with the scripts that it names, but for those that are modules."""
        beside: dict[int, list[int]] = {}
        for path, number in self.units.items():
            _, is_page, _, scripts, _, _ = rows[number]
            if not is_page:
                continue
            named = [self.units[found] for script in scripts if (found := self.finder.find(path, script)) is not None]
            together = [number, *(one for one in named if not rows[one][0])]
            for one in together:
                beside.setdefault(one, []).extend(other for other in together if other != one)
        return beside

    def find(self, unit_path: str, specifier: str) -> Module | Definition | None:
        """The file or the ambient module that a specifier means: `./cart`, `shop`."""
        path = self.finder.find(unit_path, specifier)
        if path is not None:
            return ("mod", self.units[path])
        if specifier in self._ambient:
            return ("def", *self._ambient[specifier])
        return None


class TypeScriptExports(Modules):
    """`export { total } from "./cart"` passes on a name, `module.exports = Cart` stands for the whole module."""

    def __init__(self, files: TypeScriptFiles) -> None:
        self._files = files
        self._passed: Cache[int, tuple[dict[str, list[int]], list[int]]] = Cache()

    def before(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        if ordinal:
            return None
        if name == "default" and evaluation.program.unit(unit).is_component:
            return ("def", unit, 0)  # the component itself
        found = self.exported(evaluation, unit, name)
        if found is not None:
            return found
        index = evaluation.program.unit(unit)
        if name == "default":
            whole = self._exported_expr(evaluation, unit, WHOLE)
            return whole or (None if "export" in self._kinds(index) else ("mod", unit))
        if WHOLE in index.extra.get("exports", {}):
            whole = self._exported_expr(evaluation, unit, WHOLE)
            return self._plain(evaluation, whole, name)
        return None

    @staticmethod
    def _kinds(index: UnitView) -> set[str]:
        """Whether a file exports in the language's own way."""
        has = "default" in index.extra.get("exports", {}) or any(EXPORT in e.flags for e in index.entities)
        return {"export"} if has or any(i.how == "export" for i in index.imports) else set()

    @staticmethod
    def _plain(evaluation: Evaluation, owner: Value | None, name: str) -> Value | None:
        if owner is None:
            return None
        found = evaluation.members.target(owner, name)
        return ("def", found[1], found[2]) if found is not None and found[0] == "meth" and not found[3] else found

    def _exported_expr(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        index = evaluation.program.unit(unit)
        expr = index.extra.get("exports", {}).get(name, -1)
        if expr < 0:
            return None
        place = Place(unit, 0, 1 << 60)
        shape = index.exprs[expr]
        return evaluation.scopes.lookup(place, shape[1]) if shape[0] == "name" else evaluation.expressions.eval(place, expr)

    @rule_question
    def exported(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        """The value that a file exports under a name, itself or passed on from others."""
        index = evaluation.program.unit(unit)
        own = index.names[0].get(name, ()) if 0 in index.names else ()
        for entry in reversed(own):
            if entry.tag == "entity" and not index.entities[entry.number].flags.isdisjoint((EXPORT, EXPORTED)):
                return ("def", unit, entry.number)
        found = self._exported_expr(evaluation, unit, name)
        if found is not None:
            return found
        if name in index.extra.get("exports", {}):
            for ordinal in index.members[0].get(name, ()):
                return ("def", unit, ordinal)
        return self._find_passed(evaluation, index, name)

    def _find_passed(self, evaluation: Evaluation, index: UnitView, name: str) -> Value | None:
        """A file passes on a name itself, a member of an object that its exports get, or all of a module."""
        passed, stars = self.passed_on(index)
        for number in passed.get(name, ()):
            value = evaluation.scopes.import_value(index.number, number)
            if value is not None:
                return value
        if name == "default":
            return None
        given = self._exported_expr(evaluation, index.number, "*") if name != "*" else None
        if given is not None and (member := self._plain(evaluation, given, name)) is not None:
            return member
        for number in stars:
            module = self._files.find(index.path, index.imports[number].module)
            if module is not None and module[0] == "mod":
                value = self.exported(evaluation, module[1], name)
                if value is not None:
                    return value
        return None

    def passed_on(self, index: UnitView) -> tuple[dict[str, list[int]], list[int]]:
        """The imports by number that pass names on, by those names, and those that pass on all."""
        return self._passed.get(index.number, partial(_find_passed_on, index))

    def required(self, evaluation: Evaluation, module: Value) -> Value | None:
        """`require("./cart")` gives the whole export if there is one, `module.exports = Cart`, else the module."""
        if module[0] != "mod" or WHOLE not in evaluation.program.unit(module[1]).extra.get("exports", {}):
            return module
        return self._exported_expr(evaluation, module[1], WHOLE) or module

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        """Forget what the files of another state of the source pass on."""
        self._passed.clear()


class TypeScriptImports(Imports):
    """`import { total } from "./cart"` binds what `./cart` exports under that name."""

    def __init__(self, files: TypeScriptFiles, exports: TypeScriptExports) -> None:
        self._files = files
        self._exports = exports

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        path = self._files.finder.find(evaluation.program.unit(unit).path, imported.module)
        if path is not None:
            return [("mod", self._files.units[path])]
        return [] if imported.module.startswith((".", "/", "#")) or not imported.module else [("ext", anchor_of(imported.module))]

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        found = self._files.find(evaluation.program.unit(unit).path, imported.module)
        if found is None:
            is_inside = imported.module.startswith((".", "/", "#"))
            return None if is_inside else ("ext", anchor_of(imported.module, imported.name if imported.name != "*" else ""))
        if imported.name in ("", "*"):
            return self._exports.required(evaluation, found) if imported.how == "require" else found
        if found[0] == "def":
            return self._of_ambient(evaluation, found, imported.name)
        return evaluation.members.of_module(found[1], imported.name)

    @staticmethod
    def _of_ambient(evaluation: Evaluation, module: Value, name: str) -> Value | None:
        target = evaluation.members.target(module, name)
        return ("def", target[1], target[2]) if target is not None and target[0] == "meth" else target


class TypeScriptSources(Sources):
    """A source provides the packages that its `package.json` names."""

    def __init__(self, files: TypeScriptFiles, exports: TypeScriptExports) -> None:
        self._files = files
        self._exports = exports

    def provides(self, evaluation: Evaluation, imported: Import) -> bool:
        """A source has the packages that its `package.json` files name, those of workspaces too."""
        return self._files.finder.has_package(imported.module)

    def wanted(self, evaluation: Evaluation, unit: int, name: str) -> list[Import]:
        """A name may come from another package of which a file passes on all: `export * from "shop"`."""
        index = evaluation.program.unit(unit)
        _, stars = self._exports.passed_on(index)
        imports = (index.imports[number] for number in stars)
        return [star._replace(name=name, alias="") for star in imports if star.module[:1] not in (".", "/", "#")]
