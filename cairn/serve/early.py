"""The first requests over stdio, answered while the protocol's library still loads, which takes a second.

What the server says of itself and of its tools depends on nothing but the release: `early.json` and `answers/tools.json` have it,
as the library writes it, made by `make docs` and held by a test. A request that is not of the plainest form is left to the
library, and so is the state of the connection: the library gets the first request too, and its answer to that is passed over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeGuard

from cairn.answers.offered import offered_tools
from cairn.serve.offer import Offer

Message = dict[str, Any]  # JSON

SNAPSHOT = Path(__file__).with_name("early.json")
_META = "io.modelcontextprotocol/"
_MODERN_KEYS = {f"{_META}protocolVersion", f"{_META}clientInfo", f"{_META}clientCapabilities"}


class Early:
    """Answers requests of one connection until the library is there."""

    def __init__(self, offer: Offer, version: str) -> None:
        self._offer = offer
        self._version = version
        self._said: Message | None = None
        self._era = ""  # the first request decides
        self.passed_over: list[str | int] = []  # ids of requests that the library has to answer, too, for nobody to read

    def answer(self, line: bytes) -> tuple[bytes, bool]:
        """The answer to a line, with its end, b"" if that is left to the library; and whether the library gets the line."""
        request = _request(line)
        if request is None or self._offer.is_structured or self._era == "theirs":
            return b"", True
        is_first = not self._era
        result = self._result(request)
        if result is None:
            if is_first:
                self._era = "theirs"
            return b"", True
        if is_first:
            self.passed_over.append(request["id"])
        answer = {"jsonrpc": "2.0", "id": request["id"], "result": result}
        return json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode() + b"\n", is_first

    def _result(self, request: Message) -> Message | None:
        method, params = request.get("method"), request.get("params")
        if method == "initialize" and not self._era and _is_handshake(params):
            self._era = "handshake"
            wanted = params["protocolVersion"]
            version = wanted if wanted in self._all()["handshake_versions"] else self._all()["handshake_versions"][-1]
            return {**self._all()["initialize"], "protocolVersion": version, "serverInfo": self._info("initialize")}
        if self._era in ("", "modern") and _is_modern(params, self._all()["discover"]["supportedVersions"]):
            if method not in ("server/discover", "tools/list") or len(params) != 1:
                return None
            self._era = "modern"
            meta = {f"{_META}serverInfo": self._info("initialize")}
            whole = self._all()["discover"] if method == "server/discover" else {**self._all()["modern"], "tools": self._tools()}
            return {**whole, "_meta": meta}
        if method == "tools/list" and self._era == "handshake" and not params:
            return {"tools": self._tools()}
        return None

    def _all(self) -> Message:
        if self._said is None:
            self._said = json.loads(SNAPSHOT.read_text(encoding="utf-8"))
        return self._said

    def _info(self, name: str) -> Message:
        return {**self._all()[name]["serverInfo"], "version": self._version}

    def _tools(self) -> list[Message]:
        return [tool for tool in offered_tools() if tool["annotations"]["readOnlyHint"] or not self._offer.is_read_only]


def _request(line: bytes) -> Message | None:
    """The request that a line is, None for all else."""
    try:
        found = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or found.get("jsonrpc") != "2.0" or not isinstance(found.get("method"), str):
        return None
    number = found.get("id")
    has_id = number.isascii() if isinstance(number, str) else type(number) is int
    return found if has_id and found.keys() <= {"jsonrpc", "id", "method", "params"} else None


def _is_handshake(params: object) -> TypeGuard[Message]:
    """Whether these are parameters of `initialize` that the library takes without a doubt."""
    if not isinstance(params, dict) or not params.keys() <= {"protocolVersion", "capabilities", "clientInfo"}:
        return False
    is_told = isinstance(params.get("protocolVersion"), str) and _are_capabilities(params.get("capabilities"))
    return is_told and _is_client(params.get("clientInfo"))


def _is_client(client: object) -> bool:
    return isinstance(client, dict) and client.keys() >= {"name", "version"} and all(isinstance(v, str) for v in client.values())


def _are_capabilities(given: object) -> bool:
    """Objects of objects, with nothing but `true` and `false` at their ends."""
    return isinstance(given, dict) and all(
        isinstance(part, dict) and all(isinstance(leaf, bool | dict) for leaf in part.values()) for part in given.values()
    )


def _is_modern(params: object, versions: list[str]) -> TypeGuard[Message]:
    """Whether a request carries the envelope of a version without a handshake."""
    meta = params.get("_meta") if isinstance(params, dict) else None
    if not isinstance(meta, Mapping) or meta.keys() != _MODERN_KEYS or meta[f"{_META}protocolVersion"] not in versions:
        return False
    return _is_client(meta[f"{_META}clientInfo"]) and _are_capabilities(meta[f"{_META}clientCapabilities"])
