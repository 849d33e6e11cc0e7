"""What is used by its name alone, on a value of which nothing is known, is kept and counted: in every language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn
from tests.index.conftest import write_files

# A function reads `limit` of what it is given; another calls `ensure` on what an external call gave, and reads `limit` of one.
SOURCES = {
    "py.py": "import lib\n\ndef f(s):\n    return s.limit\n\ndef h():\n"
    "    y = lib.make()\n    y.ensure(2)\n    return lib.get().limit\n",
    "ts.ts": "import { make, get } from 'lib';\nfunction f(s: any) { return s.limit; }\n"
    "function h() { const y = make(); y.ensure(2); return get().limit; }\n",
    "go.go": 'package a\nimport "ext/lib"\nfunc f(s lib.Thing) int { return s.limit }\n'
    "func h() { y := lib.Make(); y.ensure(2); _ = lib.Get().limit }\n",
    "A.java": "import ext.lib.Lib;\nclass A { int f(Lib s) { return s.limit; }\n"
    "int h() { var y = Lib.make(); y.ensure(2); return Lib.get().limit; } }\n",
    "rs.rs": "use ext::lib;\nfn f(s: lib::Thing) -> i32 { s.limit }\n"
    "fn h() -> i32 { let y = lib::make(); y.ensure(2); lib::get().limit }\n",
    "rb.rb": "require 'lib'\ndef f(s)\n  s.limit\nend\ndef h\n  y = Lib.make\n  y.ensure(2)\n  Lib.get.limit\nend\n",
    "php.php": "<?php\nuse Ext\\Lib;\nfunction f($s) { return $s->limit; }\n"
    "function h() { $y = Lib::make(); $y->ensure(2); return Lib::get()->limit; }\n",
    "cs.cs": "using Ext;\nclass A { int F(Lib s) { return s.limit; }\n"
    "int H() { var y = Lib.Make(); y.ensure(2); return Lib.Get().limit; } }\n",
    "kt.kt": "import ext.make\nfun f(s: ext.Thing): Int = s.limit\n"
    "fun h(): Int { val y = make(); y.ensure(2); return make().limit }\n",
    "swift.swift": "import Lib\nfunc f(s: Lib.Thing) -> Int { return s.limit }\n"
    "func h() -> Int { let y = Lib.make(); y.ensure(2); return Lib.get().limit }\n",
    "scala.scala": "import ext.Lib\nobject A { def f(s: ext.Thing) = s.limit\n"
    "def h() = { val y = Lib.make(); y.ensure(2); Lib.get().limit } }\n",
    "cpp.cpp": "#include <ext/lib.h>\nint f(ext::Thing s) { return s.limit; }\n"
    "int h() { auto y = ext::make(); y.ensure(2); return ext::get()->limit; }\n",
    "c.c": "#include <lib.h>\nint f(struct thing *s) { return s->limit; }\n"
    "int h(void) { struct thing *y = make(); y->ensure(2); return get()->limit; }\n",
    "lua.lua": 'local lib = require("lib")\nlocal function f(s) return s.limit end\n'
    "local function h() local y = lib.make(); y:ensure(2); return lib.get().limit end\n",
}


# One that an external module gave is called, one that is written to is nobody's.
MORE = {
    "object.lua": "local o = require('lib')\nlocal function f() o:resize(1) end\n",
    "writer.rb": "def f(o)\n  o.resize = 3\n  o.resize ||= 4\nend\n",
}


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cairn]:
    """An index of one file a language, none of which defines what they use."""
    folder = tmp_path_factory.mktemp("languages")
    write_files(folder / "tree", SOURCES | MORE)
    with create_cairn(folder / "cairn.db", config=Config()) as cairn:
        cairn.ingest.add(folder / "tree")
        yield cairn


@pytest.mark.parametrize("path", SOURCES)
def test_a_use_on_an_unknown_value_is_kept_by_its_name(spoken: Cairn, path: str) -> None:
    answer = spoken.retrieve.graph(f"tree:{path}", unresolved=True)
    names = [site.name for site in answer.unresolved or ()]
    assert (names.count("ensure"), names.count("limit")) == (1, 2)


@pytest.mark.parametrize(("path", "name", "count"), [("object.lua", "resize", 1), ("writer.rb", "resize=", 2)])
def test_a_method_of_an_unknown_object_is_kept_by_the_name_that_defines_it(
    spoken: Cairn, path: str, name: str, count: int
) -> None:
    sites = spoken.retrieve.graph(f"tree:{path}", unresolved=True).unresolved or ()
    assert [site.name for site in sites].count(name) == count


def write_and_add(cairn: Cairn, tree: Path, text: str) -> None:
    write_files(tree, {"a.py": text})
    cairn.ingest.add(tree)


def test_names_of_the_code_around_a_use_are_nobody_elses(cairn: Cairn, tree: Path) -> None:
    write_and_add(
        cairn, tree, "def f(limit, s):\n    _ = s\n    return [limit for size in s if size]\n\n\nclass Conf:\n    limit = 1\n"
    )
    assert cairn.retrieve.graph("Conf.limit").unresolved_same_name == 0


def test_what_a_pattern_takes_out_of_an_unknown_value_is_a_use_of_its_name(cairn: Cairn, tree: Path) -> None:
    text = "export class Conf { limit = 1; size = 2; }\nfunction f({ limit }) { const { size: n = 1 } = limit; return n; }\n"
    write_files(tree, {"a.ts": text})
    cairn.ingest.add(tree)
    for name in ("limit", "size"):
        assert cairn.retrieve.graph(f"Conf.{name}").unresolved_same_name == 1


def test_a_method_and_those_that_override_it_are_one_definition_for_a_guess(cairn: Cairn, tree: Path) -> None:
    methods = "class Base:\n    def refit(self): ...\n\n\nclass One(Base):\n    def refit(self): ...\n\n\n"
    write_and_add(cairn, tree, methods + "class Two(One):\n    def refit(self): ...\n\n\ndef f(s):\n    s.refit()\n")
    answer = cairn.retrieve.graph("Base.refit", edges=["calls"], direction="in")
    assert [(edge.src, edge.via) for edge in answer.edges] == [("tree:a.py#f", "unique-name")]
    assert answer.unresolved_same_name == 0  # what is listed as a guess is not counted again


def test_methods_of_classes_that_have_nothing_in_common_are_not_guessed(cairn: Cairn, tree: Path) -> None:
    write_and_add(
        cairn, tree, "class X:\n    def apart(self): ...\n\n\nclass Y:\n    def apart(self): ...\n\n\ndef f(s):\n    s.apart()\n"
    )
    answer = cairn.retrieve.graph("X.apart", edges=["calls"], direction="in")
    assert (answer.edges, answer.unresolved_same_name) == ([], 1)
