"""The few shapes that the drawings are made of. Places are attributes and looks are classes, since a page may hold no styles."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from cairn.model import EntityKind

CHARACTER = 7.4  # width of one in a drawing, of 12 pixels: monospaced fonts have up to 0.617 of their height
_MARGIN = 3.0  # so that no stroke is cut
_GLYPHS = {
    EntityKind.FUNCTION: "ƒ",
    EntityKind.METHOD: "ƒ",
    EntityKind.MACRO: "ƒ",
    EntityKind.CLASS: "C",
    EntityKind.STRUCT: "S",
    EntityKind.ENUM: "E",
    EntityKind.INTERFACE: "I",
    EntityKind.TRAIT: "T",
    EntityKind.TYPE: "T",
    EntityKind.FIELD: "▪",
    EntityKind.CONSTANT: "▪",
    EntityKind.MODULE: "M",
    EntityKind.NAMESPACE: "N",
    EntityKind.SECTION: "§",
    EntityKind.CONCEPT: "◆",
    EntityKind.CARD: "✎",
    EntityKind.EXTERNAL: "↗",
}  # fmt: skip


def glyph(kind: str) -> str:
    """A character for a kind of entity."""
    return _GLYPHS.get(EntityKind(kind), "•") if kind in list(EntityKind) else "•"


def fitted(text: str, width: float, *, keep_end: bool = False) -> str:
    """As much of a text as has room, with an ellipsis where something is left out."""
    most = max(int(width / CHARACTER), 2)
    if len(text) <= most:
        return text
    return "…" + text[len(text) - most + 1 :] if keep_end else text[: most - 1] + "…"


def drawing(width: float, height: float, style: str, title: str, parts: Iterable[Markup]) -> Markup:
    """A whole drawing. It is as wide as its place and no wider than itself."""
    across, down = width + 2 * _MARGIN, height + 2 * _MARGIN
    return Markup(
        '<svg class="drawing {}" viewBox="{:g} {:g} {:g} {:g}" width="{:g}" height="{:g}" role="group" aria-label="{}" '
        'xmlns="http://www.w3.org/2000/svg">{}</svg>'
    ).format(style, -_MARGIN, -_MARGIN, across, down, across, down, title, Markup("").join(parts))


def box(x: float, y: float, width: float, height: float, style: str, radius: float = 5) -> Markup:
    """A rectangle."""
    return Markup('<rect class="{}" x="{:g}" y="{:g}" width="{:g}" height="{:g}" rx="{:g}"/>').format(
        style, x, y, width, height, radius
    )


def words(x: float, y: float, text: str, style: str = "", anchor: str = "start") -> Markup:
    """A line of text; `y` is that of its foot."""
    return Markup('<text class="{}" x="{:g}" y="{:g}" text-anchor="{}">{}</text>').format(style, x, y, anchor, text)


def stroke(way: str, style: str) -> Markup:
    """A line along a path."""
    return Markup('<path class="{}" d="{}"/>').format(style, way)


def linked(url: str, title: str, parts: Iterable[Markup], *, is_stop: bool = True) -> Markup:
    """Shapes that are a link; with `is_stop` off the keyboard passes it by, as the same link stands elsewhere."""
    tab = Markup("") if is_stop else Markup(' tabindex="-1"')
    return Markup('<a href="{}"{}><title>{}</title>{}</a>').format(url, tab, title, Markup("").join(parts))
