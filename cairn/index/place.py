"""Where a source lies, and what it is called."""

from __future__ import annotations

import re
import stat
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from cairn.errors import EnvironmentFault, NotFoundError, RefusedError, UsageError
from cairn.index.system import find_system_folder
from cairn.ingest.web.target import is_url, read_url
from cairn.model import SourceKind

RESERVED_LABELS = ("all", "external")
_TEXT = "text:"
_LABEL = re.compile(r"[A-Za-z0-9._-]+")


class Place(NamedTuple):
    """A folder or a file, with links resolved; or a page or a text, which have an `address` and lie nowhere on the disk."""

    location: Path
    is_file: bool
    address: str = ""  # a URL, or `text:LABEL`

    @property
    def name(self) -> str:
        """The location in the words of the store: a path, a URL, or `text:LABEL`."""
        return self.address or str(self.location)

    @property
    def kind(self) -> SourceKind:
        """The kind of source that it is without being looked at."""
        if self.address:
            return SourceKind.WEB if is_url(self.address) else SourceKind.TEXT
        return SourceKind.FILE if self.is_file else SourceKind.CODE

    @property
    def base(self) -> Path:
        """The folder that the paths of its files are relative to."""
        return self.location.parent if self.is_file else self.location


def is_off_disk(location: str) -> bool:
    """Tell whether a location, as the store has it, is a page or a text: `https://...`, `text:LABEL`."""
    return is_url(location) or location.startswith(_TEXT)


def off_disk_place(address: str) -> Place:
    """Return the place of a page or a text.

    Raises:
        UsageError, RefusedError: it is a URL, and none of a page that may be fetched.
    """
    return Place(Path(), is_file=True, address=read_url(address).url if is_url(address) else address)


def text_place(label: str) -> Place:
    """Return the place of a text that is handed over under a label."""
    return off_disk_place(_TEXT + label)


def locate(location: str | Path, allowed_roots: tuple[Path, ...], refused: tuple[Path, ...]) -> Place:
    """Find what is to be added.

    Raises:
        NotFoundError: there is nothing.
        RefusedError: outside of `allowed_roots`, one of `refused`, the root of a disk, a folder of the system, or neither
            folder nor file.
        UsageError: no path, or one that is not UTF-8.
        EnvironmentFault: it cannot be looked at.
    """
    if "\0" in str(location) or not str(location):
        raise UsageError(f"{str(location)!r} is not a path; name a folder or a file")
    try:
        # Before anything is said of it, so that nobody learns what lies outside.
        check_allowed(Path(location).resolve(), allowed_roots)
        found = Path(location).resolve(strict=True)
        mode = found.stat().st_mode
    except PermissionError as exc:
        raise EnvironmentFault(f"{location} cannot be read ({exc.strerror}); check its permissions") from exc
    except (OSError, RuntimeError) as exc:
        raise NotFoundError(f"there is no folder or file {location}; check the path") from exc
    try:
        str(found).encode("utf-8")
    except UnicodeEncodeError as exc:
        shown = str(found).encode("utf-8", "backslashreplace").decode("utf-8")
        raise UsageError(f"{shown} is a path that is not UTF-8, which no index can hold; rename it") from exc
    if found == Path(found.anchor):
        raise RefusedError(f"{found} is the root of a disk; add the folders in it that you want, one by one")
    system = find_system_folder(str(found))
    if system is not None:
        held = "" if found.is_relative_to(system) else f"holds {system}, which "
        raise RefusedError(f"{found} {held}belongs to the system; name a folder that you work in")
    if found in refused:
        raise RefusedError(f"{found} is your home folder; add the folders in it that you want, one by one")
    if not stat.S_ISDIR(mode) and not stat.S_ISREG(mode):
        raise RefusedError(f"{found} is neither a folder nor a regular file; name one of those")
    return Place(found, stat.S_ISREG(mode))


def check_allowed(location: Path, allowed_roots: tuple[Path, ...]) -> None:
    """Raise RefusedError if a path without links lies outside of the allowed roots; without any, everything is inside."""
    if allowed_roots and not any(location.is_relative_to(root.resolve()) for root in allowed_roots):
        allowed = ", ".join(str(root) for root in allowed_roots)
        raise RefusedError(f"{location} lies outside the allowed roots ({allowed}); add it to CAIRN_ALLOWED_ROOTS")


def is_allowed(location: str, allowed_roots: tuple[Path, ...]) -> bool:
    """Whether a source at a location, as the store has it, may be told: a page and a text lie nowhere."""
    return is_off_disk(location) or any(Path(location).is_relative_to(root.resolve()) for root in allowed_roots)


def derive_label(place: Place) -> str:
    """Make a label from the last part of a path or, of a URL that has none, from its host."""
    name = _last_part(place.address) if place.address else place.location.name
    label = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-") or "source"
    return f"{label}-src" if label in RESERVED_LABELS else label


def _last_part(url: str) -> str:
    parts = urlsplit(url)
    name = unquote(parts.path).rstrip("/").rpartition("/")[2]
    return re.sub(r"\.x?html?$", "", name) or parts.hostname or ""


def check_label(label: str) -> str:
    """Return a label that was given, or raise UsageError if it cannot be one."""
    if not _LABEL.fullmatch(label) or label.startswith("-"):
        raise UsageError(f"{label!r} cannot be a label; use letters, digits, '.', '_' and '-' (not at the start)")
    if label in RESERVED_LABELS:
        raise UsageError(f"{label!r} is a word with a meaning of its own and cannot be a label; choose another")
    return label
