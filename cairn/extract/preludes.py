"""What languages have built in: texts in their own words, whose facts are made once and shipped beside them.

`tools/preludes.py` makes the facts (`prelude.java.facts` from `prelude.java`), and a test tells when they are out of date:
to make them in each run would load a grammar in a process that has nothing to parse.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from cairn.extract.extract import extract
from cairn.languages.registry import language_for, languages
from cairn.semantics.facts import Facts, unpack_facts
from cairn.semantics.language import Language

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


@cache
def prelude_facts(name: str) -> Facts | None:
    """Return the facts of what a language has built in, None if its record declares nothing."""
    record = languages()[name]
    return unpack_facts(prelude_file(record, ".facts").read_bytes()) if record.prelude else None


def preludes_of(names: Iterable[str]) -> dict[str, Facts]:
    """Return the facts of what some languages have built in, of those that declare something."""
    found = {name: prelude_facts(name) for name in sorted(names) if name in languages()}
    return {name: facts for name, facts in found.items() if facts is not None}


def read_prelude(record: Language) -> Facts:
    """Make the facts of a prelude from its text."""
    file = prelude_file(record)
    return extract(language_for(file.name, "") or record, file.name, file.read_bytes()).facts


def prelude_file(record: Language, suffix: str = "") -> Traversable:
    """Return the file of a record's prelude, or with a suffix what is shipped beside it."""
    folder, _, file = record.prelude.rpartition("/")
    return resources.files("cairn.languages").joinpath(folder or record.query_folder or record.name, file + suffix)
