"""Markdown as HTML. A document of an index may be anybody's: of its own HTML the tags that only
lay out are left away and all else is shown as text, its pictures are not loaded, and its
links lead to files of the index, or are plain addresses of the web.

A link to a heading, `#how-to-add`, names it as GitHub does. The ids here have `user-content-` before that, as GitHub's have: a
heading "Jobs" is not what a script of the page takes for its list of jobs.

Source: GitHub Docs, "Basic writing and formatting syntax", section links.
"""

from __future__ import annotations

import functools
import itertools
import posixpath
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from cairn.extract.prose import make_slug
from cairn.web.text.code import coloured
from cairn.web.urls import file_at

if TYPE_CHECKING:
    from markdown_it.renderer import RendererHTML

_WEB = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_FRONT = re.compile(r"\A---\n.*?\n(?:---|\.\.\.)\n", re.DOTALL)
# Tags that change how a text looks and not what it says. None reaches beyond the next `<`: the time is linear in the text.
_LAYOUT = re.compile(
    r"</?(?:a|b|br|center|code|dd|details|div|dl|dt|em|h[1-6]|hr|i|img|kbd|li|ol|p|picture|source|span|strong|sub|summary|sup"
    r"|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_ID = re.compile(r"""\s(?:id|name)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_LINES = re.compile(r"L[0-9]+(?:-L?[0-9]+)?")
_ALT = re.compile(r"""\salt=(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Place:
    """The document that is shown."""

    label: str
    path: str


def rendered(text: str, place: Place) -> Markup:
    """The document as HTML; its headings have the ids of their lines, `L12`, and words. Front matter is shown as it is."""
    plain = text.replace("\r\n", "\n").replace("\0", "\ufffd")
    front = _FRONT.match(plain)
    head = Markup("")
    if front is not None:
        head = Markup('<pre class="front" tabindex="0">{}</pre>').format(front[0])
        plain = "\n" * front[0].count("\n") + plain[front.end() :]  # the lines keep their numbers
    tokens = _parser().parse(plain)
    _name_headings(tokens)
    _adjust(tokens, place)
    # The parser escapes what it is given, and `_html` what is HTML there.
    return head + Markup(_parser().renderer.render(tokens, _parser().options, {}))  # noqa: S704


@functools.cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True, "linkify": False}).enable(["table", "strikethrough"])
    parser.validateLink = _is_allowed  # type: ignore[method-assign]  # how the library lets it be replaced
    for name, rule in (
        ("image", _image),
        ("fence", _fence),
        ("code_block", _fence),
        ("html_block", _html),
        ("html_inline", _html),
        ("anchor", _anchor),
    ):
        parser.add_render_rule(name, rule)
    return parser


def _is_allowed(url: str) -> bool:
    """Whether a link stays one: of the web, of mail, or to somewhere in the index."""
    plain = re.sub(r"[\x00-\x20]", "", unquote(url))
    return bool(_WEB.match(plain)) or not _SCHEME.match(plain)


def _name_headings(tokens: Sequence[Token]) -> None:
    """Put what a link to it names before the words of each heading; one that repeats gets `-1`, `-2`."""
    seen: Counter[str] = Counter()
    for opening, words in itertools.pairwise(tokens):
        if opening.type == "heading_open" and words.children is not None:
            slug = make_slug("".join(part.content for part in words.children if part.type in ("text", "code_inline")))
            count = seen[slug]
            seen[slug] += 1
            words.children.insert(0, Token("anchor", "", 0, content=f"{slug}-{count}" if count else slug))


def _anchor_id(name: str) -> str:
    return f"user-content-{name.lower()}"


def _adjust(tokens: Sequence[Token], place: Place) -> None:
    for token in tokens:
        if token.type == "heading_open" and token.map:
            token.attrSet("id", f"L{token.map[0] + 1}")
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + 1, 6)}"  # the first level is the page's own
        if token.type in ("th_open", "td_open") and "style" in token.attrs:
            # The page refuses the styles of elements.
            token.attrs = {"class": str(token.attrs["style"]).replace("text-align:", "to-")}
        if token.type == "link_open":
            _lead(token, str(token.attrGet("href") or ""), place)
        if token.children:
            _adjust(token.children, place)


def _lead(token: Token, url: str, place: Place) -> None:
    if _WEB.match(url):
        token.attrSet("rel", "noopener noreferrer nofollow")
        return
    path, _, name = unquote(url).partition("#")
    inside = "#" + quote(name if _LINES.fullmatch(name) else _anchor_id(name)) if name else ""
    if not path:
        token.attrSet("href", inside or file_at(place.label, place.path))
        return
    base = "" if path.startswith("/") else posixpath.dirname(place.path)
    token.attrSet("href", file_at(place.label, posixpath.normpath(posixpath.join(base, path.lstrip("/")))) + inside)


def _anchor(renderer: RendererHTML, tokens: Sequence[Token], place: int, _options: object, _env: object) -> str:
    """Where a link leads to; it is empty."""
    return Markup('<span id="{}"></span>').format(_anchor_id(tokens[place].content))


def _image(renderer: RendererHTML, tokens: Sequence[Token], place: int, _options: object, _env: object) -> str:
    """A picture by its words: loading it would tell its owner who reads."""
    token = tokens[place]
    return Markup('<span class="picture" title="{}">{}</span>').format(token.attrGet("src") or "", token.content or "picture")


def _fence(renderer: RendererHTML, tokens: Sequence[Token], place: int, _options: object, _env: object) -> str:
    token = tokens[place]
    lang = token.info.split()[0] if token.info.split() else ""
    lines = coloured(token.content, str(escape(lang))[:40])
    return Markup('<pre tabindex="0"><code>{}\n</code></pre>').format(Markup("\n").join(line.code for line in lines))


def _html(renderer: RendererHTML, tokens: Sequence[Token], place: int, _options: object, _env: object) -> str:
    """HTML of the document: its words, the words of its pictures, and as text each tag that is not known to lay out."""
    text = tokens[place].content
    is_comment = text.startswith("<!--") and text.rstrip().endswith("-->") and text.count("<!--") == 1
    parts: list[Markup] = []
    end = 0
    for tag in () if is_comment else _LAYOUT.finditer(text):
        parts += [escape(text[end : tag.start()]), _named_by(tag[0]), _picture_of(tag[0])]
        end = tag.end()
    said = Markup("").join([*parts, escape("" if is_comment else text[end:])])
    is_block = tokens[place].type == "html_block"
    return Markup("<p>{}</p>\n").format(said.strip()) if is_block and said.strip() else "" if is_block else said


def _named_by(tag: str) -> Markup:
    """The place that a tag is, of which other places say `#name`."""
    found = _ID.search(tag)
    name = "".join(filter(None, found.groups())) if found is not None else ""
    return Markup('<span id="{}"></span>').format(_anchor_id(name)) if name else Markup("")


def _picture_of(tag: str) -> Markup:
    alt = _ALT.search(tag) if tag[:4].lower() == "<img" else None
    words = (alt[1] or alt[2] or "") if alt is not None else ""
    return Markup('<span class="picture">{}</span>').format(words) if words else Markup("")
