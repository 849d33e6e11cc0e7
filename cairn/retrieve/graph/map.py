"""The most depended-on definitions as an outline: PageRank over what needs what.

Source: L. Page, S. Brin et al., "The PageRank Citation Ranking" (1999); personalised as in section 6 there: with a focus the
random walk starts anew at the focus and at what calls it, not anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cairn.chunk.tokens import count_tokens
from cairn.model import EntityKind, Map, MapEntry
from cairn.retrieve.handles.find import find_entities, not_found
from cairn.retrieve.search.copies import Origin
from cairn.retrieve.search.find import find
from cairn.retrieve.view import View, unquote_path
from cairn.store.stored import Dependence, Scope, StoredEntity

_DAMPING = 0.85
# The error falls to a seventh in 12 steps at worst; the order of what is shown stands after ten (seen on django and zod).
_STEPS = 15
# Ambiguous edges say nothing of importance; nor does what only tests and examples need.
LEAST_CONFIDENCE = 0.5
ROLES = ("code", "generated", "config")
# Of the rank of what stands in a file that no other file needs, as do declarations that stand for a library: a guess.
_ALONE_SHARE = 0.1
_FOCUS_SHARE = 0.7  # of the walks begin at the focus, the others at what calls it: a guess
_FOCUS_HITS = 5
_BATCH = 200
_UNSHOWN = frozenset({EntityKind.MODULE, EntityKind.SECTION, EntityKind.FIELD, EntityKind.EXTERNAL})
_CALLABLES = frozenset({EntityKind.FUNCTION, EntityKind.METHOD})
_MOST_SIGNATURE = 160


def make_map(view: View, source_id: int | None, budget_tokens: int, focus: str | None, offset: int = 0) -> Map:
    """Rank the definitions, and show as many as the budget holds, without the first `offset`; generated ones come last.

    Raises:
        NotFoundError: nothing is like the focus.
    """
    if focus and focus.strip():
        edges = [(src, dst) for src, dst, *_ in _dependences(view, source_id)]
        ranks = page_rank(edges, _starts(view, source_id, focus, edges))
        ranked = _best_first(ranks)
    else:
        # The same for every call until the index changes.
        ranks = view.reader.derived(f"map of {source_id or 'all'}", lambda: _importance(_dependences(view, source_id)))
        ranked = list(ranks)
    outline = Outline(view, budget_tokens)
    entries: list[MapEntry] = []
    passed = 0
    for entity in _in_order(view, source_id, ranked):
        if entity is None or offset:
            passed += 1
            offset -= entity is not None
            continue
        if not outline.add(entity):
            break
        score = round(ranks[entity.id], 6)
        where = (entity.path or "", entity.name_line or entity.start_line)
        entries.append(MapEntry(view.handle(entity), _signature(entity), score, *where, entity.kind))
    text = outline.text()
    left = len(ranked) - passed - len(entries)
    stale = view.stale_files(outline.file_ids)
    return Map(budget_tokens, count_tokens(text), entries, max(left, 0), text, stale)


def _dependences(view: View, source_id: int | None) -> list[Dependence]:
    return view.reader.dependences(source_id, ROLES, LEAST_CONFIDENCE) or view.reader.dependences(source_id, (), 0.0)


def _importance(found: Sequence[Dependence]) -> dict[int, float]:
    """The rank of all that is needed, best first."""
    edges = [(src, dst) for src, dst, *_ in found]
    ranks, alone = page_rank(edges, None), _standing_alone(found)
    needed = {dst for _, dst in edges}
    shared = {entity: ranks[entity] * (_ALONE_SHARE if entity in alone else 1) for entity in needed}
    return {entity: shared[entity] for entity in _best_first(shared)}


def _best_first(ranks: Mapping[int, float]) -> list[int]:
    return sorted((entity for entity, rank in ranks.items() if rank > 0), key=lambda entity: (-ranks[entity], entity))


def _in_order(view: View, source_id: int | None, ranked: Sequence[int]) -> Iterator[StoredEntity | None]:
    """The ranked definitions, those that are made from sources last; None for each one that a map does not show."""
    origin = Origin(view)
    made: list[StoredEntity] = []
    for place in range(0, len(ranked), _BATCH):
        batch = ranked[place : place + _BATCH]
        view.load(batch)
        entities = [view.entity(entity_id) for entity_id in batch]
        view.load(entity.parent_id for entity in entities if entity is not None and entity.parent_id is not None)
        view.load_files(entity.file_id for entity in entities if entity is not None and entity.file_id is not None)
        for entity in entities:
            if entity is None or entity.file_id is None or not _is_shown(view, source_id, entity):
                yield None
            elif origin.is_made(view.file(entity.file_id)):
                made.append(entity)
            else:
                yield entity
    yield from made


def _standing_alone(found: Sequence[Dependence]) -> set[int]:
    """The definitions in files of which no other file needs anything."""
    needed = {row.dst_file for row in found if row.src_file != row.dst_file}
    return {row.dst for row in found if row.dst_file not in needed}


def page_rank(edges: Sequence[tuple[int, int]], starts: Mapping[int, float] | None) -> dict[int, float]:
    """The share of time that a random walk along the edges spends at each end; `edges` come in the order of their targets."""
    places: dict[int, int] = {}
    for node in starts or ():
        places.setdefault(node, len(places))
    for src, dst in edges:
        places.setdefault(dst, len(places))
        places.setdefault(src, len(places))
    count = len(places)
    degrees = [0] * count
    sources: list[list[int]] = [[] for _ in range(count)]
    for src, dst in edges:
        place = places[src]
        degrees[place] += 1
        sources[places[dst]].append(place)
    if not count:
        return {}
    jump = [1.0 / count] * count if not starts else [starts.get(node, 0.0) for node in places]
    rank = jump
    factors = [_DAMPING / degree if degree else 0.0 for degree in degrees]
    ends = [place for place, degree in enumerate(degrees) if not degree]
    for _ in range(_STEPS):
        share = [value * factor for value, factor in zip(rank, factors, strict=True)]
        lost = 1.0 - _DAMPING + _DAMPING * sum(rank[place] for place in ends)
        of = share.__getitem__
        rank = [lost * base + (sum(map(of, near)) if near else 0.0) for base, near in zip(jump, sources, strict=True)]
    return dict(zip(places, rank, strict=True))


def _starts(view: View, source_id: int | None, focus: str, edges: Iterable[tuple[int, int]]) -> dict[int, float]:
    """Where walks begin: at what the focus names and its members, and at what needs these."""
    named = _focused(view, source_id, focus)
    chosen = {entity.id for entity in named} | set(view.reader.members(entity.id for entity in named))
    callers = {src for src, dst in edges if dst in chosen} - chosen
    share = _FOCUS_SHARE if callers else 1.0
    starts = {entity: share / len(chosen) for entity in sorted(chosen)}
    starts.update((entity, (1 - share) / len(callers)) for entity in sorted(callers))
    return starts


def _focused(view: View, source_id: int | None, focus: str) -> list[StoredEntity]:
    """Find what a focus means: a handle or a name, else the files of a folder, else the nearest by words."""
    label = None if source_id is None else view.sources[source_id].label
    found = find_entities(view, focus, label) or _below(view, source_id, focus)
    if found:
        return found
    scope = Scope() if source_id is None else Scope([file_id for file_id, _ in view.reader.file_paths([source_id], None)])
    spans = find(view, focus, _FOCUS_HITS, scope, None).spans
    view.load(span.entity_id for span in spans if span.entity_id is not None)
    nearest = [view.entity(span.entity_id) for span in spans if span.entity_id is not None]
    kept = list({entity.id: entity for entity in nearest if entity is not None}.values())
    if not kept:
        raise not_found(view, focus, label)
    return kept


def _below(view: View, source_id: int | None, focus: str) -> list[StoredEntity]:
    label, colon, path = focus.strip().partition(":")
    if not colon or label not in view.labels:
        label, path = "", focus.strip()
    ids = [view.labels[label].id] if label else list(view.sources) if source_id is None else [source_id]
    folder = unquote_path(path).strip("/") + "/"
    files = [file_id for file_id, name in view.reader.file_paths(ids, None) if f"/{name}".find(f"/{folder}") >= 0]
    modules = (view.reader.module_of(file_id) for file_id in files)
    return [module for module in modules if module is not None]


def _is_shown(view: View, source_id: int | None, entity: StoredEntity) -> bool:
    """Whether it is a definition of the source that code elsewhere can name: not one inside of a function."""
    if source_id not in (None, entity.source_id) or entity.kind in _UNSHOWN:
        return False
    parent = None if entity.parent_id is None else view.entity(entity.parent_id)
    return parent is None or parent.kind not in _CALLABLES


@dataclass(slots=True)
class _Line:
    number: int
    depth: int
    text: str


@dataclass(slots=True)
class Outline:
    """Definitions under their files and containers, in the order of the files' best ones, within a budget."""

    view: View
    left: int
    files: dict[str, list[_Line]] = field(default_factory=dict)
    shown: set[int] = field(default_factory=set)
    file_ids: set[int] = field(default_factory=set)

    def add(self, entity: StoredEntity) -> bool:
        """Put a definition in, with its containers; False if it does not fit."""
        chain = self._chain(entity)
        label = "" if entity.source_id is None else self.view.sources[entity.source_id].label
        head = f"{label}:{entity.path}"
        lines = [
            _Line(part.name_line or part.start_line, depth, f"{'  ' * (depth + 1)}L{part.name_line} {_signature(part)}")
            for depth, part in enumerate(chain)
            if part.id not in self.shown
        ]
        cost = sum(count_tokens("\n" + line.text) for line in lines)
        cost += 0 if head in self.files else count_tokens("\n" + head)
        if cost > self.left:
            return False
        self.left -= cost
        self.files.setdefault(head, []).extend(lines)
        self.shown.update(part.id for part in chain)
        self.file_ids.update(part.file_id for part in chain if part.file_id is not None)
        return True

    def _chain(self, entity: StoredEntity) -> list[StoredEntity]:
        chain = [entity]
        while chain[0].parent_id is not None:
            parent = self.view.entity(chain[0].parent_id)
            if parent is None or parent.kind == EntityKind.MODULE or parent.file_id != entity.file_id:
                break
            chain.insert(0, parent)
        return chain

    def text(self) -> str:
        """The outline as lines."""
        parts = []
        for head, lines in self.files.items():
            parts.append(head)
            parts.extend(line.text for line in sorted(lines, key=lambda line: (line.number, line.depth)))
        return "\n".join(parts)


def _signature(entity: StoredEntity) -> str:
    text = " ".join(entity.signature.split()) or f"{entity.kind} {entity.qualname}"
    return text if len(text) <= _MOST_SIGNATURE else text[: _MOST_SIGNATURE - 1] + "\u2026"
