"""The tools that start jobs, and those that tell of them."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Literal

from mcp_types import CallToolResult  # noqa: TC002 - annotations are read when a tool is made
from pydantic import Field

from cairn.answers.documents import fit_answer
from cairn.answers.fit import Paged
from cairn.answers.lists import JobsAnswer
from cairn.answers.model.jobs import job_text
from cairn.answers.pages import Page
from cairn.answers.sheets import JOBS
from cairn.errors import UsageError
from cairn.report import IngestReport, Job
from cairn.serve.arguments import Budget, Cursor, JobId, OneLabel, Wait
from cairn.serve.calls import Ask, begin, read, read_page, result
from cairn.serve.schema import Recipe
from cairn.serve.work import IsCancelled, OnJob, OnProgress, Work

_MOST_WARNINGS = 20  # of a job: a guess; `list` with `what` files tells those of each file


async def add(
    ctx: Ask,
    location: Annotated[str, Field(max_length=4096, description="absolute path on the server's machine, or a page's URL")],
    label: Annotated[str, Field(max_length=200, description="default: the folder's name")] = "",
    kind: Literal["", "code", "docs", "file", "web"] = "",
    wait: Wait = False,
) -> CallToolResult:
    """Index a folder, a file or a web page as a new source; adding it again brings it up to date. Starts a job: `job` tells
    how far it is.
    """

    def run(work: Work, on_progress: OnProgress, is_cancelled: IsCancelled, on_job: OnJob) -> IngestReport:
        return work.cairn.ingest.add(
            location, label=label or None, kind=kind or None, on_progress=on_progress, is_cancelled=is_cancelled, on_job=on_job
        )

    return _told(await begin(ctx, run, wait))


async def refresh(ctx: Ask, source: OneLabel, wait: Wait = False) -> CallToolResult:
    """Bring a source up to date with the disk; only what has changed is read. Starts a job."""

    def run(work: Work, on_progress: OnProgress, is_cancelled: IsCancelled, on_job: OnJob) -> IngestReport:
        return work.cairn.ingest.refresh(label, on_progress=on_progress, is_cancelled=is_cancelled, on_job=on_job)

    label = await _label_of(ctx, source)
    return _told(await begin(ctx, run, wait))


async def reindex(
    ctx: Ask,
    source: OneLabel,
    graph: Annotated[bool, Field(description="only the edges")] = False,
    vectors: Annotated[bool, Field(description="only missing vectors")] = False,
    wait: Wait = False,
) -> CallToolResult:
    """Build a source again. Starts a job."""

    def run(work: Work, on_progress: OnProgress, is_cancelled: IsCancelled, on_job: OnJob) -> IngestReport:
        return work.cairn.ingest.reindex(
            label, graph=graph, vectors=vectors, on_progress=on_progress, is_cancelled=is_cancelled, on_job=on_job
        )

    label = await _label_of(ctx, source)
    return _told(await begin(ctx, run, wait))


async def _label_of(ctx: Ask, source: str) -> str:
    """The label of a source that is named by it or by its folder. An unknown one is an error at once, not a job that fails."""

    def find(work: Work) -> str:
        if source == "all":
            raise UsageError("one call takes one source, and 'all' is none; call it for each label that `list` tells")
        return work.label(source)

    return await read(ctx, find)


async def job(
    ctx: Ask,
    id: JobId,  # noqa: A002 - the argument's name
    cancel: Annotated[bool, Field(description="ask it to stop")] = False,
) -> CallToolResult:
    """How far a job is, or what it did."""
    found = await read(ctx, lambda work: work.cairn.ingest.cancel(id) if cancel else work.cairn.ingest.job(id))
    return _told(found)


async def jobs(ctx: Ask, budget: Budget = 2000, cursor: Cursor = "") -> CallToolResult:
    """The latest jobs, the newest first."""

    def newest(work: Work) -> object:
        return next((row.id for row in work.cairn.ingest.jobs()), None)

    def run(work: Work, page: Page) -> Paged[JobsAnswer]:
        return fit_answer(JobsAnswer([_brief(row) for row in work.cairn.ingest.jobs()]), JOBS, page)

    return await read_page(ctx, ("jobs",), budget, cursor, run, state=newest)


def _told(job: Job) -> CallToolResult:
    brief = _brief(job)
    return result(job_text(brief), brief)


def _brief(job: Job) -> Job:
    """The job with its first warnings only."""
    report = job.report and dataclasses.replace(job.report, warnings=_first(job.report.warnings))
    return dataclasses.replace(job, warnings=_first(job.warnings), report=report)


def _first(warnings: list[str]) -> list[str]:
    more = len(warnings) - _MOST_WARNINGS
    return [*warnings[:_MOST_WARNINGS], f"and {more} more warnings"] if more > 0 else warnings


JOB_RECIPES = (
    Recipe(add, Job, is_read_only=False, is_open_world=True),
    Recipe(refresh, Job, is_read_only=False, is_open_world=True),
    Recipe(reindex, Job, is_read_only=False, is_open_world=True),
    Recipe(jobs, JobsAnswer),
    Recipe(job, Job, is_read_only=False),
)
