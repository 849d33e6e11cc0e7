"""The parts of an Office Open XML file, and how they are related.

Names of elements are compared without their namespaces: the strict form of the format has others than the usual one.
Source: ECMA-376, part 2 ("Open Packaging Conventions").
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator
from html.entities import html5
from typing import NamedTuple
from urllib.parse import unquote

from cairn.ingest.decode import find_mark
from cairn.ingest.documents.archive import check_archive
from cairn.ingest.documents.element import Element
from cairn.ingest.documents.text import Unreadable

_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")
# What is no reference inside of a comment or a literal part is passed over with it; one that does not end goes to the end.
_ENTITY = re.compile(rb"<!--(?:(?!-->).)*+|<!\[CDATA\[(?:(?!\]\]>).)*+|&([A-Za-z][A-Za-z0-9._-]{0,40});", re.DOTALL)
_OF_XML = frozenset([b"amp", b"lt", b"gt", b"quot", b"apos"])


class Relation(NamedTuple):
    """What a part names: `kind` is the last word of the relation's type, `target` the name of a part."""

    kind: str
    target: str


class Package:
    """An archive that was looked at, with XML in it."""

    def __init__(self, data: bytes) -> None:
        check_archive(data)
        self._archive = zipfile.ZipFile(io.BytesIO(data))
        self._names = {name.lower(): name for name in self._archive.namelist()}

    def main(self) -> str:
        """Return the name of the part that is the document itself."""
        for relation in self.relations("").values():
            if relation.kind == "officeDocument":
                return relation.target
        raise Unreadable("corrupt", "it does not say which of its parts is the document")

    def relations(self, name: str) -> dict[str, Relation]:
        """Return what a part names, by id; what lies outside of the archive is left out."""
        folder, _, base = name.rpartition("/")
        root = self.read(posixpath.join(folder, "_rels", f"{base}.rels"))
        found = {}
        for item in root if root is not None else ():
            if item.get("TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/", folder, unquote(item.get("Target", "")))).lstrip("/")
                found[item.get("Id", "")] = Relation(item.get("Type", "").rpartition("/")[2], target)
        return found

    def related(self, name: str, kind: str) -> Iterator[Element]:
        """Yield the root elements of the parts of a kind that a part names."""
        for relation in self.relations(name).values():
            if relation.kind == kind and (root := self.read(relation.target)) is not None:
                yield root

    def read(self, name: str) -> Element | None:
        """Return the root element of a part, None if there is no such part."""
        stored = self._names.get(name.lower())
        return None if stored is None else parse_xml(self._archive.read(stored))

    def has_pictures(self) -> bool:
        """Whether there is something to see that no reader of text can read."""
        return any("/media/" in name for name in self._names)


def parse_xml(data: bytes) -> Element:
    """Parse XML without following anything that it names.

    Raises:
        Unreadable: it is no XML.
    """
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True)
    try:
        root: Element = etree.fromstring(_without_entities(data), parser)
        return root
    except etree.XMLSyntaxError as exc:
        raise Unreadable("corrupt", f"XML in it is damaged ({exc.msg})") from exc


def _without_entities(data: bytes) -> bytes:
    """Write entities as the characters that HTML means by their names, and others as they are spelled.

    XML knows five. At any other a parser ends, or where a document type is named drops it with the text that follows.
    """
    mark = find_mark(data)
    if mark is not None and mark[1] != "utf-8":
        data = _DECLARATION.sub("", data[len(mark[0]) :].decode(mark[1], "replace"), count=1).encode("utf-8")
    return _ENTITY.sub(_as_characters, data) if b"&" in data else data


def _as_characters(found: re.Match[bytes]) -> bytes:
    if found[1] is None or found[1] in _OF_XML:
        return found[0]
    characters = html5.get(found[1].decode("ascii") + ";")
    return b"&amp;" + found[0][1:] if characters is None else "".join(f"&#{ord(one)};" for one in characters).encode("ascii")


def local_name(element: Element) -> str:
    """Return an element's name without its namespace; "" for what is no element."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def attribute(element: Element, name: str) -> str:
    """Return an attribute by its name without a namespace."""
    return next((value for key, value in element.items() if key.rpartition("}")[2] == name), "")


def child(element: Element | None, name: str) -> Element | None:
    """Return the first child of that name, None if there is none."""
    if element is None:
        return None
    return next((one for one in element if local_name(one) == name), None)


def below(element: Element, name: str) -> Iterator[Element]:
    """Yield the elements of a name below one, in order."""
    yield from element.iter("{*}" + name)
