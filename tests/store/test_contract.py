"""What a backend is: rows that were written come back, all of a transaction or nothing of it."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import pytest

from cairn.errors import NotFoundError, RefusedError
from cairn.store.jobs import JobRow
from cairn.store.reading import Bound
from cairn.store.rows import DefinitionRow, EdgeRow, FileRow, FileStamp, SkipRow, UnresolvedRow
from cairn.store.writing import StoreWriter
from tests.store.conftest import Backend

_NOW = "2024-05-01T10:00:00+00:00"


def _definition(kind: str, name: str, parent: int, line: int) -> DefinitionRow:
    anchor = "" if kind == "module" else name
    return (kind, name, anchor, anchor, parent, line, line + 1, line, 0, 10, f"def {name}", "", True)


def _file(path: str, *names: str, text: str = "some words\n") -> FileRow:
    definitions = [_definition("module", path, -1, 0), *(_definition("function", name, 0, n + 1) for n, name in enumerate(names))]
    chunks = [(1, 2, 0, 10, 1 if names else 0, b"hash", " ".join(names), path, text, "", "")]
    stored = zlib.compress(text.encode())
    return FileRow(path, "python", len(text), 5, 6, path.encode(), 1, "code", ["odd"], stored, b"facts", b"", definitions, chunks)


def _add(writer: StoreWriter, label: str, *files: FileRow) -> int:
    source_id = writer.add_source(label, "code", f"/{label}", "{}")
    writer.put_files(source_id, files)
    return source_id


def _graph(
    writer: StoreWriter, source_id: int, edges: Sequence[EdgeRow], unresolved: Sequence[UnresolvedRow] = (), dropped: object = ()
) -> None:
    file_ids = [unit.file_id for unit in writer.units(source_id)]
    writer.replace_graph(source_id, file_ids, edges, unresolved, dropped)  # type: ignore[arg-type]  # rows as the test writes them


def _edges(backend: Backend) -> list[tuple[str, str, str]]:
    """All edges as (kind, name, name)."""
    with backend.reading.reader() as reader:
        edges = list(reader.all_edges(None))
        names = {entity.id: entity.name for entity in reader.all_entities(None)}
        found = [reader.entities([edge.dst])[edge.dst] for edge in edges]
        return sorted((edge.kind, names[edge.src], target.name) for edge, target in zip(edges, found, strict=True))


_CALL: EdgeRow = ("calls", (0, 1), (1, 1), (1, 2), 0.9, "import")


@pytest.fixture
def two_files(backend: Backend) -> int:
    """Return a source of a.py, whose f calls g of b.py."""
    with backend.writing.writer() as writer, writer.transaction():
        source_id = _add(writer, "s", _file("a.py", "f", text="alpha words"), _file("b.py", "g", text="beta words"))
        _graph(writer, source_id, [_CALL, ("imports", (0, 0), "python/os.path#join", (3,), 0.9, "external")])
    return source_id


def test_files_come_back_as_they_were_put(backend: Backend, two_files: int) -> None:
    with backend.writing.writer() as writer:
        stamps = writer.stamps(two_files)
        assert {path: stamp[1:5] for path, stamp in stamps.items()} == {"a.py": (11, 5, 6, b"a.py"), "b.py": (10, 5, 6, b"b.py")}
        assert [unit[1:] for unit in writer.units(two_files)] == [("a.py", "python", b"facts"), ("b.py", "python", b"facts")]
        assert writer.texts(two_files, ["b.py", "none.py"]) == {"b.py": "beta words"}
        assert writer.roles(two_files) == {("code", True): 2}


def test_edges_come_back_between_files_and_to_externals(backend: Backend, two_files: int) -> None:
    assert _edges(backend) == [("calls", "f", "g"), ("imports", "a.py", "join")]
    with backend.reading.reader() as reader:
        (call,) = [edge for edge in reader.all_edges(None) if edge.kind == "calls"]
        assert (list(call.sites), call.confidence, call.via) == ([1, 2], 0.9, "import")
        external = reader.external("python/os.path#join")
        assert external is not None
        assert (external.kind, external.name, external.qualname) == ("external", "join", "join")


def _put_and_fail(writer: StoreWriter, source_id: int) -> None:
    writer.put_files(source_id, [_file("c.py", "h")])
    raise ZeroDivisionError


def test_what_raises_inside_a_transaction_takes_all_of_it_back(backend: Backend, two_files: int) -> None:
    with backend.writing.writer() as writer:
        with pytest.raises(ZeroDivisionError), writer.transaction():
            _put_and_fail(writer, two_files)
        assert sorted(writer.stamps(two_files)) == ["a.py", "b.py"]
        with writer.transaction():
            writer.put_files(two_files, [_file("d.py", "h")])
    with backend.writing.writer() as writer:
        assert sorted(writer.stamps(two_files)) == ["a.py", "b.py", "d.py"]


def test_reader_sees_the_old_state_until_the_transaction_ends(backend: Backend, two_files: int) -> None:
    with backend.writing.writer() as writer:
        with writer.transaction():
            writer.put_files(two_files, [_file("c.py", "h")])
            with backend.reading.reader() as reader:
                assert len(reader.stamps(two_files)) == 2
        with backend.reading.reader() as reader:
            assert len(reader.stamps(two_files)) == 3


def test_replaced_file_keeps_the_identity_of_what_it_still_defines(backend: Backend, two_files: int) -> None:
    with backend.reading.reader() as reader:
        before = {entity.name: entity.id for entity in reader.all_entities(None)}
    with backend.writing.writer() as writer, writer.transaction():
        writer.put_files(two_files, [_file("a.py", "new", "f", text="gamma words")])
    with backend.reading.reader() as reader:
        after = {entity.name: entity.id for entity in reader.all_entities(None)}
        files = [file.id for file in reader.files_ending("a.py")]
        assert [len(chunks) for chunks in reader.chunks_of_files(files).values()] == [1]
    assert (after["f"], after["g"], after["a.py"]) == (before["f"], before["g"], before["a.py"])
    assert after["new"] not in before.values()


def test_words_of_a_replaced_file_are_found_no_more(backend: Backend, two_files: int) -> None:
    with backend.writing.writer() as writer, writer.transaction():
        writer.put_files(two_files, [_file("a.py", "f", text="gamma words")])
    with backend.reading.reader() as reader:
        assert reader.word_counts(["alpha", "beta", "gamma"]) == {"beta": 1, "gamma": 1}


def test_words_are_counted_in_some_sources_and_externals_known_by_some_sources(backend: Backend, two_files: int) -> None:
    with backend.writing.writer() as writer, writer.transaction():
        _add(writer, "other", _file("c.py", text="alpha alpine words"))
    with backend.reading.reader() as reader:
        other = next(source.id for source in reader.sources() if source.id != two_files)
        assert reader.word_counts(["alpha", "alpine", "words"]) == {"alpha": 2, "alpine": 1, "words": 3}
        assert reader.word_counts(["alpha", "alpine", "words"], [two_files]) == {"alpha": 1, "words": 2}
        assert reader.word_counts(["alpha", "alpine", "words"], []) == {}
        assert (reader.prefix_count("alpi", [two_files]), reader.prefix_count("alpi", [other])) == (0, 1)
        external = reader.external("python/os.path#join")
        assert external is not None
        assert reader.used_in([external.id], [two_files, other]) == {external.id}
        assert reader.used_in([external.id], [other]) == set()


def test_a_bound_reader_has_the_sources_within_alone(backend: Backend, two_files: int) -> None:
    with backend.writing.writer() as writer, writer.transaction():
        _add(writer, "other", _file("c.py", "f", text="alpha words"))
    with backend.reading.reader(Bound(lambda source: source.label == "other")) as reader:
        assert {entity.name for entity in reader.all_entities(None)} == {"c.py", "f"}
        assert reader.word_counts(["alpha", "beta"]) == {"alpha": 1}
        assert reader.external("python/os.path#join") is None
    with backend.reading.reader(Bound(lambda _: False)) as reader:
        assert list(reader.all_entities(None)) == []
        assert reader.word_counts(["alpha", "beta"]) == {}
    with pytest.raises(RefusedError, match="nothing here"), backend.reading.reader(Bound(lambda _: False, "nothing here")):
        pass


def test_edges_into_what_is_gone_go_with_it(backend: Backend, two_files: int) -> None:
    with backend.writing.writer() as writer, writer.transaction():
        writer.put_files(two_files, [_file("b.py", "other")])
    assert _edges(backend) == [("imports", "a.py", "join")]


def test_deleted_file_leaves_nothing(backend: Backend, two_files: int) -> None:
    with backend.writing.writer() as writer, writer.transaction():
        writer.delete_files([writer.stamps(two_files)["b.py"].id])
    assert _edges(backend) == [("imports", "a.py", "join")]
    with backend.reading.reader() as reader:
        assert [entity.name for entity in reader.all_entities(None) if entity.kind != "external"] == ["a.py", "f"]
        assert reader.word_counts(["beta"]) == {}


def test_graph_is_replaced_as_a_whole_and_unused_externals_go(backend: Backend, two_files: int) -> None:
    changed: EdgeRow = ("calls", (0, 1), (1, 1), (9,), 0.5, "type")
    with backend.writing.writer() as writer, writer.transaction():
        _graph(writer, two_files, [changed, ("inherits", (1, 1), (0, 1), (2,), 0.9, "base")], [("calls", (0, 1), "lost", 4)] * 2)
    assert _edges(backend) == [("calls", "f", "g"), ("inherits", "g", "f")]
    with backend.reading.reader() as reader:
        assert reader.external("python/os.path#join") is None
        assert {edge.kind: (list(edge.sites), edge.via) for edge in reader.all_edges(None)}["calls"] == ([9], "type")
        assert [row.number for row in reader.unresolved_counts(["lost"])] == [2]
    with backend.writing.writer() as writer, writer.transaction():
        _graph(writer, two_files, [changed], [("calls", (0, 1), "lost", 4)])
    with backend.reading.reader() as reader:
        assert [row.number for row in reader.unresolved_counts(["lost"])] == [1]


def _slips(name: str) -> set[str]:
    """What a name becomes by one slip: a letter left out, doubled, exchanged, or swapped with the next."""
    found = set()
    for at in range(len(name)):
        found |= {name[:at] + name[at + 1 :], name[:at] + "q" + name[at:], name[:at] + "q" + name[at + 1 :]}
        found.add(name[:at] + name[at + 1 : at + 2] + name[at] + name[at + 2 :])
    return found


@pytest.mark.parametrize(("typed", "most"), [("tax", 1), ("rate", 1), ("apply", 2), ("parseurl", 2), ("x" * 300 + "yes", 2)])
def test_names_are_found_by_every_spelling_with_so_few_slips(backend: Backend, typed: str, most: int) -> None:
    near = _slips(typed) | {typed.title(), f"_{typed}_"}
    if most == 2:
        near |= {further for name in sorted(near)[::7] for further in _slips(name)}
    with backend.writing.writer() as writer, writer.transaction():
        source = writer.add_source("shop", "code", "/shop", "{}")
        writer.put_files(source, [_file("a.py", *sorted(near), "something_else_altogether")])
    with backend.reading.reader() as reader:
        found = set(reader.names_near(typed, most))
        assert found >= near
        assert "something_else_altogether" not in found
        assert not set(reader.names_near(typed, most, [source + 1]))
        assert found == set(reader.names_near(typed, most, [source]))


def test_names_are_found_by_how_they_begin_until_nothing_has_them(backend: Backend) -> None:
    names = ("apply", "Apple", "APPEND", "rate", "long" * 60, "long" * 60 + "er")
    with backend.writing.writer() as writer, writer.transaction():
        source = writer.add_source("shop", "code", "/shop", "{}")
        writer.put_files(source, [_file("a.py", *names), _file("b.py", "apply")])
        _graph(writer, source, [("calls", (0, 1), "python/os#apparent", (3,), 1.0, "import")])
    with backend.reading.reader() as reader:
        assert reader.names_like("aPp", 10) == ["apparent", "APPEND", "Apple", "apply"]
        assert reader.names_like("app", 2, [source]) == ["apparent", "APPEND"]
        assert reader.names_like("app", 2, []) == []
        assert reader.names_like("long" * 60 + "e", 9) == ["long" * 60 + "er"]
        assert reader.names_like("", 3) == ["a.py", "apparent", "APPEND"]
        assert "apply" in reader.names_near("aply", 1)
    with backend.writing.writer() as writer, writer.transaction():
        writer.put_files(source, [_file("a.py", "rate")])
    with backend.reading.reader() as reader:
        assert reader.names_like("app", 9)[-1] == "apply"
        assert "Apple" not in reader.names_near("apple", 2)
    with backend.writing.writer() as writer:
        writer.compact()
    with backend.reading.reader() as reader:
        assert reader.names_like("r", 9) == ["rate"]
        assert "apply" in reader.names_near("aply", 1)


def test_dropped_definition_is_hidden_and_comes_back(backend: Backend, two_files: int) -> None:
    def names() -> list[str]:
        with backend.reading.reader() as reader:
            return [entity.name for entity in reader.all_entities(None) if entity.kind == "function"]

    with backend.writing.writer() as writer, writer.transaction():
        _graph(writer, two_files, [], dropped=[(1, 1)])
    assert names() == ["f"]
    with backend.writing.writer() as writer, writer.transaction():
        writer.put_files(two_files, [_file("b.py", "g")])
        _graph(writer, two_files, [_CALL])
    assert names() == ["f", "g"]
    assert _edges(backend) == [("calls", "f", "g")]


def test_dropped_definition_takes_its_edges_along(backend: Backend, two_files: int) -> None:
    with backend.writing.writer() as writer, writer.transaction():
        _graph(writer, two_files, [_CALL])
    with backend.writing.writer() as writer, writer.transaction():
        _graph(writer, two_files, [], dropped=[(0, 1)])
    assert _edges(backend) == []


def test_removed_source_leaves_the_other_alone(backend: Backend, two_files: int) -> None:
    with backend.writing.writer() as writer, writer.transaction():
        other = _add(writer, "t", _file("a.py", "f"), _file("b.py", "g"))
        _graph(writer, other, [_CALL])
        writer.remove_source(two_files)
    assert _edges(backend) == [("calls", "f", "g")]
    with backend.reading.reader() as reader:
        assert [source.label for source in reader.sources()] == ["t"]
        assert reader.external("python/os.path#join") is None


def test_links_come_back_with_their_edges_and_go_with_a_source(backend: Backend, two_files: int) -> None:
    with backend.writing.writer() as writer, writer.transaction():
        other = _add(writer, "other", _file("user.py", "use"))
        writer.add_link(other, two_files)
        writer.add_link(other, two_files)
        file_ids = [writer.stamps(other)["user.py"].id, writer.stamps(two_files)["a.py"].id]
        # An edge to a definition that is left out there leads nowhere.
        rows: list[EdgeRow] = [("calls", (0, 1), (1, 1), [2], 0.9, "link"), ("calls", (0, 1), (1, 99), [3], 0.9, "link")]
        writer.replace_graph(other, file_ids, rows, [], [])
        assert [row.label for row in writer.linked_to(other)] == ["s"]
        assert [row.label for row in writer.linked_from(two_files)] == ["other"]
        assert writer.count_link(other, two_files) == 1
    with backend.reading.reader() as reader:
        assert reader.links() == [(other, two_files, 1)]
    with backend.writing.writer() as writer, writer.transaction():
        assert not writer.remove_link(two_files, other)
        assert writer.remove_link(other, two_files)
        writer.add_link(two_files, other)
        writer.remove_source(other)
        assert writer.linked_to(two_files) == []
    with backend.reading.reader() as reader:
        assert reader.links() == []


def test_load_ends_with_the_same_rows_as_single_files(backend: Backend) -> None:
    files = [_file(f"f{n}.py", f"name{n}", text=f"word{n} words") for n in range(20)]
    with backend.writing.writer() as writer, writer.transaction():
        writer.begin_load()
        source_id = _add(writer, "s", *files)
        _graph(writer, source_id, [("calls", (n, 1), (n + 1, 1), (1,), 0.9, "scope") for n in range(19)])
        writer.finish_load()
        writer.count_rows(source_id)
        assert writer.counts(source_id) == (20, 20, 40, 19)
    with backend.writing.writer() as writer, writer.transaction():
        writer.begin_load()
        writer.put_files(source_id, files[:10])
        writer.finish_load()
    with backend.reading.reader() as reader:
        assert reader.word_counts(["words", "word7"]) == {"words": 20, "word7": 1}
        assert [entity.name for entity in reader.entities_named(["name7"])] == ["name7"]


def _load_and_fail(writer: StoreWriter) -> None:
    writer.begin_load()
    _add(writer, "s", _file("a.py", "f"))
    raise ZeroDivisionError


def test_failed_load_leaves_a_store_that_can_be_loaded_again(backend: Backend) -> None:
    with backend.writing.writer() as writer:
        with pytest.raises(ZeroDivisionError), writer.transaction():
            _load_and_fail(writer)
        with writer.transaction():
            _add(writer, "s", _file("a.py", "f"))
    with backend.reading.reader() as reader:
        assert [entity.name for entity in reader.entities_named(["f"])] == ["f"]


def test_facts_are_measured_and_scratch_is_gone_afterwards(backend: Backend, two_files: int) -> None:
    with backend.writing.writer() as writer:
        assert writer.facts_bytes(two_files) == 2 * len(b"facts")
        with writer.scratch() as path:
            path.write_bytes(b"for a worker")
        assert not path.exists()


def test_skips_and_stamps_are_replaced(backend: Backend, two_files: int) -> None:
    rows = [SkipRow("x", "binary", "", 1, 2, 3), SkipRow("y", "ignored", "by a rule", None, None, None)]
    with backend.writing.writer() as writer, writer.transaction():
        writer.replace_skips(two_files, [rows[0], rows[1]])
        writer.replace_skips(two_files, rows)
        stamp = writer.stamps(two_files)["a.py"]
        writer.restamp_files([FileStamp(stamp.id, 11, 77, 88, stamp.hash)])
        assert writer.skips(two_files) == {row.path: row for row in rows}
        assert writer.stamps(two_files)["a.py"][2:4] == (77, 88)


def test_source_comes_back_as_it_was_stamped(backend: Backend, two_files: int) -> None:
    with backend.writing.writer() as writer, writer.transaction():
        writer.stamp_source(two_files, kind="docs", options='{"a":1}', revision="abc", indexed_at=_NOW, fingerprint="f")
        writer.rename_source(two_files, "renamed")
        assert writer.source("s") is None
        assert writer.source("renamed") == (two_files, "renamed", "docs", "/s", '{"a":1}', "abc", _NOW, "f")


def test_compacting_keeps_the_rows(backend: Backend, two_files: int) -> None:
    before = _edges(backend)
    with backend.writing.writer() as writer:
        writer.compact()
    assert _edges(backend) == before


def test_store_exists_from_the_first_writer_on(backend: Backend) -> None:
    assert not backend.writing.exists()
    with pytest.raises(NotFoundError, match="cairn add"):
        backend.writing.require()
    with backend.writing.writer():
        pass
    backend.writing.require()
    assert backend.writing.size_bytes() > 0


def test_jobs_are_kept_newest_first_and_marked_stale(backend: Backend) -> None:
    assert backend.jobs.jobs() == []
    first, second, third = (backend.jobs.begin("add", name, f"2024-05-01T10:0{n}") for n, name in enumerate("abc"))
    done = JobRow(first, "add", "a", "done", 3, 3, ["odd"], None, "2024-05-01T10:00", "2024-05-01T11")
    backend.jobs.update(done, "2024-05-01T11")
    backend.jobs.update(JobRow(second, "add", "b", "running", 1, 3, [], None, "2024-05-01T10:01", None), "2024-05-01T11")
    assert [job.id for job in backend.jobs.mark_stale("2024-05-01T12", "2024-05-01T10:30")] == [second, third]
    assert [(job.source, job.state) for job in backend.jobs.jobs()] == [("c", "stale"), ("b", "stale"), ("a", "done")]
    assert backend.jobs.jobs()[-1] == done._replace(alive_at="2024-05-01T11")


def test_a_job_hears_that_it_shall_stop_with_its_next_sign_of_life(backend: Backend) -> None:
    job = backend.jobs.begin("add", "a", "2024-05-01T10", "{}")
    assert not backend.jobs.beat(job, "2024-05-01T10:01")
    backend.jobs.cancel(job)
    assert backend.jobs.beat(job, "2024-05-01T10:02")
    assert [(row.alive_at, row.order) for row in backend.jobs.jobs()] == [("2024-05-01T10:02", "{}")]
