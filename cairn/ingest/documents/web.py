"""A page of the web as Markdown: its title, where and when it is from, and its text without the site around it."""

from __future__ import annotations

import logging

from cairn.ingest.decode import decode
from cairn.ingest.documents.element import HtmlElement
from cairn.ingest.documents.form import PAGE
from cairn.ingest.documents.page import parse_html, title_of, write_page
from cairn.ingest.documents.text import MAX_CHARACTERS, DocumentText, MarkdownWriter, Unreadable, clean, one_line

# Shorter texts are taken from the whole page, where what is around them cannot be told from them; guess.
_LEAST_CHARACTERS = 250
_DATES = {"extensive_search": False, "original_date": True}


def read_web_page(data: bytes, url: str) -> DocumentText:
    """Read HTML that came from a URL."""
    import trafilatura
    from trafilatura.metadata import extract_metadata

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    html = decode(data, "page.html").text
    root = parse_html(html)
    about = extract_metadata(html, default_url=url, date_config=_DATES)
    title = one_line(about.title or title_of(root))
    body = trafilatura.extract(
        html, url=url, output_format="markdown", include_links=True, include_tables=True, include_formatting=True
    )
    text = clean(body or "").strip()
    if len(text) < _LEAST_CHARACTERS:
        text = _whole(root) or text
    if not text:
        raise Unreadable("no_text", "the page has no text of its own; scripts are not run")
    return _put_together(title, url, one_line(about.date or ""), text)


def _whole(root: HtmlElement) -> str:
    writer = MarkdownWriter()
    write_page(writer, root, level=1)
    return writer.finish(PAGE).text.strip() if writer.has_words else ""


def _put_together(title: str, url: str, date: str, text: str) -> DocumentText:
    first, _, rest = text.partition("\n")
    if first.lstrip("# ").strip() == title:
        text = rest.strip()
    lines = [f"# {title}", ""] if title else []
    lines += [f"Source: {url}", *([f"Date: {date}"] if date else []), "", text]
    whole = "\n".join(lines)
    warnings = [] if len(whole) <= MAX_CHARACTERS else [f"only the first {MAX_CHARACTERS:,} characters are indexed"]
    return DocumentText(PAGE, whole[:MAX_CHARACTERS] + "\n", warnings)
