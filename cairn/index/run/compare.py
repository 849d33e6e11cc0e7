"""A source on the disk compared with what the store knows of it, and the guards that come before anything is written."""

from __future__ import annotations

import contextlib
import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from cairn.errors import CairnError, EnvironmentFault, NotFoundError, RefusedError, no_source, without_logins
from cairn.index.fingerprint import Fingerprint, Renewal, current_fingerprint, find_renewal
from cairn.index.place import Place, check_allowed
from cairn.index.read.disk import FileBytes, Folder
from cairn.index.run.plan import Known, Plan, WalkResult, check_caps, collect_walk, make_plan
from cairn.index.run.request import RunRequest, SourceOptions
from cairn.ingest.documents.kind import may_be_document
from cairn.ingest.documents.read import PROCESS, read_document
from cairn.ingest.documents.text import NO_READER, REINSTALL
from cairn.ingest.read import is_binary, read_text
from cairn.ingest.walk import Candidate, WalkOptions, walk
from cairn.model import Skip
from cairn.store.rows import SourceRow
from cairn.store.writing import WAIT_LIMIT_S, StoreState

_SNIFF_BYTES = 8192
# A folder that is left out is one Skip.
_REASONS_OF_FOLDERS = frozenset(["ignored", "excluded", "nested_checkout", "link", "dangling_link", "unreadable"])
_ALL_ANEW = Renewal(everything=True, graph=True, why="all of it was built anew, as asked")


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of what may be indexed. `refused_locations` cannot be sources themselves; what lies in them can.

    A run waits `wait_s` seconds for a writer of another process. `host_root` is the folder that a container's host shows here
    as the first of `allowed_roots`, for messages.
    """

    max_files: int
    max_bytes: int
    max_file_bytes: int
    allowed_roots: tuple[Path, ...] = ()
    refused_locations: tuple[Path, ...] = ()
    host_root: str | None = None
    wait_s: float = WAIT_LIMIT_S


@dataclass(frozen=True, slots=True)
class Comparison:
    """A source on the disk against what the store knows. `row` is None for one that is not known."""

    row: SourceRow | None
    place: Place
    options: SourceOptions
    known: Known
    plan: Plan


class SourceWalker:
    """Walks sources on the disk and compares them with the store."""

    def __init__(self, database: Path | None, limits: Limits) -> None:
        self._database = database
        self._limits = limits

    def compare(
        self, state: StoreState | None, request: RunRequest, found: WalkResult | None, on_progress: Callable[[int], None]
    ) -> Comparison:
        """Compare a source with what is known of it; `state` is None where there is no index yet.

        Raises:
            NotFoundError, RefusedError, EnvironmentFault: there is no such source, or it may not be indexed.
        """
        row = find_source(state, request) if state is not None else None
        location = request.place.location if request.place else Path(row.location if row else "")
        old_options = SourceOptions.from_text(row.options) if row else SourceOptions()
        options = request.options or old_options
        if found is None:
            found = self.walk(location, options, on_progress, is_known=row is not None)
        if row is None and not found.candidates:
            raise nothing_in(location, (skip.reason for skip in found.skips))
        known = Known({}, {}, has_other_options=options != old_options)
        if state is not None and row is not None:
            stamps = state.stamps(row.id)
            languages = {stamp.language for stamp in stamps.values()}
            seen = Fingerprint.from_text(row.fingerprint)
            renewal = _ALL_ANEW if request.kind == "reindex" else find_renewal(seen, languages)
            run_s = int(dt.datetime.fromisoformat(row.indexed_at).timestamp()) if row.indexed_at else 0
            known = Known(stamps, state.skips(row.id), run_s * 1_000_000_000, renewal, options != old_options)
        return Comparison(row, request.place or Place(location, location.is_file()), options, known, make_plan(found, known))

    def walk(
        self, location: Path, options: SourceOptions, on_progress: Callable[[int], None], is_known: bool = False
    ) -> WalkResult:
        """Walk a source, and see to the caps. One that is known and has vanished is empty."""
        check_allowed(location, self._limits.allowed_roots)
        if is_known and not location.exists():
            return WalkResult([], [])
        wanted = WalkOptions(
            options.include, options.exclude, self._limits.allowed_roots, self._limits.max_file_bytes, options.force
        )
        base = location.parent if location.is_file() else location
        found = collect_walk(walk(location, wanted), self._own_path(base), on_progress)
        if not options.force:
            check_caps(found.candidates, lambda path: _is_binary(base / path), self._limits.max_files, self._limits.max_bytes)
        return found

    def require_text(self, found: WalkResult, place: Place, options: SourceOptions) -> None:
        """Raise NotFoundError if no file that was found can be indexed: before the index is made, not after."""
        reasons = [skip.reason for skip in found.skips]
        with Folder(str(place.base)) as folder, contextlib.closing(PROCESS):
            for candidate in found.candidates:
                read = folder.read(candidate.path, self.limit_bytes(options))
                if isinstance(read, FileBytes):
                    skip = _why_left_out(read.data, candidate)
                    if skip is None:
                        return
                    reasons.append(skip.reason)
                else:
                    reasons.append(read.reason)
        raise nothing_in(place.location, reasons)

    def limit_bytes(self, options: SourceOptions) -> int:
        """Return how large a file of a source may be: any size where it was added with `--force`."""
        return 2**31 - 1 if options.force else self._limits.max_file_bytes

    def _own_path(self, base: Path) -> str | None:
        """Return the path of the index below a folder, None if it lies elsewhere: it must not index itself."""
        own = self._database
        return own.relative_to(base).as_posix() if own is not None and own.is_relative_to(base) else None


def find_source(state: StoreState, request: RunRequest) -> SourceRow | None:
    """Return the source that a request is about, None if it is a new one.

    Raises:
        NotFoundError: there is none, and the request makes none.
        RefusedError: its label is that of another place.
    """
    if request.place is None:
        return require_source(state, request.label)
    row = state.source(request.label)
    if row is not None and row.location != request.place.name:
        raise RefusedError(f"the label {request.label!r} is taken by {row.location}; choose another with --label")
    return row


def redirect_to_indexed(state: StoreState, request: RunRequest) -> tuple[RunRequest, list[str]]:
    """Turn a request to add an indexed location into one for the source that it is; also return what to say of that.

    Raises:
        RefusedError: the request gives it another label.
    """
    if request.place is None:
        return request, []
    labels = [row.label for row in state.source_rows() if row.location == request.place.name]
    if not labels or request.label in labels:
        return request, []
    if not request.is_label_derived:
        raise RefusedError(
            f"{request.place.name} is indexed as {labels[0]!r} already; "
            f"`cairn rename {labels[0]} {request.label}` gives it the other label"
        )
    name = without_logins(request.place.name)
    return replace(request, label=labels[0]), [f"{name} is indexed as {labels[0]!r}: that was refreshed"]


def require_source(state: StoreState, label: str) -> SourceRow:
    """Return the source of that label, or raise NotFoundError."""
    row = state.source(label)
    if row is None:
        raise no_source(label, (known.label for known in state.source_rows()))
    return row


def nothing_in(location: Path, reasons: Iterable[str]) -> CairnError:
    """Return the error of a place that has nothing for an index; `reasons` are those of the files that were skipped."""
    counts = Counter(reasons)
    if NO_READER in counts:
        return EnvironmentFault(f"a reader of documents in {location} cannot be loaded; {REINSTALL}")
    fault = f"{location} holds no file that can be indexed"
    if not counts:
        return NotFoundError(f"{fault}; check the path")
    number = counts.total()
    noun = "path" if counts.keys() & _REASONS_OF_FOLDERS else "file"
    skipped = f"{number:,} {noun}s were skipped" if number > 1 else f"1 {noun} was skipped"
    why = ", ".join(f"{count:,} {reason}" if number > 1 else reason for reason, count in counts.most_common())
    return NotFoundError(f"{fault}; {skipped}: {why}; `cairn add --plan` tells which, check the path and its ignore rules")


def fingerprint_text() -> str:
    """Return what stands in a source that this program has just indexed."""
    return current_fingerprint().as_text()


def _why_left_out(data: bytes, candidate: Candidate) -> Skip | None:
    document = read_document(data, candidate.path)
    if document is not None:
        return document if isinstance(document, Skip) else None
    text = read_text(data, candidate.path, is_named=candidate.is_named)
    return text if isinstance(text, Skip) else None


def _is_binary(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            head = stream.read(_SNIFF_BYTES)
            return is_binary(head) and not may_be_document(head, path.name)
    except OSError:
        return True
