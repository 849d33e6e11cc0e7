"""What is looked at before a library may open an archive: how much it would unpack to, and what its XML declares."""

from __future__ import annotations

import io
import re
import zipfile
import zlib

from cairn.ingest.documents.text import Unreadable

MAX_MEMBERS = 5_000
MAX_UNPACKED_BYTES = 200_000_000
MAX_RATIO = 200
# Small members may well be packed a thousandfold: a sheet of equal cells is.
RATIO_FROM_BYTES = 10_000_000
_PIECE_BYTES = 1 << 16
_DECLARES = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_XML = (".xml", ".rels", ".vml")


def list_members(data: bytes) -> list[str] | None:
    """Return the names in an archive, None if it cannot be opened.

    Raises:
        Unreadable: it is packed so that it would be dangerous to go on, or encrypted.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RecursionError):
        return None
    _check_sizes(members)
    return [member.filename for member in members]


def _check_sizes(members: list[zipfile.ZipInfo]) -> None:
    if len(members) > MAX_MEMBERS:
        raise Unreadable("too_large", f"an archive of {len(members):,} parts; {MAX_MEMBERS:,} are read at most")
    total = sum(member.file_size for member in members)
    if total > MAX_UNPACKED_BYTES:
        raise Unreadable("too_large", f"it unpacks to {total:,} bytes; {MAX_UNPACKED_BYTES:,} are read at most")
    for member in members:
        if member.file_size > max(RATIO_FROM_BYTES, member.compress_size * MAX_RATIO):
            raise Unreadable("too_large", f"a part of it is packed more than {MAX_RATIO} to 1")


def check_archive(data: bytes) -> None:
    """Unpack each part once, piece by piece, to see that it is what the directory says, and that no XML declares entities.

    Raises:
        Unreadable: see there.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if any(member.flag_bits & 1 for member in members):
                raise Unreadable("encrypted", "parts of it are protected by a password; save it without one")
            left = MAX_UNPACKED_BYTES
            for member in members:
                left -= _check_member(archive, member, left)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, NotImplementedError, RuntimeError) as exc:
        raise Unreadable("corrupt", f"its archive is damaged ({exc})") from exc


def _check_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, left: int) -> int:
    """Return how many bytes a part unpacks to; `left` are allowed."""
    is_xml = member.filename.lower().endswith(_XML)
    size, tail = 0, b""
    with archive.open(member) as stream:
        while piece := stream.read(_PIECE_BYTES):
            size += len(piece)
            if size > left:
                raise Unreadable("too_large", f"it unpacks to more than {MAX_UNPACKED_BYTES:,} bytes")
            # Zero bytes are those of UTF-16.
            if is_xml and _DECLARES.search((tail + piece).replace(b"\0", b"")):
                raise Unreadable("corrupt", f"{member.filename} declares XML entities, which no such document needs")
            tail = piece[-40:]
    return size
