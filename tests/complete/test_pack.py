"""What a pack holds, in every language of the graph, within any budget, and how it is read from the index."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.answers.model.pack import changed_note, pack_answer
from cairn.chunk.tokens import count_tokens
from cairn.complete.text import pack_text
from cairn.errors import AmbiguousError, NotFoundError
from cairn.store.sqlite.backend import SqliteBackend
from tests.complete.further_sources import FURTHER
from tests.complete.sources import PROGRAMS as FIRST
from tests.complete.sources import Program

PROGRAMS = {**FIRST, **FURTHER}


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


@pytest.fixture(scope="module")
def cairn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cairn]:
    """One index in which every program is a source of its own."""
    root = tmp_path_factory.mktemp("packs").resolve()
    with create_cairn(root / "cairn.db", config=Config()) as made:
        for name, program in PROGRAMS.items():
            for path, text in program.files.items():
                target = root / name / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, "utf-8")
            made.ingest.add(root / name)
        yield made


@pytest.mark.parametrize(("name", "program"), PROGRAMS.items(), ids=PROGRAMS)
def test_pack_at_a_cursor_shows_what_belongs_to_the_definition(cairn: Cairn, name: str, program: Program) -> None:
    line = line_of(program.files[program.file], program.body)
    answer = cairn.complete.pack(f"{name}:{program.file}:{line}:5")
    by_role: dict[str, str] = {}
    for snippet in answer.snippets:
        by_role[snippet.role] = by_role.get(snippet.role, "") + snippet.text + "\n"
    assert program.body in by_role["target"]
    assert {role: text for role, text in program.shows.items() if text not in by_role.get(role, "")} == {}
    assert not any(snippet.stale for snippet in answer.snippets)
    assert answer.omitted == 0


@pytest.mark.parametrize("name", PROGRAMS)
def test_text_form_ends_with_the_target_and_costs_what_it_says(cairn: Cairn, name: str) -> None:
    program = PROGRAMS[name]
    line = line_of(program.files[program.file], program.body)
    answer = cairn.complete.pack(f"{name}:{program.file}:{line}")
    text = pack_text(answer)
    assert program.body in text.rstrip().rsplit(" target: ", 1)[1]
    assert answer.tokens == count_tokens(text)


@pytest.mark.parametrize("budget", [1, 10, 40, 80, 150, 300, 600])
@pytest.mark.parametrize("name", ["python", "go", "java"])
def test_no_pack_is_longer_than_its_budget(cairn: Cairn, name: str, budget: int) -> None:
    program = PROGRAMS[name]
    full = cairn.complete.pack(f"{name}:{program.file}:{line_of(program.files[program.file], program.body)}")
    answer = cairn.complete.pack(full.target, budget_tokens=budget)
    assert count_tokens(pack_text(answer)) == answer.tokens <= budget
    if answer.tokens < full.tokens:
        assert answer.omitted > 0 or answer.snippets[0].elided > 0


@pytest.mark.parametrize("budget", [60, 80, 100])
@pytest.mark.parametrize("name", PROGRAMS)
def test_tiny_budget_goes_to_the_target_first(cairn: Cairn, name: str, budget: int) -> None:
    program = PROGRAMS[name]
    answer = cairn.complete.pack(
        f"{name}:{program.file}:{line_of(program.files[program.file], program.body)}", budget_tokens=budget
    )
    first = answer.snippets[0]
    assert first.role == "target"
    assert re.search("apply_?rate", first.text, re.IGNORECASE)


@pytest.mark.parametrize("name", PROGRAMS)
def test_signature_is_in_every_pack_and_a_larger_budget_never_shows_less_of_the_target(cairn: Cairn, name: str) -> None:
    program = PROGRAMS[name]
    place = f"{name}:{program.file}:{line_of(program.files[program.file], program.body)}"
    shown: set[int] = set()
    words = 0
    for budget in (30, 45, 60, 70, 80, 90, 100, 110, 130, 150, 170, 200):
        answer = cairn.complete.pack(place, budget_tokens=budget)
        target = [snippet for snippet in answer.snippets if snippet.role == "target"]
        assert re.search("apply_?rate", target[0].text, re.IGNORECASE)
        lines = {line for one in target for line in range(one.start_line, one.end_line + 1)}
        assert shown <= lines
        assert words <= sum(len(one.text.split()) for one in target)
        shown, words = lines, sum(len(one.text.split()) for one in target)


def test_lines_above_a_cursor_that_are_left_out_are_counted(tree: Path) -> None:
    (tree / "steps.py").write_text("import os\n" + "".join(f"print({n})\n" for n in range(300)), "utf-8")
    with create_cairn(tree.parent / "cairn.db", config=Config()) as made:
        made.ingest.add(tree)
        answer = made.complete.pack("steps.py:200", budget_tokens=100)
    targets = [snippet for snippet in answer.snippets if snippet.role == "target"]
    assert sum(one.end_line - one.start_line + 1 + one.elided for one in targets) == 301
    assert "... " in pack_text(answer)


def test_what_is_left_out_of_the_target_is_marked_in_the_text(cairn: Cairn) -> None:
    answer = cairn.complete.pack("java:shop/Tax.java:7", budget_tokens=40)
    assert answer.snippets[0].elided > 0
    assert f"// ... {answer.snippets[0].elided} lines" in pack_text(answer)


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_is_shown_twice_or_stands_under_itself(cairn: Cairn, name: str) -> None:
    program = PROGRAMS[name]
    answer = cairn.complete.pack(f"{name}:{program.file}:{line_of(program.files[program.file], program.body)}")
    definitions = [snippet.handle for snippet in answer.snippets if snippet.role in ("callee", "type", "sibling")]
    assert len(definitions) == len(set(definitions))
    assert not [snippet for snippet in answer.snippets if snippet.under == snippet.handle]


def test_target_gets_the_room_that_all_others_leave(tree: Path) -> None:
    (tree / "alone.py").write_text("def alone(value):\n" + "    value += 1\n" * 50 + "    return value\n", "utf-8")
    with create_cairn(tree.parent / "cairn.db", config=Config()) as made:
        made.ingest.add(tree)
        assert made.complete.pack("alone", budget_tokens=350).tokens > 0.85 * 350


def test_handle_and_cursor_lead_to_the_same_definition(cairn: Cairn) -> None:
    by_cursor = cairn.complete.pack("python:tax.py:10")
    assert by_cursor.target == "python:tax.py#apply_rate"
    assert cairn.complete.pack("python:tax.py#apply_rate").target == by_cursor.target
    assert cairn.complete.pack("python:apply_rate").target == by_cursor.target


def test_pack_is_the_same_every_time(cairn: Cairn) -> None:
    assert cairn.complete.pack("python:tax.py:10", budget_tokens=200) == cairn.complete.pack(
        "python:tax.py:10", budget_tokens=200
    )


def test_cursor_outside_of_definitions_is_in_the_module(cairn: Cairn) -> None:
    answer = cairn.complete.pack("python:tax.py:1")
    assert answer.target == "python:tax.py"
    assert {snippet.role for snippet in answer.snippets} >= {"target", "sibling"}


def test_cursor_on_an_empty_line_belongs_to_the_definition_above_if_its_column_does(cairn: Cairn) -> None:
    assert cairn.complete.pack("python:tax.py:12:5").target == "python:tax.py#apply_rate"
    assert cairn.complete.pack("python:tax.py:12:1").target == "python:tax.py"


@pytest.mark.parametrize("target", ["python:tax.py:999", "python:none.py:3", "python:tax.py:0", "no_such_thing_at_all"])
def test_place_that_is_not_there_is_said_so(cairn: Cairn, target: str) -> None:
    with pytest.raises(NotFoundError):
        cairn.complete.pack(target)


def test_path_that_several_sources_have_is_ambiguous(tmp_path: Path) -> None:
    with create_cairn(tmp_path / "cairn.db", config=Config()) as made:
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            (tmp_path / name / "a.py").write_text("def f():\n    return 1\n")
            made.ingest.add(tmp_path / name)
        with pytest.raises(AmbiguousError, match=r"one:a\.py"):
            made.complete.pack("a.py:1")
        assert made.complete.pack("two:a.py:1").target == "two:a.py#f"


LONG = "def long_one(value):\n" + "".join(f"    value = step_{n}(value)\n" for n in range(600)) + "    return value\n"


def test_definition_that_would_burst_the_budget_is_cut_around_the_cursor(tree: Path) -> None:
    (tree / "long.py").write_text(LONG + "\n\ndef other():\n    return long_one(1)\n", "utf-8")
    with create_cairn(tree.parent / "cairn.db", config=Config()) as made:
        made.ingest.add(tree)
        answer = made.complete.pack("long.py:300", budget_tokens=500)
    head, around = [snippet for snippet in answer.snippets if snippet.role == "target"]
    assert head.text == "def long_one(value):"
    assert around.start_line < 300 < around.end_line
    assert around.text.splitlines() == LONG.splitlines()[around.start_line - 1 : around.end_line]
    assert "long_one(1)" in pack_text(answer)
    assert answer.tokens <= 500


EDITED = PROGRAMS["python"].files["tax.py"]


@pytest.mark.parametrize(
    ("old", "new", "cursor"),
    [
        ("from money", "import os\nimport sys\nfrom money", "return round_up(value)"),
        ("    value = amount", "    if not amount:\n        return 0\n    value = amount", "return 0"),
        ("    return round_up(value)", "    rounded = round_up(value)\n    return rounded", "return rounded"),
        ("class Rate:", "def quite_new():\n    pass\n\n\nclass Rate:", "value = amount"),
    ],
)
def test_cursor_in_a_file_that_was_edited_after_indexing_finds_its_definition(
    tree: Path, old: str, new: str, cursor: str
) -> None:
    for path, text in PROGRAMS["python"].files.items():
        (tree / path).write_text(text, "utf-8")
    with create_cairn(tree.parent / "cairn.db", config=Config()) as made:
        made.ingest.add(tree, label="shop")
        edited = EDITED.replace(old, new, 1)
        (tree / "tax.py").write_text(edited, "utf-8")
        answer = made.complete.pack(f"shop:tax.py:{line_of(edited, cursor)}")
    assert answer.target == "shop:tax.py#apply_rate"
    assert "shop:tax.py has changed since it was indexed; what is told is shop:tax.py#apply_rate" in changed_note(answer)
    assert {snippet.stale for snippet in answer.snippets if snippet.file == "tax.py"} == {True}
    assert {snippet.stale for snippet in answer.snippets if snippet.file == "money.py"} == {False}


OUTER = "class Till:\n    def add(self):\n        return 1\n\n"
OUTER += "    def close(self):\n        return 2\n\n\ndef after():\n    return 3\n"


@pytest.mark.parametrize(
    ("above", "new", "target"),
    [
        ("\n    def close", "    def fresh(\n        self,\n    ):\n        return 99\n", "s:a.py#Till"),
        ("\n\ndef after", "def fresh(\n    one,\n):\n    return 99\n", "s:a.py"),
        ("        return 2", "        if self:\n            return 99\n", "s:a.py#Till.close"),
        ("    def close", "    def fresh(self):\n        return 99\n\n", "s:a.py#Till"),
        ("def after", "\nclass Fresh:\n    def after(self):\n        return 99\n\n\n", "s:a.py"),
    ],
)
def test_cursor_in_a_definition_that_was_put_in_is_in_what_lies_around_it(tree: Path, above: str, new: str, target: str) -> None:
    (tree / "a.py").write_text(OUTER, "utf-8")
    with create_cairn(tree.parent / "cairn.db", config=Config()) as made:
        made.ingest.add(tree, label="s")
        edited = OUTER.replace(above, new + above, 1)
        (tree / "a.py").write_text(edited, "utf-8")
        answer = made.complete.pack(f"s:a.py:{line_of(edited, 'return 99')}")
    assert answer.target == target
    assert changed_note(answer).startswith("s:a.py has changed since it was indexed; what is told is ")
    assert "`refresh` with 's' reads it again." in pack_answer(answer, pack_text(answer))


def test_file_that_became_a_link_is_not_read(tree: Path) -> None:
    (tree / "a.py").write_text("def f():\n    return 1\n")
    secret = tree.parent / "secret.py"
    secret.write_text("x\n" * 50)
    with create_cairn(tree.parent / "cairn.db", config=Config()) as made:
        made.ingest.add(tree, label="s")
        (tree / "a.py").unlink()
        try:
            (tree / "a.py").symlink_to(secret)
        except OSError:
            pytest.skip("no links here")
        with pytest.raises(NotFoundError, match="2 lines"):
            made.complete.pack("s:a.py:40")


def test_pack_reads_by_indexes_only(cairn: Cairn) -> None:
    backend = cairn._backend
    assert isinstance(backend, SqliteBackend)
    connection = backend._connections.connection()
    statements: list[tuple[str, object]] = []

    def note(_cursor: object, sql: str, bindings: object) -> bool:
        statements.append((sql, bindings))
        return True

    connection.exec_trace = note
    try:
        for name, program in PROGRAMS.items():
            text = program.files[program.file]
            for line in range(1, text.count("\n") + 1):
                for budget in (60, 4000):
                    cairn.complete.pack(f"{name}:{program.file}:{line}", budget_tokens=budget)
        cairn.complete.pack("python:apply_rate")
    finally:
        connection.exec_trace = None
    read = {sql: bindings for sql, bindings in statements if sql.lstrip().startswith(("SELECT", "WITH"))}
    assert len(read) > 12
    plans = [row[3] for sql, bindings in read.items() for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", bindings)]  # type: ignore[arg-type]  # rows as the test writes them
    # Lists of values that are bound as one are "scanned"; of the sources, a handful of rows, all are read for their labels;
    # what a recursion has found so far is scanned by its nature.
    is_data = ("VIRTUAL TABLE", "SCAN source", "SCAN inside")
    assert [step for step in plans if "SCAN" in step and not any(part in step for part in is_data)] == []


@pytest.mark.parametrize(
    ("target", "fault"),
    [
        ("nofile.py:3", "no file 'nofile.py' in any source"),
        ("nofile.py:abc", "no file 'nofile.py' in any source"),
        ("tax.py:abc", "'abc' is no line of 'tax.py'"),
        ("python:tax.py:", "'' is no line of 'python:tax.py'"),
        ("Nothing.at_all", "no entity named 'Nothing.at_all'"),
    ],
)
def test_place_is_refused_with_what_is_wrong_with_it(cairn: Cairn, target: str, fault: str) -> None:
    with pytest.raises(NotFoundError, match=re.escape(fault)):
        cairn.complete.pack(target)


MESSAGES = """\
package p;
public class Messages {
    protected boolean enabled = false;
    private int first, second = 2;
    private final java.util.Map<String, String> names = new java.util.HashMap<>();
    Object many = java.util.List.of(
        1,
        2);
    public boolean send() { return enabled && first < second; }
}
"""
SLOT = """\
class Slot:
    def __init__(self, crawler, other=None):
        self.delay: float = crawler.settings.getfloat(
            "DELAY", 1.0
        )
        self.table: dict[str, int] = {
NAMES        }

    def use(self):
        return self.delay


def make(crawler):
    return Slot(crawler).use()
""".replace("NAMES", "".join(f'            "name_{n}": {n},\n' for n in range(40)))


def test_fields_are_shown_with_their_types_and_no_open_bracket(tree: Path) -> None:
    (tree / "Messages.java").write_text(MESSAGES, "utf-8")
    (tree / "slot.py").write_text(SLOT, "utf-8")
    with create_cairn(tree.parent / "cairn.db", config=Config()) as made:
        made.ingest.add(tree)
        types = {
            target: next(snippet.text for snippet in made.complete.pack(target).snippets if snippet.role == "type")
            for target in ("Messages.send", "make")
        }
    assert types["Messages.send"].splitlines()[1:] == [
        "    protected boolean enabled = false",
        "    private int first, second = 2",
        "    private final java.util.Map<String, String> names = new java.util.HashMap<>()",
        "    Object many = java.util.List.of( 1, 2)",
    ]
    assert types["make"].splitlines()[1:3] == [
        '    self.delay: float = crawler.settings.getfloat( "DELAY", 1.0 )',
        "    self.table: dict[str, int]",
    ]
