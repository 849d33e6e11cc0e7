"""A neighbourhood on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from cairn.answers.certainty import is_unsure, nearest_notice, no_callers, unsure_text
from cairn.answers.edges import (
    override_heads,
    site_lines,
)
from cairn.answers.sheets import graph_sheet, with_fewer_matches
from cairn.answers.terminal.edges import edge_lines, may_lines, stale_mark, step_line
from cairn.answers.terminal.fit import most_rows, refuse_budget
from cairn.answers.terminal.style import columns, count, paint, shorten, table
from cairn.chunk.tokens import count_tokens
from cairn.model import (
    Entity,
    EntityKind,
    GraphAnswer,
    printable,
)

# The heads of matches may take this share of a graph's budget, for edges to have room (a guess).
_HEADS_SHARE = 0.3


def graph_screen(answer: GraphAnswer, direction: str, kinds: Sequence[str], budget_tokens: int | None = None) -> str:
    """The matches, of many the first, and as many edges as the budget holds."""

    def text(cut: GraphAnswer) -> str:
        return _graph_text(cut, direction, kinds)

    if budget_tokens is None or not answer.matches:
        return text(answer)
    sheet = graph_sheet(answer, direction, kinds)
    fewer = with_fewer_matches(answer, int(_HEADS_SHARE * budget_tokens), count_tokens)
    return most_rows(fewer, sheet, text, budget_tokens, 0) or refuse_budget(budget_tokens, "match", text(sheet.cut(fewer, 0, 0)))


def _graph_text(answer: GraphAnswer, direction: str, kinds: Sequence[str]) -> str:
    """Each match with its edges, then the edges further out, then what stayed unresolved."""
    if not answer.matches:
        return "no entity matches"
    entities = {entity.handle: entity for entity in answer.entities}
    lines = [paint(notice, "yellow"), ""] if (notice := nearest_notice(answer)) else []
    for handle in answer.matches:
        entity = entities.get(handle)
        edges = edge_lines(handle, answer.edges, entity.kind if entity else "", answer.stale)
        lines += [*_entity_lines(handle, entity, answer.stale), *(f"  {line}" for line in edges), ""]
    matches = set(answer.matches)
    further = [edge for edge in answer.edges if not matches & {edge.src, edge.dst}]
    if further:
        lines += [paint("further", "green"), *(f"  {step_line(edge)}" for edge in further), ""]
    for head, calls in override_heads(answer, direction, kinds):
        lines += [paint(head, "green"), *(f"  {paint(site_lines(edge, limit=3), 'cyan')}  {edge.src}" for edge in calls)]
    if answer.overridden_by:
        lines += [paint("overridden by", "green") + paint(f" ({len(answer.overridden_by)})", "dim")]
        lines += [f"  {handle}" for handle in answer.overridden_by]
    return "\n".join([*lines, *_remark_lines(answer, direction, kinds)]).rstrip("\n")


def _entity_lines(handle: str, entity: Entity | None, stale: Sequence[str]) -> list[str]:
    lines = [paint(handle, "bold") + stale_mark(handle, stale)]
    if entity is None:
        return lines
    where = (
        f"  {printable(entity.file)}:{entity.start_line}-{entity.end_line}"
        if entity.file and entity.kind != EntityKind.MODULE
        else ""
    )
    lines[0] += paint(f"  {entity.kind}", "dim") + paint(where, "cyan")
    if entity.signature:
        lines.append(f"  {shorten(printable(' '.join(entity.signature.split())), columns() - 4)}")
    return lines


def _remark_lines(answer: GraphAnswer, direction: str, kinds: Sequence[str]) -> list[str]:
    sentence = no_callers(answer, direction, kinds)
    lines = [sentence] if sentence else []
    if not lines and is_unsure(answer):
        lines.append(paint(unsure_text(answer), "dim"))
    rows = [(row.kind, row.name, f"{row.file}:{row.line}", row.src) for row in answer.unresolved]
    lines += ["", *table(("unresolved", "name", "site", "in"), rows)] if rows else []
    lines += may_lines(answer.same_name, answer.unresolved_same_name, answer.matches)
    lines += [paint(f"also of this name: {', '.join(answer.namesakes)}", "dim")] if answer.namesakes else []
    if answer.more_matches:
        lines.append(
            paint(f"{count(answer.more_matches, 'more definition')} of this name; a longer handle or --source picks", "dim")
        )
    if answer.truncated:
        left = f", at least {count(answer.omitted, 'more edge')} left out" if answer.omitted else ""
        remedy = "fewer --edges kinds, one --direction, a smaller --depth, or a larger --limit or --budget show the rest"
        lines.append(paint(f"cut{left}; {remedy}", "dim"))
    return lines
