"""Namespaces over files, and usings of namespaces, of types and of static members."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from cairn.languages.nominal import Prelude, files_named
from cairn.semantics.evaluation import Evaluation, ProgramView, UnitView
from cairn.semantics.facts import Import
from cairn.semantics.flags import EXTENSION, PARTIAL
from cairn.semantics.kinds import CLASS_KINDS
from cairn.semantics.roles import Imports, Modules, Rows, Sources, Survey
from cairn.semantics.values import Definition, Value


def _path(index: UnitView, ordinal: int) -> list[str]:
    """The names of a type and those around it, outermost first."""
    found: list[str] = []
    while ordinal > 0:
        found.insert(0, index.entities[ordinal].name)
        ordinal = index.entities[ordinal].parent
    return found


_Rank = tuple[bool, bool, int, int]


def _rank(path: str, is_bare: bool, unit: int, ordinal: int) -> _Rank:
    return is_bare, path.lower().endswith((".designer.cs", ".g.cs", ".generated.cs")), unit, ordinal


def anchor_of(namespace: str, name: str = "") -> str:
    """The handle of an external: the namespace, then the name in it."""
    return f"csharp/{namespace}#{name}" if name else f"csharp/{namespace}"


class CSharpNamespaces(Survey):
    """The namespaces of a source: their classes over all files, the parts of partial ones, and extension methods."""

    asks_prelude = False

    def __init__(self, space: str, prelude: Prelude) -> None:
        self.space = space  # which of several sources these tables know
        self._prelude = prelude
        self._classes: dict[tuple[str, str], list[Definition]] = {}
        self.defined: dict[str, dict[str, set[int]]] = {}  # namespace -> name of a class -> files
        self.parts: dict[tuple[int, int], list[Definition]] = {}  # the other parts of a partial type, the one that counts first
        self._partial: dict[tuple[str, int], list[Definition]] = {}  # full name and number of type parameters -> parts
        self.spaces: set[str] = set()
        self.space_of: dict[tuple[int, int], str] = {}
        self._global: list[str] = []
        self.extensions: dict[str, list[tuple[int, int]]] = {}

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        """The global usings of a file, its extension methods, parts of partial types by full name, and outermost types."""
        ranges = index.extra.get("namespaces", ())
        parts, outermost = [], []
        for ordinal, entity in enumerate(index.entities):
            is_part = entity.kind in CLASS_KINDS and PARTIAL in entity.flags
            if ordinal == 0 or (entity.parent != 0 and not is_part):
                continue
            space = ".".join(name for start, end, name in ranges if start <= entity.pos < end)
            if is_part:
                full = ".".join([space, *_path(index, ordinal)])
                parts.append((full, len(entity.type_params), ordinal, not entity.bases))
            if entity.parent == 0:
                outermost.append((space, entity.name, ordinal, not entity.bases))
        extensions = [(entity.name, ordinal) for ordinal, entity in enumerate(index.entities) if EXTENSION in entity.flags]
        return [list(index.extra.get("global", ())), extensions, parts, outermost]

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        self._classes, self.parts, self.spaces, self.space_of = defaultdict(list), {}, set(), {}
        self._global, self.extensions, self._partial = [], defaultdict(list), defaultdict(list)
        self.defined = defaultdict(lambda: defaultdict(set))
        self._prelude.read(evaluation, family)
        paths = dict(evaluation.program.files(family))
        ranks: dict[tuple[int, int], _Rank] = {}
        for unit, said in rows.items():
            self._read_rows(unit, said)
            for *_, ordinal, is_bare in (*said[2], *said[3]):
                ranks[unit, ordinal] = _rank(paths[unit], is_bare, unit, ordinal)
        for found in (*self._classes.values(), *self._partial.values()):
            found.sort(key=lambda value: ranks[value[1:3]])
        for parts in self._partial.values():
            for value in parts:
                self.parts[value[1], value[2]] = [other for other in parts if other is not value]

    @staticmethod
    def rank(program: ProgramView, value: Definition) -> _Rank:
        """A part of a type that names its bases counts first, then one that a person wrote."""
        return _rank(program.unit(value[1]).path, not program.entity(value[1], value[2]).bases, *value[1:])

    def _read_rows(self, unit: int, said: Rows) -> None:
        used, extensions, parts, outermost = said
        self._global += used
        for name, ordinal in extensions:
            self.extensions[name].append((unit, ordinal))
        for full, count, ordinal, _ in parts:
            self._partial[full, count].append(("def", unit, ordinal))
        for space, name, ordinal, _ in outermost:
            self._classes[space, name].append(("def", unit, ordinal))
            self.space_of[unit, ordinal] = space
            self.defined[space][name].add(unit)
            while space and space not in self.spaces:
                self.spaces.add(space)
                space = space.rpartition(".")[0]

    def spaces_of(self, index: UnitView) -> list[str]:
        """The namespaces whose types a file sees: its own and those around them, innermost first, then its usings."""
        found = [""]
        joined = ""
        for _, _, name in index.extra.get("namespaces", ()):
            joined = name if not joined or name.startswith(joined + ".") else f"{joined}.{name}"
            while joined and joined not in found:
                found.insert(0, joined)
                joined = joined.rpartition(".")[0]
            joined = name
        return found

    def usings(self, index: UnitView) -> list[str]:
        """The namespaces and types that a file uses, and those that `global using` names for all files."""
        return [index.imports[number].module for numbers in index.stars.values() for number in numbers] + self._global

    def class_at(self, evaluation: Evaluation, space: str, name: str, count: int = 0) -> Definition | None:
        """The class of a name in a namespace, that with so many type parameters if there are several."""
        found = self._classes.get((space, name))
        if not found:
            return None
        for value in found:
            if len(evaluation.program.entity(value[1], value[2]).type_params) == count:
                return value
        return found[0]

    def dotted(self, evaluation: Evaluation, dotted: str) -> Definition | None:
        """The class of a full name; nested ones are members of their class."""
        space, _, name = dotted.rpartition(".")
        found = self.class_at(evaluation, space, name)
        if found is not None or not space:
            return found
        outer = self.dotted(evaluation, space)
        inner = evaluation.members.target(outer, name) if outer is not None else None
        return inner if inner is not None and inner[0] == "def" else None


class CSharpImports(Imports):
    """`using Shop;` leads to the files of which names are used, `using Cart = Shop.Cart;` binds Cart."""

    def __init__(self, namespaces: CSharpNamespaces) -> None:
        self._namespaces = namespaces

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        found = self._namespaces.dotted(evaluation, imported.module)
        if found is not None:
            return found
        if imported.module in self._namespaces.spaces:
            return ("pkg", imported.module, self._namespaces.space)
        space, _, name = imported.module.rpartition(".")
        return ("ext", anchor_of(space, name)) if space else None

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        found = self._namespaces.dotted(evaluation, imported.module)
        if found is not None:
            return [("mod", found[1])]
        if imported.module not in self._namespaces.spaces:
            return [("ext", anchor_of(imported.module))]
        return files_named(evaluation, unit, self._namespaces.defined[imported.module])


class CSharpSources(Sources):
    """A source provides the namespaces that its files declare."""

    def __init__(self, namespaces: CSharpNamespaces) -> None:
        self._namespaces = namespaces

    def provides(self, evaluation: Evaluation, imported: Import) -> bool:
        """A source has the namespaces that its files declare, and the types in them."""
        return imported.module in self._namespaces.spaces or self._namespaces.dotted(evaluation, imported.module) is not None

    def wanted(self, evaluation: Evaluation, unit: int, name: str) -> list[Import]:
        """A name may come from a namespace that the file uses, or from its own, which another source may have a part of."""
        index = evaluation.program.unit(unit)
        spaces = dict.fromkeys((*self._namespaces.usings(index), *self._namespaces.spaces_of(index)))
        return [Import(0, f"{space}.{name}", "", "", 0, 0, "") for space in spaces if space] if name[:1].isupper() else []


class CSharpModules(Modules):
    """`Shop.Cart`: what a namespace holds."""

    def __init__(self, prelude: Prelude, namespaces: CSharpNamespaces) -> None:
        self._prelude = prelude
        self._namespaces = namespaces

    def package_member(self, evaluation: Evaluation, package: str, name: str) -> Value | None:
        found = self._namespaces.class_at(evaluation, package, name)
        if found is not None:
            return found
        joined = f"{package}.{name}"
        if joined in self._namespaces.spaces:
            return ("pkg", joined, self._namespaces.space)
        if package.partition(".")[0] == "System":
            return (
                ("def", self._prelude.unit, self._prelude.classes[name])
                if name in self._prelude.classes
                else ("pkg", joined, self._namespaces.space)
            )
        return ("ext", anchor_of(package, name))
