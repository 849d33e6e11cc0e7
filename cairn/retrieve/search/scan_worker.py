"""A process that searches texts with a regular expression, and can be ended when the expression does not end.

Started by scan.py as a script: it imports nothing of Cairn. Standard input is a JSON list of the expression, the number of
spans of lines that are wanted, and (file id, text) pairs; standard output a JSON list of (file id, numbers of lines) pairs.
"""

from __future__ import annotations

import json
import re
import sys

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")


def main() -> None:
    """Search what comes in on standard input."""
    expression, limit, texts = json.load(sys.stdin)
    search = re.compile(expression).search
    found: list[tuple[int, list[int]]] = []
    count = 0
    for file_id, text in texts:
        lines = [number for number, line in enumerate(_LINE.findall(text), 1) if search(line.rstrip("\r\n"))]
        if lines:
            found.append((file_id, lines))
            count += sum(a + 1 != b for a, b in zip([-1, *lines], lines, strict=False))
            if count > limit:
                break
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
