"""Write the facts of what languages have built in beside their texts: `python tools/preludes.py`, or `make preludes`.

To be run when a prelude has changed, or how files are read; a test tells.
"""

from __future__ import annotations

from pathlib import Path

from cairn.extract.preludes import prelude_file, read_prelude
from cairn.languages.registry import languages
from cairn.semantics.facts import pack_facts


def main() -> None:
    """Write all of them, and print what they take."""
    for record in languages().values():
        if record.prelude:
            place = Path(str(prelude_file(record, ".facts")))
            place.write_bytes(pack_facts(read_prelude(record)))
            print(f"{record.name}: {place.name}, {place.stat().st_size} bytes")


if __name__ == "__main__":
    main()
