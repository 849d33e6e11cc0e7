"""Names in C: what other files define on the outside, and the standard library."""

from __future__ import annotations

from cairn.languages.c.library import library_headers
from cairn.languages.c.linkage import Linkage
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.places import Place
from cairn.semantics.roles import Names
from cairn.semantics.values import Value

FAMILY = "c"


def anchor_of(header: str, name: str = "") -> str:
    """The handle of an external: the header, then the name."""
    return f"c/{header}#{name}" if name else f"c/{header}"


class CNames(Names):
    """`watts` is what the file, what it includes or what it is linked with defines; `struct lamp` has a name of its own kind."""

    def __init__(self, linkage: Linkage) -> None:
        self._linkage = linkage

    def name_at(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        return self.global_name(evaluation, place.unit, name)

    def global_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        """A name outside of all blocks means what the file, what it includes or what it is linked with defines."""
        found = self._linkage.spaces[""].get(name)
        chosen = self._linkage.choose(unit, found) if found else None
        if chosen is not None:
            return ("def", *chosen)
        return self.library_name(name)

    def library_name(self, name: str) -> Value | None:
        """A function of the standard library."""
        header = library_headers().get(name)
        return ("ext", anchor_of(header, name)) if header is not None else None

    def path_name(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        """The structure of a tag."""
        found = self._linkage.tags.get(name)
        chosen = self._linkage.choose(place.unit, found) if found else None
        return ("def", *chosen) if chosen is not None else None
