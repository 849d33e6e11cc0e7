"""Macros: what is written inside their calls, and what their rules write, is parsed again, in place."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Query, Tree

# Tokens among which commas and arrows count, and those that hide them.
_TOKENS = re.compile(
    rb"""r(?P<marks>\#*)"(?:.*?)"(?P=marks)|"(?:\\.|[^"\\])*"|'(?:\\.[^']*|[^'\\])'|//[^\n]*|/\*.*?\*/"""
    rb"""|\|[\w\s,&:<>()]*\||[()\[\]{}]|,|=>""",
    re.DOTALL,
)
_ITEM = re.compile(
    rb"""\s*(?:(?://[^\n]*\n|/\*.*?\*/|\#!?\[[^\]]*\])\s*)*"""
    rb"""(?:pub\b|fn\b|struct\b|enum\b|union\s+\w+\s*[{<]|trait\b|impl\b|mod\b|use\b|type\b|const\b|static\b|extern\b"""
    rb"""|unsafe\s+(?:fn|impl|trait)\b|async\s+fn\b|macro_rules!)""",
    re.DOTALL,
)
_QUERY = "(macro_invocation (token_tree) @tree) (macro_rule right: (token_tree) @body)"
# What the text of a rule has beside code: `$crate`, the begin and the end of what is repeated, and what the call gives.
_RULE = re.compile(
    rb"""r(?P<marks>\#*)"(?:.*?)"(?P=marks)|"(?:\\.|[^"\\])*"|'(?:\\.[^']*|[^'\\])'|//[^\n]*|/\*.*?\*/"""
    rb"""|\$crate\b|\$\s*\(|\$\w+|[()]""",
    re.DOTALL,
)
_REPEATED = re.compile(rb"\)\s*(?:[^\s\w()\[\]{}$]{1,2}\s*)??[*+?]")
MAX_BYTES = 200_000  # of one macro call that is looked into; bigger ones are tables of data (guess)


@cache
def _query() -> Query:
    import tree_sitter
    from tree_sitter_language_pack import get_language

    return tree_sitter.Query(get_language("rust"), _QUERY)


def embedded(tree: Tree, text: bytes) -> list[tuple[int, int, bytes]]:
    """The contents of macro calls as statements, each as long as what it stands for.

    Items (`cfg_rt! { pub fn f() {} }`) stay as they are. In arguments, commas and arrows on the outside
    become `;`, and so does the closing bracket, which ends the last expression.
    """
    import tree_sitter

    if b"!" not in text:
        return []
    pieces = []
    found = tree_sitter.QueryCursor(_query()).captures(tree.root_node)
    for capture, read in (("tree", _as_statements), ("body", _as_code)):
        for node in found.get(capture, ()):
            start, end = node.start_byte + 1, node.end_byte
            if end - start > 1 and end - start <= MAX_BYTES:
                pieces.append((start, end, read(text[start:end])))
    return pieces


def _as_code(inner: bytes) -> bytes:
    """The text that a rule writes, and its closing bracket, as statements: `$name` becomes a name that nothing has."""
    out = bytearray(inner)
    opened: list[bool] = []  # whether what is repeated stands in each pair of parentheses
    for match in _RULE.finditer(inner, 0, len(inner) - 1):
        token, start, end = match[0], match.start(), match.end()
        if token == b"$crate":
            out[start : start + 1] = b" "
        elif token[:1] == b"$" and token[-1:] == b"(":
            out[start:end] = b" " * (end - start)
            opened.append(True)
        elif token[:1] == b"$":
            out[start:end] = b"_" * (end - start)
        elif token == b"(":
            opened.append(False)
        elif token == b")" and opened and opened.pop():
            closing = _REPEATED.match(inner, start)
            if closing is not None:
                out[start : closing.end()] = b" " * (closing.end() - start)
    out[-1:] = b" " if _ITEM.match(inner) else b";"
    return bytes(out)


def _as_statements(inner: bytes) -> bytes:
    """The text between the brackets of a macro call, and the closing one, as statements."""
    if _ITEM.match(inner):
        return inner[:-1] + b" "
    out = bytearray(inner)
    depth = 0
    for match in _TOKENS.finditer(inner, 0, len(inner) - 1):
        token = match[0]
        if token in b"([{":
            depth += 1
        elif token in b")]}":
            depth -= 1
        elif depth == 0 and token in (b",", b"=>"):
            out[match.start() : match.end()] = b";" if token == b"," else b"; "
    out[-1:] = b";"
    return bytes(out)
