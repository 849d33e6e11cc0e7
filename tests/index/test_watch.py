from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cairn import Cairn
from cairn.errors import NotFoundError
from cairn.ingest.changed import Rules
from cairn.report import WatchEvent
from tests.index.conftest import many_files, write_files

LIMIT_S = 20.0


@contextmanager
def watching(
    cairn: Cairn, label: str | None = None, *, is_polling: bool = False, begins: str = ""
) -> Iterator[queue.Queue[WatchEvent]]:
    """Watch in another thread; yields what it says, from the moment on that it listens."""
    events: queue.Queue[WatchEvent] = queue.Queue()
    stop = threading.Event()
    thread = threading.Thread(target=cairn.watch, args=(label, events.put, stop), kwargs={"is_polling": is_polling})
    thread.start()
    try:
        assert events.get(timeout=LIMIT_S).kind == (begins or ("polling" if is_polling else "watching"))
        yield events
    finally:
        stop.set()
        thread.join()


@pytest.mark.parametrize("is_polling", [False, True])
def test_saved_file_is_found_without_a_call(cairn: Cairn, source: Path, is_polling: bool) -> None:
    cairn.ingest.add(source)
    with watching(cairn, "tree", is_polling=is_polling) as events:
        write_files(source, {"new.py": "def zebra():\n    return 1\n"})
        event = events.get(timeout=LIMIT_S)
        assert (event.kind, event.source, event.report and event.report.added) == ("refreshed", "tree", 1)
        assert cairn.retrieve.search("zebra").hits[0].file == "new.py"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a name be other than UTF-8")
def test_source_with_a_folder_whose_name_is_no_text_is_looked_at_instead(cairn: Cairn, source: Path) -> None:
    (source / os.fsdecode(b"lib\xff")).mkdir()
    cairn.ingest.add(source)
    with watching(cairn, "tree", begins="polling") as events:
        write_files(source, {"new.py": "def zebra():\n    return 1\n"})
        assert events.get(timeout=LIMIT_S).kind == "refreshed"


def test_many_changes_at_once_are_one_refresh(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    with watching(cairn) as events:
        write_files(source, many_files(300))
        event = events.get(timeout=LIMIT_S)
        assert event.report is not None
        assert event.report.added == 300
        assert events.empty()


def test_source_that_is_added_later_is_watched_too(cairn: Cairn, source: Path, tmp_path: Path) -> None:
    cairn.ingest.add(source)
    with watching(cairn) as events:
        write_files(tmp_path / "late", {"a.py": "x = 1\n"})
        cairn.ingest.add(tmp_path / "late")
        assert events.get(timeout=LIMIT_S) == WatchEvent("watching", "late", "by the system's events")


def test_what_a_refresh_refuses_is_said_once(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    with watching(cairn) as events:
        for name in ("app.py", "job.py", "lib/tools.py", "lib/__init__.py"):
            (source / name).unlink()
        event = events.get(timeout=LIMIT_S)
        assert event.kind == "failed"
        assert "--allow-delete" in event.detail
    assert cairn.retrieve.sources()[0].files == 5


def test_unknown_source_cannot_be_watched(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    with pytest.raises(NotFoundError, match="nothing"):
        cairn.watch("nothing", lambda _: None, threading.Event())


def test_changes_of_what_is_ignored_do_not_concern_a_source(tree: Path) -> None:
    write_files(
        tree,
        {
            ".gitignore": "build/\n*.log\n",
            "build/a.py": "",
            "src/.gitignore": "gen\n",
            "src/gen/x.py": "",
            "src/a.py": "",
            "b.log": "",
        },
    )
    rules = Rules(tree, ("docs/",))
    left_out = ["build", "build/a.py", "build/new/b.py", "b.log", "src/gen/x.py", "docs/a.md", ".git/index", "gone/c.log"]
    assert [path for path in left_out if rules.concern(str(tree / path))] == []
    telling = ["src/a.py", "src", ".gitignore", "src/.gitignore", "new.py", ".git/HEAD", "src/new/deep.py"]
    assert [path for path in telling if not rules.concern(str(tree / path))] == []
    assert not rules.concern(str(tree.parent / "elsewhere.py"))
