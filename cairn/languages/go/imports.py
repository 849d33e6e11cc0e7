"""Packages over files, for several platforms, and which of them an import means."""

from __future__ import annotations

from collections import defaultdict
from functools import partial

from cairn.languages.go.builds import Builds, built_for
from cairn.languages.go.packages import Locator, likely_names
from cairn.semantics.evaluation import Evaluation, ProgramView, UnitView
from cairn.semantics.facts import Import
from cairn.semantics.questions import Cache
from cairn.semantics.roles import Imports, Modules, Sources, Variants
from cairn.semantics.values import Value

FAMILY = "go"
MAX_VARIANTS = 6  # definitions of one name in a package; more are no variants for platforms (guess)
Definition = tuple[int, int]  # unit, ordinal


class GoPackages:
    """The packages of a source, named by folder and clause: "net/http|http"; and which of several definitions a build has."""

    def __init__(self, space: str) -> None:
        self.space = space  # which of several sources these tables know
        self._names: dict[str, dict[str, list[Definition]]] = {}  # package -> name -> definitions
        self.package_of: dict[int, str] = {}  # unit -> package
        self._public: dict[str, str] = {}  # folder -> the package that an import of it means
        self.files: dict[str, list[int]] = {}  # package -> units
        self.imports: dict[int, dict[str, int]] = {}  # unit -> name -> number of the import
        self.owners: dict[Definition, Definition] = {}  # method -> its type in another file
        self.variants: dict[Definition, tuple[Definition, ...]] = {}
        self._picked: Cache[tuple[str, str, Builds | None, tuple[str, ...] | None], Definition] = Cache()
        self.locator = Locator({}, {}, ())
        self.units: list[UnitView] = []  # of the source

    def _clear(self) -> None:
        self._names = {}
        self.package_of = {}
        self._public = {}
        self.files = {}
        self.imports = {}
        self.owners = {}
        self.variants = {}
        self._picked = Cache()
        self.locator = Locator({}, {}, ())
        self.units = []

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self._clear()
        program = evaluation.program
        units = [u for u in program.indexed(FAMILY) if u.family == FAMILY and not program.is_prelude(u.number)]
        files: dict[str, list[int]] = defaultdict(list)
        clauses: dict[str, dict[str, int]] = defaultdict(dict)
        for index in units:
            folder, clause = index.path.rpartition("/")[0], index.extra.get("package", "")
            package = f"{folder}|{clause}"
            self.package_of[index.number] = package
            files[package].append(index.number)
            known = clauses[folder]
            known[clause] = known.get(clause, 0) + (not index.path.endswith("_test.go"))
        self.files = dict(files)
        paths = {imported.module for index in units for imported in index.imports}
        self.locator = Locator(program.manifests, clauses, paths, program.name)
        for folder, counts in clauses.items():
            clause = max(counts, key=lambda c: (counts[c] > 0, c not in ("main", "documentation", ""), counts[c], c))
            self._public[folder] = f"{folder}|{clause}"
        for package, numbers in files.items():
            self._gather(program, package, numbers)
        for package in files:
            self._attach(program, package)
        for index in units:
            self._name_imports(index)
        self.units = units

    def _gather(self, program: ProgramView, package: str, numbers: list[int]) -> None:
        """The names that the files of a package define together."""
        table: dict[str, list[Definition]] = defaultdict(list)
        for number in numbers:
            for name, entries in program.unit(number).names[0].items():
                table[name].extend((number, entry.number) for entry in entries if entry.tag == "entity")
        self._names[package] = dict(table)
        for found in table.values():
            if len(found) > 1:
                self._note_variants(found)

    def _note_variants(self, found: list[Definition]) -> None:
        for one in found if len(found) <= MAX_VARIANTS else ():
            self.variants[one] = tuple(other for other in found if other != one)

    def _attach(self, program: ProgramView, package: str) -> None:
        """Give types the methods that other files of the package declare."""
        methods: dict[tuple[Definition, str], list[Definition]] = defaultdict(list)
        for number in self.files[package]:
            index = program.unit(number)
            for ordinal, entity in enumerate(index.entities):
                if entity.owner < 0:
                    continue
                if entity.parent > 0:
                    methods[(number, entity.parent), entity.name].append((number, ordinal))
                    continue
                owner = index.exprs[entity.owner]
                for target in self._names[package].get(owner[1], ())[:MAX_VARIANTS] if owner[0] == "name" else ():
                    methods[target, entity.name].append((number, ordinal))
                    self.owners[number, ordinal] = target
        for (target, name), found in methods.items():
            ordered = sorted(found, key=lambda d: (self._first_build(program, d[0]), d))
            program.extra_members[target].setdefault(name, []).extend(d for d in ordered if d[0] != target[0])
            if len(found) > 1:
                self._note_variants(found)

    def _name_imports(self, index: UnitView) -> None:
        """The names of imports that have no alias, which only the imported package's clause tells."""
        names: dict[str, int] = {}
        likely: list[tuple[int, list[str]]] = []
        for number, imported in enumerate(index.imports):
            if imported.alias or imported.name:
                continue
            package = self.locate(index.path, imported.module)
            if package is not None:
                names.setdefault(package.rpartition("|")[2], number)
            else:
                likely.append((number, likely_names(imported.module)))
        for rank in range(max((len(n) for _, n in likely), default=0)):
            for number, found in likely:
                if rank < len(found):
                    names.setdefault(found[rank], number)
        self.imports[index.number] = names

    def locate(self, path: str, module: str) -> str | None:
        """The package that an import path means in a file; None if it lies outside of the source."""
        folder = self.locator.folder_of(path.rpartition("/")[0], module)
        return self._public[folder] if folder is not None else None

    @staticmethod
    def builds(program: ProgramView, unit: int) -> Builds | None:
        """The platforms that a file is built for; None for all of them."""
        index = program.unit(unit)
        return built_for(index.path.rpartition("/")[2], index.extra.get("build", ()))

    def _first_build(self, program: ProgramView, unit: int) -> int:
        builds = self.builds(program, unit)
        return 0 if builds is None else min(builds, default=1 << 30)

    def pick(
        self, program: ProgramView, own: Builds | None, constraint: tuple[str, ...] | None, found: list[Definition]
    ) -> Definition:
        """The definition, of several for other platforms, that is built with a file of these platforms and constraint."""
        wanted = 0 if own is None else min(own, default=0)

        def rank(one: Definition) -> tuple[bool, bool, int, Definition]:
            builds = self.builds(program, one[0])
            together = builds is None or wanted in builds
            same = constraint is not None and tuple(program.unit(one[0]).extra.get("build", ())) == constraint
            return (not same, not together, 0 if builds is None else min(builds, default=1 << 30), one)

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
