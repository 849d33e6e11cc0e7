"""What a run changes of the facts that the graph is made from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cairn.resolve.sayings import Saying


@dataclass(slots=True)
class GraphChange:
    """The packed facts of files of a source by path, before a run and after it; None where there were or are none.

    `languages` are those of the files before, `ids` their ids, `manifests` the texts that they had of those that tell how modules
    are named, `said` what files said by their ids, of those that say something else: known once the source is resolved.
    """

    source_id: int
    before: dict[str, bytes | None] = field(default_factory=dict)
    after: dict[str, bytes | None] = field(default_factory=dict)
    languages: dict[str, str] = field(default_factory=dict)
    manifests: dict[str, str] = field(default_factory=dict)
    ids: dict[str, int] = field(default_factory=dict)
    said: dict[int, Saying] = field(default_factory=dict)
