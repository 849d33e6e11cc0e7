"""Notebooks: cells as a script in the kernel's language, between `# %%` marks as editors know them; outputs are dropped.

Cells of prose become comments, so that the whole is a text of that language.
Source: the nbformat 4 specification, and the "percent" format of scripts with cells.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from cairn.ingest.documents.text import MAX_CHARACTERS, DocumentText, Unreadable, clean

COMMENTS = {"javascript": "//", "typescript": "//", "scala": "//", "java": "//", "rust": "//", "go": "//", "csharp": "//",
            "kotlin": "//", "swift": "//", "haskell": "--", "sql": "--", "lua": "--", "clojure": ";"}  # fmt: skip
_LANGUAGES = {"ir": "r", "c#": "csharp", "c++": "cpp", "c++17": "cpp", "ipython": "python", "sage": "python", "": "python"}
# What only a notebook's shell understands: `%matplotlib inline`, `!ls`, `?thing`.
_MAGIC = re.compile(r"\s*(?:%{1,2}[A-Za-z]|![^=]|\?)")


def read_notebook(data: bytes, _: str) -> DocumentText:
    """Read the cells of a notebook; `language` is that of its kernel."""
    try:
        book = json.loads(data.decode("utf-8-sig"))
        cells = book["cells"] if "cells" in book else [cell for sheet in book["worksheets"] for cell in sheet["cells"]]
        language = _language_of(book.get("metadata", {}))
        text = "\n".join(_lines(cells, COMMENTS.get(language, "#"))).rstrip("\n")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as exc:
        raise Unreadable("corrupt", f"no notebook that can be read ({type(exc).__name__})") from exc
    if not text:
        raise Unreadable("empty", "its cells are empty")
    if len(text) > MAX_CHARACTERS:
        text = text[: text.rfind("\n", 0, MAX_CHARACTERS) + 1]
        return DocumentText(language, text, [f"only the first {MAX_CHARACTERS:,} characters are indexed"])
    return DocumentText(language, text + "\n", [])


def _language_of(metadata: Any) -> str:
    info, kernel = metadata.get("language_info") or {}, metadata.get("kernelspec") or {}
    name = str(info.get("name") or kernel.get("language") or "").lower()
    return _LANGUAGES.get(name, name)


def _lines(cells: Any, comment: str) -> Iterator[str]:
    for cell in cells:
        source = cell.get("source", cell.get("input", ""))
        body = clean("".join(source) if isinstance(source, list) else str(source)).strip("\n")
        if not body.strip():
            continue
        kind = cell.get("cell_type")
        yield f"{comment} %%" if kind == "code" else f"{comment} %% [{kind}]"
        for line in body.split("\n"):
            is_said = kind != "code" or _MAGIC.match(line)
            yield (f"{comment} {line}".rstrip() if is_said else line.rstrip())
        yield ""
