"""What `cairn/serve/early.json` and `cairn/answers/tools.json` say, made from the server itself: `early.py` writes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
from mcp.client._memory import InMemoryTransport
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from cairn.answers import offered
from cairn.app import create_cairn
from cairn.serve.early import SNAPSHOT
from cairn.serve.server import build_server
from cairn.serve.work import Work

CLIENT = {"name": "t", "version": "0"}
HANDSHAKE = {"protocolVersion": HANDSHAKE_PROTOCOL_VERSIONS[-1], "capabilities": {}, "clientInfo": CLIENT}
META = "io.modelcontextprotocol/"


def envelope(version: str) -> dict[str, Any]:
    return {"_meta": {f"{META}protocolVersion": version, f"{META}clientInfo": CLIENT, f"{META}clientCapabilities": {}}}


def ask(*requests: tuple[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """The results that the library itself gives to requests of one connection."""
    results = []

    async def run() -> None:
        with create_cairn(Path("none.db")) as cairn:
            async with InMemoryTransport(build_server(Work(cairn), "0")._lowlevel_server) as (received, sent):
                for number, (method, params) in enumerate(requests):
                    request = {"jsonrpc": "2.0", "id": number, "method": method, **({"params": params} if params else {})}
                    await sent.send(SessionMessage(jsonrpc_message_adapter.validate_python(request)))
                    answer = await received.receive()
                    assert isinstance(answer, SessionMessage)
                    results.append(json.loads(answer.message.model_dump_json(by_alias=True, exclude_unset=True))["result"])

    anyio.run(run)
    return results


def snapshot() -> dict[str, Any]:
    """What the server answers to the first requests, without what a request or a release decides."""
    initialized, listed = ask(("initialize", HANDSHAKE), ("tools/list", {}))
    modern = "2026-07-28"
    discovered, modern_listed = ask(("server/discover", envelope(modern)), ("tools/list", envelope(modern)))
    for answer in (discovered, modern_listed):
        del answer["_meta"]
    assert modern_listed.pop("tools") == listed["tools"]
    del initialized["protocolVersion"], initialized["serverInfo"]["version"]
    return {
        "initialize": initialized,
        "discover": discovered,
        "modern": modern_listed,
        "tools": listed["tools"],
        "handshake_versions": list(HANDSHAKE_PROTOCOL_VERSIONS),
    }


def texts() -> dict[Path, str]:
    """What stands in each file."""
    said = snapshot()
    tools = said.pop("tools")
    parts = {SNAPSHOT: said, offered.SNAPSHOT: tools}
    return {path: json.dumps(part, ensure_ascii=False, indent=1, sort_keys=True) + "\n" for path, part in parts.items()}


if __name__ == "__main__":
    for path, text in texts().items():
        path.write_text(text, encoding="utf-8")
