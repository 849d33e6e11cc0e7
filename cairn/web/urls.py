"""The addresses of the page: each view has one, so that it can be passed on."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from cairn.cards.noted import card_named
from cairn.model import EntityKind, printable
from cairn.retrieve.view import EXTERNAL, quote_path


def at(path: str, **asked: object) -> str:
    """The address of a view with what is asked of it; what is empty is left out, `from_` stands for `from`."""
    pairs = [(name.rstrip("_"), str(value)) for name, value in asked.items() if value not in ("", None, False, 0)]
    query = urlencode(pairs, quote_via=quote, safe="/:,")
    return f"{path}?{query}" if query else path


def definition_at(handle: str, **more: object) -> str:
    """The view of what a handle names."""
    name = card_named(handle)
    return at("/card", name=name) if name is not None else at("/definition", handle=handle, **more)


def file_at(label: str, path: str, line: int = 0) -> str:
    """The view of a file, at a line."""
    return at("/file", name=f"{label}:{quote_path(path)}") + (f"#L{line}" if line else "")


def folders_above(view: str, source: str, path: str) -> list[tuple[str, str]]:
    """The source and the folders above a path, by name, each with its address in a view; none above the source itself."""
    parts = path.split("/") if path else []
    ends = range(1, len(parts))
    below = [(printable(parts[end - 1]), at(view, source=source, in_="/".join(parts[:end]))) for end in ends]
    return [(source, at(view, source=source)), *below] if parts else []


def place_of(handle: str) -> tuple[str, str]:
    """The file that a handle names, as `label:path`, and the rest, both as they stand in it."""
    name, _, anchor = handle.partition("#")
    return name, anchor


def is_external(handle: str) -> bool:
    """Whether a handle names what no source defines."""
    return handle.startswith(f"{EXTERNAL}:")


def short_name(handle: str, kind: str = "") -> str:
    """What a handle is called where there is little room: its qualified name, a file's own name, an external without its mark."""
    if is_external(handle):
        return handle.partition(":")[2].partition("/")[2].replace("#", ".")
    name, anchor = place_of(handle)
    if anchor:
        return anchor.replace("/", " / ") if kind == EntityKind.SECTION else anchor
    parts = name.partition(":")[2].split("/")
    return "/".join(parts[-2:]) if parts[-1].startswith(("__init__.", "index.", "mod.")) else parts[-1]
