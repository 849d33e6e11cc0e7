"""A path as text for a model."""

from __future__ import annotations

from cairn.answers.certainty import unsure_text
from cairn.answers.edges import doubt, names_text, phrase, walked, within_text
from cairn.answers.model.edges import STALE, at_lines, by_file, may_lines, stale_note
from cairn.model import (
    EdgeKind,
    PathAnswer,
)


def path_text(answer: PathAnswer, is_undirected: bool) -> str:
    """The way, an end a line, each but the first behind what leads to it and the lines where."""
    if not answer.found:
        return "\n".join(_no_path_lines(answer, is_undirected))
    if not answer.steps:
        return "Both ends are the same."
    stale = set(answer.stale)
    places = walked(answer.steps)
    lines = [places[0]]
    for edge, here, there in zip(answer.steps, places, places[1:], strict=False):
        is_backwards = edge.src != here
        word = phrase(edge.kind, is_backwards).replace("overridden_by", "overridden by")
        lines.append(f"- {word} {there}{at_lines(edge)}{doubt(edge)}")
    marked = [line + (STALE if place.partition("#")[0] in stale else "") for line, place in zip(lines, places, strict=True)]
    return "\n".join([*marked, *stale_note(answer.stale)])


def _no_path_lines(answer: PathAnswer, is_undirected: bool) -> list[str]:
    """How far one comes from both ends: the missing step lies between."""
    remedy = "" if is_undirected else "; `undirected` also follows edges backwards"
    lines = [f"No path{within_text(answer, '`depth`')}; {unsure_text(answer)}{remedy}."]
    if answer.src_ends:
        lines.append("The start leads to these, which use unresolved names:")
        lines += by_file((end.handle, f" {names_text(end.unresolved)}") for end in answer.src_ends)
    if answer.src_ends_left:
        lines.append(f"and {answer.src_ends_left} more: `graph` of the start with `depth` and `unresolved`")
    if answer.dst_users:
        lines.append("The end is used by:")
        lines += by_file(
            (
                (edge.src, f"{at_lines(edge)}{'' if edge.kind == EdgeKind.CALLS else f' {edge.kind}'}{doubt(edge)}")
                for edge in answer.dst_users
            ),
            answer.stale,
        )
    else:
        lines.append("Nothing is known to use the end.")
    if answer.dst_users_left:
        lines.append(f"and {answer.dst_users_left} more: `graph` of the end with `direction` in")
    more = answer.unresolved_same_name - len(answer.same_name)
    return [*lines, *may_lines(answer.same_name, more, answer.stale), *stale_note(answer.stale)]
