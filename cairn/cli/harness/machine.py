"""What the places of configuration files depend on."""

from __future__ import annotations

import enum
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path


class Scope(enum.StrEnum):
    """For whom a configuration holds."""

    USER = "user"
    PROJECT = "project"


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine, its user and the folder of a project, None where that was removed. `platform` is as in `sys.platform`."""

    platform: str
    home: Path
    project: Path | None
    environ: Mapping[str, str]
    which: Callable[[str], str | None] = shutil.which

    def named(self, variable: str, default: Path) -> Path:
        """The folder that a variable names, or the default one."""
        value = self.environ.get(variable, "").strip()
        return Path(value) if value else default

    @property
    def settings(self) -> Path:
        """Where desktop programs keep their settings."""
        if self.platform == "win32":
            return self.named("APPDATA", self.home / "AppData" / "Roaming")
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        return self.xdg

    @property
    def xdg(self) -> Path:
        """Where programs keep their settings by the XDG rules."""
        return self.named("XDG_CONFIG_HOME", self.home / ".config")
