"""Where the lines of a reading lead, as links for code."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from cairn.retrieve.reading import Lead
from cairn.web.text.code import Link, Links
from cairn.web.urls import definition_at, place_of, short_name

_BANDS = ((0.8, ""), (0.5, " (inferred)"), (0.0, " (ambiguous)"))


def links_of(leads: Iterable[Lead]) -> Links:
    """The links of each line, those of sure edges first."""
    found: defaultdict[int, list[tuple[frozenset[str], str, Link]]] = defaultdict(list)
    for lead in sorted(leads, key=lambda lead: (-lead.confidence, lead.handle)):
        link = Link(definition_at(lead.handle), f"{lead.kind} {lead.handle}{_band(lead.confidence)}")
        name = lead.name if "#" in lead.handle else short_name(lead.handle)
        found[lead.line].append((_spellings(lead), name, link))
    return found


def _band(confidence: float) -> str:
    return next(word for least, word in _BANDS if confidence >= least)


def _spellings(lead: Lead) -> frozenset[str]:
    """How a line may name what it leads to: a module by its file's name, or by its folder's."""
    name, anchor = place_of(lead.handle)
    names = {lead.name, lead.name.rpartition(".")[2]}
    if not anchor:
        parts = name.partition(":")[2].split("/")
        names |= {parts[-1].partition(".")[0], *parts[-2:-1]}
    return frozenset(names - {""})
