"""A worker process: what a run asks for comes in on standard input, answers go out on standard output."""

from __future__ import annotations

import gc
import marshal
import sys
from functools import partial
from typing import TYPE_CHECKING

from cairn.index.read.messages import READ, pack_outcomes, unpack_batch
from cairn.index.read.worker import do_work
from cairn.ingest.child import limit_memory, receive, send

if TYPE_CHECKING:
    from cairn.index.graph.resolving import Obedience

# A parse of a bounded file needs far less; what asks for more has gone astray, and dies alone.
_MEMORY_LIMIT_BYTES = 4 * 1024**3
_COLLECT_EVERY = 64
_READY = b"ready"


def main() -> None:
    """Serve until standard input ends: with the process that started this one, at the latest."""
    inward, outward = sys.stdin.buffer, sys.stdout.buffer
    # What a library prints must not end up among the messages.
    sys.stdout = sys.stderr
    limit_memory(_MEMORY_LIMIT_BYTES)
    gc.freeze()
    gc.disable()
    send(outward, _READY)
    resolving: Obedience | None = None
    count = 0
    while (message := receive(inward)) is not None:
        order = marshal.loads(message)  # noqa: S302 - from the process that started this one
        if order[0] == READ:
            send(outward, pack_outcomes(do_work(unpack_batch(order))))
            count += 1
            if count % _COLLECT_EVERY == 0:
                gc.collect()
            continue
        if resolving is None:
            # Loads the resolver, which a worker that only reads does without.
            from cairn.index.graph.resolving import Obedience

            resolving = Obedience(partial(send, outward))
        resolving.obey(order)
