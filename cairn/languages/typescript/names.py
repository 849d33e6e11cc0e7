"""Names in TypeScript and JavaScript: globals, components, `this`, `require`."""

from __future__ import annotations

from cairn.languages.typescript.globals import GLOBALS
from cairn.languages.typescript.imports import FAMILY, TypeScriptExports, TypeScriptFiles
from cairn.languages.typescript.modules import anchor_of
from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.flags import ARROW, STATIC
from cairn.semantics.kinds import CLASS, FUNCTION, INTERFACE, METHOD, TYPE
from cairn.semantics.places import Place
from cairn.semantics.roles import Names
from cairn.semantics.values import TypeParameter, Value


class TypeScriptNames(Names):
    """The instance is what `this` means, in a static member the class; a component may be named by its file."""

    def __init__(self, files: TypeScriptFiles, exports: TypeScriptExports) -> None:
        self._files = files
        self._exports = exports

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        index = evaluation.program.unit(unit)
        if index.is_component and name == index.path.rpartition("/")[2].partition(".")[0]:
            return ("def", unit, 0)  # a component names itself by its file
        if index.is_component and len(self._files.components.get(name, ())) == 1:
            return ("def", self._files.components[name][0], 0)
        for other in self._files.beside.get(unit, ()):
            names = evaluation.program.unit(other).names
            entries = names[0].get(name, ()) if 0 in names else ()
            if entries and entries[-1].tag == "entity":
                return ("def", other, entries[-1].number)
        if name in self._files.globals:
            return ("def", *self._files.globals[name])
        number = evaluation.program.preludes.get(FAMILY)
        if number is not None and (built_in := evaluation.program.unit(number).names[0].get(name)):
            return ("def", number, built_in[-1].number)
        return ("ext", f"-{name}") if name in GLOBALS else None

    def self_value(self, evaluation: Evaluation, place: Place) -> Value | None:
        """The instance; in a static member the class, in a method of an object what is called; unknown in other functions."""
        index = evaluation.program.unit(place.unit)
        scope = place.scope
        while scope >= 0:
            bound = index.names[scope].get("this") if scope in index.names else None
            if bound:
                return evaluation.scopes.entry_value(place.unit, bound[-1])
            ordinal, kind = index.scope_entity[scope], index.scopes[scope][0]
            if ordinal > 0:
                entity = index.entities[ordinal]
                if entity.kind in (CLASS, INTERFACE, TYPE):
                    return ("tv", "Self", place.unit, ordinal)
                if entity.kind in (FUNCTION, METHOD) and ARROW not in entity.flags:
                    return self._receiver(evaluation, index, place.unit, ordinal)
            elif kind == FUNCTION:
                return None
            scope = index.scopes[scope][1]
        return None

    @staticmethod
    def _receiver(evaluation: Evaluation, index: UnitView, unit: int, ordinal: int) -> Value | None:
        entity = index.entities[ordinal]
        parent = entity.parent
        if entity.kind == FUNCTION and evaluation.members.has_attached(unit, ordinal):
            return ("inst", unit, ordinal, ())
        if entity.kind != METHOD:
            return None
        if index.entities[parent].kind in (CLASS, INTERFACE, TYPE):
            own: TypeParameter = ("tv", "Self", unit, parent)
            return ("type1", own) if STATIC in entity.flags else own
        if index.entities[parent].kind == FUNCTION and entity.owner >= 0:
            return ("def", unit, parent) if STATIC in entity.flags else ("inst", unit, parent, ())
        return None

    def word_module(self, evaluation: Evaluation, place: Place, word: str) -> Value | None:
        """`require("x")` is what the module exports, `import("x")` the promise of the module."""
        how, _, specifier = word.partition(":")
        module = self._files.find(evaluation.program.unit(place.unit).path, specifier)
        if module is None:
            return None if specifier.startswith((".", "/", "#")) else ("ext", anchor_of(specifier))
        if how == "require":
            return self._exports.required(evaluation, module)
        return evaluation.classes.builtin(FAMILY, "Promise", (module,))
