"""How harnesses write down a server: the few shapes that their entries have."""

from __future__ import annotations

from collections.abc import Callable

from cairn.cli.harness.entry import TOKEN_VARIABLE, Server

Entry = dict[str, object]

# How a harness names a variable of the environment inside a text.
SHELL = f"${{{TOKEN_VARIABLE}}}"
EDITOR = f"${{env:{TOKEN_VARIABLE}}}"
BRACES = f"{{env:{TOKEN_VARIABLE}}}"


def common(reference: str, *, url: str = "url", http_type: str = "", stdio_type: str = "") -> Callable[[Server], Entry]:
    """The shape that most have. `reference` stands for the token; a type is left out where the harness has none."""

    def write(server: Server) -> Entry:
        if server.url is None:
            return {**_type(stdio_type), **_program(server)}
        return {**_type(http_type), url: server.url, **_headers("headers", server, reference)}

    return write


def codex(server: Server) -> Entry:
    """Codex has a key of its own for the name of the variable, and `http_headers` for what stands in the file."""
    if server.url is None:
        return _program(server)
    if server.has_token and server.token is None:
        return {"url": server.url, "bearer_token_env_var": TOKEN_VARIABLE}
    return {"url": server.url, **_headers("http_headers", server, "")}


def opencode(server: Server) -> Entry:
    """A program of opencode is one list."""
    if server.url is None:
        return {"type": "local", "command": list(server.command)}
    return {"type": "remote", "url": server.url, **_headers("headers", server, BRACES)}


def _type(word: str) -> Entry:
    return {"type": word} if word else {}


def _program(server: Server) -> Entry:
    return {"command": server.command[0], "args": list(server.command[1:])}


def _headers(key: str, server: Server, reference: str) -> Entry:
    return {key: {"Authorization": f"Bearer {server.token or reference}"}} if server.has_token else {}
