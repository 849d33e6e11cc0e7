"""Reads and replaces a configuration file: whole or not at all, through links, with its line ends, mark and mode."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cairn.errors import EnvironmentFault, RefusedError

_MAX_BYTES = 50_000_000  # a guess: Claude Code's file has grown to tens of megabytes for some
_MARK = "\ufeff"
_PRIVATE = 0o600


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """A configuration file as it was read. The `text` has plain line feeds; None: there is no file."""

    path: Path  # where it lies in the end, when links are followed
    text: str | None
    has_mark: bool = False
    has_crlf: bool = False
    data: bytes | None = None  # as it was read

    @property
    def backup(self) -> Path:
        """Where the file as it was before `connect` lies: beside it."""
        return self.path.with_name(self.path.name + ".cairn-backup")

    @property
    def folder_note(self) -> Path:
        """Where it is said, while the file stands in folders that `connect` made, how many: beside it."""
        return self.path.with_name(self.path.name + ".cairn-folders")

    def encode(self, text: str) -> bytes:
        """The bytes of a text in this file, with its line ends and its mark."""
        body = text.replace("\n", "\r\n") if self.has_crlf else text
        return ((_MARK if self.has_mark else "") + body).encode("utf-8")


def read(path: Path) -> ConfigFile:
    """Read a file that may not be there.

    Raises:
        RefusedError: it is no regular file, too large, or no UTF-8.
        EnvironmentFault: it cannot be read.
    """
    target = Path(os.path.realpath(path))
    try:
        if not target.exists():
            return ConfigFile(target, None)
        if not target.is_file() or target.stat().st_size > _MAX_BYTES:
            raise RefusedError(f"{path} is no file that can be edited; it is left as it is, `--print` says what belongs in it")
        return _decoded(target, target.read_bytes())
    except UnicodeDecodeError as exc:
        raise RefusedError(f"{path} is no UTF-8 text; it is left as it is, `--print` says what belongs in it") from exc
    except OSError as exc:
        raise EnvironmentFault(f"{path} cannot be read ({exc.strerror}); mend its permissions") from exc


def _decoded(target: Path, data: bytes) -> ConfigFile:
    text = data.decode("utf-8")
    has_mark = text.startswith(_MARK)
    text = text.removeprefix(_MARK)
    breaks = text.count("\n")
    # Line ends that are mixed stay as they are.
    has_crlf = breaks > 0 and text.count("\r\n") == breaks
    return ConfigFile(target, text.replace("\r\n", "\n") if has_crlf else text, has_mark, has_crlf, data)


def keep_backup(file: ConfigFile) -> Path | None:
    """Copy the file beside itself; None if there is none. The copy has the file's mode."""
    if file.text is None:
        return None
    _write(file.backup, file.data or b"", _mode_of(file.path))
    return file.backup


def replace(file: ConfigFile, text: str, *, is_private: bool) -> None:
    """Write the text in place of the file; `is_private`: for nobody else to read. Folders that are missing are made.

    Raises:
        RefusedError: the file is no longer what was read: its harness may write into it while it runs.
        EnvironmentFault: it cannot be written.
    """
    if read(file.path).data != file.data:
        raise RefusedError(f"{file.path} has changed in this moment and is left as it is; run the command again")
    made = sum(not folder.exists() for folder in file.path.parents)
    _write(file.path, file.encode(text), _PRIVATE if is_private else _mode_of(file.path))
    if made:
        _write(file.folder_note, str(made).encode(), None)


def restore(file: ConfigFile) -> None:
    """Put the backup in place of the file.

    Raises:
        EnvironmentFault: it cannot be moved.
    """
    with _faults(file.path):
        file.backup.replace(file.path)


def delete(file: ConfigFile) -> None:
    """Delete the file, and the folders that were made for it and hold nothing else.

    Raises:
        EnvironmentFault: it cannot be deleted.
    """
    made = _folders_made(file)
    with _faults(file.path):
        file.path.unlink()
    forget_folders(file)
    with contextlib.suppress(OSError):  # one that is not empty stays, and those around it
        for folder in list(file.path.parents)[:made]:
            folder.rmdir()


def forget_folders(file: ConfigFile) -> None:
    """No longer hold that folders were made for the file: somebody else uses them, too."""
    with _faults(file.folder_note):
        file.folder_note.unlink(missing_ok=True)


def _folders_made(file: ConfigFile) -> int:
    try:
        return int(file.folder_note.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0


def _mode_of(path: Path) -> int | None:
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        return None


def _write(path: Path, data: bytes, mode: int | None) -> None:
    with _faults(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # for this user alone
        temporary = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            if os.name != "nt":
                temporary.chmod(0o644 if mode is None else mode)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


@contextlib.contextmanager
def _faults(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as exc:
        raise EnvironmentFault(f"{path} cannot be written ({exc.strerror}); mend its permissions or free the disk") from exc
