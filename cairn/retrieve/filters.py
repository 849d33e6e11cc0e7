"""Where a question looks: the filters of a call, and the files of the index that they leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from cairn.chunk.words import well_formed
from cairn.errors import NotFoundError, UsageError
from cairn.model import EntityKind, tag_of
from cairn.retrieve.globs import path_pattern
from cairn.retrieve.view import View
from cairn.store.stored import Scope


@dataclass(frozen=True, slots=True)
class Filters:
    """What narrows a question to a part of the index: `Filters(lang="go", path_glob="cmd/**")`. An empty field narrows nothing.

    `sources` are labels, `kind` is that of the entity around a hit. A new filter is a field that `scope_of` obeys, an option in
    `cli/commands/filters.py`, an argument in `serve/arguments.py`, and a line in the documents of both.
    """

    sources: tuple[str, ...] = ()
    lang: str = ""
    path_glob: str = ""
    kind: str = ""
    tag: str = ""


EVERYWHERE = Filters()
_SHORT = {"sources": "source", "path_glob": "path"}
# The fields by the words that people write: `--path`, `path=...`.
FIELDS = {_SHORT.get(field.name, field.name): field.name for field in fields(Filters)}
_MOST_TAGS = 20  # in a message
_OTHER_NAMES = {
    "golang": "go", "c++": "cpp", "c#": "csharp", "shell": "bash", "sh": "bash", "zsh": "bash", "node": "javascript",
    "h": "c", "md": "markdown", "mdx": "markdown", "rst": "restructuredtext", "adoc": "asciidoc", "txt": "text", "htm": "html",
    "python3": "python", "ecmascript": "javascript", "yml": "yaml", "dotnet": "csharp", "objc": "objective-c",
}  # fmt: skip
_KINDS = [kind.value for kind in EntityKind]


def source_ids_of(view: View, sources: Sequence[str]) -> list[int]:
    """Return the ids of these sources, of all if none is named; raises NotFoundError for a label that is not known."""
    return sorted({view.source(label).id for label in sources}) or list(view.sources)


def scope_of(view: View, filters: Filters) -> Scope:
    """Return where to look.

    Raises:
        NotFoundError: a source, a language or a tag that is not known.
        UsageError: a kind that there is not.
    """
    wanted, kind, lang = tag_of(well_formed(filters.tag)) or None, well_formed(filters.kind) or None, well_formed(filters.lang)
    if kind is not None and kind not in _KINDS:
        raise UsageError(f"{kind[:100]!r} is no kind of entity; there are {', '.join(_KINDS)}")
    if not (filters.sources or lang or filters.path_glob or wanted):
        return Scope(None, kind)
    source_ids = source_ids_of(view, filters.sources)
    rows = view.reader.file_paths(source_ids, lang or None)
    if lang and not rows and (same := _same_language(lang)) is not None:
        rows = view.reader.file_paths(source_ids, same)
    if lang and not rows:
        known = view.reader.languages(source_ids)
        if known and lang not in known:
            raise NotFoundError(f"no indexed file has the language {lang!r}; there are: {', '.join(map(repr, known))}")
    fits = path_pattern(filters.path_glob).fullmatch if filters.path_glob else None
    tagged = None if wanted is None else _tagged(view, wanted)
    kept = [file_id for file_id, path in rows if (fits is None or fits(path)) and (tagged is None or file_id in tagged)]
    return Scope(kept, kind, wanted)


def _tagged(view: View, tag: str) -> set[int]:
    """The files with a tag; raises NotFoundError where nothing has it."""
    found = {span.file_id for span in view.reader.tagged(tag)}
    if not found:
        known = [row[0] for row in view.reader.tags(None)]
        more = f" and {len(known) - _MOST_TAGS} more" if len(known) > _MOST_TAGS else ""
        listed = f"there are: {', '.join(map(repr, known[:_MOST_TAGS]))}{more}" if known else "no tag is in use"
        raise NotFoundError(f"nothing has the tag {tag!r}; {listed}")
    return found


def _same_language(lang: str) -> str | None:
    """The name of the language that is called so by an ending (`py`, `.rs`), in another case, or by a usual other name."""
    from cairn.languages.registry import languages  # loads all records, which a language's own name does without

    plain = lang.strip().lower().removeprefix(".")
    by_ending = {ending.removeprefix("."): name for name, record in languages().items() for ending in reversed(record.extensions)}
    return plain if plain in languages() else _OTHER_NAMES.get(plain) or by_ending.get(plain)
