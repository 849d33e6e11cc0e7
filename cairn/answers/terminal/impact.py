"""An impact on a terminal."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from cairn.answers.certainty import impact_summary
from cairn.answers.edges import (
    doubt,
    other_end,
    site_lines,
)
from cairn.answers.sheets import impact_sheet
from cairn.answers.terminal.edges import may_lines, stale_mark
from cairn.answers.terminal.fit import most_rows, refuse_budget
from cairn.answers.terminal.style import paint
from cairn.model import (
    ImpactAnswer,
    ImpactNode,
)

MOST_TARGETS = 20  # of an impact, in its text (a guess)


def impact_screen(answer: ImpactAnswer, budget_tokens: int | None = None, most: int | None = None) -> str:
    """The targets, and as many layers as the budget holds; without a budget at most so many entities.

    Where not all are told, the nearest tests come first, then what is no test.
    """
    sheet = impact_sheet(answer)
    if budget_tokens is None or not answer.targets:
        kept = answer if most is None or sum(map(len, answer.layers)) <= most else sheet.cut(answer, 0, most)
        return _impact_text(dataclasses.replace(kept, targets=answer.targets))
    return most_rows(answer, sheet, _impact_text, budget_tokens, 0) or refuse_budget(
        budget_tokens, "target", _impact_text(sheet.cut(answer, 0, 0))
    )


def _impact_text(answer: ImpactAnswer) -> str:
    """The targets and the sums, the tests, then each layer with the edge that leads on."""
    if not answer.targets:
        return "the diff touches no definition"
    lines = [paint(target, "bold") + stale_mark(target, answer.stale) for target in answer.targets[:MOST_TARGETS]]
    if len(answer.targets) > MOST_TARGETS:
        lines.append(paint(f"and {len(answer.targets) - MOST_TARGETS} more; --json lists all", "dim"))
    lines += ["", impact_summary(answer).replace(" (*)", "")]
    layers = [(number, node) for number, layer in enumerate(answer.layers, 1) for node in layer]
    tests = [(number, node) for number, node in layers if node.test]
    if tests:
        lines += ["", paint("tests", "green") + paint(f" ({len(tests)} of {answer.test_count})", "dim")]
        lines += _impact_lines(answer, [(node, paint(f"  layer {number}", "dim")) for number, node in tests])
    for number, layer in enumerate(answer.layers, 1):
        nodes = [node for node in layer if not node.test]
        if nodes:
            lines += ["", paint(f"layer {number}", "green") + paint(f" ({len(nodes)})", "dim")]
            lines += _impact_lines(answer, [(node, "") for node in nodes])
    lines += may_lines(answer.same_name, answer.unresolved_same_name, answer.targets)
    if answer.truncated:
        shown = f"{len(layers):,} of {answer.reached:,}{'+' if answer.is_capped else ''} shown"
        larger = "a larger --limit" if answer.is_capped else f"--limit {answer.reached}"
        lines += ["", paint(f"cut, {shown}; {larger}, a larger --budget, or a smaller --depth shows the rest", "dim")]
    return "\n".join(lines)


def _impact_lines(answer: ImpactAnswer, nodes: Sequence[tuple[ImpactNode, str]]) -> list[str]:
    """Nodes under their files, each with the step that leads on; what the one target is, is not said again."""
    files: dict[str, list[str]] = {}
    target = answer.targets[0] if len(answer.targets) == 1 else ""
    for node, rest in nodes:
        file, mark, anchor = node.handle.partition("#")
        edge, end = node.via_edge, other_end(node.via_edge, node.handle)
        step = edge.kind if end == target else f"{edge.kind} {end.partition('#')[2] or end}"
        step += f" :{site_lines(edge, limit=3)}" if edge.site_lines else ""
        entry = paint("  entry point", "yellow") if node.entry else ""
        row = f"    {mark}{anchor or 'module'}{entry}  " + paint(step, "dim") + paint(doubt(edge), "yellow") + rest
        files.setdefault(file, []).append(row)
    return [line for file, rows in files.items() for line in (f"  {paint(file, 'cyan')}{stale_mark(file, answer.stale)}", *rows)]
