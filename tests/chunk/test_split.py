from __future__ import annotations

import ast
import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from cairn.chunk.split import Span, split


class Def(NamedTuple):
    kind: str
    qualname: str
    start_line: int
    end_line: int
    name_line: int
    start_byte: int
    end_byte: int


def outline(text: str) -> list[Def]:
    """Read the definitions of a Python text as the extractor would."""
    starts = [0]
    for line in text.encode().split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    found = [Def("module", "", 1, max(text.count("\n"), 1), 0, 0, len(text.encode()))]

    def visit(node: ast.AST, above: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                first = min([child.lineno, *(d.lineno for d in child.decorator_list)])
                end = child.end_lineno or first
                start_byte = starts[first - 1] + (child.col_offset if first == child.lineno else 0)
                end_byte = starts[end - 1] + (child.end_col_offset or 0)
                kind = "class" if isinstance(child, ast.ClassDef) else "function"
                found.append(Def(kind, above + child.name, first, end, child.lineno, start_byte, end_byte))
                visit(child, above + child.name + ".")

    visit(ast.parse(text), "")
    return found


def split_python(text: str, breaks: Sequence[int] = ()) -> tuple[list[Span], list[Def]]:
    definitions = outline(text)
    return split(text, definitions, breaks, is_prose=False), definitions


def function(name: str, lines: int) -> str:
    return "\n".join([f"def {name}():", *(f"    x{i} = {i}" for i in range(lines - 1))])


def ranges(spans: Sequence[Span]) -> list[tuple[int, int]]:
    return [(span.start_line, span.end_line) for span in spans]


def assert_complete(text: str, spans: Sequence[Span]) -> None:
    """Every line that is not blank lies in exactly one chunk, in order, and the bytes agree with the lines."""
    data = text.encode("utf-8", "replace")
    lines = data.split(b"\n")
    covered = [line for span in spans for line in range(span.start_line, span.end_line + 1)]
    assert covered == sorted(set(covered))
    assert {n for n, line in enumerate(lines, 1) if line.strip()} <= set(covered)
    for span in spans:
        assert data[: span.start_byte].count(b"\n") + 1 == span.start_line
        assert data[: span.end_byte].count(b"\n") + 1 == span.end_line
        assert data[span.start_byte : span.end_byte].strip()


def test_definition_that_fits_is_one_chunk_with_its_decorators_and_comment() -> None:
    text = "import os\n\n\n# says how\n# in two lines\n@wrap\n" + function("first", 20) + "\n\n\n" + function("second", 12) + "\n"
    spans, definitions = split_python(text)
    assert ranges(spans) == [(1, 1), (4, 26), (29, 40)]
    assert [definitions[span.entity].qualname for span in spans] == ["", "first", "second"]
    assert [span.names for span in spans] == [[], ["first"], ["second"]]
    assert_complete(text, spans)


def test_class_that_fits_is_one_chunk_that_names_its_members() -> None:
    text = "class Small:\n" + textwrap.indent(function("a", 10) + "\n\n" + function("b", 10), "    ") + "\n"
    spans, definitions = split_python(text)
    assert ranges(spans) == [(1, 22)]
    assert spans[0].names == ["Small", "Small.a", "Small.b"]
    assert definitions[spans[0].entity].qualname == "Small"


def test_class_that_is_too_long_is_cut_into_header_and_members() -> None:
    members = "\n\n".join(function(name, 25) for name in "abc")
    text = 'class Big:\n    """Doc."""\n\n' + textwrap.indent(members, "    ") + "\n"
    spans, definitions = split_python(text)
    assert [definitions[span.entity].qualname for span in spans] == ["Big", "Big.a", "Big.b", "Big.c"]
    assert spans[0].names == ["Big"]
    assert_complete(text, spans)


def test_tiny_neighbours_share_a_chunk_that_belongs_to_their_container() -> None:
    members = "\n\n".join(function(f"m{i}", 3) for i in range(30))
    text = "class Many:\n" + textwrap.indent(members, "    ") + "\n"
    spans, definitions = split_python(text)
    assert {definitions[span.entity].qualname for span in spans} == {"Many"}
    assert all(span.end_line - span.start_line < 30 for span in spans)
    assert len(spans) == 5
    assert [name for span in spans for name in span.names] == ["Many", *(f"Many.m{i}" for i in range(30))]
    assert_complete(text, spans)


def test_long_function_is_cut_at_statements_into_even_parts() -> None:
    text = function("long", 150) + "\n"
    spans, definitions = split_python(text, breaks=range(2, 151))
    assert ranges(spans) == [(1, 50), (51, 100), (101, 150)]
    assert {definitions[span.entity].qualname for span in spans} == {"long"}
    assert [span.names for span in spans] == [["long"], [], []]


def test_long_function_is_not_cut_within_a_function_inside_it_that_fits() -> None:
    inner = textwrap.indent(function("inner", 40), "    ")
    text = function("outer", 45) + "\n" + inner + "\n" + "".join(f"    z{i} = {i}\n" for i in range(30))
    spans, _ = split_python(text, breaks=range(2, 110))
    assert any(span.start_line <= 46 and span.end_line >= 85 for span in spans)
    assert_complete(text, spans)


def test_long_stretch_without_definitions_is_cut_between_paragraphs() -> None:
    table = "\n\n".join("\n".join(f"x{i}_{j} = {j}" for j in range(9)) for i in range(20))
    text = function("first", 10) + "\n\n\n" + table + "\n"
    spans, definitions = split_python(text)
    assert [definitions[span.entity].qualname for span in spans] == ["first", "", "", "", ""]
    assert all(text.split("\n")[span.start_line - 1].endswith("_0 = 0") for span in spans[1:])
    assert_complete(text, spans)


def test_lines_of_data_that_are_too_long_together_are_cut_between_lines() -> None:
    text = "def f():\n    return [\n" + "".join(f"        '{'x' * 900}',\n" for _ in range(30)) + "    ]\n"
    spans, _ = split_python(text)
    assert all(span.end_byte - span.start_byte <= 8_000 for span in spans)
    assert_complete(text, spans)


def test_closing_lines_belong_to_the_definition_above() -> None:
    body = "".join(f"    x{i};\n" for i in range(10))
    text = "impl T {\n  fn a() {\n" + body + "  }\n}\n\nstatic X: u8 = 1;\n"
    end = text.index("  }\n}") + 3
    definitions = [Def("module", "", 1, 16, 0, 0, len(text)), Def("method", "T.a", 2, 13, 2, 11, end)]
    spans = split(text, definitions, [], is_prose=False)
    assert ranges(spans) == [(1, 14), (16, 16)]


def test_definitions_that_share_a_line_share_a_chunk() -> None:
    text = "def a(): pass\ndef b(): x = 1; y = 2\n"
    definitions = [
        Def("module", "", 1, 2, 0, 0, len(text)),
        Def("function", "a", 1, 1, 1, 0, 6),
        Def("function", "b", 1, 1, 1, 7, 13),
    ]
    spans = split(text, definitions, [], is_prose=False)
    assert ranges(spans) == [(1, 2)]
    assert spans[0].entity == 0
    assert spans[0].names == ["a", "b"]


def test_text_without_grammar_is_cut_into_windows_that_overlap() -> None:
    text = "".join(f"line {n}\n" for n in range(1, 151))
    spans = split(text, [Def("module", "", 1, 150, 0, 0, len(text))], [], is_prose=False)
    assert ranges(spans) == [(1, 60), (51, 110), (101, 150)]


def test_one_line_of_megabytes_is_cut_on_character_boundaries() -> None:
    text = "é漢🚀" * 200_000
    spans = split(text, [Def("module", "", 1, 1, 0, 0, 9)], [], is_prose=False)
    data = text.encode()
    assert "".join(data[span.start_byte : span.end_byte].decode() for span in spans) == text
    assert {(span.start_line, span.end_line) for span in spans} == {(1, 1)}
    assert max(span.end_byte - span.start_byte for span in spans) <= 8_000


def test_names_on_one_long_line_go_to_the_part_they_begin_in() -> None:
    text = "".join(f"function f{i}(){{return {i}}} " for i in range(2_000))
    definitions = [Def("module", "", 1, 1, 0, 0, len(text))]
    for i in range(2_000):
        start = text.index(f"function f{i}(")
        definitions.append(Def("function", f"f{i}", 1, 1, 1, start, text.index("}", start) + 1))
    spans = split(text, definitions, [], is_prose=False)
    assert [name for span in spans for name in span.names] == [f"f{i}" for i in range(2_000)]


def test_empty_and_blank_texts_have_no_chunk() -> None:
    for text in ("", "\n", "  \n\t\r\n\n"):
        assert split(text, [Def("module", "", 1, 1, 0, 0, len(text))], [], is_prose=False) == []
        assert split(text, [Def("module", "", 1, 1, 0, 0, len(text))], [], is_prose=True) == []


def test_line_ends_of_windows_are_no_part_of_a_chunk() -> None:
    text = "a = 1\r\n\r\ndef f():\r\n    return 1\r\n"
    spans, _ = split_python(text)
    data = text.encode()
    assert [data[span.start_byte : span.end_byte] for span in spans] == [b"a = 1\r\n\r\ndef f():\r\n    return 1"]


def test_deep_nesting_does_not_exhaust_the_stack() -> None:
    depth = 3_000
    text = "".join(f"class C{i} {{\n" for i in range(depth)) + "}\n" * depth
    definitions = [Def("module", "", 1, 2 * depth, 0, 0, len(text))]
    at = 0
    for i in range(depth):
        definitions.append(Def("class", f"C{i}", i + 1, 2 * depth - i, i + 1, at, len(text) - 2 * i - 1))
        at += len(f"class C{i} {{\n")
    assert_complete(text, split(text, definitions, [], is_prose=False))


LINE = st.sampled_from(["", "x = 1", "    y = 2", "}", "# c", "é = '漢'", "  ", "class K:", "def f():", "\t}", "@d"])


@settings(max_examples=200, deadline=None)
@given(
    lines=st.lists(LINE, max_size=200),
    places=st.lists(
        st.tuples(st.integers(0, 199), st.integers(0, 80), st.sampled_from(["class", "function", "constant"])), max_size=25
    ),
    breaks=st.lists(st.integers(1, 200), max_size=40),
)
def test_every_line_lies_in_exactly_one_chunk_wherever_the_definitions_are(
    lines: list[str], places: list[tuple[int, int, str]], breaks: list[int]
) -> None:
    text = "\n".join(lines)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()) + 1)
    definitions = [Def("module", "", 1, max(len(lines), 1), 0, 0, len(text.encode()))]
    for first, size, kind in places:
        if first < len(lines):
            last = min(first + size, len(lines) - 1)
            end = starts[last] + len(lines[last].encode())
            definitions.append(Def(kind, f"d{first}", first + 1, last + 1, first + 1, starts[first], end))
    usable = sorted({line for line in breaks if line <= len(lines)})
    if len(definitions) > 1 or usable:
        assert_complete(text, split(text, definitions, usable, is_prose=False))


def test_no_chunk_of_ordinary_code_is_longer_than_seventy_lines() -> None:
    text = "\n\n\n".join(function(f"f{i}", 5 + i % 40) for i in range(200)) + "\n"
    spans, _ = split_python(text)
    assert_complete(text, spans)
    assert max(span.end_line - span.start_line + 1 for span in spans) <= 70


LICENCE = "# Copyright 2020 The Authors.\n#\n# Licensed under terms of use.\n# See the file LICENSE.\n"


def test_licence_at_the_head_of_a_file_is_a_chunk_of_its_own() -> None:
    for between in ("", "\n"):
        text = LICENCE + between + function("apply", 5) + "\n"
        spans, _ = split_python(text)
        assert_complete(text, spans)
        assert ranges(spans)[0] == (1, 4)
        assert (spans[0].entity, spans[0].names) == (0, [])
        assert spans[1].names == ["apply"]


def test_licence_in_a_block_comment_is_a_chunk_of_its_own() -> None:
    text = "/*\nCopyright 2020 The Authors\n\n  free to use\n*/\nint f() {\n  return 1;\n}\n"
    spans = split(text, [Def("module", "", 1, 8, 0, 0, 79), Def("function", "f", 6, 8, 6, 58, 79)], [], is_prose=False)
    assert ranges(spans) == [(1, 5), (6, 8)]


def test_other_comments_at_the_head_of_a_file_stay_with_what_follows() -> None:
    for head in ("# Adds the tax.\n# Rounds up.\n# Never down.\n# Ever.\n", "# SPDX-License-Identifier: MIT\n"):
        spans, _ = split_python(head + function("apply", 5) + "\n")
        assert len(spans) == 1
