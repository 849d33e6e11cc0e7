"""The harnesses: where each keeps its configuration, and how it writes down a server.

Ground: runs of Codex 0.171, Gemini CLI 0.61 and opencode 1.18, and the documentation of the others, as of November 2026.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cairn.cli.harness.entry import NAME, Server
from cairn.cli.harness.machine import Machine, Scope
from cairn.cli.harness.shapes import EDITOR, SHELL, Entry, codex, common, opencode

_OWNED = frozenset({"type", "url", "headers", "command", "args"})
_INPUT = "cairn-token"


@dataclass(frozen=True, slots=True)
class Harness:
    """One harness. Cairn's server stands in its file under `container`."""

    name: str
    title: str
    container: str
    user_file: Callable[[Machine], Path]
    write: Callable[[Server], Entry]
    owned: frozenset[str] = _OWNED  # the keys of an entry that are Cairn's to set; what else a user put there is kept
    project_file: str | None = None  # below the project's folder; None: it has no configuration of projects
    program: str | None = None  # its command, if it has one
    has_http: bool = True
    has_reference: bool = True  # whether it can name a token that stands elsewhere
    token_input: str | None = None  # the id of the question by which it asks for the token, in its list `inputs`
    has_twin: bool = False  # whether it also reads its file with the suffix .jsonc
    is_toml: bool = False

    @property
    def entry_path(self) -> tuple[str, str]:
        """The names that lead to the entry of Cairn's server."""
        return (self.container, NAME)

    def file(self, machine: Machine, scope: Scope) -> Path | None:
        """The configuration file, which need not be there; None: there is none for this scope."""
        if scope is Scope.USER:
            path = self.user_file(machine)
        elif self.project_file and machine.project is not None:
            path = machine.project / self.project_file
        else:
            return None
        twin = path.with_suffix(".jsonc")
        return twin if self.has_twin and twin.exists() else path

    def is_found(self, machine: Machine) -> bool:
        """Whether the machine has a sign of it: its command, its file, or the folder of that."""
        if self.program and machine.which(self.program):
            return True
        path = self.user_file(machine)
        return path.exists() or (path.parent != machine.home and path.parent.is_dir())


def _zed_folder(machine: Machine) -> Path:
    if machine.platform == "win32":
        return machine.settings / "Zed"
    return machine.home / ".config" / "zed" if machine.platform == "darwin" else machine.xdg / "zed"


_ALL = (
    Harness(
        "claude-code",
        "Claude Code",
        "mcpServers",
        lambda machine: machine.named("CLAUDE_CONFIG_DIR", machine.home) / ".claude.json",
        common(SHELL, http_type="http", stdio_type="stdio"),
        project_file=".mcp.json",
        program="claude",
    ),
    Harness(
        "codex",
        "Codex CLI",
        "mcp_servers",
        lambda machine: machine.named("CODEX_HOME", machine.home / ".codex") / "config.toml",
        codex,
        owned=_OWNED | {"bearer_token_env_var", "http_headers"},
        project_file=".codex/config.toml",
        program="codex",
        is_toml=True,
    ),
    Harness(
        "cursor",
        "Cursor",
        "mcpServers",
        lambda machine: machine.home / ".cursor" / "mcp.json",
        common(EDITOR),
        project_file=".cursor/mcp.json",
        program="cursor",
    ),
    Harness(
        "vscode",
        "VS Code",
        "servers",
        lambda machine: machine.settings / "Code" / "User" / "mcp.json",
        common(f"${{input:{_INPUT}}}", http_type="http", stdio_type="stdio"),
        project_file=".vscode/mcp.json",
        program="code",
        token_input=_INPUT,
    ),
    Harness(
        "gemini",
        "Gemini CLI",
        "mcpServers",
        lambda machine: machine.home / ".gemini" / "settings.json",
        common(SHELL, http_type="http"),
        owned=_OWNED | {"httpUrl"},
        project_file=".gemini/settings.json",
        program="gemini",
    ),
    Harness(
        "opencode",
        "opencode",
        "mcp",
        lambda machine: machine.xdg / "opencode" / "opencode.json",
        opencode,
        project_file="opencode.json",
        program="opencode",
        has_twin=True,
    ),
    Harness(
        "windsurf",
        "Windsurf",
        "mcpServers",
        lambda machine: machine.home / ".codeium" / "windsurf" / "mcp_config.json",
        common(EDITOR, url="serverUrl"),
        owned=_OWNED | {"serverUrl"},
        program="windsurf",
    ),
    Harness(
        "zed",
        "Zed",
        "context_servers",
        lambda machine: _zed_folder(machine) / "settings.json",
        common(""),
        project_file=".zed/settings.json",
        program="zed",
        has_reference=False,
    ),
    Harness(
        "claude-desktop",
        "Claude Desktop",
        "mcpServers",
        lambda machine: machine.settings / "Claude" / "claude_desktop_config.json",
        common(""),
        has_http=False,
    ),
)
HARNESSES = {harness.name: harness for harness in _ALL}
