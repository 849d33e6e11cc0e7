"""Packages over files, for several platforms, and which of them an import means."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from cairn.languages.go.builds import Builds, built_for
from cairn.languages.go.packages import Locator, likely_names
from cairn.semantics.evaluation import Evaluation, ProgramView, UnitView
from cairn.semantics.facts import Import
from cairn.semantics.questions import Cache
from cairn.semantics.roles import Imports, Modules, Rows, Sources, Survey, Variants
from cairn.semantics.values import Value

FAMILY = "go"
MAX_VARIANTS = 6  # definitions of one name in a package; more are no variants for platforms (guess)
Definition = tuple[int, int]  # unit, ordinal


class _Said(NamedTuple):
    """What a file says: its package clause, the constraint of its build, its imports without alias (number, path), the paths of
    all, and its outermost names and methods (name, ordinal; name, ordinal, ordinal of the type if it is here, and its name).
    """

    clause: str
    build: list[str]
    unnamed: list[tuple[int, str]]
    paths: list[str]
    names: list[tuple[str, int]]
    methods: list[tuple[str, int, int, str]]


class GoPackages(Survey):
    """The packages of a source, named by folder and clause: "net/http|http"; and which of several definitions a build has."""

    asks_prelude = False

    def __init__(self, space: str) -> None:
        self.space = space  # which of several sources these tables know
        self._names: dict[str, dict[str, list[Definition]]] = {}  # package -> name -> definitions
        self.package_of: dict[int, str] = {}  # unit -> package
        self._public: dict[str, str] = {}  # folder -> the package that an import of it means
        self.files: dict[str, list[int]] = {}  # package -> units
        self.imports: dict[int, dict[str, int]] = {}  # unit -> name -> number of the import
        self.method_counts: Counter[str] = Counter()  # how many types have a method of a name
        self.owners: dict[Definition, Definition] = {}  # method -> its type in another file
        self.variants: dict[Definition, tuple[Definition, ...]] = {}
        self._picked: Cache[tuple[str, str, Builds | None, tuple[str, ...] | None], Definition] = Cache()
        self.locator = Locator({}, {}, ())
        self.units: list[int] = []  # of the source

    def _clear(self) -> None:
        self._names = {}
        self.package_of = {}
        self._public = {}
        self.files = {}
        self.imports = {}
        self.method_counts = Counter()
        self.owners = {}
        self.variants = {}
        self._picked = Cache()
        self.locator = Locator({}, {}, ())
        self.units = []

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        imports = list(enumerate(index.imports))
        unnamed = [(number, imported.module) for number, imported in imports if not (imported.alias or imported.name)]
        table = index.names[0].items()
        names = [(name, entry.number) for name, entries in table for entry in entries if entry.tag == "entity"]
        methods = []
        for ordinal, entity in enumerate(index.entities):
            if entity.owner >= 0:
                owner = index.exprs[entity.owner]
                methods.append((entity.name, ordinal, entity.parent, owner[1] if owner[0] == "name" else ""))
        paths = [imported.module for _, imported in imports]
        return list(_Said(index.extra.get("package", ""), list(index.extra.get("build", ())), unnamed, paths, names, methods))

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        self._clear()
        program = evaluation.program
        paths = {number: path for number, path in program.files(FAMILY) if number in rows}
        said = {number: _Said(*rows[number]) for number in paths}
        files: dict[str, list[int]] = defaultdict(list)
        clauses: dict[str, dict[str, int]] = defaultdict(dict)
        for number, path in paths.items():
            folder, clause = path.rpartition("/")[0], said[number].clause
            package = f"{folder}|{clause}"
            self.package_of[number] = package
            files[package].append(number)
            known = clauses[folder]
            known[clause] = known.get(clause, 0) + (not path.endswith("_test.go"))
            self.method_counts.update(name for name, *_ in said[number].methods)
        self.files = dict(files)
        imported = {path for one in said.values() for path in one.paths}
        self.locator = Locator(program.manifests, clauses, imported, program.name)
        for folder, counts in clauses.items():
            clause = max(counts, key=lambda c: (counts[c] > 0, c not in ("main", "documentation", ""), counts[c], c))
            self._public[folder] = f"{folder}|{clause}"
        for package, numbers in files.items():
            self._gather(said, package, numbers)
        for package in files:
            self._attach(program, said, paths, package)
        for number, path in paths.items():
            self._name_imports(number, path, said[number].unnamed)
        self.units = list(paths)

    def _gather(self, said: Mapping[int, _Said], package: str, numbers: list[int]) -> None:
        """The names that the files of a package define together."""
        table: dict[str, list[Definition]] = defaultdict(list)
        for number in numbers:
            for name, ordinal in said[number].names:
                table[name].append((number, ordinal))
        self._names[package] = dict(table)
        for found in table.values():
            if len(found) > 1:
                self._note_variants(found)

    def _note_variants(self, found: list[Definition]) -> None:
        for one in found if len(found) <= MAX_VARIANTS else ():
            self.variants[one] = tuple(other for other in found if other != one)

    def _attach(self, program: ProgramView, said: Mapping[int, _Said], paths: Mapping[int, str], package: str) -> None:
        """Give types the methods that other files of the package declare."""
        methods: dict[tuple[Definition, str], list[Definition]] = defaultdict(list)
        for number in self.files[package]:
            for name, ordinal, parent, owner in said[number].methods:
                if parent > 0:
                    methods[(number, parent), name].append((number, ordinal))
                    continue
                for target in self._names[package].get(owner, ())[:MAX_VARIANTS]:
                    methods[target, name].append((number, ordinal))
                    self.owners[number, ordinal] = target
        builds = {number: built_for(paths[number].rpartition("/")[2], said[number].build) for number in self.files[package]}
        for (target, name), found in methods.items():
            ordered = sorted(found, key=lambda d: (_first_of(builds[d[0]]), d))
            program.extra_members[target].setdefault(name, []).extend(d for d in ordered if d[0] != target[0])
            if len(found) > 1:
                self._note_variants(found)

    def _name_imports(self, unit: int, path: str, unnamed: Sequence[tuple[int, str]]) -> None:
        """The names of imports that have no alias, which only the imported package's clause tells."""
        names: dict[str, int] = {}
        likely: list[tuple[int, list[str]]] = []
        for number, module in unnamed:
            package = self.locate(path, module)
            if package is not None:
                names.setdefault(package.rpartition("|")[2], number)
            else:
                likely.append((number, likely_names(module)))
        for rank in range(max((len(n) for _, n in likely), default=0)):
            for number, found in likely:
                if rank < len(found):
                    names.setdefault(found[rank], number)
        self.imports[unit] = names

    def locate(self, path: str, module: str) -> str | None:
        """The package that an import path means in a file; None if it lies outside of the source."""
        folder = self.locator.folder_of(path.rpartition("/")[0], module)
        return self._public[folder] if folder is not None else None

    @staticmethod
    def builds(program: ProgramView, unit: int) -> Builds | None:
        """The platforms that a file is built for; None for all of them."""
        index = program.unit(unit)
        return built_for(index.path.rpartition("/")[2], index.extra.get("build", ()))

    def pick(
        self, program: ProgramView, own: Builds | None, constraint: tuple[str, ...] | None, found: list[Definition]
    ) -> Definition:
        """The definition, of several for other platforms, that is built with a file of these platforms and constraint."""
        wanted = 0 if own is None else min(own, default=0)

        def rank(one: Definition) -> tuple[bool, bool, int, Definition]:
            builds = self.builds(program, one[0])
            together = builds is None or wanted in builds
            same = constraint is not None and tuple(program.unit(one[0]).extra.get("build", ())) == constraint
            return (not same, not together, _first_of(builds), one)

        return min(found, key=rank)

    def in_package(self, program: ProgramView, unit: int, package: str, name: str) -> Value | None:
        """The definition of a name in a package, of several the one that is built together with the file `unit`."""
        found = self._names.get(package, {}).get(name)
        if not found:
            return None
        if len(found) == 1:
            return ("def", *found[0])
        own = self.builds(program, unit) if unit >= 0 else None
        constraint = tuple(program.unit(unit).extra.get("build", ())) if own is not None else None
        key = (package, name, own, constraint)
        return ("def", *self._picked.get(key, partial(self.pick, program, own, constraint, found)))


def _first_of(builds: Builds | None) -> int:
    return 0 if builds is None else min(builds, default=1 << 30)


class GoImports(Imports):
    """`import "net/http"` binds the package whose clause says `http`, and leads to its files."""

    def __init__(self, packages: GoPackages) -> None:
        self._packages = packages

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        package = self._packages.locate(evaluation.program.unit(unit).path, imported.module)
        return ("pkg", package, self._packages.space) if package is not None else ("ext", f"go/{imported.module}")

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        package = self._packages.locate(evaluation.program.unit(unit).path, imported.module)
        if package is None:
            return [("ext", f"go/{imported.module}")]
        program = evaluation.program
        wanted = min(self._packages.builds(program, unit) or (0,))
        return [
            ("mod", number)
            for number in self._packages.files[package]
            if not program.unit(number).path.endswith("_test.go")
            and wanted in (self._packages.builds(program, number) or (wanted,))
        ]


class GoSources(Sources):
    """A source provides the modules of its `go.mod` files."""

    def __init__(self, packages: GoPackages) -> None:
        self._packages = packages

    def provides(self, evaluation: Evaluation, imported: Import) -> bool:
        """A source has what its modules hold, by the paths in `go.mod`."""
        return self._packages.locator.has_module(imported.module)


class GoModules(Modules):
    """`http.Client`: what a package holds."""

    def __init__(self, packages: GoPackages) -> None:
        self._packages = packages

    def package_member(self, evaluation: Evaluation, package: str, name: str) -> Value | None:
        return self._packages.in_package(evaluation.program, -1, package, name)


class GoVariants(Variants):
    """`open` of `open_unix.go` and of `open_windows.go` stand for each other."""

    def __init__(self, packages: GoPackages) -> None:
        self._packages = packages

    def variants(self, evaluation: Evaluation, unit: int, ordinal: int) -> tuple[tuple[int, int], ...]:
        return self._packages.variants.get((unit, ordinal), ())
