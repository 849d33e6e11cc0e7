"""Edges as text for a model: a line a file, in which `; #name` stands in the file of the handle before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from cairn.model import (
    AskAnswer,
    AskItem,
    Edge,
    EdgesLeft,
    Entity,
    GraphAnswer,
    ImpactAnswer,
    ImpactNode,
    PathAnswer,
    UnresolvedSite,
)
from cairn.retrieve.lines import standing_text
from cairn.serve.render import DATA_NOTICE, counted, hit_lines, no_hits, remarks, span

OVERRIDING = 12  # overriding methods before a cursor is asked for: a guess, enough to see a pattern by
RESOLVED = 0.8  # from here on an edge is resolved, and its confidence is not worth a token
MOST_SITES = 12  # lines of one edge: a guess; the text that they stand in tells the others
_MOST_NAMES = 6  # unresolved names of one end of a way: a guess
_MANY = 3  # uses of one thing in a layer from which on a heading is shorter than to name it each time
_CALLABLE = frozenset({"function", "method", "class", "struct", "macro"})
_VALUES = frozenset({"constant", "field"})
_TYPES = frozenset({"interface", "trait", "type", "enum"})
_OUT = {
    "calls": "calls",
    "imports": "imports",
    "inherits": "inherits from",
    "depends_on": "depends on",
    "constructs": "makes an instance by",
}
_IN = {
    "calls": "called by",
    "imports": "imported by",
    "inherits": "inherited by",
    "depends_on": "depended on by",
    "constructs": "run by making its class in",
}
_STALE = " [stale]"


def phrase(kind: str, is_incoming: bool, entity_kind: str = "") -> str:
    """How the edges of a kind are headed, seen from one of their ends, which is of `entity_kind`.

    Whether a value is read or set is not told apart.
    """
    if is_incoming and kind == "depends_on" and entity_kind in _VALUES:
        return "used by (read or set)"
    if is_incoming:
        return _IN.get(kind, f"{kind} (from)")
    return _OUT.get(kind, kind)


def doubt(edge: Edge) -> str:
    """` (0.45 unique-name)` for an edge that is not certain, else nothing."""
    return f" ({edge.confidence:.2g} {edge.via})" if edge.confidence < RESOLVED else ""


def site_lines(edge: Edge, limit: int = MOST_SITES) -> str:
    """`12,40`: the lines in the file of `src` where the edge is seen; `12 +1` where one more is."""
    more = len(edge.site_lines) - limit
    return ",".join(map(str, edge.site_lines[:limit])) + (f" +{more}" if more > 0 else "")


def site(edge: Edge, limit: int = MOST_SITES) -> str:
    """`app.py:12,40`."""
    lines = site_lines(edge, limit)
    return f"{edge.src_file or ''}:{lines}" if lines else edge.src_file or ""


def _at(edge: Edge) -> str:
    return f" :{site_lines(edge)}" if edge.site_lines else ""


def by_file(items: Iterable[tuple[str, str]], stale: Iterable[str] = ()) -> list[str]:
    """`- shop:cart.py#total :3; #Cart.add :7`: (handle, what is said of it) as a line a file, in the order in which they come."""
    files: dict[str, list[str]] = {}
    for handle, detail in items:
        file, mark, anchor = handle.partition("#")
        rows = files.setdefault(file, [])
        rows.append(f"{mark}{anchor}{detail}" if rows and mark else f"{handle}{detail}")
    changed = set(stale)
    return [f"- {'; '.join(rows)}{_STALE if file in changed else ''}" for file, rows in files.items()]


def stale_note(stale: Sequence[str]) -> list[str]:
    """What the mark means, where it stands."""
    return ["[stale]: the file on disk has changed since it was indexed; `refresh` the source."] if stale else []


def groups(handle: str, edges: Iterable[Edge], entity_kind: str = "") -> dict[str, list[Edge]]:
    """The edges at a handle by their headings, incoming ones first, each list as it came."""
    mine = [edge for edge in edges if handle in (edge.src, edge.dst)]
    found: dict[str, list[Edge]] = {}
    for is_incoming in (True, False):
        for edge in mine:
            if handle == (edge.dst if is_incoming else edge.src):
                found.setdefault(phrase(edge.kind, is_incoming, entity_kind), []).append(edge)
    return found


def other_end(edge: Edge, handle: str) -> str:
    """The end of an edge that is not `handle`."""
    return edge.src if edge.dst == handle else edge.dst


@dataclass(frozen=True, slots=True)
class Whole:
    """What a page of a graph does not know: how many edges each match has under each heading, and how much is listed in all."""

    edges: Counter[tuple[str, str]] = field(default_factory=Counter)
    same_name: int = 0
    overridden_by: int = 0


def whole_of(answer: GraphAnswer) -> Whole:
    """What the pages of this answer should know of it."""
    kinds = {entity.handle: entity.kind for entity in answer.entities}
    found: Counter[tuple[str, str]] = Counter()
    for handle in answer.matches:
        for heading, members in groups(handle, answer.edges, kinds.get(handle, "")).items():
            found[handle, heading] = len(members)
    return Whole(found, len(answer.same_name), len(answer.overridden_by))


def _edge_lines(handle: str, edges: Sequence[Edge], kind: str, totals: Mapping[str, int], stale: Iterable[str]) -> list[str]:
    """The edges at a handle under their headings: `called by (4 of 8):` where not all are here."""
    lines = []
    for heading, members in groups(handle, edges, kind).items():
        total = totals.get(heading, len(members))
        of_all = f" ({len(members)} of {total})" if total > len(members) else f" ({total})" if total > _MANY else ""
        lines.append(f"{heading}{of_all}:")
        lines += by_file(((other_end(edge, handle), _at(edge) + doubt(edge)) for edge in members), stale)
    return lines


def ask_text(answer: AskAnswer) -> str:
    """Hits, each with its entity's signature and edges."""
    if not answer.answers:
        return no_hits((), answer.degraded)
    parts = [DATA_NOTICE]
    for item in answer.answers:
        parts += [hit_lines(item.hit), *_item_lines(item)]
    return "\n".join([*parts, *remarks(answer.truncated and not answer.omitted, answer.degraded)])


def _item_lines(item: AskItem) -> list[str]:
    if item.entity is None:
        return []
    kind = item.entity.kind
    totals = {heading: len(members) for heading, members in groups(item.entity.handle, item.edges, kind).items()}
    for row in item.left:
        heading = phrase(row.kind, row.incoming, kind)
        totals[heading] = totals.get(heading, 0) + row.count
    lines = _edge_lines(item.entity.handle, item.edges, kind, totals, ())
    return [*lines, f"{left_text(item.left, kind)}: `graph` of this handle"] if item.left else lines


def left_text(left: Sequence[EdgesLeft], kind: str = "") -> str:
    """`4 more called by, 2 more calls`."""
    return ", ".join(f"{row.count} more {phrase(row.kind, row.incoming, kind)}" for row in left)


def nothing_found(answer: GraphAnswer, direction: str, kinds: Sequence[str]) -> str:
    """`no callers found`, where that can be said of the one match: nothing of a cut answer."""
    if direction == "out" or len(answer.matches) != 1 or answer.truncated:
        return ""
    match = answer.matches[0]
    kind = next((entity.kind for entity in answer.entities if entity.handle == match), "")
    uses = {edge.kind for edge in answer.edges if edge.dst == match}
    direct = "direct " if answer.overrides or answer.stands_for or answer.made_by else ""
    if kind in _CALLABLE and "calls" not in uses and (not kinds or "calls" in kinds):
        return f"no {direct}callers found"
    if kind in _VALUES and not uses and (not kinds or "depends_on" in kinds):
        return "no uses found"
    return "no uses found" if kind in _TYPES and not uses and not kinds else ""


def no_callers(answer: GraphAnswer, direction: str, kinds: Sequence[str]) -> str:
    """`no callers found; ...` together with what stayed unresolved or unread, where it can be said; else nothing."""
    found = nothing_found(answer, direction, kinds)
    return f"{found}; {unsure_text(answer)}" if found else ""


def unsure_text(answer: GraphAnswer | ImpactAnswer | PathAnswer) -> str:
    """`2 references of the same name could not be resolved, and 1 file that mentions it could not be read for calls (a.vue:3)`.

    Then the lines in which the name stands besides. Each part only where there is something of it.
    """
    text = f"{counted(answer.unresolved_same_name, 'reference')} of the same name could not be resolved"
    unseen = answer.unseen
    if unseen.unread_files:
        mention = "mentions" if unseen.unread_files == 1 else "mention"
        places = _places(unseen.unread, unseen.unread_files)
        text += f", and {counted(unseen.unread_files, 'file')} that {mention} it could not be read for calls ({places})"
    if unseen.mention_lines:
        places = _places(unseen.mentions, unseen.mention_lines)
        text += (
            f"; the name also stands in {counted(unseen.mention_lines, 'line')} of text, comments or unrecognised code ({places})"
        )
    return text


def is_unsure(answer: GraphAnswer) -> bool:
    """Whether `unsure_text` says more than 0 of what was found."""
    return not answer.nearest and bool(answer.unresolved_same_name or answer.unseen.unread_files or answer.unseen.mention_lines)


def _places(places: Sequence[str], number: int) -> str:
    """`shop:a.py:3,7, shop:b.py:9`: places of one file follow one another."""
    files: dict[str, list[str]] = {}
    for place in places:
        file, _, line = place.rpartition(":")
        files.setdefault(file, []).append(line)
    more = f", and {number - len(places)} more: `search` for it" if number > len(places) else ""
    return ", ".join(f"{file}:{','.join(lines)}" for file, lines in files.items()) + more


def may_lines(sites: Sequence[UnresolvedSite], more: int, stale: Iterable[str] = ()) -> list[str]:
    """The references that could mean it, by what they do; `more` are not listed."""
    found: dict[str, dict[str, list[int]]] = {}
    for row in sites:
        found.setdefault(row.kind, {}).setdefault(row.src, []).append(row.line)
    lines = []
    for kind, users in found.items():
        lines.append(f"may also be {'used' if kind == 'depends_on' else _IN.get(kind, 'used').removesuffix(' by')} by:")
        lines += by_file(((src, f" :{','.join(map(str, dict.fromkeys(numbers)))}") for src, numbers in users.items()), stale)
    return [*lines, f"and {more} more such references: `graph` with `unresolved` true"] if sites and more > 0 else lines


def nearest_notice(answer: GraphAnswer) -> str:
    """Says that the matches are not what was asked for, if that is so."""
    if not answer.nearest:
        return ""
    lines = standing_text(answer.unseen)
    return f"nothing has exactly this name{f', but {lines}' if lines else ''}; the nearest by words are:"


def override_heads(answer: GraphAnswer, direction: str, kinds: Sequence[str]) -> list[tuple[str, list[Edge]]]:
    """What is overridden or stood for, each as a sentence with the calls of it; then the calls of a constructor's classes."""
    calls: dict[str, list[Edge]] = {handle: [] for handle in (*answer.overrides, *answer.stands_for)}
    for edge in answer.override_callers:
        calls.setdefault(edge.dst, []).append(edge)
    asked = direction != "out" and (not kinds or "calls" in kinds)
    heads = []
    for handle, edges in calls.items():
        word = "may run for calls of" if handle in answer.stands_for else "overrides"
        # Of a cut answer nobody knows whether there are more.
        number = f"{'at least ' if answer.truncated else ''}{counted(len(edges), 'call')} of that" if edges else ""
        none = "" if answer.truncated else "no calls of that are known"
        heads.append((f"{word} {handle}" + (f"; {number or none}" if asked and (number or none) else ""), edges))
    made: dict[str, list[Edge]] = {}
    for edge in answer.made_by:
        made.setdefault(edge.dst, []).append(edge)
    least = "at least " if answer.truncated else ""
    return [*heads, *((f"called by making {handle} ({least}{len(edges)})", edges) for handle, edges in made.items())]


def graph_text(answer: GraphAnswer, direction: str = "both", kinds: Sequence[str] = (), whole: Whole | None = None) -> str:
    """Each match with its signature and edges, then the edges further out, then what may be besides."""
    if not answer.matches:
        return "No entity matches."
    whole = whole or whole_of(answer)
    entities = {entity.handle: entity for entity in answer.entities}
    stale = set(answer.stale)
    parts = [notice.capitalize()] if (notice := nearest_notice(answer)) else []
    for handle in answer.matches:
        entity = entities.get(handle)
        totals = {heading: number for (of, heading), number in whole.edges.items() if of == handle}
        parts.append(_entity_head(handle, entity, stale))
        parts += _edge_lines(handle, answer.edges, entity.kind if entity else "", totals, stale)
    parts += _further_lines(answer, stale)
    for head, calls in override_heads(answer, direction, kinds):
        parts.append(f"{head}{':' if calls else ''}")
        parts += by_file(((edge.src, _at(edge) + doubt(edge)) for edge in calls), stale)
    if answer.overridden_by:
        parts.append(f"overridden by ({whole.overridden_by}):")
        parts += by_file(((handle, "") for handle in answer.overridden_by), stale)
    parts += _unresolved_lines(answer, direction, kinds, whole, stale)
    parts += more_matches(answer)
    return "\n".join([*parts, *stale_note(answer.stale)])


def more_matches(answer: GraphAnswer) -> list[str]:
    """Says that more definitions have the name, and how to get at them."""
    also = [f"also of this name: {', '.join(answer.namesakes)}"] if answer.namesakes else []
    if not answer.more_matches:
        return also
    number = counted(answer.more_matches, "more definition")
    return [*also, f"{number} of this name: `search` for it with a larger `k` lists them; a longer handle or `source` picks one."]


def _further_lines(answer: GraphAnswer, stale: Iterable[str]) -> list[str]:
    """The edges that touch no match, under the end by which the way came to them."""
    matches = set(answer.matches)
    known = matches.union(end for edge in answer.edges if matches & {edge.src, edge.dst} for end in (edge.src, edge.dst))
    found: dict[str, list[Edge]] = {}
    for edge in answer.edges:
        if matches & {edge.src, edge.dst}:
            continue
        near = edge.src if edge.src in known else edge.dst
        known.update((edge.src, edge.dst))
        found.setdefault(f"{near} {phrase(edge.kind, near == edge.dst)}:", []).append(edge)
    lines = ["further:"] if found else []
    for heading, edges in found.items():
        near = heading.partition(" ")[0]
        lines.append(heading)
        lines += by_file(((other_end(edge, near), _at(edge) + doubt(edge)) for edge in edges), stale)
    return lines


def heads_text(answer: GraphAnswer, matches: Sequence[str]) -> str:
    """These matches with their signatures, without edges."""
    entities = {entity.handle: entity for entity in answer.entities}
    return "\n".join(_entity_head(handle, entities.get(handle), set()) for handle in matches)


def beyond_text(number: int) -> list[str]:
    """Says that there are more edges than any page tells."""
    if not number:
        return []
    return [f"Besides at least {counted(number, 'edge')}: ask for fewer `edges` kinds, one `direction` or a smaller `depth`."]


def _entity_head(handle: str, entity: Entity | None, stale: set[str]) -> str:
    mark = _STALE if handle.partition("#")[0] in stale else ""
    if entity is None:
        return f"{handle}{mark}"
    head = f"{handle}  {entity.kind}"
    if entity.file is None:
        return head
    if entity.kind != "module":
        head += f" {span(entity.start_line, entity.end_line)}"
    head += mark
    return f"{head}\n  {' '.join(entity.signature.split())}" if entity.signature else head


def _unresolved_lines(answer: GraphAnswer, direction: str, kinds: Sequence[str], whole: Whole, stale: Iterable[str]) -> list[str]:
    sentence = no_callers(answer, direction, kinds)
    if not sentence and direction != "out" and is_unsure(answer):
        sentence = unsure_text(answer)
    inside = [(row.src, f" {row.kind} `{row.name}` :{row.line}") for row in answer.unresolved]
    lines = ["unresolved inside:", *by_file(inside, stale)] if inside else []
    return [
        *lines,
        *([sentence] if sentence else []),
        *may_lines(answer.same_name, answer.unresolved_same_name - whole.same_name, stale),
    ]


def path_text(answer: PathAnswer, is_undirected: bool) -> str:
    """The way, an end a line, each but the first behind what leads to it and the lines where."""
    if not answer.found:
        return "\n".join(_no_path_lines(answer, is_undirected))
    if not answer.steps:
        return "Both ends are the same."
    stale = set(answer.stale)
    places = walked(answer.steps)
    lines = [places[0]]
    for edge, here, there in zip(answer.steps, places, places[1:], strict=False):
        is_backwards = edge.src != here
        word = phrase(edge.kind, is_backwards).replace("overridden_by", "overridden by")
        lines.append(f"- {word} {there}{_at(edge)}{doubt(edge)}")
    marked = [line + (_STALE if place.partition("#")[0] in stale else "") for line, place in zip(lines, places, strict=True)]
    return "\n".join([*marked, *stale_note(answer.stale)])


def walked(steps: Sequence[Edge]) -> list[str]:
    """The ends in the order in which a way comes by them; its first step may be walked backwards."""
    first = steps[0]
    start = first.src
    if len(steps) > 1 and first.src in (steps[1].src, steps[1].dst) and first.dst not in (steps[1].src, steps[1].dst):
        start = first.dst
    places = [start]
    for edge in steps:
        places.append(other_end(edge, places[-1]))
    return places


def _no_path_lines(answer: PathAnswer, is_undirected: bool) -> list[str]:
    """How far one comes from both ends: the missing step lies between."""
    remedy = "" if is_undirected else "; `undirected` also follows edges backwards"
    lines = [f"No path{within_text(answer, '`depth`')}; {unsure_text(answer)}{remedy}."]
    if answer.src_ends:
        lines.append("The start leads to these, which use unresolved names:")
        lines += by_file((end.handle, f" {names_text(end.unresolved)}") for end in answer.src_ends)
    if answer.src_ends_left:
        lines.append(f"and {answer.src_ends_left} more: `graph` of the start with `depth` and `unresolved`")
    if answer.dst_users:
        lines.append("The end is used by:")
        lines += by_file(
            (
                (edge.src, f"{_at(edge)}{'' if edge.kind == 'calls' else f' {edge.kind}'}{doubt(edge)}")
                for edge in answer.dst_users
            ),
            answer.stale,
        )
    else:
        lines.append("Nothing is known to use the end.")
    if answer.dst_users_left:
        lines.append(f"and {answer.dst_users_left} more: `graph` of the end with `direction` in")
    more = answer.unresolved_same_name - len(answer.same_name)
    return [*lines, *may_lines(answer.same_name, more, answer.stale), *stale_note(answer.stale)]


def within_text(answer: PathAnswer, option: str) -> str:
    """` of at most 12 steps, where the search ended: a larger `depth` looks further`, if it did end there."""
    return (
        f" of at most {answer.max_depth} steps, where the search ended: a larger {option} looks further"
        if answer.truncated
        else ""
    )


def names_text(names: Sequence[str]) -> str:
    """`append:3, pop:9, +2`: the first of some names."""
    more = [f"+{len(names) - _MOST_NAMES}"] if len(names) > _MOST_NAMES else []
    return ", ".join([*names[:_MOST_NAMES], *more])


def impact_text(answer: ImpactAnswer, targets: int = 0) -> str:
    """The sums, the tests, then the other entities layer by layer; of so many `targets` the answer may have only some."""
    if not answer.targets:
        return "The diff touches no definition."
    stale = answer.stale
    all_targets = max(targets, len(answer.targets))
    named = by_file(((target, "") for target in answer.targets), stale)
    parts = [f"targets ({all_targets}):", *named] if all_targets > 1 else [f"target: {named[0].removeprefix('- ')}"]
    parts.append(impact_summary(answer))
    parts += _test_lines(answer)
    before = set(answer.targets)
    for number, layer in enumerate(answer.layers, 1):
        nodes = [node for node in layer if not node.test]
        if nodes:
            parts += [f"layer {number}:", *_layer_lines(nodes, before, stale)]
        before = set()
    more = answer.unresolved_same_name - len(answer.same_name)
    return "\n".join([*parts, *may_lines(answer.same_name, more, stale), *stale_note(stale)])


def _test_lines(answer: ImpactAnswer) -> list[str]:
    """The tests of each layer; by what they reach the change is left to `path`."""
    lines = []
    for number, layer in enumerate(answer.layers, 1):
        tests = [(node.handle, _at(node.via_edge) + doubt(node.via_edge)) for node in layer if node.test]
        if tests:
            lines += [f"tests in layer {number}:", *by_file(tests, answer.stale)]
    return lines


def _layer_lines(nodes: Sequence[ImpactNode], targets: set[str], stale: Iterable[str]) -> list[str]:
    """The entities of a layer: under what they use where several use the same, else each with it.

    What the first layer uses is not named where there is one target only.
    """
    uses = Counter((node.via_edge.kind, other_end(node.via_edge, node.handle)) for node in nodes)
    headed: dict[str, list[tuple[str, str]]] = {}
    for node in nodes:
        edge, end = node.via_edge, other_end(node.via_edge, node.handle)
        heading = phrase(edge.kind, edge.dst == end).replace("overridden_by", "overridden by" if edge.src == end else "overrides")
        detail = f"{' *' if node.entry else ''}{_at(edge)}{doubt(edge)}"
        if len(targets) == 1 and end in targets:
            headed.setdefault(f"{heading}:", []).append((node.handle, detail))
        elif uses[edge.kind, end] >= _MANY:
            headed.setdefault(f"{_name(end)} {heading}:", []).append((node.handle, detail))
        else:
            headed.setdefault("", []).append((node.handle, f"{detail} {_verb(edge, end)} {_name(end)}"))
    return [line for heading, items in headed.items() for line in [*([heading] if heading else []), *by_file(items, stale)]]


def _verb(edge: Edge, end: str) -> str:
    return edge.kind if edge.dst == end else phrase(edge.kind, True)


def _name(handle: str) -> str:
    """`Rate.apply` of a handle; a module as it is: the layer before has the whole."""
    return handle.partition("#")[2] or handle


def impact_summary(answer: ImpactAnswer) -> str:
    """How much is reached; that nothing is, only together with what stayed unresolved."""
    if not answer.reached:
        return f"nothing found that reaches it; {unsure_text(answer)}"
    plus = "+" if answer.is_capped else ""
    tests, entries = counted(answer.test_count, "test"), counted(answer.entry_count, "entry point")
    tests, entries = tests.replace(" ", f"{plus} ", 1), entries.replace(" ", f"{plus} ", 1)
    return f"reached by {answer.reached}{plus}: {tests}, {entries}{' (*)' if answer.entry_count else ''}; {unsure_text(answer)}"
