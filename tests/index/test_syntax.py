"""A file with syntax that cannot be read says so; what is only new, or a macro, does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn import create_cairn
from tests.index.conftest import write_files

_BROKEN = {
    "A.java": "class A {\n  void f() { int x = ; }\n}\n",
    "a.c": "int ok(void) { return 1; }\nint f( {\n  return g();\n}\n",
    "a.cpp": "class A { int f( };\nvoid g() { if }\n",
    "a.cs": "class A { void F( { } }\n",
    "a.go": "package a\nfunc f( {\n}\n",
    "a.js": "const a = 1 +;\n",
    "a.kt": "fun f( {\n}\n",
    "a.lua": "local x = = 3\n",
    "a.php": "<?php\nfunction f( { }\n",
    "a.py": "def g():\n    return h()\ndef f(:\n    pass\n",
    "a.rb": "def x\n  foo(\nend\n",
    "a.rs": "fn f( {}\n",
    "a.scala": "object A { def f( = 1 }\n",
    "a.sh": "if true; then\n",
    "a.sol": "contract A { function f( {} }\n",
    "a.swift": "func f( {\n",
    "a.ts": "function f( {\n  return 1;\n",
    "a.tsx": "const a = <p>;\n",
}
_FINE = {
    "B.java": 'sealed interface B permits C {}\nrecord C(int x) implements B {\n  String s() { return """\n  t\n  """; }\n}\n',
    "b.c": "EXPORT int f(void);\nint API g(void) { LOCK(); return cast(struct s *, x); }\nFOR_EACH(i, list) { }\n",
    "b.cpp": "template <typename T> concept N = requires(T t) { t + 1; };\nclass API B final { auto f() -> int; };\n",
    "b.cs": 'public record B(int X) { public required string S { get; init; } int F(B o) => o is { Length: > 1 } ? 1 : 2; }\n',
    "b.go": "package b\nfunc Map[T, U any](xs []T, f func(T) U) []U { for range 3 {}; return nil }\n",
    "b.js": "class B { #x = 1; static { B.y ??= 2; } get x() { return this?.#x ?? 1n; } }\nawait import('./a.js');\n",
    "b.kt": "sealed interface B\ndata class C(val x: Int) : B\nfun C.f() = when (this) { is C -> x }\n",
    "b.lua": "local x <const> = 3\ngoto over\n::over::\n",
    "b.php": "<?php\nenum S: string { case A = 'a'; }\nreadonly class B { public function __construct(private ?int $x) {} }\n",
    "b.py": "type P[T] = list[T]\ndef f[T](x: T, /) -> T:\n    match x:\n        case {'a': [*_]} | None:\n            f(1)\n"
    "try:\n    f'{x!r:>{10}}'\nexcept* ValueError:\n    pass\n",
    "b.rb": "def f(x) = case x\n  in {a: Integer => n} then n\nend\n",
    "b.rs": "async fn f<const N: usize>(x: Option<u8>) -> u8 { let Some(y) = x else { return 1 }; y }\n",
    "b.sh": "f() { [[ $1 =~ ^a ]] && echo \"${1,,}\"; }\n",
    "b.swift": "actor B { func f() async throws -> some View { try await g { $0 } } }\n",
    "b.ts": "const a = { x: 1 } satisfies R<string>;\nexport type A<in out T> = T extends infer U extends string ? U : never;\n",
    "b.toml": "this is = = no toml\n",
    "b.tsx": "export const B = <T,>(p: { x: T }) => <><p>{p.x}</p></>;\n",
}  # fmt: skip


@pytest.fixture(scope="module")
def warnings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The warnings of each file, and under "" those of the run."""
    place = tmp_path_factory.mktemp("syntax").resolve()
    write_files(place / "tree", _BROKEN | _FINE)
    with create_cairn(place / "x.db") as cairn:
        report = cairn.ingest.add(place / "tree")
        return {file.file: file.warnings for file in cairn.retrieve.files("tree").files} | {"": report.warnings}


def test_each_file_with_a_syntax_error_has_one_warning_with_the_first_line(warnings: dict[str, list[str]]) -> None:
    assert {path: len(warnings[path]) for path in _BROKEN} == dict.fromkeys(_BROKEN, 1)
    assert all(warnings[path][0].startswith("syntax that could not be read ") for path in _BROKEN)
    assert warnings["a.py"] == ["syntax that could not be read on line 3"]
    assert warnings["a.c"] == ["syntax that could not be read on line 2"]


def test_several_places_are_one_warning(tmp_path: Path, tree: Path) -> None:
    (tree / "a.ts").write_text("const a = ;\nconst b = 1;\nconst c = ;\n")
    with create_cairn(tmp_path / "x.db") as cairn:
        assert cairn.ingest.add(tree).warnings == ["a.ts: syntax that could not be read in 2 places, the first on line 1"]


def test_modern_code_and_macros_and_data_have_no_warning(warnings: dict[str, list[str]]) -> None:
    assert {path: warnings[path] for path in _FINE if warnings[path]} == {}


def test_a_run_names_a_few_files_and_counts_the_rest(warnings: dict[str, list[str]]) -> None:
    named = [warning.partition(":")[0] for warning in warnings[""] if ": syntax" in warning]
    assert named == ["A.java", "a.c", "a.cpp"]
    assert f"in {len(_BROKEN) - 3} more files there is syntax that could not be read; the list of files has them" in warnings[""]
