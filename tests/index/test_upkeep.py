"""Plans, building again, checks and repairs, copies, and many at once."""

from __future__ import annotations

import contextlib
import json
import threading
from array import array
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from cairn import Cairn, Config, create_cairn
from cairn.errors import NotFoundError, RefusedError
from cairn.resolve.sayings import are_sayings
from cairn.resolve.segment import Segment
from tests.index.conftest import FILES, exported, many_files, write_files
from tests.index.state import state_of


def change(database: Path, *statements: str) -> None:
    """Change rows behind Cairn's back."""
    connection = apsw.Connection(str(database))
    try:
        for statement in statements:
            connection.execute(statement).fetchall()
    finally:
        connection.close()


# Plans


def test_plan_of_a_new_source_tells_what_add_would_do_and_makes_no_index(cairn: Cairn, source: Path, database: Path) -> None:
    (source / "data.bin").write_bytes(b"\0" * 50)
    plan = cairn.ingest.plan_add(source)
    assert not database.parent.exists()
    report = cairn.ingest.add(source)
    assert (plan.source, plan.added, len(plan.added)) == ("tree", sorted(FILES), report.added)
    assert (plan.chunks_kept, plan.chunks_new, plan.embeddings_needed) == (0, report.chunks, 0)
    assert [(skip.file, skip.reason) for skip in plan.skipped] == [("data.bin", "binary")]


def test_plan_of_a_refresh_names_every_kind_of_change_and_writes_nothing(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    before = state_of(cairn)
    (source / "job.py").unlink()
    (source / "lib" / "tools.py").rename(source / "kit.py")
    write_files(source, {"new.py": "x = 1\n", "app.py": "def serve():\n    return 2\n"})
    plan = cairn.ingest.plan_refresh("tree")
    assert (plan.added, plan.changed, plan.moved) == (["new.py"], ["app.py"], [["lib/tools.py", "kit.py"]])
    assert (plan.deleted, plan.unchanged, plan.refused) == (["job.py"], 2, None)
    assert state_of(cairn) == before
    report = cairn.ingest.refresh("tree")
    assert (report.added, report.changed, report.moved, report.deleted, report.unchanged) == (1, 1, 1, 1, 2)
    assert plan.chunks_kept + plan.chunks_new == report.chunks
    assert plan.chunks_new == 2


def test_plan_tells_that_a_refresh_would_be_refused(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    for file in sorted(source.rglob("*.py")):
        file.unlink()
    plan = cairn.ingest.plan_refresh("tree")
    assert len(plan.deleted) == 4
    assert plan.refused is not None
    with pytest.raises(RefusedError, match="--allow-delete"):
        cairn.ingest.refresh("tree")
    assert cairn.ingest.plan_refresh("tree", allow_delete=True).refused is None


def test_renamed_folder_whose_imports_were_edited_is_no_deletion(cairn: Cairn, tree: Path) -> None:
    write_files(tree, {f"old/{path}": text for path, text in many_files(9).items()})
    cairn.ingest.add(tree)
    (tree / "old").rename(tree / "new")
    for file in (tree / "new").rglob("*.py"):
        file.write_text(file.read_text().replace("from pack", "from new.pack"))
    assert cairn.ingest.plan_refresh("tree").refused is None
    assert cairn.ingest.refresh("tree").added == 9


def test_plan_of_building_again_reads_all_and_changes_nothing(cairn: Cairn, source: Path) -> None:
    report = cairn.ingest.add(source)
    plan = cairn.ingest.plan_reindex("tree")
    assert (plan.changed, plan.unchanged, plan.chunks_kept, plan.chunks_new) == ([], len(FILES), report.chunks, 0)
    assert cairn.ingest.plan_reindex("tree", graph=True).notes == ["the graph was built anew, as asked"]
    with pytest.raises(NotFoundError):
        cairn.ingest.plan_reindex("nothing")


# Building again


@pytest.mark.parametrize("graph", [True, False])
def test_source_that_is_built_again_is_the_same(cairn: Cairn, source: Path, graph: bool) -> None:
    cairn.ingest.add(source)
    before = state_of(cairn)
    report = cairn.ingest.reindex("tree", graph=graph)
    assert (report.unchanged, report.added, len(report.notes)) == (len(FILES), 0, 1)
    assert state_of(cairn) == before


def test_graph_alone_is_built_again_without_the_files(cairn: Cairn, source: Path, database: Path) -> None:
    cairn.ingest.add(source)
    before = state_of(cairn)
    change(database, "DELETE FROM edge", "DELETE FROM unresolved")
    (source / "app.py").unlink()
    cairn.ingest.reindex("tree", graph=True)
    assert state_of(cairn) == before


@pytest.mark.parametrize(
    ("part", "note"),
    [
        ("text", "reads files in another way"),
        ("facts", "reads files in another way"),
        ("languages.python", r"these were read again \(python\)"),
        ("chunks", "cuts chunks in another way"),
        ("graph", "resolves names in another way"),
    ],
)
def test_what_another_version_shaped_is_told_and_built_again_by_the_next_refresh(
    cairn: Cairn, source: Path, database: Path, part: str, note: str
) -> None:
    cairn.ingest.add(source)
    before = state_of(cairn)
    assert cairn.retrieve.search("help_me").degraded is None
    change(database, f"UPDATE source SET fingerprint = json_set(fingerprint, '$.{part}', 'older')")
    answer = cairn.retrieve.search("help_me")
    assert answer.hits
    assert answer.degraded is not None
    assert "`cairn refresh tree`" in answer.degraded
    report = cairn.ingest.refresh("tree")
    assert len(report.notes) == 1
    assert contains(note, report.notes[0])
    assert (report.changed, report.unchanged) == (0, len(FILES))
    assert state_of(cairn) == before
    assert cairn.retrieve.search("help_me").degraded is None
    assert cairn.ingest.refresh("tree").notes == []


def test_log_of_reads_by_keys_of_another_version_is_not_looked_into(
    cairn: Cairn, source: Path, database: Path, rebuilt: Callable[[Path], str]
) -> None:
    cairn.ingest.add(source)
    connection = apsw.Connection(str(database))
    for number, blob in connection.execute("SELECT id, segment FROM reads").fetchall():
        assert isinstance(blob, bytes)
        if not are_sayings(blob):
            segment = Segment.unpack(blob)
            other = segment._replace(keys=array("Q", [key ^ 1 for key in segment.keys])).pack()
            connection.execute("UPDATE reads SET segment = ? WHERE id = ?", (other, number))
    connection.close()
    change(database, "UPDATE source SET fingerprint = json_set(fingerprint, '$.graph', 'older')")
    for text in ("class tools:\n    @staticmethod\n    def help_me(n):\n        return n\n", ""):
        write_files(source, {"lib/__init__.py": text})
        cairn.ingest.refresh("tree")
        assert exported(cairn) == rebuilt(source)


def contains(pattern: str, text: str) -> bool:
    """Whether a pattern is found; a name for what `pytest.raises(match=)` does."""
    import re

    return re.search(pattern, text) is not None


def test_new_chunker_makes_chunks_anew_and_leaves_definitions_alone(cairn: Cairn, source: Path, database: Path) -> None:
    cairn.ingest.add(source)
    before = state_of(cairn)
    change(
        database,
        "UPDATE source SET fingerprint = json_set(fingerprint, '$.chunks', 'older')",
        "UPDATE chunk SET start_line = 99",
        "UPDATE entity SET doc = 'kept'",
    )
    cairn.ingest.refresh("tree")
    kept = {row for row in state_of(cairn) if '"type": "entity"' not in row}
    assert kept == {row for row in before if '"type": "entity"' not in row}
    connection = apsw.Connection(str(database))
    assert connection.execute("SELECT count(*) FROM entity WHERE doc != 'kept' AND file_id IS NOT NULL").fetchall() == [(0,)]
    connection.close()


def test_graph_of_a_file_that_cannot_be_resolved_costs_that_file_alone(
    cairn: Cairn, source: Path, database: Path, rebuilt: Callable[[Path], str]
) -> None:
    cairn.ingest.add(source)
    change(database, "UPDATE content SET facts = x'00' WHERE file_id = (SELECT id FROM file WHERE path = 'job.py')")
    cairn.ingest.reindex("tree", graph=True)
    edges = [json.dumps(row) for row in cairn.retrieve.export() if row["type"] == "edge"]
    assert any('"src": "tree:app.py' in edge for edge in edges)
    assert not any('"src": "tree:job.py' in edge for edge in edges)


# Checks and repairs

DAMAGES = {
    "words": ["DELETE FROM chunk_words WHERE rowid = 1"],
    "all words": ["INSERT INTO chunk_words(chunk_words) VALUES('delete-all')"],
    "words of nothing": ["INSERT INTO chunk_words(rowid, body) VALUES(999, 'stray')"],
    "chunks": ["DELETE FROM chunk WHERE file_id = 1"],
    "text of a chunk": ["UPDATE chunk SET end_byte = end_byte - 3 WHERE id = 2"],
    "edge without an end": [
        "INSERT INTO edge(source_id, kind, src, dst, confidence, via, sites) VALUES(1, 'calls', 1, 9999, 1, 'x', '1')"
    ],
    "entities": ["DELETE FROM entity WHERE id IN (2, 3)"],
    "unresolved": ["INSERT INTO unresolved(entity_id, kind, name, line) VALUES(9999, 'calls', 'x', 1)"],
    "external": [
        """
        INSERT INTO entity(id, ordinal, kind, name, qualname, anchor, start_line, end_line, name_line, start_byte, end_byte,
            signature, doc, exported)
        VALUES(9999, 0, 'external', 'x', 'x', 'python/x', 0, 0, 0, 0, 0, '', '', 1)
        """
    ],
    "counts": ["UPDATE source SET edge_count = 12345"],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_found_and_mended(cairn: Cairn, source: Path, database: Path, damage: str) -> None:
    cairn.ingest.add(source)
    before = state_of(cairn)
    assert cairn.ingest.verify().ok
    change(database, *DAMAGES[damage])
    found = cairn.ingest.verify()
    assert not found.ok
    assert found.faults
    repaired = cairn.ingest.verify(repair=True)
    assert (repaired.ok, repaired.faults, repaired.repaired) == (True, [], found.faults)
    assert state_of(cairn) == before


def test_file_whose_text_is_lost_leaves_the_index_until_the_next_refresh(cairn: Cairn, source: Path, database: Path) -> None:
    cairn.ingest.add(source)
    before = state_of(cairn)
    change(database, "DELETE FROM content WHERE file_id = 1", "UPDATE content SET text = x'1234' WHERE file_id = 2")
    assert {fault.check for fault in cairn.ingest.verify().faults} >= {"files"}
    assert cairn.ingest.verify(repair=True).files == len(FILES) - 2
    assert cairn.ingest.refresh("tree").added == 2
    assert state_of(cairn) == before


def test_damaged_page_is_told(cairn: Cairn, source: Path, database: Path) -> None:
    write_files(source, many_files(60))
    cairn.ingest.add(source)
    cairn.close()
    data = bytearray(database.read_bytes())
    page_size = int.from_bytes(data[16:18], "big")
    middle = len(data) // page_size // 2
    data[middle * page_size : (middle + 1) * page_size] = b"\xff" * page_size
    database.write_bytes(data)
    assert not cairn.ingest.verify().ok


# Copies


def test_copy_is_an_index_of_its_own_and_replaces_nothing_by_itself(cairn: Cairn, source: Path, tmp_path: Path) -> None:
    cairn.ingest.add(source)
    target = tmp_path / "copy.db"
    report = cairn.ingest.back_up(target)
    assert report.bytes == target.stat().st_size
    with pytest.raises(RefusedError, match="--overwrite"):
        cairn.ingest.back_up(target)
    (source / "job.py").unlink()
    cairn.ingest.refresh("tree")
    with create_cairn(target, config=Config()) as copy:
        assert copy.retrieve.sources()[0].files == len(FILES)
        assert copy.ingest.verify().ok
    cairn.ingest.back_up(target, overwrite=True)
    with create_cairn(target, config=Config()) as copy:
        assert state_of(copy) == state_of(cairn)


# Many at once


def test_readers_see_whole_states_while_two_sources_are_written(cairn: Cairn, source: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    write_files(other, FILES)
    cairn.ingest.add(source)
    cairn.ingest.add(other)
    is_over = threading.Event()
    seen: set[tuple[int, bool]] = set()
    errors: list[BaseException] = []

    def look() -> None:
        try:
            with create_cairn(cairn.database, config=Config()) as reader:
                while not is_over.is_set():
                    for label in ("tree", "other"):
                        files = {row.file: row.chunks for row in reader.retrieve.files(label).files}
                        versions = {name for name in files if name.startswith("pair")}
                        seen.add((len(versions), all(files.values()) or label == "tree"))
                    reader.retrieve.search("help_me pair")
                    reader.ingest.jobs()
        except BaseException as exc:  # noqa: BLE001 - told by the test's own thread
            errors.append(exc)

    def write(folder: Path, label: str) -> None:
        try:
            with create_cairn(cairn.database, config=Config()) as writer:
                for number in range(4):
                    write_files(folder, {f"pair{side}.py": f"def pair{number}():\n    return {number}\n" for side in "ab"})
                    writer.ingest.refresh(label)
                    for side in "ab":
                        (folder / f"pair{side}.py").unlink()
                    writer.ingest.refresh(label)
        except BaseException as exc:  # noqa: BLE001 - likewise
            errors.append(exc)

    readers = [threading.Thread(target=look) for _ in range(3)]
    writers = [threading.Thread(target=write, args=args) for args in ((source, "tree"), (other, "other"))]
    for thread in (*readers, *writers):
        thread.start()
    for thread in writers:
        thread.join()
    is_over.set()
    for thread in readers:
        thread.join()
    assert errors == []
    assert {count for count, _ in seen} <= {0, 2}
    assert cairn.ingest.verify().ok
    with contextlib.suppress(FileNotFoundError):
        assert Path(f"{cairn.database}-wal").stat().st_size < 20_000_000


def test_database_that_only_one_may_write_is_read_by_all_while_it_is_written(cairn: Cairn, source: Path, database: Path) -> None:
    cairn.ingest.add(source)
    connection = apsw.Connection(str(database))
    connection.execute("BEGIN EXCLUSIVE")
    try:
        assert cairn.retrieve.search("help_me").hits
        assert cairn.ingest.verify().ok
    finally:
        connection.execute("ROLLBACK")
        connection.close()


def test_a_job_that_something_else_ended_says_what_in_a_sentence(cairn: Cairn, source: Path) -> None:
    def fail(_: object) -> None:
        raise KeyError(-1)

    with pytest.raises(KeyError):
        cairn.ingest.add(source, on_progress=fail)
    (job,) = cairn.ingest.jobs()
    assert (job.state, job.error) == ("failed", "KeyError: -1; the log tells where")
