"""Where one begins: what is indexed, and what most depends on."""

from __future__ import annotations

from dataclasses import dataclass

from cairn.app import Cairn
from cairn.errors import NotFoundError
from cairn.model import Link, MapEntry, Source
from cairn.web.asked import Asked

_START_TOKENS = 500  # of a map: some ten definitions


@dataclass(frozen=True, slots=True)
class HomeView:
    """The sources; none of an index that is not there."""

    sources: list[Source]
    links: list[Link]


def home_view(cairn: Cairn, _asked: Asked) -> HomeView:
    """What is indexed."""
    try:
        return HomeView(cairn.retrieve.sources(), cairn.retrieve.links())
    except NotFoundError:
        return HomeView([], [])


def starts_view(cairn: Cairn, _asked: Asked) -> list[MapEntry]:
    """Definitions to begin with. Apart from the sources, since it takes as long as ranking all that there is."""
    return cairn.retrieve.map(budget_tokens=_START_TOKENS).entries
