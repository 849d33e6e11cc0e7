"""What shaped the rows of a source: when it changes, what it shaped is built anew."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import json
from pathlib import Path
from typing import NamedTuple

import cairn

# Parts of the package whose code or data decides what a file's rows are, and what the edges between files are.
_SHAPES_FILES = (
    "languages",
    "extract",
    "chunk/split.py",
    "chunk/words.py",
    "ingest/read.py",
    "ingest/role.py",
    "facts.py",
    "index/parse.py",
)
_SHAPES_GRAPH = ("languages", "resolve")
_GRAMMARS = ("tree_sitter-*.dist-info", "tree_sitter_language_pack-*.dist-info")


class Fingerprint(NamedTuple):
    """`files` shaped text, chunks, entities and facts; `graph` the edges."""

    files: str
    graph: str

    def as_text(self) -> str:
        """Write it as the store keeps it."""
        return json.dumps(self._asdict(), separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> Fingerprint:
        """Read what `as_text` wrote; a text of another form is a fingerprint that equals none."""
        try:
            found = json.loads(text)
            return cls(str(found["files"]), str(found["graph"]))
        except (ValueError, TypeError, KeyError):
            return cls("", "")


@functools.cache
def current_fingerprint() -> Fingerprint:
    """Return that of what this process would write: a hash over its own sources and queries, and the grammars' versions."""
    package = Path(cairn.__file__).resolve().parent
    grammars = _grammar_versions()
    return Fingerprint(_digest(package, _SHAPES_FILES, grammars), _digest(package, _SHAPES_GRAPH, grammars))


def _digest(package: Path, parts: tuple[str, ...], grammars: str) -> str:
    digest = hashlib.blake2b(f"{cairn.__version__} {grammars}".encode(), digest_size=12)
    for part in parts:
        place = package / part
        for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if file.suffix in (".py", ".scm"):
                digest.update(file.relative_to(package).as_posix().encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()


def _grammar_versions() -> str:
    spec = importlib.util.find_spec("tree_sitter_language_pack")
    if spec is None or spec.origin is None:
        return ""
    # importlib.metadata takes 30 ms to import; the folder names say the same.
    installed = Path(spec.origin).parent.parent
    return " ".join(sorted(found.name for pattern in _GRAMMARS for found in installed.glob(pattern)))
