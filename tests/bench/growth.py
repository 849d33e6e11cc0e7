"""How the CPU of extraction and resolution grows with the size of the input: `make bench`.

Prints seconds of CPU and, for each doubling, the ratio to the row above: about 2 is linear, 4 quadratic.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path

from cairn.extract.extract import extract
from cairn.extract.preludes import prelude_facts
from cairn.languages.registry import language_for, languages
from cairn.resolve.resolve import resolve
from cairn.resolve.units import Unit
from cairn.semantics.facts import Facts

SIZES = (1_250, 2_500, 5_000, 10_000)


def definitions_in_one_file(count: int) -> list[tuple[str, str]]:
    """Functions that call each other, in one file."""
    return [("one.py", "".join(f"def f{i}():\n    return f{(i * 7) % count}()\n" for i in range(count)))]


def one_name_in_many_files(count: int) -> list[tuple[str, str]]:
    """A method of one name in classes of many files, called on receivers of known and of unknown types."""
    text = "class C{0}:\n    def run(self): ...\ndef use{0}(x, y: C{0}):\n    x.run()\n    y.run()\n"
    return [(f"m{i}.py", text.format(i)) for i in range(count)]


def one_name_in_one_file(count: int) -> list[tuple[str, str]]:
    """A function that is defined again and again."""
    return [("again.py", "def run(): ...\n" * count + "run()\n" * 10)]


def nested_generic_types(count: int) -> list[tuple[str, str]]:
    """Aliases of generic types, a twentieth as many as lines, that lead to one another on many ways, and uses of their members.

    Depth and width of what a use leads to grow with their number.
    """
    around = count // 20
    aliases = [
        f"export type A{i}<T, U> = {{ v: Leaf; "
        + " ".join(f"n{k}: A{(i * k + 1) % around}<[T, U], A{(i + k) % around}<U, T>>;" for k in range(1, 9))
        + " };"
        for i in range(around)
    ]
    uses = [f"x.n{1 + i % 8}.n{1 + i % 7}.n{1 + i % 5}.v.trim();" for i in range(count - around)]
    head = ["class Leaf { trim() {} }", "export function use(x: A0<string, number>) {"]
    return [("types.ts", "\n".join([*aliases, *head, *uses, "}"]))]


def chained_generic_calls(count: int) -> list[tuple[str, str]]:
    """Chains of calls of a builder whose type each link makes larger, by closures that are told by the links before."""
    head = "export class B<C> { use<D>(f: (c: C) => D): B<C & D> { return null as any; } done(): void {} }\n"
    chain = "".join(f".use((c) => ({{ ...c, b{k}: c }}))" for k in range(20))
    return [("chains.ts", head + "".join(f"new B<{{ a: {i} }}>(){chain}.done();\n" for i in range(count // 20)))]


def entangled_attributes(count: int) -> list[tuple[str, str]]:
    """Classes whose attributes are told by those of others, which are told by theirs."""
    text = (
        "class C{0}:\n    def __init__(self):\n        self.a = C{1}().b\n        self.b = C{2}().a or C{3}().m()\n"
        "    def m(self):\n        return self.a.m() or self.b.m()\n"
    )
    around = count // 10
    rows = (text.format(i, (i * 3 + 1) % around, (i * 5 + 2) % around, (i + 1) % around) for i in range(around))
    return [("knot.py", "".join(rows))]


def measure(make: Callable[[int], list[tuple[str, str]]]) -> None:
    """Print one table."""
    print(make.__name__.replace("_", " "))
    before = (0.0, 0.0)
    for size in SIZES:
        files = make(size)
        record = language_for(files[0][0], "")
        assert record is not None
        started = time.process_time()
        units = [Unit(path, record.name, extract(record, path, text.encode()).facts) for path, text in files]
        extracted = time.process_time()
        found = resolve(units, {}, preludes([record.name]))
        now = (extracted - started, time.process_time() - extracted)
        ratios = [f"x{new / old:.1f}" if old > 0.02 else "-" for new, old in zip(now, before, strict=True)]
        extracting, resolving = (f"{seconds:6.2f} s {ratio:>5}" for seconds, ratio in zip(now, ratios, strict=True))
        print(f"{size:8}  extract {extracting}   resolve {resolving}   {len(found.edges)} edges")
        before = now


def preludes(names: list[str]) -> dict[str, Facts]:
    """What the languages have built in."""
    return {name: facts for name in names if (facts := prelude_facts(name)) is not None}


def compare_with_parsing(folder: Path) -> None:
    """Resolution of a tree against parsing and querying it; the target is at most 2."""
    from cairn.extract.extract import grammar_of

    files = [(path, language_for(path.as_posix(), "")) for path in sorted(folder.rglob("*.py"))]
    texts = [(path.relative_to(folder).as_posix(), record, path.read_bytes()) for path, record in files if record is not None]
    grammar = grammar_of(languages()["python"])
    started = time.process_time()
    for _, _, text in texts:
        grammar.matches(grammar.parser.parse(text).root_node)
    parsed = time.process_time() - started
    units = [Unit(path, record.name, extract(record, path, text).facts) for path, record, text in texts]
    started = time.process_time()
    resolve(units, {}, preludes(["python"]))
    resolved = time.process_time() - started
    print(f"{len(units)} files: parse and query {parsed:.2f} s, resolve {resolved:.2f} s, ratio {resolved / parsed:.2f}")


if __name__ == "__main__":
    gc.disable()
    measure(definitions_in_one_file)
    measure(one_name_in_many_files)
    measure(one_name_in_one_file)
    measure(nested_generic_types)
    measure(chained_generic_calls)
    measure(entangled_attributes)
    if len(sys.argv) > 1:
        compare_with_parsing(Path(sys.argv[1]))
