"""What is indexed and what is being indexed: sources, jobs, vectors, and how long answers take."""

from __future__ import annotations

from dataclasses import dataclass

from cairn.app import Cairn
from cairn.errors import CairnError, NotFoundError
from cairn.model import Link, Source
from cairn.report import Job
from cairn.serve.meter import Latencies, Meter

_MOST_JOBS = 20
_LIVE = frozenset({"queued", "running"})
_SLOW_S = 1.0  # one of the bounds of the meter


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job; `share` is how much of its files is done, from 0 to 100, None where that is not known."""

    job: Job
    is_live: bool
    share: int | None


@dataclass(frozen=True, slots=True)
class Answering:
    """How long the calls of a tool took: their number, their mean, and how many took more than a second."""

    tool: str
    calls: int
    mean_ms: float
    slow: int


@dataclass(frozen=True, slots=True)
class WorkView:
    """All of it. `missing_vectors` counts the chunks without one, in tiers 1 and 2."""

    sources: list[Source]
    jobs: list[JobRow]
    links: list[Link]
    tier: int
    vectors: int
    chunks: int
    database: str
    bytes: int
    answering: list[Answering]
    outdated: list[str]


def work_view(cairn: Cairn, meter: Meter) -> WorkView:
    """What there is now; of no index, nothing."""
    try:
        sources, links, outdated = cairn.retrieve.sources(), cairn.retrieve.links(), cairn.retrieve.outdated()
    except NotFoundError:
        sources, links, outdated = [], [], []
    return WorkView(
        sources,
        job_rows(cairn),
        links,
        cairn.tier,
        sum(source.vectors for source in sources),
        sum(source.chunks for source in sources),
        str(cairn.database),
        cairn.size_bytes(),
        [_answering(tool, found) for tool, found in sorted(meter.latencies.items())],
        outdated,
    )


def job_rows(cairn: Cairn) -> list[JobRow]:
    """The latest jobs, the newest first."""
    try:
        jobs = cairn.ingest.jobs()
    except CairnError:  # no index yet, and so no jobs
        return []
    return [JobRow(job, job.state in _LIVE, _share(job)) for job in jobs[:_MOST_JOBS]]


def _share(job: Job) -> int | None:
    return min(100 * job.files_done // job.files_total, 100) if job.files_total and job.state in _LIVE else None


def _answering(tool: str, found: Latencies) -> Answering:
    calls = sum(found.counts)
    return Answering(tool, calls, 1000 * found.total_s / calls if calls else 0.0, found.over(_SLOW_S))
