"""Headings of Markdown, reStructuredText, AsciiDoc, Org and plain text as sections.

Sources: CommonMark 0.31 (ATX and setext headings, fenced code), the reStructuredText
specification ("Sections"), and the anchors that GitHub gives to headings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from cairn.extract.citations import document_facts
from cairn.extract.frontmatter import read_tags
from cairn.extract.outline import Definition, Extraction
from cairn.semantics.kinds import MODULE, SECTION

_UNDERLINED_ENDINGS = (".rst", ".rest", ".inc", ".txt", ".text")  # plain text underlines its titles as well
_SIGNS_OF_ENDINGS = {".adoc": "=", ".asciidoc": "=", ".org": "*"}
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)$")
_NO_TITLE = re.compile(r"[ \t]*(?:[-*+>|]|\d+[.)]|#{1,6}[ \t]|<|$)| {4}|\t")
_RULE = re.compile(r"([!-/:-@\[-`{-~])\1*\s*$")
_HTML_HEADING = re.compile(r"[ \t]*<h([1-6])\b[^>]*>(.*?)</h\1>", re.IGNORECASE)
_MARKUP = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])|<[^>]*>|:[a-z:.+-]+:`([^`]*)`|\[#?[^\]]*\]_|\{#[^}]*\}")
_SIGNS = re.compile(r"[^\w\- ]")
_LINK_TARGET = re.compile(r"\s*<[^<>`]*>(?=`|$)")
_MAX_TITLE_CHARS = 300  # a longer "heading" is a paragraph above a rule; guess


class _Heading(NamedTuple):
    """`line` is the first line of it, `title_line` that of its words; level 1 is the highest."""

    line: int
    title_line: int
    level: int
    title: str
    shown: str


def outline_prose(path: str, text: str, *, is_markdown: bool = False) -> Extraction:
    """Find the sections of a document; the module comes first, and a section lasts to the next one of its level.

    The format is told by the path's ending, unless the text `is_markdown`.

    The anchor of a section is the slugs of the headings above it and its own, with `~2`, `~3` where one repeats.
    Code blocks and front matter hold no headings.
    """
    name = path.rpartition("/")[2].partition(".")[0] or path
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    lines = [line.removesuffix("\r") for line in lines]
    path = "" if is_markdown else path
    headings = list(_read_headings(path, lines))
    starts = [0, *accumulate(len(line.encode("utf-8", "replace")) + 1 for line in text.split("\n"))]
    size = min(starts[-1] - 1, len(text.encode("utf-8", "replace")))
    module = Definition(MODULE, name, "", "", -1, 1, max(len(lines), 1), 0, 0, size, "", "", True)
    definitions = [module, *_place(headings, len(lines), starts, size)]
    facts = document_facts(definitions, size, _read_words(path, lines))
    return Extraction(definitions, facts, tags=read_tags(lines))


def _read_headings(path: str, lines: Sequence[str]) -> Iterator[_Heading]:
    name = path.lower()
    if name.endswith(_UNDERLINED_ENDINGS):
        return _read_rst(lines)
    sign = _SIGNS_OF_ENDINGS.get(name[name.rfind(".") :])
    return _read_marked(lines, sign) if sign else _read_markdown(lines)


def _read_words(path: str, lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines outside of blocks of code, where those can be told, by number."""
    if path.lower().endswith((*_UNDERLINED_ENDINGS, *_SIGNS_OF_ENDINGS)):
        yield from enumerate(lines, 1)
    else:
        yield from ((index + 1, line) for index, line in _list_outside_fences(lines, _skip_front_matter(lines)))


def _place(headings: Sequence[_Heading], line_count: int, starts: Sequence[int], size: int) -> Iterator[Definition]:
    """Give each heading its parent, its end and its anchor."""
    ends = _find_ends(headings, line_count)
    seen: dict[str, int] = {}
    above: list[tuple[int, int, str]] = []  # level, ordinal, path of slugs
    for ordinal, (heading, end) in enumerate(zip(headings, ends, strict=True), start=1):
        while above and above[-1][0] >= heading.level:
            above.pop()
        slug = make_slug(heading.title)
        qualname = f"{above[-1][2]}/{slug}" if above else slug
        seen[qualname] = count = seen.get(qualname, 0) + 1
        anchor = qualname if count == 1 else f"{qualname}~{count}"
        parent = above[-1][1] if above else 0
        above.append((heading.level, ordinal, qualname))
        last = starts[end] if end < len(starts) else size
        yield Definition(
            SECTION, heading.title, qualname, anchor, parent, heading.line, end, heading.title_line,
            starts[heading.line - 1], min(last, size), heading.shown, "", True,
        )  # fmt: skip


def _find_ends(headings: Sequence[_Heading], line_count: int) -> list[int]:
    """Return the last line of each section."""
    ends = [line_count] * len(headings)
    open_sections: list[int] = []
    for index, heading in enumerate(headings):
        while open_sections and headings[open_sections[-1]].level >= heading.level:
            ends[open_sections.pop()] = heading.line - 1
        open_sections.append(index)
    return ends


def make_slug(title: str) -> str:
    """Turn a heading into its anchor as GitHub does: lower case, signs left out, hyphens for spaces."""
    slug = _SIGNS.sub("", title.lower()).strip().replace(" ", "-")
    return slug or "section"


def _clean(title: str) -> str:
    """Leave out the markup of a heading: links, code marks, emphasis, HTML."""
    title = _LINK_TARGET.sub("", title.strip())
    title = _MARKUP.sub(lambda found: found[1] or found[2] or "", title)
    title = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", title.replace("`", ""))
    title = re.sub(r"(?<!\w)([*_]{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)", r"\2", title)
    return re.sub(r"\s+", " ", title).strip()


def _read_markdown(lines: Sequence[str]) -> Iterator[_Heading]:
    paragraph = -1  # index of the first line of the paragraph that the current line goes on with
    for index, line in _list_outside_fences(lines, _skip_front_matter(lines)):
        rule = _SETEXT.match(line) if paragraph >= 0 else None
        if rule:
            title = _clean(" ".join(lines[paragraph:index]))
            if title and len(title) <= _MAX_TITLE_CHARS:
                yield _Heading(paragraph + 1, paragraph + 1, 1 if rule[1][0] == "=" else 2, title, title)
            paragraph = -1
        elif heading := _read_one_line(line, index + 1):
            yield heading
            paragraph = -1
        elif _NO_TITLE.match(line):
            paragraph = -1
        elif paragraph < 0:
            paragraph = index


def _read_one_line(line: str, number: int) -> _Heading | None:
    """Read a heading that is a line by itself, `# so` or `<h1>so</h1>`."""
    if found := _ATX.match(line):
        level, title, shown = len(found[1]), _clean(found[2] or ""), line.strip()
    elif found := _HTML_HEADING.match(line):
        level, title = int(found[1]), _clean(found[2])
        shown = title
    else:
        return None
    return _Heading(number, number, level, title, shown) if title else None


def _list_outside_fences(lines: Sequence[str], start: int) -> Iterator[tuple[int, str]]:
    """Yield (index, line); a fenced block is one empty line."""
    fence = ""
    for index in range(start, len(lines)):
        line = lines[index]
        found = _FENCE.match(line)
        if fence:
            if found and found[1].startswith(fence) and not found[2].strip():
                fence = ""
        elif found and not (found[1][0] == "`" and "`" in found[2]):
            fence = found[1]
            yield index, ""
        else:
            yield index, line


def _read_marked(lines: Sequence[str], sign: str) -> Iterator[_Heading]:
    """Read headings that begin with one sign for each level and a space."""
    heading = re.compile(rf"({re.escape(sign)}{{1,8}})[ \t]+(\S.*)$")
    for number, line in enumerate(lines, 1):
        if (found := heading.match(line)) and (title := _clean(found[2])):
            yield _Heading(number, number, len(found[1]), title, line.strip())


def _skip_front_matter(lines: Sequence[str]) -> int:
    """Return the index behind a block of metadata between `---` or `+++` at the very beginning."""
    if not lines or lines[0].rstrip() not in ("---", "+++"):
        return 0
    for index in range(1, len(lines)):
        if lines[index].rstrip() in (lines[0].rstrip(), "..."):
            return index + 1
    return 0


def _read_rst(lines: Sequence[str]) -> Iterator[_Heading]:
    """Titles are underlined at least as long as they are; levels are numbered as their styles first appear."""
    styles: list[tuple[str, bool]] = []
    index = 0
    while index < len(lines):
        title_index, has_overline = _find_rst_title(lines, index)
        if title_index < 0:
            index += 1
            continue
        style = (lines[title_index + 1][0], has_overline)
        if style not in styles:
            styles.append(style)
        shown = lines[title_index].strip()
        yield _Heading(index + 1, title_index + 1, styles.index(style) + 1, _clean(shown), shown)
        index = title_index + 2


def _find_rst_title(lines: Sequence[str], index: int) -> tuple[int, bool]:
    """Return the index of the title that begins at `index`, and whether a rule stands above it; -1 when none does."""
    before = lines[index - 1].strip() if index else ""
    if _RULE.match(lines[index]) and not before and index + 2 < len(lines):
        over, title, under = lines[index].rstrip(), lines[index + 1].rstrip(), lines[index + 2].rstrip()
        if title.strip() and over == under and len(over) >= len(title) and not _RULE.match(title):
            return index + 1, True
        return -1, False
    if before and not _is_above_title(before):
        return -1, False
    if index + 1 < len(lines) and lines[index].strip() and not lines[index][0].isspace():
        title, under = lines[index].rstrip(), lines[index + 1].rstrip()
        if _RULE.match(under) and not _RULE.match(title) and len(under) >= min(len(title), 4) and len(under) >= 2:
            # docutils only warns of a rule that is too short, when it has four signs or more.
            return (index, False) if _clean(title) else (-1, False)
    return -1, False


def _is_above_title(line: str) -> bool:
    """Tell whether a title may follow a line without a blank one between: an explicit target or comment, or a rule."""
    return line.startswith("..") or bool(_RULE.match(line))
