"""From a source to vectors and hybrid answers, with a real endpoint beside it."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.errors import Cancelled, EnvironmentFault, UsageError
from cairn.infer.embed import PROBE
from cairn.retrieve.filters import Filters
from tests.infer.server import Reply, Seen, Server, embeddings, well_behaved

Open = Callable[..., Cairn]


def vectors_of(cairn: Cairn) -> dict[str, int]:
    return {source.label: source.vectors for source in cairn.retrieve.sources()}


def add_many(source: Path, count: int = 80) -> None:
    """Write so many more small files: more texts than one group."""
    for number in range(count):
        (source / f"mod{number}.py").write_text(f"def work{number}():\n    return 'thing {number}'\n")


def refuse(_: Seen) -> Reply:
    return Reply(401, {"error": "no"})


def test_every_chunk_gets_a_vector_and_hits_say_their_place(opened: Open, source: Path) -> None:
    cairn = opened()
    report = cairn.ingest.add(source)
    assert (report.vectors, report.vectors_missing) == (report.chunks, 0)
    assert vectors_of(cairn) == {"tree": report.chunks}
    answer = cairn.retrieve.search("how are bills sent by post")
    assert (answer.tier, answer.degraded) == (1, None)
    assert answer.hits[0].vec_rank is not None
    assert answer.hits[0].fts_rank is not None


def test_same_text_elsewhere_costs_nothing(opened: Open, server: Server, source: Path) -> None:
    cairn = opened()
    cairn.ingest.add(source)
    copy = source.parent / "copy"
    shutil.copytree(source, copy)
    server.seen.clear()
    report = cairn.ingest.add(copy)
    assert report.vectors == report.chunks
    assert server.texts in ([], [PROBE])


def test_only_what_changed_is_embedded_again(opened: Open, server: Server, source: Path) -> None:
    cairn = opened()
    cairn.ingest.add(source)
    server.seen.clear()
    cairn.ingest.refresh("tree")
    assert server.seen == []
    (source / "shop" / "tax.py").write_text("def rate_for(country):\n    return 21\n")
    report = cairn.ingest.refresh("tree")
    assert report.vectors == report.chunks
    assert 0 < len([text for text in server.texts if text != PROBE]) < 3
    assert not [text for text in server.texts if "mail" in text]


def test_removing_a_source_takes_its_vectors_along(opened: Open, source: Path) -> None:
    cairn = opened()
    cairn.ingest.add(source)
    cairn.ingest.remove("tree")
    cairn.close()
    with sqlite3.connect(str(cairn.database)) as database:
        for table in ("chunk_vector", "entity_vector", "vector", "vector_sketch"):
            assert database.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    database.close()
    assert cairn.ingest.verify().ok


def test_failing_endpoint_leaves_the_text_searchable_and_says_what_is_missing(opened: Open, server: Server, source: Path) -> None:
    server.behave = refuse
    cairn = opened()
    report = cairn.ingest.add(source)
    assert report.vectors == 0
    assert "status 401" in report.warnings[-1]
    assert "cairn reindex tree --vectors" in report.warnings[-1]
    assert cairn.ingest.job(report.job).warnings == report.warnings
    answer = cairn.retrieve.search("how are bills sent by post")
    assert answer.tier == 0
    assert answer.hits[0].vec_rank is None
    assert answer.degraded is not None
    assert "answered from text alone" in answer.degraded


def test_backfill_embeds_what_is_missing_and_nothing_else(opened: Open, server: Server, source: Path) -> None:
    add_many(source, 300)
    server.behave = lambda seen: refuse(seen) if len(server.texts) > 280 else well_behaved(seen)
    cairn = opened()
    report = cairn.ingest.add(source)
    assert 0 < report.vectors < report.chunks
    had = report.vectors
    server.behave = well_behaved
    server.seen.clear()
    phases = []
    report = cairn.ingest.reindex("tree", vectors=True, on_progress=lambda progress: phases.append(progress.phase))
    assert (report.vectors, report.vectors_missing) == (report.chunks, 0)
    assert "embed" in phases
    assert "read" not in phases
    chunks = [text for text in server.texts if text.startswith("mod")]
    assert len(chunks) <= report.chunks - had
    server.seen.clear()
    cairn.ingest.reindex("tree", vectors=True)
    assert server.seen == []


@pytest.mark.parametrize("status", [401, 501])
def test_backfill_that_fails_is_an_error_and_counts_the_chunks_of_the_source(
    opened: Open, server: Server, source: Path, status: int
) -> None:
    cairn = opened()
    chunks = cairn.ingest.add(source).chunks
    (source / "more.py").write_text("def more():\n    return 1\n")
    server.behave = lambda _: Reply(status, {"error": "no"})
    report = cairn.ingest.refresh("tree")
    assert (report.vectors, report.vectors_missing) == (chunks, 1)
    assert f"1 of {chunks + 1} chunks and 1 definition have no vector" in report.warnings[-1]
    assert vectors_of(cairn) == {"tree": chunks}
    with pytest.raises(EnvironmentFault, match=f"status {status}"):
        cairn.ingest.reindex("tree", vectors=True)


def test_backfill_without_an_embedder_is_refused(tmp_path: Path, source: Path) -> None:
    with create_cairn(tmp_path / "x.db", config=Config()) as cairn:
        cairn.ingest.add(source)
        with pytest.raises(UsageError, match="CAIRN_EMBED_URL"):
            cairn.ingest.reindex("tree", vectors=True)
        with pytest.raises(UsageError, match="one of them"):
            cairn.ingest.reindex("tree", vectors=True, graph=True)


def test_plan_says_how_many_embeddings_are_needed(opened: Open, server: Server, source: Path) -> None:
    cairn = opened()
    plan = cairn.ingest.plan_add(source)
    assert server.seen == []
    cairn.ingest.add(source)
    assert plan.embeddings_needed == len(set(server.texts) - {PROBE})
    assert cairn.ingest.plan_refresh("tree").embeddings_needed == 0
    (source / "new.py").write_text("def fresh():\n    return 1\n")
    assert cairn.ingest.plan_refresh("tree").embeddings_needed == 2
    server.behave = refuse
    cairn.ingest.refresh("tree")
    assert cairn.ingest.plan_reindex("tree", vectors=True).embeddings_needed == 2


def test_run_that_is_cancelled_while_it_embeds_keeps_what_it_has(opened: Open, server: Server, source: Path) -> None:
    add_many(source, 300)
    cairn = opened()
    with pytest.raises(Cancelled, match=r"the text of 'tree' is indexed, and [\d,]+ of [\d,]+ chunks and [\d,]+ definitions"):
        cairn.ingest.add(source, is_cancelled=lambda: len(server.texts) > 300)
    assert 0 < vectors_of(cairn)["tree"] < 300
    assert cairn.retrieve.search("work7").hits
    report = cairn.ingest.refresh("tree")
    assert report.vectors == report.chunks


def test_run_that_dies_while_it_embeds_goes_on_where_it_was(opened: Open, server: Server, source: Path) -> None:
    add_many(source, 300)
    reached = threading.Event()

    def stall(seen: Seen) -> Reply:
        if len(server.texts) > 300:
            reached.set()
            return Reply(body=embeddings(seen), hold=server.released)
        return well_behaved(seen)

    server.behave = stall
    cairn = opened()
    program = (
        "import sys; from cairn import create_cairn, Config\n"
        "inference = {'embed': {'url': sys.argv[2], 'model': 'test-model'}}\n"
        "create_cairn(sys.argv[1], config=Config(), inference=inference).ingest.add(sys.argv[3])\n"
    )
    arguments = [sys.executable, "-c", program, str(cairn.database), server.url, str(source)]
    with subprocess.Popen(arguments, cwd=Path(__file__).parents[2]) as run:
        assert reached.wait(60)
        run.kill()
    server.behave = well_behaved
    had = vectors_of(cairn)["tree"]
    assert had >= 200
    server.seen.clear()
    assert [job.state for job in cairn.start()] == ["stale"]
    report = cairn.ingest.refresh("tree")
    assert report.vectors == report.chunks
    assert len([text for text in server.texts if text.startswith("mod")]) <= report.chunks - had
    assert cairn.ingest.verify().ok


def test_other_model_is_noticed_and_never_mixed_in(opened: Open, server: Server, source: Path) -> None:
    opened().ingest.add(source)
    other = opened(model="other-model")
    answer = other.retrieve.search("how are bills sent by post")
    assert answer.tier == 0
    assert answer.degraded is not None
    assert "'test-model' and none of the present model 'other-model'" in answer.degraded
    second = source.parent / "second"
    second.mkdir()
    (second / "post.py").write_text("def stamp_bill():\n    '''How bills are sent by post.'''\n")
    other.ingest.add(second)
    answer = other.retrieve.search("how are bills sent by post")
    assert {hit.source for hit in answer.hits if hit.vec_rank is not None} == {"second"}
    assert answer.degraded is not None
    assert "no vectors of the present model in tree" in answer.degraded
    other.ingest.reindex("tree", vectors=True)
    answer = other.retrieve.search("how are bills sent by post")
    assert answer.degraded is None


def test_model_that_changed_behind_its_name_is_noticed(opened: Open, server: Server, source: Path) -> None:
    opened().ingest.add(source)

    def changed(seen: Seen) -> Reply:
        seen.body["model"] = "something else"
        return Reply(body={**embeddings(seen), "model": "test-model"})

    server.behave = changed
    cairn = opened()
    assert "none of the present model" in (cairn.retrieve.search("how are bills sent").degraded or "")
    server.seen.clear()
    (source / "new.py").write_text("def fresh():\n    return 1\n")
    report = cairn.ingest.refresh("tree")
    assert report.vectors == report.chunks
    assert cairn.retrieve.search("how are bills sent").degraded is None


def exchanged(seen: Seen) -> Reply:
    """Another model answers under the same name."""
    seen.body["model"] = "something else"
    return Reply(body={**embeddings(seen), "model": "test-model"})


@pytest.mark.parametrize(("first_of_the_other", "has_chunks"), [("docs/", False), ("function ", True)])
def test_model_that_is_exchanged_during_a_run_leaves_no_vector_that_may_be_of_either(
    opened: Open, server: Server, source: Path, first_of_the_other: str, has_chunks: bool
) -> None:
    def behave(seen: Seen) -> Reply:
        if any(text.startswith(first_of_the_other) for text in seen.body["input"]):
            server.behave = exchanged
        return well_behaved(seen)

    server.behave = behave
    cairn = opened()
    report = cairn.ingest.add(source)
    assert report.vectors == (report.chunks if has_chunks else 0)
    assert "another model in place of 'test-model' during the run" in report.warnings[0]
    assert "were dropped" in report.warnings[0]
    mended = cairn.ingest.reindex("tree", vectors=True)
    assert mended.vectors == mended.chunks
    assert cairn.retrieve.search("how are bills sent").degraded is None
    assert cairn.ingest.verify().ok


def test_model_that_is_exchanged_under_a_running_server_is_noticed_by_the_next_question(
    opened: Open, server: Server, source: Path
) -> None:
    cairn = opened()
    cairn.ingest.add(source)
    assert cairn.retrieve.search("how are bills sent").degraded is None
    server.behave = exchanged
    for question in ("what rate has a country", "how are bills sent"):
        assert "none of the present model" in (cairn.retrieve.search(question).degraded or "")


def test_endpoint_that_takes_one_text_at_a_time_answers_questions_too(opened: Open, server: Server, source: Path) -> None:
    server.behave = lambda seen: Reply(413) if len(seen.body["input"]) > 1 else well_behaved(seen)
    cairn = opened()
    report = cairn.ingest.add(source)
    assert report.vectors == report.chunks
    answer = cairn.retrieve.search("how are bills sent by post")
    assert (answer.tier, answer.degraded) == (1, None)


def test_model_that_is_not_named_is_known_by_what_the_endpoint_says(opened: Open, server: Server, source: Path) -> None:
    opened(model=None).ingest.add(source)
    assert all("model" not in seen.body for seen in server.seen)
    assert opened(model="test-model").retrieve.search("how are bills sent").tier == 1


def test_dead_endpoint_is_not_waited_for(opened: Open, server: Server, source: Path) -> None:
    cairn = opened()
    cairn.ingest.add(source)
    cairn.close()
    server.behave = lambda seen: Reply(body=embeddings(seen), hold=server.released)
    server.seen.clear()
    answer = cairn.retrieve.search("how are bills sent by post")
    assert answer.hits
    assert answer.degraded is not None
    assert "did not answer within" in answer.degraded
    again = cairn.retrieve.search("another question about bills")
    assert again.degraded == answer.degraded
    assert len(server.seen) == 1


def test_vector_of_a_question_is_asked_for_once(opened: Open, server: Server, source: Path) -> None:
    cairn = opened()
    cairn.ingest.add(source)
    server.seen.clear()
    for _ in range(3):
        cairn.retrieve.search("how are bills sent")
    assert server.texts == ["how are bills sent", PROBE]


def test_question_that_is_a_name_asks_nobody(opened: Open, server: Server, source: Path) -> None:
    cairn = opened()
    cairn.ingest.add(source)
    server.seen.clear()
    assert cairn.retrieve.search("send_invoice").hits[0].handle == "tree:shop/mail.py#send_invoice"
    assert server.seen == []


def test_one_word_that_names_nothing_is_answered_by_vectors(opened: Open, source: Path) -> None:
    cairn = opened()
    cairn.ingest.add(source)
    answer = cairn.retrieve.search("docking")
    assert (answer.tier, answer.degraded) == (1, None)
    assert answer.hits
    assert answer.hits[0].vec_rank is not None
    assert cairn.retrieve.search("send_invoice").tier == 0


def test_graph_finds_entities_by_what_they_do(opened: Open, source: Path) -> None:
    cairn = opened()
    cairn.ingest.add(source)
    answer = cairn.retrieve.graph("send the bill by post")
    assert answer.nearest
    assert "tree:shop/mail.py#send_invoice" in answer.matches


def test_filters_hold_for_what_vectors_find(opened: Open, source: Path) -> None:
    cairn = opened()
    cairn.ingest.add(source)
    for filters in (Filters(lang="markdown"), Filters(path_glob="docs/**"), Filters(kind="section")):
        hits = cairn.retrieve.search("how are bills sent by post", filters).hits
        assert hits
        assert {hit.file for hit in hits} == {"docs/guide.md"}


def test_verify_finds_vectors_that_do_not_agree_and_a_repair_and_the_next_run_mend_them(opened: Open, source: Path) -> None:
    cairn = opened()
    chunks = cairn.ingest.add(source).chunks
    cairn.close()
    with sqlite3.connect(str(cairn.database)) as database:
        database.execute("DELETE FROM vector_sketch WHERE vector_id IN (SELECT vector_id FROM chunk_vector LIMIT 1)")
        database.execute("UPDATE vector SET value = x'00' WHERE id = (SELECT max(id) FROM vector)")
        database.execute("INSERT INTO chunk_vector VALUES (987654, 987654)")
    database.close()
    report = cairn.ingest.verify()
    assert {fault.check for fault in report.faults} == {"vectors"}
    assert len(report.faults) == 4
    assert cairn.ingest.verify(repair=True).ok
    assert cairn.ingest.refresh("tree").vectors == chunks
    assert cairn.retrieve.search("how are bills sent by post").degraded is None


def test_space_of_vectors_is_freed(opened: Open, tmp_path: Path, source: Path) -> None:
    cairn = opened()
    cairn.ingest.add(source)
    with create_cairn(cairn.database, config=Config()) as plain:  # which leaves vectors behind that nothing has
        (source / "shop" / "mail.py").unlink()
        plain.ingest.refresh("tree")
        plain.ingest.gc()
        assert plain.ingest.verify().ok
    with sqlite3.connect(str(cairn.database)) as database:
        ((left,),) = database.execute("SELECT count(*) FROM vector").fetchall()
        ((used,),) = database.execute(
            "SELECT count(*) FROM (SELECT vector_id FROM chunk_vector UNION SELECT vector_id FROM entity_vector)"
        ).fetchall()
    database.close()
    assert left == used


def test_without_sqlite_vec_text_answers_and_says_so(opened: Open, server: Server, source: Path) -> None:
    cairn = opened()
    cairn.ingest.add(source)
    program = (
        "import sys; sys.modules['sqlite_vec'] = None\n"
        "from cairn import create_cairn, Config\n"
        "inference = {'embed': {'url': sys.argv[2], 'model': 'test-model'}}\n"
        "cairn = create_cairn(sys.argv[1], config=Config(), inference=inference)\n"
        "cairn.ingest.add(sys.argv[3])\n"
        "answer = cairn.retrieve.search('how are bills sent by post')\n"
        "print(answer.tier, len(answer.hits) > 0, answer.degraded)\n"
        "cairn.ingest.remove('tree')\n"
    )
    command = [sys.executable, "-c", program, str(cairn.database), server.url, str(source)]
    ran = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("0 True vectors cannot be compared here, as sqlite-vec does not load")


def test_probe_at_the_start_says_what_is_wrong_and_stops_nothing(opened: Open, server: Server, source: Path) -> None:
    cairn = opened()
    cairn.ingest.add(source)
    cairn.close()
    server.seen.clear()
    assert cairn.start() == []
    assert PROBE in server.texts
    server.behave = lambda seen: Reply(body={"data": [{"embedding": [1.0] * 768} for _ in seen.body["input"]]})
    other = opened()
    assert other.start() == []
    assert "have 768 numbers but Cairn's have 1024" in (other.probe() or "")


def test_offline_an_endpoint_elsewhere_is_not_asked_and_text_answers(tmp_path: Path, source: Path) -> None:
    config = Config(offline=True, embed_url="http://embed.invalid/v1")
    with create_cairn(tmp_path / "x.db", config=config) as cairn:
        report = cairn.ingest.add(source)
        assert "CAIRN_OFFLINE" in report.warnings[-1]
        answer = cairn.retrieve.search("how are bills sent")
        assert answer.hits
        assert "CAIRN_OFFLINE" in (answer.degraded or "")


def test_a_chat_endpoint_without_an_embed_endpoint_is_for_chat_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("# Boiling\n\nWater boils at 100 degrees.\n")
    with create_cairn(tmp_path / "x.db", config=Config(chat_url="http://127.0.0.1:1/v1")) as cairn:
        assert cairn.tier == 0
        assert cairn.ingest.add(tmp_path / "notes.md").warnings == []


@pytest.mark.parametrize(
    "inference", [{"embed": {}}, {"embed": {"url": "ftp://x"}}, {"embed": {"uri": "http://x"}}, {"other": {"url": "http://x"}}]
)
def test_inference_that_cannot_be_is_refused(tmp_path: Path, inference: dict[str, dict[str, str]]) -> None:
    with pytest.raises(UsageError, match="inference"):
        create_cairn(tmp_path / "x.db", config=Config(), inference=inference)


def test_empty_inference_is_tier_0_whatever_the_settings_say(tmp_path: Path) -> None:
    config = Config(embed_url="http://127.0.0.1:1/v1")
    assert create_cairn(tmp_path / "x.db", config=config).tier == 1
    assert create_cairn(tmp_path / "x.db", config=config, inference={}).tier == 0


def test_index_without_vectors_has_no_table_for_them(tmp_path: Path, source: Path) -> None:
    with create_cairn(tmp_path / "x.db", config=Config()) as cairn:
        cairn.ingest.add(source)
        assert vectors_of(cairn) == {"tree": 0}
    with sqlite3.connect(tmp_path / "x.db") as database:
        assert not database.execute("SELECT name FROM sqlite_schema WHERE name LIKE '%vector%'").fetchall()
    database.close()
