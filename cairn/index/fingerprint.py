"""What shaped the rows of a source: when it changes, what it shaped is built anew, and nothing else."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import cairn

# Parts of the package whose code or data decides what the rows are. `languages/<folder>` counts for the files of its
# languages alone, both for what they hold and for how they are resolved.
_SHAPES_TEXT = (
    "ingest/read.py", "ingest/decode.py", "ingest/guard.py", "ingest/secret.py", "ingest/role.py", "ingest/documents",
    "index/read/parse.py",
)  # fmt: skip
_SHAPES_FACTS = ("semantics", "extract", "languages/*.py")
_SHAPES_CHUNKS = ("chunk",)
_SHAPES_GRAPH = (
    "semantics",
    "resolve",
    "languages/*.py",
    "index/graph/build.py",
    "index/graph/citations.py",
    "index/graph/resolving.py",
    "index/graph/whole.py",
)
_GRAMMARS = ("tree_sitter-*.dist-info", "tree_sitter_language_pack-*.dist-info")


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Hashes of what shaped text, facts (of the files of each folder in `languages/`, and of all), chunks and edges."""

    text: str
    facts: str
    chunks: str
    graph: str
    languages: Mapping[str, str]

    def as_text(self) -> str:
        """Write it as the store keeps it."""
        parts = {"text": self.text, "facts": self.facts, "chunks": self.chunks, "graph": self.graph}
        return json.dumps({**parts, "languages": dict(self.languages)}, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> Fingerprint:
        """Read what `as_text` wrote; a text of another form is a fingerprint that equals none."""
        try:
            found = json.loads(text)
            text, facts, chunks, graph = (str(found[part]) for part in ("text", "facts", "chunks", "graph"))
            return cls(text, facts, chunks, graph, dict(found["languages"]))
        except (ValueError, TypeError, KeyError):
            return cls("", "", "", "", {})


@dataclass(frozen=True, slots=True)
class Renewal:
    """The parts to be built anew although no file changed. `languages` are names of languages; "" are the files of none."""

    everything: bool = False
    languages: frozenset[str] = frozenset()
    chunks: bool = False
    graph: bool = False
    why: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether all rows are as they would be made today."""
        return not (self.everything or self.languages or self.chunks or self.graph)

    def concerns(self, language: str | None) -> bool:
        """Whether the files of a language have to be read again."""
        return self.everything or (language or "") in self.languages


NOTHING_ANEW = Renewal()


def find_renewal(seen: Fingerprint, languages: Iterable[str | None]) -> Renewal:
    """Compare what shaped the rows of a source with this program; `languages` are those of its files."""
    now = current_fingerprint()
    if seen == now:
        return NOTHING_ANEW
    if seen.text != now.text or seen.facts != now.facts:
        return Renewal(True, graph=True, why="Cairn reads files in another way now: all were read again")
    changed = _languages_of({name for name in now.languages if seen.languages.get(name) != now.languages[name]}, set(languages))
    reasons = []
    if changed:
        named = ", ".join(sorted(name or "files of no language" for name in changed))
        reasons.append(f"Cairn reads some files in another way now: these were read again ({named})")
    if seen.chunks != now.chunks:
        reasons.append("Cairn cuts chunks in another way now: all were made anew")
    if seen.graph != now.graph:
        reasons.append("Cairn resolves names in another way now: the graph was made anew")
    return Renewal(False, changed, seen.chunks != now.chunks, seen.graph != now.graph, "; ".join(reasons))


def is_outdated(text: str) -> bool:
    """Tell whether a source's fingerprint, as the store keeps it, differs from what this program would write."""
    return Fingerprint.from_text(text) != current_fingerprint()


def are_facts_current(text: str) -> bool:
    """Tell whether this program would read a source's files, and make their facts, as they were made."""
    seen, now = Fingerprint.from_text(text), current_fingerprint()
    return (seen.text, seen.facts, seen.languages) == (now.text, now.facts, now.languages)


def _languages_of(folders: set[str], present: set[str | None]) -> frozenset[str]:
    """The languages among `present` that are described in these folders; a file of no language may have one now."""
    if not folders:
        return frozenset()
    from cairn.languages.registry import languages  # loads all languages, which most runs do without

    known = languages()
    folder_of = {name: (record.query_folder or name).partition("/")[0] for name, record in known.items()}
    found = {name for name in present if name is not None and folder_of.get(name, name) in folders}
    return frozenset(found | {""} if None in present else found)


@functools.cache
def current_fingerprint() -> Fingerprint:
    """Return that of what this process would write: hashes over its own sources and queries, and the grammars' versions."""
    package = Path(cairn.__file__).resolve().parent
    grammars = _grammar_versions()
    folders = sorted(entry for entry in (package / "languages").iterdir() if entry.is_dir() and not entry.name.startswith("_"))
    return Fingerprint(
        _digest(package, _SHAPES_TEXT),
        _digest(package, _SHAPES_FACTS, grammars),
        _digest(package, _SHAPES_CHUNKS),
        _digest(package, _SHAPES_GRAPH),
        {folder.name: _digest(package, (f"languages/{folder.name}",)) for folder in folders},
    )


def _digest(package: Path, parts: tuple[str, ...], more: str = "") -> str:
    digest = hashlib.blake2b(more.encode(), digest_size=12)
    for part in parts:
        places = sorted(package.glob(part))
        assert places, f"{part} has moved; name it here by its new path, or what it shapes is never built anew"
        for place in places:
            for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
                if file.is_file() and file.suffix != ".pyc":
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
