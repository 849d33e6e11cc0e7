"""Methods that stand for those of interfaces which their types satisfy without saying so."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.answers.model.graph import graph_text
from cairn.retrieve.facade import Retrieve
from tests.retrieve.conftest import write_files

FILES = {
    "go.mod": "module example.com/kv\n",
    "kv.go": """\
package kv

type Closer interface{ Close() error }

type Store interface {
	Get(k string) string
	Put(k, v string) (int, error)
}

type Full interface {
	Closer
	Store
	flush()
}

type base struct{}

func (b *base) Put(k string, v string) (n int, err error) { return 0, nil }

type Mem struct{ base }

type Narrow struct{}

func (n Narrow) Get(k string) string { return "" }

type Other struct{ base }

func (o Other) Get(k string, fallback string) string { return fallback }

func use(s Store) string { return s.Get("x") }

func shut(c Closer) error { return c.Close() }

func force(f Full) { f.flush() }

func put(s Store) { s.Put("a", "b") }

func Run() { use(&Mem{}) }
""",
    "mem.go": """\
package kv

func (m *Mem) Get(k string) string { return "" }

func (*Mem) Close() error { return nil }

func (m *Mem) flush() {}

type Said struct{}

var _ Store = (*Said)(nil)

func (s *Said) Put(k, v string) (int, error) { return 0, nil }
""",
    "said.go": 'package kv\n\nfunc (s *Said) Get(k string) string { return "" }\n',
    "far/far.go": """\
package far

type Far struct{}

func (f Far) Get(k string) string { return "" }

func (f Far) Put(k, v string) (int, error) { return 0, nil }

func (f Far) Close() error { return nil }

func (f Far) flush() {}
""",
    "shapes.py": """\
from typing import Protocol


class Reader(Protocol):
    def read(self, size: int) -> bytes: ...

    def close(self) -> None: ...


class Disk:
    def read(self, size):
        return b""

    def close(self):
        pass


class Half:
    def read(self, size):
        return b""


def load(source: Reader) -> bytes:
    return source.read(1)
""",
    "shapes.ts": """\
interface Cache { get(key: string): string; size: number; label?: string }
export class Table {
  size = 0;
  get(key: string) { return key; }
}
export class Partial { get(key: string) { return key; } }
export function read(cache: Cache) { return cache.get("a"); }
""",
}
STORE_GET = "kv:kv.go#Store.Get"


@pytest.fixture(scope="module")
def cairn(tmp_path_factory: pytest.TempPathFactory) -> Cairn:
    folder: Path = tmp_path_factory.mktemp("satisfy").resolve()
    write_files(folder / "kv", FILES)
    made = create_cairn(folder / "cairn.db", config=Config())
    made.ingest.add(folder / "kv")
    return made


@pytest.fixture
def retrieve(cairn: Cairn) -> Retrieve:
    return cairn.retrieve


def test_method_tells_which_method_of_an_interface_it_may_be_called_through(retrieve: Retrieve) -> None:
    answer = retrieve.graph("Mem.Get")
    assert (answer.overrides, answer.stands_for) == ([], [STORE_GET])
    assert [(edge.src, edge.dst) for edge in answer.override_callers] == [("kv:kv.go#use", STORE_GET)]
    text = graph_text(answer)
    assert f"may run for calls of {STORE_GET}; 1 call of that:" in text
    assert "no direct callers found" in text


@pytest.mark.parametrize(
    ("method", "stands_for"),
    [
        ("Narrow.Get", []),  # has no Put
        ("Other.Get", []),  # takes more
        ("base.Put", ["kv:kv.go#Store.Put"]),  # promoted by what embeds it
        ("Mem.flush", ["kv:kv.go#Full.flush"]),
        ("Mem.Close", ["kv:kv.go#Closer.Close"]),
        ("Far.Get", [STORE_GET]),
        ("Far.flush", []),  # means nothing outside of its package
        ("Disk.read", ["kv:shapes.py#Reader.read"]),
        ("Half.read", []),
        ("Table.get", ["kv:shapes.ts#Cache.get"]),
        ("Partial.get", []),
    ],
)
def test_only_a_type_with_the_whole_method_set_satisfies_an_interface(
    retrieve: Retrieve, method: str, stands_for: list[str]
) -> None:
    assert retrieve.graph(method).stands_for == stands_for


def test_satisfaction_that_is_declared_is_an_override_wherever_the_methods_stand(retrieve: Retrieve) -> None:
    answer = retrieve.graph("Said.Get")
    assert (answer.overrides, answer.stands_for) == ([STORE_GET], [])


def test_method_of_an_interface_names_all_that_a_call_of_it_may_run(retrieve: Retrieve) -> None:
    assert sorted(retrieve.graph("Store.Get").overridden_by) == [
        "kv:far/far.go#Far.Get", "kv:mem.go#Mem.Get", "kv:said.go#Said.Get",
    ]  # fmt: skip


def test_satisfaction_that_nothing_declares_is_an_edge_that_says_so(retrieve: Retrieve) -> None:
    edges = retrieve.graph("Mem", direction="out", edges=["inherits"]).edges
    assert {edge.dst: edge.via for edge in edges} == {
        "kv:kv.go#base": "base", "kv:kv.go#Closer": "structural", "kv:kv.go#Full": "structural", "kv:kv.go#Store": "structural",
    }  # fmt: skip
    assert {edge.confidence for edge in edges if edge.via == "structural"} == {0.75}


def test_impact_and_path_lead_through_an_interface(retrieve: Retrieve) -> None:
    reached = [node.handle for layer in retrieve.impact("Mem.Get").layers for node in layer]
    assert reached == [STORE_GET, "kv:kv.go#use", "kv:kv.go#Run"]
    steps = retrieve.path("Run", "Mem.Get").steps
    assert [(edge.kind, edge.dst) for edge in steps[-2:]] == [("calls", STORE_GET), ("overridden_by", "kv:mem.go#Mem.Get")]
