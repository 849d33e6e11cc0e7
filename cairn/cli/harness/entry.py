"""What a harness is told of Cairn's server: where it is, or how to start it."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from cairn.config import Config
from cairn.errors import UsageError
from cairn.store.place import Database, DatabaseUrl

TOKEN_VARIABLE = "CAIRN_MCP_TOKEN"
NAME = "cairn"


@dataclass(frozen=True, slots=True)
class Server:
    """The server: at `url`, or started with `command` where there is none."""

    url: str | None
    command: tuple[str, ...] = ()
    has_token: bool = False  # whether clients must send the token of CAIRN_MCP_TOKEN
    token: str | None = field(default=None, repr=False)  # the token itself; None: it is to be named, not written down


def url_of(config: Config) -> str:
    """The URL at which a server with these settings is reached from this machine."""
    host = config.mcp_host
    if host in ("0.0.0.0", "::", ""):  # noqa: S104  # compared, not listened on
        host = "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{config.mcp_port}/mcp"


def command_of(database: Database, *, is_shared: bool, is_default: bool) -> tuple[str, ...]:
    """The command that serves on standard input and output.

    A desktop program does not know the shell's PATH, so the program is named by its path, but for a
    file that is shared with other machines. The database is named where it is not the default one.

    Raises:
        UsageError: it has a login, which does not belong into such a file.
    """
    if not is_default and isinstance(database, DatabaseUrl) and database.has_login:
        raise UsageError(f"the login of {database} would stand in the file; use --url of a server, or leave it to ~/.pgpass")
    program = program_of(is_shared=is_shared)
    where = () if is_default else ("--db", str(database))
    return (*program, "serve", "--stdio", *where)


def program_of(*, is_shared: bool) -> tuple[str, ...]:
    """Cairn's command: by its path, but for a file that is shared with other machines."""
    if is_shared:
        return (NAME,)
    script = Path(sys.executable).with_name("cairn.exe" if os.name == "nt" else "cairn")
    return (str(script),) if script.is_file() else (sys.executable, "-m", "cairn")
