"""What a change can reach: in layers, the tests to run first."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from markupsafe import Markup

from cairn.answers.certainty import impact_summary
from cairn.answers.model.impact import impact_text
from cairn.app import Cairn
from cairn.cards.noted import with_cards
from cairn.model import Edge, ImpactAnswer, ImpactNode
from cairn.web.asked import Asked
from cairn.web.draw.layers import Block, Layer, Link, draw_layers_narrow, draw_layers_wide
from cairn.web.urls import place_of, short_name

_DRAWN_LAYERS = 4  # the last one stands for all that is further
_MOST_LISTED = 80  # of a layer, in the list: a guess


@dataclass(frozen=True, slots=True)
class Reached:
    """What is reached in one file of a layer."""

    name: str
    nodes: list[ImpactNode]

    @property
    def test_count(self) -> int:
        """How many of these are tests."""
        return sum(node.test for node in self.nodes)


@dataclass(frozen=True, slots=True)
class LayerView:
    """A layer: what is reached in so many steps. `left_out` are not listed."""

    number: int
    count: int
    test_count: int
    files: list[Reached]
    left_out: int


@dataclass(frozen=True, slots=True)
class TestFile:
    """A file of tests: how many of them the change reaches, and in how many steps the first one."""

    name: str
    count: int
    nearest: int


@dataclass(frozen=True, slots=True)
class ImpactView:
    """What is reached; `answer` is None where nothing was asked yet."""

    handle: str
    diff: str
    source: str
    sources: list[str]
    title: str
    answer: ImpactAnswer | None
    summary: str
    layers: list[LayerView]
    tests: list[TestFile]
    drawing: Markup
    narrow: Markup


def impact_view(cairn: Cairn, asked: Asked) -> ImpactView:
    """What a change of `handle`, or the changes of `diff` in `source`, can reach.

    Raises:
        NotFoundError, AmbiguousError, UsageError, EnvironmentFault: see `Retrieve.impact`.
    """
    handle, diff, source = asked.handle("handle"), asked.text("diff", 300), asked.text("source", 200)
    labels = sorted(cairn.retrieve.locations())
    if not handle and not diff:
        return ImpactView(handle, diff, source, labels, "", None, "", [], [], Markup(""), Markup(""))
    answer = with_cards(cairn.cards, _ask(cairn, handle, diff, source))
    title = short_name(answer.targets[0]) if handle and answer.targets else f"changes since {diff}" if diff else handle
    drawn = _drawn(answer)
    return ImpactView(
        handle,
        diff,
        source,
        labels,
        title,
        answer,
        impact_summary(answer),
        [_layer(number, nodes) for number, nodes in enumerate(answer.layers, 1)],
        _tests(answer),
        draw_layers_wide(drawn),
        draw_layers_narrow(drawn),
    )


def impact_as_text(cairn: Cairn, asked: Asked) -> str:
    """What an agent would be told."""
    answer = _ask(cairn, asked.handle("handle"), asked.text("diff", 300), asked.text("source", 200))
    return impact_text(answer, len(answer.targets))


def _ask(cairn: Cairn, handle: str, diff: str, source: str) -> ImpactAnswer:
    return cairn.retrieve.impact([handle] if handle else (), diff=diff or None, source=source or None)


def _layer(number: int, nodes: list[ImpactNode]) -> LayerView:
    files: dict[str, list[ImpactNode]] = {}
    for node in nodes[:_MOST_LISTED]:
        files.setdefault(place_of(node.handle)[0], []).append(node)
    rows = [Reached(name, found) for name, found in files.items()]
    tests = sum(node.test for node in nodes)
    return LayerView(number, len(nodes), tests, sorted(rows, key=lambda row: row.test_count > 0), len(nodes[_MOST_LISTED:]))


def _tests(answer: ImpactAnswer) -> list[TestFile]:
    """The files of tests, those first that are reached in the fewest steps."""
    counts: Counter[str] = Counter()
    nearest: dict[str, int] = {}
    for number, nodes in enumerate(answer.layers, 1):
        for node in nodes:
            if node.test:
                name = place_of(node.handle)[0]
                counts[name] += 1
                nearest.setdefault(name, number)
    return sorted(
        (TestFile(name, counts[name], nearest[name]) for name in counts), key=lambda row: (row.nearest, -row.count, row.name)
    )


def _drawn(answer: ImpactAnswer) -> list[Layer]:
    targets = Counter(place_of(handle)[0] for handle in answer.targets)
    first = Layer("the change", [Block(name, count, 0, 0) for name, count in targets.items()], [])
    layers = [first]
    near, far = answer.layers[: _DRAWN_LAYERS - 1], answer.layers[_DRAWN_LAYERS - 1 :]
    for number, nodes in enumerate(near, 1):
        layers.append(_blocks(f"{number} step{'s' if number > 1 else ''} away", nodes))
    rest = [node for nodes in far for node in nodes]
    if rest:
        layers.append(_blocks(f"{len(near) + 1} or more steps away", rest))
    return layers


def _blocks(title: str, nodes: list[ImpactNode]) -> Layer:
    counts = Counter(place_of(node.handle)[0] for node in nodes)
    tests = Counter(place_of(node.handle)[0] for node in nodes if node.test)
    entries = Counter(place_of(node.handle)[0] for node in nodes if node.entry)
    ways = Counter((place_of(node.handle)[0], _towards(node.via_edge, node.handle)) for node in nodes)
    blocks = [Block(name, count, tests[name], entries[name]) for name, count in counts.most_common()]
    blocks.sort(key=lambda block: (block.tests == block.count, -block.count))
    return Layer(title, blocks, [Link(src, dst, count) for (src, dst), count in ways.items()])


def _towards(edge: Edge, handle: str) -> str:
    return place_of(edge.dst if edge.src == handle else edge.src)[0]
