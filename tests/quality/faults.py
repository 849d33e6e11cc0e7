"""Whether anything of real packages makes the resolver fail, or costs more than it may.

    python -m tests.quality.faults FOLDER

FOLDER holds one package a folder, as `make quality` leaves them. Exit status 1 with the warnings, if there are any.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from cairn import Config, create_cairn

_SIGNS = ("could not be resolved", "could not all be resolved", "were left unresolved")


def faults_in(folder: Path) -> list[str]:
    """Add a folder to an index of its own; return the warnings of references that could not be resolved as they should."""
    with tempfile.TemporaryDirectory() as place, create_cairn(Path(place) / "cairn.db", config=Config()) as cairn:
        report = cairn.ingest.add(folder)
    return [warning for warning in report.warnings if any(sign in warning for sign in _SIGNS)]


if __name__ == "__main__":
    packages = [package for package in sorted(Path(sys.argv[1]).iterdir()) if package.is_dir()]
    found = [f"{package.name}: {warning}" for package in packages for warning in faults_in(package)]
    print("\n".join([*found, f"{len(packages)} packages, {len(found)} faults"]))
    sys.exit(bool(found) or not packages)
