"""What people and models write for a handle: paths of this machine, lines, the spellings of languages, a question around a name.

Nothing of this is tried where the text names something as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from urllib.parse import unquote

from cairn.model import EntityKind
from cairn.retrieve.graph.hierarchy import related_types
from cairn.retrieve.view import View, quote_path
from cairn.store.stored import StoredEntity, StoredFile

Find = Callable[[str], list[StoredEntity]]  # what a plain spelling names

_QUOTES = "`'\"\u2018\u2019\u201c\u201d<> \t\n"
_OF = re.compile(
    r"(?:(?:find|show|list|get)\s+)?(?:me\s+)?(?:all\s+)?(?:the\s+)?"
    r"(?:callers?|callees?|usages?|uses?|users?|references?|definitions?|declarations?|source|code|text|body|subclasses|subtypes|"
    r"implementations?|implementers?|implementors?|overrides?|overriders?|members?|methods?|tests?|impact|calls)\s+(?:of|to|for|on|from)"
    r"\s+(?P<name>.+)",
    re.IGNORECASE | re.DOTALL,
)
_WHO = re.compile(
    r"(?:who|what|which\s+\w+|where)\s+(?:all\s+)?(?:calls?|uses?|references|imports|implements|extends|inherits\s+from|overrides|depends\s+on|"
    r"is|are|defines|does|covers?|tests?|reach(?:es)?|raises?|returns?|creates?|needs?)\s+(?P<name>.+?)(?:\s+(?:called|used|defined|referenced|implemented|imported|call|use|depend\s+on)(?:\s+from|\s+by|\s+in)?)?",
    re.IGNORECASE | re.DOTALL,
)
_BREAKS = re.compile(
    r"what\s+(?:breaks|happens)\s+(?:if|when)\s+i\s+(?:change|remove|rename|delete)\s+(?P<name>.+)", re.IGNORECASE
)
_KIND = re.compile(
    r"(?:(?:pub|public|private|export|async|static|abstract)\s+)*(?:the\s+)?(?:function|func|fun|fn|def|method|class|struct|enum|interface|trait|type|"
    r"module|macro|const|constant|variable|field|file|impl|record|protocol|object)\s+(?P<name>[^\s(]+)(?:\s*\(.*)?",
    re.IGNORECASE,
)
_NAMED_KIND = re.compile(
    r"(?P<name>\S+)\s+(?:function|method|class|struct|enum|interface|trait|type|macro|constant|module)", re.IGNORECASE
)
# Go: `(*T).M`, `pkg.(*T).M`; C: `&f`, `*p`.
_RECEIVER = re.compile(r"(?:(?<=^)|(?<=[.:]))\(\s*[*&]?\s*([\w.:]+)\s*\)\s*(?=[.:#])")
# Arguments at the end of a call or a head: `f(x, g(y))`, `f(x) -> T:`; not those of `f(x).g`.
_CALLED = re.compile(r"\((?:[^()]|\([^()]*\))*\)?\s*(?:->.*|:|\{)?$", re.DOTALL)
_LINES = re.compile(
    r"(?P<file>.+?)(?::L?|#L|\(|,?\s+lines?\s+|@L?)(?P<first>\d{1,9})(?:(?:-|\.\.|:|,)L?(?P<last>\d{1,9}))?\)?(?P<rest>:in\s.*)?",
    re.DOTALL | re.IGNORECASE,
)
_IN_FILE = re.compile(r"(?P<file>[^#]*?\.\w{1,12})(?:::|:|#|\s+|->)(?P<name>[^\W\d].*)", re.DOTALL)
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_NO_HOLDERS = re.compile(r"(?:crate|self|super|this|\$this)(?:::|\.|->)")
_MOST_CHARACTERS = 2000  # of what is looked at: more than anybody writes in place of a handle
_MOST_PARTS = 12  # of a path or a qualified name that are left out one by one


def find_spoken(view: View, text: str, find: Find) -> list[StoredEntity]:
    """Find what a text names that is no handle, as `app.py:12` or `gin.Context.JSON`; nothing where that is not plain."""
    given = text.strip(_QUOTES).rstrip("?;,").strip(_QUOTES)
    if not given or len(given) > _MOST_CHARACTERS:
        return []
    for spelling in _names_in(given):
        found = _find_one(view, spelling, find)
        if found:
            return found
    return []


def asked_name(text: str) -> str | None:
    """`f` of "callers of f", None where a text is no question about one name."""
    given = text.strip(_QUOTES).rstrip("?;,").strip(_QUOTES)
    names = list(_names_in(given)) if given and len(given) <= _MOST_CHARACTERS else []
    return _plain_name(names[1]) if len(names) > 1 else None


def _names_in(text: str) -> Iterator[str]:
    """The text, and what it asks about: `f` of "callers of f", "who calls f", "function f"."""
    yield text
    for pattern in (_BREAKS, _OF, _WHO, _KIND, _NAMED_KIND):
        asked = pattern.fullmatch(text)
        name = asked["name"].strip(_QUOTES) if asked else ""
        kind = _KIND.fullmatch(name)
        if name and (kind or not re.search(r"\s", name)):
            yield kind["name"].strip(_QUOTES) if kind else name
            return


def _find_one(view: View, text: str, find: Find) -> list[StoredEntity]:
    around = entity_at_lines(view, text)
    if around is not None:
        return [around]
    # What has blanks is a sentence, unless they stand between brackets or in a path.
    name = _plain_name(text)
    is_sentence = re.search(r"\s", name) is not None
    for spelling in dict.fromkeys(_files_in(view, text) if is_sentence else _spellings(view, text)):
        if found := find(spelling):
            return found
    if is_sentence:
        return []
    return _inherited(view, name, find) or _without_modules(view, name, find)


def _spellings(view: View, text: str) -> Iterator[str]:
    """Handles and names that a text may stand for, the likeliest first."""
    yield text
    yield from _files_in(view, text)
    name = _plain_name(text)
    yield name
    yield _NO_HOLDERS.sub("", name)
    yield name.replace("\\", ".").lstrip(".")
    yield re.sub(r"\.?#", ".#", name)
    yield re.sub(r"[#/$]", ".", name).strip(".")


def _files_in(view: View, text: str) -> Iterator[str]:
    """Handles of the file that a text begins with, and of what it says that is in it."""
    path, sharp, anchor = _slashed(text).partition("#")
    inside = _IN_FILE.fullmatch(_slashed(text))
    for place, name in [(path, anchor if sharp else "")] + ([(inside["file"], inside["name"])] if inside else []):
        for file in _files_of(view, place):
            stem = f"{view.label(file)}:{quote_path(file.path)}"
            name = _plain_name(name) if name else ""
            yield f"{stem}#{name}" if name else stem
            yield f"{stem}#{name.replace('::', '.').replace('#', '.')}" if name else stem


def _plain_name(text: str) -> str:
    """A name without receivers in brackets, arguments and type arguments: `T.M` of `(*T[K]).M(x, y)`."""
    name = _RECEIVER.sub(r"\1", text.strip(_QUOTES)).lstrip("&*")
    name = re.sub(r"::<[^()]*>", "", name)
    name = re.sub(r"<[^<>()]*>|\[[^\[\]()]*\]", "", name)
    return _CALLED.sub("", name).rstrip("!?").strip() or text


def _slashed(text: str) -> str:
    """A path with `/` between its parts, and without `file://`."""
    if text.lower().startswith("file://"):
        text = unquote(text[len("file://") :])
        text = text[1:] if _DRIVE.match(text[1:]) else text
    is_path = _DRIVE.match(text) or ("\\" in text and re.search(r"\\[^\\]*\.\w+", text))
    return text.replace("\\", "/") if is_path else text


def _files_of(view: View, place: str) -> list[StoredFile]:
    """The one file that a path means: of a source's folder, from within it, or by a path of another checkout of it."""
    path = place.strip()
    label, colon, rest = path.partition(":")
    if colon and label in view.labels:
        path = rest
    for source in view.sources.values():
        root = source.location.replace("\\", "/").rstrip("/")
        if root and path.startswith(f"{root}/"):
            return [file] if (file := view.reader.file_at(source.id, path[len(root) + 1 :])) else []
        if path == root and (file := view.reader.file_at(source.id, PurePosixPath(root).name)):
            return [file]
    parts = [part for part in path.split("/") if part not in ("", ".", "..")]
    if not parts or "." not in parts[-1]:
        return []
    for start in range(min(len(parts), _MOST_PARTS)):
        # Of a path that is not ours the last folder has to agree.
        if start and len(parts) - start < 2 and not _is_root(view, parts[start - 1]):
            break
        found = view.reader.files_ending("/".join(parts[start:]))
        if found:
            exact = [file for file in found if file.path == "/".join(parts[start:])]
            chosen = exact or found
            return chosen if len(chosen) == 1 else []
    return []


def _is_root(view: View, folder: str) -> bool:
    """Whether a source's folder, or its label, is called so."""
    names = {PurePosixPath(source.location.replace("\\", "/")).name for source in view.sources.values()}
    return folder in names or folder in view.labels


def entity_at_lines(view: View, text: str) -> StoredEntity | None:
    """The innermost definition around the lines of `file.py:120-140`, None if that is not what a text is."""
    place = _LINES.fullmatch(_slashed(text.strip(_QUOTES)))
    files = _files_of(view, place["file"]) if place else []
    if place is None or not files:
        return None
    first, last = int(place["first"]), int(place["last"] or place["first"])
    if last < first:  # `file.py:120:5` is a line and a column
        last = first
    lines = view.lines(files[0].id)
    count = len(lines)
    if not 1 <= first <= count:
        return None
    last = next((line for line in range(min(last, count), first, -1) if lines[line - 1].strip()), first)
    found = view.reader.entity_around(files[0].id, first)
    while found is not None and not (found.start_line <= first and last <= found.end_line):
        found = view.entity(found.parent_id) if found.parent_id is not None else None
    return found or view.reader.module_of(files[0].id)


def spoken_file(view: View, text: str) -> str | None:
    """`label:path` for a path of this machine or one with backslashes; lines that stand behind it are kept."""
    plain = _slashed(text.strip(_QUOTES))
    place = _LINES.fullmatch(plain)
    for path, lines in ([(place["file"], place)] if place else []) + [(plain, None)]:
        for file in _files_of(view, path):
            stem = f"{view.label(file)}:{file.path}"
            if lines is None:
                return stem
            return f"{stem}:{lines['first']}" + (f"-{lines['last']}" if lines["last"] else "")
    return None


def _inherited(view: View, name: str, find: Find) -> list[StoredEntity]:
    """`Flask.route` where a base of Flask defines it: the nearest one that does."""
    holder, _, member = re.sub(r"::|->|#", ".", name).rpartition(".")
    if not holder or not member:
        return []
    types = [entity for entity in find(holder) if entity.kind in _TYPES]
    if not types:
        return []
    view.keep(types)
    found: dict[int, StoredEntity] = {}
    for bases in related_types(view, [entity.id for entity in types], "out").values():
        view.load(bases)
        members = (_members(view, base, member, find) for base_id in bases if (base := view.entity(base_id)) is not None)
        found.update((entity.id, entity) for entity in next(filter(None, members), []))
    return list(found.values())


def _members(view: View, base: StoredEntity, member: str, find: Find) -> list[StoredEntity]:
    """The members of that name of a type: in its file or, as in Go, in another one of its folder."""
    if base.path is None:
        return []
    exact = view.reader.members_named([base.id], [member])
    if exact:
        return exact
    folder = base.path.rpartition("/")[0]
    apart = find(f"{base.qualname}.{member}")
    return [entity for entity in apart if entity.path is not None and entity.path.rpartition("/")[0] == folder]


_TYPES = frozenset(
    {
        EntityKind.CLASS,
        EntityKind.STRUCT,
        EntityKind.ENUM,
        EntityKind.INTERFACE,
        EntityKind.TRAIT,
        EntityKind.TYPE,
        EntityKind.MODULE,
        EntityKind.NAMESPACE,
    }
)


def _without_modules(view: View, name: str, find: Find) -> list[StoredEntity]:
    """`Context.JSON` of `gin.Context.JSON`: what is left when folders, packages and modules before it are left out.

    Only names that begin with a small letter are taken for such; that of a single definition is taken if nothing else has it.
    """
    if "/" in name or "(" in name:
        return []
    is_namespace = "\\" in name  # PHP's, which begin with capitals
    parts = [part for part in re.split(r"::|->|[.#\\]", name) if part]
    for start in range(1, min(len(parts), _MOST_PARTS)):
        if not (parts[start - 1][:1].islower() or is_namespace):
            break
        rest = ".".join(parts[start:])
        found = find(rest) or _inherited(view, rest, find)
        if found and (len(parts) - start > 1 or (len(found) == 1 and found[0].source_id is not None)):
            return found
    return []
