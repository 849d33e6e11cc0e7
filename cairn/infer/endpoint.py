"""An HTTP endpoint that is asked with JSON and answers with JSON: tries again where that helps, and says what is wrong."""

from __future__ import annotations

import contextlib
import datetime as dt
import email.utils
import logging
import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cairn.egress import Egress, is_loopback_name
from cairn.errors import Cancelled, EnvironmentFault
from cairn.infer.address import Address
from cairn.infer.answer import Json, JsonObject, as_line, parse_json
from cairn.infer.stream import POLL_S, read_events, while_wanted

if TYPE_CHECKING:
    import httpx

_log = logging.getLogger(__name__)

# A batch of 64 vectors of 1024 numbers is 1.5 MB of JSON.
_MOST_BYTES = 64 * 1024 * 1024
_RETRIED = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
# What an endpoint answers when it is the texts that it does not take.
_OF_CONTENT = frozenset({400, 413, 422, 500})
# One of these, and one only: what is packed twice grows a millionfold.
_ENCODINGS = frozenset({"", "identity", "gzip", "x-gzip", "deflate"})


class EndpointFault(EnvironmentFault):
    """An endpoint does not answer as it should.

    `is_of_content`: another, or a shorter, request may be answered. `is_passing`: the same one may be, later. `status` is that
    of HTTP, None where no answer came; `retry_after` is the header of that name.
    """

    def __init__(
        self,
        message: str,
        *,
        is_of_content: bool = False,
        is_passing: bool = False,
        status: int | None = None,
        retry_after: str | None = None,
    ) -> None:
        super().__init__(message)
        self.is_of_content = is_of_content
        self.is_passing = is_passing
        self.status = status
        self.retry_after = retry_after


class _UnreadableFault(EndpointFault):
    """An answer that would be no better the next time."""


class _Silence:
    """The time since a stream said something."""

    def __init__(self, most_s: float) -> None:
        self._most_s = most_s
        self.end()

    def end(self) -> None:
        """Begin anew."""
        self._since = time.monotonic()

    def is_too_long(self) -> bool:
        """Whether it is longer than one waits for a word."""
        return time.monotonic() - self._since > self._most_s


@dataclass(frozen=True, slots=True)
class Patience:
    """How long an endpoint is waited for. Times are seconds; the numbers are guesses but for the first."""

    timeout_s: float = 60.0  # a batch of 32 chunks takes a 0.6b model some 20 s on a CPU
    connect_s: float = 5.0
    attempts: int = 5
    pause_s: float = 0.5  # before the second attempt; doubled for each further one
    longest_pause_s: float = 30.0  # a longer Retry-After is cut to this


class Endpoint:
    """Asks one endpoint. Safe to use from several threads."""

    def __init__(self, address: Address, egress: Egress, *, proxy: str | None = None, patience: Patience | None = None) -> None:
        self.address = address
        self._egress = egress
        self._proxy = proxy
        self._patience = patience or Patience()
        self._lock = threading.Lock()
        self._client: httpx.Client | None = None
        self._closed = threading.Event()

    def post(self, call: str, body: JsonObject, *, attempts: int | None = None, timeout_s: float | None = None) -> Json:
        """Send a request and return what the answer's JSON says.

        Waits between attempts as long as the endpoint asks for (`Retry-After`), else longer each time, with jitter.

        Raises:
            OfflineError: the endpoint may not be reached; nothing is sent and no name looked up.
            EndpointFault: no answer, or one that is no JSON, or a status other than 200, after `attempts`.
        """
        url = self.address.of(call)
        self._check(url)
        last = attempts or self._patience.attempts
        for attempt in range(1, last + 1):
            try:
                status, headers, data = self._send(url, body, timeout_s or self._patience.timeout_s)
            except EndpointFault as fault:
                if isinstance(fault, _UnreadableFault) or attempt == last or self._closed.is_set():
                    raise
                self._pause(self._wait_s(attempt, None))
                continue
            if status == 200:
                return self._parsed(data)
            if status not in _RETRIED or attempt == last or self._closed.is_set():
                raise self._refused(status, data)
            self._pause(self._wait_s(attempt, headers.get("retry-after")))
        raise AssertionError("unreachable")

    def stream(
        self,
        call: str,
        body: JsonObject,
        *,
        is_unwanted: Callable[[], bool] = lambda: False,
        attempts: int | None = None,
        timeout_s: float | None = None,
    ) -> Iterator[Json]:
        """Send a request and yield the JSON of each event of the answer as it comes; one that is no stream is one event.

        Tries again like `post`, as long as nothing has come. No event may take longer than `timeout_s`.

        Raises:
            OfflineError: see `post`.
            EndpointFault: see `post`, and that a stream broke off; `is_passing` if it may be asked again.
            Cancelled: it `is_unwanted`, which is looked at ten times a second.
        """
        url = self.address.of(call)
        self._check(url)
        last = attempts or self._patience.attempts
        for attempt in range(1, last + 1):
            has_begun = False
            try:
                for event in while_wanted(lambda: self._events(url, body, timeout_s), is_unwanted):
                    has_begun = True
                    yield event
                return
            except EndpointFault as fault:
                if has_begun or not fault.is_passing or attempt == last or self._closed.is_set():
                    raise
                self._pause(self._wait_s(attempt, fault.retry_after), is_unwanted)

    def close(self) -> None:
        """Close the connections, and end the pauses of threads that wait to try again."""
        self._closed.set()
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def shown(self, text: str) -> str:
        """What an endpoint says, as a short line without its key."""
        return as_line(text, self.address.key)

    def _check(self, url: str) -> None:
        self._egress.check(url)
        if self._proxy is not None and not self._is_loopback():
            self._egress.check(self._proxy)

    def _is_loopback(self) -> bool:
        from urllib.parse import urlsplit

        return is_loopback_name(urlsplit(self.address.url).hostname or "")

    def _opened(self) -> httpx.Client:
        import httpx  # takes a tenth of a second, and only tiers 1 and 2 need it

        with self._lock:
            if self._client is None:
                self._closed.clear()
                # `trust_env`: the environment's proxies and netrc are not for us.
                proxy = None if self._is_loopback() else self._proxy
                self._client = httpx.Client(trust_env=False, proxy=proxy, follow_redirects=False)
            return self._client

    def _events(self, url: str, body: JsonObject, timeout_s: float | None) -> Iterator[Json]:
        import httpx

        headers = {"Accept": "text/event-stream, application/json", "Accept-Encoding": "identity", **self.address.headers()}
        limit_s = timeout_s or self._patience.timeout_s
        timeout = httpx.Timeout(limit_s, connect=min(self._patience.connect_s, limit_s))
        with (
            self._translated(limit_s),
            self._opened().stream("POST", url, json=body, headers=headers, timeout=timeout) as response,
        ):
            if response.status_code != 200:
                data = self._read(response, time.monotonic() + limit_s)
                raise self._refused(response.status_code, data, response.headers.get("retry-after"))
            if not response.headers.get("content-type", "").lower().startswith("text/event-stream"):
                yield self._parsed(self._read(response, time.monotonic() + limit_s))
                return
            silence = _Silence(limit_s)
            for data_text in read_events(self._parts(response, silence)):
                silence.end()
                try:
                    event = parse_json(data_text)
                except (ValueError, RecursionError) as exc:
                    raise self._fault("sends an event that is no JSON", "ask again", is_passing=True) from exc
                if isinstance(event, dict) and event.get("error"):
                    told = f"broke off ({self.shown(_message_of(data_text.encode()))})"
                    raise self._fault(told, "look into its log", is_passing=True)
                yield event
                silence.end()

    @contextlib.contextmanager
    def _translated(self, timeout_s: float) -> Iterator[None]:
        """Turn errors of the client into Cairn's."""
        import httpx

        try:
            yield
        except httpx.TimeoutException as exc:
            raise self._fault(
                f"did not answer within {timeout_s:g} s", "start it, or give it less to do", is_passing=True
            ) from exc
        except (httpx.HTTPError, httpx.InvalidURL, RuntimeError) as exc:
            if isinstance(exc, RuntimeError) and not self._closed.is_set():
                raise
            detail = self.shown(str(exc)) or type(exc).__name__
            raise self._fault(f"cannot be reached ({detail})", "start it, or check the URL", is_passing=True) from exc

    def _send(self, url: str, body: JsonObject, timeout_s: float) -> tuple[int, httpx.Headers, bytes]:
        import httpx

        headers = {"Accept-Encoding": "gzip, deflate", **self.address.headers()}
        timeout = httpx.Timeout(timeout_s, connect=min(self._patience.connect_s, timeout_s))
        with (
            self._translated(timeout_s),
            self._opened().stream("POST", url, json=body, headers=headers, timeout=timeout) as response,
        ):
            return response.status_code, response.headers, self._read(response, time.monotonic() + timeout_s)

    def _read(self, response: httpx.Response, deadline: float) -> bytes:
        parts = []
        for part in self._bytes(response):
            if time.monotonic() > deadline:
                raise self._fault("did not finish its answer in time", "start it again, or give it less to do")
            parts.append(part)
        return b"".join(parts)

    def _parts(self, response: httpx.Response, silence: _Silence) -> Iterator[bytes]:
        """The parts of a stream, which does not go on for ever without an event: comments and halves of lines are none."""
        for part in self._bytes(response):
            if silence.is_too_long():
                raise self._fault("sends much and says nothing", "start it again, or give it less to do", is_passing=True)
            yield part

    def _bytes(self, response: httpx.Response) -> Iterator[bytes]:
        """What an answer has, as much as one may have."""
        coding = response.headers.get("content-encoding", "").strip().lower()
        if coding not in _ENCODINGS:
            raise self._unreadable(f"answers in the encoding {self.shown(coding)}, which was not asked for", "look into its log")
        size = 0
        for part in response.iter_bytes():
            size += len(part)
            if size > _MOST_BYTES:
                raise self._unreadable(
                    f"answers with more than {_MOST_BYTES >> 20} MB", "check that it is the endpoint that is meant"
                )
            yield part

    def _parsed(self, data: bytes) -> Json:
        try:
            return parse_json(data)
        except (ValueError, RecursionError) as exc:
            kind = "a web page" if data.lstrip()[:1] == b"<" else "something"
            raise self._fault(f"answers with {kind} that is no JSON", f"check {self.address.setting}") from exc

    def _refused(self, status: int, data: bytes, retry_after: str | None = None) -> EndpointFault:
        detail = self.shown(_message_of(data))
        told = f"answers with status {status}" + (f" ({detail})" if detail else "")
        message = f"{self.address.shown} {told}; {self._remedy(status)}"
        return EndpointFault(
            message,
            is_of_content=status in _OF_CONTENT,
            is_passing=status in _RETRIED,
            status=status,
            retry_after=retry_after,
        )

    def _remedy(self, status: int) -> str:
        setting = self.address.setting
        if status in (401, 403):
            return f"check {setting.replace('URL', 'KEY')}"
        if 300 <= status < 400 or status in (404, 405):
            return f"check {setting} and {setting.replace('URL', 'MODEL')}"
        if status == 429:
            return "wait, or ask for a higher limit"
        return "look into its log"

    def _fault(self, what: str, remedy: str, *, is_passing: bool = False) -> EndpointFault:
        return EndpointFault(f"{self.address.shown} {what}; {remedy}", is_passing=is_passing)

    def _unreadable(self, what: str, remedy: str) -> EndpointFault:
        return _UnreadableFault(f"{self.address.shown} {what}; {remedy}")

    def _wait_s(self, attempt: int, asked: str | None) -> float:
        patience = self._patience
        if asked is not None and (seconds := _retry_after_s(asked)) is not None:
            return min(seconds, patience.longest_pause_s)
        # Jitter keeps many clients from coming back at one moment: half of the pause is left to chance.
        pause = min(patience.pause_s * (1 << (attempt - 1)), patience.longest_pause_s)
        return pause * (0.5 + random.random() / 2)  # noqa: S311  # no secret

    def _pause(self, seconds: float, is_unwanted: Callable[[], bool] = lambda: False) -> None:
        _log.info("%s: trying again in %.1f s", self.address.shown, seconds)
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and not self._closed.wait(min(left, POLL_S)):
            if is_unwanted():
                raise Cancelled("the question was taken back; ask again")


def _retry_after_s(text: str) -> float | None:
    """Seconds of a Retry-After header, which has a number or a date; None if it is neither. Source: RFC 9110, 10.2.3."""
    if text.strip().isascii() and text.strip().isdigit():
        return float(text)
    try:
        moment = email.utils.parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=dt.UTC)
    return max((moment - dt.datetime.now(dt.UTC)).total_seconds(), 0.0)


def _message_of(data: bytes) -> str:
    """What an error's body says, nothing of a web page."""
    try:
        found = parse_json(data)
    except (ValueError, RecursionError):
        return ""
    for key in ("error", "message", "detail"):
        if isinstance(found, dict) and key in found:
            found = found[key]
    return found if isinstance(found, str) else ""
