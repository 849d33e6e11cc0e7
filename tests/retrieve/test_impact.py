"""What a change can reach."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.chunk.tokens import count_tokens
from cairn.errors import NotFoundError, UsageError
from cairn.model import ImpactAnswer
from cairn.retrieve.facade import Retrieve
from tests.retrieve.conftest import write_files

CHAIN = {
    "base.py": "class Shape:\n    def area(self):\n        return 0\n\n    def name(self):\n        return 'shape'\n",
    "square.py": "from base import Shape\n\n\nclass Square(Shape):\n    def area(self):\n        return side()\n\n\n"
    "def side():\n    return ping(2)\n",
    "use.py": "from base import Shape\n\n\ndef total(shape: Shape):\n    return shape.area()\n\n\n"
    "def main():\n    return total(None)\n",
    "loop.py": "def ping(n):\n    return pong(n)\n\n\ndef pong(n):\n    return ping(n - 1)\n",
    "tests/test_use.py": "from use import total\n\n\ndef test_total():\n    assert total(None) == 0\n",
}


@pytest.fixture
def shapes(tree: Path) -> Path:
    write_files(tree, {**CHAIN, "square.py": "from loop import ping\n" + CHAIN["square.py"]})
    return tree


@pytest.fixture
def indexed(shapes: Path, tmp_path: Path) -> Cairn:
    made = create_cairn(tmp_path / "cairn.db", config=Config())
    made.ingest.add(shapes, label="s")
    return made


def layers(answer: ImpactAnswer) -> list[set[str]]:
    return [{node.handle.removeprefix("s:") for node in layer} for layer in answer.layers]


def test_what_reaches_a_function_is_told_in_layers_each_entity_once(retrieve: Retrieve) -> None:
    answer = retrieve.impact("round_money")
    names = [{node.handle.partition("#")[2] for node in layer} for layer in answer.layers]
    assert names[:2] == [{"Rate.apply", "parseHTTPAmount"}, {"total"}]
    assert {"send_invoice", "test_tax_is_applied"} <= names[2]
    found = [node.handle for layer in answer.layers for node in layer]
    assert len(found) == len(set(found)) == answer.reached
    step = answer.layers[1][0].via_edge
    assert (step.src, step.dst, step.kind) == ("shop:billing/invoice.py#total", "shop:billing/tax.py#Rate.apply", "calls")


def test_tests_are_marked_and_entry_points_named(retrieve: Retrieve) -> None:
    answer = retrieve.impact("round_money")
    assert answer.tests == ["shop:tests/test_tax.py#test_tax_is_applied"]
    assert "shop:billing/invoice.py#send_invoice" in answer.entry_points
    assert not {node.handle for layer in answer.layers for node in layer if node.test and node.entry}


def test_a_cycle_of_calls_ends(indexed: Cairn) -> None:
    assert layers(indexed.retrieve.impact("loop.py#pong"))[:2] == [{"loop.py#ping"}, {"square.py#side"}]


def test_a_caller_of_an_overridden_method_is_reached_by_the_one_that_overrides_it(indexed: Cairn) -> None:
    answer = indexed.retrieve.impact("side")
    assert layers(answer) == [
        {"square.py#Square.area"},
        {"base.py#Shape.area"},
        {"use.py#total"},
        {"use.py#main", "tests/test_use.py#test_total"},
    ]
    step = answer.layers[1][0].via_edge
    assert (step.kind, step.via, step.site_lines) == ("overridden_by", "override", [])
    assert answer.entry_points == ["s:use.py#main"]


def test_what_overrides_a_changed_method_is_reached_by_the_change(indexed: Cairn) -> None:
    assert "square.py#Square.area" in layers(indexed.retrieve.impact("Shape.area"))[0]


def test_a_class_stands_for_its_members(indexed: Cairn) -> None:
    first = layers(indexed.retrieve.impact("Shape"))[0]
    assert {"square.py#Square", "use.py#total"} <= first
    assert not any(handle.startswith("base.py#Shape") for handle in first)


def test_depth_limit_and_budget_cut_an_answer_and_say_so(indexed: Cairn) -> None:
    retrieve = indexed.retrieve
    whole = retrieve.impact("ping")
    assert not whole.truncated
    assert retrieve.impact("ping", depth=1).layers == whole.layers[:1]
    limited = retrieve.impact("ping", limit=2)
    assert limited.truncated
    assert sum(map(len, limited.layers)) == 2
    sums = (len(whole.tests), len(whole.entry_points))
    assert (limited.reached, limited.test_count, limited.entry_count) == (whole.reached, *sums)
    cut = retrieve.impact("ping", budget_tokens=40)
    assert cut.truncated
    assert cut.reached == whole.reached
    assert count_tokens(" ".join(node.handle for layer in cut.layers for node in layer)) <= 40


def test_several_handles_are_one_change(indexed: Cairn) -> None:
    both = indexed.retrieve.impact(["Shape.name", "total"])
    assert both.targets == ["s:base.py#Shape.name", "s:use.py#total"]
    assert layers(both) == [{"use.py#main", "tests/test_use.py#test_total"}]


def test_that_nothing_reaches_it_is_said_with_what_stayed_unresolved(indexed: Cairn, shapes: Path) -> None:
    (shapes / "odd.py").write_text("def odd(x, y):\n    x.name()\n    y.name()\n")
    (shapes / "other.py").write_text("class Other:\n    def name(self):\n        return 1\n")
    indexed.ingest.refresh("s")
    answer = indexed.retrieve.impact("Shape.name")
    assert answer.layers == []
    assert answer.unresolved_same_name == 2


def test_without_a_handle_or_a_revision_there_is_nothing_to_ask(retrieve: Retrieve) -> None:
    with pytest.raises(UsageError, match="needs a handle, or"):
        retrieve.impact()
    with pytest.raises(NotFoundError, match="no entity named 'nope'"):
        retrieve.impact("nope")


# Of a git revision


@pytest.fixture
def checkout(indexed: Cairn, shapes: Path) -> Path:
    """The source as a repository with one commit."""
    commit(shapes)
    return shapes


def commit(folder: Path) -> None:
    """Commit what is in a folder, which becomes a repository if it is none."""
    if shutil.which("git") is None:
        pytest.skip("there is no git here")
    for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "-m", "one"]):
        subprocess.run(["git", "-C", str(folder), *words], check=True)


def test_a_diff_starts_at_the_definitions_that_the_working_tree_touched(indexed: Cairn, checkout: Path) -> None:
    use = checkout / "use.py"
    use.write_text(use.read_text().replace("return shape.area()", "return shape.area() + 1"))
    before = indexed.retrieve.impact(diff="HEAD")
    indexed.ingest.refresh("s")
    after = indexed.retrieve.impact(diff="HEAD", source="s")
    assert before.stale == ["s:use.py"]
    assert before == replace(after, stale=before.stale)
    assert after.targets == ["s:use.py#total"]
    assert layers(after) == [{"use.py#main", "tests/test_use.py#test_total"}]


def test_lines_that_moved_do_not_touch_what_stands_there_now(indexed: Cairn, checkout: Path) -> None:
    use = checkout / "use.py"
    use.write_text("# one\n# two\n# three\n# four\n# five\n\n" + use.read_text())
    indexed.ingest.refresh("s")
    assert indexed.retrieve.impact(diff="HEAD").targets == ["s:use.py"]


INSERTED = {
    "before all": (0, ["import os\n"], ["s:stack.py"]),
    "between two": (8, ["\n", "def new():\n", "    pass\n"], ["s:stack.py"]),
    "inside of one": (2, ["    more()\n"], ["s:stack.py#first"]),
    "at the end of one": (3, ["    more()\n"], ["s:stack.py#first"]),
    "at the end of a method": (8, ["        more()\n"], ["s:stack.py#Box.put"]),
    "a method at the end of a class": (8, ["\n", "    def new(self):\n", "        pass\n"], ["s:stack.py#Box"]),
    "at the end of the last": (11, ["    more()\n"], ["s:stack.py#last"]),
    "behind all": (11, ["\n", "last()\n"], ["s:stack.py"]),
    "empty lines": (4, ["\n", "\n"], []),
}
STACK = """\
def first():
    one()
    two()


class Box:
    def put(self):
        one()

def last():
    one()
"""


@pytest.mark.parametrize("name", INSERTED)
def test_inserted_lines_touch_what_they_are_put_into_and_no_neighbour(indexed: Cairn, shapes: Path, name: str) -> None:
    place, lines, expected = INSERTED[name]
    (shapes / "stack.py").write_text(STACK)
    commit(shapes)
    indexed.ingest.refresh("s")
    before = STACK.splitlines(keepends=True)
    (shapes / "stack.py").write_text("".join([*before[:place], *lines, *before[place:]]))
    assert indexed.retrieve.impact(diff="HEAD").targets == expected
    # The other way round they are taken away.
    commit(shapes)
    (shapes / "stack.py").write_text(STACK)
    indexed.ingest.refresh("s")
    assert indexed.retrieve.impact(diff="HEAD").targets == expected


def test_a_diff_without_changes_touches_nothing(indexed: Cairn, checkout: Path) -> None:
    answer = indexed.retrieve.impact(diff="HEAD")
    assert (answer.targets, answer.layers) == ([], [])


def test_a_diff_of_several_sources_must_say_which(indexed: Cairn, checkout: Path, tmp_path: Path) -> None:
    write_files(tmp_path / "more", {"a.py": "def a():\n    pass\n"})
    indexed.ingest.add(tmp_path / "more")
    with pytest.raises(UsageError, match="a diff needs one source, and there are 2; name one of: more, s"):
        indexed.retrieve.impact(diff="HEAD")
    with pytest.raises(NotFoundError, match="git cannot compare"):
        indexed.retrieve.impact(diff="nope", source="s")
