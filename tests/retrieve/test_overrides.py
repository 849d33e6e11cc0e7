"""What overrides what, who runs constructors, and which unresolved references could mean an entity."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.answers.model.ask import ask_text
from cairn.answers.model.graph import graph_text
from cairn.answers.model.path import path_text
from cairn.retrieve.facade import Retrieve
from tests.retrieve.conftest import write_files

FILES = {
    "a.py": """\
class A:
    def go(self):
        return self.step()

    def step(self):
        return 1


class Between(A):
    pass


class B(Between):
    def step(self):
        return super().step()

    def alone(self):
        return 2


class Other:
    def step(self):
        return 3
""",
    "late.py": "def late(thing):\n    return thing.step(), thing.step()\n",
    "late.rs": "pub fn late() { step(); step(); step(); }\n",
    "shelf.rs": """\
pub trait Shelve { fn shelve(&mut self, n: u8); fn tidy(&self) {} }
pub struct Shelf;
pub struct Rack;
impl Shelve for Shelf { fn shelve(&mut self, n: u8) {} }
impl Shelf {
    pub fn shelve(&mut self) {}
    pub fn tidy(&self) {}
}
use Shelve as Put;
impl Put for Rack { fn shelve(&mut self, n: u8) {} }
""",
    "Box.java": """\
interface Box { int put(String a); int put(int a, int b); }
class Crate implements Box {
    public int put(String a) { return 1; }
    public int put(int a, int b) { return 2; }
    int fill(Box box) { return box.put("a"); }
}
""",
}
# A constructor in each language, what it calls, who makes the class, and a class that has none of its own.
MADE = {
    "made.py": """\
def py_help(n):
    return n


class PyBase:
    def __init__(self, n):
        self.rate = py_help(n)


class PyShop(PyBase):
    pass


class PyOwn(PyBase):
    def __init__(self):
        self.rate = 0


def py_run():
    return PyShop(3)


def py_own():
    return PyOwn()


def py_names(shop: PyShop):
    return PyShop
""",
    "made.ts": "export function ts_help(n: number) { return n }\n"
    "export class TsShop { rate: number; constructor(n: number) { this.rate = ts_help(n) } }\n"
    "export class TsSub extends TsShop {}\nexport function ts_run() { return new TsSub(3) }\n",
    "Made.java": "class JavaHelp { static int java_help(int n) { return n; } }\n"
    "class JavaShop { int rate; JavaShop(int n) { rate = JavaHelp.java_help(n); } JavaShop() { rate = 1; } }\n"
    "class JavaMain { static Object java_run() { return new JavaShop(3); } }\n",
    "made.cs": "class CsHelp { public static int cs_help(int n) { return n; } }\n"
    "class CsShop { int rate; public CsShop(int n) { rate = CsHelp.cs_help(n); } }\n"
    "class CsMain { static CsShop cs_run() { return new CsShop(3); } }\n",
    "made.kt": "fun kt_help(n: Int): Int = n\nclass KtShop { val rate: Int\n  constructor(n: Int) { rate = kt_help(n) } }\n"
    "fun kt_run() { KtShop(3) }\n",
    "made.swift": "func sw_help(_ n: Int) -> Int { return n }\nclass SwShop { var rate: Int\n"
    "  init(_ n: Int) { rate = sw_help(n) } }\nfunc sw_run() -> SwShop { return SwShop(3) }\n",
    "made.scala": "object ScMain { def sc_help(n: Int): Int = n\n  def sc_run(): Any = new ScShop() }\n"
    "class ScShop(n: Int) { def this() = { this(3); ScMain.sc_help(4) } }\n",
    "made.rb": "def rb_help(n) n end\nclass RbShop\n  def initialize(n)\n    @rate = rb_help(n)\n  end\nend\n"
    "class RbSub < RbShop\nend\ndef rb_run\n  RbSub.new(3)\nend\n",
    "made.php": "<?php\nfunction php_help($n) { return $n; }\n"
    "class PhpShop { public $rate; function __construct($n) { $this->rate = php_help($n); } }\n"
    "function php_run() { return new PhpShop(3); }\n",
    "made.cpp": "int cpp_help(int n) { return n; }\n"
    "class CppShop { int rate; public: CppShop(int n) { rate = cpp_help(n); } };\nint cpp_run() { CppShop shop(3); return 1; }\n",
    "made.sol": "contract SolShop { uint rate; constructor(uint n) { rate = sol_help(n); }\n"
    "  function sol_help(uint n) internal returns (uint) { return n; } }\n"
    "contract SolMain { function sol_run() public { new SolShop(3); } }\n",
}
STEP, OVER = "one:a.py#A.step", "one:a.py#B.step"


@pytest.fixture(scope="module")
def cairn(tmp_path_factory: pytest.TempPathFactory) -> Cairn:
    folder: Path = tmp_path_factory.mktemp("overrides").resolve()
    write_files(folder / "one", FILES)
    write_files(folder / "made", MADE)
    write_files(folder / "two", {"far.py": "def far(thing):\n    return thing.step()\n\n\ndef step():\n    return 4\n"})
    made = create_cairn(folder / "cairn.db", config=Config())
    made.ingest.add(folder / "one")
    made.ingest.add(folder / "two")
    made.ingest.add(folder / "made")
    return made


@pytest.fixture
def retrieve(cairn: Cairn) -> Retrieve:
    return cairn.retrieve


def test_method_that_overrides_names_what_it_overrides_and_who_calls_that(retrieve: Retrieve) -> None:
    answer = retrieve.graph("B.step")
    assert answer.overrides == [STEP]
    assert [(edge.src, edge.dst) for edge in answer.override_callers] == [("one:a.py#A.go", STEP)]
    assert all(edge.dst != OVER for edge in answer.edges if edge.kind == "calls")


def test_method_that_has_only_its_name_in_common_with_one_of_a_trait_does_not_override_it(retrieve: Retrieve) -> None:
    in_trait = "one:shelf.rs#Shelve.shelve"
    assert retrieve.graph(in_trait).overridden_by == ["one:shelf.rs#Shelf.shelve", "one:shelf.rs#Rack.shelve"]
    assert retrieve.graph("one:shelf.rs#Shelf.shelve").overrides == [in_trait]
    assert retrieve.graph("one:shelf.rs#Rack.shelve").overrides == [in_trait]
    assert retrieve.graph("one:shelf.rs#Shelf.shelve~2").overrides == []
    assert retrieve.graph("one:shelf.rs#Shelve.tidy").overridden_by == []


def test_overridden_method_names_what_overrides_it(retrieve: Retrieve) -> None:
    answer = retrieve.graph("A.step")
    assert (answer.overrides, answer.overridden_by) == ([], [OVER])
    assert retrieve.graph("B.alone").overrides == []


def test_overload_overrides_the_one_with_its_parameters(retrieve: Retrieve) -> None:
    assert retrieve.graph("one:Box.java#Crate.put(int,int)").overrides == ["one:Box.java#Box.put(int,int)"]
    answer = retrieve.graph("one:Box.java#Crate.put(String)")
    assert [edge.src for edge in answer.override_callers] == ["one:Box.java#Crate.fill(Box)"]


def test_text_of_a_graph_sets_callers_across_an_override_apart(retrieve: Retrieve) -> None:
    text = graph_text(retrieve.graph("B.step"))
    assert "overrides one:a.py#A.step; 1 call of that:\n- one:a.py#A.go :" in text
    assert "no direct callers found" in text
    assert "overridden by (1):\n- one:a.py#B.step" in graph_text(retrieve.graph("A.step"))


def test_directions_and_kinds_that_leave_callers_out_leave_those_of_the_overridden_out(retrieve: Retrieve) -> None:
    assert retrieve.graph("B.step", direction="out").override_callers == []
    assert retrieve.graph("B.step", edges=["inherits"]).override_callers == []


def test_path_crosses_an_override_by_a_marked_step(retrieve: Retrieve) -> None:
    answer = retrieve.path("A.go", "B.step")
    assert [(edge.kind, edge.src, edge.dst) for edge in answer.steps] == [
        ("calls", "one:a.py#A.go", STEP),
        ("overridden_by", STEP, OVER),
    ]
    assert [edge.via for edge in answer.steps] == ["self", "override"]


def test_path_does_not_cross_an_override_from_a_call_of_the_base_itself(retrieve: Retrieve) -> None:
    # `super().step()` runs A.step, whatever overrides it.
    assert not retrieve.path("B.step", "B.step", max_depth=1).steps
    assert not retrieve.path("A.go", "B.step", edges=["inherits"]).found


PREFIXES = ("py", "ts", "java", "cs", "kt", "sw", "sc", "rb", "php", "cpp", "sol")


@pytest.mark.parametrize("prefix", PREFIXES)
def test_who_makes_a_class_runs_its_constructor_and_what_that_calls(retrieve: Retrieve, prefix: str) -> None:
    answer = retrieve.path(f"{prefix}_run", f"{prefix}_help")
    assert [step.kind for step in answer.steps] == ["constructs", "calls"]
    constructor = answer.steps[0].dst
    assert (answer.steps[0].via, len(answer.steps[0].site_lines)) == ("constructor", 1)
    makers = retrieve.graph(constructor)
    assert [(edge.kind, edge.src) for edge in makers.made_by] == [("calls", answer.steps[0].src)]
    text = graph_text(makers)
    assert "called by making made:" in text
    assert "no callers found" not in text
    reached = {node.handle: node for layer in retrieve.impact(f"{prefix}_help").layers for node in layer}
    assert reached[answer.steps[0].src].via_edge.kind == "constructs"
    assert not reached[constructor].entry


def test_a_constructor_is_run_for_its_own_class_and_those_without_one_and_by_no_other_use(retrieve: Retrieve) -> None:
    reached = {node.handle.partition("#")[2] for layer in retrieve.impact("py_help").layers for node in layer}
    assert reached == {"PyBase.__init__", "py_run"}
    assert [edge.src.partition("#")[2] for edge in retrieve.graph("PyOwn.__init__").made_by] == ["py_own"]
    assert retrieve.graph("PyOwn.__init__").overrides == []
    assert retrieve.graph("PyBase.__init__", direction="out").made_by == []
    assert not retrieve.path("py_own", "py_help").found


def test_which_of_several_constructors_runs_is_less_sure(retrieve: Retrieve) -> None:
    sure, unsure = (retrieve.path(f"{one}_run", f"{one}_help").steps[0].confidence for one in ("cs", "java"))
    assert sure > unsure


def test_asking_for_a_constructor_tells_who_makes_its_class(retrieve: Retrieve) -> None:
    answer = retrieve.ask("PyBase.__init__", k=3)
    assert "run by making its class in:\n- made:made.py#py_run :20" in ask_text(answer)


def test_answer_without_a_path_counts_the_references_that_could_lead_to_the_end(retrieve: Retrieve) -> None:
    answer = retrieve.path("B.alone", "B.step")
    assert (answer.found, answer.unresolved_same_name) == (False, 2)
    assert "2 references" in path_text(answer, False)


@pytest.mark.parametrize(
    ("query", "source", "number"),
    [(OVER, None, 2), ("two:far.py#step", None, 1), ("step", "two", 1), ("step", "one", 2)],
)
def test_only_references_of_the_language_and_the_source_are_counted_as_unresolved(
    retrieve: Retrieve, query: str, source: str | None, number: int
) -> None:
    assert retrieve.graph(query, source=source).unresolved_same_name == number


def test_references_that_could_mean_an_entity_are_listed(retrieve: Retrieve) -> None:
    assert retrieve.graph(OVER, direction="out").same_name == []
    answer = retrieve.graph(OVER)
    assert [(site.name, site.src, site.file, site.line) for site in answer.same_name] == [
        ("step", "one:late.py#late", "late.py", 2)
    ] * 2
    assert "may also be called by:\n- one:late.py#late :2" in graph_text(answer)


JVM = {
    "View.java": "public class View {\n    public void stopLoading() {}\n    public void only() {}\n}\n",
    "Manager.kt": """\
class Manager {
    fun stopLoading(view: View) { view.stopLoading() }
    fun run(view: View) { view.only() }
}
""",
}


def test_what_one_language_of_a_runtime_calls_counts_for_the_other_and_is_not_guessed(tmp_path: Path) -> None:
    write_files(tmp_path / "app", JVM)
    made = create_cairn(tmp_path / "cairn.db", config=Config())
    made.ingest.add(tmp_path / "app")
    for method, line in (("View.stopLoading()", 2), ("View.only()", 3)):
        answer = made.retrieve.graph(f"app:View.java#{method}", unresolved=True)
        assert (answer.unresolved_same_name, [(site.file, site.line) for site in answer.same_name]) == (1, [("Manager.kt", line)])
    manager = made.retrieve.graph("app:Manager.kt#Manager.stopLoading(View)", edges=["calls"])
    assert (manager.edges, manager.unresolved_same_name) == ([], 1)
