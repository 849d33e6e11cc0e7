"""What a change reaches, as layers of files, with the ways between one layer and the next."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cairn.web.draw.shapes import CHARACTER, box, drawing, fitted, linked, stroke, words
from cairn.web.urls import definition_at

if TYPE_CHECKING:
    from markupsafe import Markup

_ROW, _BOX = 34.0, 28.0
_TOP = 44.0
_BETWEEN = 64.0
_WIDTH = 1160.0
_NARROW = 360.0
_MOST_BLOCKS = 12  # of a layer, one more stands for the rest: what a screen holds


@dataclass(frozen=True, slots=True)
class Block:
    """A file with so many definitions that are reached, some of them tests, some entry points."""

    name: str
    count: int
    tests: int
    entries: int


@dataclass(frozen=True, slots=True)
class Link:
    """So many definitions of the file `src` reach the change through the file `dst` of the layer before."""

    src: str
    dst: str
    count: int


@dataclass(frozen=True, slots=True)
class Layer:
    """Files that are so many steps away, and the ways to the layer before."""

    title: str
    blocks: list[Block]
    links: list[Link]


def draw_layers_wide(layers: Sequence[Layer]) -> Markup:
    """The layers from left to right."""
    columns = max(len(layers), 2)
    width = min((_WIDTH - (columns - 1) * _BETWEEN) / columns, 340)
    most = max(min(len(layer.blocks), _MOST_BLOCKS + 1) for layer in layers)
    height = _TOP + most * _ROW
    parts: list[Markup] = []
    ways: list[Markup] = []
    before: dict[str, float] = {}
    for place, layer in enumerate(layers):
        x = place * (width + _BETWEEN)
        shown, rest = layer.blocks[:_MOST_BLOCKS], layer.blocks[_MOST_BLOCKS:]
        rows = len(shown) + bool(rest)
        y = _TOP + (most - rows) * _ROW / 2 if place == 0 else _TOP
        parts.append(words(x, 14, layer.title, "heading"))
        parts.append(words(x, 31, _summary(layer), "muted"))
        here = {block.name: y + number * _ROW + _BOX / 2 for number, block in enumerate(shown)}
        here |= dict.fromkeys((block.name for block in rest), y + len(shown) * _ROW + _BOX / 2)
        ways.extend(_ways(layer, here, before, x))
        parts.extend(_block(block, x, y + number * _ROW, width, is_change=place == 0) for number, block in enumerate(shown))
        if rest:
            parts.append(_rest(rest, x, y + len(shown) * _ROW, width))
        before = here
    total = columns * width + (columns - 1) * _BETWEEN
    return drawing(total, height, "wide", "What the change reaches, layer by layer", [*ways, *parts])


def draw_layers_narrow(layers: Sequence[Layer]) -> Markup:
    """The layers from above downwards, for narrow screens."""
    parts: list[Markup] = []
    y = 0.0
    for place, layer in enumerate(layers):
        shown, rest = layer.blocks[: _MOST_BLOCKS // 2], layer.blocks[_MOST_BLOCKS // 2 :]
        parts += [words(22, y + 14, layer.title, "heading"), words(_NARROW, y + 14, _summary(layer), "muted", "end")]
        y += 24
        for block in shown:
            parts.append(_block(block, 22, y, _NARROW - 22, is_change=place == 0))
            parts.append(stroke(f"M8 {y + _BOX / 2:g}H22", "edge resolved"))
            y += _ROW
        if rest:
            parts.append(_rest(rest, 22, y, _NARROW - 22))
            y += _ROW
        y += 8
    rail = stroke(f"M8 34V{max(y - 8 - _ROW + _BOX / 2, 34):g}", "rail")
    return drawing(_NARROW, y, "narrow", "What the change reaches, layer by layer", [rail, *parts])


def _summary(layer: Layer) -> str:
    total, tests = sum(block.count for block in layer.blocks), sum(block.tests for block in layer.blocks)
    return f"{total:,} in {len(layer.blocks):,} file{'s' if len(layer.blocks) > 1 else ''}" + (
        f", {tests:,} test{'s' if tests > 1 else ''}" if tests else ""
    )


def _block(block: Block, x: float, y: float, width: float, *, is_change: bool) -> Markup:
    is_test = block.tests == block.count
    count = f"{block.count:,}"
    mark = "test" if is_test else "entry" if block.entries else ""
    room = width - 26 - len(count) * CHARACTER - (len(mark) + 1) * 6.6
    style = "centre" if is_change else f"node{' test' if is_test else ' entry' if block.entries else ''}"
    parts = [
        box(x, y, width, _BOX, style),
        words(x + 10, y + 18, fitted(block.name.partition(":")[2], room, keep_end=True), "name"),
        words(x + width - 16 - len(count) * CHARACTER, y + 18, mark, "mark", "end"),
        words(x + width - 9, y + 18, count, "count", "end"),
    ]
    return linked(definition_at(block.name), f"{block.name}: {block.count} definitions, {block.tests} of them tests", parts)


def _rest(rest: Sequence[Block], x: float, y: float, width: float) -> Markup:
    text = f"… {sum(block.count for block in rest):,} in {len(rest):,} more files"
    return linked("#layers", text, [box(x, y, width, _BOX, "rest"), words(x + 10, y + 18, fitted(text, width - 16), "muted")])


def _ways(layer: Layer, here: dict[str, float], before: dict[str, float], x: float) -> list[Markup]:
    """Curves between files of two layers, as wide as the logarithm of how many definitions go that way."""
    merged: dict[tuple[float, float], int] = {}
    for link in layer.links:
        if link.dst in before:
            key = (before[link.dst], here[link.src])
            merged[key] = merged.get(key, 0) + link.count
    parts = []
    for (start, end), count in sorted(merged.items()):
        weight = min(1 + int(math.log2(count)), 6)
        left, bend = x - _BETWEEN, _BETWEEN / 2
        way = f"M{left:g} {start:g}C{left + bend:g} {start:g} {x - bend:g} {end:g} {x:g} {end:g}"
        parts.append(stroke(way, f"way weight{weight}"))
    return parts
