"""A request for a run: one call of `add`, `refresh` or `reindex`, in a form that the record of runs can keep."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

from cairn.index.place import Place, is_off_disk, off_disk_place
from cairn.ingest.web.page import NO_VALIDATORS, Validators


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """The options of `add`, kept for `refresh`. `kind` is None if it is to be guessed."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    force: bool = False
    kind: str | None = None
    validators: Validators = NO_VALIDATORS  # of a page

    def as_text(self) -> str:
        """Write them as the store keeps them."""
        found = {"include": self.include, "exclude": self.exclude, "force": self.force, "kind": self.kind}
        return json.dumps(found | ({"validators": self.validators} if any(self.validators) else {}))

    @classmethod
    def from_text(cls, text: str) -> SourceOptions:
        """Read what `as_text` wrote."""
        found = json.loads(text)
        validators = Validators(*found.get("validators", ()))
        return cls(tuple(found["include"]), tuple(found["exclude"]), bool(found["force"]), found["kind"], validators)


@dataclass(frozen=True, slots=True)
class RunRequest:
    """A request for one run over one source. `options` is None for those of the last run; `attempt` counts its beginnings.

    `kind`: `add`, `refresh`, `reindex`, or `reindex-graph`, which takes the facts as they are.
    """

    kind: str
    label: str
    place: Place | None  # None: where the source was
    options: SourceOptions | None
    allow_delete: bool = False
    attempt: int = 1
    is_label_derived: bool = False
    text: bytes | None = None  # that was handed over; no record keeps it

    def as_text(self) -> str:
        """Write it as the record of runs keeps it."""
        location = self.place.name if self.place else None
        options = self.options.as_text() if self.options else None
        order = {"location": location, "options": options, "delete": self.allow_delete, "attempt": self.attempt}
        return json.dumps(order | ({"derived": True} if self.is_label_derived else {}))

    @classmethod
    def again(cls, kind: str, label: str, text: str) -> RunRequest:
        """Make the request of a run that did not end, from what `as_text` wrote, for another attempt.

        The place is not looked at: see `place.locate`.
        """
        found = json.loads(text)
        location = found["location"]
        place = None
        if location is not None:
            place = off_disk_place(location) if is_off_disk(location) else Place(Path(location), is_file=False)
        options = SourceOptions.from_text(found["options"]) if found["options"] else None
        is_derived = bool(found.get("derived"))
        return cls(kind, label, place, options, bool(found["delete"]), int(found["attempt"]) + 1, is_derived)

    def at(self, place: Place | None) -> RunRequest:
        """Return the same request for a place that was looked at."""
        return replace(self, place=place)
