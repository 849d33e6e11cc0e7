"""A page of the web as it came. Imports nothing that connects: sources keep what is here."""

from __future__ import annotations

from typing import NamedTuple


class Validators(NamedTuple):
    """What a server said to tell a page from a later one; empty where it said nothing."""

    etag: str = ""
    last_modified: str = ""


NO_VALIDATORS = Validators()


class Page(NamedTuple):
    """What came back. `media_type` is in lower case, `charset` as the server calls it or empty."""

    url: str  # of the last redirect
    data: bytes
    media_type: str
    charset: str
    validators: Validators
