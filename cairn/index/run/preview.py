"""What a run would do, without doing it: files are read and cut into chunks, and nothing is written."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from cairn.errors import RefusedError
from cairn.index.crew import one_spare
from cairn.index.run.compare import Comparison
from cairn.index.run.embed import Forecast
from cairn.index.run.plan import check_deletions, count_accounted, find_moves
from cairn.index.run.request import RunRequest
from cairn.index.run.update import read_all
from cairn.model import Skip
from cairn.report import IngestPlan
from cairn.store.rows import FileRow, SkipRow
from cairn.store.writing import StoreState

if TYPE_CHECKING:
    from cairn.index.run.off_disk import OffDiskDocument


@one_spare()
def preview(
    compared: Comparison,
    request: RunRequest,
    state: StoreState | None,
    limit_bytes: int,
    document: OffDiskDocument | None = None,
    forecast: Forecast | None = None,
) -> IngestPlan:
    """Say what a run over a source would do; `forecast` counts what it would embed, None in tier 0."""
    plan, known = compared.plan, compared.known
    hashes = state.chunk_hashes(compared.row.id) if state is not None and compared.row is not None else {}
    held = {digest for digests in hashes.values() for digest in digests}
    skips = dict(plan.skips)
    deleted = dict(plan.gone)
    added: dict[str, bytes] = {}
    changed: list[str] = []
    new: list[bytes] = []
    read: set[str] = set()
    with contextlib.closing(read_all(plan, str(compared.place.base), limit_bytes, document)) as batches:
        for outcome in (outcome for outcomes in batches for outcome in outcomes):
            stamp = known.files.get(getattr(outcome, "path", ""))
            if isinstance(outcome, SkipRow):
                skips[outcome.path] = outcome
                if stamp is not None:
                    deleted[outcome.path] = stamp
            elif isinstance(outcome, FileRow):
                read.add(outcome.path)
                new.extend(chunk[5] for chunk in outcome.chunks)
                if forecast is not None:
                    forecast.add(outcome)
                if stamp is None:
                    added[outcome.path] = outcome.hash
                elif stamp.hash != outcome.hash:
                    changed.append(outcome.path)
    untouched = {path: stamp for path, stamp in known.files.items() if path not in read and path not in deleted}
    kept = sum(len(hashes.get(stamp.id, ())) for stamp in untouched.values()) + sum(digest in held for digest in new)
    gone = {path: stamp.hash for path, stamp in plan.gone.items()}
    moved = find_moves(gone, added)
    refused = None
    if not request.allow_delete:
        try:
            check_deletions(plan, known, lambda: count_accounted(gone, added), request.label)
        except RefusedError as exc:
            refused = str(exc)
    sources, targets = {old for old, _ in moved}, {new for _, new in moved}
    return IngestPlan(
        source=request.label,
        added=sorted(set(added) - targets),
        changed=sorted(changed),
        moved=[list(move) for move in moved],
        deleted=sorted(set(deleted) - sources),
        unchanged=len(known.files) - len(deleted) - len(changed),
        skipped=[Skip(row.path, row.reason, row.detail) for _, row in sorted(skips.items())],
        chunks_kept=kept,
        chunks_new=sum(digest not in held for digest in new),
        embeddings_needed=forecast.count(compared.row.id if compared.row else None, untouched) if forecast else 0,
        refused=refused,
        notes=[known.renewal.why] if known.renewal.why else [],
    )
