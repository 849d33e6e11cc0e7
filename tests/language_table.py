"""What the documents say of languages, made from the records: `language_table.py` writes it into them."""

from __future__ import annotations

import re
from pathlib import Path

from cairn.languages.registry import languages
from cairn.semantics.language import Language

ROOT = Path(__file__).resolve().parents[1]
PLACES = ("docs/graph.md", "README.md")


def coded() -> list[Language]:
    """Return the languages that have definitions, by name."""
    read = (record for record in languages().values() if record.has_query or record.read_as is not None)
    return sorted((record for record in read if not record.is_prose), key=lambda r: r.name)


def table() -> str:
    """Return the table of docs/graph.md."""
    rows = [
        f"| `{record.name}` | {', '.join(f'`{name}`' for name in (*record.extensions, *record.filenames))} "
        f"| {'definitions and edges' if record.rules else 'definitions'} |"
        for record in coded()
    ]
    return "\n".join(["| language | files | what is read |", "| --- | --- | --- |", *rows])


def sentence() -> str:
    """Return the sentence of README.md."""
    names = [f"`{record.name}`" for record in coded() if record.rules]
    return f"The graph knows {', '.join(names[:-1])} and {names[-1]} ([which files](docs/graph.md#languages))."


def filled(place: str, text: str) -> str:
    """Return a document's text with what stands between its marks made anew."""
    new = table() if place == "docs/graph.md" else sentence()
    return re.sub(
        r"(<!-- languages -->\n).*?(\n<!-- /languages -->)", lambda found: found[1] + new + found[2], text, flags=re.DOTALL
    )


if __name__ == "__main__":
    for name in PLACES:
        path = ROOT / name
        path.write_text(filled(name, path.read_text(encoding="utf-8")), encoding="utf-8")
