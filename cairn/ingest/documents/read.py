"""Documents read in a process with limits on memory and time, which ends with the document that goes beyond them."""

from __future__ import annotations

import marshal
import threading

from cairn.ingest.child import Child
from cairn.ingest.documents.kind import judge_document
from cairn.ingest.documents.text import TOO_SLOW, DocumentText, Unreadable
from cairn.model import Skip

# A document within the other limits takes a third (CPU, measured: 160,000 cells of a sheet 3.6 s, 300 pages of PDF 1.3 s).
# It is the reader's own time: what else the machine does is no fault of the document.
CPU_LIMIT_S = 30.0
# For what waits rather than computes, and for Windows: a machine may give a process a tenth of a core (guess).
TIME_LIMIT_S = 300.0
_ATTEMPTS = 2  # a process may be ended by something else than the document


class _Watch(threading.Timer):
    """Ends a process when its time is over."""

    def __init__(self, child: Child) -> None:
        super().__init__(TIME_LIMIT_S, self._end)
        self.daemon = True
        self.is_over = False
        self._child = child
        self.start()

    def _end(self) -> None:
        self.is_over = True
        self._child.kill()


class DocumentProcess:
    """Reads documents, one at a time, in a process that is started for the first of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._child: Child | None = None

    def read(self, kind: str, path: str, data: bytes) -> DocumentText:
        """Return the text of a document.

        Raises:
            Unreadable: it has none, or takes too much of something.
            EnvironmentFault: a process cannot be started.
        """
        for _ in range(_ATTEMPTS):
            answer = self._ask(marshal.dumps((kind, path, data, CPU_LIMIT_S)))
            if answer is not None:
                break
        else:
            raise Unreadable("corrupt", "it ended the process that read it")
        is_text, first, second, warnings = marshal.loads(answer)  # noqa: S302 - from a process of our own
        if not is_text:
            raise Unreadable(first, second)
        return DocumentText(first, second, warnings)

    def _ask(self, message: bytes) -> bytes | None:
        """Return the answer to a message; None if the process ended, Unreadable if that was by one of the limits."""
        with self._lock:
            child = self._child = self._child or Child("cairn.ingest.documents.worker")
            watch = _Watch(child)
            child.send(message)
            answer = child.receive()
            watch.cancel()
            is_spent = answer is None and not watch.is_over and child.has_used_up_its_time()
            if answer is None or watch.is_over:
                self._close()
        if is_spent:
            raise Unreadable(TOO_SLOW, f"to read it takes more than {CPU_LIMIT_S:g} s of computing")
        if answer is None and watch.is_over:
            raise Unreadable(TOO_SLOW, f"it was not read within {TIME_LIMIT_S:g} s")
        return answer

    def close(self) -> None:
        """End the process; the next document starts another."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._child is not None:
            self._child.close()
            self._child = None


# One a process: to start it takes as long as to read ten documents.
PROCESS = DocumentProcess()


def read_document(data: bytes, path: str) -> DocumentText | Skip | None:
    """Return the text of a document, or why it has none; None if the bytes are no document."""
    try:
        kind = judge_document(data, path)
        return None if kind is None else PROCESS.read(kind, path, data)
    except Unreadable as exc:
        return Skip(path, exc.reason, exc.detail)
