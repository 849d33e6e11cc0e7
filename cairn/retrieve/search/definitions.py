"""Which definitions a question names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cairn.chunk.words import last_name, name_key, path_words
from cairn.model import EntityKind
from cairn.retrieve.handles.spelling import closest_names
from cairn.retrieve.search.hits import is_tagged
from cairn.retrieve.search.question import Question
from cairn.store.reading import StoreReader
from cairn.store.stored import Phrase, Scope, StoredChunk, StoredEntity

# Chunks whose names hold the words of the question are looked at, so many at most.
_POOL = 80
# A question with more words than this names no definition as a whole.
_MOST_KEY_WORDS = 12
# One of so many words may be the start of a name that goes on.
_MOST_TYPED = 2
# A definition that is named at least so closely (see `closeness`) makes a guess at another spelling needless.
_NAMED = 0.5
_MISSPELLED = 0.75
_SECTION = 0.97
_MOST_SUGGESTED = 5
# Of a name that very many things have so many are looked at; and a start that so many chunks have tells nothing (guesses).
_MOST_OF_NAME, _MOST_STARTS = 60, 2000


class Definition(NamedTuple):
    """A definition that the question names, and how close the name is (0..1)."""

    entity: StoredEntity
    chunk_id: int | None  # the chunk that has its name, where that is known
    closeness: float
    is_whole: bool  # the name is all that the question asks for


class Named(NamedTuple):
    """The definitions that a question names."""

    definitions: list[tuple[Definition, StoredChunk]]  # each with the chunk that has its name
    did_you_mean: list[str]


def find_definitions(reader: StoreReader, question: Question, scope: Scope) -> Named:
    """Find the definitions that a question names: by their names as they are, by their words, else by nearly their names."""
    candidates = _candidates(reader, question, scope)
    found = [Definition(entity, chunk_id, *closeness(entity, question)) for entity, chunk_id in candidates]
    suggested: list[str] = []
    if question.is_symbol and max((definition.closeness for definition in found), default=0.0) < _NAMED:
        guessed = _guessed(reader, question, scope)
        known = {definition.entity.id for definition in guessed}
        found = [*guessed, *(definition for definition in found if definition.entity.id not in known)]
        suggested = list(dict.fromkeys(d.entity.qualname or d.entity.name for d in guessed))[:_MOST_SUGGESTED]
    return Named(_placed(reader, [definition for definition in found if definition.closeness > 0], scope), suggested)


def _guessed(reader: StoreReader, question: Question, scope: Scope) -> list[Definition]:
    """The definitions whose names are nearly what was typed."""
    names = [name for name in closest_names(reader, last_name(question.names[0])) if name != question.text]
    return [
        Definition(entity, None, _MISSPELLED - 0.1 * place, True)
        for place, name in enumerate(names)
        for entity in reader.definitions_named([name], _MOST_OF_NAME, scope.file_ids)
        if entity.name == name
    ]


def _placed(reader: StoreReader, close: Iterable[Definition], scope: Scope) -> list[tuple[Definition, StoredChunk]]:
    """Find the chunks that have the names; leave out what is out of scope."""
    wanted = None if scope.file_ids is None else set(scope.file_ids)
    kept = [d for d in close if wanted is None or d.entity.file_id in wanted]
    if scope.entity_kind is not None:
        kept = [d for d in kept if d.entity.kind == scope.entity_kind]
    tagged = None if scope.tag is None else reader.tagged(scope.tag)
    known = reader.chunks(d.chunk_id for d in kept if d.chunk_id is not None)
    at = reader.chunks_at(_place(d.entity) for d in kept if d.chunk_id is None)
    found = []
    for definition in kept:
        chunk = at.get(_place(definition.entity)) if definition.chunk_id is None else known[definition.chunk_id]
        if chunk and (tagged is None or is_tagged(tagged, chunk.file_id, chunk.start_line, chunk.end_line)):
            found.append((definition, chunk))
    return found


def _place(entity: StoredEntity) -> tuple[int, int]:
    return entity.file_id or 0, max(entity.name_line, entity.start_line, 1)


def _candidates(reader: StoreReader, question: Question, scope: Scope) -> list[tuple[StoredEntity, int | None]]:
    """Find the entities that may be named, each once, with its chunk where that is known."""
    words = question.key.split()
    wholes = [words, *_runs(words)] if len(words) <= _MOST_KEY_WORDS else []
    names = {question.text.strip(), *question.names, *map(last_name, question.names)}
    names.update(spelling for whole in wholes for spelling in _spellings(whole))
    found: dict[int, tuple[StoredEntity, int | None]] = {}
    # What may go on is an identifier that is not typed to its end; in a sentence it would lead to every word with that start.
    starts = {name_key(last_name(name)) for name in question.names} | ({question.key} if len(words) <= _MOST_TYPED else set())
    phrases = [Phrase(key, ("name",), is_prefix=True) for key in sorted(starts - {""}) if _is_telling(reader, key)]
    for chunk_id, entity in reader.definitions_in_chunks(reader.chunks_matching(phrases, _POOL)):
        found[entity.id] = (entity, chunk_id)
    for entity in reader.definitions_named(names, _MOST_OF_NAME, scope.file_ids):
        found.setdefault(entity.id, (entity, None))
    return list(found.values())


def _is_telling(reader: StoreReader, key: str) -> bool:
    """Whether names that have these words, the last of which may go on, are worth looking for: not if nearly all chunks do."""
    return " " in key or reader.prefix_count(key) <= _MOST_STARTS


def _spellings(words: list[str]) -> Iterator[str]:
    """The names that words make, by the customs of all languages; case does not matter to the store."""
    for joint in ("", "_"):
        name = joint.join(words)
        yield from (name, f"_{name}", f"__{name}__", f"${name}", f"{name}?", f"{name}!")
    yield from ("-".join(words), " ".join(words))


def _runs(words: list[str]) -> list[list[str]]:
    """The runs of at least two words in a question of a few: `render template` of `render template templating`."""
    if not 3 <= len(words) <= 6:
        return []
    return [words[i:j] for i in range(len(words)) for j in range(i + 2, len(words) + 1) if j - i < len(words)]


def closeness(entity: StoredEntity, question: Question) -> tuple[float, bool]:
    """How well a question names an entity, and whether that is all it asks for.

    1 for its very name or qualified name, .9 for another spelling of it, less for a name that goes on, or that the
    question has among other words; 0 for nothing.
    """
    value, is_whole = _closeness(entity, question)
    # Of the same name, the definition is wanted rather than the heading about it.
    return (value * _SECTION if entity.kind == EntityKind.SECTION else value), is_whole


def _closeness(entity: StoredEntity, question: Question) -> tuple[float, bool]:
    best = (max((_by_name(entity, name) for name in question.names), default=0.0), question.is_symbol)
    if best == (1.0, True):
        return best
    key = name_key(entity.name)
    asked = question.key
    if not key or not asked:
        return best
    if key == asked:
        return max(best, (0.9, True))
    return max(best, _among_words(entity, key, asked.split()))


def _among_words(entity: StoredEntity, key: str, words: list[str]) -> tuple[float, bool]:
    """A name of several words within a question: `render template templating`, where the rest is told by its place."""
    asked = " ".join(words)
    if len(words) > _MOST_KEY_WORDS or f" {key} " not in f" {asked} " or " " not in key:
        return 0.0, False
    rest = f" {asked} ".replace(f" {key} ", " ", 1).split()
    container = name_key(entity.qualname.removesuffix(entity.name)).split()
    if set(rest) <= set(container):
        return 0.85 - 0.02 * len(set(container) - set(rest)), True
    if set(rest) <= {*container, *path_words(entity.path or "").lower().split()}:
        return 0.75, True
    return 0.15 + 0.5 * len(key.split()) / len(words), False


def _by_name(entity: StoredEntity, name: str) -> float:
    last = last_name(name)
    if entity.name == name:
        return 1.0
    key, asked = name_key(entity.name), name_key(last)
    if last == name:
        return 0.9 if key == asked else _part_of(key, asked)
    return _inside(entity, name, last) if key == asked else 0.0


def _inside(entity: StoredEntity, name: str, last: str) -> float:
    """Whether what stands before the last name is a container of the entity, or its file."""
    before = name_key(name[: len(name) - len(last)])
    container = name_key(entity.qualname[: len(entity.qualname) - len(entity.name)])
    if container == before or container.endswith(" " + before):
        return 1.0 if container == before else 0.92
    return 0.85 if f" {before} " in f" {name_key(entity.path or '')} {container} " else 0.45


def _part_of(key: str, asked: str) -> float:
    if not key or not asked:
        return 0.0
    share = len(asked) / len(key)
    if key.startswith(asked):
        return 0.4 + 0.4 * share
    return 0.3 + 0.4 * share if f" {asked}" in f" {key}" else 0.0
