"""What a worker does to resolve a part of a source: shares of its files, one after the other, against a spool of all facts.

    begin, path of the spool      -> READY, left-out definitions; or FAILED, why
    share, first file, last file  -> TICK, files done (now and then); then DONE, what was found
    end                           -> LOG, what all shares were resolved from

An answer is a tag of one byte, and a body in `marshal`; as with what is read, both ends are the same interpreter.
"""

from __future__ import annotations

import logging
import marshal
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Literal, NamedTuple

from cairn.extract.preludes import preludes_of
from cairn.index.graph.limits import Timekeeper
from cairn.index.graph.spool import Spool
from cairn.model import EdgeKind
from cairn.resolve.budget import Budget
from cairn.resolve.program import Program
from cairn.resolve.resolve import Fault, Resolution, Resolver
from cairn.store.rows import EdgeRow, UnresolvedRow

_log = logging.getLogger(__name__)

READY, FAILED, TICK, DONE, LOG = b"R", b"F", b"T", b"D", b"L"
_TICK_S = 0.25
_WORDS: dict[str, str] = {kind: kind.value for kind in EdgeKind}

Order = tuple[Literal["begin"], str] | tuple[Literal["share"], int, int] | tuple[Literal["end"]]
Send = Callable[[bytes], None]


def pack_order(order: Order) -> bytes:
    """Turn an order into a message."""
    return marshal.dumps(order)


class Resolving:
    """A source that is being resolved in this process."""

    def __init__(self, spool: Path) -> None:
        """Look at what the rules of languages ask of all files; raises whatever that does."""
        with ExitStack() as owned:
            self._spool = owned.enter_context(closing(Spool(spool)))
            units = self._spool.units
            self._timekeeper = Timekeeper()
            self._timekeeper.begin(len(units))
            preludes = preludes_of({unit.language for unit in units})
            find_named, libraries = self._spool.names.find, self._spool.libraries
            self._program = Program(units, self._spool.manifests, preludes, find_named, libraries)
            self._resolver = owned.enter_context(closing(Resolver(self._program, Budget(self._timekeeper.look))))
            self.left_out = sorted(self._resolver.completed)
            self._owned = owned.pop_all()

    def share(self, begin: int, end: int, send: Send) -> Resolution:
        """Resolve the files from one number up to another."""
        told_at, told = time.monotonic(), begin
        for number in range(begin, end):
            if self._program.has_rules(number):
                self._timekeeper.begin_unit()
                self._resolver.try_unit(number)
            if time.monotonic() > told_at + _TICK_S:
                send(TICK + marshal.dumps(number + 1 - told))
                told_at, told = time.monotonic(), number + 1
        send(TICK + marshal.dumps(end - told))
        return self._resolver.take(lambda src: begin <= src[0] < end)

    def log(self) -> list[bytes]:
        """What all shares were resolved from, and what their files say, packed."""
        self._resolver.evaluator.memory.forget()  # no more questions: what follows takes as much memory
        return self._resolver.log(self._spool.files)

    def close(self) -> None:
        """Give back the memory, at once."""
        self._owned.close()


class Obedience:
    """Carries out the orders of a run, in its worker."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._resolving: Resolving | None = None

    def obey(self, order: Order) -> None:
        """Do what a message says, and answer. Where memory runs out, the process had better end."""
        try:
            answer = self._answer(order)
        except MemoryError:
            raise
        except Exception as exc:  # noqa: BLE001 - the run resolves by itself, and finds what is at fault
            _log.warning("resolving failed: %s", type(exc).__name__, exc_info=_log.isEnabledFor(logging.DEBUG))
            answer = FAILED + marshal.dumps(f"{type(exc).__name__}: {exc}")
        self._send(answer)

    def _answer(self, order: Order) -> bytes:
        if order[0] == "begin":
            self._resolving = Resolving(Path(order[1]))
            return READY + marshal.dumps(self._resolving.left_out)
        assert self._resolving is not None
        if order[0] == "share":
            return pack_found(self._resolving.share(order[1], order[2], self._send))
        resolving, self._resolving = self._resolving, None
        with closing(resolving):
            return LOG + marshal.dumps(resolving.log())


NOTHING_UNRESOLVED = marshal.dumps([])


class Piece(NamedTuple):
    """What was found in a share, as the store takes it; faults and what cost too much by file."""

    edges: list[EdgeRow]
    unresolved: bytes  # packed until it is written, see `unpack_unresolved`
    faults: dict[int, Fault]
    costly: dict[int, str]


def pack_found(found: Resolution) -> bytes:
    """Turn what was found in a share into a message, in which no members of enums can be."""
    # Version 2: later ones look for what occurs twice, and take half as long again (measured).
    edges = [(_WORDS[kind], src, dst, sites, sure, via) for kind, src, dst, sites, sure, via in found.edges]
    unresolved = marshal.dumps([(_WORDS[kind], src, name, line) for kind, src, name, line in found.unresolved], 2)
    faults = [(number, *fault) for number, fault in found.faults.items()]
    return DONE + marshal.dumps((edges, unresolved, faults, dict(found.costly)), 2)


def unpack_unresolved(packed: bytes) -> list[UnresolvedRow]:
    """The rows of what could not be told."""
    rows: list[UnresolvedRow] = marshal.loads(packed)  # noqa: S302 - from our own worker
    return rows


def unpack_found(message: bytes) -> Piece:
    """Read what `pack_found` wrote."""
    edges, unresolved, faults, costly = marshal.loads(memoryview(message)[1:])  # noqa: S302 - from our own worker
    return Piece(edges, unresolved, {number: Fault(*fault) for number, *fault in faults}, costly)
