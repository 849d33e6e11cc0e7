"""How Go looks names up: packages over files, modules, types that rest on others, platforms."""

from __future__ import annotations

from collections import defaultdict
from functools import partial

from cairn.languages.go.builds import Builds, built_for
from cairn.languages.go.interfaces import Interfaces
from cairn.languages.go.packages import Locator, likely_names
from cairn.semantics import values
from cairn.semantics.evaluation import Evaluation, ProgramView, UnitView
from cairn.semantics.facts import Import
from cairn.semantics.places import Place
from cairn.semantics.questions import Cache
from cairn.semantics.roles import NOT_MINE, NotMine, Rules
from cairn.semantics.values import Value

FAMILY = "go"
MAX_VARIANTS = 6  # definitions of one name in a package; more are no variants for platforms (guess)

Definition = tuple[int, int]  # unit, ordinal


class GoRules(Rules):
    """Go's own rules. A package is named by its folder and its clause: "net/http|http"."""

    def __init__(self) -> None:
        self._names: dict[str, dict[str, list[Definition]]] = {}  # package -> name -> definitions
        self._package_of: dict[int, str] = {}  # unit -> package
        self._public: dict[str, str] = {}  # folder -> the package that an import of it means
        self._files: dict[str, list[int]] = {}  # package -> units
        self._imports: dict[int, dict[str, int]] = {}  # unit -> name -> number of the import
        self._owners: dict[Definition, Definition] = {}  # method -> its type in another file
        self._variants: dict[Definition, tuple[Definition, ...]] = {}
        self._picked: Cache[tuple[str, str, Builds | None, tuple[str, ...] | None], Definition] = Cache()
        self._locator = Locator({}, {}, ())
        self.units: list[UnitView] = []  # of the source
        self.interfaces = Interfaces()

    # Packages

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self.__init__()  # type: ignore[misc]  # no subclass has another constructor
        program = evaluation.program
        units = [u for u in program.indexed(FAMILY) if u.family == FAMILY and not program.is_prelude(u.number)]
        files: dict[str, list[int]] = defaultdict(list)
        clauses: dict[str, dict[str, int]] = defaultdict(dict)
        for index in units:
            folder, clause = index.path.rpartition("/")[0], index.extra.get("package", "")
            package = f"{folder}|{clause}"
            self._package_of[index.number] = package
            files[package].append(index.number)
            known = clauses[folder]
            known[clause] = known.get(clause, 0) + (not index.path.endswith("_test.go"))
        self._files = dict(files)
        paths = {imported.module for index in units for imported in index.imports}
        self._locator = Locator(program.manifests, clauses, paths, program.name)
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
            self._variants[one] = tuple(other for other in found if other != one)

    def _attach(self, program: ProgramView, package: str) -> None:
        """Give types the methods that other files of the package declare."""
        methods: dict[tuple[Definition, str], list[Definition]] = defaultdict(list)
        for number in self._files[package]:
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
                    self._owners[number, ordinal] = target
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
            package = self._locate(index.path, imported.module)
            if package is not None:
                names.setdefault(package.rpartition("|")[2], number)
            else:
                likely.append((number, likely_names(imported.module)))
        for rank in range(max((len(n) for _, n in likely), default=0)):
            for number, found in likely:
                if rank < len(found):
                    names.setdefault(found[rank], number)
        self._imports[index.number] = names

    def provides(self, evaluation: Evaluation, imported: Import) -> bool:
        """By the module paths in `go.mod`."""
        return self._locator.has_module(imported.module)

    def _locate(self, path: str, module: str) -> str | None:
        folder = self._locator.folder_of(path.rpartition("/")[0], module)
        return self._public[folder] if folder is not None else None

    # Platforms

    @staticmethod
    def _builds(program: ProgramView, unit: int) -> Builds | None:
        index = program.unit(unit)
        return built_for(index.path.rpartition("/")[2], index.extra.get("build", ()))

    def _first_build(self, program: ProgramView, unit: int) -> int:
        builds = self._builds(program, unit)
        return 0 if builds is None else min(builds, default=1 << 30)

    def _pick(
        self, program: ProgramView, own: Builds | None, constraint: tuple[str, ...] | None, found: list[Definition]
    ) -> Definition:
        """Of definitions for several platforms, the one that is built together with a file of these platforms and constraint."""
        wanted = 0 if own is None else min(own, default=0)

        def rank(one: Definition) -> tuple[bool, bool, int, Definition]:
            builds = self._builds(program, one[0])
            together = builds is None or wanted in builds
            same = constraint is not None and tuple(program.unit(one[0]).extra.get("build", ())) == constraint
            return (not same, not together, 0 if builds is None else min(builds, default=1 << 30), one)

        return min(found, key=rank)

    def variants(self, evaluation: Evaluation, unit: int, ordinal: int) -> tuple[tuple[int, int], ...]:
        return self._variants.get((unit, ordinal), ())

    # Names

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        package = self._locate(evaluation.program.unit(unit).path, imported.module)
        return ("pkg", package, self.space) if package is not None else ("ext", f"go/{imported.module}")

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        package = self._locate(evaluation.program.unit(unit).path, imported.module)
        if package is None:
            return [("ext", f"go/{imported.module}")]
        program = evaluation.program
        wanted = min(self._builds(program, unit) or (0,))
        return [
            ("mod", number)
            for number in self._files[package]
            if not program.unit(number).path.endswith("_test.go") and wanted in (self._builds(program, number) or (wanted,))
        ]

    def package_member(self, evaluation: Evaluation, package: str, name: str) -> Value | None:
        return self._in_package(evaluation.program, -1, package, name)

    def _in_package(self, program: ProgramView, unit: int, package: str, name: str) -> Value | None:
        found = self._names.get(package, {}).get(name)
        if not found:
            return None
        if len(found) == 1:
            return ("def", *found[0])
        own = self._builds(program, unit) if unit >= 0 else None
        constraint = tuple(program.unit(unit).extra.get("build", ())) if own is not None else None
        key = (package, name, own, constraint)
        return ("def", *self._picked.get(key, partial(self._pick, program, own, constraint, found)))

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        program = evaluation.program
        found = self._in_package(program, unit, self._package_of.get(unit, ""), name)
        if found is not None:
            return found
        number = self._imports.get(unit, {}).get(name)
        if number is not None:
            return evaluation.scopes.import_value(unit, number)
        for star in program.unit(unit).stars.get(0, ()):
            package = self._locate(program.unit(unit).path, program.unit(unit).imports[star].module)
            found = self._in_package(program, unit, package, name) if package is not None and name[:1].isupper() else None
            if found is not None:
                return found
        return self._in_prelude(program, name) if "__" not in name else None

    @staticmethod
    def _in_prelude(program: ProgramView, name: str) -> values.Definition | None:
        number = program.preludes.get(FAMILY)
        if number is None:
            return None
        entries = program.unit(number).names[0].get(name)
        return ("def", number, entries[-1].number) if entries else None

    # Types

    def bound(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        found = super().bound(evaluation, unit, ordinal, name)
        owner = self._owners.get((unit, ordinal))
        return super().bound(evaluation, *owner, name) if found is None and owner is not None else found

    def _library(self, program: ProgramView, anchor: str) -> values.Definition | None:
        """What the prelude knows of a member of the standard library."""
        path, _, name = anchor.removeprefix("go/").partition("#")
        return self._in_prelude(program, f"{path.replace('/', '_')}__{name}") if name else None

    def special_external(
        self, evaluation: Evaluation, anchor: str, args: tuple[Value | None, ...], place: Place
    ) -> Value | NotMine | None:
        found = self._library(evaluation.program, anchor)
        return ("inst", found[1], found[2], args) if found is not None and evaluation.classes.is_class(found) else NOT_MINE

    def external_call(self, evaluation: Evaluation, anchor: str, place: Place, args: tuple[int, ...]) -> Value | None:
        found = self._library(evaluation.program, anchor)
        return evaluation.calls.call(found, place, args) if found is not None else ("xinst", anchor)

    def unsaid(self, evaluation: Evaluation, unit: int) -> list[tuple[Definition, Definition, int, str]]:
        """The interfaces of this source, and of those that it may look into, that the types of a file satisfy.

        Of interfaces for several platforms the one that is built together with the file counts.
        """
        program = evaluation.program
        index, found = program.unit(unit), []
        known = [roles.bases for roles in program.roles_of_all(FAMILY) if isinstance(roles.bases, GoRules)]
        for ordinal, entity in enumerate(index.entities):
            is_named = entity.kind == "struct" or (entity.kind == "type" and "distinct" in entity.flags.split())
            if not is_named or index.entities[entity.parent].kind != "module":
                continue
            for rules in known:
                if not rules.units:
                    continue
                for one in rules.interfaces.satisfied_by(evaluation, self._variants_of, rules.units, unit, ordinal):
                    via = "structural" if self._is_built_with(evaluation.program, unit, one, rules) else "ambiguous"
                    found.append(((unit, ordinal), one, entity.name_line, via))
        return found

    def _is_built_with(self, program: ProgramView, unit: int, one: Definition, rules: GoRules) -> bool:
        """Whether a definition, of those for several platforms, is the one that a file is built with."""
        others = rules._variants.get(one, ())
        if not others:
            return True
        own = self._builds(program, unit)
        constraint = tuple(program.unit(unit).extra.get("build", ())) if own is not None else None
        return self._pick(program, own, constraint, [one, *others]) == one

    def _variants_of(self, evaluation: Evaluation, unit: int, ordinal: int) -> tuple[Definition, ...]:
        """The definitions that take the place of one in other builds, of whatever source it is."""
        return evaluation.members.variants(unit, ordinal)

    def stated(self, evaluation: Evaluation, unit: int) -> list[tuple[tuple[int, int], Value, int]]:
        """`var _ I = (*T)(nil)`: T says that it satisfies I."""
        found = []
        place = Place(unit, 0, 1 << 60)
        for value, kind, line in evaluation.program.unit(unit).extra.get("satisfied", ()):
            one, base = evaluation.expressions.eval(place, value), evaluation.types.type_of(place, kind)
            if one is None or one[0] != "inst" or evaluation.program.is_prelude(one[1]):
                continue
            if base is not None:
                at = line if one[1] == unit else evaluation.program.entity(one[1], one[2]).name_line
                found.append(((one[1], one[2]), base, at))
        return found
