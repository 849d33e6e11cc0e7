"""A check, and the probes that give them: each in a thread of its own, and none for longer than it may take."""

from __future__ import annotations

import enum
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cairn.errors import CairnError

PROBE_LIMIT_S = 3.0  # a guess: what works on this machine answers at once


class State(enum.StrEnum):
    """How a check came out."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the answer. `remedy` is what to do about it; None where nothing is wrong."""

    check: str
    state: State
    detail: str
    remedy: str | None = None


def ok(check: str, detail: str) -> Check:
    """Nothing is wrong."""
    return Check(check, State.OK, detail)


def warn(check: str, detail: str, remedy: str) -> Check:
    """Something works less well than it could, or was perhaps not meant."""
    return Check(check, State.WARN, detail, remedy)


def fail(check: str, detail: str, remedy: str) -> Check:
    """Something does not work."""
    return Check(check, State.FAIL, detail, remedy)


def fail_by(check: str, error: CairnError) -> Check:
    """The check that an error of ours makes: its remedy is what stands behind the semicolon."""
    detail, _, remedy = str(error).partition("; ")
    return fail(check, detail, remedy or "CAIRN_DEBUG=1 shows more")


@dataclass(frozen=True, slots=True)
class Probe:
    """What looks at one thing, for `limit_s` seconds at most."""

    name: str
    look: Callable[[], Sequence[Check]]
    limit_s: float = PROBE_LIMIT_S


@dataclass(slots=True)
class _Run:
    probe: Probe
    checks: list[Check] | None = None
    thread: threading.Thread = field(init=False)

    def __post_init__(self) -> None:
        # A daemon: one that never comes back must not keep the process.
        self.thread = threading.Thread(target=self._look, name=f"cairn-doctor-{self.probe.name}", daemon=True)
        self.thread.start()

    def _look(self) -> None:
        try:
            self.checks = list(self.probe.look())
        except CairnError as error:
            self.checks = [fail_by(self.probe.name, error)]
        except Exception as error:  # noqa: BLE001  # a check that breaks down is a finding, too
            self.checks = [
                fail(self.probe.name, f"{type(error).__name__}: {error}", "report it, with the output of this command")
            ]


def run_probes(probes: Sequence[Probe]) -> list[Check]:
    """Run all at once and return their checks, in the order of the probes."""
    began = time.monotonic()
    runs = [_Run(probe) for probe in probes]
    found: list[Check] = []
    for run in runs:
        run.thread.join(max(began + run.probe.limit_s - time.monotonic(), 0))
        late = warn(run.probe.name, f"no answer within {run.probe.limit_s:g} s", "run it again when the machine has less to do")
        found += [late] if run.checks is None else run.checks
    return found
