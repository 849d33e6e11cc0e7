"""How Lua looks names up: modules by `require`, tables with metatables as classes, global functions."""

from __future__ import annotations

from cairn.languages.nominal import NominalRules
from cairn.languages.paths import PathTable
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.expressions import Call, Matched
from cairn.semantics.facts import Import
from cairn.semantics.places import Place
from cairn.semantics.questions import rule_question
from cairn.semantics.roles import NOT_MINE, NotMine
from cairn.semantics.values import Value

_ENDINGS = (".lua", "/init.lua")


class LuaRules(NominalRules):
    """Lua's own rules."""

    def __init__(self) -> None:
        super().__init__()
        self._paths = PathTable()
        self._globals: dict[str, list[Value]] = {}

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self._paths, self._globals = PathTable(evaluation.program.files(family)), {}
        for index in evaluation.program.indexed(family):
            for ordinal, entity in enumerate(index.entities):
                if ordinal and entity.parent == 0 and entity.owner < 0 and "local" not in entity.flags.split():
                    self._globals.setdefault(entity.name, []).append(("def", index.number, ordinal))

    def _module(self, importer: str, module: str) -> int | None:
        path = module.replace(".", "/")
        for base in ("", "lua/", "src/", "lib/"):
            for ending in _ENDINGS:
                found = self._paths.at(base + path + ending)
                if found is not None:
                    return found
        return self._paths.find(importer, path, _ENDINGS)

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        found = self._module(evaluation.program.unit(unit).path, imported.module)
        return [("mod", found)] if found is not None else [("ext", f"lua/{imported.module}")]

    def word_module(self, evaluation: Evaluation, place: Place, word: str) -> Value | None:
        """What `require` gives: what the file returns at its end."""
        found = self._module(evaluation.program.unit(place.unit).path, word)
        if found is None:
            return ("ext", f"lua/{word}")
        return self._returned(evaluation, found)

    @rule_question
    def _returned(self, evaluation: Evaluation, unit: int) -> Value | None:
        index = evaluation.program.unit(unit)
        expr = index.extra.get("module", -1)
        if expr < 0:
            return None
        if index.exprs[expr][0] == "unknown":  # a table that is written there: the file's functions
            return ("mod", unit)
        place = Place(unit, 0, 1 << 60)
        shape = index.exprs[expr]
        return evaluation.scopes.lookup(place, shape[1]) if shape[0] == "name" else evaluation.expressions.eval(place, expr)

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        found = self._globals.get(name, ())
        return found[0] if len(found) == 1 else None

    def name_at(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        return self.self_value(evaluation, place) if name == "self" else self.outer_name(evaluation, place.unit, name)

    def self_value(self, evaluation: Evaluation, place: Place) -> Value | None:
        """The table that the method around is attached to."""
        index = evaluation.program.unit(place.unit)
        scope = place.scope
        while scope >= 0:
            ordinal = index.scope_entity[scope]
            entity = index.entities[ordinal] if ordinal > 0 else None
            if entity is not None and entity.owner >= 0 and "method" in entity.flags.split():
                value = evaluation.expressions.eval(Place(place.unit, entity.home, entity.pos), entity.owner)
                if value is not None and value[0] == "def":
                    return ("inst", value[1], value[2], ()) if evaluation.classes.is_class(value) else value
                return value
            scope = index.scopes[scope][1]
        return None

    def taken(self, evaluation: Evaluation, place: Place, shape: Matched) -> Value | None:
        """The object of a method call. What an external module gives may be an object of any table: its methods are not told."""
        value = evaluation.expressions.eval(place, shape[1])
        return ("xinst", value[1]) if value is not None and value[0] == "ext" else value

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        """`setmetatable({}, T)` is an instance of T; so is `T:new()` of a class that has no such function, and `T()`."""
        exprs = evaluation.program.unit(place.unit).exprs
        callee = exprs[shape[1]]
        if callee[0] == "name" and callee[1] == "setmetatable" and len(shape[2]) == 2:
            table = evaluation.expressions.eval(place, shape[2][1])
            return ("inst", table[1], table[2], ()) if table is not None and table[0] == "def" else table
        if callee[0] == "member" and callee[2] == "new":
            owner = evaluation.expressions.eval(place, callee[1])
            if owner is None or owner[0] != "def" or not evaluation.classes.is_class(owner):
                return NOT_MINE
            if evaluation.members.find(owner, "new", True) is None:
                return ("inst", owner[1], owner[2], ())
        return NOT_MINE
