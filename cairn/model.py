"""The nouns of Cairn: what is stored, and what is answered; `cairn.report` has those of the write side's runs.

Field names of the answers are those of the JSON documents that `--json` prints,
so that one generic function, `as_document`, renders all of them.
"""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

# What a name can hold that ends its line, steers a terminal or turns the direction of what is written.
UNPRINTABLE = "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
_UNPRINTABLE = re.compile(f"[{UNPRINTABLE}]")


def printable(name: str) -> str:
    """A path or another name for a line of text: control characters and direction marks are escaped."""
    if name.isprintable():
        return name
    return _UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), name)


class SourceKind(StrEnum):
    """What was added."""

    CODE = "code"
    DOCS = "docs"
    WEB = "web"
    FILE = "file"
    TEXT = "text"


class EntityKind(StrEnum):
    """What a node of the graph is."""

    MODULE = "module"
    CLASS = "class"
    STRUCT = "struct"
    ENUM = "enum"
    INTERFACE = "interface"
    TRAIT = "trait"
    TYPE = "type"
    FUNCTION = "function"
    METHOD = "method"
    FIELD = "field"
    CONSTANT = "constant"
    MACRO = "macro"
    NAMESPACE = "namespace"
    SECTION = "section"
    CONCEPT = "concept"
    CARD = "card"
    EXTERNAL = "external"


class EdgeKind(StrEnum):
    """What an edge says of its two ends."""

    CALLS = "calls"
    IMPORTS = "imports"
    INHERITS = "inherits"
    DEPENDS_ON = "depends_on"
    MITIGATES = "mitigates"
    REFERENCES = "references"
    VERIFIES = "verifies"


@dataclass(frozen=True, slots=True)
class Skip:
    """A path that was left out of a source, and why.

    `reason` is one word: `ignored`, `binary`, `too_large`, `secret`, `minified`,
    `lock_file`, `link`, `dangling_link`, `outside_roots`, `special_file`,
    `unreadable`, `vanished`, `excluded`, `nested_checkout`; of documents also `encrypted`, `no_text`, `old_format`, `empty`,
    `corrupt`, `too_slow`, `no_reader` (docs/documents.md). An ignored folder is one Skip.
    """

    file: str
    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A row of `cairn list`."""

    label: str
    kind: str
    location: str
    files: int
    chunks: int
    entities: int
    edges: int
    vectors: int
    indexed_at: str | None
    commit: str | None
    stale: bool


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A row of `cairn list SOURCE --files`."""

    file: str
    lang: str | None
    bytes: int
    chunks: int
    entities: int
    warnings: list[str]


@dataclass(frozen=True, slots=True)
class FileListing:
    """The answer to `cairn list SOURCE --files [--skipped]`."""

    files: list[SourceFile]
    skipped: list[Skip]


@dataclass(frozen=True, slots=True)
class Entity:
    """A node of the graph, as answers and `export` show it.

    Lines are 1-based and inclusive, those of the whole definition; `name_line` is
    the line of the defined name, 0 for a module. `file` is None for an external.
    """

    handle: str
    kind: str
    name: str
    qualname: str
    file: str | None
    start_line: int
    end_line: int
    signature: str
    exported: bool
    name_line: int = 0
    doc: str = ""
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge for each (kind, src, dst), with all its site lines.

    `src_line` and `dst_line` are the lines of the defined names, 0 for a module.
    `confidence` and `via` are those of the best site.
    """

    kind: str
    src: str
    dst: str
    src_file: str | None
    src_line: int
    dst_file: str | None
    dst_line: int
    site_lines: list[int]
    confidence: float
    via: str


@dataclass(frozen=True, slots=True)
class Link:
    """References of the source `src` may resolve into `dst`; so many of its edges do."""

    src: str
    dst: str
    edges: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that answers a search.

    `explain` maps the names of the score's parts to their values and is empty
    unless it was asked for. `vec_rank` is None in tier 0. `copies` are the other places, as `label:path:L1-L9`, that have
    the same text under the same name. `name_lines` are the line of the name of what `handle` names, and its last line; empty for
    a module.
    """

    source: str
    file: str
    lang: str | None
    start_line: int
    end_line: int
    handle: str | None
    score: float
    fts_rank: int | None
    vec_rank: int | None
    text: str
    stale: bool
    flags: list[str]
    explain: dict[str, float] = field(default_factory=dict)
    copies: list[str] = field(default_factory=list)
    name_lines: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """The answer to `search`. `degraded` says in a sentence which evidence is missing, if any.

    `omitted` counts the hits that the budget has no room for.
    """

    query: str
    tier: int
    hits: list[Hit]
    truncated: bool
    degraded: str | None = None
    did_you_mean: list[str] = field(default_factory=list)
    omitted: int = 0


@dataclass(frozen=True, slots=True)
class Unseen:
    """Where a name stands that nothing is known to use: uses that could not be seen may be there.

    `unread_files` counts the files that cannot be read for uses, `unread` are the first lines (`label:path:LINE`) in them.
    `mention_lines` counts the lines of other code that no definition, use or unresolved reference of the name accounts for
    (comments, texts, or uses that were not recognised), `mentions` are the first of these.
    """

    unread: list[str] = field(default_factory=list)
    unread_files: int = 0
    mentions: list[str] = field(default_factory=list)
    mention_lines: int = 0


@dataclass(frozen=True, slots=True)
class GraphAnswer:
    """The neighbourhood of the entities that a query or handle names.

    `unresolved_same_name` counts the unresolved references that could mean a match, `same_name` lists some; `unresolved`
    are those inside the matches. With `nearest` nothing has the name that was asked for, and the matches are the nearest
    by words. `overrides` and `overridden_by` are handles of methods of base types and of inheriting ones, `stands_for` of
    methods of interfaces that a match's type satisfies without saying so; `override_callers` are the calls of what a match
    overrides or stands for, which may lead to it; `made_by` the calls of classes, which run the constructors among the matches.
    `omitted` counts the edges that were met and are left out, `limit` or the budget being reached, `more_matches` the further
    definitions of the name that was asked for. `namesakes` are handles of those that only a longer name means: of methods, where
    a function of a module, or a field of their type, has it whole.
    `unseen` is filled where nothing but prose and tests is known to use the matches; with `nearest` its `mentions` are the lines
    that have the name. `stale` are the files (`label:path`) of the answer that have changed on disk since they were indexed.
    `cards` are the names of the cards about the matches, each with what must be known of it (`stale: ...`), empty for nothing.
    """

    matches: list[str]
    entities: list[Entity]
    edges: list[Edge]
    unresolved_same_name: int
    truncated: bool
    unresolved: list[UnresolvedSite] = field(default_factory=list)
    nearest: bool = False
    overrides: list[str] = field(default_factory=list)
    overridden_by: list[str] = field(default_factory=list)
    override_callers: list[Edge] = field(default_factory=list)
    made_by: list[Edge] = field(default_factory=list)
    stands_for: list[str] = field(default_factory=list)
    same_name: list[UnresolvedSite] = field(default_factory=list)
    omitted: int = 0
    more_matches: int = 0
    namesakes: list[str] = field(default_factory=list)
    unseen: Unseen = field(default_factory=Unseen)
    stale: list[str] = field(default_factory=list)
    cards: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class UnresolvedSite:
    """A reference that no definition could be found for."""

    kind: str
    name: str
    src: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class PathEnd:
    """What a way from A comes to, and the references in it, as `name:LINE`, that no definition was found for."""

    handle: str
    unresolved: list[str]


@dataclass(frozen=True, slots=True)
class PathAnswer:
    """The shortest way along edges; `steps` is empty when none was found or both ends are one.

    A step of kind `overridden_by` leads from a method to one that overrides it: a call of the one may run the other; one of
    kind `constructs` from who makes an instance to the constructor that this runs.
    Where there is no way, `src_ends` are the last things that A leads to, those first whose unresolved references could be the
    missing step, and `src_ends_left` how many there are besides; `dst_users` are edges to B, and `dst_users_left` those besides.
    With `truncated` the search ended at `max_depth` steps, and a longer way may be there (0 where it found one).
    `unresolved_same_name` counts the unresolved references that could mean B, `same_name` lists some; for `unseen` and
    `stale` see `GraphAnswer`.
    """

    found: bool
    steps: list[Edge]
    unresolved_same_name: int = 0
    src_ends: list[PathEnd] = field(default_factory=list)
    src_ends_left: int = 0
    dst_users: list[Edge] = field(default_factory=list)
    dst_users_left: int = 0
    same_name: list[UnresolvedSite] = field(default_factory=list)
    unseen: Unseen = field(default_factory=Unseen)
    truncated: bool = False
    max_depth: int = 0
    stale: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ImpactNode:
    """An entity that a change can reach, and the edge that leads from it towards the change.

    `entry`: it can run, nothing in the index uses it, and it is no test. The `via_edge` of a method that overrides a changed
    one, or is overridden by what is reached, is of the kind `overridden_by`; that of who makes the
    class of a constructor is of the kind `constructs`.
    """

    handle: str
    test: bool
    entry: bool
    via_edge: Edge


@dataclass(frozen=True, slots=True)
class ImpactAnswer:
    """What can be reached from the `targets` against the edges, nearest layer first; each entity is in one layer.

    `reached`, `test_count` and `entry_count` count all that is reached, also what `layers`, `tests` and `entry_points` leave out;
    with `is_capped` counting was given up, and there is more. `unresolved_same_name` counts the unresolved references that could
    mean a target, `same_name` lists some; for `unseen`, `stale` and `cards`, which a change makes stale, see `GraphAnswer`.
    """

    targets: list[str]
    layers: list[list[ImpactNode]]
    entry_points: list[str]
    tests: list[str]
    reached: int
    unresolved_same_name: int
    truncated: bool
    test_count: int = 0
    entry_count: int = 0
    is_capped: bool = False
    same_name: list[UnresolvedSite] = field(default_factory=list)
    unseen: Unseen = field(default_factory=Unseen)
    stale: list[str] = field(default_factory=list)
    cards: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EdgesLeft:
    """So many edges of a kind, that reach an entity (`incoming`) or leave it, are not listed."""

    kind: str
    incoming: bool
    count: int


@dataclass(frozen=True, slots=True)
class AskItem:
    """A hit, the entity that encloses it, and the entity's nearest edges; `left` tells how many it has besides."""

    hit: Hit
    entity: Entity | None
    edges: list[Edge]
    left: list[EdgesLeft] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class AskAnswer:
    """The one-call answer. `omitted` counts the hits that the budget has no room for; for `cards` see `GraphAnswer`."""

    query: str
    tier: int
    answers: list[AskItem]
    truncated: bool
    degraded: str | None = None
    omitted: int = 0
    cards: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The text that `show` prints, from the index. `omitted` counts the lines at its end that the budget has no room for."""

    source: str
    file: str
    start_line: int
    end_line: int
    handle: str | None
    text: str
    stale: bool
    truncated: bool = False
    lang: str | None = None
    omitted: int = 0
    cards: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of a pack. `role` is `target`, `callee`, `type`, `caller`, `sibling` or `imports`.

    The lines are those of the definition, of the call, or of the imports; the text of a callee, a type and a sibling is its
    signature (with the fields). `under` is the handle of what contains it, empty for a module. `elided` is how many lines of
    the target are left out after it.
    """

    role: str
    handle: str
    file: str
    start_line: int
    end_line: int
    text: str
    stale: bool
    source: str
    under: str
    flags: list[str]
    elided: int = 0


@dataclass(frozen=True, slots=True)
class Pack:
    """The neighbourhood of a definition; `tokens` are those of its text form, `omitted` counts the snippets left out."""

    target: str
    budget: int
    tokens: int
    snippets: list[Snippet]
    omitted: int
    lang: str | None = None
    cards: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MapEntry:
    """A definition in a map; the scores of all definitions add up to 1."""

    handle: str
    signature: str
    score: float
    file: str
    start_line: int
    kind: str


@dataclass(frozen=True, slots=True)
class Map:
    """The most depended-on definitions, best first; `tokens` are those of its text form.

    `stale` are the files (`label:path`) in it that have changed on disk since they were indexed.
    """

    budget: int
    tokens: int
    entries: list[MapEntry]
    omitted: int
    text: str = ""
    stale: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag in use, and how many entities have it."""

    tag: str
    count: int


def tag_of(text: str) -> str:
    """The one spelling of a tag: lower case, `-` for what stands between its words, no `#` before it; may be empty."""
    return "-".join(text.strip().lstrip("#").lower().split())


def as_document(answer: object) -> Any:
    """Turn an answer into what `json.dumps` takes; an empty `explain` is left out.

    Entities and edges begin with their `type`, as the objects of `export` do.
    """
    if dataclasses.is_dataclass(answer) and not isinstance(answer, type):
        document = {f.name: as_document(getattr(answer, f.name)) for f in dataclasses.fields(answer)}
        if document.get("explain") == {}:
            del document["explain"]
        if isinstance(answer, Entity | Edge):
            return {"type": type(answer).__name__.lower(), **document}
        return document
    if isinstance(answer, list | tuple):
        return [as_document(item) for item in answer]
    if isinstance(answer, dict):
        return {key: as_document(value) for key, value in answer.items()}
    return answer
