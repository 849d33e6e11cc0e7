"""A definition in the middle, its users on the left, what it uses on the right, its bases above, what inherits from it below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cairn.web.draw.column import ROW, Group, Node, Row, RowKind, height_of, stack
from cairn.web.draw.shapes import CHARACTER, box, drawing, fitted, glyph, linked, stroke, words

if TYPE_CHECKING:
    from markupsafe import Markup

MIDDLE = 320.0
NARROW = 360.0
TOP = 30.0  # for the headings
_CENTRE = 92.0
_LINK = 24.0  # between the middle and what stands above or below it
_MOST_ROWS = 15  # of a column: what a screen holds (a guess)
_LEAST_FILE = 60.0  # room for the name of a file beside that of its only node
_MOST_BESIDE = 5  # bases, and subclasses, above and below: a guess


@dataclass(frozen=True, slots=True)
class Middle:
    """What the neighbourhood is of."""

    handle: str
    name: str
    kind: str
    signature: str
    place: str
    url: str


@dataclass(frozen=True, slots=True)
class Side:
    """What is on one side, nearest column first, and how it is headed. `layers` has two with depth 2."""

    heading: str
    layers: tuple[tuple[Group, ...], ...]
    anchor: str  # of the list that tells all of it


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is drawn.

    `node_at` is where a node leads, `why_at` what explains its edge, `open_at` what unfolds a file. `beyond` are the edges
    between what is one step away and what is two, each from the further end to the nearer one.
    """

    middle: Middle
    left: Side
    right: Side
    above: tuple[Node, ...]
    below: tuple[Node, ...]
    opened: str
    node_at: Callable[[Node], str]
    why_at: Callable[[Node, bool], str]
    open_at: Callable[[Group], str]
    beyond: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Column:
    """A column where it stands."""

    x: float
    y: float
    width: float
    rows: list[Row]
    side: Side
    is_left: bool
    is_near: bool

    def places(self) -> dict[str, float]:
        """Where the edges of each node meet the column; those that have no row of their own share one."""
        found: dict[str, float] = {}
        for row in (row for row in self.rows if row.kind != RowKind.HEAD):
            nodes = row.hidden if row.kind == RowKind.REST else row.group.nodes if row.group is not None else ()
            for node in (row.node,) if row.node is not None else nodes:
                found.setdefault(node.handle, self.y + row.middle)
        return found


def draw_wide(scene: Scene) -> Markup:
    """The columns beside one another."""
    is_deep = max(len(scene.left.layers), len(scene.right.layers)) > 1
    side, between = (290.0, 40.0) if is_deep else (380.0, 60.0)
    above, below = scene.above[:_MOST_BESIDE], scene.below[:_MOST_BESIDE]
    over = len(above) * ROW + (_LINK if above else 0)
    core = over + _CENTRE + len(below) * ROW + (_LINK if below else 0)
    stacks = [[stack(groups, _MOST_ROWS, scene.opened) for groups in one.layers] for one in (scene.left, scene.right)]
    height = TOP + max(core, *(height_of(rows) for rows in (*stacks[0], *stacks[1])))
    middle_x = len(stacks[0]) * (side + between)
    centre_y = TOP + (height - TOP - core) / 2 + over
    columns = []
    for is_left, found in ((True, stacks[0]), (False, stacks[1])):
        for place, rows in enumerate(found):
            x = middle_x - (place + 1) * (side + between) if is_left else middle_x + MIDDLE + between + place * (side + between)
            y = TOP + (height - TOP - height_of(rows)) / 2
            columns.append(_Column(x, y, side, rows, scene.left if is_left else scene.right, is_left, place == 0))
    parts = _between(scene, columns)
    for column in columns:
        parts += _column(scene, column, (middle_x, centre_y))
    parts.append(_centre(scene.middle, middle_x, centre_y, MIDDLE))
    parts += _beside(scene, above, middle_x, centre_y - over, centre_y, is_above=True)
    parts += _beside(scene, below, middle_x, centre_y + _CENTRE + _LINK, centre_y + _CENTRE, is_above=False)
    width = middle_x + MIDDLE + len(stacks[1]) * (side + between)
    return drawing(width, height, "wide", f"What {scene.middle.name} is connected with", parts)


def _column(scene: Scene, column: _Column, centre: tuple[float, float]) -> list[Markup]:
    if not column.rows:
        return []
    x, side = column.x, column.side
    heading = _heading(side, is_near=column.is_near)
    place, anchor = (x + column.width, "end") if column.is_left else (x, "start")
    parts = _edges(scene, column, centre) if column.is_near else []
    parts.append(words(place, column.y - 10, heading, "heading", anchor))
    return [*parts, *(_row(scene, row, x, column.y, column.width, side.anchor) for row in column.rows)]


def _heading(side: Side, *, is_near: bool) -> str:
    return side.heading if is_near else f"{side.heading}, one step further"


def _between(scene: Scene, columns: Sequence[_Column]) -> list[Markup]:
    """Curves between the columns on one side."""
    parts = []
    for is_left in (True, False):
        near, *far = [column for column in columns if column.is_left == is_left]
        if not far:
            continue
        starts, ends = far[0].places(), near.places()
        met = {(starts[one], ends[other]) for one, other in scene.beyond if one in starts and other in ends}
        for start, end in sorted(met):
            left, right = ((far[0], start), (near, end)) if is_left else ((near, end), (far[0], start))
            parts.append(stroke(_curve((left[0].x + left[0].width, left[1]), (right[0].x, right[1])), "way"))
    return parts


def _curve(start: tuple[float, float], end: tuple[float, float]) -> str:
    """From left to right, level at both ends."""
    bend = (end[0] - start[0]) / 2
    return f"M{start[0]:g} {start[1]:.1f}c{bend:g} 0 {bend:g} {end[1] - start[1]:.1f} {2 * bend:g} {end[1] - start[1]:.1f}"


def draw_narrow(scene: Scene) -> Markup:
    """The same one below another, along a line, for narrow screens."""
    parts: list[Markup] = []
    y = 0.0
    centre_y = 0.0
    for place, side in enumerate((scene.left, scene.right)):
        is_left = place == 0
        if is_left and scene.above:
            y = _list(scene, parts, "inherits from", scene.above, y)
        near_first = [(groups, _heading(side, is_near=step == 0)) for step, groups in enumerate(side.layers) if groups]
        for groups, heading in reversed(near_first) if is_left else near_first:
            rows = stack(groups, _MOST_ROWS - 5, scene.opened)
            parts.append(words(22, y + 16, heading, "heading"))
            parts.extend(_rail(scene, rows, y + 24, is_left=is_left))
            y += 24 + height_of(rows) + 10
        if is_left:
            centre_y = y
            parts.append(_centre(scene.middle, 0, y, NARROW))
            y += _CENTRE + 12
            if scene.below:
                y = _list(scene, parts, "inherited by", scene.below, y)
    line = stroke(f"M8 10V{centre_y:g}M8 {centre_y + _CENTRE:g}V{max(y - 14, centre_y + _CENTRE):g}", "rail")
    return drawing(NARROW, y + 4, "narrow", f"What {scene.middle.name} is connected with", [line, *parts])


def _list(scene: Scene, parts: list[Markup], heading: str, nodes: Sequence[Node], y: float) -> float:
    parts.append(words(22, y + 16, heading, "heading"))
    for place, node in enumerate(nodes[:_MOST_BESIDE]):
        parts.append(_node(scene, node, 22, y + 24 + place * ROW, NARROW - 22))
    return y + 24 + min(len(nodes), _MOST_BESIDE) * ROW + 10


def _rail(scene: Scene, rows: Sequence[Row], y: float, *, is_left: bool) -> list[Markup]:
    side = scene.left if is_left else scene.right
    parts = []
    for row in rows:
        if row.kind != RowKind.HEAD:
            parts.append(stroke(f"M8 {y + row.middle:g}H22", f"edge {_band(row)}"))
        parts.append(_row(scene, row, 22, y, NARROW - 22, side.anchor))
    return parts


def _band(row: Row) -> str:
    if row.node is not None:
        return row.node.band
    nodes = row.group.nodes if row.group is not None else ()
    return min((node.band for node in nodes), key=("resolved", "inferred", "ambiguous").index, default="resolved")


def _row(scene: Scene, row: Row, x: float, y: float, width: float, anchor: str) -> Markup:
    top = y + row.y
    if row.kind == RowKind.REST:
        text = f"… {row.count:,} more in further files"
        return linked(f"#{anchor}", text, [box(x, top, width, ROW - 4, "rest"), words(x + 12, top + 16, text, "muted")])
    group = row.group
    assert group is not None
    if row.kind == RowKind.HEAD:
        return words(x + 2, top + 16, fitted(group.name, width - 4, keep_end=True), "file")
    if row.kind == RowKind.FOLDED:
        count = f"{row.count:,}"
        is_test = all(node.is_test for node in group.nodes)
        room = width - 40 - len(count) * CHARACTER - (34 if is_test else 0)
        parts = [
            box(x, top, width, ROW - 4, f"folded{' test' if is_test else ''}"),
            words(x + 10, top + 16, "▸", "muted"),
            words(x + 24, top + 16, fitted(group.name, room, keep_end=True), "name"),
            words(x + width - 10, top + 16, count, "count", "end"),
        ]
        if is_test:
            parts.append(words(x + width - 18 - len(count) * CHARACTER, top + 16, "test", "mark", "end"))
        return linked(scene.open_at(group), f"{group.title}: unfold {row.count}", parts)
    assert row.node is not None
    return _node(scene, row.node, x, top, width, group.name if row.is_alone else "")


def _node(scene: Scene, node: Node, x: float, top: float, width: float, file: str = "") -> Markup:
    style = " test" if node.is_test else " external" if node.is_external else ""
    mark = f"test · {node.said}" if node.is_test else node.said
    room = width - 42 - len(mark) * 6.6
    name = fitted(node.name, room, keep_end=True)
    left = room - (len(name) + 2) * CHARACTER
    parts = [
        box(x, top, width, ROW - 4, f"node{style}"),
        words(x + 14, top + 16.5, glyph(node.kind), f"glyph {node.kind}", "middle"),
        words(x + 27, top + 16, name, "name"),
        words(x + width - 8, top + 16, mark, "mark", "end"),
    ]
    if file not in ("", node.name) and left >= _LEAST_FILE:
        parts.append(words(x + 27 + (len(name) + 1) * CHARACTER, top + 16, fitted(file, left, keep_end=True), "muted"))
    return linked(scene.node_at(node), node.title, parts)


def _edges(scene: Scene, column: _Column, centre: tuple[float, float]) -> list[Markup]:
    """Curves between a column and the middle; all meet it along one side, in their order."""
    meeting = [row for row in column.rows if row.kind != RowKind.HEAD]
    parts = []
    for place, row in enumerate(meeting):
        here = column.y + row.middle
        there = centre[1] + _CENTRE * (place + 1) / (len(meeting) + 1)
        start = (column.x + column.width, here) if column.is_left else (centre[0] + MIDDLE, there)
        end = (centre[0], there) if column.is_left else (column.x, here)
        way, style = _curve(start, end), f"edge {_band(row)}"
        head = f"M{end[0] - 5:g} {end[1] - 2.5:.1f}L{end[0]:g} {end[1]:.1f}L{end[0] - 5:g} {end[1] + 2.5:.1f}"
        lines = [stroke(way, style), stroke(head, "edge head")]
        if row.node is None:
            parts += lines
        else:
            url = scene.why_at(row.node, column.is_left)
            parts.append(linked(url, f"{row.node.title}: why?", [stroke(way, "reach"), *lines], is_stop=False))
    return parts


def _centre(middle: Middle, x: float, y: float, width: float) -> Markup:
    room = width - 28
    parts = [
        box(x, y, width, _CENTRE, "centre", 8),
        words(x + 14, y + 24, f"{glyph(middle.kind)} {middle.kind}", f"kind {middle.kind}"),
        words(x + 14, y + 48, fitted(middle.name, room / 1.26, keep_end=True), "title"),
        words(x + 14, y + 66, fitted(middle.signature, room), "muted"),
        words(x + 14, y + 82, fitted(middle.place, room, keep_end=True), "muted"),
    ]
    return linked(middle.url, middle.handle, parts)


def _beside(scene: Scene, nodes: Sequence[Node], x: float, y: float, centre_y: float, *, is_above: bool) -> list[Markup]:
    """Bases above the middle, or what inherits below it, with a line between the two."""
    if not nodes:
        return []
    parts = [_node(scene, node, x + 20, y + place * ROW, MIDDLE - 40) for place, node in enumerate(nodes)]
    end = y + len(nodes) * ROW - 4
    middle = x + MIDDLE / 2
    said, foot = ("inherits from", centre_y - 8) if is_above else ("inherited by", centre_y + 17)
    parts.append(words(middle + 8, foot, said, "heading"))
    parts.append(stroke(f"M{middle:g} {centre_y:g}V{end:g}" if is_above else f"M{middle:g} {y:g}V{centre_y:g}", "edge inherits"))
    return parts
