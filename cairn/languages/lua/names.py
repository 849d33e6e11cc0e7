"""Names in Lua: modules, global functions, tables that methods are attached to."""

from __future__ import annotations

from cairn.languages.lua.imports import LuaModules
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.flags import COLON
from cairn.semantics.places import Place
from cairn.semantics.questions import rule_question
from cairn.semantics.roles import Names
from cairn.semantics.values import Value


class LuaNames(Names):
    """`self` is the table that a method is attached to; a global name is one that a single file defines."""

    def __init__(self, modules: LuaModules) -> None:
        self._modules = modules

    def word_module(self, evaluation: Evaluation, place: Place, word: str) -> Value | None:
        """`require "cart"` gives what the file returns at its end."""
        found = self._modules.find(evaluation.program.unit(place.unit).path, word)
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
        found = self._modules.globals.get(name, ())
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
            if entity is not None and entity.owner >= 0 and COLON in entity.flags:
                value = evaluation.expressions.eval(Place(place.unit, entity.home, entity.pos), entity.owner)
                if value is not None and value[0] == "def":
                    return ("inst", value[1], value[2], ()) if evaluation.classes.is_class(value) else value
                return value
            scope = index.scopes[scope][1]
        return None
