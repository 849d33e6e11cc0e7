"""The commands `cairn` and `cairn-mcp`, and `python -m cairn`."""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run `cairn` with the arguments of the process."""
    _run(sys.argv[1:])


def serve() -> NoReturn:
    """Run `cairn serve`, which is `cairn-mcp`."""
    _run(["serve", *sys.argv[1:]])


def _run(arguments: list[str]) -> NoReturn:
    # While modules are imported nothing is there yet that could tell of an interrupt; nor is there anything to clean up.
    is_heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # and not ignored, as in a background job
    if is_heard:
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    if arguments[:1] in (["hook"], ["recall"]):  # they run at every prompt
        from cairn.cli.quick import run_quick

        quick = run_quick(arguments)
        if quick is not None:
            sys.exit(quick)
    from cairn.cli import output
    from cairn.cli.main import run

    output.write_whole_texts()
    status = run(arguments)
    if is_heard:
        # All is done and said: who is late ends the end.
        signal.signal(signal.SIGINT, lambda *_: os._exit(status))
    sys.exit(status)


if __name__ == "__main__":
    main()
