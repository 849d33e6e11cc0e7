"""Files that tell how packages or modules are named."""

from __future__ import annotations

import fnmatch
import re

MANIFEST_NAMES = (
    "package.json", "tsconfig*.json", "jsconfig*.json", "Cargo.toml", "pyproject.toml", "setup.cfg", "go.mod", "pom.xml",
    "build.gradle*", "requirements*.txt", "tox.ini", "pytest.ini", "Pipfile",
)  # fmt: skip
_MANIFEST = re.compile("|".join(fnmatch.translate(pattern) for pattern in MANIFEST_NAMES))


def is_manifest(path: str) -> bool:
    """Whether a file tells how packages or modules are named."""
    return _MANIFEST.match(path.rpartition("/")[2]) is not None
