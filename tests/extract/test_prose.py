from __future__ import annotations

import pytest

from cairn.extract.prose import make_slug, outline_prose


def anchors(text: str, path: str = "doc.md") -> list[str]:
    return [definition.anchor for definition in outline_prose(path, text).definitions[1:]]


def test_sections_nest_by_level_and_last_to_the_next_of_their_level() -> None:
    text = "# Guide\n\nintro\n\n## Install\n\ntext\n\n### From source\n\n## Use\n\nend\n"
    module, *sections = outline_prose("docs/guide.md", text).definitions
    assert (module.kind, module.name, module.end_line) == ("module", "guide", 13)
    assert [(s.anchor, s.start_line, s.end_line, s.parent) for s in sections] == [
        ("guide", 1, 13, 0),
        ("guide/install", 5, 10, 1),
        ("guide/install/from-source", 9, 10, 2),
        ("guide/use", 11, 13, 1),
    ]
    assert sections[1].name == "Install"
    assert sections[1].signature == "## Install"
    data = text.encode()
    assert data[sections[1].start_byte : sections[1].end_byte].startswith(b"## Install\n")
    assert data[sections[1].end_byte :].startswith(b"## Use")


def test_repeated_heading_is_told_apart_by_its_number() -> None:
    assert anchors("# A\n## B\n## B\n# A\n## B\n") == ["a", "a/b", "a/b~2", "a~2", "a/b~3"]


def test_headings_in_code_and_front_matter_are_none() -> None:
    text = "---\ntitle: x\n# no\n---\n\n```sh\n# no\n```\n\n~~~~\n# no\n~~~\n# no\n~~~~\n\n    # no\n\n# Yes\n"
    assert anchors(text) == ["yes"]


def test_underlined_headings_are_sections() -> None:
    text = "Title\n=====\n\nText\n\nPart\n----\n\nA paragraph\nof two lines\n\n- item\n---\n\nSecond\n====\n"
    assert anchors(text) == ["title", "title/part", "second"]


def test_html_heading_is_a_section() -> None:
    assert anchors('<h1 align="center">The <b>Tool</b></h1>\n\n<h2>Use</h2>\n') == ["the-tool", "the-tool/use"]


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Hello, World!", "hello-world"),
        ("The `--db` option", "the---db-option"),
        ("C++ & Rust", "c--rust"),
        ("Größe 計算", "größe-計算"),
        ("snake_case", "snake_case"),
        ("???", "section"),
    ],
)
def test_slug_is_the_anchor_that_github_gives(title: str, slug: str) -> None:
    assert make_slug(title.replace("`", "")) == slug


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("# The [link](http://x.y) text", "The link text"),
        ("# With `code` and **bold**", "With code and bold"),
        ("# Trailing hashes ##", "Trailing hashes"),
        ("# snake_case_name stays", "snake_case_name stays"),
        ("#   Spaces   ", "Spaces"),
        ("# Named {#anchor}", "Named"),
    ],
)
def test_name_of_a_section_is_its_heading_without_markup(heading: str, name: str) -> None:
    assert outline_prose("a.md", heading + "\n").definitions[1].name == name


def test_titles_of_restructured_text_get_levels_in_the_order_of_their_styles() -> None:
    text = "=====\nTitle\n=====\n\nOne\n===\n\nSub\n---\n\nTwo\n===\n\nSub\n---\n"
    definitions = outline_prose("index.rst", text).definitions[1:]
    assert [d.anchor for d in definitions] == ["title", "title/one", "title/one/sub", "title/two", "title/two/sub"]
    assert (definitions[0].start_line, definitions[0].name_line) == (1, 2)


def test_tables_and_literal_blocks_of_restructured_text_hold_no_titles() -> None:
    text = "Title\n=====\n\n=====  =====\ncol a  col b\n=====  =====\n1      2\n=====  =====\n\nText::\n\n    not\n    ---\n"
    assert anchors(text, "a.rst") == ["title"]


def test_roles_and_targets_are_no_part_of_a_title() -> None:
    text = ".. _target:\n\n:class:`Request` objects\n========================\n"
    assert outline_prose("a.rst", text).definitions[1].name == "Request objects"


def test_text_without_a_heading_has_its_module_only() -> None:
    extraction = outline_prose("notes.md", "just text\n")
    assert len(extraction.definitions) == 1
    assert extraction.facts.references == []


def test_empty_document_is_a_module() -> None:
    assert [d.kind for d in outline_prose("a.md", "").definitions] == ["module"]


def test_line_ends_of_windows_do_not_reach_a_heading() -> None:
    assert [d.name for d in outline_prose("a.md", "# One\r\n\r\nTwo\r\n---\r\n").definitions[1:]] == ["One", "Two"]


def test_headings_of_asciidoc_org_and_plain_text_are_sections() -> None:
    assert anchors("= Title\n\n== Part\n\ntext\n", "a.adoc") == ["title", "title/part"]
    assert anchors("* One\n** Two\n*bold* text\n", "a.org") == ["one", "one/two"]
    assert anchors("Title\n=====\n\nPart\n----\n\n# no heading\n", "a.txt") == ["title", "title/part"]
