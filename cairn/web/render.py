"""A view as HTML. Whatever stands in a view is escaped, but for what `Markup` says is HTML already."""

from __future__ import annotations

import functools
import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from cairn.web import urls
from cairn.web.words import breakable, counted, number, sentence, since, size, ticked

if TYPE_CHECKING:
    from markupsafe import Markup

FOLDER = Path(__file__).parent
ASSETS = {"page.css": "text/css", "page.js": "text/javascript", "icon.svg": "image/svg+xml"}


@functools.cache
def asset(name: str) -> tuple[bytes, str]:
    """The bytes of an asset and the mark of its version."""
    data = (FOLDER / "assets" / name).read_bytes()
    return data, hashlib.blake2b(data, digest_size=6).hexdigest()


def asset_at(name: str) -> str:
    """The address of an asset, another one for each version, so that a browser may keep it."""
    return f"/assets/{asset(name)[1]}/{name}"


@functools.cache
def templates() -> Environment:
    """The templates with what they may call."""
    environment = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.globals |= {
        "at": urls.at,
        "definition_at": urls.definition_at,
        "file_at": urls.file_at,
        "short_name": urls.short_name,
        "is_external": urls.is_external,
        "asset_at": asset_at,
    }
    environment.filters |= {
        "number": number,
        "size": size,
        "counted": counted,
        "since": since,
        "ticked": ticked,
        "sentence": sentence,
        "breakable": breakable,
    }
    return environment


def render(template: str, **values: object) -> str:
    """Fill a template."""
    return templates().get_template(template).render(values)


def standalone(drawing: Markup) -> str:
    """A drawing as a file of its own: with the rules of its looks, which stand first in the stylesheet, and without links."""
    rules = asset("page.css")[0].decode().partition("/* The page */")[0]
    head, _, rest = re.sub(r' href="[^"]*"', "", drawing).partition(">")
    return f"{head}><style>{rules}</style>{rest}\n"
