"""What the examples ask about: a small source in a folder of its own, indexed, beside a scripted model."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from cairn import Cairn, Config, create_cairn
from cairn.agent.scripted import scripted

_FILES = {
    "app.py": """\
from views import front

ROUTES = {"/": front}


def dispatch(path: str) -> str:
    return ROUTES[path](path)
""",
    "views.py": "def front(path: str) -> str:\n    return f'<h1>{path}</h1>'\n",
}


@contextlib.contextmanager
def site(script: Mapping[str, object]) -> Iterator[Cairn]:
    """Index the source and serve the script, as long as the block lasts."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, scripted(script) as model:
        folder = Path(name).resolve()
        (folder / "site").mkdir()
        for path, text in _FILES.items():
            (folder / "site" / path).write_text(text)
        config = Config(home=folder, chat_url=model.url)
        with create_cairn(folder / "cairn.db", config=config) as cairn:
            cairn.ingest.add(folder / "site")
            yield cairn
