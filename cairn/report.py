"""What runs tell: ingests, evaluations of the search, and traces of what was resolved."""

from __future__ import annotations

from dataclasses import dataclass, field

from cairn.model import Edge, GraphAnswer, Skip


@dataclass(frozen=True, slots=True)
class Job:
    """An ingest: running, or past.

    `state`: `queued`, `running`, `done`, `failed`, `cancelled`, or `stale` if it ended without a word. `alive_at` is its last
    sign of life, `report` what it did, once it is done.
    """

    id: str
    kind: str
    source: str
    state: str
    files_done: int
    files_total: int
    warnings: list[str]
    error: str | None
    started_at: str | None = None
    ended_at: str | None = None
    alive_at: str | None = None
    report: IngestReport | None = None


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What an ingest did. Counts are of files, but for `chunks`, `entities` and `edges`.

    `notes` say what was built anew although no file changed, and why. `vectors` are the chunks that have one, and
    `vectors_missing` those that have none; both are 0 in tier 0.
    """

    source: str
    job: str
    added: int
    changed: int
    deleted: int
    unchanged: int
    skipped: int
    chunks: int
    entities: int
    edges: int
    warnings: list[str]
    seconds: float
    notes: list[str] = field(default_factory=list)
    vectors: int = 0
    vectors_missing: int = 0
    moved: int = 0  # neither added nor deleted: gone from one path, and at another with the same bytes


@dataclass(frozen=True, slots=True)
class IngestPlan:
    """What an ingest would do. A file that is gone from one path and stands at another is `moved`, and nothing else.

    `chunks_kept` are those of the new state whose text is in the index already. `refused` is why the run would not
    begin, `notes` what it would build anew although no file changed.
    """

    source: str
    added: list[str]
    changed: list[str]
    moved: list[list[str]]
    deleted: list[str]
    unchanged: int
    skipped: list[Skip]
    chunks_kept: int
    chunks_new: int
    embeddings_needed: int
    refused: str | None = None
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that does not hold in an index. `count` rows are concerned."""

    check: str
    detail: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What `verify` found. `repaired` is what a repair found and mended; `faults` what is wrong now."""

    ok: bool
    faults: list[Fault]
    sources: int
    files: int
    chunks: int
    entities: int
    edges: int
    repaired: list[Fault] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CopyReport:
    """What `export --db-copy` wrote."""

    path: str
    bytes: int


@dataclass(frozen=True, slots=True)
class MoveReport:
    """What `copy` did: the labels of sources that were copied, and of those that were there already, by an earlier try.

    `vectors_missing` counts texts without a vector in the copy that have one in the index; `jobs` the records of runs;
    `links_missing` says of each link that its other end is not in the copy.
    """

    target: str
    copied: list[str]
    kept: list[str]
    vectors: int
    vectors_missing: int
    jobs: int
    links_missing: list[str]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is. `phase`: `wait` (for another writer), `walk`, `read`, `resolve`, `publish`, `embed`, `extract`.

    `total` is 0 if unknown.
    """

    phase: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class WatchEvent:
    """What happened to a source that is watched: `watching`, `polling`, `refreshed` (with a report), `failed` or `gone`."""

    kind: str
    source: str
    detail: str
    report: IngestReport | None = None


@dataclass(frozen=True, slots=True)
class GcReport:
    """What `gc` did: the size of the database file before and after."""

    bytes_before: int
    bytes_after: int


@dataclass(frozen=True, slots=True)
class EvalScore:
    """How well the search did on a file of questions with some settings; `tokens` is the mean of the first ten hits."""

    settings: str
    questions: int
    recall_1: float
    recall_5: float
    recall_10: float
    mrr: float
    ndcg_10: float
    tokens: int


@dataclass(frozen=True, slots=True)
class EvalRow:
    """A question, and for each setting the rank of each of its right places, None if it is not among the hits."""

    query: str
    ranks: list[list[int | None]]


@dataclass(frozen=True, slots=True)
class EvalAnswer:
    """The answer to `eval`. Of two settings, for how many questions the second is better and worse, and the sign test of that.

    `faults` tells what the questions name and the index does not have; such places count for nothing.
    """

    scores: list[EvalScore]
    rows: list[EvalRow]
    better: int
    worse: int
    p_value: float | None
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class WhyStep:
    """One part of an expression: where it was found, and what it is.

    What a part rests on follows it, one `depth` further in.
    """

    depth: int
    text: str
    how: str
    value: str


@dataclass(frozen=True, slots=True)
class WhyTarget:
    """Where a site leads. `is_asked`: it is what was asked for."""

    kind: str
    handle: str
    via: str
    confidence: float
    is_asked: bool


@dataclass(frozen=True, slots=True)
class WhySite:
    """A place that leads to what was asked for, or names it, and how it was resolved.

    `lines` are all lines that say the same, `code` is the first of them as it was indexed, `expression` what the resolver knows
    of it. `outcome` says which rule decided, or why none did.
    """

    kind: str
    src: str
    file: str
    lines: list[int]
    code: str
    expression: str
    steps: list[WhyStep]
    targets: list[WhyTarget]
    outcome: str


@dataclass(frozen=True, slots=True)
class WhyAnswer(GraphAnswer):
    """How an edge, or the lack of one, came about: `matches` has where it leaves, `asked` what it should lead to.

    `edges` are those that the index has between the two, `backwards` those that lead the other way. `more_sites` counts those
    that are not explained. Where there is no site, `near_names` are names that are used and read alike. `notes` say what else is
    to be known: that a file could not be resolved, or that a source is not linked.
    """

    query: str = ""
    asked: list[str] = field(default_factory=list)
    sites: list[WhySite] = field(default_factory=list)
    more_sites: int = 0
    backwards: list[Edge] = field(default_factory=list)
    near_names: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
