"""What is no message of JSON-RPC, and the answer to it: the SDK reads past it on standard input, and no client gets to know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCRequest,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError
from starlette.responses import JSONResponse

from cairn.serve.guard import MAX_BODY_BYTES, MCP_PATH, Application, Receive, Scope
from cairn.serve.intake import give_first
from cairn.serve.refusal import Send
from cairn.serve.wire import TOO_LONG_MARK

if TYPE_CHECKING:
    from mcp.shared._stream_protocols import ReadStream, WriteStream

_NO_JSON = ErrorData(code=PARSE_ERROR, message="this is no JSON in UTF-8, or half a surrogate pair is in it; send other text")
_NO_REQUEST = ErrorData(
    code=INVALID_REQUEST,
    message="this is no request of JSON-RPC 2.0: one object with `method`, and an `id` that is a text or a whole number",
)
_TOO_LONG = ErrorData(code=INVALID_REQUEST, message=f"the request is longer than {MAX_BODY_BYTES} bytes; ask for less at once")
_OPENING = frozenset({"initialize", "ping", "server/discover"})


def fault_in(method: object, params: object, *, is_open: bool = True) -> ErrorData | None:
    """Say what is wrong with a request that the SDK would only call invalid; `is_open`: its connection has been initialized."""
    if not is_open and method not in _OPENING and not (isinstance(params, dict) and "_meta" in params):
        return ErrorData(code=INVALID_PARAMS, message=f"{method!r} came before `initialize`; send that first")
    if params is not None and not isinstance(params, dict):
        return ErrorData(code=INVALID_PARAMS, message="`params` must be an object")
    if method != "tools/call":
        return None
    given = params or {}
    if not isinstance(given.get("name"), str):
        return ErrorData(code=INVALID_PARAMS, message="`name` must be the name of a tool; `tools/list` has them")
    if not isinstance(given.get("arguments"), dict | None):
        return ErrorData(code=INVALID_PARAMS, message="`arguments` must be an object: the tool's arguments by their names")
    return None


class Identified:
    """An ASGI application around that of the SDK, which takes a request for a notification if its id is none."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer such a request, and pass on all else. Bodies come whole."""
        if scope["type"] != "http" or scope["path"] != MCP_PATH:
            await self._application(scope, receive, send)
            return
        message = await receive()
        body = message.get("body", b"")
        answer = _refused(body)
        if answer is None:
            await self._application(scope, give_first(body, receive), send)
            return
        await JSONResponse(answer.model_dump(exclude_unset=True), 400)(scope, receive, send)


def _refused(body: bytes) -> JSONRPCError | None:
    """The answer to a request that the SDK would read past, None for all else."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None  # the SDK says what is wrong with it
    if not isinstance(found, dict) or "method" not in found or "id" not in found:
        return None
    if not _is_id(found["id"]):
        return JSONRPCError(jsonrpc="2.0", id=None, error=_NO_REQUEST)
    fault = fault_in(found["method"], found.get("params")) if _is_writable(found) else None
    return JSONRPCError(jsonrpc="2.0", id=found["id"], error=fault) if fault is not None else None


def _is_id(found: object) -> bool:
    return isinstance(found, str | int) and not isinstance(found, bool)


def _id_of(message: object) -> str | int | None:
    """The id of a request, None if it has none that can be sent back; that of a response is of another's request."""
    if not isinstance(message, dict) or "result" in message or "error" in message:
        return None
    found: str | int | None = message.get("id")
    return found if _is_id(found) and _is_writable(found) else None


def _answers(line: str) -> Iterator[JSONRPCError]:
    """The answers to a line that the SDK refused: to each request of a batch, else one."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        yield JSONRPCError(jsonrpc="2.0", id=None, error=_NO_JSON)
        return
    batch = [one for one in found if _id_of(one) is not None] if isinstance(found, list) else []
    error = _NO_REQUEST if _is_writable(found) else _NO_JSON
    if isinstance(found, dict) and TOO_LONG_MARK in found:
        error = _TOO_LONG
    for one in batch or [found]:
        yield JSONRPCError(jsonrpc="2.0", id=_id_of(one), error=error)


def _is_writable(found: object) -> bool:
    """Whether there is no half of a surrogate pair in it."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


class Answering:
    """The stream of what a client sends, where what is no message is answered instead of read past."""

    def __init__(self, received: ReadStream[SessionMessage | Exception], sent: WriteStream[SessionMessage]) -> None:
        self._received = received
        self._sent = sent
        self._is_open = False

    @property
    def last_context(self) -> Any:
        """The context of the message before; the SDK's own streams have it, too."""
        return getattr(self._received, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        """The next message."""
        while True:
            item = await self._received.receive()
            if isinstance(item, SessionMessage) and (answer := self._refused(item)) is not None:
                await self._sent.send(SessionMessage(answer))
                continue
            if not isinstance(item, ValidationError):
                return item
            line = _line_of(item)
            if line.startswith("\ufeff"):
                try:
                    return SessionMessage(jsonrpc_message_adapter.validate_json(line.lstrip("\ufeff"), by_name=False))
                except ValidationError as error:
                    line = _line_of(error)
            if line.strip():
                for answer in _answers(line):
                    await self._sent.send(SessionMessage(answer))

    def _refused(self, item: SessionMessage) -> JSONRPCError | None:
        """The answer to a request that the SDK would only call invalid."""
        request = item.message
        if not isinstance(request, JSONRPCRequest):
            return None
        self._is_open = self._is_open or request.method == "initialize"
        fault = fault_in(request.method, request.params, is_open=self._is_open)
        return JSONRPCError(jsonrpc="2.0", id=request.id, error=fault) if fault is not None else None

    async def aclose(self) -> None:
        """End."""
        await self._received.aclose()

    def __aiter__(self) -> Answering:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Answering:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.aclose()


def _line_of(error: ValidationError) -> str:
    """The message that the SDK was given, as it was written or as JSON of the same meaning."""
    faults = error.errors(include_url=False)
    if faults[0]["type"] == "json_invalid":
        return str(faults[0]["input"])
    wholes = (fault["input"] for fault in faults if fault["type"] == "missing" and len(fault["loc"]) == 2)  # a form, its field
    return json.dumps(next(wholes, faults[0]["input"]))
