"""A path on a terminal."""

from __future__ import annotations

from cairn.answers.certainty import unsure_text
from cairn.answers.edges import (
    doubt,
    names_text,
    site,
    site_lines,
    walked,
    within_text,
)
from cairn.answers.terminal.edges import may_lines, stale_mark
from cairn.answers.terminal.style import paint
from cairn.model import (
    PathAnswer,
)


def path_screen(answer: PathAnswer, is_undirected: bool) -> str:
    """The way as steps: an end a line, between them what joins them and where."""
    if not answer.found:
        return "\n".join(_no_path_lines(answer, is_undirected))
    if not answer.steps:
        return "both ends are the same"
    places = walked(answer.steps)
    lines = [paint(places[0], "bold") + stale_mark(places[0], answer.stale)]
    for edge, here, there in zip(answer.steps, places, places[1:], strict=False):
        arrow = f"\u2191 {edge.kind}" if edge.src != here else f"\u2193 {edge.kind}"
        lines.append(f"  {paint(arrow, 'green')}  " + paint(site(edge), "cyan") + paint(doubt(edge), "yellow"))
        lines.append(paint(there, "bold") + stale_mark(there, answer.stale))
    return "\n".join(lines)


def _no_path_lines(answer: PathAnswer, is_undirected: bool) -> list[str]:
    """How far one comes from both ends: the missing step lies between."""
    remedy = "" if is_undirected else "; --undirected also follows edges backwards"
    lines = [f"no path{within_text(answer, '--max-depth')}; {unsure_text(answer)}{remedy}"]
    if answer.src_ends:
        lines += ["", paint("the start leads to these, which use unresolved names", "green")]
        lines += [f"  {end.handle}  {paint(names_text(end.unresolved), 'cyan')}" for end in answer.src_ends]
        if answer.src_ends_left:
            lines.append(paint(f"  and {answer.src_ends_left:,} more: cairn graph A --depth 5 --unresolved", "dim"))
    lines += ["", paint("the end is used by" if answer.dst_users else "nothing is known to use the end", "green")]
    lines += [f"  {edge.src}  {paint(f'{edge.kind} {site_lines(edge, limit=3)}', 'cyan')}" for edge in answer.dst_users]
    if answer.dst_users_left:
        lines.append(paint(f"  and {answer.dst_users_left:,} more: cairn graph B --direction in", "dim"))
    return [*lines, *may_lines(answer.same_name, answer.unresolved_same_name, ["B"])]
