"""A process of Cairn's own: messages go in on standard input, answers come out on standard output, and it can be ended.

A message is a head and a body: the head tells the length of the body, a checksum of it, and a checksum of the head itself.
What is cut or mixed up is therefore known as such, and taken for the end of the process that sent it. Both ends are the same
interpreter.
"""

from __future__ import annotations

import contextlib
import logging
import math
import signal
import struct
import subprocess
import sys
import time
import zlib
from pathlib import Path
from typing import BinaryIO, cast

import cairn
from cairn.errors import EnvironmentFault

_log = logging.getLogger(__name__)

_HEAD = struct.Struct("<QI")
_END_LIMIT_S = 5.0  # a guess: a process that has closed its pipes has little left to do
_CHECKSUM = struct.Struct("<I")
_PROGRAM = "import sys; sys.path[:] = {path!r}; from {module} import main; main()"


class Child:
    """A process that runs `main` of a module. It is started by the interpreter's own command line, not by
    `multiprocessing`: that would import the program's main module again.
    """

    def __init__(self, module: str) -> None:
        # Never the working folder, which may be a tree of someone else with a json.py in it.
        home = str(Path(cairn.__file__).resolve().parent.parent)
        path = [entry for entry in dict.fromkeys([*sys.path, home]) if entry and Path(entry).is_absolute()]
        flags = 0
        group: int | None = None
        if sys.platform == "win32":
            flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        else:
            # Ctrl-C on a terminal goes to the foreground group: this process gets it, and ends its children.
            group = 0
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _PROGRAM.format(path=path, module=module)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if _log.isEnabledFor(logging.DEBUG) else subprocess.DEVNULL,
                creationflags=flags,
                process_group=group,
            )
        except OSError as exc:
            raise EnvironmentFault(f"a worker process cannot be started ({exc.strerror}); free memory or processes") from exc
        self._inward = cast("BinaryIO", self._process.stdin)
        self._outward = cast("BinaryIO", self._process.stdout)

    def wait_until_ready(self) -> int | None:
        """Wait until it works; returns the signal that ended it before that, None when it is ready.

        Raises:
            EnvironmentFault: a worker cannot work here at all, which would otherwise look like a crash on each file.
        """
        with contextlib.suppress(OSError):
            if receive(self._outward) is not None:
                return None
        # One that closes its end without a word is about to end by itself: with what status tells why.
        try:
            status = self._process.wait(_END_LIMIT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise EnvironmentFault("a worker process does not say that it is ready; install Cairn again") from None
        if status < 0:
            return -status
        raise EnvironmentFault(f"a worker process ended at once (status {status}); install Cairn again")

    def send(self, message: bytes) -> None:
        """Hand over a message. A process that is gone is noticed when its answer is awaited."""
        with contextlib.suppress(OSError):
            send(self._inward, message)

    def receive(self) -> bytes | None:
        """Wait for an answer; None when the process is gone. One whose answer is broken is ended: nothing it says can be told."""
        answer = None
        with contextlib.suppress(OSError):
            answer = receive(self._outward)
        if answer is None:
            self._process.kill()
        return answer

    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    def has_used_up_its_time(self) -> bool:
        """Whether a process that is gone was ended by the limit of `limit_cpu`."""
        signal_number = getattr(signal, "SIGXCPU", None)
        return signal_number is not None and self._process.wait() == -signal_number

    def kill(self) -> None:
        """End the process at once; a thread that waits for its answer sees the pipe close."""
        self._process.kill()

    def close(self) -> None:
        """End the process, and wait until it has."""
        self._process.kill()
        self._process.wait()
        for stream in (self._inward, self._outward):
            # Closing flushes, which fails when the process is gone.
            with contextlib.suppress(OSError):
                stream.close()


def limit_memory(limit_bytes: int) -> None:
    """Let this process have no more memory than that, where the system can say so."""
    try:
        import resource
    except ImportError:  # Windows
        return
    try:
        resource.setrlimit(resource.RLIMIT_AS, (limit_bytes, resource.getrlimit(resource.RLIMIT_AS)[1]))
    except (ValueError, OSError):
        # A lower limit is set already, or the system has none.
        return


def limit_cpu(limit_s: float) -> None:
    """End this process when it has computed that much longer, to the second, where the system can do so.

    What the machine has to do besides does not count.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    with contextlib.suppress(ValueError, OSError):  # a lower limit is set already
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time() + limit_s), hard))


def send(stream: BinaryIO, message: bytes) -> None:
    """Write a whole message."""
    head = _HEAD.pack(len(message), zlib.crc32(message))
    left = memoryview(head + _CHECKSUM.pack(zlib.crc32(head)) + message)
    while left:
        # With PYTHONUNBUFFERED standard output writes straight to the pipe: less than all when the process was stopped meanwhile.
        left = left[stream.write(left) or 0 :]
    stream.flush()


def receive(stream: BinaryIO) -> bytes | None:
    """Read a message; None when the other end is gone, or what came is not what was sent."""
    head = _read(stream, _HEAD.size + _CHECKSUM.size)
    if len(head) < _HEAD.size + _CHECKSUM.size:
        return None
    # First of all: a false length would have to be waited for.
    if zlib.crc32(head[: _HEAD.size]) != _CHECKSUM.unpack_from(head, _HEAD.size)[0]:
        return None
    size, checksum = _HEAD.unpack_from(head)
    message = _read(stream, size)
    return message if len(message) == size and zlib.crc32(message) == checksum else None


def _read(stream: BinaryIO, size: int) -> bytes:
    """Read so many bytes; fewer only where there are no more."""
    data = stream.read(size) or b""
    if len(data) == size or not data:
        return data
    parts, left = [data], size - len(data)
    while left and (part := stream.read(left)):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)
