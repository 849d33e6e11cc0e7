"""Python that is newer than the grammar: what it takes for an error is blanked where it says nothing that is needed."""

from __future__ import annotations

import re

_TYPE_PARAMETERS = re.compile(rb"^[ \t]*(?:async[ \t]+def|def|class|type)[ \t]+\w+[ \t]*\[", re.MULTILINE)


def mend(source: bytes) -> bytes:
    """A text of the same length without the defaults of type parameters: `class Box[T = int]`."""
    changed = bytearray(source)
    for head in _TYPE_PARAMETERS.finditer(source):
        depth, begin, here = 1, -1, head.end()
        while here < len(source) and depth:
            char = source[here : here + 1]
            depth += (char in b"([{") - (char in b")]}")
            if begin >= 0 and (depth == 0 or (depth == 1 and char == b",")):
                changed[begin:here] = _blank(source[begin:here])
                begin = -1
            elif begin < 0 and depth == 1 and char == b"=":
                begin = here
            here += 1
    return bytes(changed)


def _blank(text: bytes) -> bytes:
    return re.sub(rb"[^\r\n]", b" ", text)
