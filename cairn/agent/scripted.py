"""A model that says what a script says, behind a real HTTP server on loopback: for tests, examples and rehearsals, offline.

    python -m cairn.agent.scripted script.json --port 8099
    CAIRN_CHAT_URL=http://127.0.0.1:8099/v1 cairn chat "how does a request reach the view?"

A script is `{"turns": [{"question": PATTERN, "replies": [REPLY, ...], "final": TEXT}, ...]}`. The last message of the user that a
pattern is found in decides the turn, and the number of replies since then which one is given; the last is given again and again.
`final` is said where no tool may be called. A reply has `text`, `calls` (`[{"name": ..., "arguments": {...} or "text"}]`) and
`usage`, and perhaps a `fault`, which comes the first `times` (1) times in its place: `cut` (the stream ends in the middle),
`malformed` (an event is no JSON), `status` (with `status`, `retry_after` and `message`), `hang` (nothing comes any more). With
`plain` it comes as one document instead of a stream.
docs/chat.md says more.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import socket
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import cast

from cairn.infer.answer import Json, JsonObject, JsonView

_PIECE = re.compile(r"\S+\s*|\s+")
_NO_TURN: JsonObject = {"replies": [{"text": "The script has no turn for this question."}]}


class ScriptedModel(ThreadingHTTPServer):
    """Answers `/v1/chat/completions` by a script. `seen` are the bodies of all requests, as they came.

    `hangs` is set once a request hangs, and `released` ends that.
    """

    daemon_threads = True

    def __init__(self, script: JsonView, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.seen: list[bytes] = []
        self.hangs = threading.Event()
        self.released = threading.Event()
        self._turns: Sequence[JsonView] = script.get("turns", [])
        self._faults: Counter[tuple[int, int]] = Counter()
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        """What CAIRN_CHAT_URL is set to."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def reply_to(self, body: JsonView) -> JsonView:
        """The reply that the script has for a request; with its `fault` only as often as that comes."""
        turn, place = self._place(body.get("messages", []))
        script = self._turns[turn] if turn >= 0 else _NO_TURN
        replies = script["replies"]
        if body.get("tool_choice") == "none":
            place = len(replies) - 1
            if "final" in script:
                return {"text": script["final"]}
        reply: JsonView = replies[min(place, len(replies) - 1)]
        if "fault" not in reply:
            return reply
        with self._lock:
            self._faults[turn, place] += 1
            is_over = self._faults[turn, place] > reply.get("times", 1)
        return {key: value for key, value in reply.items() if key != "fault"} if is_over else reply

    def _place(self, messages: Sequence[JsonView]) -> tuple[int, int]:
        said = 0
        for message in reversed(messages):
            said += message["role"] == "assistant"
            if message["role"] != "user":
                continue
            for number, turn in enumerate(self._turns):
                if re.search(turn.get("question", ""), message["content"], re.DOTALL):
                    return number, said
        return -1, 0

    def handle_error(self, request: Json, client_address: Json) -> None:
        """A client that does not wait for the end is no fault."""


@contextlib.contextmanager
def scripted(script: JsonView) -> Iterator[ScriptedModel]:
    """Run a scripted model until the end of the block."""
    server = ScriptedModel(script)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.released.set()
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Answer a request."""
        server = cast("ScriptedModel", self.server)
        data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        server.seen.append(data)
        body = json.loads(data)
        reply = server.reply_to(body)
        fault = reply.get("fault")
        if fault == "hang":
            server.hangs.set()
            server.released.wait()
        elif fault == "status":
            self._refuse(reply)
        elif body.get("stream") and not reply.get("plain"):
            self._stream(reply, body)
        else:
            self._send(200, {"id": "scripted", "choices": [{"index": 0, **_whole(reply)}], "usage": _usage(reply, body)})

    def log_message(self, *_: Json) -> None:
        """Say nothing."""

    def _refuse(self, reply: JsonView) -> None:
        headers = {"Retry-After": str(reply["retry_after"])} if "retry_after" in reply else {}
        self._send(reply.get("status", 500), {"error": {"message": reply.get("message", "as the script says")}}, headers)

    def _send(self, status: int, document: object, headers: Mapping[str, str] | None = None) -> None:
        data = json.dumps(document).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(data)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, reply: JsonView, body: JsonView) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        events = [json.dumps(_event(delta)) for delta in _deltas(reply)]
        fault = reply.get("fault")
        if fault == "malformed":
            events.insert(1, '{"choices": [')
        for number, event in enumerate(events):
            if fault == "cut" and number == max(len(events) // 2, 1):
                self.wfile.flush()
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            self.wfile.write(f"data: {event}\n\n".encode())
        finish = {**_event({}, finish=_whole(reply)["finish_reason"]), "usage": _usage(reply, body)}
        self.wfile.write(f"data: {json.dumps(finish)}\n\ndata: [DONE]\n\n".encode())


def _deltas(reply: JsonView) -> Iterator[JsonObject]:
    """The parts of a streamed reply: some words at a time, the arguments of calls in halves."""
    yield {"role": "assistant", "content": ""}
    for piece in _PIECE.findall(reply.get("text", "")):
        yield {"content": piece}
    for number, call in enumerate(_calls(reply)):
        arguments = call["function"]["arguments"]
        half = len(arguments) // 2
        yield {"tool_calls": [{"index": number, **call, "function": {**call["function"], "arguments": arguments[:half]}}]}
        yield {"tool_calls": [{"index": number, "function": {"arguments": arguments[half:]}}]}


def _event(delta: JsonView, finish: str | None = None) -> JsonObject:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "scripted", "object": "chat.completion.chunk", "choices": [choice]}


def _whole(reply: JsonView) -> JsonObject:
    calls = _calls(reply)
    message: JsonObject = {"role": "assistant", "content": reply.get("text", "")}
    return {
        "message": {**message, "tool_calls": calls} if calls else message,
        "finish_reason": reply.get("finish", "tool_calls" if calls else "stop"),
    }


def _calls(reply: JsonView) -> list[JsonObject]:
    made = []
    for number, call in enumerate(reply.get("calls", [])):
        given = call.get("arguments", {})
        arguments = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
        name = call["name"]
        made.append({"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": arguments}})
    return made


def _usage(reply: JsonView, body: JsonView) -> JsonObject | None:
    """What the script says, else four characters a token; None where it says null."""
    if "usage" in reply:
        return cast("JsonObject | None", reply["usage"])
    said = len(reply.get("text", "")) + sum(len(call["function"]["arguments"]) for call in _calls(reply))
    asked = len(json.dumps(body.get("messages", [])))
    return {"prompt_tokens": asked // 4, "completion_tokens": said // 4 + 1}


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve a script until Ctrl-C."""
    parser = argparse.ArgumentParser(prog="python -m cairn.agent.scripted", description="A model that says what a script says.")
    parser.add_argument("script", type=Path, help="a JSON file; see docs/chat.md")
    parser.add_argument("--port", type=int, default=0, help="0: any that is free")
    given = parser.parse_args(arguments)
    try:
        server = ScriptedModel(json.loads(given.script.read_text("utf-8")), given.port)
    except (OSError, ValueError) as exc:
        parser.error(f"{given.script} cannot be served: {exc}")
    sys.stdout.write(f"CAIRN_CHAT_URL={server.url}\n")
    sys.stdout.flush()
    with contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()


if __name__ == "__main__":
    main()
