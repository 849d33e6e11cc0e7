"""How one definition leads to another."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from cairn.answers.certainty import unsure_text
from cairn.answers.edges import OUTGOING
from cairn.answers.model.path import path_text
from cairn.app import Cairn
from cairn.model import Edge, PathAnswer
from cairn.web.asked import Asked
from cairn.web.draw.chain import Step, draw_chain
from cairn.web.urls import at, definition_at, file_at, is_external, place_of
from cairn.web.views.beside import Known, band_of


@dataclass(frozen=True, slots=True)
class PathView:
    """The way, if there is one; `answer` is None where nothing was asked yet."""

    src: str
    dst: str
    is_undirected: bool
    answer: PathAnswer | None
    drawing: Markup
    unsure: str


def path_view(cairn: Cairn, asked: Asked) -> PathView:
    """The shortest way from `from` to `to`.

    Raises:
        NotFoundError, AmbiguousError: an end is not, or not uniquely, named.
    """
    src, dst, is_undirected = asked.handle("from"), asked.handle("to"), asked.is_on("undirected")
    if not src or not dst:
        return PathView(src, dst, is_undirected, None, Markup(""), "")
    answer = cairn.retrieve.path(src, dst, undirected=is_undirected)
    return PathView(src, dst, is_undirected, answer, _drawn(cairn, answer), unsure_text(answer))


def path_as_text(cairn: Cairn, asked: Asked) -> str:
    """What an agent would be told."""
    is_undirected = asked.is_on("undirected")
    return path_text(cairn.retrieve.path(asked.needed("from"), asked.needed("to"), undirected=is_undirected), is_undirected)


def _drawn(cairn: Cairn, answer: PathAnswer) -> Markup:
    if not answer.steps:
        return Markup("")
    tests = cairn.retrieve.tests_among(end for edge in answer.steps for end in (edge.src, edge.dst))
    known = Known((), tests)
    here = _start(answer.steps)
    steps = [_step(here, None, known)]
    for edge in answer.steps:
        here = edge.dst if edge.src == here else edge.src
        steps.append(_step(here, edge, known))
    return draw_chain(steps)


def _start(steps: list[Edge]) -> str:
    """Where a way begins: against the direction of its first edge, it is the end that the second edge does not touch."""
    first = steps[0]
    if len(steps) > 1 and first.src in (steps[1].src, steps[1].dst) and first.dst not in (steps[1].src, steps[1].dst):
        return first.dst
    return first.src


def _step(handle: str, edge: Edge | None, known: Known) -> Step:
    node = known.node(handle, "", 1.0, handle)
    url = definition_at(handle)
    if edge is None:
        return Step(node, place_of(handle)[0], url, "", "", "resolved", "", is_backwards=False)
    is_backwards = edge.dst != handle
    line = edge.site_lines[0] if edge.site_lines else 0
    label = edge.src.partition(":")[0]
    site = f"{(edge.src_file or '').rpartition('/')[2]}:{line}" if line else ""
    site_url = file_at(label, edge.src_file, line) if edge.src_file and not is_external(edge.src) else ""
    said = OUTGOING.get(edge.kind, edge.kind.replace("_", " "))
    why = at("/why", from_=edge.src, to=edge.dst)
    return Step(node, place_of(handle)[0], url, said, site, band_of(edge.confidence), site_url or why, is_backwards)
