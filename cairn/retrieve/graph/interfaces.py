"""Methods that stand for those of interfaces which their types satisfy without saying so.

No type inherits anything by it. Where a type's methods stand in many files (Go), who satisfies what was told when the source
was resolved, and is an edge of its own; elsewhere that a type has all members of an interface tells it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cairn.languages.registry import family_of
from cairn.model import EdgeKind, EntityKind
from cairn.retrieve.graph.hierarchy import UNSAID, Members, language_of, members, owners, related_types
from cairn.retrieve.view import View
from cairn.semantics.structural import Structural
from cairn.store.stored import StoredEntity

_MOST_NAMESAKES = 2000  # methods of the names asked for that are looked at (a guess)


def satisfied(view: View, entities: Iterable[StoredEntity]) -> dict[int, list[StoredEntity]]:
    """Return the methods of interfaces that each of these may run for; none for those that run for none."""
    look = _Look(view, entities)
    marks = {rules.mark for method in look.asked if (rules := look.rules(method)) is not None}
    wanted = [method for mark in sorted(marks) for method in view.reader.methods_in_marked(look.names, mark)]
    contracts = look.contracts(look.near(wanted))
    return look.gather(contracts, set(look.owner.values()) - contracts, is_up=True)


def satisfying(view: View, entities: Iterable[StoredEntity]) -> dict[int, list[StoredEntity]]:
    """Return the methods that a call of each of these methods of interfaces may run; none for those that nothing satisfies."""
    look = _Look(view, entities)
    contracts = look.contracts(look.asked)
    if not contracts:
        return {}
    given = look.near(view.reader.entities_named(look.names))
    types = set(owners(view, given).values()) - look.contracts(given)
    return look.gather(contracts, types, is_up=False)


class _Look:
    """The methods that are asked about, with their types, in languages in which types satisfy interfaces unsaid."""

    def __init__(self, view: View, entities: Iterable[StoredEntity]) -> None:
        self._view = view
        methods = [entity for entity in entities if entity.kind == EntityKind.METHOD]
        view.load_files(method.file_id for method in methods if method.file_id is not None)
        self.asked = [method for method in methods if self.rules(method) is not None][:_MOST_NAMESAKES]
        self.names = {method.name for method in self.asked}
        self.owner = owners(view, self.asked)

    def near(self, methods: Sequence[StoredEntity]) -> list[StoredEntity]:
        """Return those methods that have one of the names asked about, in a source and a language that is asked about."""
        places = {(method.source_id, self._family(method)) for method in self.asked}
        sources = {source_id for source_id, _ in places}
        found = [one for one in methods if one.kind == EntityKind.METHOD and one.source_id in sources and one.name in self.names]
        self._view.load_files(method.file_id for method in found if method.file_id is not None)
        return [method for method in found if (method.source_id, self._family(method)) in places][:_MOST_NAMESAKES]

    def contracts(self, methods: Sequence[StoredEntity]) -> set[int]:
        """The interfaces that some of these methods stand in."""
        parents = {method.parent_id for method in methods if method.parent_id is not None}
        self._view.load(parents)
        return {one for one in parents if (entity := self._view.entity(one)) is not None and self._is_contract(entity)}

    def _family(self, entity: StoredEntity) -> str:
        return "" if entity.file_id is None else family_of(self._view.file(entity.file_id).language)

    def rules(self, entity: StoredEntity) -> Structural | None:
        """Return the rules of an entity's language for satisfying interfaces, as in Go; None where a type has to say so."""
        record = language_of(self._view, entity)
        return record.structural if record is not None else None

    def _is_contract(self, entity: StoredEntity) -> bool:
        rules = self.rules(entity)
        return rules is not None and rules.is_contract(entity.kind, entity.signature)

    def gather(self, contracts: set[int], types: set[int], *, is_up: bool) -> dict[int, list[StoredEntity]]:
        """The pairs between these, by the end that was asked about."""
        asked = {method.id for method in self.asked}
        found: dict[int, dict[int, StoredEntity]] = {}
        for wanted, given in self._pairs(contracts, types) if contracts and types else ():
            near, far = (given, wanted) if is_up else (wanted, given)
            if near.id in asked:
                found.setdefault(near.id, {})[far.id] = far
        for others in found.values():
            self._view.keep(others.values())
        return {method_id: list(others.values()) for method_id, others in found.items()}

    def _pairs(self, contracts: set[int], types: set[int]) -> Iterator[tuple[StoredEntity, StoredEntity]]:
        """Methods of the interfaces, each with the method of a type that satisfies it, or of one below these types."""
        view = self._view
        below = related_types(view, types, "in")
        types = types.union(*below.values()) - contracts
        above = related_types(view, contracts | types, "out")
        view.load(above.keys() | {base for bases in above.values() for base in bases})
        direct = members(view, above.keys() | {base for bases in above.values() for base in bases})
        surfaces = {type_id: _surface(direct, [type_id, *bases]) for type_id, bases in above.items()}
        known = {(edge.src, edge.dst) for edge in view.reader.edges(contracts, "in", [EdgeKind.INHERITS]) if edge.via == UNSAID}
        for contract in sorted(contracts):
            for type_id in sorted(types):
                if contract not in above[type_id] and self._satisfies(type_id, contract, surfaces, known):
                    yield from self._stand_ins(direct[contract], surfaces[type_id])

    def _stand_ins(self, wanted: Members, given: Members) -> Iterator[tuple[StoredEntity, StoredEntity]]:
        for name in self.names & wanted.keys():
            for method in wanted[name]:
                yield from ((method, other) for other in given.get(name, ()) if method.kind == other.kind == EntityKind.METHOD)

    def _satisfies(self, type_id: int, contract_id: int, surfaces: dict[int, Members], known: set[tuple[int, int]]) -> bool:
        """Whether a type has all that an interface asks for, as far as both are indexed."""
        contract, entity = self._view.entity(contract_id), self._view.entity(type_id)
        if contract is None or entity is None or contract.source_id != entity.source_id or self._is_contract(entity):
            return False
        rules = self.rules(contract)
        if rules is None or self._family(contract) != self._family(entity):
            return False
        if rules.by_package:
            return (type_id, contract_id) in known
        given = surfaces[type_id]
        wanted = [member for named in surfaces[contract_id].values() for member in named if member.kind in rules.member_kinds]
        required = [member for member in wanted if rules.is_required(member.name, member.signature)]
        return all(any(other.kind in rules.member_kinds for other in given.get(member.name, ())) for member in required)


def _surface(direct: dict[int, Members], types: Sequence[int]) -> Members:
    """Return the members of a type, its own and those that it inherits or embeds: of one name the nearest."""
    found: Members = {}
    for type_id in types:
        for name, named in direct.get(type_id, {}).items():
            found.setdefault(name, named)
    return found
