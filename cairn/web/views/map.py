"""A source as a treemap: how much of it depends on each folder, file and definition."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cairn.answers.model.lists import map_answer
from cairn.app import Cairn
from cairn.model import EntityKind
from cairn.retrieve.graph.weight import Weight
from cairn.web.asked import Asked
from cairn.web.draw.treemap import NARROW, WIDE, Area, draw_treemap
from cairn.web.urls import at, definition_at, folders_above

if TYPE_CHECKING:
    from markupsafe import Markup

_MOST_AREAS = 60  # on one level: a guess, smaller ones are not readable
_MOST_LISTED = 40
_UNSHOWN = frozenset({EntityKind.MODULE, EntityKind.EXTERNAL})


@dataclass(frozen=True, slots=True)
class MapRow:
    """A folder, file or definition with how often others use it."""

    name: str
    url: str
    uses: int
    is_folder: bool


@dataclass(frozen=True, slots=True)
class MapView:
    """A folder or a file of a source; `above` are the folders around it. `unused` counts what nothing else uses."""

    sources: list[str]
    source: str
    inside: str
    above: list[tuple[str, str]]
    drawing: Markup
    narrow: Markup
    rows: list[MapRow]
    left_out: int
    unused: int
    is_file: bool


def map_view(cairn: Cairn, asked: Asked) -> MapView:
    """The map of a folder of a source, or of a file.

    Raises:
        NotFoundError: there is no such source.
    """
    labels = sorted(cairn.retrieve.locations())
    source = asked.text("source", 200) or (labels[0] if labels else "")
    weights = cairn.retrieve.weights(source) if source else []
    inside = _first_fork(weights, asked.handle("in").strip("/"))
    is_file = any(weight.path == inside for weight in weights)
    areas, unused = _of_file(cairn, source, inside) if is_file else _of_folder(source, weights, inside)
    kept = areas[:_MOST_AREAS]
    title = f"{source}{'/' + inside if inside else ''}, by how much depends on each part"
    rows = [MapRow(area.name, area.url, int(area.size), bool(area.inside)) for area in areas[:_MOST_LISTED]]
    return MapView(
        labels,
        source,
        inside,
        folders_above("/map", source, inside),
        draw_treemap(kept, WIDE, "wide", title),
        draw_treemap(kept[: _MOST_AREAS // 2], NARROW, "narrow", title),
        rows,
        len(areas[_MOST_LISTED:]),
        unused,
        is_file,
    )


def map_as_text(cairn: Cairn, asked: Asked) -> str:
    """What an agent would be told."""
    return map_answer(cairn.retrieve.map(asked.needed("source"), focus=asked.handle("in") or None))


def _of_folder(source: str, weights: Sequence[Weight], inside: str) -> tuple[list[Area], int]:
    prefix = f"{inside}/" if inside else ""
    files = [weight for weight in weights if weight.path.startswith(prefix)]
    areas = [_area(source, name, prefix, found, depth=1) for name, found in _children(files, prefix).items()]
    used = sorted((area for area in areas if area.size), key=lambda area: (-area.size, area.name))
    return used, sum(1 for weight in files if not weight.uses)


def _first_fork(weights: Sequence[Weight], inside: str) -> str:
    """The folder, or the only one below it in which anything is used by other files: maps of one area tell nothing."""
    while True:
        prefix = f"{inside}/" if inside else ""
        used = [weight for weight in weights if weight.uses and weight.path.startswith(prefix)]
        names = list(_children(used, prefix))
        if len(names) != 1 or any(weight.path == prefix + names[0] for weight in used):
            return inside
        inside = prefix + names[0]


def _children(files: Sequence[Weight], prefix: str) -> dict[str, list[Weight]]:
    """What lies directly in a folder, with the files below it."""
    found: defaultdict[str, list[Weight]] = defaultdict(list)
    for weight in files:
        found[weight.path[len(prefix) :].partition("/")[0]].append(weight)
    return found


def _area(source: str, name: str, prefix: str, files: Sequence[Weight], depth: int) -> Area:
    path = prefix + name
    uses = sum(weight.uses for weight in files)
    is_file = len(files) == 1 and files[0].path == path
    url = at("/map", source=source, in_=path)
    said = f"{path}: {uses:,} uses from other files"
    if is_file:
        return Area(name, uses, url, said, "file")
    inner: tuple[Area, ...] = ()
    if depth:
        parts = [_area(source, part, f"{path}/", found, depth - 1) for part, found in _children(files, f"{path}/").items()]
        inner = tuple(sorted((part for part in parts if part.size), key=lambda part: -part.size)[: _MOST_AREAS // 3])
    return Area(f"{name}/", uses, url, f"{said}, in {len(files):,} files", "folder", inner)


def _of_file(cairn: Cairn, source: str, path: str) -> tuple[list[Area], int]:
    rows = [row for row in cairn.retrieve.weights(source, path) if row.kind not in _UNSHOWN]
    used = sorted((row for row in rows if row.uses), key=lambda row: (-row.uses, row.name))
    areas = [
        Area(row.name, row.uses, definition_at(row.handle), f"{row.kind} {row.name}: {row.uses:,} uses", row.kind) for row in used
    ]
    return areas, len(rows) - len(used)
