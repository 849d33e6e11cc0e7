"""How C# looks names up: namespaces over files, usings, partial classes, extension methods, and which overload suits a call."""

from __future__ import annotations

from collections import defaultdict

from cairn.languages.nominal import NominalRules
from cairn.semantics.evaluation import Evaluation, ProgramView, UnitView
from cairn.semantics.expressions import Call
from cairn.semantics.facts import Import
from cairn.semantics.places import CLASS_KINDS, Candidate, Place
from cairn.semantics.roles import NOT_MINE, NotMine
from cairn.semantics.values import Base, ClassObject, Definition, Instance, Value

FAMILY = "csharp"

_WIDER = {
    "SByte": ("Int16", "Int32", "Int64", "Single", "Double", "Decimal"),
    "Byte": ("Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Decimal"),
    "Int16": ("Int32", "Int64", "Single", "Double", "Decimal"),
    "UInt16": ("Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Decimal"),
    "Int32": ("Int64", "Single", "Double", "Decimal"),
    "UInt32": ("Int64", "UInt64", "Single", "Double", "Decimal"),
    "Int64": ("Single", "Double", "Decimal"),
    "UInt64": ("Single", "Double", "Decimal"),
    "Char": ("UInt16", "Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Decimal"),
    "Single": ("Double",),
}
_RANKS = ("Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Decimal")
_PLAIN = frozenset({*_WIDER, "Double", "Decimal", "Boolean"})
_AWAITED = frozenset({"Task", "ValueTask"})


def _path(index: UnitView, ordinal: int) -> list[str]:
    """The names of a type and those around it, outermost first."""
    found: list[str] = []
    while ordinal > 0:
        found.insert(0, index.entities[ordinal].name)
        ordinal = index.entities[ordinal].parent
    return found


def anchor_of(namespace: str, name: str = "") -> str:
    """The handle of an external: the namespace, then the name in it."""
    return f"csharp/{namespace}#{name}" if name else f"csharp/{namespace}"


class CSharpRules(NominalRules):
    """C#'s own rules."""

    array = "Array_"
    iterable = "IEnumerable"

    def __init__(self) -> None:
        super().__init__()
        self._classes: dict[tuple[str, str], list[Definition]] = {}
        self._defined: dict[str, dict[str, set[int]]] = {}  # namespace -> name of a class -> files
        self._parts: dict[tuple[int, int], list[Definition]] = {}  # the other parts of a partial type, the one that counts first
        self._partial: dict[tuple[str, int], list[Definition]] = {}  # full name and number of type parameters -> parts
        self._spaces: set[str] = set()
        self._space_of: dict[tuple[int, int], str] = {}
        self._global: list[str] = []
        self._extensions: dict[str, list[tuple[int, int]]] = {}

    # Namespaces

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self._classes, self._parts, self._spaces, self._space_of = defaultdict(list), {}, set(), {}
        self._global, self._extensions, self._partial = [], defaultdict(list), defaultdict(list)
        self._defined = defaultdict(lambda: defaultdict(set))
        self.read_prelude(evaluation, family)
        for index in evaluation.program.indexed(family):
            if index.family == family and not evaluation.program.is_prelude(index.number):
                self._read_unit(index)
        for found in (*self._classes.values(), *self._partial.values()):
            if len(found) > 1:
                found.sort(key=lambda value: self._rank(evaluation.program, value))
        for parts in self._partial.values():
            for value in parts:
                self._parts[value[1], value[2]] = [other for other in parts if other is not value]

    @staticmethod
    def _rank(program: ProgramView, value: Definition) -> tuple[bool, bool, int, int]:
        """Of the parts of a type the one that says what is above it counts, and one that a person wrote."""
        path = program.unit(value[1]).path.lower()
        return (
            not program.entity(value[1], value[2]).bases,
            path.endswith((".designer.cs", ".g.cs", ".generated.cs")),
            *value[1:],
        )

    def _read_unit(self, index: UnitView) -> None:
        ranges = index.extra.get("namespaces", ())
        self._global += index.extra.get("global", ())
        for ordinal, entity in enumerate(index.entities):
            if "extension" in entity.flags:
                self._extensions[entity.name].append((index.number, ordinal))
            is_part = entity.kind in CLASS_KINDS and "partial" in entity.flags.split()
            if ordinal == 0 or (entity.parent != 0 and not is_part):
                continue
            space = ".".join(name for start, end, name in ranges if start <= entity.pos < end)
            if is_part:
                full = ".".join([space, *_path(index, ordinal)])
                self._partial[full, len(entity.type_params)].append(("def", index.number, ordinal))
            if entity.parent != 0:
                continue
            self._classes[space, entity.name].append(("def", index.number, ordinal))
            self._space_of[index.number, ordinal] = space
            self._defined[space][entity.name].add(index.number)
            while space and space not in self._spaces:
                self._spaces.add(space)
                space = space.rpartition(".")[0]

    def _spaces_of(self, index: UnitView) -> list[str]:
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

    def _usings(self, index: UnitView) -> list[str]:
        return [index.imports[number].module for numbers in index.stars.values() for number in numbers] + self._global

    def _class_at(self, evaluation: Evaluation, space: str, name: str, count: int = 0) -> Definition | None:
        """The class of a name in a namespace, that with so many type parameters if there are several."""
        found = self._classes.get((space, name))
        if not found:
            return None
        for value in found:
            if len(evaluation.program.entity(value[1], value[2]).type_params) == count:
                return value
        return found[0]

    def _dotted(self, evaluation: Evaluation, dotted: str) -> Definition | None:
        """The class of a full name; nested ones are members of their class."""
        space, _, name = dotted.rpartition(".")
        found = self._class_at(evaluation, space, name)
        if found is not None or not space:
            return found
        outer = self._dotted(evaluation, space)
        inner = evaluation.members.target(outer, name) if outer is not None else None
        return inner if inner is not None and inner[0] == "def" else None

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        index = evaluation.program.unit(unit)
        if unit == self.prelude_unit:
            return ("def", unit, self.prelude[name]) if name in self.prelude else None
        found = self._type_named(evaluation, index, name)
        if found is not None:
            return found
        if name in self.prelude:
            return ("def", self.prelude_unit, self.prelude[name])
        return ("pkg", name, self.space) if name in self._spaces or name == "System" else None

    def _type_named(self, evaluation: Evaluation, index: UnitView, name: str) -> Definition | None:
        for space in self._spaces_of(index):
            found = self._class_at(evaluation, space, name)
            if found is not None:
                return found
        for module in self._usings(index):
            found = self._class_at(evaluation, module, name)
            if found is None and (owner := self._dotted(evaluation, module)) is not None:
                inner = evaluation.members.target(owner, name)
                found = inner if inner is not None and inner[0] == "def" else None
            if found is not None:
                return found
        return None

    def named_type(self, evaluation: Evaluation, place: Place, name: str, found: Value) -> Value:
        index = evaluation.program.unit(place.unit)
        scope = place.scope
        while scope >= 0:
            for entry in index.names[scope].get(name, ()) if scope in index.names else ():
                if entry.tag == "entity" and evaluation.classes.is_class(("def", place.unit, entry.number)):
                    return ("def", place.unit, entry.number)
            scope = index.scopes[scope][1]
        return self.outer_name(evaluation, place.unit, name) or found

    def package_member(self, evaluation: Evaluation, package: str, name: str) -> Value | None:
        found = self._class_at(evaluation, package, name)
        if found is not None:
            return found
        joined = f"{package}.{name}"
        if joined in self._spaces:
            return ("pkg", joined, self.space)
        if package.partition(".")[0] == "System":
            return ("def", self.prelude_unit, self.prelude[name]) if name in self.prelude else ("pkg", joined, self.space)
        return ("ext", anchor_of(package, name))

    def provides(self, evaluation: Evaluation, imported: Import) -> bool:
        """By the namespaces that its files declare."""
        return imported.module in self._spaces or self._dotted(evaluation, imported.module) is not None

    def wanted(self, evaluation: Evaluation, unit: int, name: str) -> list[Import]:
        """From the namespaces that a file uses, and from its own, which another source may have a part of."""
        index = evaluation.program.unit(unit)
        spaces = dict.fromkeys((*self._usings(index), *self._spaces_of(index)))
        return [Import(0, f"{space}.{name}", "", "", 0, 0, "") for space in spaces if space] if name[:1].isupper() else []

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        found = self._dotted(evaluation, imported.module)
        if found is not None:
            return found
        if imported.module in self._spaces:
            return ("pkg", imported.module, self.space)
        space, _, name = imported.module.rpartition(".")
        return ("ext", anchor_of(space, name)) if space else None

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        found = self._dotted(evaluation, imported.module)
        if found is not None:
            return [("mod", found[1])]
        if imported.module not in self._spaces:
            return [("ext", anchor_of(imported.module))]
        return self.files_named(evaluation, unit, self._defined[imported.module])

    def imported(self, evaluation: Evaluation, unit: int, name: str) -> tuple[Candidate, ...]:
        found: tuple[Candidate, ...] = ()
        for module in self._usings(evaluation.program.unit(unit)):
            owner = self._dotted(evaluation, module)
            if owner is not None:
                found += evaluation.overloads.of_class(owner[1], owner[2], name)
        return found

    def extensions(self, evaluation: Evaluation, place: Place, owner: Value, name: str) -> tuple[Candidate, ...]:
        if owner[0] in ("def", "cls", "pkg", "ext", "xinst", "super"):
            return ()
        found = []
        for unit, ordinal in self._extensions.get(name, ()):
            kinds = evaluation.overloads.parameter_types(unit, ordinal)
            if kinds and evaluation.choice.fit(kinds[0], owner, unit) == 0:
                found.append(evaluation.overloads.extension(unit, ordinal, owner, 1))
        return tuple(found)

    def receiver_type(self, evaluation: Evaluation, candidate: Candidate) -> Value | None:
        return evaluation.overloads.parameter_types(candidate.unit, candidate.ordinal)[0]

    # Classes

    def implicit(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[Base | None]:
        entity = evaluation.program.entity(unit, ordinal)
        found: list[Base | None] = []
        if unit == self.prelude_unit and entity.name == self.top:
            return []
        places = [(unit, ordinal), *(part[1:3] for part in self._parts.get((unit, ordinal), ()))]
        if entity.kind != "class" or not any(self.has_class_above(evaluation, *place) for place in places):
            found.append(self.prelude_class(self.top))
        return found

    def others(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[ClassObject]:
        args = evaluation.generics.own_arguments(unit, ordinal)
        return [("cls", other[1], other[2], args) for other in self._parts.get((unit, ordinal), ())]

    def expanded(self, evaluation: Evaluation, kind: str, target: tuple[int, int], via: str) -> tuple[str, tuple[int, int], str]:
        """What leads to a part of a type leads to the one that counts."""
        others = self._parts.get(target)
        if not others:
            return kind, target, via
        own: Definition = ("def", *target)
        first = min((own, *others), key=lambda value: self._rank(evaluation.program, value))
        return kind, (first[1], first[2]), via

    def stated(self, evaluation: Evaluation, unit: int) -> list[tuple[tuple[int, int], Value, int]]:
        """What one part of a type says to be above it is above all."""
        found: list[tuple[tuple[int, int], Value, int]] = []
        for ordinal, entity in enumerate(evaluation.program.unit(unit).entities):
            for part in self._parts.get((unit, ordinal), ()):
                for base in evaluation.classes.bases(part[1], part[2])[: len(evaluation.program.entity(part[1], part[2]).bases)]:
                    if base is not None and base[0] in ("cls", "ext"):
                        row: Value = ("inst", *base[1:]) if base[0] == "cls" else ("xinst", base[1])
                        found.append(((unit, ordinal), row, entity.name_line))
        return found

    def completed(self, evaluation: Evaluation) -> dict[tuple[int, int], tuple[int, int]]:
        """Partial methods without a body, with those that have one in some part of the type."""
        found = {}
        for (unit, ordinal), others in self._parts.items():
            index = evaluation.program.unit(unit)
            for name, numbers in index.methods[ordinal].items() if ordinal in index.methods else ():
                for number in numbers:
                    if "announced" in index.entities[number].flags.split():
                        real = self._implementation(evaluation, (unit, number), [("def", unit, ordinal), *others], name)
                        found.update({(unit, number): real} if real is not None else {})
        return found

    @staticmethod
    def _implementation(
        evaluation: Evaluation, one: tuple[int, int], parts: list[Definition], name: str
    ) -> tuple[int, int] | None:
        wanted = evaluation.program.entity(*one)
        fitting = []
        for _, unit, ordinal in parts:
            index = evaluation.program.unit(unit)
            for number in index.methods[ordinal].get(name, ()) if ordinal in index.methods else ():
                entity = index.entities[number]
                words = entity.flags.split()
                if "partial" in words and "announced" not in words and len(entity.params) == len(wanted.params):
                    fitting.append((unit, number))
        if len(fitting) > 1:
            kinds = evaluation.overloads.parameter_types(*one)
            fitting = [other for other in fitting if evaluation.overloads.parameter_types(*other) == kinds]
        return fitting[0] if len(fitting) == 1 else None

    def special_class(self, evaluation: Evaluation, target: Value, args: tuple[Value | None, ...]) -> Value | NotMine | None:
        if target[0] != "def":
            return NOT_MINE
        if target[1] == self.prelude_unit:
            name = evaluation.program.entity(target[1], target[2]).name
            special = self._special(name, args)
            suited = self.by_arity.get((name, len(args)), target[2])
            return ("inst", target[1], suited, args) if special is NOT_MINE and suited != target[2] else special
        entity = evaluation.program.entity(target[1], target[2])
        if len(entity.type_params) == len(args) or entity.parent != 0:
            return NOT_MINE
        space = self._space_of.get((target[1], target[2]), "")
        other = self._class_at(evaluation, space, entity.name, len(args))
        return ("inst", other[1], other[2], args) if other is not None and other != target else NOT_MINE

    def _special(self, name: str, args: tuple[Value | None, ...]) -> Value | NotMine | None:
        if name == "Func" and args:
            return ("fty", args[:-1], args[-1])
        if name in ("Action", "Predicate", "Comparison"):
            params = (args[0], args[0]) if name == "Comparison" and args else args
            made = self.prelude_class({"Action": "Void_", "Predicate": "Boolean", "Comparison": "Int32"}[name])
            return ("fty", params, ("inst", *made[1:])) if made is not None else None
        if name == "Nullable":
            return args[0] if args else None
        return ("tup", args) if name in ("ValueTuple", "Tuple") and args else NOT_MINE

    # Values

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        found = evaluation.functions.invocation_value(place, shape[1], tuple(shape[2]))
        if found is not None:
            return found[0]
        callee = evaluation.program.unit(place.unit).exprs[shape[1]]
        if callee[0] == "member" and callee[2] == "Invoke":  # of a delegate
            delegate = evaluation.functions.function_type(evaluation.expressions.eval(place, callee[1]))
            return delegate[2] if delegate is not None else None
        held = evaluation.expressions.eval(place, shape[1])
        if held is not None and held[0] == "inst":
            kind = evaluation.functions.function_type(held)
            return kind[2] if kind is not None else None
        return NOT_MINE

    def awaited(self, evaluation: Evaluation, value: Value | None) -> Value | None:
        if value is not None and value[0] == "inst" and self.prelude_name(evaluation, value) in _AWAITED:
            return value[3][0] if value[3] else None
        return value

    def arithmetic(self, evaluation: Evaluation, left: Value | None, right: Value | None) -> Value | None:
        names = [self.prelude_name(evaluation, value) for value in (left, right)]
        if "String" in names:
            return left if names[0] == "String" else right
        ranks = [_RANKS.index(name) if name in _RANKS else 0 for name in names if name in _PLAIN]
        if len(ranks) == 2:
            return evaluation.classes.builtin(FAMILY, _RANKS[max(ranks)], ()) if "Boolean" not in names else left
        return left  # an operator of a class most often yields that class

    # Which arguments suit which parameters

    def yields_nothing(self, evaluation: Evaluation, value: Value | None) -> bool:
        return self.prelude_name(evaluation, value) == "Void_"

    def is_final(self, flags: str) -> bool:
        return "sealed" in flags

    def is_plain(self, name: str) -> bool:
        return name in _PLAIN

    def fit_plain(self, evaluation: Evaluation, wanted: Instance, given: Instance, target: str, name: str) -> int | None:
        if target == name or target == self.top or target in _WIDER.get(name, ()):
            return 0
        return 0 if name == self.null or (name in _PLAIN and evaluation.classes.is_below(given, wanted)) else None
