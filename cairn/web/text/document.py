"""Markdown as HTML. A document of an index may be anybody's: its own HTML is shown as text, its pictures are not loaded, and its
links lead to files of the index, or are plain addresses of the web.
"""

from __future__ import annotations

import functools
import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from cairn.web.text.code import coloured
from cairn.web.urls import file_at

if TYPE_CHECKING:
    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token

_WEB = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_FRONT = re.compile(r"\A---\n.*?\n(?:---|\.\.\.)\n", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Place:
    """The document that is shown."""

    label: str
    path: str


def rendered(text: str, place: Place) -> Markup:
    """The document as HTML; its headings have the ids of their lines, `L12`. Front matter is shown as it is."""
    plain = text.replace("\r\n", "\n").replace("\0", "\ufffd")
    front = _FRONT.match(plain)
    head = Markup("")
    if front is not None:
        head = Markup('<pre class="front" tabindex="0">{}</pre>').format(front[0])
        plain = "\n" * front[0].count("\n") + plain[front.end() :]  # the lines keep their numbers
    tokens = _parser().parse(plain)
    _adjust(tokens, place)
    # The parser escapes what it is given; with `html` off there is no other HTML than its own.
    return head + Markup(_parser().renderer.render(tokens, _parser().options, {}))  # noqa: S704


@functools.cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable(["table", "strikethrough"])
    parser.validateLink = _is_allowed  # type: ignore[method-assign]  # how the library lets it be replaced
    for name, rule in (("image", _image), ("fence", _fence), ("code_block", _fence)):
        parser.add_render_rule(name, rule)
    return parser


def _is_allowed(url: str) -> bool:
    """Whether a link stays one: of the web, of mail, or to somewhere in the index."""
    plain = re.sub(r"[\x00-\x20]", "", unquote(url))
    return bool(_WEB.match(plain)) or not _SCHEME.match(plain)


def _adjust(tokens: Sequence[Token], place: Place) -> None:
    for token in tokens:
        if token.type == "heading_open" and token.map:
            token.attrSet("id", f"L{token.map[0] + 1}")
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + 1, 6)}"  # the first level is the page's own
        if token.type == "link_open":
            _lead(token, str(token.attrGet("href") or ""), place)
        if token.children:
            _adjust(token.children, place)


def _lead(token: Token, url: str, place: Place) -> None:
    if _WEB.match(url):
        token.attrSet("rel", "noopener noreferrer nofollow")
        return
    path, _, _ = unquote(url).partition("#")
    if not path:  # headings have the ids of their lines; where one of a slug stands is not known here
        token.attrSet("href", file_at(place.label, place.path))
        return
    base = "" if path.startswith("/") else posixpath.dirname(place.path)
    token.attrSet("href", file_at(place.label, posixpath.normpath(posixpath.join(base, path.lstrip("/")))))


def _image(renderer: RendererHTML, tokens: Sequence[Token], place: int, _options: Any, _env: Mapping[str, Any]) -> str:
    """A picture by its words: loading it would tell its owner who reads."""
    token = tokens[place]
    return Markup('<span class="picture" title="{}">{}</span>').format(token.attrGet("src") or "", token.content or "picture")


def _fence(renderer: RendererHTML, tokens: Sequence[Token], place: int, _options: Any, _env: Mapping[str, Any]) -> str:
    token = tokens[place]
    lang = token.info.split()[0] if token.info.split() else ""
    lines = coloured(token.content, str(escape(lang))[:40])
    return Markup('<pre tabindex="0"><code>{}\n</code></pre>').format(Markup("\n").join(line.code for line in lines))
