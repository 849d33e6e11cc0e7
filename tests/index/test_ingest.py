from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from cairn import Cairn, Config, create_cairn
from cairn.errors import Cancelled, DatabaseRefusedError, EnvironmentFault, NotFoundError, RefusedError, UsageError
from cairn.report import Progress
from tests.index.conftest import FILES, exported, many_files, write_files

Rebuilt = Callable[[Path], str]


def test_added_folder_is_listed_with_its_counts(cairn: Cairn, source: Path) -> None:
    report = cairn.ingest.add(source)
    assert (report.source, report.added, report.unchanged, report.deleted) == ("tree", len(FILES), 0, 0)
    (listed,) = cairn.retrieve.sources()
    assert (listed.label, listed.kind, listed.location, listed.files) == ("tree", "code", str(source), len(FILES))
    assert (listed.chunks, listed.entities, listed.edges) == (report.chunks, report.entities, report.edges)
    assert listed.edges > 0


def test_added_file_is_a_source_of_one_file(cairn: Cairn, source: Path) -> None:
    report = cairn.ingest.add(source / "lib" / "tools.py")
    (listed,) = cairn.retrieve.sources()
    assert (report.source, listed.kind, listed.files) == ("tools.py", "file", 1)
    assert cairn.ingest.refresh("tools.py").unchanged == 1


def test_folder_of_documents_alone_is_of_kind_docs(cairn: Cairn, tree: Path) -> None:
    write_files(tree, {"a.md": "# A\n", "b.rst": "B\n=\n"})
    cairn.ingest.add(tree)
    assert cairn.retrieve.sources()[0].kind == "docs"


def test_kind_that_was_given_stays_at_refresh(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source, kind="docs")
    cairn.ingest.refresh("tree")
    assert cairn.retrieve.sources()[0].kind == "docs"


def test_refresh_of_what_has_not_changed_reads_nothing_and_changes_nothing(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    before = exported(cairn)
    report = cairn.ingest.refresh("tree")
    assert (report.added, report.changed, report.deleted, report.unchanged) == (0, 0, 0, len(FILES))
    assert exported(cairn) == before


def _edit(tree: Path) -> None:
    (tree / "lib" / "tools.py").write_text("# a line more\n\ndef help_me(n):\n    return n\n")


def _rename_function(tree: Path) -> None:
    (tree / "lib" / "tools.py").write_text("def assist(n):\n    return n\n")


def _move_file(tree: Path) -> None:
    (tree / "lib" / "tools.py").rename(tree / "lib" / "kit.py")
    write_files(tree, {"app.py": "from lib.kit import help_me\n\n\ndef serve():\n    return help_me(1)\n"})


def _delete_file(tree: Path) -> None:
    (tree / "job.py").unlink()


def _delete_used_file(tree: Path) -> None:
    (tree / "lib" / "tools.py").unlink()


def _add_file(tree: Path) -> None:
    write_files(tree, {"new/more.py": "from lib.tools import Box\n\n\ndef unpack():\n    return Box().open()\n"})


def _turn_binary(tree: Path) -> None:
    (tree / "job.py").write_bytes(b"\x7fELF\0\0\0\1" * 50)


def _ignore(tree: Path) -> None:
    write_files(tree, {".gitignore": "job.py\n"})


def _swap(tree: Path) -> None:
    shutil.copy2(tree / "app.py", tree / "spare")
    (tree / "job.py").replace(tree / "app.py")
    (tree / "spare").replace(tree / "job.py")


def _touch(tree: Path) -> None:
    os.utime(tree / "app.py", ns=(1, 10**18))


_STEPS = [_edit, _rename_function, _move_file, _delete_file, _delete_used_file, _add_file, _turn_binary, _ignore, _swap, _touch]


@pytest.mark.parametrize("step", _STEPS, ids=lambda step: step.__name__.strip("_"))
def test_refresh_equals_a_new_index_after(step: Callable[[Path], None], cairn: Cairn, source: Path, rebuilt: Rebuilt) -> None:
    cairn.ingest.add(source)
    step(source)
    cairn.ingest.refresh("tree", allow_delete=True)
    assert exported(cairn) == rebuilt(source)


def test_refresh_equals_a_new_index_after_all_of_it(cairn: Cairn, source: Path, rebuilt: Rebuilt) -> None:
    cairn.ingest.add(source)
    for step in (_edit, _add_file, _swap, _rename_function, _ignore, _edit):
        step(source)
        cairn.ingest.refresh("tree", allow_delete=True)
        assert exported(cairn) == rebuilt(source)


def test_edited_file_alone_is_read_again(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    _edit(source)
    report = cairn.ingest.refresh("tree")
    assert (report.added, report.changed, report.deleted, report.unchanged) == (0, 1, 0, len(FILES) - 1)


def test_touched_file_is_not_counted_as_changed(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    _touch(source)
    report = cairn.ingest.refresh("tree")
    assert (report.changed, report.unchanged) == (0, len(FILES))


def test_edit_that_keeps_size_and_times_right_after_a_run_is_seen(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    file = source / "app.py"
    stat = file.stat()
    file.write_text(file.read_text().replace("serve", "solve"))
    os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert cairn.ingest.refresh("tree").changed == 1


def test_adding_the_same_location_again_is_a_refresh(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    assert cairn.ingest.add(source).unchanged == len(FILES)
    assert len(cairn.retrieve.sources()) == 1


def test_options_are_kept_for_refresh_and_for_adding_again(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source, exclude=["*.md"])
    assert cairn.ingest.refresh("tree").added == 0
    assert cairn.ingest.add(source).added == 0
    assert cairn.ingest.add(source, exclude=["lib/"]).added == 1


def test_binary_file_is_listed_as_skipped_and_not_read_again(cairn: Cairn, source: Path) -> None:
    (source / "data").write_bytes(b"\0\1\2" * 100)
    assert cairn.ingest.add(source).skipped == 1
    assert [(skip.file, skip.reason) for skip in cairn.retrieve.files("tree").skipped] == [("data", "binary")]
    assert cairn.ingest.refresh("tree").skipped == 1


def test_folder_that_is_indexed_under_another_label_is_refreshed_and_that_is_said(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source, label="mine")
    (source / "new.py").write_text("NEW = 1\n", "utf-8")
    report = cairn.ingest.add(source)
    assert (report.source, report.added) == ("mine", 1)
    assert any("is indexed as 'mine'" in warning for warning in report.warnings)
    assert [listed.label for listed in cairn.retrieve.sources()] == ["mine"]


def test_folder_that_is_indexed_gets_no_second_label(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    with pytest.raises(RefusedError, match="indexed as 'tree' already; `cairn rename tree mine`"):
        cairn.ingest.add(source, label="mine")


def test_folder_inside_of_a_source_may_be_a_source_too(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    inner = next(path for path in sorted(source.iterdir()) if path.is_dir() and any(path.glob("*.py")))
    assert cairn.ingest.add(inner, label="inner").added
    assert [listed.label for listed in cairn.retrieve.sources()] == ["inner", "tree"]


def test_label_of_another_location_is_refused(cairn: Cairn, source: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "tree"
    write_files(other, {"a.py": "x = 1\n"})
    cairn.ingest.add(source)
    with pytest.raises(RefusedError, match="--label"):
        cairn.ingest.add(other)
    assert cairn.ingest.add(other, label="second").added == 1


@pytest.mark.parametrize(
    ("folder", "label"), [("all", "all-src"), ("external", "external-src"), ("a b(c)", "a-b-c"), ("計算", "source")]
)
def test_label_is_made_from_the_folder(folder: str, label: str, cairn: Cairn, tmp_path: Path) -> None:
    write_files(tmp_path / folder, {"a.py": "x = 1\n"})
    assert cairn.ingest.add(tmp_path / folder).source == label


@pytest.mark.parametrize("label", ["", "a b", "all", "external", "-x", "a/b", "ü"])
def test_label_that_is_not_allowed_is_a_usage_error(label: str, cairn: Cairn, source: Path) -> None:
    with pytest.raises(UsageError, match="label"):
        cairn.ingest.add(source, label=label)


def test_unknown_kind_is_a_usage_error(cairn: Cairn, source: Path) -> None:
    with pytest.raises(UsageError, match="kind"):
        cairn.ingest.add(source, kind="web")


def test_missing_location_is_not_found_and_makes_no_index(cairn: Cairn, tmp_path: Path, database: Path) -> None:
    with pytest.raises(NotFoundError, match="nothing"):
        cairn.ingest.add(tmp_path / "nothing")
    assert not database.parent.exists()


def test_empty_folder_is_not_found_and_makes_no_index(cairn: Cairn, tree: Path, database: Path) -> None:
    with pytest.raises(NotFoundError, match="no file that can be indexed"):
        cairn.ingest.add(tree)
    assert not database.parent.exists()


def test_folder_of_binaries_alone_adds_no_source_and_makes_no_index(
    cairn: Cairn, tree: Path, source: Path, database: Path
) -> None:
    folder = tree / "binaries"
    folder.mkdir()
    (folder / "data").write_bytes(b"\0\1\2" * 100)
    with pytest.raises(NotFoundError, match="no file that can be indexed"):
        cairn.ingest.add(folder)
    assert not database.parent.exists()
    cairn.ingest.add(source)
    with pytest.raises(NotFoundError, match="no file that can be indexed"):
        cairn.ingest.add(folder)
    assert [listed.label for listed in cairn.retrieve.sources()] == ["tree"]


def test_home_and_the_root_of_a_disk_are_refused(cairn: Cairn) -> None:
    for place in (Path.home(), Path(Path.home().anchor)):
        with pytest.raises(RefusedError, match="one by one"):
            cairn.ingest.add(place)


def test_location_outside_the_allowed_roots_is_refused_also_through_a_link(database: Path, source: Path, tmp_path: Path) -> None:
    allowed = tmp_path / "allowed"
    allowed.mkdir()
    (allowed / "link").symlink_to(source)
    with create_cairn(database, config=Config(allowed_roots=(allowed,))) as cairn:
        for place in (source, allowed / "link", allowed / ".." / "tree"):
            with pytest.raises(RefusedError, match="CAIRN_ALLOWED_ROOTS"):
                cairn.ingest.add(place)
    assert not database.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_fifo_is_refused_as_a_source_and_skipped_in_one(cairn: Cairn, source: Path) -> None:
    os.mkfifo(source / "pipe")
    with pytest.raises(RefusedError, match="neither a folder nor a regular file"):
        cairn.ingest.add(source / "pipe")
    assert cairn.ingest.add(source).skipped == 1


def test_source_over_the_cap_of_files_is_refused_before_anything_is_written(database: Path, source: Path) -> None:
    (source / "data").write_bytes(b"\0" * 100)
    with create_cairn(database, config=Config(max_ingest_files=4)) as cairn:
        with pytest.raises(RefusedError, match=r"5 files and CAIRN_MAX_INGEST_FILES allows 4.*--force"):
            cairn.ingest.add(source)
        assert not database.exists()
        assert cairn.ingest.add(source, force=True).added == len(FILES)
        assert cairn.ingest.refresh("tree").unchanged == len(FILES)


def test_source_over_the_cap_of_bytes_is_refused(database: Path, source: Path) -> None:
    with create_cairn(database, config=Config(max_ingest_bytes=100)) as cairn, pytest.raises(RefusedError, match="allows 100"):
        cairn.ingest.add(source)


def test_binary_files_do_not_count_against_the_caps(database: Path, source: Path) -> None:
    for number in range(10):
        (source / f"data{number}").write_bytes(b"\0" * 100)
    with create_cairn(database, config=Config(max_ingest_files=5)) as cairn:
        assert cairn.ingest.add(source).added == len(FILES)


def test_file_over_the_size_cap_is_skipped(database: Path, source: Path) -> None:
    write_files(source, {"large.py": "x = 1\n" * 100})
    with create_cairn(database, config=Config(max_file_bytes=500)) as cairn:
        cairn.ingest.add(source)
        assert [(skip.file, skip.reason) for skip in cairn.retrieve.files("tree").skipped] == [("large.py", "too_large")]


def test_refresh_of_a_vanished_or_empty_folder_is_refused_and_deletes_nothing(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    before = exported(cairn)
    shutil.rmtree(source)
    with pytest.raises(RefusedError, match="--allow-delete"):
        cairn.ingest.refresh("tree")
    source.mkdir()
    with pytest.raises(RefusedError, match="--allow-delete"):
        cairn.ingest.refresh("tree")
    assert exported(cairn) == before
    assert cairn.ingest.refresh("tree", allow_delete=True).deleted == len(FILES)
    assert cairn.retrieve.sources()[0].files == 0


def test_refresh_that_finds_all_files_moved_is_no_deletion(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    (source / "below").mkdir()
    for entry in ("app.py", "job.py", "lib", "README.md"):
        (source / entry).rename(source / "below" / entry)
    assert cairn.ingest.refresh("tree").moved == len(FILES)


def test_remove_leaves_nothing_behind_and_frees_the_label(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    removed = cairn.ingest.remove("tree")
    assert (removed.label, removed.files) == ("tree", len(FILES))
    assert cairn.retrieve.sources() == []
    assert list(cairn.retrieve.export()) == []
    assert cairn.retrieve.search("help_me").hits == []
    with pytest.raises(NotFoundError, match="tree"):
        cairn.ingest.remove("tree")
    assert cairn.ingest.add(source).added == len(FILES)


def test_remove_keeps_what_other_sources_use(cairn: Cairn, source: Path, tmp_path: Path, rebuilt: Rebuilt) -> None:
    write_files(tmp_path / "other", FILES)
    cairn.ingest.add(source)
    cairn.ingest.add(tmp_path / "other")
    cairn.ingest.remove("other")
    assert exported(cairn) == rebuilt(source)


def test_gc_gives_space_back(cairn: Cairn, source: Path, rebuilt: Rebuilt) -> None:
    write_files(source, {f"big{n}.py": f"x{n} = 1\n" * 5000 for n in range(9)})
    cairn.ingest.add(source)
    for n in range(9):
        (source / f"big{n}.py").unlink()
    cairn.ingest.refresh("tree", allow_delete=True)
    report = cairn.ingest.gc()
    assert report.bytes_after < report.bytes_before
    assert exported(cairn) == rebuilt(source)


def test_rename_keeps_everything_else(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    before = exported(cairn)
    cairn.ingest.rename("tree", "wood")
    assert exported(cairn) == before.replace("tree:", "wood:").replace("tree Source", "wood Source")
    with pytest.raises(UsageError, match="all"):
        cairn.ingest.rename("wood", "all")
    with pytest.raises(NotFoundError, match="'tree'"):
        cairn.ingest.rename("tree", "x")


def test_rename_to_a_taken_label_is_refused(cairn: Cairn, source: Path, tmp_path: Path) -> None:
    write_files(tmp_path / "other", {"a.py": "x = 1\n"})
    cairn.ingest.add(source)
    cairn.ingest.add(tmp_path / "other", label="second")
    with pytest.raises(RefusedError, match="taken"):
        cairn.ingest.rename("tree", "second")


def test_what_needs_an_index_makes_none(cairn: Cairn, database: Path) -> None:
    calls: list[Callable[[], object]] = [cairn.ingest.gc, lambda: cairn.ingest.refresh("x"), lambda: cairn.ingest.remove("x")]
    for call in calls:
        with pytest.raises(NotFoundError, match="cairn add"):
            call()
    assert cairn.start() == []
    assert not database.parent.exists()


def test_init_makes_an_index_without_sources(cairn: Cairn) -> None:
    cairn.ingest.init()
    cairn.ingest.init()
    assert cairn.retrieve.sources() == []


def test_index_that_lies_in_its_source_is_not_indexed(source: Path) -> None:
    with create_cairn(source / "cairn.db", config=Config()) as cairn:
        assert cairn.ingest.add(source).added == len(FILES)
        assert cairn.ingest.refresh("tree").added == 0


def test_cancelled_add_leaves_the_index_as_it_was(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    before = exported(cairn)
    write_files(source, many_files(100))
    phases: list[str] = []

    def note(progress: Progress) -> None:
        phases.append(progress.phase)

    with pytest.raises(Cancelled):
        cairn.ingest.refresh("tree", on_progress=note, is_cancelled=lambda: phases.count("read") > 1)
    assert exported(cairn) == before
    assert cairn.ingest.refresh("tree").added == 100


def test_interrupt_leaves_the_index_as_it_was(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    before = exported(cairn)
    write_files(source, many_files(100))

    def interrupt(progress: Progress) -> None:
        if progress.phase == "resolve":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cairn.ingest.refresh("tree", on_progress=interrupt)
    assert exported(cairn) == before


def test_progress_goes_through_the_phases_and_counts_the_files(cairn: Cairn, source: Path) -> None:
    seen: list[Progress] = []
    cairn.ingest.add(source, on_progress=seen.append)
    cairn.ingest.refresh("tree", on_progress=seen.append)
    assert list(dict.fromkeys(progress.phase for progress in seen)) == ["read", "resolve", "publish", "walk"]
    reads = [progress for progress in seen if progress.phase == "read"]
    assert (reads[-1].done, reads[-1].total) == (len(FILES), len(FILES))


def test_files_read_a_few_at_a_time_give_what_all_at_once_do(cairn: Cairn, source: Path, rebuilt: Rebuilt) -> None:
    cairn.ingest.add(source)
    for number, (path, text) in enumerate(many_files(60).items()):
        write_files(source, {path: text})
        if number % 15 == 0:
            cairn.ingest.refresh("tree")
    cairn.ingest.refresh("tree")
    assert exported(cairn) == rebuilt(source)


def test_unreadable_folder_is_an_environment_fault(cairn: Cairn, source: Path) -> None:
    source.chmod(0)
    try:
        if os.access(source, os.R_OK):
            pytest.skip("this user may read everything")
        with pytest.raises(EnvironmentFault, match="permissions"):
            cairn.ingest.add(source)
    finally:
        source.chmod(0o755)


def test_foreign_database_is_refused_and_left_alone(cairn: Cairn, source: Path, database: Path) -> None:
    database.parent.mkdir()
    database.write_bytes(b"something else entirely\n" * 100)
    with pytest.raises(DatabaseRefusedError, match="not a Cairn index"):
        cairn.ingest.add(source)
    assert database.read_bytes() == b"something else entirely\n" * 100
    assert [entry.name for entry in database.parent.iterdir()] == [database.name]


def test_nothing_is_put_beside_the_database_of_another_program(cairn: Cairn, source: Path, database: Path) -> None:
    database.parent.mkdir()
    with contextlib.closing(apsw.Connection(str(database))) as connection:
        connection.execute("CREATE TABLE theirs (a)")
    for write in (lambda: cairn.ingest.add(source), cairn.ingest.gc, lambda: cairn.ingest.remove("tree")):
        with pytest.raises(DatabaseRefusedError, match="another program"):
            write()
    assert [entry.name for entry in database.parent.iterdir()] == [database.name]


def test_patterns_that_leave_nothing_of_a_source_are_refused(cairn: Cairn, source: Path) -> None:
    cairn.ingest.add(source)
    before = exported(cairn)
    with pytest.raises(RefusedError, match="leave none of the"):
        cairn.ingest.add(source, include=("nothing-of-that-name",))
    assert exported(cairn) == before
    assert cairn.ingest.add(source, include=("app.py",)).unchanged == 1


def test_search_scores_as_in_a_fresh_index_after_many_refreshes(cairn: Cairn, source: Path, tmp_path: Path) -> None:
    cairn.ingest.add(source)
    text = (source / "app.py").read_text()
    for number in range(5):
        (source / "app.py").write_text(f"{text}\n# edit {number}\n")
        cairn.ingest.refresh("tree")
    with create_cairn(tmp_path / "fresh.db", config=Config()) as fresh:
        fresh.ingest.add(source)
        found, expected = (one.retrieve.search("serve the edit of a thing").hits for one in (cairn, fresh))
    assert [(hit.handle, hit.score) for hit in found] == [(hit.handle, hit.score) for hit in expected]


def test_empty_file_becomes_an_index(cairn: Cairn, source: Path, database: Path) -> None:
    database.parent.mkdir()
    database.touch()
    assert cairn.ingest.add(source).added == len(FILES)


def test_record_of_a_run_that_cannot_be_written_is_a_warning_beside_an_index_that_is_up_to_date(
    cairn: Cairn, database: Path, source: Path
) -> None:
    cairn.ingest.add(source)
    # As on a disk that is full by then: no run is recorded as done any more.
    record = apsw.Connection(f"{database}-jobs")
    record.execute("CREATE TRIGGER full BEFORE UPDATE ON job WHEN new.state = 'done' BEGIN SELECT RAISE(FAIL, 'full'); END")
    record.close()
    write_files(source, {"new.py": "def newcomer(): ...\n"})
    report = cairn.ingest.refresh("tree")
    assert [warning.split(":")[0] for warning in report.warnings] == [
        "the index is up to date, but the record of job 2 could not be written"
    ]
    assert cairn.retrieve.graph("newcomer").matches == ["tree:new.py#newcomer"]
