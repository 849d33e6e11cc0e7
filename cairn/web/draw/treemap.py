"""Areas that are as large as what they stand for, in a rectangle.

Source: M. Bruls, K. Huizing, J. van Wijk, "Squarified Treemaps" (2000).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cairn.web.draw.shapes import CHARACTER, box, drawing, fitted, linked, words

if TYPE_CHECKING:
    from markupsafe import Markup

WIDE, NARROW = (1160.0, 620.0), (360.0, 520.0)
_LEAST_LABEL = (44.0, 20.0)
_PAD, _HEAD = 3.0, 20.0
_PLACES = ("file", "folder")  # what is no definition
_HEATS = 5  # shades


@dataclass(frozen=True, slots=True)
class Area:
    """What an area stands for: its size, where it leads, and the areas inside it, which are drawn if there is room."""

    name: str
    size: float
    url: str
    title: str
    style: str
    inside: tuple[Area, ...] = ()


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A place."""

    x: float
    y: float
    width: float
    height: float


def draw_treemap(areas: Sequence[Area], size: tuple[float, float], style: str, title: str) -> Markup:
    """All areas, the largest first, those inside one level deep."""
    width, height = size
    parts: list[Markup] = []
    most = max((_densest(area) for area in areas), default=1.0)
    for area, place in squarified(areas, Rectangle(0, 0, width, height)):
        parts.append(_area(area, place, most))
        parts.extend(_inside(area, place, most))
    return drawing(width, height, f"treemap {style}", title, parts)


def squarified(areas: Sequence[Area], place: Rectangle) -> list[tuple[Area, Rectangle]]:
    """Lay areas out in rows along the shorter side, each row as long as that makes its areas more like squares."""
    left = sorted((area for area in areas if area.size > 0), key=lambda area: (-area.size, area.name))
    total = sum(area.size for area in left)
    if not left or place.width <= 0 or place.height <= 0:
        return []
    scale = place.width * place.height / total
    found: list[tuple[Area, Rectangle]] = []
    while left:
        side = min(place.width, place.height)
        count = _row_length([area.size * scale for area in left], side)
        row, left = left[:count], left[count:]
        placed, place = _row(row, place, scale)
        found.extend(placed)
    return found


def _row_length(sizes: Sequence[float], side: float) -> int:
    count, total, worst = 0, 0.0, float("inf")
    for size in sizes:
        total += size
        depth = total / side
        now = max(max(depth * depth / each, each / (depth * depth)) for each in (sizes[0], size))
        if now > worst:
            break
        worst = now
        count += 1
    return max(count, 1)


def _row(row: Sequence[Area], place: Rectangle, scale: float) -> tuple[list[tuple[Area, Rectangle]], Rectangle]:
    """The areas of a row, and what is left of the place."""
    total = sum(area.size for area in row) * scale
    is_upright = place.width >= place.height
    depth = total / (place.height if is_upright else place.width)
    found = []
    offset = 0.0
    for area in row:
        length = area.size * scale / depth
        if is_upright:
            found.append((area, Rectangle(place.x, place.y + offset, depth, length)))
        else:
            found.append((area, Rectangle(place.x + offset, place.y, length, depth)))
        offset += length
    if is_upright:
        return found, Rectangle(place.x + depth, place.y, place.width - depth, place.height)
    return found, Rectangle(place.x, place.y + depth, place.width, place.height - depth)


def _densest(area: Area) -> float:
    return max((_densest(part) for part in area.inside), default=area.size)


def _area(area: Area, place: Rectangle, most: float) -> Markup:
    heat = "around" if area.inside else f"heat{min(int(_HEATS * math.sqrt(area.size / most)) + 1, _HEATS)}"
    style = f"area {area.style} {heat}"
    shapes = [box(place.x + 1, place.y + 1, max(place.width - 2, 0.5), max(place.height - 2, 0.5), style, 3)]
    has_room = place.width >= _LEAST_LABEL[0] and place.height >= _LEAST_LABEL[1]
    if has_room:
        shapes.append(words(place.x + 7, place.y + 15, _label(area, place.width - 12), "name"))
        number = f"{area.size:,.0f}"
        if not area.inside and place.height >= 38 and place.width - 12 >= len(number) * CHARACTER:
            shapes.append(words(place.x + 7, place.y + 31, number, "muted"))
    return linked(area.url, area.title, shapes)


def _label(area: Area, width: float) -> str:
    """Its name; where a qualified one has no room, the end of it tells more: `.invoke`."""
    if area.style not in _PLACES and "." in area.name and fitted(area.name, width) != area.name:
        return fitted(f".{area.name.rpartition('.')[2]}", width)
    return fitted(area.name, width)


def _inside(area: Area, place: Rectangle, most: float) -> list[Markup]:
    inner = Rectangle(place.x + _PAD, place.y + _HEAD, place.width - 2 * _PAD, place.height - _HEAD - _PAD)
    if not area.inside or inner.width < 60 or inner.height < 30:
        return []
    return [_area(part, spot, most) for part, spot in squarified(area.inside, inner) if min(spot.width, spot.height) > 5]
