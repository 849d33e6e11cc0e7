"""An impact as text for a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from cairn.answers.certainty import impact_summary
from cairn.answers.edges import doubt, other_end, phrase
from cairn.answers.model.edges import MANY, at_lines, by_file, may_lines, stale_note
from cairn.model import (
    ImpactAnswer,
    ImpactNode,
)


def impact_text(answer: ImpactAnswer, targets: int = 0) -> str:
    """The sums, the tests, then the other entities layer by layer; of so many `targets` the answer may have only some."""
    if not answer.targets:
        return "The diff touches no definition."
    stale = answer.stale
    all_targets = max(targets, len(answer.targets))
    named = by_file(((target, "") for target in answer.targets), stale)
    parts = [f"targets ({all_targets}):", *named] if all_targets > 1 else [f"target: {named[0].removeprefix('- ')}"]
    parts.append(impact_summary(answer))
    parts += _test_lines(answer)
    before = set(answer.targets)
    for number, layer in enumerate(answer.layers, 1):
        nodes = [node for node in layer if not node.test]
        if nodes:
            parts += [f"layer {number}:", *_layer_lines(nodes, before, stale)]
        before = set()
    more = answer.unresolved_same_name - len(answer.same_name)
    return "\n".join([*parts, *may_lines(answer.same_name, more, stale), *stale_note(stale)])


def _test_lines(answer: ImpactAnswer) -> list[str]:
    """The tests of each layer; by what they reach the change is left to `path`."""
    lines = []
    for number, layer in enumerate(answer.layers, 1):
        tests = [(node.handle, at_lines(node.via_edge) + doubt(node.via_edge)) for node in layer if node.test]
        if tests:
            lines += [f"tests in layer {number}:", *by_file(tests, answer.stale)]
    return lines


def _layer_lines(nodes: Sequence[ImpactNode], targets: set[str], stale: Iterable[str]) -> list[str]:
    """The entities of a layer: under what they use where several use the same, else each with it.

    What the first layer uses is not named where there is one target only.
    """
    uses = Counter((node.via_edge.kind, other_end(node.via_edge, node.handle)) for node in nodes)
    headed: dict[str, list[tuple[str, str]]] = {}
    for node in nodes:
        edge, end = node.via_edge, other_end(node.via_edge, node.handle)
        heading = phrase(edge.kind, edge.dst == end).replace("overridden_by", "overridden by" if edge.src == end else "overrides")
        detail = f"{' *' if node.entry else ''}{at_lines(edge)}{doubt(edge)}"
        if len(targets) == 1 and end in targets:
            headed.setdefault(f"{heading}:", []).append((node.handle, detail))
        elif uses[edge.kind, end] >= MANY:
            headed.setdefault(f"{_name(end)} {heading}:", []).append((node.handle, detail))
        else:
            verb = edge.kind if edge.dst == end else phrase(edge.kind, True)
            headed.setdefault("", []).append((node.handle, f"{detail} {verb} {_name(end)}"))
    return [line for heading, items in headed.items() for line in [*([heading] if heading else []), *by_file(items, stale)]]


def _name(handle: str) -> str:
    """`Rate.apply` of a handle; a module as it is: the layer before has the whole."""
    return handle.partition("#")[2] or handle
