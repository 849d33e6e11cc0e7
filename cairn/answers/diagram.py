"""A neighbourhood as a Mermaid flow chart or a Graphviz graph."""

from __future__ import annotations

import re

from cairn.answers.edges import RESOLVED
from cairn.model import GraphAnswer


def mermaid_text(answer: GraphAnswer) -> str:
    """A `flowchart`; edges that are not certain are dotted."""
    names = _names(answer)
    lines = ["flowchart LR"]
    for handle, name in names.items():
        label = re.sub(r'[#"&<>`\x00-\x1f]', lambda found: f"#{ord(found[0])};", handle)
        lines.append(f'    {name}["{label}"]' + (":::match" if handle in answer.matches else ""))
    for edge in answer.edges:
        arrow = "-->" if edge.confidence >= RESOLVED else "-.->"
        lines.append(f"    {names[edge.src]} {arrow}|{edge.kind}| {names[edge.dst]}")
    return "\n".join([*lines, "    classDef match stroke-width:3px"])


def dot_text(answer: GraphAnswer) -> str:
    """A `digraph`; edges that are not certain are dotted."""
    names = _names(answer)
    lines = ["digraph cairn {", "    rankdir=LR; node [shape=box];"]
    for handle, name in names.items():
        label = re.sub(r"[\x00-\x1f]", "\ufffd", handle.replace("\\", "\\\\").replace('"', '\\"'))
        lines.append(f'    {name} [label="{label}"{", penwidth=3" if handle in answer.matches else ""}];')
    for edge in answer.edges:
        style = "" if edge.confidence >= RESOLVED else ", style=dotted"
        lines.append(f'    {names[edge.src]} -> {names[edge.dst]} [label="{edge.kind}"{style}];')
    return "\n".join([*lines, "}"])


def _names(answer: GraphAnswer) -> dict[str, str]:
    """A short name for each handle, in the order of the answer."""
    ends = (end for edge in answer.edges for end in (edge.src, edge.dst))
    return {handle: f"n{place}" for place, handle in enumerate(dict.fromkeys((*answer.matches, *ends)))}
