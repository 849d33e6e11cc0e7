"""Names in a shell: what a script defines, what it sources, and what those define that source it."""

from __future__ import annotations

from cairn.languages.bash.imports import Scripts
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.roles import Names
from cairn.semantics.values import Value


class BashNames(Names):
    """A function is found in what a script sources: `log` of `source lib/log.sh`."""

    def __init__(self, scripts: Scripts) -> None:
        self._scripts = scripts

    @staticmethod
    def _reach(start: set[int], steps: dict[int, list[int]]) -> set[int]:
        found, waiting = set(start), list(start)
        while waiting:
            for other in steps.get(waiting.pop(), ()):
                if other not in found:
                    found.add(other)
                    waiting.append(other)
        return found

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        """A name is found in the files that are sourced; else in those that source this one, and what they source."""
        known = self._scripts.defined.get(name)
        if known is None:
            return None
        own = self._reach({unit}, self._scripts.sources)
        around = self._reach(self._reach({unit}, self._scripts.sourced_by), self._scripts.sources)
        for files in (own, around):
            found = [number for number in known if number in files]
            if found:
                return ("def", found[0], known[found[0]]) if len(found) == 1 else None
        return None
