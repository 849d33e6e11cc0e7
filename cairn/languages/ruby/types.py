"""Classes in Ruby: opened in several files, with modules mixed in."""

from __future__ import annotations

from cairn.languages.ruby.names import RubyConstants, RubyNames
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.expressions import Call
from cairn.semantics.kinds import TRAIT
from cairn.semantics.places import MemberFound, Place
from cairn.semantics.roles import NOT_MINE, Bases, Calls, Members, Mixins, NotMine, Parts
from cairn.semantics.values import Args, Base, ClassObject, Instance, Value, union


class RubyParts(Parts):
    """`class Cart` may be opened again in any file."""

    def __init__(self, constants: RubyConstants) -> None:
        self._constants = constants

    def others(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[ClassObject]:
        full = self._constants.full.get((unit, ordinal), "")
        others = self._constants.defined.get(full, ()) if full else ()
        return [("cls", *value[1:], ()) for value in others if value[1:] != (unit, ordinal)]


class RubyBases(Bases):
    """`Account.include Loud`, outside of the class."""

    def __init__(self, constants: RubyConstants) -> None:
        self._constants = constants

    def implicit(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[Base | None]:
        """Other code may mix a module into a class: `Account.include Loud`."""
        full, found = self._constants.full.get((unit, ordinal), ""), list[Base | None]()
        for number, module in self._constants.outside.get(full.rpartition("::")[2], ()):
            place = Place(number, 0, 0)
            value = self._constants.constant_at(evaluation, place, module[0])
            if value is not None and value[0] == "def" and self._constants.full.get(value[1:]) == full:
                base = self._constants.constant_at(evaluation, place, module[1])
                found.append(("cls", *base[1:], ()) if base is not None and base[0] == "def" else base)
        return found

    def stated(self, evaluation: Evaluation, unit: int) -> list[tuple[tuple[int, int], Value, int]]:
        """`Account.include Loud`, outside of the class and in any file: an edge belongs to the file of its class."""
        constants, index = self._constants, evaluation.program.unit(unit)
        mixed = [(unit, owner, module, line) for owner, module, line in index.extra.get("mixed", ())]
        for ordinal, entity in enumerate(index.entities):
            last = constants.full.get((unit, ordinal), "").rpartition("::")[2]
            rows = constants.outside.get(last, ()) if last else ()
            mixed += [(other, *names, entity.name_line) for other, names in rows if other != unit]
        found: list[tuple[tuple[int, int], Value, int]] = []
        for other, owner, module, line in mixed:
            place = Place(other, 0, 0)
            target, base = (constants.constant_at(evaluation, place, name) for name in (owner, module))
            if target is not None and target[0] == "def" and target[1] == unit and base is not None:
                row: Value = ("inst", *base[1:], ()) if base[0] == "def" else ("xinst", base[1])
                at = line if other == unit else index.entities[target[2]].name_line
                found.append(((target[1], target[2]), row, at))
        return found


class RubyMembers(Members):
    """`cart.size = 3` writes the attribute `size`."""

    def late_member(self, evaluation: Evaluation, owner: Instance, name: str, called: bool) -> MemberFound:
        """`size=` of an attribute `size`, which writes it."""
        found = evaluation.members.find(owner, name[:-1]) if name[-1:] == "=" and name[:1].isalpha() else None
        return found if found is not None else super().late_member(evaluation, owner, name, called)


class RubyMixins(Mixins):
    """A module that a class prepends comes before it; `super` in a module means the method of who mixes it in."""

    def __init__(self, constants: RubyConstants) -> None:
        self._constants = constants

    def order(
        self, evaluation: Evaluation, unit: int, ordinal: int, order: list[tuple[int, int, Args]]
    ) -> list[tuple[int, int, Args]]:
        """The modules that a class prepends come before it."""
        known = {row[:2]: row for row in order}
        found: dict[tuple[int, int], tuple[int, int, Args]] = {}
        for row in order:
            for one in self._prepended(evaluation, row[0], row[1]):
                if one in known and one != (unit, ordinal):
                    found.setdefault(one, known[one])
            found.setdefault(row[:2], row)
        return list(found.values())

    def _prepended(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[tuple[int, int]]:
        index = evaluation.program.unit(unit)
        entity, found = index.entities[ordinal], []
        for name, module in index.extra.get("prepended", ()):
            if name == entity.name:
                value = evaluation.scopes.lookup(Place(unit, entity.home, entity.pos), module)
                found += [value[1:3]] if value is not None and value[0] == "def" else []
        return found[::-1]

    def super_method(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        """The method that comes behind a module's own in the classes that mix it in."""
        if evaluation.program.entity(unit, ordinal).kind != TRAIT:
            return None
        full, found = self._constants.full.get((unit, ordinal), ""), []
        for key in self._constants.mixing.get(full.rpartition("::")[2], ()):
            order = self.order(evaluation, *key, evaluation.classes.mro(*key)[0])
            places = [place for place, row in enumerate(order) if self._constants.full.get(row[:2]) == full]
            behind = order[places[-1] + 1 :] if places else []
            found.append(next((method for row in behind if (method := self._own(evaluation, row, name)) is not None), None))
        return union(found)

    @staticmethod
    def _own(evaluation: Evaluation, row: tuple[int, int, Args], name: str) -> Value | None:
        """The method of a name that a class itself has."""
        numbers = evaluation.program.unit(row[0]).members.get(row[1], {}).get(name)
        return ("meth", row[0], numbers[-1], ()) if numbers else None


class RubyCalls(Calls):
    """`new` without a receiver, in a method of the class itself."""

    def __init__(self, names: RubyNames) -> None:
        self._names = names

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        """`new` without a receiver, in a method of the class itself."""
        callee = evaluation.program.unit(place.unit).exprs[shape[1]]
        return self._names.self_value(evaluation, place) if callee[0] == "own_type" else NOT_MINE
