"""An element of XML or HTML, as far as documents are read by it: lxml declares no types."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator
from typing import Protocol, overload


class Element(Protocol):
    """An element with what is in it; going through it gives its children."""

    tag: object  # text, `{namespace}name`; a function where it is a comment or an instruction
    text: str | None  # up to the first child
    tail: str | None  # behind it, up to the next child of its parent

    @overload
    def get(self, key: str, /) -> str | None: ...

    @overload
    def get(self, key: str, default: str, /) -> str: ...

    def get(self, key: str, default: str = "", /) -> str | None:
        """The value of an attribute."""

    def items(self) -> ItemsView[str, str]:
        """The attributes."""

    def iter(self, tag: str = "*", /) -> Iterator[Element]:
        """It and the elements below it of a name, in order."""

    def find(self, path: str, /) -> Element | None:
        """The first element below it that a path leads to."""

    def __iter__(self) -> Iterator[Element]: ...

    def __len__(self) -> int: ...


class HtmlElement(Element, Protocol):
    """An element of a page."""

    def text_content(self) -> str:
        """All text in it."""

    def xpath(self, path: str, /) -> list[HtmlElement]:
        """The elements that a path leads to."""

    def iter(self, tag: str = "*", /) -> Iterator[HtmlElement]:
        """It and the elements below it of a name, in order."""

    def __iter__(self) -> Iterator[HtmlElement]: ...
