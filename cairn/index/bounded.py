"""The write side as a user sees it: what may be done to the sources of their rights, and nothing of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypedDict, Unpack, cast

from cairn.errors import NotFoundError, RefusedError, no_source
from cairn.index.facade import Ingest
from cairn.index.run.runner import IsCancelled, OnJob, OnProgress
from cairn.ingest.web.target import is_url
from cairn.model import Link, Source
from cairn.report import GcReport, IngestPlan, IngestReport, Job
from cairn.rights import User

# What concerns the whole index, the disk of its machine, or other processes, and so only its owner.
OWNERS = frozenset(
    """init add_text plan_add plan_add_text is_changed excludes verify back_up abandon run_again find_stale target labels_at
    reindex_kind require_source carry_out location_of""".split()
)


def bounded_ingest(ingest: Ingest, user: User, locations: Callable[[], Mapping[str, str]]) -> Ingest:
    """Return the write side for a user; `locations` are the sources that exist for them, by label."""
    return cast("Ingest", BoundedIngest(ingest, user, locations))


class RunOptions(TypedDict, total=False):
    """The options of a run that any user may give; `allow_delete` and `force` are its owner's."""

    on_progress: OnProgress | None
    is_cancelled: IsCancelled | None
    on_job: OnJob | None


class AddOptions(RunOptions, total=False):
    """Those of `add`."""

    kind: str | None


class BoundedIngest:
    """See `Ingest` for what each call does and raises. What `OWNERS` names is not here.

    A source that the user may not read is one that there is not; one that they may read and not write raises RefusedError.
    """

    def __init__(self, ingest: Ingest, user: User, locations: Callable[[], Mapping[str, str]]) -> None:
        self._ingest = ingest
        self._user = user
        self._locations = locations

    def add(self, location: str | Path, *, label: str | None = None, **options: Unpack[AddOptions]) -> IngestReport:
        """Index what lies in the user's roots, or refresh what they may write."""
        known = self._known_at(location)
        if known is None:
            self._require_within_roots(location)
        name, others = self._ingest.target(location, label if known is None or label is not None else known)
        self._require_write(name)
        if not all(map(self._user.may_read, others)):
            raise RefusedError(f"{location} cannot be added by {self._user.name!r}; ask whoever runs the server")
        return self._ingest.add(location, label=name, **options)

    def refresh(self, label: str, **options: Unpack[RunOptions]) -> IngestReport:
        self._require(label)
        return self._ingest.refresh(label, **options)

    def plan_refresh(self, label: str) -> IngestPlan:
        self._require(label)
        return self._ingest.plan_refresh(label)

    def reindex(self, label: str, *, graph: bool = False, vectors: bool = False, **options: Unpack[RunOptions]) -> IngestReport:
        self._require(label)
        return self._ingest.reindex(label, graph=graph, vectors=vectors, **options)

    def plan_reindex(self, label: str, *, graph: bool = False, vectors: bool = False) -> IngestPlan:
        self._require(label)
        return self._ingest.plan_reindex(label, graph=graph, vectors=vectors)

    def remove(self, label: str) -> Source:
        self._require(label)
        return self._ingest.remove(label)

    def rename(self, label: str, new: str) -> None:
        self._require(label)
        self._require_write(new)
        self._ingest.rename(label, new)

    def link(self, src: str, dst: str) -> Link:
        """Linking changes the edges of the source that uses; the other one is only read."""
        self._require(src)
        self._require_seen(dst)
        return self._ingest.link(src, dst)

    def unlink(self, src: str, dst: str) -> Link:
        self._require(src)
        self._require_seen(dst)
        return self._ingest.unlink(src, dst)

    def gc(self) -> GcReport:
        if not self._user.writes_all:
            raise RefusedError(f"`gc` rewrites the whole index, and {self._user.name!r} may not write all of it")
        return self._ingest.gc()

    def jobs(self) -> list[Job]:
        """The runs of sources that the user may read."""
        return [job for job in self._ingest.jobs() if self._user.may_read(job.source)]

    def job(self, job_id: str) -> Job:
        jobs = self.jobs()
        found = next((job for job in jobs if job.id == job_id), None)
        if found is None:
            newest = f"; the newest is {jobs[0].id}" if jobs else "; there is none yet"
            raise NotFoundError(f"no job {job_id!r}{newest}")
        return found

    def cancel(self, job_id: str) -> Job:
        self._require_write(self.job(job_id).source)
        return self._ingest.cancel(job_id)

    def _require(self, label: str) -> None:
        self._require_seen(label)
        self._require_write(label)

    def _require_seen(self, label: str) -> None:
        known = self._locations()
        if label not in known:
            raise no_source(label, known)

    def _require_write(self, label: str) -> None:
        if not self._user.may_write(label):
            raise RefusedError(f"{self._user.name!r} may not write the source {label!r}; {self._told()}")

    def _told(self) -> str:
        return f"may write: {', '.join(self._user.writes)}" if self._user.writes else "may write none"

    def _known_at(self, location: str | Path) -> str | None:
        """The label of the source at a location, of those that exist for the user."""
        place = str(location) if is_url(str(location)) else str(_resolved(location))
        return next((label for label, where in self._locations().items() if where == place), None)

    def _require_within_roots(self, location: str | Path) -> None:
        """Before anything is said of a location: nobody learns what lies outside of their folders."""
        if self._user.writes_all or is_url(str(location)):
            return
        place = _resolved(location)
        if not any(place.is_relative_to(_resolved(root)) for root in self._user.roots):
            raise RefusedError(f"{location} lies outside of what {self._user.name!r} may add; {_listed(self._user.roots)}")


def _resolved(location: str | Path) -> Path:
    try:
        return Path(location).resolve()
    except (OSError, ValueError, RuntimeError):  # no path at all, which `Ingest` says better
        return Path(location)


def _listed(roots: Iterable[Path]) -> str:
    named = ", ".join(map(str, roots))
    return f"their folders are {named}" if named else "they have no folders (`roots` in the file of users)"
