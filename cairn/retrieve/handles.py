"""Finding what a handle, or the end of one, names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from cairn.chunk.words import name_key
from cairn.errors import AmbiguousError, NotFoundError
from cairn.retrieve.copies import Origin
from cairn.retrieve.spelling import closest_names, edit_distance
from cairn.retrieve.view import EXTERNAL, View, quote_path, unquote_path
from cairn.store.reading import Phrase, Scope, StoredEntity

_LISTED = 10
_SOURCE, _TEST, _MADE = range(3)
_MOST_SLIPS = 2  # in the name of a file (a guess)
_SEPARATOR = re.compile(r"::|->|[.#/]")
_QUALIFIED = re.compile(r"[^\W\d]\w*(?:(?:\.|::|->)[^\W\d]\w*)+(?:\(\))?")
_ARGUMENTS = re.compile(r"\(.*$|~\d+$")


def find_entity(view: View, text: str, source: str | None = None) -> StoredEntity:
    """Return the one entity that a handle, or a unique end of one, names.

    Of several the only one outside of generated files and build output is meant, else the only one outside of tests, too.

    Raises:
        NotFoundError: nothing has that name; the message tells the closest ones.
        AmbiguousError: several have it; the message lists up to ten handles.
    """
    found = find_entities(view, text, source)
    if not found:
        raise not_found(view, text, source)
    meant = _meant(view, found)
    if meant is None:
        handles = sorted(view.handle(entity) for entity in found)
        more = f" and {len(handles) - _LISTED} more" if len(handles) > _LISTED else ""
        listed = ", ".join(map(repr, handles[:_LISTED]))
        raise AmbiguousError(f"{text!r} names {len(handles)} entities; say which: {listed}{more}")
    return meant


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
    """Make the error for a name that nothing has."""
    where = f" in source {source!r}" if source else ""
    near = ", ".join(map(repr, _closest(view, text, source) or _closest_files(view, text, source)))
    remedy = f"; closest: {near}" if near else "; `cairn search` finds names by their words"
    return NotFoundError(f"no entity named {text!r}{where}{remedy}")


def _closest(view: View, text: str, source: str | None) -> list[str]:
    """The qualified names that are nearest to what was typed, in a source if one is given."""
    names = closest_names(view.reader, last_part(text), limit=6)
    source_id = view.labels[source].id if source in view.labels else None
    found: dict[str, int] = {}
    for entity in view.reader.entities_named(names):
        if entity.name in names and source_id in (None, entity.source_id):
            found.setdefault(entity.qualname or entity.name, names.index(entity.name))
    return sorted(found, key=lambda qualname: (found[qualname], not _shares_container(qualname, text), qualname))[:3]


def _closest_files(view: View, text: str, source: str | None) -> list[str]:
    """The files whose names are nearly that of the file which was typed, one in the typed folder first."""
    label, rest = _split_label(view, text.strip())
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


def _shares_container(qualname: str, text: str) -> bool:
    return _dotted(qualname).rpartition(".")[0] == _dotted(text).rpartition(".")[0]


def is_handle(view: View, text: str) -> bool:
    """Whether a text can only be meant as a handle, or as the end of one: it has a `#`, a known label, or names with dots."""
    wanted = text.strip()
    label, colon, _ = wanted.partition(":")
    has_label = bool(colon) and (label == EXTERNAL or _split_label(view, wanted)[0] is not None)
    return has_label or ("#" in wanted and not re.search(r"\s", wanted)) or bool(_QUALIFIED.fullmatch(wanted))


def find_entities(view: View, text: str, source: str | None = None) -> list[StoredEntity]:
    """Return the entities that a text names best: by its whole handle, else by the end of one.

    Exact spelling goes before other case, definitions before externals; what is made from sources stands behind these.
    """
    wanted = text.strip()
    if not wanted:
        return []
    source_id = view.source(source).id if source else None
    exact = _by_handle(view, wanted)
    if exact is not None:
        return [exact] if source_id in (None, exact.source_id) else []
    label, rest = _split_label(view, wanted)
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


def _split_label(view: View, text: str) -> tuple[str | None, str]:
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
    path, sharp, anchor = wanted.partition("#")
    if sharp:
        return _best(_in_files(view, unquote_path(path), anchor)) or _best(_externals(view, wanted))
    return (
        _best(_by_name(view, wanted))
        or _best(_by_module(view, wanted))
        or _modules(view, unquote_path(wanted))
        or _best(_by_slug(view, wanted))
    )


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
    return _graded((entity for entity in view.reader.entities_named(names) if entity.anchor), wanted)


def _by_module(view: View, wanted: str) -> list[tuple[int, StoredEntity]]:
    """Definitions by the module or package that they are in: `requests.get` where `src/requests/api.py` defines `get`."""
    plain = _dotted(wanted).replace("-", "_")
    found = []
    for entity in view.reader.entities_named([last_part(wanted)]):
        qualname = _dotted(entity.qualname).replace("-", "_")
        if entity.path is None or entity.source_id is None or not qualname or not plain.endswith("." + qualname):
            continue
        holder = plain.removesuffix("." + qualname)
        path = _dotted(entity.path.rpartition(".")[0]).replace("-", "_")
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
    sections = (entity for group in entities.values() for entity in group if entity.kind == "section")
    return _graded(sections, wanted)


def last_part(text: str) -> str:
    """The last name of a handle or a qualified name, without parameters and `~2`."""
    plain = _ARGUMENTS.sub("", text.strip().removesuffix("()"))
    parts = [part for part in _SEPARATOR.split(plain) if part]
    return parts[-1] if parts else plain


def _graded(entities: Iterable[StoredEntity], wanted: str) -> list[tuple[int, StoredEntity]]:
    """Each entity that the text names, with a grade: the lower, the better."""
    plain = _dotted(wanted)
    tests: Sequence[Callable[[StoredEntity], bool]] = (
        lambda entity: entity.anchor == wanted,
        lambda entity: _dotted(entity.anchor) == plain or _dotted(entity.qualname) == plain,
        lambda entity: _ends(_dotted(entity.anchor), plain) or _ends(_dotted(entity.qualname), plain),
        lambda entity: _ends(_dotted(entity.qualname).lower(), plain.lower()) or entity.name == wanted,
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


def _dotted(name: str) -> str:
    return re.sub(r"::|->|[#/]", ".", name).strip(".")


def _ends(name: str, wanted: str) -> bool:
    return bool(wanted) and (name == wanted or name.endswith("." + wanted))


def complete_handles(view: View, prefix: str, limit: int) -> list[str]:
    """Return handles that start with a prefix, or whose entity's name does; for a shell's completion."""
    label, rest = _split_label(view, prefix)
    if label is None:
        names = view.reader.names_like(prefix, limit)
        entities = [entity for entity in view.reader.entities_named(names) if entity.source_id is not None]
        handles = {view.handle(entity) for entity in entities}
        return sorted({*handles, *(f"{name}:" for name in view.labels if name.startswith(prefix))})[:limit]
    path, sharp, anchor = rest.partition("#")
    source_id = view.source(label).id
    files = [row for row in view.reader.file_paths([source_id], None) if row[1].startswith(unquote_path(path))]
    if not sharp:
        entities_of = view.reader.entities_of_files([file_id for file_id, _ in files[:limit]])
        return sorted(view.handle(group[0]) for group in entities_of.values())[:limit]
    exact = [file_id for file_id, name in files if name == unquote_path(path)]
    found = view.reader.entities_of_files(exact)
    return sorted(view.handle(e) for group in found.values() for e in group if e.anchor.startswith(anchor) and e.anchor)[:limit]
