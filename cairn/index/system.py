"""The folders that hold the state, the settings and the logs of a machine, which are no sources."""

from __future__ import annotations

import re
import sys
from pathlib import PurePosixPath

_UNIX = ("/dev", "/etc", "/var/log", "/var/spool", "/var/mail", "/var/backups")
_LINUX = (*_UNIX, "/proc", "/sys", "/boot", "/run")
_MAC = (
    *_UNIX,
    *(f"/private{folder}" for folder in _UNIX if folder != "/dev"),
    *("/private/var/db", "/private/var/root", "/System", "/Library/Keychains", "/Library/Logs", "/Library/Preferences"),
)
# Memory disks, and disks that are mounted for a user, are as good as any.
_OPEN = ("/dev/shm", "/run/media", "/run/user")  # noqa: S108 - places to look at, not to write to
_WINDOWS = re.compile(r"[a-z]:[\\/](?:windows|boot|recovery|system volume information|\$recycle\.bin)(?:[\\/].*)?", re.IGNORECASE)


def find_system_folder(path: str, platform: str = sys.platform) -> str | None:
    """Return the folder of the system that a path lies in or, above several of them, holds; None if it does neither.

    The path is whole and without links; `platform` is as in `sys.platform`.
    """
    if platform == "win32":
        return path if _WINDOWS.fullmatch(path) else None
    is_mac = platform == "darwin"
    plain = path.casefold() if is_mac else path  # disks of macOS take names in any case
    if any(_is_within(plain, folder) for folder in _OPEN):
        return None
    folders = _MAC if is_mac else _LINUX
    written = {folder.casefold() if is_mac else folder: folder for folder in folders}
    return next((written[name] for name in written if _is_within(plain, name) or _is_within(name, plain)), None)


def _is_within(path: str, folder: str) -> bool:
    return PurePosixPath(path).is_relative_to(folder)
