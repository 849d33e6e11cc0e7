"""Finding what a handle, or the end of one, names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from cairn.chunk.words import name_key
from cairn.errors import AmbiguousError, NotFoundError
from cairn.model import EntityKind, SourceKind
from cairn.retrieve.handles.spelling import closest_names, edit_distance
from cairn.retrieve.lines import standing_text
from cairn.retrieve.search.copies import Origin
from cairn.retrieve.view import EXTERNAL, View, quote_path, unquote_path
from cairn.store.stored import Phrase, Scope, StoredEntity

_LISTED = 10
_SOURCE, _TEST, _MADE = range(3)
_HEADINGS = 5  # grades that sections come behind definitions of a name, before the externals
_MOST_SLIPS = 2  # in the name of a file or a container (a guess)
_MOST_MEMBERS = 1000  # of a container, to choose the nearest of: a guess
_SEPARATOR = re.compile(r"::|->|[.#/]")
_PRIVATE = re.compile(r"(?:[^\W\d][\w$]*\.)*#[^\W\d][\w$]*")
_QUALIFIED = re.compile(r"[^\W\d]\w*(?:(?:\.|::|->)[^\W\d]\w*)+(?:\(\))?")
_LESSER = frozenset({EntityKind.MODULE, EntityKind.FIELD, EntityKind.CONSTANT, EntityKind.SECTION, EntityKind.CONCEPT})
# What may have the name of another by chance.
_NAMED_FREELY = frozenset({EntityKind.MODULE, EntityKind.SECTION, EntityKind.CONCEPT})
_NUMBERED = re.compile(r"~\d+$|\)$")  # ends of handles that say which of several of a name is meant
_ARGUMENTS = re.compile(r"\(.*$|~\d+$")


def find_entity(view: View, text: str, source: str | None = None) -> StoredEntity:
    """Return the one entity that a handle, or a unique end of one, names.

    Of several the only one outside of generated files and build output is meant, else the only one outside of tests, too.

    Raises:
        NotFoundError: nothing has that name; the message tells the closest ones.
        AmbiguousError: several have it; the message lists up to ten handles.
    """
    found = _only_page(view, text) or find_entities(view, text, source)
    if not found:
        raise not_found(view, text, source)
    meant = _meant(view, found)
    if meant is None:
        handles = sorted(view.handle(entity) for entity in found)
        more = f" and {len(handles) - _LISTED} more" if len(handles) > _LISTED else ""
        listed = ", ".join(map(repr, handles[:_LISTED]))
        raise AmbiguousError(f"{text!r} names {len(handles)} entities; say which: {listed}{more}")
    return meant


def _only_page(view: View, text: str) -> list[StoredEntity]:
    """The page, text or file that is all of the source of this label."""
    listing = view.labels.get(text.strip())
    if listing is None or listing.kind in (SourceKind.CODE, SourceKind.DOCS) or listing.counts.files != 1:
        return []
    files = [file_id for file_id, _ in view.reader.file_paths([listing.id], None)]
    return [entity for file_id in files if (entity := view.reader.module_of(file_id)) is not None]


def _meant(view: View, found: Sequence[StoredEntity]) -> StoredEntity | None:
    """The one that several of a name leave no doubt about, None if they do."""
    for most in (_MADE, _TEST, _SOURCE):
        kept = [entity for entity, standing in zip(found, _standings(view, found), strict=True) if standing <= most]
        if len(kept) == 1:
            return kept[0]
    return None


def _standings(view: View, entities: Sequence[StoredEntity]) -> list[int]:
    """Where each is defined: in a source, in a test, or in what is made from sources."""
    if len(entities) == 1:
        return [_SOURCE]
    files = view.load_files(entity.file_id for entity in entities if entity.file_id is not None)
    origin = Origin(view)
    standings = []
    for entity in entities:
        file = None if entity.file_id is None else files.get(entity.file_id)
        is_made = file is not None and origin.is_made(file)
        standings.append(_MADE if is_made else _TEST if file is not None and file.role == "test" else _SOURCE)
    return standings


def _sources_first(view: View, entities: Sequence[StoredEntity]) -> list[StoredEntity]:
    standings = _standings(view, entities)
    return [entities[place] for place in sorted(range(len(entities)), key=standings.__getitem__)]


def not_found(view: View, text: str, source: str | None = None) -> NotFoundError:
    """Make the error for a name that nothing has: it may be of a file that was skipped, or nearly that of something else."""
    where = f" in source {source!r}" if source else ""
    from cairn.retrieve.graph.unseen import standing  # for errors alone

    remedy = _why_skipped(view, text, source) or _nearest(view, text, source) or "`cairn search` finds names by their words"
    lines = standing_text(standing(view, text, source))
    return NotFoundError(f"no entity named {text!r}{where}{f', but {lines}' if lines else ''}; {remedy}")


def _why_skipped(view: View, text: str, source: str | None) -> str:
    """Says of the file that a text names, if it was left out of its source, why it was."""
    label, rest = split_label(view, text.strip())
    wanted = unquote_path(rest.partition("#")[0])
    chosen = view.labels.get(label or source or "")
    for listing in [chosen] if chosen else view.sources.values():
        for path, reason, detail in view.reader.skips(listing.id):
            folder = f"{path.rstrip('/')}/"
            if wanted == path or wanted.startswith(folder) or (not chosen and path.endswith(f"/{wanted}")):
                more = f": {detail}" if detail else ""
                return f"{listing.label}:{path} was skipped ({reason}{more})"
    return ""


class _Typed(NamedTuple):
    """A name that was typed, and what it should be in: `holder` is "" where nothing was said of that."""

    holder: str
    name: str
    is_in_file: bool = False

    @property
    def holder_name(self) -> str:
        """The last name of the holder, or its file's."""
        return self.holder.rpartition("/")[2] if self.is_in_file else last_part(self.holder.rpartition(":")[2])


def _typed(text: str) -> _Typed:
    """`a.py#Rate` and `aply` of `a.py#Rate.aply`."""
    plain = _ARGUMENTS.sub("", text.strip().removesuffix("()"))
    separators = [found for found in _SEPARATOR.finditer(plain) if found[0] != "/"]
    if not separators or "/" in plain[separators[-1].end() :]:
        return _Typed("", plain)
    last = separators[-1]
    return _Typed(plain[: last.start()], plain[last.end() :], last[0] == "#")


def _nearest(view: View, text: str, source: str | None) -> str:
    """Names things that may have been meant: of nearly this name, else what its container holds, else files."""
    typed = _typed(text)
    closest = _closest(view, text, typed, source)
    if not typed.is_in_file and closest and _slips(_container(closest[0]), typed.holder_name) <= _MOST_SLIPS:
        return f"closest: {', '.join(map(repr, closest))}"
    members = _members(view, typed, source)
    if members:
        return f"{typed.holder_name!r} has {', '.join(map(repr, members))}"
    near = closest or _closest_files(view, text, source)
    return f"closest: {', '.join(map(repr, near))}" if near else ""


def _closest(view: View, text: str, typed: _Typed, source: str | None) -> list[str]:
    """The qualified names that are nearest to what was typed, those in a container of nearly that name first."""
    names = closest_names(view.reader, last_part(text), limit=6)
    source_id = view.labels[source].id if source in view.labels else None
    holder = "" if typed.is_in_file else typed.holder_name
    found: dict[str, int] = {}
    for entity in view.reader.entities_named(names):
        if entity.name in names and source_id in (None, entity.source_id):
            found.setdefault(entity.qualname or entity.name, names.index(entity.name))
    order = {name: (_slips(_container(name), holder), rank, name) for name, rank in found.items()}
    return sorted(order, key=order.__getitem__)[:3]


def _members(view: View, typed: _Typed, source: str | None) -> list[str]:
    """The names of what a container holds, the nearest to a name first; nothing where it is not clear which is meant."""
    holders = find_entities(view, typed.holder, source) if typed.holder else []
    if len(holders) != 1:
        return []
    members = {entity.name for entity in view.reader.children([holders[0].id], _MOST_MEMBERS)}
    name = typed.name.lower()
    return sorted(members, key=lambda member: (edit_distance(member.lower(), name, len(name)), member))[:_LISTED]


def _container(qualname: str) -> str:
    return dotted(qualname).rpartition(".")[0].rpartition(".")[2]


def _slips(name: str, wanted: str) -> int:
    """How many slips of the fingers apart two names are, all that are too many being alike; where none is wanted, any will do."""
    return min(edit_distance(name.lower(), wanted.lower(), _MOST_SLIPS), _MOST_SLIPS + 1) if wanted else 0


def _closest_files(view: View, text: str, source: str | None) -> list[str]:
    """The files whose names are nearly that of the file which was typed, one in the typed folder first."""
    label, rest = split_label(view, text.strip())
    folder, _, name = unquote_path(rest.partition("#")[0]).rpartition("/")
    chosen = view.labels.get(label or source or "")
    if "." not in name.strip("."):
        return []
    found = []
    for listing in [chosen] if chosen else view.sources.values():
        for _, path in view.reader.file_paths([listing.id], None):
            distance = edit_distance(name.lower(), path.rpartition("/")[2].lower(), _MOST_SLIPS)
            if distance <= _MOST_SLIPS:
                is_elsewhere = path.rpartition("/")[0] != folder
                found.append((is_elsewhere, distance, f"{listing.label}:{quote_path(path)}"))
    return [handle for _, _, handle in sorted(found)[:3]]


def is_handle(view: View, text: str) -> bool:
    """Whether a text can only be meant as a handle, or as the end of one: it has a `#`, a known label, or names with dots."""
    wanted = text.strip()
    label, colon, _ = wanted.partition(":")
    has_label = bool(colon) and (label == EXTERNAL or split_label(view, wanted)[0] is not None)
    return has_label or ("#" in wanted and not re.search(r"\s", wanted)) or bool(_QUALIFIED.fullmatch(wanted))


def find_entities(view: View, text: str, source: str | None = None) -> list[StoredEntity]:
    """Return the entities that a text names best: by its whole handle, else by the end of one.

    Exact spelling goes before other case, definitions before externals; what is made from sources stands behind these. Where
    nothing has the text as its handle or name, it may be another spelling of one, a place in a file, or a question about a name.
    """
    found = find_named(view, text, source)
    if found or not text.strip():
        return found
    from cairn.retrieve.handles.spoken import find_spoken  # most texts do without

    return _sources_first(view, find_spoken(view, text, lambda spelling: find_named(view, spelling, source)))


def find_named(view: View, text: str, source: str | None = None) -> list[StoredEntity]:
    """Return the entities that have a text as their handle or as the end of one."""
    wanted = text.strip()
    if not wanted:
        return []
    source_id = view.source(source).id if source else None
    exact = _by_handle(view, wanted)
    if exact is not None:
        return [exact] if source_id in (None, exact.source_id) else []
    label, rest = split_label(view, wanted)
    if label is not None:
        source_id = view.source(label).id
    elif wanted.startswith(f"{EXTERNAL}:") and "#" in wanted:
        # What was external before its package was indexed and linked: the definition that it now is.
        package, _, name = rest.partition("/")[2].partition("#")
        kept = _best(_by_module(view, f"{package}.{name}")) or _best(_by_module(view, f"{package.rpartition('/')[2]}.{name}"))
        view.keep(kept)
        return [entity for entity in kept if source_id in (None, entity.source_id)]
    found = _by_suffix(view, rest)
    kept = [entity for entity in found if source_id in (None, entity.source_id)]
    view.keep(kept)
    return _sources_first(view, kept)


def namesakes(view: View, text: str, found: Sequence[StoredEntity]) -> list[StoredEntity]:
    """Other definitions of the name that a text is, and that `found` has: those in sources first.

    For a longer handle those of the same qualified name in the same file: the methods that share it with a field.
    """
    name = text.strip().removesuffix("()")
    if not found or _NUMBERED.search(name):
        return []
    known = {entity.id for entity in found}
    named = [e for e in view.reader.entities_named({e.name for e in found}) if e.id not in known and e.source_id is not None]
    if all(entity.name == name for entity in found):
        others = [entity for entity in named if entity.name == name]
    elif all(entity.name.lower() == name.lower() for entity in found):
        others = named
    else:
        places = {(entity.file_id, entity.qualname) for entity in found if entity.kind not in _NAMED_FREELY}
        others = [entity for entity in named if (entity.file_id, entity.qualname) in places]
    view.keep(others)
    return _sources_first(view, sorted(others, key=lambda entity: (entity.kind in _LESSER, view.handle(entity))))


def split_label(view: View, text: str) -> tuple[str | None, str]:
    """The label that a text begins with, None if it has none, and the rest."""
    label, colon, rest = text.partition(":")
    return (label, rest) if colon and label in view.labels and not rest.startswith(":") else (None, text)


def _by_handle(view: View, text: str) -> StoredEntity | None:
    label, colon, rest = text.partition(":")
    if not colon:
        return None
    if label == EXTERNAL:
        return view.reader.external(rest)
    if label not in view.labels:
        return None
    path, _, anchor = rest.partition("#")
    file = view.reader.file_at(view.labels[label].id, unquote_path(path))
    if file is None:
        return None
    entities = view.reader.entities_of_files([file.id]).get(file.id, [])
    return next((entity for entity in entities if entity.anchor == anchor), None)


def _by_suffix(view: View, text: str) -> list[StoredEntity]:
    wanted = text.removesuffix("()")
    if _PRIVATE.fullmatch(wanted) and (private := _by_private(view, wanted)):
        return private
    path, sharp, anchor = wanted.partition("#")
    if sharp:
        return _best(_in_files(view, unquote_path(path), anchor)) or _best(_externals(view, wanted))
    return (
        _best(_by_name(view, wanted))
        or _best(_by_module(view, wanted))
        or _modules(view, unquote_path(wanted))
        or _best(_by_slug(view, wanted))
    )


def _by_private(view: View, wanted: str) -> list[StoredEntity]:
    """`#count` and `Counter.#count`: private names of JavaScript and TypeScript, of which the `#` is a part."""
    named = view.reader.entities_named([wanted[wanted.index("#") :]])
    return [entity for entity in named if _ends(entity.qualname, wanted)]


def _in_files(view: View, path: str, anchor: str) -> list[tuple[int, StoredEntity]]:
    files = view.reader.files_ending(path)
    entities = view.reader.entities_of_files([file.id for file in files])
    return _graded((entity for group in entities.values() for entity in group if entity.anchor), anchor)


def _modules(view: View, path: str) -> list[StoredEntity]:
    files = view.reader.files_ending(path)
    entities = view.reader.entities_of_files([file.id for file in files])
    return [group[0] for file in files if (group := entities.get(file.id))]


def _by_name(view: View, wanted: str) -> list[tuple[int, StoredEntity]]:
    names = {last_part(wanted), wanted}
    found = _graded((entity for entity in view.reader.entities_named(names) if entity.anchor), wanted)
    if _SEPARATOR.search(wanted):
        return found
    # A heading is nearly always written in words: what has the name in code, in whatever case, is meant before it.
    return [(grade + (_HEADINGS if entity.kind == EntityKind.SECTION else 0), entity) for grade, entity in found]


def _by_module(view: View, wanted: str) -> list[tuple[int, StoredEntity]]:
    """Definitions by the module or package that they are in: `requests.get` where `src/requests/api.py` defines `get`."""
    plain = dotted(wanted).replace("-", "_")
    found = []
    for entity in view.reader.entities_named([last_part(wanted)]):
        qualname = dotted(entity.qualname).replace("-", "_")
        if entity.path is None or entity.source_id is None or not qualname or not plain.endswith("." + qualname):
            continue
        holder = plain.removesuffix("." + qualname)
        path = dotted(entity.path.rpartition(".")[0]).replace("-", "_")
        label = view.sources[entity.source_id].label.replace("-", "_")
        grade = next((n for n, place in enumerate((path, f"{label}.{path}")) if f".{holder}." in f".{place}."), None)
        if grade is not None:
            found.append((grade, entity))
    return found


def _externals(view: View, wanted: str) -> list[tuple[int, StoredEntity]]:
    named = view.reader.entities_named([last_part(wanted)])
    return _graded((entity for entity in named if entity.source_id is None), wanted)


def _by_slug(view: View, wanted: str) -> list[tuple[int, StoredEntity]]:
    """Sections, whose anchors are not their names: by the words of the last slug."""
    key = name_key(last_part(wanted))
    if not key:
        return []
    matches = view.reader.match_words([Phrase(key, ("name",))], 50, Scope())
    entities = view.reader.entities_of_files({match.chunk.file_id for match in matches})
    sections = (entity for group in entities.values() for entity in group if entity.kind == EntityKind.SECTION)
    return _graded(sections, wanted)


def last_part(text: str) -> str:
    """The last name of a handle or a qualified name, without parameters and `~2`."""
    plain = _ARGUMENTS.sub("", text.strip().removesuffix("()"))
    parts = [part for part in _SEPARATOR.split(plain) if part]
    return parts[-1] if parts else plain


def _graded(entities: Iterable[StoredEntity], wanted: str) -> list[tuple[int, StoredEntity]]:
    """Each entity that the text names, with a grade: the lower, the better."""
    plain = dotted(wanted)
    tests: Sequence[Callable[[StoredEntity], bool]] = (
        lambda entity: entity.anchor == wanted,
        lambda entity: dotted(entity.anchor) == plain or dotted(entity.qualname) == plain,
        lambda entity: _ends(dotted(entity.anchor), plain) or _ends(dotted(entity.qualname), plain),
        lambda entity: _ends(dotted(entity.qualname).lower(), plain.lower()) or entity.name == wanted,
    )
    found = []
    for entity in entities:
        grade = next((number for number, test in enumerate(tests) if test(entity)), None)
        if grade is not None:
            # Any definition goes before an external of the same name.
            found.append((grade + (10 if entity.source_id is None else 0), entity))
    return found


def _best(graded: list[tuple[int, StoredEntity]]) -> list[StoredEntity]:
    best = min((grade for grade, _ in graded), default=0)
    return list({entity.id: entity for grade, entity in graded if grade == best}.values())


def dotted(name: str) -> str:
    """A qualified name, or the end of a handle, with dots for all separators."""
    return re.sub(r"::|->|[#/]", ".", name).strip(".")


def _ends(name: str, wanted: str) -> bool:
    return bool(wanted) and (name == wanted or name.endswith("." + wanted))
