"""Serving over HTTP from the command line, for `serve` and `open`."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cairn import __version__
from cairn.app import Cairn
from cairn.cli import output
from cairn.cli.verb import Session
from cairn.cli.watching import tell_on_error_stream
from cairn.config import Config
from cairn.errors import CairnError, Cancelled, UsageError
from cairn.report import WatchEvent
from cairn.serve.offer import Offer

if TYPE_CHECKING:
    from cairn.serve.door import Page
    from cairn.serve.entrance import Entrance
    from cairn.serve.work import Work
    from cairn.users import Users


@dataclass(frozen=True, slots=True)
class Serving:
    """Where and what to serve. `is_watch` None: sources are watched unless the server is read-only, and only faults are told."""

    host: str
    port: int
    offer: Offer
    is_watch: bool | None = None
    has_page: bool = True
    is_insecure: bool = False


def begin_work(session: Session, cairn: Cairn, offer: Offer, is_watch: bool | None, work: Work) -> None:
    """Start what a server does by itself: jobs that did not end, and the watch."""
    if not offer.is_read_only:
        _start_again(cairn, work)
    if is_watch or (is_watch is None and not offer.is_read_only):
        work.watch(lambda event: _tell_event(session, event, is_asked=bool(is_watch)))


def serve_http(session: Session, cairn: Cairn, serving: Serving, on_ready: Callable[[str], None] | None = None) -> int:
    """Serve until Ctrl-C; `on_ready` gets the address of MCP once it is listened on."""
    from cairn.serve.bind import Listen
    from cairn.serve.http import run_http

    config, offer = session.config, serving.offer
    listen = Listen(
        serving.host,
        serving.port,
        config.mcp_token,
        config.mcp_allowed_hosts,
        serving.is_insecure,
        _users_of(config),
        config.mcp_user_header,
        config.mcp_trusted_proxies,
    )

    def announce(url: str) -> None:
        _announce(session, cairn, serving, url, has_token=listen.is_guarded)
        if on_ready is not None:
            on_ready(url)

    begin = functools.partial(begin_work, session, cairn, offer, serving.is_watch)
    make_page = functools.partial(_make_page, offer) if serving.has_page else None
    try:
        run_http(cairn, __version__, listen, offer, on_ready=announce, begin=begin, make_page=make_page)
    except KeyboardInterrupt:
        # The way in which a server ends; nothing was interrupted that has to be told.
        if not session.is_quiet:
            output.note("cairn: stopped")
        return Cancelled.exit_status
    return 0


def _users_of(config: Config) -> Users | None:
    """The users of the server, None if there are none; raises UsageError where a proxy is to name them in vain."""
    if config.mcp_user_header is not None and (config.mcp_users is None or not config.mcp_trusted_proxies):
        raise UsageError(
            "CAIRN_MCP_USER_HEADER needs the users whom it names and the proxies that may; "
            "set CAIRN_MCP_USERS and CAIRN_MCP_TRUSTED_PROXIES, too"
        )
    if config.mcp_users is None:
        return None
    from cairn.users import Users

    return Users(config.mcp_users)


def _make_page(offer: Offer, work: Work, entrance: Entrance) -> Page:
    from cairn.web.application import build_page  # what it needs is loaded when somebody looks

    return build_page(entrance, offer, work)


def _announce(session: Session, cairn: Cairn, serving: Serving, url: str, *, has_token: bool) -> None:
    page = f"{url.removesuffix('/mcp')}/" if serving.has_page else None
    if session.is_json:
        document = {"url": url, "page": page, "db": str(cairn.database), "token": has_token}
        output.write_document({**document, "read_only": serving.offer.is_read_only})
        sys.stdout.flush()
    elif not session.is_quiet:
        shown = f", and a page at {page}" if page else ""
        output.note(f"cairn serves {cairn.database} at {url}{shown}{' (with a token)' if has_token else ''}; Ctrl-C stops it")


def _tell_event(session: Session, event: WatchEvent, *, is_asked: bool) -> None:
    """Who did not ask for watching hears of it only what went wrong, or with -v."""
    if is_asked or event.kind == "failed" or session.config.log_level in ("INFO", "DEBUG"):
        tell_on_error_stream(session, event)


def _start_again(cairn: Cairn, work: Work) -> None:
    for job in cairn.start():
        what = f"the {job.kind} of {job.source}"
        output.note(f"cairn: {what} did not end last time; it is started again")
        work.start_again(job.id, functools.partial(_tell_fault, what))


def _tell_fault(what: str, error: CairnError) -> None:
    if not isinstance(error, Cancelled):
        output.note(f"cairn: {what} was not done: {error}")
