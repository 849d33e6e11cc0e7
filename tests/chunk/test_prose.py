from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cairn.chunk.split import Span, split
from cairn.extract.prose import outline_prose


def split_prose(text: str, path: str = "a.md") -> tuple[list[Span], list[str]]:
    """Return the spans, and the anchor of the section around each."""
    definitions = outline_prose(path, text).definitions
    spans = split(text, definitions, [], is_prose=True)
    return spans, [definitions[span.entity].anchor for span in spans]


def paragraphs(count: int, word: str = "word") -> str:
    return "\n\n".join(f"{word} " * 40 + f"{i}." for i in range(count))


def test_large_sections_are_chunks_of_their_own() -> None:
    text = "# One\n\n" + paragraphs(5) + "\n\n# Two\n\n" + paragraphs(5) + "\n"
    spans, anchors = split_prose(text)
    assert anchors == ["one", "two"]
    assert [span.names for span in spans] == [["one"], ["two"]]


def test_short_sections_share_a_chunk() -> None:
    text = "# Guide\n\n" + "\n\n".join(f"## Step {i}\n\nDo it." for i in range(5)) + "\n"
    spans, anchors = split_prose(text)
    assert anchors == ["guide"]
    assert len(spans[0].names) == 6


def test_long_section_is_cut_between_paragraphs_at_about_two_thousand_characters() -> None:
    text = "# Long\n\n" + paragraphs(40) + "\n"
    spans, anchors = split_prose(text)
    assert set(anchors) == {"long"}
    assert all(1_300 <= span.end_byte - span.start_byte <= 2_700 for span in spans[:-1])


def test_sentence_at_the_start_of_a_long_section_changes_few_of_its_chunks() -> None:
    told = [f"Paragraph {i} tells of {'matter ' * (20 + i * 7 % 30)}and {i * 31 % 97}." for i in range(200)]
    texts = ["\n\n".join(["# Long", *told, ""]), "\n\n".join(["# Long", "Something new stands here.", *told, ""])]
    before, after = ([text[span.start_byte : span.end_byte] for span in split_prose(text)[0]] for text in texts)
    assert len(after) > 15
    assert len(set(after) - set(before)) <= 3


def test_word_at_the_start_of_a_long_line_changes_few_of_its_chunks() -> None:
    words = " ".join(f"w{i * 7919 % 9973}" for i in range(40_000))
    before, after = ([text[span.start_byte : span.end_byte] for span in split_prose(text)[0]] for text in (words, f"new {words}"))
    assert len(after) > 15
    assert len(set(after) - set(before)) <= 5


def test_heading_never_ends_a_chunk() -> None:
    text = "# Long\n\n" + paragraphs(9) + "\n\n## Next\n\n" + paragraphs(8) + "\n"
    spans, _ = split_prose(text)
    for span in spans:
        assert not text.encode()[span.start_byte : span.end_byte].endswith(b"## Next")


def test_fenced_block_stays_whole_where_it_fits() -> None:
    block = "```python\n" + "\n\n".join(f"x{i} = {i}  # and a remark" for i in range(60)) + "\n```"
    text = "# Code\n\n" + paragraphs(8) + "\n\n" + block + "\n\n" + paragraphs(8) + "\n"
    spans, _ = split_prose(text)
    assert any(block in text[span.start_byte : span.end_byte] for span in spans)


def test_paragraph_on_one_long_line_is_cut_between_words() -> None:
    text = "wörter " * 20_000
    spans, _ = split_prose(text)
    data = text.encode()
    assert len(spans) > 10
    assert all(data[span.start_byte : span.end_byte].decode().startswith("wörter") for span in spans)


def test_rule_of_tildes_under_a_title_is_not_a_fence() -> None:
    text = "One\n~~~\n\n" + paragraphs(6) + "\n\nTwo\n~~~\n\n" + paragraphs(6) + "\n"
    _, anchors = split_prose(text, "a.rst")
    assert anchors == ["one", "two"]


PART = st.sampled_from(
    ["# A", "## B", "word " * 60, "", "", "```", "~~~", "- item", "Title\n===", "x" * 3000, "    code", "日本語" * 200]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PART, max_size=60))
def test_every_line_lies_in_exactly_one_chunk(parts: list[str]) -> None:
    text = "\n".join(parts)
    spans, _ = split_prose(text)
    lines = [line for span in spans for line in range(span.start_line, span.end_line + 1)]
    assert lines == sorted(set(lines))
    assert {n for n, line in enumerate(text.split("\n"), 1) if line.strip()} <= set(lines)
