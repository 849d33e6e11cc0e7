"""Functions that are defined outside of their class: `int Lamp::watts() { .. }`."""

from __future__ import annotations

from collections.abc import Mapping

from cairn.languages.c.linkage import Definition, Linkage, Sketch, signature_mark
from cairn.languages.cpp.names import CppNames
from cairn.semantics.evaluation import Evaluation, ProgramView, UnitView
from cairn.semantics.facts import EntityFact
from cairn.semantics.flags import CONST, CONSTRUCTOR, OUTLINE
from cairn.semantics.kinds import CLASS_KINDS
from cairn.semantics.places import Inherited
from cairn.semantics.roles import Owners, Rows, Survey


def _is_equally_const(announced: Sketch | EntityFact, real: Sketch | EntityFact) -> bool:
    return (CONST in announced.flags) == (CONST in real.flags)


def _same_mark(announced: Sketch | EntityFact, real: Sketch | EntityFact) -> bool:
    return signature_mark(announced) == signature_mark(real) and (CONST in announced.flags) == (CONST in real.flags)


def _same_count(announced: Sketch | EntityFact, real: Sketch | EntityFact) -> bool:
    return len(announced.params) == len(real.params) and _is_equally_const(announced, real)


def _any_other(announced: Sketch | EntityFact, real: Sketch | EntityFact) -> bool:
    return True


class CppOwners(Owners):
    """`int Lamp::watts() { return power; }` sees `power` of Lamp, of those above it, and of those around it."""

    def __init__(self, named: CppNames) -> None:
        self._named = named

    def entry(self, evaluation: Evaluation, index: UnitView, scope: int, name: str) -> Inherited | None:
        ordinal = index.scope_entity[scope]
        if ordinal <= 0 or index.entities[ordinal].owner < 0:
            return None
        owner = self._named.owner_of(evaluation, index, ordinal)
        return self._class_entry(evaluation, owner[1], owner[2], name) if owner is not None and owner[0] == "inst" else None

    def _class_entry(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Inherited | None:
        """A class, those above it, and those around it may bind a name: the innermost does."""
        index = evaluation.program.unit(unit)
        while ordinal > 0 and index.entities[ordinal].kind in CLASS_KINDS:
            for u, o, _ in evaluation.classes.mro(unit, ordinal)[0]:
                table = evaluation.program.unit(u).members
                numbers = table[o].get(name) if o in table else None
                if numbers and CONSTRUCTOR not in evaluation.program.entity(u, numbers[0]).flags:
                    return Inherited(u, numbers[0])
                if evaluation.program.entity(u, o).name == name:
                    return Inherited(u, o)
            ordinal = index.entities[ordinal].parent
        return None


class OutsideMembers(Survey):
    """Members that are declared in their class and defined outside of it, each with the other."""

    is_evaluated = True
    asks_prelude = False

    def __init__(self, linkage: Linkage, named: CppNames) -> None:
        self._linkage = linkage
        self._named = named

    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        """The members that a file defines: the class of each, its number and name; of a namespace's the namespace, too."""
        found: Rows = []
        for ordinal, entity in enumerate(index.entities):
            if entity.owner < 0 or OUTLINE not in entity.flags:
                continue
            owner = self._named.owner_of(evaluation, index, ordinal)
            if owner is not None and owner[0] == "inst":
                found.append((owner[1], owner[2], ordinal, entity.name))
            elif owner is not None and owner[0] == "pkg":
                found.append((index.number, ordinal, ordinal, entity.name, owner[1]))
        return found

    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        """Match them, once the prelude and all names on the outside are known."""
        linkage = self._linkage
        self._named.forget()
        linkage.begin()
        outside: dict[tuple[int, int, str], list[Definition]] = {}
        for unit, said in rows.items():
            for holder, owner, ordinal, name, *space in said:
                if not space:
                    outside.setdefault((holder, owner, name), []).append((unit, ordinal))
                    continue
                found = linkage.spaces[space[0]].setdefault(name, [])
                for one in found:
                    if not linkage.is_definition(one) and linkage.completes((unit, ordinal), one):
                        linkage.complete(one, [(unit, ordinal)])
                found.append((unit, ordinal))
        for (holder, owner, name), real in outside.items():
            self._match_member(evaluation.program, holder, owner, name, real)
        linkage.end()
        linkage.forget()
        evaluation.memory.forget()

    def _match_member(self, program: ProgramView, unit: int, owner: int, name: str, real: list[Definition]) -> None:
        linkage = self._linkage
        announced = linkage.announced(unit, owner, name)
        left = list(real)
        for level in (_same_mark, _same_count, _any_other):
            for one in [row for row in announced if row not in linkage.completed]:
                fitting = [other for other in left if level(linkage.about(one), linkage.about(other))]
                rivals = [row for row in announced if row not in linkage.completed]
                is_only = len(fitting) == 1 and (level is _same_count or len(rivals) == 1)
                if fitting and (level is _same_mark or is_only):
                    linkage.complete(one, fitting)
                    left = [other for other in left if other not in fitting]
        for other in left:
            program.extra_members[unit, owner].setdefault(name, []).append(other)
