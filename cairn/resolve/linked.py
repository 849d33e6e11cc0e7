"""What the names of other sources mean: a library's own rules are asked, as if a file outside of it imported them."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from cairn.semantics.facts import Import
from cairn.semantics.roles import Rules
from cairn.semantics.values import Module, Value

if TYPE_CHECKING:
    from cairn.resolve.members import Members

E = TypeVar("E", bound="Members")


def prepare(evaluator: Members) -> None:
    """Let the rules of all languages look at their units, each source by itself and the libraries first.

    What libraries attach to classes stands behind what the source attaches: it means the same with and without them.
    """
    program = evaluator.program
    members, bases = dict(program.extra_members), dict(program.extra_bases)
    for world in (*program.worlds()[1:], 0):
        if world == 0:
            members, bases = dict(program.extra_members), dict(program.extra_bases)
            program.extra_members.clear()
            program.extra_bases.clear()
        evaluator.program = program.seen_by(world)
        families = {record.family or record.name: record for record in reversed(evaluator.program.records())}
        for family, record in sorted(families.items()):
            program.rules_in(record, world).prepare(evaluator.whole, family)
    evaluator.program = program
    for key, table in members.items():
        for name, found in table.items():
            known = program.extra_members[key].setdefault(name, [])
            known.extend(one for one in dict.fromkeys(found) if one not in known)
    for key, rows in bases.items():
        known_bases = program.extra_bases[key]
        known_bases.extend(row for row in dict.fromkeys(rows) if row not in known_bases)
    if members or bases:
        evaluator.forget()


def without_libraries(evaluator: E) -> E:
    """An evaluator over the same units that looks into no library, and remembers for itself."""
    alone = copy.copy(evaluator)
    for name, memory in vars(evaluator).items():
        if isinstance(memory, dict):
            setattr(alone, name, {})
    alone.program = copy.copy(evaluator.program)
    alone.program.outsiders = {}
    return alone


def has_libraries(evaluator: Members, unit: int) -> bool:
    """Whether names of a unit may be looked up in other sources."""
    program = evaluator.program
    return unit < program.own_units and bool(program.outsiders) and program.unit(unit).family in program.outsiders


def imported_value(evaluator: Members, unit: int, imported: Import) -> Value | None:
    """The definition, module or package of a library that an import means; None if no library has it."""
    for rules, outsider, asked in _providers(evaluator, unit, imported):
        value = rules.import_value(evaluator.whole, outsider, asked)
        if value is not None and _may_be_seen(evaluator, rules, value):
            return value
    return None


def imported_files(evaluator: Members, unit: int, imported: Import) -> list[Module]:
    """The modules of a library that an import names."""
    for rules, outsider, asked in _providers(evaluator, unit, imported):
        found = [value for value in rules.import_files(evaluator.whole, outsider, asked) if value[0] == "mod"]
        if found:
            return found
    return []


def outer_value(evaluator: Members, unit: int, name: str) -> Value | None:
    """What a name that nothing in the source defines means by an import of all names of a library, or as a package."""
    return evaluator.remember(("X", unit, name), lambda: _outer_value(evaluator, unit, name))


def _outer_value(evaluator: Members, unit: int, name: str) -> Value | None:
    for imported in evaluator.program.unit(unit).rules.outer_imports(evaluator.whole, unit, name):
        value = imported_value(evaluator, unit, imported)
        if value is not None:
            return value
    return None


def _providers(evaluator: Members, unit: int, imported: Import) -> Iterator[tuple[Rules, int, Import]]:
    index = evaluator.program.unit(unit)
    asked = index.rules.outward(evaluator.whole, unit, imported)._replace(scope=0, pos=0)
    for rules, outsider in evaluator.program.outsiders[index.family]:
        if rules.provides(evaluator.whole, asked):
            yield rules, outsider, asked


def _may_be_seen(evaluator: Members, rules: Rules, value: Value) -> bool:
    """Whether a value is a definition that is exported, where the language has that notion; modules and packages are."""
    if value[0] in ("mod", "pkg"):
        return True
    if value[0] not in ("def", "cls", "meth"):
        return False
    if evaluator.program.is_prelude(value[1]):
        return False
    index = evaluator.program.unit(value[1])
    entity = index.entities[value[2]]
    return not rules.hides_names or entity.kind == "namespace" or index.record.is_exported(entity.name, entity.flags)
