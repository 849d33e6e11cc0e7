"""Spellings that the grammar does not know, put so that it does; no byte changes its place."""

from __future__ import annotations

import re

_VARIANCE = re.compile(
    rb"([<,]\s*(?:/\*(?:[^*]|\*(?!/))*\*/\s*|//[^\n]*\n\s*)*)"  # after `<` or `,` and comments
    rb"((?:const\s+)?(?:in\s+out|out\s+in|in|out))(?=\s+[A-Za-z_$][\w$]*\s*(?:[,>=]|extends\b))"
)
_TYPE_STAR = re.compile(rb"(?m)^(\s*export\s+)type(?=\s*\*)")
# A call signature on a line of its own is taken as the type arguments of the line above, which no `;` ends.
_CALL_SIGNATURE = re.compile(rb"(?m)^([ \t]*)[ \t](?=<\s*(?:$|[A-Za-z_$][^\n]*))")
_LINE_COMMENT = re.compile(rb"//[^\n]*\Z")
_CONTINUES = b";,{(|&=<:?[>"
LOOK_BACK_BYTES = 2_000  # of comments above a signature (guess)


def mend(source: bytes) -> bytes:
    """The text with variance marks blanked and call signatures ended; of the same length."""
    text = _VARIANCE.sub(lambda m: m[1] + b" " * len(m[2]), source)
    text = _TYPE_STAR.sub(rb"\1    ", text)
    return _CALL_SIGNATURE.sub(lambda m: m[1] + (b";" if _ends_type(text, m.start()) else b" "), text)


def _ends_type(text: bytes, end: int) -> bool:
    """Whether the code above byte `end` ends in something that a type may end in."""
    above = text[max(0, end - LOOK_BACK_BYTES) : end].rstrip()
    while True:
        start = above.rfind(b"/*") if above.endswith(b"*/") else -1
        if start < 0 and (line := _LINE_COMMENT.search(above)) is not None:
            start = line.start()
        if start < 0:
            break
        above = above[:start].rstrip()
    return bool(above) and (above[-1:] not in _CONTINUES or (above.endswith(b">") and not above.endswith(b"=>")))
