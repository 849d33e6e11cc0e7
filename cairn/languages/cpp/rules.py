"""How C++ looks names up, beyond C: namespaces, classes, overloads, operators that stand for pointers."""

from __future__ import annotations

from typing import Any

from cairn.facts import Import
from cairn.languages.c.names import Definition, Names, signature_mark
from cairn.languages.c.rules import FAMILY, CRules, anchor_of
from cairn.languages.found import CLASS_KINDS, Candidate, Entry
from cairn.languages.values import Value, substitute

_PRIMITIVES = {
    "bool": "bool_", "char": "char_", "signed char": "char_", "unsigned char": "char_", "short": "short_", "unsigned short": "ushort_",
    "int": "int_", "signed": "int_", "signed int": "int_", "unsigned": "uint_", "unsigned int": "uint_", "long": "long_",
    "long int": "long_", "unsigned long": "ulong_", "unsigned long int": "ulong_", "long long": "llong_", "long long int": "llong_",
    "unsigned long long": "ullong_", "unsigned long long int": "ullong_", "float": "float_", "double": "double_",
    "long double": "ldouble_", "nullptr": "nullptr_", "void": "void_", "zero": "zero_", "wchar_t": "int_", "char16_t": "ushort_",
    "char32_t": "uint_", "char8_t": "char_", "size_t": "ulong_", "ssize_t": "long_", "ptrdiff_t": "long_", "intptr_t": "long_",
    "uintptr_t": "ulong_", "int8_t": "char_", "uint8_t": "char_", "int16_t": "short_", "uint16_t": "ushort_", "int32_t": "int_",
    "uint32_t": "uint_", "int64_t": "long_", "uint64_t": "ulong_", "short int": "short_", "unsigned short int": "ushort_",
}  # fmt: skip
_PLAIN = frozenset(_PRIMITIVES.values())
_POINTER, _NULL = "ptr_", "nullptr_"
_PROMOTED = {"bool_": "int_", "char_": "int_", "short_": "int_", "ushort_": "int_", "zero_": "int_", "float_": "double_"}
_RANKS = ("bool_", "char_", "short_", "ushort_", "zero_", "int_", "uint_", "long_", "ulong_", "llong_", "ullong_", "float_", "double_", "ldouble_")
MAX_ARROWS = 4  # classes whose `operator->` leads to one another (guess)
MAX_CONST_DEPTH = 20  # of an expression that is asked for constness (guess)


class CppRules(CRules):
    """The rules of C++, which serve C as well: its files share the names."""

    sees_class_scope = True
    sees_inherited = True
    owners_around = True
    has_overloads = True
    hides_above = True
    makes_by_name = True

    def prepare(self, resolver: Any, family: str) -> None:
        super().prepare(resolver, family)
        program = resolver.program
        self._prelude = program.preludes.get(family, -1)
        self._library: dict[str, dict[str, list[int]]] = {}
        self._plain: dict[int, str] = {}
        if self._prelude >= 0:
            self._read_prelude(program.unit(self._prelude))
        self._owners: dict[Definition, Value | None] = {}
        self._match_members(resolver)
        resolver.forget()

    def _read_prelude(self, unit: Any) -> None:
        for ordinal, entity in enumerate(unit.entities):
            if ordinal and entity.parent == 0 and entity.kind != "namespace":
                self._library.setdefault("", {}).setdefault(entity.name, []).append(ordinal)
                if entity.name in _PLAIN or entity.name == _POINTER:
                    self._plain[ordinal] = entity.name
            elif ordinal and unit.entities[entity.parent].kind == "namespace":
                self._library.setdefault(unit.entities[entity.parent].name, {}).setdefault(entity.name, []).append(ordinal)

    def literal_type(self, name: str) -> str:
        return _PRIMITIVES.get(name, name)

    # Members that are defined outside of their classes

    def _match_members(self, resolver: Any) -> None:
        program = resolver.program
        outside: dict[tuple[int, int, str], list[Definition]] = {}
        for unit in self.names.units:
            for ordinal, entity in enumerate(unit.entities):
                if entity.owner < 0 or "outline" not in entity.flags:
                    continue
                owner = self.owner_of(resolver, unit, ordinal)
                if owner is not None and owner[0] == "inst":
                    outside.setdefault((owner[1], owner[2], entity.name), []).append((unit.number, ordinal))
                elif owner is not None and owner[0] == "pkg":
                    found = self.names.spaces[owner[1]].setdefault(entity.name, [])
                    for one in found:
                        if not self.names.is_definition(one) and self.names._completes((unit.number, ordinal), one):
                            self.names.complete(one, [(unit.number, ordinal)])
                    found.append((unit.number, ordinal))
        for (unit_number, ordinal, name), real in outside.items():
            self._match_member(program, unit_number, ordinal, name, real)

    def _match_member(self, program: Any, unit: int, owner: int, name: str, real: list[Definition]) -> None:
        index = program.unit(unit)
        declared = [*index.methods[owner].get(name, ()), *index.members[owner].get(name, ())]
        announced = [(unit, number) for number in declared if "prototype" in index.entities[number].flags.split()]
        left = list(real)
        for level in (_same_mark, _same_count, _any_other):
            for one in [row for row in announced if row not in self.names.completed]:
                fitting = [other for other in left if level(program.entity(*one), program.entity(*other))]
                rivals = [row for row in announced if row not in self.names.completed]
                if fitting and (level is _same_mark or (len(fitting) == 1 and len(rivals) == 1) or level is _same_count and len(fitting) == 1):
                    self.names.complete(one, fitting)
                    left = [other for other in left if other not in fitting]
        for other in left:
            program.extra_members[unit, owner].setdefault(name, []).append(other)

    def owner_of(self, resolver: Any, index: Any, ordinal: int) -> Value | None:
        """The class, as an instance, or namespace that a function defined outside of it belongs to."""
        key = (index.number, ordinal)
        if key not in self._owners:
            self._owners[key] = None
            entity = index.entities[ordinal]
            place = resolver.place(index.number, entity.home, entity.pos)
            shape = index.exprs[entity.owner]
            while shape[0] == "i":
                shape = index.exprs[shape[1]]
            if shape[0] == "N":
                found = self.path_name(resolver, place, shape[1])
            else:
                around = resolver.eval(place, shape[1])
                found = resolver.member_target(around, shape[2]) if around is not None else None
            if found is not None and found[0] == "def" and resolver.is_class(found):
                made = resolver.instance_of(found, (), place)
                self._owners[key] = made if made is not None and made[0] == "inst" else None
            elif found is not None and found[0] == "pkg":
                self._owners[key] = found
        return self._owners[key]

    def _owner_around(self, resolver: Any, index: Any, scope: int) -> tuple[Value | None, int]:
        """The owner of the function, defined outside of its class, around a scope, and the function."""
        while scope >= 0:
            ordinal = index.scope_entity[scope]
            if ordinal > 0 and index.entities[ordinal].owner >= 0:
                return self.owner_of(resolver, index, ordinal), ordinal
            scope = index.scopes[scope][1]
        return None, -1

    def owner_entry(self, resolver: Any, index: Any, scope: int, name: str) -> Any:
        ordinal = index.scope_entity[scope]
        if ordinal <= 0 or index.entities[ordinal].owner < 0:
            return None
        owner = self.owner_of(resolver, index, ordinal)
        return self._class_entry(resolver, owner[1], owner[2], name) if owner is not None and owner[0] == "inst" else None

    def _class_entry(self, resolver: Any, unit: int, ordinal: int, name: str) -> Any:
        """What a class, those above it, and those around it bind a name to."""
        index = resolver.program.unit(unit)
        while ordinal > 0 and index.entities[ordinal].kind in CLASS_KINDS:
            for u, o, _ in resolver.mro(unit, ordinal)[0]:
                table = resolver.program.unit(u).members
                numbers = table[o].get(name) if o in table else None
                if numbers and "constructor" not in resolver.program.entity(u, numbers[0]).flags:
                    return Entry("m", (u, numbers[0]), -1)  # type: ignore[arg-type]  # a place in another file
                if resolver.program.entity(u, o).name == name:
                    return Entry("m", (u, o), -1)  # type: ignore[arg-type]
            ordinal = index.entities[ordinal].parent
        return None

    def self_value(self, resolver: Any, place: Any) -> Value | None:
        index = resolver.program.unit(place.unit)
        ordinal = index.class_around(place.scope)
        if ordinal >= 0:
            return ("tv", "Self", place.unit, ordinal)
        owner, _ = self._owner_around(resolver, index, place.scope)
        return ("tv", "Self", owner[1], owner[2]) if owner is not None and owner[0] == "inst" else None

    # Namespaces

    def path_at(self, resolver: Any, place: Any) -> str:
        """The namespace that a place is in."""
        index = resolver.program.unit(place.unit)
        owner, _ = self._owner_around(resolver, index, place.scope)
        if owner is not None:
            return owner[1] if owner[0] == "pkg" else self._path_of(resolver, owner[1], owner[2])  # type: ignore[no-any-return]
        scope = place.scope
        while scope >= 0:
            ordinal = index.scope_entity[scope]
            if ordinal > 0 and index.entities[ordinal].kind == "namespace":
                return self.names.paths.get((place.unit, ordinal), index.entities[ordinal].name)
            scope = index.scopes[scope][1]
        return ""

    def _path_of(self, resolver: Any, unit: int, ordinal: int) -> str:
        """The namespace that a definition is in."""
        index = resolver.program.unit(unit)
        while ordinal > 0:
            if index.entities[ordinal].kind == "namespace":
                return self.names.paths.get((unit, ordinal), index.entities[ordinal].name)
            ordinal = index.entities[ordinal].parent
        return ""

    def _searched(self, resolver: Any, place: Any) -> list[str]:
        """The namespaces whose names are seen at a place, inner ones first."""
        index = resolver.program.unit(place.unit)
        path, found = self.path_at(resolver, place), []
        while path:
            found.append(path)
            path = path.rpartition(".")[0]
        found.append("")
        found += [name for name in self.names.spaces if name.endswith(f"anonymous {place.unit}") and name not in found]
        for scope, numbers in index.stars.items():
            for number in numbers:
                imported = index.imports[number]
                if imported.how == "using":
                    found += self._spaces_named(imported.module, path_from=found)
        return found + self._inline_in(found)

    def _spaces_named(self, module: str, path_from: list[str]) -> list[str]:
        """The namespace that `using namespace` names, seen from those around it."""
        for around in path_from:
            full = f"{around}.{module}" if around else module
            if full in self.names.spaces or full in self._library:
                return [full]
        return []

    def _inline_in(self, paths: list[str]) -> list[str]:
        return [inner for path in paths for inner in self.names.inline.get(path, ())]

    def _in_space(self, resolver: Any, unit: int, path: str, name: str) -> Value | None:
        """What a namespace gives under a name."""
        found = self.names.spaces[path].get(name) if path in self.names.spaces else None
        chosen = self.names.choose(unit, found) if found else None
        if chosen is not None:
            return ("def", *chosen)
        full = f"{path}.{name}" if path else name
        if full in self.names.spaces:
            return ("pkg", full, FAMILY)
        numbers = self._library.get(path, {}).get(name)
        return ("def", self._prelude, numbers[0]) if numbers else None

    def name_at(self, resolver: Any, place: Any, name: str) -> Value | None:
        if resolver.program.unit(place.unit).language == "c":
            return self.global_name(resolver, place.unit, name)
        if place.unit == self._prelude:
            for path in ("std", ""):
                if name in self._library.get(path, {}):
                    return ("def", self._prelude, self._library[path][name][0])
            return None
        for path in self._searched(resolver, place):
            found = self._in_space(resolver, place.unit, path, name)
            if found is not None:
                return found
        return self.library_name(name)

    def path_name(self, resolver: Any, place: Any, name: str) -> Value | None:
        index = resolver.program.unit(place.unit)
        if index.language == "c":
            return super().path_name(resolver, place, name)
        if name == "std":
            return ("pkg", "std", FAMILY)
        found = resolver.lookup(place, name)
        parameter = resolver.type_parameter(place, name, -1) if found is None else None
        if parameter is not None:
            return ("type1", parameter[0])
        if found is not None and found[0] == "def":
            entity = resolver.program.entity(found[1], found[2])
            if entity.kind == "namespace":
                return ("pkg", self.names.paths.get((found[1], found[2]), entity.name), FAMILY)
            if entity.kind not in CLASS_KINDS:
                tags = self.names.tags.get(name)
                chosen = self.names.choose(place.unit, tags) if tags else None
                return ("def", *chosen) if chosen is not None else None
        return found  # type: ignore[no-any-return]

    def word_module(self, resolver: Any, place: Any, word: str) -> Value | None:
        return ("pkg", "", FAMILY)

    def package_member(self, resolver: Any, package: str, name: str) -> Value | None:
        for path in (package, *self._inline_in([package])):
            found = self._in_space(resolver, -1, path, name)
            if found is not None:
                return found
        if package.partition(".")[0] == "std":
            rest = package.removeprefix("std").strip(".")
            return ("ext", anchor_of("std", f"{rest}.{name}" if rest else name))
        imported = self.names.exported.get((package, name))
        if imported is not None:
            return self.package_member(resolver, imported[0], imported[1])
        return None

    def import_value(self, resolver: Any, unit: int, imported: Import) -> Value | None:
        place = resolver.place(unit, imported.scope, imported.pos)
        if imported.how == "namespace":
            return self._walk(resolver, place, imported.module)
        if imported.how != "using" or imported.name == "*":
            return None
        around = self._walk(resolver, place, imported.module)
        return resolver.member_target(around, imported.name) if around is not None else None  # type: ignore[no-any-return]

    def _walk(self, resolver: Any, place: Any, path: str) -> Value | None:
        """What a dotted path means."""
        if not path:
            return ("pkg", "", FAMILY)
        head, *rest = path.split(".")
        value = self.path_name(resolver, place, head)
        for name in rest:
            value = resolver.member_target(value, name) if value is not None else None
        return value

    def import_files(self, resolver: Any, unit: int, imported: Import) -> list[Value]:
        return super().import_files(resolver, unit, imported) if imported.how in ("", "system") else []

    # Which function a call means

    def functions_named(self, resolver: Any, place: Any, name: str) -> tuple[tuple[Any, ...], str] | None:
        index = resolver.program.unit(place.unit)
        if index.language == "c" or place.unit == self._prelude:
            return (), ""
        scope = place.scope
        while scope >= 0:
            kind, parent = index.scopes[scope][0], index.scopes[scope][1]
            found = self._of_class(resolver, index, scope, kind, name)
            if found:
                return self.for_receiver(resolver, place, -1, found), "self"
            entries = index.names[scope].get(name, ()) if scope in index.names else ()
            if entries and (decided := self._of_entries(resolver, index, place, scope, entries)) is not None:
                return decided
            scope = parent
        return self._of_spaces(resolver, place, name)

    def _of_class(self, resolver: Any, index: Any, scope: int, kind: str, name: str) -> tuple[Any, ...]:
        ordinal = index.scope_entity[scope]
        if ordinal <= 0:
            return ()
        if kind == "class":
            return self._methods(resolver, index.number, ordinal, name)
        if kind != "function" or index.entities[ordinal].owner < 0:
            return ()
        owner = self.owner_of(resolver, index, ordinal)
        if owner is None or owner[0] != "inst":
            return ()
        unit, here = owner[1], owner[2]
        around = resolver.program.unit(unit)
        while here > 0 and around.entities[here].kind in CLASS_KINDS:
            found = self._methods(resolver, unit, here, name)
            if found:
                return found
            here = around.entities[here].parent
        return ()

    @staticmethod
    def _methods(resolver: Any, unit: int, ordinal: int, name: str) -> tuple[Any, ...]:
        """The methods of a name in a class and those above it; the name of a class makes an instance."""
        found = resolver.functions(unit, ordinal, name)
        return () if found and "constructor" in resolver.program.entity(found[0].unit, found[0].ordinal).flags else found

    def _of_entries(self, resolver: Any, index: Any, place: Any, scope: int, entries: Any) -> tuple[tuple[Any, ...], str] | None:
        """What bindings of one scope make of a name: a variable or a type hides functions further out; `using` names some."""
        found: list[Any] = []
        for entry in entries:
            if entry.tag == "b" and entry.pos <= place.pos:
                return (), ""
            if entry.tag == "e" and index.entities[entry.number].kind in CLASS_KINDS:
                return (), ""
            if entry.tag == "i" and index.imports[entry.number].how == "using":
                imported = index.imports[entry.number]
                around = self._walk(resolver, place, imported.module)
                found += self.functions_in(resolver, place, around, imported.name)
        return (tuple(found), "import") if found else None

    def _of_spaces(self, resolver: Any, place: Any, name: str) -> tuple[tuple[Any, ...], str]:
        for path in self._searched(resolver, place):
            found = self.names.spaces[path].get(name) if path in self.names.spaces else None
            if found:
                rows = self._candidates(resolver, place.unit, found)
                return (tuple(rows), "scope" if rows and rows[0].unit == place.unit else "import") if rows else ((), "")
            numbers = self._library.get(path, {}).get(name)
            if numbers:
                return tuple(Candidate(self._prelude, number, ()) for number in numbers), "import"
        return (), ""

    def _candidates(self, resolver: Any, unit: int, found: list[Definition]) -> list[Any]:
        """The functions among some definitions, each once: as its prototype, which has the default values."""
        seen = self.names.visible(unit, found)
        program = resolver.program
        if any(program.entity(*one).kind == "macro" for one in seen) and not any(self.names.is_definition(one) and program.entity(*one).kind == "function" for one in seen):
            return []
        rows: dict[Definition, Definition] = {}
        for one in seen:
            entity = program.entity(*one)
            if entity.kind not in ("function", "method") or "alternative" in entity.flags:
                continue
            real = self.names.completed.get(one, one)
            if real not in rows or not self.names.is_definition(one):
                rows[real] = one
        return [Candidate(u, o, ()) for u, o in rows.values()]

    def functions_in(self, resolver: Any, place: Any, owner: Value | None, name: str) -> tuple[Any, ...]:
        """The functions of a name in a namespace or class."""
        if owner is None:
            return ()
        if owner[0] != "pkg":
            return resolver.functions_of_value(owner, name)  # type: ignore[no-any-return]
        for path in (owner[1], *self._inline_in([owner[1]])):
            found = self.names.spaces[path].get(name) if path in self.names.spaces else None
            if found:
                return tuple(self._candidates(resolver, place.unit, found))
            numbers = self._library.get(path, {}).get(name)
            if numbers:
                return tuple(Candidate(self._prelude, number, ()) for number in numbers)
        return ()

    def extensions(self, resolver: Any, place: Any, owner: Value, name: str) -> tuple[Any, ...]:
        return self.functions_in(resolver, place, owner, name) if owner[0] == "pkg" else ()

    def written_signature(self, index: Any, ordinal: int) -> Any:
        entity = index.entities[ordinal]
        mark = signature_mark(entity)
        return (mark, "const" in entity.flags.split()) if mark else None

    def special_call(self, resolver: Any, place: Any, shape: Any) -> Value | bool | None:
        index = resolver.program.unit(place.unit)
        if index.language == "c":
            return False
        found = resolver.invoked(place, shape[1], tuple(shape[2]))
        if found is None:
            return False
        callee = index.exprs[shape[1]]
        given = tuple(resolver.type_of(place, arg) for arg in callee[2]) if callee[0] == "i" else ()
        values = []
        for candidate in found.candidates:
            params = resolver.program.entity(candidate.unit, candidate.ordinal).type_params
            env = tuple((name, value) for (name, _), value in zip(params, given, strict=False) if value is not None)
            value = resolver.result(candidate, place, tuple(shape[2]))
            if env:
                value = substitute(resolver.remember(("R", candidate.unit, candidate.ordinal), lambda c=candidate: resolver._declared_result(c.unit, c.ordinal)), env)
            values.append(value)
        return values[0] if all(value == values[0] for value in values) else None

    def special_type(self, resolver: Any, name: str, args: tuple[Value | None, ...], place: Any) -> Value | bool | None:
        """A type that no file of the source defines is at least not another one."""
        return ("xinst", anchor_of("", name)) if resolver.program.unit(place.unit).language != "c" else False

    def made(self, resolver: Any, place: Any, shape: Any) -> Value | None:
        index = resolver.program.unit(place.unit)
        kind = index.exprs[shape[1]]
        value = resolver.lookup(place, kind[1]) if kind[0] == "n" else None
        if value is not None and value[0] == "def" and resolver.program.entity(value[1], value[2]).kind in ("field", "constant"):
            entity = resolver.program.entity(value[1], value[2])
            home = resolver.program.unit(value[1])
            if entity.type < 0 or home.exprs[entity.type][0] == "ptr":
                return None
            value = resolver.type_of(resolver.place(value[1], entity.home, entity.pos), entity.type)
        else:
            value = resolver.type_of(place, shape[1])
        if value is None or value[0] != "inst" or resolver.program.is_prelude(value[1]):
            return None
        return value if resolver.program.entity(value[1], value[2]).kind in ("class", "struct") else None

    # Constness

    def for_arguments(self, resolver: Any, place: Any, args: tuple[int, ...], fitting: list[Any]) -> list[Any]:
        rows = [(one, resolver.program.unit(one[0].unit), resolver.program.entity(one[0].unit, one[0].ordinal)) for one in fitting]
        if not any(self._takes_const(home, param[1]) is not None for _, home, entity in rows for param in entity.params):
            return fitting
        given = [self.is_const(resolver, place, arg, 0) if arg >= 0 else False for arg in args]
        scores = []
        for (_, where), home, entity in rows:
            taken = [self._takes_const(home, entity.params[number][1]) for number in where]
            is_fit = not any(const and wanted is False for const, wanted in zip(given, taken, strict=True))
            scores.append((not is_fit, sum(wanted is True and not const for const, wanted in zip(given, taken, strict=True))))
        if all(score[0] for score in scores):
            return fitting
        kept = [(row, score) for row, score in zip(rows, scores, strict=True) if not score[0]]
        best: dict[Any, int] = {}
        for (one, _, _), score in kept:
            key = resolver.parameter_types(one[0].unit, one[0].ordinal)
            best[key] = min(best.get(key, score[1]), score[1])
        return [one for (one, _, _), score in kept if best[resolver.parameter_types(one[0].unit, one[0].ordinal)] == score[1]]

    def _takes_const(self, index: Any, expr: int) -> bool | None:
        """Whether a parameter leads to what it may not change; None if it takes a value."""
        if expr < 0 or index.exprs[expr][0] not in ("ptr", "*"):
            return None
        return self._is_const_type(index, expr)

    def for_receiver(self, resolver: Any, place: Any, receiver: int, found: tuple[Any, ...]) -> tuple[Any, ...]:
        by_mark: dict[str, list[Any]] = {}
        for candidate in found:
            by_mark.setdefault(signature_mark(resolver.program.entity(candidate.unit, candidate.ordinal)), []).append(candidate)
        if all(len(rows) == 1 for rows in by_mark.values()):
            return found
        is_const = self.is_const(resolver, place, receiver, 0)
        kept = []
        for mark, rows in by_mark.items():
            same = [row for row in rows if ("const" in resolver.program.entity(row.unit, row.ordinal).flags.split()) == is_const]
            kept += same if mark and same else rows
        return tuple(kept)

    def is_const(self, resolver: Any, place: Any, expr: int, depth: int) -> bool:
        """Whether what an expression yields may not be changed; -1 is `this`."""
        index = resolver.program.unit(place.unit)
        shape = index.exprs[expr] if expr >= 0 else ("p",)
        if depth > MAX_CONST_DEPTH:
            return False
        if shape[0] == "p":
            return self._is_const_method(resolver, index, place.scope)
        if shape[0] in ("->", "&", "*", "[]"):
            return self.is_const(resolver, place, shape[1], depth + 1)
        if shape[0] == "k":
            return self._is_const_type(index, shape[1])
        if shape[0] == "n":
            return self._is_const_name(resolver, index, place, shape[1], depth)
        if shape[0] == "a":
            owner = resolver.eval(place, shape[1])
            found = resolver.member_target(owner, shape[2]) if owner is not None and owner[0] != "union" else None
            return self._is_const_field(resolver, found, lambda: self.is_const(resolver, place, shape[1], depth + 1))
        if shape[0] == "c":
            called = resolver.invoked(place, shape[1], tuple(shape[2]))
            if called is not None:
                one = called.candidates[0]
                return self._is_const_type(resolver.program.unit(one.unit), resolver.program.entity(one.unit, one.ordinal).returns)
        if shape[0] == "O" and shape[1]:
            return self.is_const(resolver, place, shape[1][0], depth + 1)
        return False

    def _is_const_method(self, resolver: Any, index: Any, scope: int) -> bool:
        while scope >= 0:
            ordinal = index.scope_entity[scope]
            if ordinal > 0:
                return index.entities[ordinal].kind in ("method", "function") and "const" in index.entities[ordinal].flags.split()
            scope = index.scopes[scope][1]
        return False

    def _is_const_name(self, resolver: Any, index: Any, place: Any, name: str, depth: int) -> bool:
        found = resolver.find_entry(index, name, place.scope, place.pos)
        if found is None:
            return False
        entry = found[0][0]
        if entry.tag == "b":
            binding = index.bindings[entry.number]
            if binding.type >= 0:
                return self._is_const_type(index, binding.type)
            return self.is_const(resolver, resolver.place(place.unit, binding.scope, binding.pos), binding.value, depth + 1) if binding.value >= 0 else False
        value = resolver.entry_value(index.number, entry)
        return self._is_const_field(resolver, value, lambda: self._is_const_method(resolver, index, place.scope))

    def _is_const_field(self, resolver: Any, value: Value | None, is_owner_const: Any) -> bool:
        if value is None or value[0] != "def":
            return False
        entity, home = resolver.program.entity(value[1], value[2]), resolver.program.unit(value[1])
        if entity.type < 0:
            return False
        if self._is_const_type(home, entity.type):
            return True
        return home.exprs[entity.type][0] != "ptr" and entity.kind == "field" and "mutable" not in entity.flags and is_owner_const()

    @staticmethod
    def _is_const_type(index: Any, expr: int) -> bool:
        while expr >= 0:
            shape = index.exprs[expr]
            if shape[0] == "const":
                return True
            if shape[0] not in ("ptr", "*"):
                return False
            expr = shape[1]
        return False

    # Pointers and containers

    def _plain_name(self, value: Value | None) -> str:
        if value is None or value[0] != "inst" or value[1] != self._prelude:
            return ""
        return self._plain.get(value[2], "")

    def pointed(self, resolver: Any, value: Value) -> Value | None:
        known = self._plain_name(value)
        if not known:
            return value
        made = resolver.builtin(FAMILY, _POINTER, (value,))
        return made if made is not None else value  # type: ignore[no-any-return]

    def reached(self, resolver: Any, value: Value) -> Value | None:
        for _ in range(MAX_ARROWS):
            if value[0] != "inst":
                return value
            if self._plain_name(value) == _POINTER:
                return value[3][0] if value[3] else None
            found = resolver.functions_of_value(value, "operator->") or resolver.functions_of_value(value, "operator*")
            found = tuple(row for row in found if not resolver.program.entity(row.unit, row.ordinal).params)
            if not found:
                return value
            inner = resolver.result(found[0], resolver.place(found[0].unit, 0, 0), ())
            if inner is None or inner == value:
                return inner
            value = inner
        return value

    def indexed(self, resolver: Any, place: Any, value: Value, args: tuple[int, ...]) -> Value | None:
        value = resolver.concrete(value)
        if value is None or value[0] != "inst":
            return value
        if self._plain_name(value) == _POINTER:
            return value[3][0] if value[3] else None
        found = resolver.functions_of_value(value, "operator[]")
        return resolver.result(found[0], place, args) if found else value  # type: ignore[no-any-return]

    def iterated(self, resolver: Any, value: Value) -> Value | bool | None:
        if self._plain_name(value) == _POINTER:
            return value[3][0] if value[3] else None
        found = resolver.functions_of_value(value, "begin")
        if not found:
            return value
        start = resolver.result(found[0], resolver.place(found[0].unit, 0, 0), ())
        return self.reached(resolver, start) if start is not None else None

    def taken(self, resolver: Any, place: Any, shape: Any) -> Value | None:
        """One name of a structured binding: a type argument of a pair or tuple, else a field."""
        value = resolver.concrete(resolver.eval(place, shape[1]))
        if value is None or value[0] != "inst":
            return None
        if value[1] == self._prelude:
            return value[3][shape[3]] if shape[3] < len(value[3]) else None
        unit = resolver.program.unit(value[1])
        names = [name for name, found in unit.members.get(value[2], {}).items() if unit.entities[found[0]].kind == "field" and "static" not in unit.entities[found[0]].flags.split()]
        return resolver.member_value(value, names[shape[3]]) if shape[3] < len(names) else None  # type: ignore[no-any-return]

    # What suits a parameter

    def fit(self, resolver: Any, wanted: Value, given: Value) -> int | None:
        if given[0] == "fn" or wanted[0] == "fty" or given[0] in ("def", "meth", "fty"):
            if given[0] == "def" and resolver.is_class(given):
                return -1
            return -1 if wanted[0] in ("fty", "tv") or (wanted[0] == "inst" and not self._plain_name(wanted)) else None
        if wanted == given:
            return 0
        if given[0] != "inst" or wanted[0] != "inst":
            return -1
        target, name = self._plain_name(wanted), self._plain_name(given)
        if target or name:
            return self._fit_plain(resolver, wanted, given, target, name)
        if (wanted[1], wanted[2]) == (given[1], given[2]):
            return 0
        below = resolver.is_below(given, wanted)
        if below:
            return 1
        return -1 if below is None or self._converts(resolver, wanted) or resolver.mro(given[1], given[2])[1] else None

    def _fit_plain(self, resolver: Any, wanted: Value, given: Value, target: str, name: str) -> int | None:
        if target == _POINTER or name == _POINTER:
            return self._fit_pointer(resolver, wanted, given, target, name)
        if target and name:
            if target == name or (name == "zero_" and target == "int_"):
                return 0
            if "void_" in (target, name):
                return None
            if name == _NULL or target == _NULL:
                return None
            return 1 if _PROMOTED.get(name) == target else 2
        if name in (_NULL, "zero_") and not target:
            return 0 if name == _NULL else 1
        if target:  # of a class into a built-in value: by an enumeration or an operator
            kind = resolver.program.entity(given[1], given[2]).kind
            return 1 if kind == "enum" and target != _NULL else -1 if kind != "enum" and self._has_casts(resolver, given) else None
        return 3 if self._converts(resolver, wanted) else None

    def _fit_pointer(self, resolver: Any, wanted: Value, given: Value, target: str, name: str) -> int | None:
        if target == name:
            left, right = self._plain_name(wanted[3][0] if wanted[3] else None), self._plain_name(given[3][0] if given[3] else None)
            if not left or not right or left == right:
                return 0 if left == right else -1
            return 2 if left == "void_" else None
        if target == _POINTER:
            if name in (_NULL, "zero_"):
                return 0 if name == _NULL else 1
            inner = self._plain_name(wanted[3][0] if wanted[3] else None)
            return None if name else 2 if inner == "void_" else -1 if self._has_casts(resolver, given) else None
        if target == "bool_":
            return 2
        return (3 if self._converts(resolver, wanted) else None) if not target else None

    @staticmethod
    def _converts(resolver: Any, wanted: Value) -> bool:
        """Whether a class has a constructor with which other values may become one of it."""
        index = resolver.program.unit(wanted[1])
        entity = index.entities[wanted[2]]
        if entity.kind not in ("class", "struct"):
            return False
        rows = index.methods[wanted[2]].get(entity.name, ()) if wanted[2] in index.methods else ()
        return any("constructor" in index.entities[o].flags and "explicit" not in index.entities[o].flags and index.entities[o].params for o in rows)

    @staticmethod
    def _has_casts(resolver: Any, given: Value) -> bool:
        index = resolver.program.unit(given[1])
        return any(name.startswith("operator ") for name in index.methods.get(given[2], ()))


def _same_mark(announced: Any, real: Any) -> bool:
    return signature_mark(announced) == signature_mark(real) and ("const" in announced.flags.split()) == ("const" in real.flags.split())


def _same_count(announced: Any, real: Any) -> bool:
    return len(announced.params) == len(real.params) and ("const" in announced.flags.split()) == ("const" in real.flags.split())


def _any_other(announced: Any, real: Any) -> bool:
    return True


__all__ = ["CppRules", "Names"]
