"""A card: front matter in YAML between two lines of `---`, and Markdown below it.

The file is the only truth. What is written into it is put there line by line, so that unknown keys, comments and the order of
keys stay as a person wrote them.
"""

from __future__ import annotations

import functools
import hashlib
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from cairn.cards.library import APPROVED, MOST_BYTES, is_no_card
from cairn.errors import RefusedError

PROPOSED, RETIRED = "proposed", "retired"
STATUSES = (APPROVED, PROPOSED, RETIRED)
MOST_FRONT = 16_000  # characters of front matter: a guess
MOST_SUMMARY = 300  # characters: a guess, three lines of a terminal
MOST_NAME = 80
_MOST_OWNER = 200
SHORT_NAME = 48  # of a card that nobody named: a guess, some eight words
MOST_ABOUT = 50  # handles, and words of every other list: a guess
_MOST_DEPTH = 12  # of what is nested in front matter
_MOST_EVENTS = 4000
_FRONT = re.compile(r"\A---[ \t]*\n(?P<front>.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_NAME = re.compile(r"\w[\w.-]*")
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?=$|[T ])", re.ASCII)
_KEY = re.compile(r"(?P<key>[A-Za-z_][\w-]*)[ \t]*:")
_PLAIN = re.compile(r"[^\W\d_][\w ./#-]*[\w./#-]|[^\W\d_]")
_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")  # of lines, which the items of a list are kept on
_NO_WORDS = frozenset("true false yes no on off null y n".split())
_MOST_NAME_BYTES = 200  # a file system takes 255, and the file's name ends with `.md`
_DEVICES = frozenset(["con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))])


@dataclass(frozen=True, slots=True)
class Card:
    """A card as it was read.

    `about` are handles, `fingerprints` what the definitions of some of them were when the card was verified. The dates are
    `YYYY-MM-DD`, empty where there is none. `owner` is the principal who alone gets the card, empty for
    everybody. `faults` are what `lint` says of the file itself.
    """

    name: str
    summary: str
    body: str
    scope: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    verified_at: str = ""
    expires: str = ""
    status: str = APPROVED
    owner: str = ""
    who: str = ""
    when: str = ""
    fingerprints: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[str, ...] = ()


class BrokenCardError(Exception):
    """A file that is no card; the message is the reason."""


def digest(data: bytes) -> str:
    """What tells one state of a file from another."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def read_card(data: bytes, stem: str) -> Card:
    """Read a card; `stem` is the name of its file, which is its name where it does not say one.

    Raises:
        BrokenCardError: the bytes are no card, or do not tell who may have it, where and until when.
    """
    front, body = split_text(decode(data))
    given = _load(front)
    _check_limits(given)
    faults: list[str] = []
    name = _line(given, "name", faults, MOST_NAME) or stem
    if not _NAME.fullmatch(name):
        faults.append(f"the name {name[:40]!r} is none: letters, digits, `.`, `_`, `-`; the words of the file's name count")
        name = slug_of(stem)
    summary = _line(given, "summary", faults, MOST_SUMMARY) or _line(given, "description", [], MOST_SUMMARY)
    faults += [f"it has no {key}" for key in ("name", "summary", "status") if given.get(key) in (None, "")]
    status = _line(given, "status", faults, 40) or APPROVED
    if status not in STATUSES:
        faults.append(f"its status is {status!r}, so it is not recalled; known are {', '.join(STATUSES)}")
    who, when = _origin(given.get("source"))
    return Card(
        name=name,
        summary=summary or _first_sentence(body),
        body=body,
        scope=_words(given, "scope", faults),
        tags=_words(given, "tags", faults),
        about=_words(given, "about", faults),
        verified_at=_date(given, "verified_at", faults),
        expires=_date(given, "expires", faults),
        status=status,
        owner=_line(given, "owner", faults, _MOST_OWNER),
        who=who,
        when=when,
        fingerprints=_prints(given.get("fingerprints")),
        faults=tuple(faults),
    )


def _check_limits(given: Mapping[str, object]) -> None:
    """Refuse a card whose limits cannot be read: read as if it had none, it would come to whom it is not for."""
    for key in ("status", "owner", "expires"):
        if isinstance(given.get(key), dict | list):
            raise BrokenCardError(f"its {key} is no text, so nobody gets the card")
    if len(str(given.get("owner") or "")) > _MOST_OWNER:
        raise BrokenCardError(f"its owner has more than {_MOST_OWNER} characters, so nobody gets the card")
    scope = given.get("scope")
    if isinstance(scope, dict) or (isinstance(scope, list) and any(isinstance(item, dict | list) for item in scope)):
        raise BrokenCardError("its scope is no list of words, so nobody gets the card")
    faults: list[str] = []
    _date(given, "expires", faults)
    if faults:
        raise BrokenCardError(f"{faults[0]}; till then nobody gets the card")


def decode(data: bytes) -> str:
    """The text of a card's bytes, with plain line feeds.

    Raises:
        BrokenCardError: too large, or no text in UTF-8.
    """
    if len(data) > MOST_BYTES:
        raise BrokenCardError(f"it has {len(data)} bytes and a card has {MOST_BYTES} at most")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise BrokenCardError("it is no UTF-8 text") from exc
    if "\0" in text:
        raise BrokenCardError("it has NUL characters")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def split_text(text: str) -> tuple[str, str]:
    """The front matter and the body.

    Raises:
        BrokenCardError: there is no front matter, or too much.
    """
    found = _FRONT.match(text)
    if found is None:
        raise BrokenCardError("it does not begin with front matter between two lines of ---")
    if len(found["front"]) > MOST_FRONT:
        raise BrokenCardError(f"its front matter has {len(found['front'])} characters and may have {MOST_FRONT}")
    return found["front"], text[found.end() :].strip("\n")


def strings_of(text: str) -> str:
    """All texts in the front matter of a card, as they are read: an escape hides nothing here. A line each.

    Raises:
        BrokenCardError: the text is no card.
    """
    found: list[str] = []
    waiting: list[object] = [_load(split_text(text)[0])]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += [*value.keys(), *value.values()]
        elif isinstance(value, list | tuple | set):
            waiting += value
        elif isinstance(value, str):
            found.append(value)
    return "\n".join(found)


def _load(front: str) -> dict[str, object]:
    import yaml  # 20 ms: only what has changed is read

    loader = _text_loader()
    try:
        _check_shape(yaml.parse(front, Loader=loader))
        found = yaml.load(front, Loader=loader)  # noqa: S506  # a safe one
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError) as exc:
        mark = getattr(exc, "problem_mark", None)
        where = f" in line {mark.line + 2}" if mark is not None else ""
        raise BrokenCardError(f"its front matter is no YAML{where} ({str(getattr(exc, 'problem', exc))[:120]})") from exc
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise BrokenCardError("its front matter is no mapping of keys to values")
    return {str(key): value for key, value in found.items() if isinstance(key, str)}


@functools.cache
def _text_loader() -> Any:
    """The safe loader without types: every value is the text that stands there, but for `null`.

    A number of 5,000 digits is no text in Python, `yes` is a name like others, and `2026-02-31` is for us to refuse.
    """
    import yaml

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    null = "tag:yaml.org,2002:null"

    def construct_mapping(self: Any, node: Any, deep: bool = False) -> Any:
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            # Readers do not agree which one counts, and who changes the one would leave the other.
            raise BrokenCardError(f"its front matter has the key {twice[:40]!r} twice")
        return base.construct_mapping(self, node, deep)

    resolvers = {
        sign: [(tag, pattern) for tag, pattern in pairs if tag == null] for sign, pairs in base.yaml_implicit_resolvers.items()
    }
    return type("TextLoader", (base,), {"yaml_implicit_resolvers": resolvers, "construct_mapping": construct_mapping})


def _check_shape(events: Any) -> None:
    """Refuse what a few lines could blow up, bury or disguise: aliases of anchors, endless nesting, and tags of types.

    Events are read one by one, before anything is built of them.
    """
    depth = 0
    for count, event in enumerate(events):
        kind = type(event).__name__
        depth += kind in ("MappingStartEvent", "SequenceStartEvent")
        depth -= kind in ("MappingEndEvent", "SequenceEndEvent")
        if kind == "AliasEvent":
            raise BrokenCardError("its front matter has aliases (*name), which cards do without")
        if getattr(event, "tag", None) is not None:
            raise BrokenCardError("its front matter has tags (!name), which cards do without")
        if depth > _MOST_DEPTH or count > _MOST_EVENTS:
            raise BrokenCardError("its front matter is nested too deeply, or has too many values")


def _line(given: Mapping[str, object], key: str, faults: list[str], most: int) -> str:
    """A value that is one line of text."""
    value = given.get(key)
    if value is None:
        return ""
    if isinstance(value, dict | list):
        faults.append(f"its {key} is no text")
        return ""
    text = " ".join(str(value).split())
    if len(text) > most:
        faults.append(f"its {key} has {len(text)} characters and {most} count")
    return text[:most]


def _words(given: Mapping[str, object], key: str, faults: list[str]) -> tuple[str, ...]:
    """A list of texts, also where it was written as one text with commas between."""
    value = given.get(key)
    if value is None:
        return ()
    many = value if isinstance(value, list) else value.split(",") if isinstance(value, str) else None
    if many is None or any(isinstance(item, dict | list) for item in many):
        faults.append(f"its {key} is no list of words")
        return ()
    if len(many) > MOST_ABOUT:
        faults.append(f"its {key} has {len(many)} items and {MOST_ABOUT} count")
    texts = (_BREAKS.sub(" ", str(item)).strip()[:500] for item in many[:MOST_ABOUT] if item is not None)
    return tuple(dict.fromkeys(filter(None, texts)))


def _date(given: Mapping[str, object], key: str, faults: list[str]) -> str:
    text = _line(given, key, faults, 40)
    if not text:
        return ""
    found = _DATE.match(text)
    if found is None or not _is_day(found[0]):
        faults.append(f"its {key} is {text!r}, which is no date; write YYYY-MM-DD")
        return ""
    return found[0]


def _is_day(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


def _origin(value: object) -> tuple[str, str]:
    """Who wrote a card, and when."""
    if isinstance(value, dict):
        return str(value.get("who", ""))[:200], str(value.get("when", ""))[:40]
    return ("" if value is None or isinstance(value, list) else str(value)[:200]), ""


def _prints(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    return {str(handle): mark for handle, mark in value.items() if isinstance(mark, str)}


def _first_sentence(body: str) -> str:
    lines = (line.lstrip("# ").strip() for line in body.splitlines())
    first = next((line for line in lines if line), "")
    return " ".join(first.split())[:MOST_SUMMARY]


def slug_of(text: str, most: int = MOST_NAME) -> str:
    """A name of at most so many characters, made of whole words: `uploads-are-retried-3-times` of a sentence that goes on."""
    words = re.findall(r"\w+", text.lower())
    kept = max((n for n in range(1, len(words) + 1) if len("-".join(words[:n])) <= most), default=1)
    return "-".join(words[:kept])[:most].strip("-.") or "card"


def check_name(name: str) -> str:
    """Return a name that a card, and its file, may have, on any system.

    Raises:
        RefusedError: it is none.
    """
    if not _NAME.fullmatch(name) or len(name) > MOST_NAME or ".." in name or name.endswith("."):
        raise RefusedError(
            f"{name[:MOST_NAME]!r} is no name of a card; use letters, digits, `.`, `_` and `-`, {MOST_NAME} at most"
        )
    if len(name.encode()) > _MOST_NAME_BYTES:
        raise RefusedError(f"{name[:20]!r}... has {len(name.encode())} bytes, and a name {_MOST_NAME_BYTES} at most; shorten it")
    if name.partition(".")[0].lower() in _DEVICES:
        raise RefusedError(f"{name!r} names a device on Windows, where the library could not be checked out; choose another name")
    if is_no_card(f"{name}.md"):
        raise RefusedError(f"{name}.md in a library is no card, but about it; choose another name")
    return name


def folded(name: str) -> str:
    """What two names have in common that one file system or another cannot tell apart."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def scalar(value: str) -> str:
    """A text as YAML on one line."""
    if _PLAIN.fullmatch(value) and value.lower() not in _NO_WORDS and " #" not in value:
        return value
    shown = "".join(
        {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}.get(sign, sign if sign.isprintable() else f"\\U{ord(sign):08x}")
        for sign in value
    )
    return f'"{shown}"'


def block(key: str, value: str | tuple[str, ...] | Mapping[str, str]) -> list[str]:
    """The lines of front matter that say a value."""
    if isinstance(value, str):
        return [f"{key}: {value if _DATE.fullmatch(value) else scalar(value)}"]
    if isinstance(value, tuple):
        return (
            [f"{key}: [{', '.join(map(scalar, value))}]"] if len(value) < 2 else [f"{key}:", *(f"  - {scalar(v)}" for v in value)]
        )
    return [f"{key}:", *(f"  {scalar(name)}: {scalar(text)}" for name, text in value.items())]


def with_keys(text: str, changes: Mapping[str, str | tuple[str, ...] | Mapping[str, str] | None]) -> str:
    """The text of a card with other values of some keys, None to take a key out; every other line stays as it is.

    Raises:
        BrokenCardError: the text has no front matter.
        RefusedError: the keys are not written on lines of their own, so that no line could be changed alone.
    """
    front, _ = split_text(text)
    found = _FRONT.match(text)
    assert found is not None
    kept: list[str] = []
    is_dropped = False
    places: dict[str, int] = {}
    for line in front.splitlines():
        key = _KEY.match(line)
        if key is not None:
            is_dropped = key["key"] in changes
            if is_dropped:
                places.setdefault(key["key"], len(kept))
        elif line.startswith("#"):
            is_dropped = False
        if not is_dropped:
            kept.append(line)
    new = [(places.get(key, len(kept)), block(key, value)) for key, value in changes.items() if value is not None]
    for place, more in sorted(new, key=lambda item: -item[0]):
        kept[place:place] = more
    made = "".join(f"{line}\n" for line in kept)
    if not _is_changed(front, made, changes):
        raise RefusedError("its front matter has keys in quotes, in braces or across lines; write each on a line of its own")
    return f"---\n{made}---\n{text[found.end() :]}"


def _is_changed(before: str, after: str, changes: Mapping[str, str | tuple[str, ...] | Mapping[str, str] | None]) -> bool:
    """Whether a YAML reader finds just the changes: what looks like a key of a line may be none, and the other way round."""
    wanted = {key: value for key, value in _load(before).items() if key not in changes}
    for key, value in changes.items():
        if value is not None:
            wanted[key] = list(value) if isinstance(value, tuple) else dict(value) if isinstance(value, Mapping) else value
    try:
        return _load(after) == wanted
    except BrokenCardError:
        return False


def write_card(
    name: str,
    summary: str,
    body: str,
    *,
    status: str,
    scope: tuple[str, ...] = (),
    tags: tuple[str, ...] = (),
    about: tuple[str, ...] = (),
    verified_at: str = "",
    expires: str = "",
    source: Mapping[str, str] | None = None,
    fingerprints: Mapping[str, str] | None = None,
) -> str:
    """The text of a new card."""
    lines = [*block("name", name), *block("summary", summary)]
    for key, words in (("scope", scope), ("tags", tags), ("about", about)):
        lines += block(key, words) if words else []
    for key, text in (("verified_at", verified_at), ("expires", expires), ("status", status)):
        lines += block(key, text) if text else []
    for key, table in (("source", source), ("fingerprints", fingerprints)):
        lines += block(key, table) if table else []
    return "---\n" + "\n".join(lines) + "\n---\n" + (f"\n{body.strip()}\n" if body.strip() else "")
