"""The tools that start jobs, and those that tell of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from mcp_types import CallToolResult  # noqa: TC002 - annotations are read when a tool is made
from pydantic import Field

from cairn.report import IngestReport, Job
from cairn.serve.calls import Ask, begin, read, result
from cairn.serve.render import report_text
from cairn.serve.schema import Recipe
from cairn.serve.work import IsCancelled, OnJob, OnProgress, Work

JOBS = 20  # of the latest: a guess

Label = Annotated[str, Field(max_length=200, description="the label")]
Wait = Annotated[bool, Field(description="answer when it is done")]


@dataclass(frozen=True, slots=True)
class JobsAnswer:
    """The answer to `jobs`, the newest first."""

    jobs: list[Job]


async def add(
    ctx: Ask,
    location: Annotated[str, Field(description="absolute path of a folder or a file on the server's machine")],
    label: Annotated[str, Field(max_length=200, description="name of the source; default: the folder's name")] = "",
    kind: Literal["", "code", "docs", "file"] = "",
    wait: Wait = False,
) -> CallToolResult:
    """Index a folder or a file as a new source; adding it again brings it up to date. Starts a job: `job` tells how far it is."""

    def run(work: Work, on_progress: OnProgress, is_cancelled: IsCancelled, on_job: OnJob) -> IngestReport:
        return work.cairn.ingest.add(
            location, label=label or None, kind=kind or None, on_progress=on_progress, is_cancelled=is_cancelled, on_job=on_job
        )

    return _told(await begin(ctx, run, wait))


async def refresh(ctx: Ask, source: Label, wait: Wait = False) -> CallToolResult:
    """Bring a source up to date with the disk; only what has changed is read. Starts a job."""

    def run(work: Work, on_progress: OnProgress, is_cancelled: IsCancelled, on_job: OnJob) -> IngestReport:
        return work.cairn.ingest.refresh(source, on_progress=on_progress, is_cancelled=is_cancelled, on_job=on_job)

    return _told(await begin(ctx, run, wait))


async def reindex(
    ctx: Ask, source: Label, graph: Annotated[bool, Field(description="only the edges")] = False, wait: Wait = False
) -> CallToolResult:
    """Build a source again. Starts a job."""

    def run(work: Work, on_progress: OnProgress, is_cancelled: IsCancelled, on_job: OnJob) -> IngestReport:
        return work.cairn.ingest.reindex(source, graph=graph, on_progress=on_progress, is_cancelled=is_cancelled, on_job=on_job)

    return _told(await begin(ctx, run, wait))


async def job(ctx: Ask, id: str, cancel: Annotated[bool, Field(description="ask it to stop")] = False) -> CallToolResult:  # noqa: A002 - the argument's name
    """How far a job is, or what it did."""
    found = await read(ctx, lambda work: work.cairn.ingest.cancel(id) if cancel else work.cairn.ingest.job(id))
    return _told(found)


async def jobs(ctx: Ask) -> CallToolResult:
    """The latest jobs."""
    found = await read(ctx, lambda work: work.cairn.ingest.jobs()[:JOBS])
    return result("\n".join(job_text(row) for row in found) or "No jobs yet.", JobsAnswer(found))


def _told(job: Job) -> CallToolResult:
    return result(job_text(job), job)


def job_text(job: Job) -> str:
    """A job in a line or, once it is done, with what it did."""
    counts = f" {job.files_done}/{job.files_total} files" if job.files_total and job.state == "running" else ""
    head = f"job {job.id}: {job.kind} {job.source}, {job.state}{counts}"
    if job.error:
        return f"{head}: {job.error}"
    return head if job.report is None else f"{head}\n{report_text(job.report)}"


JOB_RECIPES = (
    Recipe(add, Job, is_read_only=False),
    Recipe(refresh, Job, is_read_only=False),
    Recipe(reindex, Job, is_read_only=False),
    Recipe(jobs, JobsAnswer),
    Recipe(job, Job, is_read_only=False),
)
