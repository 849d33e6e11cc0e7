"""What the server counts of its own work, as Prometheus reads it.

Source: Prometheus, "Exposition formats" (text-based format 0.0.4), and "Metric and label naming".
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

# Upper ends in seconds: an answer takes milliseconds, a job that is waited for minutes.
_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)

Labels = tuple[tuple[str, str], ...]
Sample = tuple[str, Labels, float]


@dataclass(slots=True)
class Latencies:
    """How often a thing took how long."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(_BOUNDS) + 1))
    total_s: float = 0.0

    def add(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(_BOUNDS, seconds)] += 1
        self.total_s += seconds

    def over(self, seconds: float) -> int:
        """How many took longer than one of the bounds."""
        return sum(self.counts[bisect_left(_BOUNDS, seconds) + 1 :])


@dataclass(slots=True)
class Meter:
    """Counts since the server began. Only its event loop counts, so that no lock is needed."""

    requests: Counter[tuple[str, int]] = field(default_factory=Counter)  # by path and status
    calls: Counter[tuple[str, str]] = field(default_factory=Counter)  # by tool, and `ok` or `error`
    latencies: dict[str, Latencies] = field(default_factory=dict)  # by tool
    active: int = 0  # requests

    def count_call(self, tool: str, seconds: float, *, is_error: bool) -> None:
        """Count a call of a tool."""
        self.calls[tool, "error" if is_error else "ok"] += 1
        self.latencies.setdefault(tool, Latencies()).add(seconds)


def metrics_text(
    meter: Meter,
    failures: int,
    sizes: Mapping[str, int],
    index_bytes: int | None,
    jobs: Mapping[str, int],
    database: Mapping[str, int],
) -> str:
    """All that is counted. `sizes` are rows by what they are, `jobs` the known ones by their state.

    `failures` are wrong tokens; `index_bytes` is None where it is not to be told. `database` are figures of connections, queue
    and locks by name; none for a file.
    """
    families = (
        ("cairn_http_requests_total", "counter", "HTTP requests that were answered.", _requests(meter)),
        ("cairn_http_requests_active", "gauge", "HTTP requests that are being answered.", [("", (), meter.active)]),
        ("cairn_token_failures_total", "counter", "Requests with a token or a name that is nobody's.", [("", (), failures)]),
        ("cairn_tool_calls_total", "counter", "Calls of tools.", _calls(meter)),
        ("cairn_tool_seconds", "histogram", "How long calls of tools took.", _seconds(meter)),
        ("cairn_index_rows", "gauge", "What the index holds.", _by_label("what", sizes)),
        ("cairn_index_bytes", "gauge", "Size of the index on its disk.", [] if index_bytes is None else [("", (), index_bytes)]),
        ("cairn_jobs", "gauge", "Jobs that are remembered.", _by_label("state", jobs)),
        ("cairn_database", "gauge", "Connections, queue and locks of a PostgreSQL index.", _by_label("what", database)),
    )
    return "".join(f"# HELP {name} {text}\n# TYPE {name} {kind}\n{_lines(name, rows)}" for name, kind, text, rows in families)


def _requests(meter: Meter) -> list[Sample]:
    return [("", (("path", path), ("status", str(status))), count) for (path, status), count in sorted(meter.requests.items())]


def _calls(meter: Meter) -> list[Sample]:
    return [("", (("tool", tool), ("outcome", outcome)), count) for (tool, outcome), count in sorted(meter.calls.items())]


def _seconds(meter: Meter) -> Iterable[Sample]:
    for tool, latencies in sorted(meter.latencies.items()):
        so_far = 0
        for bound, count in zip((*map(str, _BOUNDS), "+Inf"), latencies.counts, strict=True):
            so_far += count
            yield "_bucket", (("tool", tool), ("le", bound)), so_far
        yield "_sum", (("tool", tool),), round(latencies.total_s, 6)
        yield "_count", (("tool", tool),), so_far


def _by_label(label: str, numbers: Mapping[str, int]) -> list[Sample]:
    return [("", ((label, name),), number) for name, number in sorted(numbers.items())]


def _lines(name: str, rows: Iterable[Sample]) -> str:
    lines = []
    for suffix, labels, number in rows:
        shown = ",".join(f'{key}="{value}"' for key, value in labels)  # none of the values has a quote or a line break
        lines.append(f"{name}{suffix}{{{shown}}} {number}\n" if shown else f"{name}{suffix} {number}\n")
    return "".join(lines)
