"""The evaluator: what expressions, types and names mean. The resolver and the rules of all languages share it."""

from __future__ import annotations

import copy
from typing import Any

from cairn.resolve.budget import Budget
from cairn.resolve.evaluator.bindings import Bindings
from cairn.resolve.evaluator.calls import Calls
from cairn.resolve.evaluator.choice import Choice
from cairn.resolve.evaluator.classes import Classes
from cairn.resolve.evaluator.containers import Containers
from cairn.resolve.evaluator.expectations import Expectations
from cairn.resolve.evaluator.expressions import Expressions
from cairn.resolve.evaluator.functions import Functions
from cairn.resolve.evaluator.generics import Generics
from cairn.resolve.evaluator.libraries import Libraries
from cairn.resolve.evaluator.members import Members
from cairn.resolve.evaluator.memory import Memory
from cairn.resolve.evaluator.objects import Objects
from cairn.resolve.evaluator.overloads import Overloads
from cairn.resolve.evaluator.part import Part
from cairn.resolve.evaluator.scopes import Scopes
from cairn.resolve.evaluator.types import Types
from cairn.resolve.evaluator.unification import Unification
from cairn.resolve.program import Program
from cairn.resolve.stable import KeyNames
from cairn.resolve.state import watch
from cairn.semantics.roles import Rows, Survey


class Evaluator:
    """The parts of the evaluator, connected: `evaluator.members.value(owner, "name")`. Every answer is remembered.

    `program` is what the rules of languages see, the source at hand alone while they look at its files; the parts themselves
    work on definitions of all sources.
    """

    def __init__(self, program: Program, budget: Budget) -> None:
        self.program = program
        self.memory = memory = Memory(budget, program.reads)
        self.bindings = Bindings(program, memory)
        self.calls = Calls(program, memory)
        self.choice = Choice(program, memory)
        self.classes = Classes(program, memory)
        self.containers = Containers(program, memory)
        self.expectations = Expectations(program, memory)
        self.expressions = Expressions(program, memory)
        self.functions = Functions(program, memory)
        self.generics = Generics(program, memory)
        self.libraries = Libraries(program, memory)
        self.members = Members(program, memory)
        self.objects = Objects(program, memory)
        self.overloads = Overloads(program, memory)
        self.scopes = Scopes(program, memory)
        self.types = Types(program, memory)
        self.unification = Unification(program, memory)
        for part in vars(self).values():
            if isinstance(part, Part):
                part.connect(self)

    def begin(self) -> None:
        """Begin a question of its own, with a budget of its own."""
        self.memory.budget.begin()
        self.memory.begin()

    def disconnect(self) -> None:
        """Make the parts let go of one another, for good.

        In their circles they, the program and all facts would stay in memory until a collector finds them: 380 MB of django,
        and 2 s to find them.
        """
        for part in vars(self).values():
            if isinstance(part, Part):
                vars(part).clear()

    def without_libraries(self) -> Evaluator:
        """An evaluator over the same units that looks into no library, and remembers for itself."""
        program = copy.copy(self.program)
        program.outsiders = {}
        return Evaluator(program, self.memory.budget)


def create_evaluator(program: Program, budget: Budget) -> Evaluator:
    """Make an evaluator of which the rules of all languages have seen their files.

    Each source is looked at by itself and the libraries first. What libraries attach to classes stands behind what the source
    attaches: it means the same with and without them.
    """
    evaluator = Evaluator(program, budget)
    members, bases = dict(program.extra_members), dict(program.extra_bases)
    for world in (*program.worlds()[1:], 0):
        if world == 0:
            members, bases = dict(program.extra_members), dict(program.extra_bases)
            program.extra_members.clear()
            program.extra_bases.clear()
        evaluator.program = program.seen_by(world)
        families = {record.family or record.name: record for record in reversed(evaluator.program.records())}
        for family, record in sorted(families.items()):
            for number, prepare in enumerate(program.roles_in(record, world).prepare):
                if isinstance(prepare, Survey):
                    _survey(evaluator, number, prepare, family)
                else:
                    prepare(evaluator, family)
    evaluator.program = program
    for key, table in members.items():
        for name, found in table.items():
            known = program.extra_members[key].setdefault(name, [])
            known.extend(one for one in dict.fromkeys(found) if one not in known)
    for key, rows in bases.items():
        known_bases = program.extra_bases[key]
        known_bases.extend(row for row in dict.fromkeys(rows) if row not in known_bases)
    if members or bases:
        evaluator.memory.forget()
    return evaluator


def _survey(evaluator: Evaluator, number: int, survey: Survey, family: str) -> None:
    """Let a language look at all files of a family; those of which it is known what they say are not read."""
    program, sayings = evaluator.program, evaluator.program.sayings
    reads = program.reads
    replaced: list[tuple[Any, str, object]] = []
    if survey.is_evaluated:
        for space, roles in program.known_roles():
            replaced += watch(roles, reads, space, KeyNames(program).stable)
        evaluator.memory.forget()
        sayings.begin_evaluated()
    found: dict[int, Rows] = {}
    for unit in program.numbers(family):
        if not survey.asks_prelude and program.is_prelude(unit):
            continue
        rows = sayings.get(unit, number, is_evaluated=survey.is_evaluated)
        if rows is None:
            evaluator.memory.budget.begin_unbounded()
            evaluator.memory.begin()
            begun = len(reads.log)
            rows = survey.rows(evaluator, program.unit(unit))
            root = reads.node_of(begun) if survey.is_evaluated else None
            del reads.log[begun:]
            rows = sayings.add(unit, number, rows, root)
        found[unit] = rows
    for holder, name, value in replaced:  # tables go on to be made
        setattr(holder, name, value)
    survey.take(evaluator, family, found)
