"""What can be told of the looks of the page without a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cairn.web.render import asset

ROOT = Path(__file__).resolve().parents[2]
STYLE = asset("page.css")[0].decode()
# What stands on what. Code stands on the raised colour, and on those of hits and of the line that an address names.
ON_ALL = ("ink", "soft", "link", "accent", "warn", "test", "good", "class", "function", "value", "mod")
CODE = ("ink", "keyword", "string", "number", "comment", "defined", "built", "value", "link")
PAIRS = {
    *((text, ground) for text in ON_ALL for ground in ("paper", "raised", "sunk")),
    *((text, ground) for text in CODE for ground in ("raised", "accent-soft", "mark")),
    *((text, f"{text}-soft") for text in ("test", "warn", "good", "accent")),
    *(("ink", f"heat{number}") for number in range(1, 6)),
    *(("ink", ground) for ground in ("plus", "minus", "warn-soft", "good-soft")),
}


def colours(scheme: str) -> dict[str, str]:
    light, _, rest = STYLE.partition("@media (prefers-color-scheme: dark)")
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", light))
    return (
        found if scheme == "light" else {**found, **dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", rest.partition("}\n}")[0]))}
    )


def luminance(colour: str) -> float:
    """Source: W3C, "Web Content Accessibility Guidelines 2.2", relative luminance."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_texts_stand_out_from_their_grounds(scheme: str) -> None:
    given = colours(scheme)
    faint = {}
    for text, ground in PAIRS:
        lighter, darker = sorted((luminance(given[text]), luminance(given[ground])), reverse=True)
        ratio = (lighter + 0.05) / (darker + 0.05)
        if ratio < 4.5:
            faint[text, ground] = round(ratio, 2)
    assert not faint


def test_the_pictures_that_documents_show_are_there_and_no_others() -> None:
    shown = set()
    for document in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        shown |= set(re.findall(r"\]\((?:docs/)?pictures/([\w-]+\.png)\)", document.read_text(encoding="utf-8")))
    assert shown == {path.name for path in (ROOT / "docs" / "pictures").iterdir()}
    assert all(path.stat().st_size < 150_000 for path in (ROOT / "docs" / "pictures").iterdir())
