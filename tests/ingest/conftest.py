from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Git = Callable[..., bytes]


@pytest.fixture
def git() -> Git:
    """Return a function that runs git in a folder; the test is left out where there is no git."""
    program = shutil.which("git")
    if program is None:
        pytest.skip("there is no git here")

    def run(folder: Path, *words: str | Path) -> bytes:
        settings = (
            "-c",
            "user.name=t",
            "-c",
            "user.email=t@t",
            "-c",
            "protocol.file.allow=always",
            "-c",
            "init.defaultBranch=main",
        )
        command = [program, *settings, "-C", str(folder), *map(str, words)]
        return subprocess.run(command, check=True, capture_output=True).stdout

    return run
