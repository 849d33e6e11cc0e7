"""How an edge, or the lack of one, came about."""

from __future__ import annotations

from dataclasses import dataclass

from cairn.answers.why import why_text
from cairn.app import Cairn
from cairn.report import WhyAnswer
from cairn.web.asked import Asked
from cairn.web.text.code import Line, coloured
from cairn.web.urls import short_name


@dataclass(frozen=True, slots=True)
class WhyView:
    """The explanation, with the code of each site."""

    answer: WhyAnswer
    src: str
    dst: str
    codes: list[list[Line]]


def why_view(cairn: Cairn, asked: Asked) -> WhyView:
    """Explain the edge from `from` to `to`.

    Raises:
        NotFoundError, AmbiguousError, UsageError: the first is not, or not uniquely, named, or an external.
    """
    answer = cairn.retrieve.why(asked.needed("from"), asked.needed("to"))
    codes = [coloured(site.code, None, site.lines[0] if site.lines else 1) for site in answer.sites]
    dst = answer.asked[0] if answer.asked else answer.query
    return WhyView(answer, short_name(answer.matches[0]), short_name(dst), codes)


def why_as_text(cairn: Cairn, asked: Asked) -> str:
    """The same as an agent would be told it."""
    return why_text(cairn.retrieve.why(asked.needed("from"), asked.needed("to")))
