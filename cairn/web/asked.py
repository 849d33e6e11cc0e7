"""What the address of a view asks for: texts and numbers of bounded length."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl

from cairn.errors import UsageError
from cairn.serve.guard import MAX_HEAD_BYTES

MOST_TEXT = 2000  # characters: longer than what people type
_MOST_HANDLE = MAX_HEAD_BYTES  # of the name of a definition or a file; the guard takes no address that is longer
_MOST_FIELDS = 20


class Asked:
    """The query of an address, or the fields of a form."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = given

    def text(self, name: str, most: int = MOST_TEXT) -> str:
        """The text under a name, empty if there is none.

        Raises:
            UsageError: it is too long.
        """
        value = self._given.get(name, "").strip()
        if len(value) > most:
            raise UsageError(f"`{name}` has {len(value)} characters and may have {most}; ask for something shorter")
        return value

    def handle(self, name: str) -> str:
        """The handle, or the part of one, under a name, empty if there is none."""
        return self.text(name, _MOST_HANDLE)

    def needed(self, name: str) -> str:
        """The handle, or another name, under a name.

        Raises:
            UsageError: there is none.
        """
        value = self.handle(name)
        if not value:
            raise UsageError(f"this address needs `{name}`; begin with a search")
        return value

    def number(self, name: str, default: int, least: int, most: int) -> int:
        """The number under a name, brought into its bounds; the default where there is none."""
        text = self.text(name)
        return min(max(int(text), least), most) if text.isascii() and text[:9].isdigit() and len(text) < 10 else default

    def is_on(self, name: str) -> bool:
        """Whether a switch is on."""
        return self.text(name) not in ("", "0")


def form_of(body: bytes) -> Asked:
    """The fields of a form that was sent.

    Raises:
        UsageError: there are too many.
    """
    try:
        pairs = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError as exc:
        raise UsageError(f"a form has {_MOST_FIELDS} fields at most; use those of the page") from exc
    return Asked(dict(pairs))
