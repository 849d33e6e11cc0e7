"""Files that say what there is and leave it to others to do it: they come behind what does it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cairn.store.stored import StoredFile

# Stubs and declaration files hold nothing that runs.
_STUB = re.compile(r"\.(?:d\.(?:\w+\.)?[cm]?ts|pyi|rbi|rbs|mli|fsi|js\.flow)$", re.IGNORECASE)
# A header may define what it declares; it only comes behind where the source has files that headers are for.
_HEADER = re.compile(r"\.(?:h|hh|hpp|hxx|h\+\+)$", re.IGNORECASE)
_BODY = re.compile(r"\.(?:c|cc|cpp|cxx|c\+\+|m|mm|cu)$", re.IGNORECASE)
# What being declared leaves of a score: of a stub's whatever is asked for, of a header's where no name of a definition of its
# own is (guesses; most of the graph's prototypes are no definitions, so that a header has names for what it defines).
STUB, HEADER = 0.6, 0.8


def is_stub(file: StoredFile) -> bool:
    """Whether a file can only declare: `reply.d.ts`, `core.pyi`."""
    return _STUB.search(file.path) is not None


def is_header(file: StoredFile) -> bool:
    """Whether a file is one that other files of C or its kin include."""
    return _HEADER.search(file.path) is not None


def sources_with_bodies(files: Iterable[StoredFile]) -> set[int]:
    """Return the sources of those files that headers declare things for."""
    return {file.source_id for file in files if _BODY.search(file.path)}
