"""Edits that change what files mean to each other: after each, a refreshed index says what a new one does."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from cairn import Config, create_cairn
from tests.index.state import state_of, state_of_new

Files = Mapping[str, str | None]  # texts by path; None: the file is gone

# Files, then the edits that are made one after the other.
CASES: dict[str, tuple[Files, ...]] = {
    "a popular function is defined once more": (
        {
            "a.py": "def get(): pass\n",
            "b.py": "def f(x):\n    x.get()\n    get()\n",
            "c.py": "class C:\n    def get(self): pass\n",
        },
        {"d.py": "def get(): pass\n"},
        {"d.py": "class D:\n    def get(self): pass\n"},
        {"c.py": None, "a.py": None},
    ),
    "a result is annotated otherwise": (
        {
            "m.py": "class A:\n    def run(self): pass\nclass B:\n    def run(self): pass\ndef make() -> A: pass\n",
            "n.py": "from m import make\ndef again(): return make()\n",
            "o.py": "from n import again\nagain().run()\n",
        },
        {"m.py": "class A:\n    def run(self): pass\nclass B:\n    def run(self): pass\ndef make() -> B: pass\n"},
        {"m.py": "class A:\n    def run(self): pass\nclass B:\n    def run(self): pass\ndef make(x=1): return x\n"},
    ),
    "bases come, go, and lead in a circle": (
        {
            "a.py": "class A:\n    def run(self): pass\n",
            "b.py": "from a import A\nclass B(A): pass\n",
            "c.py": "from b import B\nB().run()\n",
        },
        {"b.py": "class B: pass\n"},
        {"a.py": "from b import B\nclass A(B):\n    def run(self): pass\n", "b.py": "from a import A\nclass B(A): pass\n"},
        {"a.py": "class A:\n    def run(self): pass\n    def stop(self): pass\n", "c.py": "from b import B\nB().stop()\n"},
    ),
    "star imports, `__all__` and re-exports": (
        {
            "pkg/__init__.py": "from .one import *\nfrom .two import name as other\n",
            "pkg/one.py": "__all__ = ['name']\ndef name(): pass\ndef hidden(): pass\n",
            "pkg/two.py": "def name(): pass\n",
            "use.py": "from pkg import *\nname()\nhidden()\nother()\n",
        },
        {"pkg/one.py": "__all__ = ['hidden']\ndef name(): pass\ndef hidden(): pass\n"},
        {"pkg/__init__.py": "from .one import hidden\nfrom .two import *\n"},
        {"pkg/two.py": None},
        {"pkg/two.py": "def other(): pass\n"},
    ),
    "a module of another kind takes a name": (
        {"a.py": "import core\ncore.run()\n", "core.py": "def run(): pass\n"},
        {"core/__init__.py": "def run(): pass\n"},
        {"core.py": None},
        {"core/__init__.py": None, "src/core.py": "def run(): pass\n", "setup.cfg": "[options]\npackage_dir =\n    = src\n"},
    ),
    "tsconfig names other paths": (
        {
            "tsconfig.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@x/*": ["one/*"]}}}',
            "one/m.ts": "export function run() {}\n",
            "two/m.ts": "export function run() {}\n",
            "app.ts": "import { run } from '@x/m';\nrun();\n",
        },
        {"tsconfig.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@x/*": ["two/*"]}}}'},
        {"tsconfig.json": None},
    ),
    "package.json exports another file": (
        {
            "package.json": '{"workspaces": ["packages/*"]}',
            "packages/kit/package.json": '{"name": "kit", "exports": {".": "./a.js"}}',
            "packages/kit/a.js": "export function run() {}\n",
            "packages/kit/b.js": "export function run() {}\n",
            "packages/app/package.json": '{"name": "app"}',
            "packages/app/main.js": "import { run } from 'kit';\nrun();\n",
        },
        {"packages/kit/package.json": '{"name": "kit", "exports": {".": "./b.js"}}'},
        {"packages/kit/package.json": '{"name": "other", "exports": {".": "./b.js"}}'},
    ),
    "a barrel exports another": (
        {
            "lib/index.ts": "export * from './one';\n",
            "lib/one.ts": "export class Box { open() {} }\n",
            "lib/two.ts": "export class Box { open() {} shut() {} }\n",
            "app.ts": "import { Box } from './lib';\nnew Box().open();\n",
            "page.vue": "<script>import { Box } from './lib'\nexport default { methods: { f() { new Box().shut() } }}</script>\n",
        },
        {"lib/index.ts": "export * from './two';\n"},
        {"lib/index.ts": "export { Box } from './one';\nexport * from './two';\n"},
        {"lib/one.ts": None},
    ),
    "a crate has another member": (
        {
            "Cargo.toml": '[workspace]\nmembers = ["kit", "app"]\n',
            "kit/Cargo.toml": '[package]\nname = "kit"\n',
            "kit/src/lib.rs": "pub fn run() {}\n",
            "app/Cargo.toml": '[package]\nname = "app"\n[dependencies]\nkit = { path = "../kit" }\n',
            "app/src/main.rs": "use kit::run;\nfn main() { run(); }\n",
        },
        {"kit/Cargo.toml": '[package]\nname = "tool"\n'},
        {
            "app/src/main.rs": "use tool::run;\nfn main() { run(); }\n",
            "app/Cargo.toml": '[package]\nname = "app"\n[dependencies]\ntool = { path = "../kit" }\n',
        },
    ),
    "another trait is implemented in a third file": (
        {
            "src/lib.rs": "mod a; mod b; mod c;\n",
            "src/a.rs": "pub struct A;\npub trait Show { fn put(&self) {} }\npub trait Hide { fn put(&self) {} }\n",
            "src/b.rs": "use crate::a::*;\nimpl Show for A {}\n",
            "src/c.rs": "use crate::a::*;\nfn f(one: A) { one.put(); }\n",
        },
        {"src/b.rs": "use crate::a::*;\nimpl Hide for A {}\n"},
        {"src/b.rs": "use crate::a::*;\nimpl Hide for A { fn put(&self) {} }\n"},
        {"src/b.rs": None},
    ),
    "go.mod has another module path": (
        {
            "go.mod": "module example.com/shop\n",
            "tax/tax.go": "package tax\n\nfunc Rate() int { return 1 }\n",
            "main.go": 'package main\n\nimport "example.com/shop/tax"\n\nfunc main() { tax.Rate() }\n',
        },
        {"go.mod": "module example.com/store\n"},
    ),
    "a type says and has what an interface asks for": (
        {
            "a.go": "package p\n\ntype Reader interface { Read(n int) int }\ntype Writer interface { Write(n int) int }\n",
            "b.go": "package p\n\ntype T struct{}\n\nfunc (t *T) Read(n int) int { return n }\n",
            "c.go": "package p\n\nvar _ Reader = (*T)(nil)\n",
        },
        {"c.go": "package p\n\nvar _ Writer = (*T)(nil)\n"},
        {"d.go": "package p\n\nfunc (t *T) Write(n int) int { return n }\n"},
        {"a.go": "package p\n\ntype Reader interface { Read(n int64) int }\ntype Writer interface { Write(n int) int }\n"},
        {"e.go": "package p\n\ntype Third interface { Read(n int) int }\n"},
        {"c.go": None, "d.go": None},
    ),
    "an overload comes and goes": (
        {
            "A.java": "class A { void f(int x) {} }\n",
            "B.java": 'class B extends A { void g(A a) { a.f(1); a.f(""); f(2); } }\n',
        },
        {"A.java": "class A { void f(int x) {} void f(String x) {} }\n"},
        {"A.java": "class A { void f(Object x) {} void f(String x) {} }\n"},
        {"A.java": "class A extends C { }\n", "C.java": "class C { void f(int x) {} }\n"},
    ),
    "a method that is guessed takes another type, and overloads change places": (
        {
            "A.java": "class A { void send(int x) {} void put(int x) {} void put(long x) {} }\n",
            "B.java": "class B { void g(Unknown a) { a.send(); } void h(A a, Unknown b) { a.put(b.x()); } }\n",
            "NOTES.md": "See `A.send` and `A.put`.\n",
        },
        {"A.java": "class A { void send(long x) {} void put(int x) {} void put(long x) {} }\n"},
        {"A.java": "class A { void send(long x) {} void put(long x) {} void put(int x) {} }\n"},
    ),
    "an extension method is written elsewhere": (
        {
            "A.cs": "namespace N { public class A { } }\n",
            "E.cs": "namespace N { public static class E { public static int Twice(this A a) => 1; } }\n",
            "U.cs": "namespace N { public class U { int F(A a) => a.Twice(); } }\n",
            "P.cs": "namespace N { public partial class U { partial void Done(int x); } }\n",
        },
        {"E.cs": "namespace N { public static class E { public static int Thrice(this A a) => 1; } }\n"},
        {"E.cs": "namespace M { public static class E { public static int Twice(this N.A a) => 1; } }\n"},
        {"Q.cs": "namespace N { public partial class U { partial void Done(int x) { } } }\n"},
        {"Q.cs": None},
    ),
    "a Kotlin extension has another receiver": (
        {
            "A.kt": "package p\nclass A\nclass B\n",
            "E.kt": "package p\nfun A.show() = 1\n",
            "U.kt": "package p\nfun f(a: A, b: B) { a.show(); b.show() }\n",
        },
        {"E.kt": "package p\nfun B.show() = 1\n"},
        {"E.kt": "package q\nfun B.show() = 1\n"},
    ),
    "a header that all include": (
        {
            "api.h": "#define LIMIT 1\nstruct box { int n; };\nint run(int x);\n",
            "api.c": '#include "api.h"\nint run(int x) { return LIMIT; }\n',
            "use.c": '#include "api.h"\nint use(struct box *b) { return run(b->n) + LIMIT; }\n',
        },
        {"api.h": "struct box { int m; };\nint run(int x);\n"},
        {"api.c": '#include "api.h"\nstatic int run(int x) { return 1; }\n'},
        {"api.c": None},
        {"other.c": "int run(int x) { return 2; }\n"},
        {"api.h": "struct box { int m; };\n#define run(x) (x)\n"},
        {"api.h": None},
    ),
    "the first of several announcements is gone": (
        {
            "a.c": "extern int now;\nint f(void) { return now; }\n",
            "b.c": "extern int now;\nint g(void) { return now; }\n",
            "c.c": "extern int now;\nint h(void) { return now; }\n",
        },
        {"a.c": None},
        {"a.c": "extern int now;\n"},
    ),
    "a C++ member is defined out of line": (
        {
            "box.h": "namespace kit { struct Box { int open(int x); int open(double x); }; }\n",
            "box.cpp": '#include "box.h"\nint kit::Box::open(int x) { return x; }\n',
            "use.cpp": '#include "box.h"\nusing namespace kit;\nint f(Box b) { return b.open(1) + b.open(1.0); }\n',
        },
        {"box.cpp": '#include "box.h"\nint kit::Box::open(double x) { return x; }\n'},
        {"box.cpp": None, "more.cpp": '#include "box.h"\nint kit::Box::open(int x) { return x; }\n'},
        {"box.h": "namespace tool { struct Box { int open(int x); }; }\n"},
    ),
    "a class is opened again": (
        {
            "a.rb": "class Cart\n  def total; end\nend\n",
            "b.rb": "class Cart\n  def add; total; end\nend\n",
            "c.rb": "module Loud\n  def shout; end\nend\nCart.include Loud\n",
            "d.rb": "Cart.new.shout\nCart.new.add\n",
        },
        {"c.rb": "module Loud\n  def shout; end\nend\n"},
        {"c.rb": "module Loud\n  def add; end\n  def shout; end\nend\nCart.prepend Loud\n"},
        {"a.rb": None},
    ),
    "a PHP class uses another trait": (
        {
            "A.php": "<?php\nnamespace N;\nclass A { use T; function f() { $this->go(); } }\n",
            "T.php": "<?php\nnamespace N;\ntrait T { function go() {} }\ntrait S { function go() {} }\n",
        },
        {"A.php": "<?php\nnamespace N;\nclass A { use S; function f() { $this->go(); } }\n"},
        {"T.php": "<?php\nnamespace M;\ntrait T { function go() {} }\ntrait S { function go() {} }\n"},
        {"A.php": "<?php\nnamespace N;\nuse M\\T;\nclass A { use T { go as went; } function f() { $this->went(); } }\n"},
    ),
    "a Swift extension gives another protocol": (
        {
            "A.swift": "class A {}\nprotocol P {}\nextension P { func go() {} }\nprotocol Q {}\nextension Q { func go() {} }\n",
            "E.swift": "extension A: P {}\n",
            "U.swift": "func f(a: A) { a.go() }\n",
        },
        {"E.swift": "extension A: Q {}\n"},
        {"E.swift": "extension A { func go() {} }\n"},
    ),
    "an implicit class converts another": (
        {
            "a.scala": "package p\nclass A\nclass B\ntrait Self { def go = 1 }\ntrait Other { def go = 1 }\n",
            "b.scala": "package p\nobject Wide { implicit class More(a: A) { def twice = 1 } }\n",
            "c.scala": "package p\nimport Wide._\nclass U { def f(a: A) = a.twice }\n",
            "d.scala": "package p\ntrait Mixed { this: Self => }\n",
            "e.scala": "package p\ntrait Uses extends Mixed { def f = go }\n",
        },
        {"b.scala": "package p\nobject Wide { implicit class More(a: B) { def twice = 1 } }\n"},
        {"d.scala": "package p\ntrait Mixed { this: Other => }\n"},
    ),
    "a Lua module returns another table": (
        {
            "m.lua": "local A = {}\nfunction A.go() end\nlocal B = {}\nfunction B.go() end\nreturn A\n",
            "use.lua": "local m = require('m')\nm.go()\nstart()\n",
            "g.lua": "function start() end\n",
        },
        {"m.lua": "local A = {}\nfunction A.go() end\nlocal B = {}\nfunction B.go() end\nreturn B\n"},
        {"g.lua": "start = nil\n", "h.lua": "function start() end\n"},
    ),
    "a Solidity library is attached to another type": (
        {
            "L.sol": "library L { function twice(uint a) internal {} }\nlibrary M { function twice(uint a) internal {} }\n",
            "C.sol": 'import "./L.sol";\ncontract C { using L for uint; function f(uint x) public { x.twice(); } }\n',
            "D.sol": 'import "./C.sol";\ncontract D is C { using M for uint; function g(uint x) public { x.twice(); } }\n',
        },
        {"C.sol": 'import "./L.sol";\ncontract C { using M for uint; function f(uint x) public { x.twice(); } }\n'},
        {"L.sol": "library L { function once(uint a) internal {} }\nlibrary M { function twice(int a) internal {} }\n"},
    ),
    "another script is sourced": (
        {"a.sh": "go() { :; }\n", "b.sh": "go() { :; }\n", "c.sh": "source ./a.sh\ngo\n"},
        {"c.sh": "source ./b.sh\ngo\n"},
        {"b.sh": "stop() { :; }\n"},
    ),
    "a Perl package has another parent": (
        {
            "lib/A.pm": "package A;\nuse Exporter 'import';\nour @EXPORT_OK = qw(go);\nsub go { 1 }\nsub run { 1 }\n1;\n",
            "lib/B.pm": "package B;\nuse parent 'A';\nsub new { bless {}, shift }\n1;\n",
            "use.pl": "use A qw(go);\nuse B;\ngo();\nmy $b = B->new;\n$b->run;\n",
        },
        {"lib/A.pm": "package A;\nuse Exporter 'import';\nour @EXPORT_OK = qw(run);\nsub go { 1 }\nsub run { 1 }\n1;\n"},
        {"lib/B.pm": "package B;\nsub new { bless {}, shift }\nsub run { 1 }\n1;\n"},
    ),
    "a definition lacks its name": (
        {"list.c": "#include <stdio.h>\nstatic int = 0;\nint f(void) { return 1; }\n"},
        {"list.c": "static int = 0;\nint f(void) { return 2; }\n"},
    ),
    "documents cite what moves": (
        {
            "a.py": "def alpha(): pass\n",
            "README.md": "# Read\n\nSee `alpha()`, `a.py` and [code](a.py#L1).\n",
            "h.h": "int beta(void);\n",
            "NOTES.md": "`beta()` is declared.\n",
        },
        {"a.py": "\n\ndef alpha(): pass\n"},
        {"a.py": None, "b.py": "def alpha(): pass\n"},
        {"b.c": '#include "h.h"\nint beta(void) { return 1; }\n'},
        {"b.c": None},
    ),
    "languages that know nothing of each other": (
        {
            "a.py": "def run(): pass\n",
            "b.c": "int f(void) { return g(); }\n",
            "c.c": "int g(void) { return 1; }\n",
            "d.go": "package d\n\nfunc F() { G() }\n",
            "e.go": "package d\n\nfunc G() {}\n",
        },
        {"a.py": "def run(): pass\nx = 1\n"},
        {"c.c": None},
        {"a.py": "def run(x): pass\n"},
        {"c.c": "int g(void) { return 1; }\n", "e.go": None},
        {"e.go": "package d\n\ntype G int\n"},
    ),
}  # fmt: skip


def _write(folder: Path, files: Files) -> None:
    for path, text in files.items():
        target = folder / path
        if text is None:
            target.unlink()
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")


@pytest.mark.parametrize("case", CASES)
def test_refreshed_index_equals_a_new_one_after_each_edit(case: str, tmp_path: Path) -> None:
    folder = tmp_path / "tree"
    files, *edits = CASES[case]
    _write(folder, files)
    with create_cairn(tmp_path / "index" / "cairn.db", config=Config()) as cairn:
        cairn.ingest.add(folder)
        for number, edit in enumerate(edits):
            _write(folder, edit)
            cairn.ingest.refresh("tree", allow_delete=True)
            assert state_of(cairn) == state_of_new(folder, tmp_path / f"new{number}" / "cairn.db"), f"after edit {number + 1}"
