"""A way through the graph, step below step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cairn.web.draw.column import Node
from cairn.web.draw.shapes import box, drawing, fitted, glyph, linked, stroke, words

if TYPE_CHECKING:
    from markupsafe import Markup

WIDTH = 420.0
_BOX, _BETWEEN = 50.0, 42.0


@dataclass(frozen=True, slots=True)
class Step:
    """A stop, and the edge that leads to it; the first has none, `said` is empty then. `is_backwards`: against its direction."""

    node: Node
    place: str
    url: str
    said: str
    site: str
    band: str
    site_url: str
    is_backwards: bool


def draw_chain(steps: Sequence[Step]) -> Markup:
    """The stops as boxes, from above downwards."""
    parts: list[Markup] = []
    for number, step in enumerate(steps):
        y = number * (_BOX + _BETWEEN)
        if step.said:
            parts.extend(_edge(step, y - _BETWEEN))
        parts.append(_stop(step, y, is_end=number in (0, len(steps) - 1)))
    height = len(steps) * (_BOX + _BETWEEN) - _BETWEEN
    return drawing(WIDTH, height, "chain", f"The way from {steps[0].node.name} to {steps[-1].node.name}", parts)


def _stop(step: Step, y: float, *, is_end: bool) -> Markup:
    node = step.node
    style = "centre" if is_end else f"node{' test' if node.is_test else ' external' if node.is_external else ''}"
    mark = "test" if node.is_test else ""
    parts = [
        box(0, y, WIDTH, _BOX, style, 7),
        words(18, y + 21, glyph(node.kind), f"glyph {node.kind}", "middle"),
        words(34, y + 21, fitted(node.name, WIDTH - 90, keep_end=True), "name strong"),
        words(34, y + 39, fitted(step.place, WIDTH - 46, keep_end=True), "muted"),
        words(WIDTH - 10, y + 21, mark, "mark", "end"),
    ]
    return linked(step.url, node.handle, parts)


def _edge(step: Step, y: float) -> list[Markup]:
    start, end = (y + _BETWEEN, y) if step.is_backwards else (y, y + _BETWEEN)
    turn = 6 if end > start else -6
    line = stroke(f"M18 {start:g}V{end:g}", f"edge {step.band}")
    head = stroke(f"M13 {end - turn:g}L18 {end:g}L23 {end - turn:g}", f"edge {step.band} head")
    text = f"{step.said} · {step.site}" if step.site else step.said
    label = words(34, y + _BETWEEN / 2 + 4, fitted(text, WIDTH - 40), "site")
    return [line, head, linked(step.site_url, text, [label])]
