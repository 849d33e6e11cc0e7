from __future__ import annotations

from cairn.answers.diagram import dot_text, mermaid_text
from cairn.model import Edge, GraphAnswer

ANSWER = GraphAnswer(
    ['s:a"b.py#f<T>'],
    [],
    [
        Edge("calls", "s:c.py#g", 's:a"b.py#f<T>', "c.py", 1, 'a"b.py', 1, [2], 0.95, "import"),
        Edge("calls", "s:c.py#h", 's:a"b.py#f<T>', "c.py", 5, 'a"b.py', 1, [6], 0.4, "unique-name"),
    ],
    0,
    False,
)


def test_mermaid_escapes_names_and_dots_what_is_uncertain() -> None:
    lines = [line.strip() for line in mermaid_text(ANSWER).splitlines()]
    assert 'n0["s:a#34;b.py#35;f#60;T#62;"]:::match' in lines
    assert "n1 -->|calls| n0" in lines
    assert "n2 -.->|calls| n0" in lines


def test_dot_escapes_names_and_dots_what_is_uncertain() -> None:
    lines = [line.strip() for line in dot_text(ANSWER).splitlines()]
    assert 'n0 [label="s:a\\"b.py#f<T>", penwidth=3];' in lines
    assert 'n1 -> n0 [label="calls"];' in lines
    assert 'n2 -> n0 [label="calls", style=dotted];' in lines


def test_no_character_of_a_path_breaks_a_line_of_a_diagram() -> None:
    answer = GraphAnswer(["s:a\n`b\\.py"], [], [], 0, False)
    assert '    n0["s:a#10;#96;b\\.py"]:::match' in mermaid_text(answer).splitlines()
    assert '    n0 [label="s:a\ufffd`b\\\\.py", penwidth=3];' in dot_text(answer).splitlines()


def test_a_diagram_names_entities_in_the_order_of_the_answer() -> None:
    assert [line.split()[0] for line in dot_text(ANSWER).splitlines()[2:5]] == ["n0", "n1", "n2"]
