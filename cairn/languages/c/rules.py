"""How C looks names up: scopes, included files, linkage."""

from __future__ import annotations

from cairn.languages.c.library import library_headers
from cairn.languages.c.names import Names
from cairn.semantics.evaluation import Evaluation, ProgramView
from cairn.semantics.facts import Import
from cairn.semantics.places import Place
from cairn.semantics.roles import Rules
from cairn.semantics.values import Value

FAMILY = "c"


def anchor_of(header: str, name: str = "") -> str:
    """The handle of an external: the header, then the name."""
    return f"c/{header}#{name}" if name else f"c/{header}"


class CRules(Rules):
    """C's own rules."""

    names: Names

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        self.names = Names(evaluation.program, family)
        self.names.match_functions()
        self._alternatives: dict[tuple[int, str], list[tuple[int, int]]] = {}  # unit and name -> definitions for other builds
        for unit in self.names.units:
            for ordinal, entity in enumerate(unit.entities):
                if "alternative" in entity.flags:
                    self._alternatives.setdefault((unit.number, entity.name), []).append((unit.number, ordinal))

    def completed(self, evaluation: Evaluation) -> dict[tuple[int, int], tuple[int, int]]:
        return {one: self._last(other) for one, other in self.names.completed.items()}

    def _last(self, one: tuple[int, int]) -> tuple[int, int]:
        seen = {one}
        while one in self.names.completed and self.names.completed[one] not in seen:
            one = self.names.completed[one]
            seen.add(one)
        return one

    def expanded(self, evaluation: Evaluation, kind: str, target: tuple[int, int], via: str) -> tuple[str, tuple[int, int], str]:
        entity = evaluation.program.entity(*target)
        if kind == "calls" and entity.kind in ("macro", "enum", "type"):
            made = self._aliased(evaluation, target) if entity.kind == "type" else None
            return ("depends_on", target, via) if made is None else (kind, made, via)
        if "fallback" in entity.flags and self._steps_in(evaluation.program, entity.name):
            return kind, target, "ambiguous"
        return kind, target, via

    @staticmethod
    def _aliased(evaluation: Evaluation, target: tuple[int, int]) -> tuple[int, int] | None:
        """The class that a name for a type stands for."""
        value = evaluation.types.alias(*target, ())
        if value is None or value[0] != "inst" or evaluation.program.is_prelude(value[1]):
            return None
        return (value[1], value[2]) if evaluation.program.entity(value[1], value[2]).kind in ("class", "struct") else None

    def _steps_in(self, program: ProgramView, name: str) -> bool:
        """Whether a function that is compiled where its name is not defined may be missing: something else defines the name."""
        found = self.names.spaces[""].get(name, ())
        return name in library_headers() or any(program.entity(*one).kind == "macro" for one in found)

    def variants(self, evaluation: Evaluation, unit: int, ordinal: int) -> tuple[tuple[int, int], ...]:
        return tuple(
            one for one in self._alternatives.get((unit, evaluation.program.entity(unit, ordinal).name), ()) if one[1] != ordinal
        )

    # Includes

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        number = self.names.includes.locate(evaluation.program.unit(unit).path, imported.module, imported.how == "system")
        if number is not None:
            return [("mod", number)]
        return [("ext", anchor_of(imported.module))] if imported.module else []

    def bound_name(self, imported: Import) -> str:
        return ""

    # Names

    def name_at(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        return self.global_name(evaluation, place.unit, name)

    def global_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        """What a name means outside of all blocks of a file."""
        found = self.names.spaces[""].get(name)
        chosen = self.names.choose(unit, found) if found else None
        if chosen is not None:
            return ("def", *chosen)
        return self.library_name(name)

    def library_name(self, name: str) -> Value | None:
        """A function of the standard library."""
        header = library_headers().get(name)
        return ("ext", anchor_of(header, name)) if header is not None else None

    def path_name(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        """The structure of a tag."""
        found = self.names.tags.get(name)
        chosen = self.names.choose(place.unit, found) if found else None
        return ("def", *chosen) if chosen is not None else None

    # Pointers

    def arithmetic(self, evaluation: Evaluation, left: Value | None, right: Value | None) -> Value | None:
        return left if left is not None else right
