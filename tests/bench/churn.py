"""How many chunks a small edit changes: `python tests/bench/churn.py DIR [DIR ...]`.

Each file is cut, edited by one sentence or line at its start, in its middle or at its end, and cut again: the churn is the share
of the new chunks whose text no old chunk has. One changed chunk of n is the least there can be.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from cairn.chunk.split import split
from cairn.extract.extract import extract
from cairn.extract.outline import Extraction
from cairn.extract.prose import outline_prose
from cairn.languages.registry import language_for

PROSE = frozenset({".md", ".rst", ".txt"})
EDIT = "A sentence that was not there before stands here now."
LEAST_CHUNKS = 8  # of a file that counts: what a short one has changes as a whole


def cut(path: str, text: str) -> tuple[str, list[str]]:
    """The chunker that a file gets, and its chunks."""
    is_prose = Path(path).suffix in PROSE
    language = None if is_prose else language_for(path, text)
    found: Extraction = outline_prose(path, text) if is_prose else extract(language, path, text.encode())
    spans = split(text, found.definitions, found.breaks, is_prose)
    name = "prose" if is_prose else "definitions" if len(found.definitions) > 1 else "windows of lines"
    source = text.encode()
    return name, [source[span.start_byte : span.end_byte].decode() for span in spans]


def edited(path: str, text: str) -> Iterator[tuple[str, str]]:
    """The text after each edit."""
    line = EDIT if Path(path).suffix in PROSE else f"# {EDIT}"
    lines = text.split("\n")
    for place, number in (("start", 0), ("middle", len(lines) // 2), ("end", len(lines))):
        # A paragraph of its own at the start: right above the line over a title it would be taken for a title.
        yield place, "\n".join([*lines[:number], line, *([] if number else [""]), *lines[number:]])


def main(folders: list[Path]) -> None:
    """Print a table: a row for each chunker."""
    shares: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    sizes: dict[str, list[int]] = defaultdict(list)
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()):
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        name, before = cut(path.name, text)
        if len(before) < LEAST_CHUNKS:
            continue
        sizes[name] += map(len, before)
        known = set(before)
        for place, changed in edited(path.name, text):
            after = cut(path.name, changed)[1]
            shares[name][place].append(sum(chunk not in known for chunk in after) / len(after))
        shares[name]["least"].append(1 / len(before))
    print(f"{'chunker':18} files  characters   start  middle     end   least")
    for name, by_place in sorted(shares.items()):
        means = [sum(by_place[place]) / len(by_place[place]) for place in ("start", "middle", "end", "least")]
        told = "  ".join(f"{mean:6.1%}" for mean in means)
        print(f"{name:18} {len(by_place['least']):5}  {sum(sizes[name]) / len(sizes[name]):10.0f}  {told}")


if __name__ == "__main__":
    main([Path(folder) for folder in sys.argv[1:]])
