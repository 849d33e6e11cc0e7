from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cairn.app import create_cairn
from cairn.chunk.tokens import count_tokens
from cairn.cli.main import run

if TYPE_CHECKING:
    from tests.cli.conftest import Command


def test_init_creates_the_database_and_names_the_tier(cairn: Command, tmp_path: Path) -> None:
    outcome = cairn("init", "--db", tmp_path / "new" / "cairn.db", "--json")
    assert outcome.status == 0
    assert outcome.document == {"db": str(tmp_path / "new" / "cairn.db"), "tier": 0}
    assert (tmp_path / "new" / "cairn.db").exists()


def test_a_source_goes_from_add_to_gc(cairn: Command, shop: Path, tmp_path: Path) -> None:
    db = tmp_path / "cairn.db"
    added = cairn("add", shop, "--label", "store", "--db", db)
    assert added.status == 0
    assert added.out.startswith("store: files 4 added; ")
    assert "1 path skipped: cairn list store --skipped" in added.out
    assert cairn("rename", "store", "shop", "--db", db).out == "store is now shop\n"
    (shop / "shop" / "cart.py").unlink()
    assert "1 deleted" in cairn("refresh", "shop", "--db", db).out
    assert cairn("remove", "shop", "--db", db).out.startswith("shop is removed (3 files)")
    assert cairn("export", "--db", db).out == ""
    assert cairn("gc", "--db", db).out.endswith(" MB now\n")
    assert cairn("list", "--db", db).out == "no sources yet; `cairn add PATH` adds one\n"


def test_add_with_json_reports_its_counts(cairn: Command, shop: Path, tmp_path: Path) -> None:
    report = cairn("add", shop, "--json", "--db", tmp_path / "cairn.db").document
    assert report["source"] == shop.name
    assert (report["added"], report["changed"], report["deleted"], report["skipped"]) == (4, 0, 0, 1)


def test_adding_again_is_a_refresh(cairn: Command, shop: Path, tmp_path: Path) -> None:
    cairn("add", shop, "--db", tmp_path / "cairn.db")
    assert cairn("add", shop, "--db", tmp_path / "cairn.db", "--json").document["unchanged"] == 4


def test_the_same_label_for_another_place_is_refused(cairn: Command, shop: Path, tmp_path: Path) -> None:
    cairn("add", shop, "--label", "a", "--db", tmp_path / "cairn.db")
    assert cairn("add", shop / "shop", "--label", "a", "--db", tmp_path / "cairn.db").status == 3


def test_a_text_from_standard_input_is_a_source_that_a_second_one_replaces(
    cairn: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "cairn.db"
    for text in ("# Old\n\nzanzibar\n", "# New\n\nhonolulu\n"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert cairn("add", "-", "--label", "memo", "--db", db).status == 0
    assert cairn("search", "honolulu", "--json", "--db", db).document["hits"][0]["handle"] == "memo:memo.md#new"
    assert cairn("search", "zanzibar", "--json", "--db", db).document["hits"] == []
    assert cairn("refresh", "memo", "--json", "--db", db).document["unchanged"] == 1


def test_an_empty_text_from_standard_input_is_a_usage_error_and_makes_no_index(
    cairn: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b" \n")))
    assert cairn("add", "-", "--db", tmp_path / "cairn.db").status == 2
    assert not (tmp_path / "cairn.db").exists()


def test_a_page_of_this_machine_is_refused_and_makes_no_index(cairn: Command, tmp_path: Path) -> None:
    outcome = cairn("add", "http://127.0.0.1:9/page", "--db", tmp_path / "cairn.db")
    assert outcome.status == 3
    assert not (tmp_path / "cairn.db").exists()


def test_refresh_all_goes_on_after_a_source_that_has_vanished(cairn: Command, shop: Path, tmp_path: Path) -> None:
    db, gone = tmp_path / "cairn.db", tmp_path / "gone"
    gone.mkdir()
    (gone / "a.py").write_text("x = 1\n", encoding="utf-8")
    cairn("add", gone, "--label", "a-gone", "--db", db)
    cairn("add", shop, "--label", "shop", "--db", db)
    gone.rename(tmp_path / "moved")
    outcome = cairn("refresh", "all", "--json", "--db", db)
    assert outcome.status == 3
    assert [report["source"] for report in outcome.document["reports"]] == ["shop"]
    assert [error["source"] for error in outcome.document["errors"]] == ["a-gone"]


def test_list_is_a_row_a_source(cairn: Command, shared_db: Path) -> None:
    head, row = cairn("list", "--db", shared_db).out.splitlines()
    assert head.split()[:4] == ["label", "kind", "files", "chunks"]
    assert row.split()[:3] == ["shop", "code", "4"]
    assert row.endswith(str(shared_db.parent / "shop"))


def test_list_with_json_is_the_documented_document(cairn: Command, shared_db: Path) -> None:
    document = cairn("list", "--json", "--db", shared_db).document
    assert set(document) == {"sources", "tier"}
    fields = {"label", "kind", "location", "files", "chunks", "entities", "edges", "vectors", "indexed_at", "commit", "stale"}
    assert fields <= set(document["sources"][0])


def test_list_of_a_source_tells_files_and_what_was_skipped(cairn: Command, shared_db: Path) -> None:
    document = cairn("list", "shop", "--files", "--skipped", "--json", "--db", shared_db).document
    assert {row["file"] for row in document["files"]} == {"README.md", "shop/__init__.py", "shop/cart.py", "shop/tax.py"}
    assert [(row["file"], row["reason"]) for row in document["skipped"]] == [("logo.bin", "binary")]
    assert set(cairn("list", "shop", "--files", "--json", "--db", shared_db).document) == {"files"}
    assert "logo.bin" in cairn("list", "shop", "--skipped", "--db", shared_db).out


def test_an_unknown_source_is_status_1_and_names_those_that_exist(cairn: Command, shared_db: Path) -> None:
    for words in (
        ["list", "shp"],
        ["list", "shp", "--files"],
        ["search", "x", "--source", "shp"],
        ["refresh", "shp"],
        ["remove", "shp"],
    ):
        outcome = cairn(*words, "--db", shared_db)
        assert outcome.status == 1, words
        assert "'shp'" in outcome.err


def test_list_files_needs_a_source(cairn: Command, shared_db: Path) -> None:
    assert cairn("list", "--files", "--db", shared_db).status == 2


def test_search_shows_where_handle_and_text(cairn: Command, shared_db: Path) -> None:
    lines = cairn("search", "Rate.apply", "-k", "1", "--db", shared_db).out.splitlines()
    assert lines[0].startswith(" 1 shop:shop/tax.py:")
    assert lines[1].strip().startswith("shop:shop/tax.py#Rate")
    assert any("def apply(self, amount: int) -> int:" in line for line in lines)


def test_search_with_json_is_the_documented_document(cairn: Command, shared_db: Path) -> None:
    document = cairn("search", "retry", "limit", "--json", "--db", shared_db).document
    assert document["query"] == "retry limit"
    assert document["hits"][0]["file"] == "README.md"
    assert (document["tier"], document["truncated"], document["degraded"]) == (0, False, None)
    fields = {
        "source",
        "file",
        "lang",
        "start_line",
        "end_line",
        "handle",
        "score",
        "fts_rank",
        "vec_rank",
        "text",
        "stale",
        "flags",
    }
    assert fields <= set(document["hits"][0])


@pytest.mark.parametrize("query", ["", "   ", '"', "->", "NOT", "-retry", "*", "a\x01b", "col:val", "\ud800"])
def test_any_text_is_a_valid_query(cairn: Command, shared_db: Path, query: str) -> None:
    for verb in ("search", "ask"):
        outcome = cairn(verb, "--json", "--db", shared_db, "--", query)
        assert outcome.status in (0, 1), verb
        assert "error" not in outcome.document
    for verb in ("graph", "show"):
        outcome = cairn(verb, "--json", "--db", shared_db, "--", query)
        assert outcome.status in (0, 1), verb
        assert outcome.document.get("error", {"code": "not_found"})["code"] == "not_found"


def test_an_empty_query_is_answered_empty_with_status_0(cairn: Command, shared_db: Path) -> None:
    assert cairn("search", "", "--json", "--db", shared_db).status == 0
    assert cairn("search", "", "--json", "--db", shared_db).document["hits"] == []
    assert cairn("ask", " ", "--db", shared_db).status == 0


def test_no_hit_is_status_1(cairn: Command, shared_db: Path) -> None:
    outcome = cairn("search", "xylophonequartz", "--db", shared_db)
    assert outcome.status == 1
    assert outcome.out.startswith("no hits")


def test_explain_names_the_parts_of_the_score(cairn: Command, shared_db: Path) -> None:
    assert cairn("search", "apply", "--explain", "--json", "--db", shared_db).document["hits"][0]["explain"]
    assert "explain" not in cairn("search", "apply", "--json", "--db", shared_db).document["hits"][0]


def test_literal_and_regex_exclude_each_other(cairn: Command, shared_db: Path) -> None:
    assert cairn("search", "x", "--literal", "--regex", "--db", shared_db).status == 2


def test_exact_text_is_a_line_a_place_also_on_a_decorator(cairn: Command, tree: Path, tmp_path: Path) -> None:
    (tree / "web.py").write_text("import app\n\n\n@app.route('/tea')\n@app.guarded\ndef tea():\n    return 1\n", encoding="utf-8")
    with create_cairn(tmp_path / "web.db") as made:
        made.ingest.add(tree, label="web")
    db = tmp_path / "web.db"
    assert cairn("search", "--literal", "@app.route", "--db", db).out == "web:web.py:4 #tea | @app.route('/tea')\n"
    assert cairn("search", "--regex", "return .", "--db", db).out == "web:web.py:7 #tea | return 1\n"
    assert "@app.guarded" in cairn("search", "guarded", "--db", db).out
    assert "import app" in cairn("search", "guarded", "--whole", "--db", db).out


def test_graph_lists_callers_and_callees_with_their_lines(cairn: Command, shared_db: Path) -> None:
    outcome = cairn("graph", "total_with_tax", "--db", shared_db)
    assert outcome.status == 0
    assert "shop:shop/cart.py#total_with_tax  function  shop/cart.py:6-8" in outcome.out
    assert "called by (1)\n    12  shop:shop/cart.py#checkout" in outcome.out
    assert "shop:shop/tax.py#Rate.apply" in outcome.out


def test_no_callers_is_said_with_the_number_of_unresolved_references(cairn: Command, shared_db: Path) -> None:
    outcome = cairn("graph", "unused_rate", "--db", shared_db)
    assert "no callers found; 0 references of the same name could not be resolved" in outcome.out


def test_graph_has_diagrams(cairn: Command, shared_db: Path) -> None:
    assert cairn("graph", "checkout", "--format", "mermaid", "--db", shared_db).out.startswith("flowchart LR\n")
    assert cairn("graph", "checkout", "--format", "dot", "--db", shared_db).out.startswith("digraph cairn {\n")
    assert cairn("graph", "checkout", "--format", "json", "--db", shared_db).document["matches"] == ["shop:shop/cart.py#checkout"]


def test_graph_with_json_has_the_objects_of_export(cairn: Command, shared_db: Path) -> None:
    document = cairn("graph", "checkout", "--json", "--db", shared_db).document
    assert {"matches", "entities", "edges", "unresolved_same_name", "truncated"} <= set(document)
    assert {row["type"] for row in document["entities"]} == {"entity"}
    assert {row["type"] for row in document["edges"]} == {"edge"}


def test_an_unknown_handle_is_status_1_and_names_the_closest_ones(cairn: Command, shared_db: Path) -> None:
    outcome = cairn("show", "Rate.aply", "--db", shared_db)
    assert outcome.status == 1
    assert "apply" in outcome.err


def test_path_shows_each_step_with_its_line(cairn: Command, shared_db: Path) -> None:
    outcome = cairn("path", "checkout", "Rate.apply", "--db", shared_db)
    assert outcome.out.splitlines() == [
        "shop:shop/cart.py#checkout",
        "  ↓ calls  shop/cart.py:12",
        "shop:shop/cart.py#total_with_tax",
        "  ↓ calls  shop/cart.py:8",
        "shop:shop/tax.py#Rate.apply",
    ]


def test_no_path_is_status_1_unless_edges_may_be_walked_backwards(cairn: Command, shared_db: Path) -> None:
    assert cairn("path", "Rate.apply", "checkout", "--db", shared_db).status == 1
    document = cairn("path", "Rate.apply", "checkout", "--json", "--db", shared_db).document
    assert {"found": False, "steps": [], "unresolved_same_name": 0}.items() <= document.items()
    assert [edge["src"] for edge in document["dst_users"]] == []
    backwards = cairn("path", "Rate.apply", "checkout", "--undirected", "--db", shared_db)
    assert backwards.status == 0
    assert backwards.out.splitlines()[0::2] == [
        "shop:shop/tax.py#Rate.apply",
        "shop:shop/cart.py#total_with_tax",
        "shop:shop/cart.py#checkout",
    ]


def test_ask_shows_the_edges_of_each_hit(cairn: Command, shared_db: Path) -> None:
    outcome = cairn("ask", "total with tax", "--db", shared_db)
    assert outcome.status == 0
    assert "shop:shop/cart.py#total_with_tax" in outcome.out
    assert "called by (1)" in outcome.out


def test_show_prints_the_text_alone(cairn: Command, shared_db: Path) -> None:
    outcome = cairn("show", "checkout", "--db", shared_db)
    assert outcome.out == "def checkout(prices: list[int]) -> int:\n    return total_with_tax(prices)\n"
    assert outcome.err == ""


@pytest.mark.parametrize("target", ["shop:shop/cart.py:L11-L11", "shop:shop/cart.py:11"])
def test_show_takes_lines_of_a_file(cairn: Command, shared_db: Path, target: str) -> None:
    assert cairn("show", target, "--db", shared_db).out == "def checkout(prices: list[int]) -> int:\n"


def test_export_is_json_lines_and_the_same_every_time(cairn: Command, shared_db: Path) -> None:
    first, second = cairn("export", "--db", shared_db), cairn("export", "--db", shared_db)
    assert first.out == second.out
    document = cairn("export", "--json", "--db", shared_db).document
    assert len(document["entities"]) + len(document["edges"]) == len(first.out.splitlines())


def test_quiet_silences_the_summary(cairn: Command, shop: Path, tmp_path: Path) -> None:
    outcome = cairn("add", shop, "-q", "--db", tmp_path / "cairn.db")
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_for_the_shell(cairn: Command, shell: str) -> None:
    outcome = cairn("completion", shell)
    assert outcome.status == 0
    assert "_CAIRN_COMPLETE" in outcome.out


def test_completion_of_an_unknown_shell_names_the_known_ones(cairn: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    outcome = cairn("completion")
    assert outcome.status == 2
    assert "bash, zsh, fish" in outcome.err


def test_impact_marks_layers_and_ends_with_the_sums(cairn: Command, shared_db: Path) -> None:
    outcome = cairn("impact", "Rate.apply", "--db", shared_db)
    assert outcome.status == 0
    assert "layer 1 (1)\n  shop:shop/cart.py\n    #total_with_tax  calls :8" in outcome.out
    assert "  shop:shop/cart.py\n    #checkout  entry point  calls total_with_tax :12" in outcome.out
    assert "reached by 2: 0 tests, 1 entry point; 0 references of the same name could not be resolved" in outcome.out
    document = cairn("impact", "Rate.apply", "--json", "--depth", 1, "--db", shared_db).document
    assert [[node["handle"] for node in layer] for layer in document["layers"]] == [["shop:shop/cart.py#total_with_tax"]]
    assert document["layers"][0][0]["via_edge"]["type"] == "edge"


def test_impact_needs_a_handle_or_a_diff_of_a_checkout(cairn: Command, shared_db: Path) -> None:
    assert cairn("impact", "--db", shared_db).status == 2
    outcome = cairn("impact", "--diff", "--source", "shop", "--db", shared_db)
    assert outcome.status == 1
    assert "is in no git checkout; name handles" in outcome.err


def test_sources_are_linked_and_unlinked(cairn: Command, shop: Path, tmp_path: Path) -> None:
    db = tmp_path / "cairn.db"
    user = tmp_path / "user"
    user.mkdir()
    (user / "a.py").write_text("from shop.cart import checkout\n\n\ndef pay():\n    return checkout([])\n")
    assert cairn("add", shop, "--label", "shop", "--db", db).status == 0
    assert cairn("add", user, "--db", db).status == 0
    before = cairn("export", "--db", db).out
    assert "no links" in cairn("links", "--db", db).out
    assert cairn("link", "user", "shop", "--db", db).out == "user is linked to shop: 2 edges\n"
    assert cairn("links", "--json", "--db", db).document == {"links": [{"src": "user", "dst": "shop", "edges": 2}]}
    assert "user:a.py#pay" in cairn("graph", "checkout", "--direction", "in", "--db", db).out
    assert cairn("unlink", "user", "shop", "--db", db).status == 0
    assert cairn("export", "--db", db).out == before
    assert cairn("unlink", "user", "shop", "--db", db).status == 1
    assert cairn("link", "user", "user", "--db", db).status == 2


def test_export_writes_the_formats_of_other_tools(shared_db: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["export", "--format", "graphml", "--db", str(shared_db)]) == 0
    assert capfdbinary.readouterr().out.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<graphml')
    assert run(["export", "--format", "scip", "--source", "shop", "--db", str(shared_db)]) == 0
    assert b"cairn . shop . shop/`tax.py`/Rate#apply()." in capfdbinary.readouterr().out


def test_unknown_language_is_status_1_with_an_error_document(cairn: Command, shared_db: Path) -> None:
    for verb in ("search", "ask"):
        found = cairn(verb, "rate", "--lang", "pyhton", "--json", "--db", shared_db)
        assert (found.status, found.document["error"]["code"]) == (1, "not_found")
        assert "there are: 'markdown', 'python'" in found.err


def test_graph_of_a_handle_that_does_not_exist_is_status_1_as_show_is(cairn: Command, shared_db: Path) -> None:
    for verb in ("graph", "show"):
        found = cairn(verb, "shop:shop/tax.py#Rate.aply", "--db", shared_db)
        assert (found.status, "closest: 'Rate.apply'" in found.err) == (1, True)


def test_graph_of_words_says_that_its_matches_are_the_nearest(cairn: Command, shared_db: Path) -> None:
    assert cairn("graph", "tax to an amount", "--db", shared_db).out.startswith("nothing has exactly this name")
    assert cairn("graph", "tax to an amount", "--json", "--db", shared_db).document["nearest"] is True


def test_pack_prints_code_that_ends_with_the_definition_at_the_cursor(cairn: Command, shop: Path, tmp_path: Path) -> None:
    db = tmp_path / "cairn.db"
    cairn("add", shop, "--label", "shop", "--db", db)
    outcome = cairn("pack", f"{shop / 'shop' / 'cart.py'}:8:5", "--db", db)
    assert outcome.status == 0
    assert "# callee: shop:shop/tax.py#Rate\n" in outcome.out
    assert outcome.out.rstrip().endswith("return rate.apply(sum(prices))")
    document = cairn("pack", "shop:shop/cart.py#total_with_tax", "--budget", "120", "--json", "--db", db).document
    assert (document["target"], document["budget"]) == ("shop:shop/cart.py#total_with_tax", 120)
    assert document["tokens"] <= 120
    assert document["omitted"] > 0
    assert cairn("pack", "nothing_like_it", "--db", db).status == 1


def test_map_prints_an_outline_and_its_document(cairn: Command, shared_db: Path) -> None:
    assert "L4 class Rate" in cairn("map", "shop", "--db", shared_db).out
    document = cairn("map", "--focus", "checkout", "--json", "--db", shared_db).document
    assert document["tokens"] <= document["budget"] == 2000
    assert set(document["entries"][0]) >= {"handle", "signature", "score"}
    assert cairn("map", "nowhere", "--db", shared_db).status == 1


def test_tags_are_listed_and_keep_a_search_to_what_has_them(cairn: Command, shop: Path, tmp_path: Path) -> None:
    db = tmp_path / "cairn.db"
    (shop / "ops.md").write_text("---\ntags: [on call]\n---\n# Operations\n\nThe retry limit of taxes.\n", encoding="utf-8")
    cairn("add", shop, "--label", "shop", "--db", db)
    assert cairn("tags", "--json", "--db", db).document == {"tags": [{"tag": "on-call", "count": 2}]}
    hits = cairn("search", "retry limit", "--tag", "on-call", "--json", "--db", db).document["hits"]
    assert {hit["file"] for hit in hits} == {"ops.md"}
    assert cairn("ask", "retry", "--tag", "other", "--db", db).status == 1
    assert cairn("graph", "Operations", "--tag", "on-call", "--db", db).status == 0


def test_questions_are_drafted_once_and_scored(cairn: Command, shared_db: Path, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    assert cairn("eval", file, "--db", shared_db).status == 4
    assert cairn("eval", file, "--init", "--db", shared_db).status == 0
    assert cairn("eval", file, "--init", "--db", shared_db).status == 3
    (score,) = cairn("eval", file, "--json", "--db", shared_db).document["scores"]
    assert score["recall_1"] == 1.0
    compared = cairn("eval", file, "--compare", "", "lang=markdown", "--db", shared_db)
    assert "lang=markdown" in compared.out
    assert "sign test" in compared.out
    assert cairn("eval", file, "--with", "colour=red", "--db", shared_db).status == 2


def test_a_source_without_a_file_for_the_index_says_what_was_skipped_and_why(cairn: Command, tree: Path, tmp_path: Path) -> None:
    (tree / "a.png").write_bytes(b"\x89PNG")
    outcome = cairn("add", tree, "--db", tmp_path / "x.db")
    assert outcome.status == 1
    assert "; 1 file was skipped: binary; " in outcome.err
    (tree / "b.py").write_bytes(b"\0" * 100)
    (tree / ".cairnignore").write_text("c.py\n.cairnignore\n")
    (tree / "c.py").write_text("x = 1\n")
    assert "paths were skipped: 2 " in cairn("add", tree, "--db", tmp_path / "x.db").err


PRINTED = [("search", "total price"), ("ask", "total price"), ("graph", "round_price"), ("impact", "round_price")]


@pytest.fixture(scope="module")
def wide_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index with long functions that many others call."""
    folder = tmp_path_factory.mktemp("wide").resolve()
    body = "".join(f"    price = round_price(price + {n})\n" for n in range(40))
    for n in range(12):
        path = folder / "wide" / f"part_{n}.py"
        path.parent.mkdir(exist_ok=True)
        start = "def round_price(price):\n    return price\n\n\n" if n == 0 else "from part_0 import round_price\n\n\n"
        path.write_text(f"{start}def total_price_{n}(price):\n{body}    return price\n", "utf-8")
    assert run(["add", str(folder / "wide"), "--db", str(folder / "cairn.db"), "-q"]) == 0
    return folder / "cairn.db"


def test_an_impact_that_is_cut_says_how_many_there_are_and_how_to_get_the_rest(cairn: Command, wide_db: Path) -> None:
    cut = cairn("impact", "round_price", "--limit", 5, "--db", wide_db).out
    assert "cut, 5 of 12 shown; --limit 12, a larger --budget, or a smaller --depth shows the rest" in cut
    whole = cairn("impact", "round_price", "--limit", 12, "--db", wide_db).out
    assert "cut" not in whole
    assert whole.count("wide:part_0.py") == 2  # the target, and the file of who calls it
    assert "  wide:part_0.py\n    #total_price_0  entry point  calls :6,7,8 +37" in whole


@pytest.mark.parametrize("words", PRINTED)
def test_budget_of_a_text_counts_what_is_printed(cairn: Command, wide_db: Path, words: tuple[str, str]) -> None:
    whole = cairn(*words, "--db", wide_db).out
    assert cairn(*words, "--budget", "5000", "--db", wide_db).out == whole
    budget = count_tokens(whole) * 3 // 4
    cut = cairn(*words, "--budget", budget, "--db", wide_db).out
    assert budget / 2 < count_tokens(cut) <= budget
    assert "cut" in cut


@pytest.mark.parametrize("words", PRINTED)
def test_budget_that_holds_nothing_is_said_to_be_too_small(cairn: Command, wide_db: Path, words: tuple[str, str]) -> None:
    outcome = cairn(*words, "--budget", 3, "--db", wide_db)
    assert outcome.status == 2
    assert "a --budget of 3 tokens does not hold one" in outcome.err
    needed = outcome.err.split()[-1]
    assert cairn(*words, "--budget", needed, "--db", wide_db).status == 0


def test_second_hit_is_cut_to_the_budget_of_a_document_as_the_first_is(cairn: Command, wide_db: Path) -> None:
    hits = cairn("search", "total price", "--db", wide_db, "--json", "--budget", 1000).document["hits"]
    assert len(hits) > 1
    assert 5 <= hits[-1]["text"].count("\n") < 42
