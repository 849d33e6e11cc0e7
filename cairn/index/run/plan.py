"""The plan of a run: what is on the disk against what the store knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from cairn.errors import RefusedError
from cairn.index.fingerprint import NOTHING_ANEW, Renewal
from cairn.index.read.messages import Work
from cairn.ingest.documents.text import NO_READER, TOO_SLOW
from cairn.ingest.walk import Candidate
from cairn.model import Skip
from cairn.store.rows import FileStamp, SkipRow

# A file that was written this shortly before a run, or later, may have changed after the run read it without a
# change of its times: those of FAT are as coarse as this.
_TELLING_NS = 2_000_000_000
# Reasons that lie in this machine and not in the file's bytes.
_PASSING = frozenset([NO_READER, TOO_SLOW])


@dataclass(frozen=True, slots=True)
class WalkResult:
    """The files that a walk found, and what it left out."""

    candidates: list[Candidate]
    skips: list[Skip]


@dataclass(frozen=True, slots=True)
class Known:
    """A source as the store knows it. `run_ns` is when the last run began, 0 if there was none.

    `renewal` is what has to be made anew of the same bytes.
    """

    files: Mapping[str, FileStamp]
    skips: Mapping[str, SkipRow]
    run_ns: int = 0
    renewal: Renewal = NOTHING_ANEW
    has_other_options: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """`works` are to be read, `gone` are no longer there, `skips` is what is left out so far, by path."""

    works: list[Work]
    gone: dict[str, FileStamp]
    unchanged: int
    skips: dict[str, SkipRow]

    @property
    def is_empty(self) -> bool:
        """Whether no file has to be read or deleted."""
        return not self.works and not self.gone


def collect_walk(found: Iterable[Candidate | Skip], own: str | None, on_progress: Callable[[int], None]) -> WalkResult:
    """Take in a walk; `own` is the path of the index, if it lies in the source: it is left out with the files beside it."""
    result = WalkResult([], [])
    for number, item in enumerate(found):
        if number % 500 == 0:
            on_progress(number)
        if isinstance(item, Skip):
            result.skips.append(item)
        elif own is not None and (item.path == own or item.path.startswith(f"{own}-")):
            result.skips.append(Skip(item.path, "excluded", "the index itself"))
        else:
            result.candidates.append(item)
    return result


def make_plan(found: WalkResult, known: Known) -> Plan:
    """Decide what has to be read."""
    skips = {skip.file: SkipRow(skip.file, skip.reason, skip.detail, None, None, None) for skip in found.skips}
    plan = Plan([], dict(known.files), 0, skips)
    unchanged = 0
    renewal = known.renewal
    telling_ns = known.run_ns - _TELLING_NS
    for path, size, mtime_ns, inode, is_named in found.candidates:
        stamp = plan.gone.pop(path, None)
        seen = stamp or known.skips.get(path)
        is_same = (
            seen is not None
            and seen.size == size
            and seen.mtime_ns == mtime_ns
            and (seen.inode == inode or not inode)
            and mtime_ns < telling_ns
        )
        if stamp is not None:
            is_renewed = renewal.chunks or renewal.concerns(stamp.language)
            if is_same and not is_renewed:
                unchanged += 1
            else:
                same_rows = None if is_renewed else (stamp.id, stamp.hash)
                plan.works.append(Work(path, same_rows, is_named, size, mtime_ns, inode))
        elif is_same and not known.has_other_options and not renewal.everything and known.skips[path].reason not in _PASSING:
            skips[path] = known.skips[path]
        else:
            plan.works.append(Work(path, None, is_named, size, mtime_ns, inode))
    return Plan(plan.works, plan.gone, unchanged, skips)


_PAST_CAPS = "exclude some, or `cairn add` it with --force"


def check_caps(candidates: Sequence[Candidate], is_binary: Callable[[str], bool], most_files: int, most_bytes: int) -> None:
    """Raise RefusedError if a source is larger than allowed. Binary files do not count: they will be skipped."""
    if len(candidates) <= most_files and sum(candidate.size for candidate in candidates) <= most_bytes:
        return
    counted = [candidate.size for candidate in candidates if not is_binary(candidate.path)]
    if len(counted) > most_files:
        raise RefusedError(f"the source has {len(counted)} files and CAIRN_MAX_INGEST_FILES allows {most_files}; {_PAST_CAPS}")
    if sum(counted) > most_bytes:
        raise RefusedError(f"the source has {sum(counted)} bytes and CAIRN_MAX_INGEST_BYTES allows {most_bytes}; {_PAST_CAPS}")


def check_deletions(plan: Plan, known: Known, count_moved: Callable[[], int], label: str) -> None:
    """Raise RefusedError if a refresh would delete more than half of a source: more likely a disk is not mounted.

    Options that leave much out mean to; but not that nothing is left.
    """
    if known.has_other_options:
        if plan.gone and not plan.works and len(plan.gone) == len(known.files):
            raise RefusedError(
                f"these patterns leave none of the {len(known.files)} files of {label!r}; mend them, or `cairn remove {label}`"
            )
        return
    if len(plan.gone) * 2 <= len(known.files):
        return
    lost = len(plan.gone) - count_moved()
    if lost * 2 > len(known.files):
        raise RefusedError(
            f"{lost} of {len(known.files)} files of {label!r} are gone; if that is meant, run `cairn refresh` with --allow-delete"
        )


def find_moves(gone: Mapping[str, bytes], added: Mapping[str, bytes]) -> list[tuple[str, str]]:
    """Pair files that are gone with new ones of the same bytes, those of the same name first; all by path with their hash."""
    free: dict[bytes, list[str]] = {}
    for path in sorted(added):
        free.setdefault(added[path], []).append(path)
    moves: dict[str, str] = {}
    for is_same_name in (True, False):
        for old in sorted(gone.keys() - moves.keys()):
            rest = free.get(gone[old], [])
            found = next((path for path in rest if not is_same_name or _name(path) == _name(old)), None)
            if found is not None:
                rest.remove(found)
                moves[old] = found
    return sorted(moves.items())


def count_accounted(gone: Mapping[str, bytes], added: Mapping[str, bytes]) -> int:
    """Count the files that are gone and of which something stands elsewhere: their bytes, or else a file of their name.

    A folder that is renamed takes edits of its files along, as of their imports.
    """
    moves = dict(find_moves(gone, added))
    left = Counter(_name(path) for path in gone if path not in moves)
    fresh = Counter(_name(path) for path in added.keys() - set(moves.values()))
    return len(moves) + (left & fresh).total()


def _name(path: str) -> str:
    return path.rpartition("/")[2]
