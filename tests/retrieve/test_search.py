"""Search: what comes first, filters, budget, exact text."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn import Cairn, Config, create_cairn
from cairn.answers.terminal.hits import excerpt_lines
from cairn.chunk.tokens import count_tokens
from cairn.errors import AmbiguousError, NotFoundError, UsageError
from cairn.retrieve.facade import Retrieve
from cairn.retrieve.filters import EVERYWHERE, Filters
from tests.retrieve.conftest import write_files


def places(retrieve: Retrieve, query: str, filters: Filters = EVERYWHERE) -> list[str]:
    """The files of the hits, in order."""
    return [hit.file for hit in retrieve.search(query, filters).hits]


@pytest.mark.parametrize(
    "query", ["Rate.apply", "rate_for", "rateFor", "rate for", "RATE_FOR", "Rate::apply", "rate_f", "rate_for()", "rate_fro"]
)
def test_definition_comes_before_its_uses(retrieve: Retrieve, query: str) -> None:
    hit = retrieve.search(query).hits[0]
    assert hit.file == "billing/tax.py"
    assert ("apply" if "apply" in query else "rate_for") in hit.text


@pytest.mark.parametrize("query", ["parseHTTPAmount", "parse_http_amount", "parse http amount", "http amount"])
def test_identifier_is_found_whole_and_by_its_parts(retrieve: Retrieve, query: str) -> None:
    assert "parseHTTPAmount" in retrieve.search(query).hits[0].text


@pytest.mark.parametrize(
    "query", ["Upload retries", "retry-limit", "don't", "user's quota", "38.101", '"quota is shared"', "uploads retry"]
)
def test_prose_is_found_by_its_heading_and_its_text(retrieve: Retrieve, query: str) -> None:
    assert places(retrieve, query)[0] == "docs/guide.md"


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Retrieve]:
    """What is written in Chinese, Japanese and Korean, each in a file of its own."""
    root = tmp_path_factory.mktemp("wide").resolve()
    lines = {"zh.py": "# 新的税率表\nrates = {}\n", "ja.md": "# ルーター設定\n\nport\n", "ko.py": "과세표준 = 1\n"}
    write_files(root / "src", lines)
    with create_cairn(root / "cairn.db", config=Config()) as made:
        made.ingest.add(root / "src")
        yield made.retrieve


@pytest.mark.parametrize("query", ["税率", "二次分词", "国家计算"])
def test_chinese_text_is_found_by_any_part_of_it(retrieve: Retrieve, query: str) -> None:
    assert places(retrieve, query)[0] == "docs/zh.md"


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("税", "税率表"),
        ("表", "税率表"),
        ("率", "税率表"),
        ("ル", "ルーター設定"),
        ("定", "ルーター設定"),
        ("세", "과세표준"),
        ("준", "과세표준"),
    ],
)
def test_one_character_is_found_wherever_it_stands_in_a_run(wide: Retrieve, query: str, line: str) -> None:
    assert line in wide.search(query).hits[0].text


def test_one_character_is_a_word_of_a_longer_question(wide: Retrieve) -> None:
    assert "税率表" in wide.search("表 table of rates").hits[0].text


def test_inflected_word_finds_the_other_forms(retrieve: Retrieve) -> None:
    assert places(retrieve, "rounding amounts")[0] == "billing/money.py"


def test_tests_come_after_code_unless_they_are_asked_for(retrieve: Retrieve) -> None:
    assert places(retrieve, "rate for country")[0] == "billing/tax.py"
    assert places(retrieve, "test of the rate for a country")[0] == "tests/test_tax.py"


def test_quoted_sentence_is_found_where_it_stands(retrieve: Retrieve) -> None:
    assert (
        "send_invoice" in retrieve.search("Send the invoice by mail, and try again when the server does not answer").hits[0].text
    )


def test_misspelled_name_is_found_and_the_right_one_is_told(retrieve: Retrieve) -> None:
    answer = retrieve.search("parseHTPTAmount")
    assert "parseHTTPAmount" in answer.did_you_mean
    assert "parseHTTPAmount" in answer.hits[0].text


def test_right_name_makes_no_suggestion(retrieve: Retrieve) -> None:
    assert retrieve.search("rate_for").did_you_mean == []


def test_hit_tells_where_it_is_and_what_it_is_part_of(retrieve: Retrieve) -> None:
    hit = retrieve.search("Rate.supply").hits[0]
    assert (hit.source, hit.file, hit.lang, hit.vec_rank, hit.stale) == ("shop", "billing/tax.py", "python", None, False)
    assert hit.handle is not None
    assert hit.handle.startswith("shop:billing/tax.py#Rate")
    assert hit.start_line <= 16 <= hit.end_line
    assert hit.fts_rank is not None
    assert "def supply" in hit.text


def test_answer_is_the_same_every_time(retrieve: Retrieve) -> None:
    assert retrieve.search("tax rate of a country", explain=True) == retrieve.search("tax rate of a country", explain=True)


def test_explain_names_the_parts_of_each_score(retrieve: Retrieve) -> None:
    assert retrieve.search("rate_for").hits[0].explain == {}
    parts = retrieve.search("rate_for", explain=True).hits[0].explain
    assert {"words", "phrase", "name", "definition", "role", "file"} <= parts.keys()


def test_no_two_hits_name_the_same_lines(retrieve: Retrieve) -> None:
    seen: set[tuple[str, int]] = set()
    for hit in retrieve.search("rate tax money country amount invoice upload", k=50).hits:
        lines = {(hit.file, line) for line in range(hit.start_line, hit.end_line + 1)}
        assert not lines & seen
        seen |= lines


def test_long_file_without_definitions_is_not_named_twice(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "long.cfg").write_text("".join(f"needle = value {n}\n" for n in range(400)))
    with create_cairn(tmp_path / "cairn.db", config=Config()) as cairn:
        cairn.ingest.add(folder)
        hits = cairn.retrieve.search("needle value", k=20).hits
    lines = [line for hit in hits for line in range(hit.start_line, hit.end_line + 1)]
    assert len(lines) == len(set(lines)) > 100
    for hit in hits:
        assert hit.text.count("\n") == hit.end_line - hit.start_line + 1


def test_k_bounds_the_hits(retrieve: Retrieve) -> None:
    assert len(retrieve.search("rate", k=2).hits) == 2


def test_filters_keep_to_language_path_kind_and_source(retrieve: Retrieve) -> None:
    assert set(places(retrieve, "rate country", Filters(lang="markdown"))) <= {"docs/guide.md", "docs/zh.md", "CHANGELOG.md"}
    assert set(places(retrieve, "rate country", Filters(path_glob="billing/*.py"))) == {"billing/tax.py", "billing/invoice.py"}
    assert set(places(retrieve, "rate country", Filters(path_glob="docs"))) == {"docs/guide.md"}
    assert set(places(retrieve, "tax", Filters(kind="section"))) <= {"docs/guide.md", "CHANGELOG.md"}
    assert places(retrieve, "rate", Filters(("shop",))) == places(retrieve, "rate")


def test_unknown_source_is_named_with_those_that_there_are(retrieve: Retrieve) -> None:
    with pytest.raises(NotFoundError, match=r"no source named 'nowhere'; there are: 'shop'"):
        retrieve.search("rate", Filters(("nowhere",)))


@pytest.mark.parametrize("budget", [1, 40, 150, 400, 5000])
def test_answer_is_not_longer_than_its_budget(retrieve: Retrieve, budget: int) -> None:
    answer = retrieve.search("rate tax money country amount", k=30, budget_tokens=budget)
    assert sum(count_tokens(hit.text) for hit in answer.hits) <= budget
    assert answer.truncated == (budget < 5000)


def test_empty_query_has_an_empty_answer(retrieve: Retrieve) -> None:
    for query in ("", "   ", "->", "*", "'", "\0"):
        answer = retrieve.search(query)
        assert (answer.hits, answer.truncated) == ([], False)


def test_source_of_the_current_folder_is_preferred(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "same.py").write_text("def shared_helper():\n    return 1\n")
    with create_cairn(tmp_path / "cairn.db", config=Config()) as cairn:
        cairn.ingest.add(tmp_path / "one")
        cairn.ingest.add(tmp_path / "two")
        for near in ("one", "two"):
            assert cairn.retrieve.search("shared_helper", near=near).hits[0].source == near


def test_literal_finds_exact_text_with_its_case_and_signs(retrieve: Retrieve) -> None:
    answer = retrieve.search("rate.apply(amount)", literal=True)
    assert [(hit.file, hit.start_line, hit.end_line) for hit in answer.hits] == [("billing/invoice.py", 8, 8)]
    assert answer.hits[0].handle == "shop:billing/invoice.py#total"
    assert retrieve.search("RATE.apply(amount)", literal=True).hits == []


@pytest.mark.parametrize("text", ["e_fo", "// 100", "country ==", 'country == "D', "half a cent", "``", "return rate"])
def test_literal_finds_what_begins_or_ends_inside_a_word(retrieve: Retrieve, shop: Path, text: str) -> None:
    expected = {
        (path.relative_to(shop).as_posix(), number)
        for path in shop.rglob("*.*")
        if path.is_file()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if text in line
    }
    hits = retrieve.search(text, literal=True, k=100).hits
    assert {(hit.file, line) for hit in hits for line in range(hit.start_line, hit.end_line + 1)} == expected


def test_literal_may_go_over_several_lines(retrieve: Retrieve) -> None:
    hit = retrieve.search("country)\n    return rate", literal=True).hits[0]
    assert (hit.file, hit.start_line, hit.end_line) == ("billing/invoice.py", 7, 8)


def test_regex_finds_lines(retrieve: Retrieve) -> None:
    answer = retrieve.search(r"^def \w+_money\(", regex=True)
    assert [(hit.file, hit.start_line) for hit in answer.hits] == [("billing/money.py", 11)]


def test_regex_that_is_none_is_an_error_of_usage(retrieve: Retrieve) -> None:
    with pytest.raises(UsageError, match="is not a regular expression"):
        retrieve.search("(", regex=True)


def test_regex_that_does_not_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn.retrieve.search.scan.REGEX_LIMIT_S", 0.5)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.txt").write_text("a" * 60 + "b\n")
    with create_cairn(tmp_path / "cairn.db", config=Config()) as cairn:
        cairn.ingest.add(tmp_path / "src")
        with pytest.raises(UsageError, match="took longer than"):
            cairn.retrieve.search("(a+)+$", regex=True)


def test_exact_search_says_when_there_is_more(retrieve: Retrieve) -> None:
    assert retrieve.search("return", literal=True, k=2).truncated
    assert not retrieve.search("hidden_gem", literal=True, k=2).truncated


def test_signs_alone_are_looked_for_in_so_many_texts_and_the_answer_says_so(
    retrieve: Retrieve, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert retrieve.search("=>@(", literal=True).degraded is None
    monkeypatch.setattr("cairn.retrieve.search.scan.MOST_CHARACTERS", 10)
    assert "narrow the search by source or path" in (retrieve.search("=>@(", literal=True).degraded or "")


def test_changed_file_makes_its_hits_stale(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    file = tmp_path / "src" / "a.py"
    file.write_text("def find_me():\n    return 1\n")
    with create_cairn(tmp_path / "cairn.db", config=Config()) as cairn:
        cairn.ingest.add(tmp_path / "src")
        assert not cairn.retrieve.search("find_me").hits[0].stale
        file.write_text("def find_me():\n    return 2222\n")
        assert cairn.retrieve.search("find_me").hits[0].stale
        assert cairn.retrieve.search("find_me").hits[0].text == "def find_me():\n    return 1\n"
        file.unlink()
        assert cairn.retrieve.search("find_me").hits[0].stale


def test_index_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with create_cairn(tmp_path / "none.db", config=Config()) as cairn, pytest.raises(NotFoundError, match="there is no index"):
        cairn.retrieve.search("x")
    assert not (tmp_path / "none.db").exists()


_ODD = st.text() | st.sampled_from(
    ['"', "std::", "a->b", "NOT", "NEAR(", "col:val", "-x", "C++", "^a", "a*", "{a}:b", "''", "\0", "AND OR"]
)
_QUERIES = st.lists(_ODD | st.sampled_from(["rate", "Rate.apply", "税率", "shop:", "#", "billing/tax.py"]), max_size=5).map(
    " ".join
)


@given(_QUERIES)
@settings(max_examples=150, deadline=None)
def test_any_text_is_a_valid_query(cairn: Cairn, query: str) -> None:
    retrieve = cairn.retrieve
    retrieve.search(query)
    retrieve.search(query, literal=True)
    retrieve.ask(query)
    # Where a name is wanted, not to know it is the one error.
    for call in (retrieve.graph, partial(retrieve.path, "Rate"), retrieve.impact, retrieve.show, cairn.complete.pack):
        with contextlib.suppress(NotFoundError, AmbiguousError):
            call(query)
    with contextlib.suppress(NotFoundError):
        retrieve.map(focus=query)


@given(st.text(max_size=20) | st.text("[]!-^~&|*ab/", max_size=20))
@settings(max_examples=100, deadline=None)
def test_any_text_is_a_valid_glob(cairn: Cairn, glob: str) -> None:
    cairn.retrieve.search("rate", Filters(path_glob=glob))


@pytest.mark.parametrize("lang", ["pyton", "x\udc80", "kotlin"])
def test_language_that_no_file_has_is_an_error_that_tells_which_there_are(retrieve: Retrieve, lang: str) -> None:
    with pytest.raises(NotFoundError, match=r"no indexed file has the language .*; there are: 'markdown', 'python'"):
        retrieve.search("rate", Filters(lang=lang))
    with pytest.raises(NotFoundError, match="there are: 'markdown', 'python'"):
        retrieve.ask("rate", Filters(lang=lang, sources=("shop",)))


def test_half_of_a_surrogate_pair_in_a_query_is_no_error(retrieve: Retrieve) -> None:
    assert retrieve.search("rate_for \ud800").hits
    assert retrieve.search("rate_for \ud800").query == "rate_for ?"
    with pytest.raises(NotFoundError, match="nothing has the tag"):
        retrieve.ask("\udc80 round_money", Filters(tag="\ud800"))
    assert retrieve.search("\ud800", literal=True).hits == []
    assert retrieve.handles("\ud800") == []
    for call in (retrieve.graph, retrieve.show, lambda name: retrieve.path(name, name)):
        with pytest.raises(NotFoundError):
            call("shop:\ud800.py#\udc80")


def test_answer_that_is_cut_counts_what_is_left_out(retrieve: Retrieve) -> None:
    whole = retrieve.search("rate")
    cut = retrieve.search("rate", budget_tokens=150)
    assert (whole.omitted, cut.truncated) == (0, True)
    assert len(cut.hits) + cut.omitted == len(whole.hits)
    asked = retrieve.ask("rate", budget_tokens=200)
    assert len(asked.answers) + asked.omitted == len(retrieve.ask("rate").answers)


def test_misspelled_name_finds_what_was_indexed_since_the_last_question(tree: Path) -> None:
    (tree / "a.py").write_text("def first_thing():\n    pass\n", "utf-8")
    with create_cairn(tree.parent / "cairn.db", config=Config()) as made:
        made.ingest.add(tree, label="s")
        assert made.retrieve.search("second_thnig").did_you_mean == []
        (tree / "b.py").write_text("def second_thing():\n    pass\n", "utf-8")
        made.ingest.refresh("s")
        assert made.retrieve.search("second_thnig").did_you_mean == ["second_thing"]


def test_of_a_name_that_everything_has_code_comes_before_tests(tree: Path) -> None:
    for number in range(150):
        place = tree / "tests" / f"test_{number}.py" if number < 149 else tree / "zoo.py"
        place.parent.mkdir(exist_ok=True)
        place.write_text(f"class Thing{number}:\n    def setup_all(self):\n        return {number}\n", "utf-8")
    with create_cairn(tree.parent / "cairn.db", config=Config()) as made:
        made.ingest.add(tree, label="s")
        assert made.retrieve.search("setup_all").hits[0].file == "zoo.py"
        assert (
            made.retrieve.search("setupAll", Filters(path_glob="test_97.py")).hits[0].handle
            == "s:tests/test_97.py#Thing97.setup_all"
        )


def test_question_in_other_words_of_the_trade_finds_the_name(tree: Path) -> None:
    (tree / "a.py").write_text(
        "def push_problem(problems, one):\n    problems.append(one)\n\n\nclass Problem:\n    text = 'problem'\n", "utf-8"
    )
    (tree / "b.py").write_text("def report(problem):\n    print(problem, problem)\n", "utf-8")
    with create_cairn(tree.parent / "cairn.db", config=Config()) as made:
        made.ingest.add(tree, label="s")
        assert made.retrieve.search("collect all problems").hits[0].handle == "s:a.py#push_problem"


MIDDLEWARE = """\
def get_retry_request(request, spider):
    '''Return a new request to retry the failed one, with one more retry counted.'''
    settings = spider.crawler.settings
    return request if settings else None


class RetryMiddleware:
    crawler: object

    def __init__(self, settings):
        self.settings = settings

    def process_response(self, request, response):
        return self._retry(request, response)

    def _retry(self, request, reason):
        return get_retry_request(request, reason)
"""


@pytest.fixture(scope="module")
def middleware(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Retrieve]:
    folder = tmp_path_factory.mktemp("middleware").resolve()
    write_files(folder / "spider", {"retry.py": MIDDLEWARE})
    with create_cairn(folder / "cairn.db", config=Config()) as made:
        made.ingest.add(folder / "spider")
        yield made.retrieve


def test_class_whose_name_has_a_slip_is_found_and_not_its_field(middleware: Retrieve) -> None:
    for query in ("RetryMidleware", "RetyMiddleware", "RetryMiddelware"):
        assert middleware.search(query).hits[0].handle == "spider:retry.py#RetryMiddleware"


@pytest.mark.parametrize("budget", [None, 60, 120])
def test_handle_of_a_hit_is_of_what_its_lines_define_or_lie_in(
    retrieve: Retrieve, middleware: Retrieve, budget: int | None
) -> None:
    for facade in (retrieve, middleware):
        for query in (
            "retry failed request",
            "Rate",
            "RetryMidleware",
            "settings of a crawler",
            "process response",
            "cents of tax",
        ):
            hits = facade.search(query, budget_tokens=budget).hits
            for hit in (hit for hit in hits if hit.name_lines):
                name_line, last = hit.name_lines
                is_inside = name_line <= hit.start_line and hit.end_line <= last
                assert is_inside or hit.start_line <= name_line <= hit.end_line
                shown = [int(line.split()[0]) for line in excerpt_lines(hit, query)]
                assert is_inside or name_line in shown


FEED = '''\
def render_feed(entries):
    """Write a feed of the entries with the newest on top."""
    body = ""
    for entry in entries:
        body += begin()
        body += escaped(entry)
        body += end()
    body += "</ul>"
    return body


def escaped(item):
    text = str(item)
    text = text.replace("&", "&amp;")
    text = text.replace("<", "&lt;")
    text = text.replace(">", "&gt;")
    text = text.replace("'", "&apos;")
    text = text.replace('"', "&quot;")
    return text
'''
MAIL = '''\
def attempt(letter, server):
    """Wait longer after each failure before the letter goes out again."""
    pause = 1
    while not server.take(letter):
        sleep(pause)
        pause *= 2
    return pause
'''


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Retrieve]:
    """What serves pages: declared in some files and done in others, with names that sentences have by chance."""
    root = tmp_path_factory.mktemp("site").resolve()
    files = {
        "py/pool.py": "class Pool:\n    def lease(self):\n        slot = self.free.pop()\n        return slot\n",
        "py/pool.pyi": "class Pool:\n    def lease(self) -> Slot: ...\n    free: list[Slot]\n",
        "js/reply.js": "function sendFile (path) {\n  const stream = open(path)\n  return pump(stream, this.raw)\n}\n",
        "js/types/reply.d.ts": "/** Sends a file as the reply. */\nexport function sendFile(path: string): Promise<void>\n",
        "c/ring.h": "/* Push a byte on the ring and wake the reader. */\nint ring_push(struct ring *r, int byte);\n"
        "#define RING_LIMIT 64\n",
        "c/ring.c": "/* Push a byte on the ring and wake the reader. */\nint ring_push(struct ring *r, int byte)\n{\n"
        "    r->bytes[r->end++] = byte;\n    return wake(r);\n}\n",
        "py/routing.py": "class HostRoute:\n    def __init__(self, pattern, app):\n        self.app = app\n",
        "py/guard.py": "def admit(scope, names):\n"
        "    # a request is refused unless the host that it names is one of the listed\n"
        "    wanted = scope['headers'].get('host')\n    return wanted in names\n",
        "py/cfg.py": "def expire(table, now):\n    dead = [key for key, until in table.items() if until < now]\n"
        "    for key in dead:\n        del table[key]\n    return dead\n",
        "py/clock.py": "def expire_alarm(alarm, now):\n    config = alarm.config\n    config.until = now\n    return config\n",
        "py/lists.py": FEED,
        "py/mail.py": MAIL,
        "py/letter.py": "def letter_failure(letter):\n    return letter.failure\n",
        "tests/test_mail.py": "def test_attempt_waits():\n    # again and again, longer and longer:"
        " out goes each letter of all that wait\n"
        "    letter = server = release()\n    assert attempt(letter, server)\n",
    }
    write_files(root / "src", files)
    with create_cairn(root / "cairn.db", config=Config()) as made:
        made.ingest.add(root / "src")
        yield made.retrieve


@pytest.mark.parametrize(
    ("query", "file"),
    [
        ("lease", "py/pool.py"),
        ("Pool.lease", "py/pool.py"),
        ("Pool", "py/pool.py"),
        ("sendFile", "js/reply.js"),
        ("send file", "js/reply.js"),
        ("ring_push", "c/ring.c"),
        ("push a byte on the ring and wake the reader", "c/ring.c"),
        ("RING_LIMIT", "c/ring.h"),
    ],
)
def test_what_is_only_declared_comes_behind_what_does_it(site: Retrieve, query: str, file: str) -> None:
    assert places(site, query)[0] == file


def test_whole_name_in_a_sentence_is_one_of_its_words(site: Retrieve) -> None:
    assert (
        places(site, "a request to a HostRoute is refused unless the host that it names is one of those listed")[0]
        == "py/guard.py"
    )


def test_name_of_a_file_says_what_its_definitions_are_about(site: Retrieve) -> None:
    assert places(site, "expire the config")[0] == "py/cfg.py"


def test_small_definition_beside_the_best_hit_is_found_with_it(site: Retrieve) -> None:
    assert "def escaped" in site.search("write a feed with the newest entries on top").hits[0].text


def test_comment_answers_a_question_that_names_do_not(site: Retrieve) -> None:
    assert places(site, "how long does a letter wait after a failure?")[0] == "py/mail.py"


def test_word_for_tests_in_a_long_sentence_does_not_ask_for_tests(site: Retrieve) -> None:
    assert not places(site, "wait longer before the letter goes out again to the server under test or release")[0].startswith(
        "tests/"
    )
