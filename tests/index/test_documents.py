"""Documents: what is found in them, and why one is left out."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import apsw
import openpyxl
import pypdf
import pytest
import xlsxwriter

from cairn import Cairn, Config, create_cairn
from cairn.index.crew import SPARES
from cairn.index.read.messages import Outcome, unpack_outcomes
from cairn.ingest.documents.read import read_document
from cairn.ingest.documents.text import DocumentText
from cairn.ingest.documents.worker import read
from cairn.model import Skip
from cairn.store.rows import FileRow, SkipRow
from tests.index import office
from tests.index.office import PAPERS, archive, paragraph, word_by_hand
from tests.index.state import state_of, state_of_new

PAGE = """<!DOCTYPE html><html><head><title>Valve guide</title><style>.x{}</style><script>var trackerword</script></head><body>
<nav>Menuword</nav><div class="cookie-banner">Cookieword</div><main><h1>Setting the valve</h1>
<p>Turn the screw a quarter<br>and wait for the <code>hiss</code> to stop, whatever else it may say to you.</p>
<ul><li>first<ul><li>inner</li></ul></li><li><p>second</p></li></ul>
<pre>def quarter_turn(screw):
    return screw.turn(90)</pre>
<table><tr><th>Model</th><td>V-12</td></tr></table></main>
<footer>Footerword</footer></body></html>"""

DEEP = b"[" * 100_000 + b" BT (deep) Tj ET"  # of a PDF


TextOf = Callable[[str, bytes], str]


@pytest.fixture
def text_of(cairn: Cairn, tree: Path) -> TextOf:
    """Index one document; returns its text."""

    def read(name: str, data: bytes) -> str:
        (tree / name).write_bytes(data)
        cairn.ingest.add(tree, label="papers")
        return cairn.retrieve.show(f"papers:{name}").text

    return read


def sections(cairn: Cairn) -> set[str]:
    return {row["handle"].partition("#")[2] for row in cairn.retrieve.export() if row.get("kind") == "section"}


def test_word_gives_headings_lists_and_tables_in_reading_order(cairn: Cairn, text_of: TextOf) -> None:
    assert text_of("manual.docx", office.word()) == (
        "# Wheel fitting\n\nRead the sheet below before you start.\n\n\\# is no heading here\n\n- wash the rim\n\n"
        "| Torque | 40 Nm |\n| Pressure | 2.4 bar |\n\n## After fifty kilometres\n\nCheck again.\n"
    )
    assert sections(cairn) == {"wheel-fitting", "wheel-fitting/after-fifty-kilometres"}
    hit = cairn.retrieve.search("torque").hits[0]
    assert (hit.file, hit.handle, hit.lang) == ("manual.docx", "papers:manual.docx#wheel-fitting", "word")


def test_word_gives_what_stands_in_boxes_notes_controls_and_insertions_and_not_what_was_deleted(text_of: TextOf) -> None:
    body = (
        "<w:sdt><w:sdtContent>" + paragraph("in a control") + "</w:sdtContent></w:sdt>"
        "<w:p><w:ins><w:r><w:t>inserted</w:t></w:r></w:ins><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del>"
        "<w:r><w:footnoteReference w:id='2'/></w:r></w:p>"
        f"<w:p><w:r><wps:txbx><w:txbxContent>{paragraph('in a box')}</w:txbxContent></wps:txbx></w:r></w:p>"
    )
    notes = f"<w:footnote w:type='separator' w:id='0'/><w:footnote w:id='2'>{paragraph('a note')}</w:footnote>"
    text = text_of("strict.docx", word_by_hand(body, footnotes=notes))
    assert text == "in a control\n\ninserted[2]\n\nin a box\n\n# Footnotes\n\n- [2] a note\n"


def test_word_gives_headers_and_footers_once_and_boxes_wherever_they_stand(text_of: TextOf) -> None:
    box = f"<w:r><w:pict><v:textbox xmlns:v='v'><w:txbxContent>{paragraph('boxed')}</w:txbxContent></v:textbox></w:pict></w:r>"
    cell = f"<w:tbl><w:tr><w:tc><w:p>{box}</w:p></w:tc></w:tr></w:tbl>"
    text = text_of(
        "letter.docx",
        word_by_hand(
            paragraph("dear all") + cell,
            header=paragraph("Acme Inc.") + paragraph("Acme Inc.") + f"<w:p>{box}</w:p>",
            footer=f"<w:tbl><w:tr><w:tc>{paragraph('Strictly marmalade')}</w:tc></w:tr></w:tbl>" + paragraph("1"),
            endnotes=f"<w:endnote w:id='2'>{paragraph('an end')}</w:endnote>",
            comments=f"<w:comment w:id='0'>{paragraph('a doubt')}<w:p>{box}</w:p></w:comment>",
        ),
    )
    assert text == (
        "dear all\n\n| boxed |\n\n# Endnotes\n\n- [2] an end\n\n# Comments\n\n- [0] a doubt boxed\n\n"
        "# Headers\n\n- Acme Inc.\n- boxed\n\n# Footers\n\n- Strictly marmalade\n- 1\n"
    )


def test_headers_with_nothing_but_numbers_are_none(text_of: TextOf) -> None:
    assert text_of("numbers.docx", word_by_hand(paragraph("words"), header=paragraph("12"))) == "words\n"


def test_entities_that_xml_does_not_know_lose_no_text(text_of: TextOf) -> None:
    body = paragraph("one&nbsp;caf&eacute; &amp; two &unknown; three<!-- &eacute; --><![CDATA[ &eacute;]]>")
    assert text_of("names.docx", word_by_hand(body)) == "one caf\xe9 & two &unknown; three &eacute;\n"


def test_a_book_keeps_a_title_and_pages_with_such_entities(text_of: TextOf) -> None:
    chapter = "<html><body><p>before&nbsp;and &hellip; after &unknown; it</p></body></html>"
    book = (
        "<!DOCTYPE package><package><metadata><title>Tea &eacute;t&eacute; &unknown; bag</title></metadata>"
        "<manifest><item id='a' href='one.xhtml'/></manifest><spine><itemref idref='a'/></spine></package>"
    )
    text = text_of("tea.epub", office.epub(**{"OPS/book.opf": book, "OPS/one.xhtml": chapter}))
    assert text.startswith("# Tea \xe9t\xe9 &unknown; bag\n")
    assert "before and \u2026 after &unknown; it" in text


def test_excel_gives_stored_values_with_their_rows_and_marks_hidden_sheets(cairn: Cairn, text_of: TextOf) -> None:
    assert text_of("stock.xlsx", office.excel()) == (
        "# Parts\n\n| row | A | B |\n| 1 | Part | Count |\n| 2 | Bolt | 2 |\n| 4 | Grand sum | 5 |\n| 5 | 2024-05-01 | 25% |\n\n"
        "# Vendors\n\n(a hidden sheet)\n\n| row | A |\n| 1 | Supplier zebracode |\n"
    )
    assert sections(cairn) == {"parts", "vendors"}


def test_powerpoint_gives_slides_tables_and_notes(cairn: Cairn, text_of: TextOf) -> None:
    assert text_of("talk.pptx", office.powerpoint()) == (
        "## Slide 1: Opening night\n\n- curtains\n- lights\n\n### Notes\n\nspeak slowly about marmalade\n\n"
        "## Slide 2\n\n| Seats | 412 |\n"
    )
    assert "slide-1-opening-night/notes" in sections(cairn)
    assert cairn.retrieve.search("marmalade").hits[0].handle == "papers:talk.pptx#slide-1-opening-night"


def test_pdf_gives_pages_and_joins_words_that_were_parted(cairn: Cairn, text_of: TextOf) -> None:
    text = text_of("pump.pdf", (PAPERS / "printed.pdf").read_bytes())
    assert "wait for the pressure to settle" in text
    assert sections(cairn) == {"pump-manual", "pump-manual/page-1", "pump-manual/page-2"}
    assert "Close the blue valve" in cairn.retrieve.show("papers:pump.pdf#pump-manual/page-2").text


def test_pdf_that_everybody_may_read_is_read_although_it_is_encrypted(text_of: TextOf) -> None:
    assert "Everybody may read" in text_of("half.pdf", (PAPERS / "half-locked.pdf").read_bytes())


def test_page_of_a_pdf_that_cannot_be_read_is_told_and_the_others_are_read(cairn: Cairn, text_of: TextOf) -> None:
    text = text_of("half.pdf", _pdf_of(DEEP, b"BT /F1 12 Tf (Turn the screw a quarter of a turn) Tj ET"))
    assert text == "## Page 1\n\n## Page 2\n\nTurn the screw a quarter of a turn\n"
    assert "1 of 2 pages cannot be read" in cairn.retrieve.files("papers").files[0].warnings


def test_epub_gives_chapters_in_reading_order(cairn: Cairn, text_of: TextOf) -> None:
    assert text_of("book.epub", office.epub()) == (
        "# The lighthouse\n\n## First\n\nThe keeper climbed the stairs.\n\n## Second\n\nThe lamp went out at dusk.\n"
    )


def test_page_gives_its_text_and_nothing_around_it(text_of: TextOf) -> None:
    assert text_of("guide.html", PAGE.encode()) == (
        "# Valve guide\n\n## Setting the valve\n\nTurn the screw a quarter\nand wait for the `hiss` to stop, whatever else it "
        "may say to you.\n\n- first\n  - inner\n- second\n\n```\ndef quarter_turn(screw):\n    return screw.turn(90)\n```\n\n"
        "| Model | V-12 |\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "{% extends 'base.html' %}\n" + PAGE,
        PAGE.replace("Model", "{{ model }}"),
        "<div>" + "a fragment of many words " * 20 + "</div>",
        "<!doctype html><html><body><div id=app></div><script src=app.js></script></body></html>",
    ],
    ids=["template", "placeholders", "fragment", "application"],
)
def test_html_that_is_no_page_to_be_read_stays_code(text: str, text_of: TextOf) -> None:
    assert text_of("view.html", text.encode()) == text


def test_notebook_gives_definitions_of_its_code_and_sections_of_its_prose_and_no_outputs(
    cairn: Cairn, text_of: TextOf, tree: Path
) -> None:
    (tree / "shop.py").write_text("def round_up(x):\n    return x\n")
    text = text_of("prices.ipynb", office.notebook())
    assert text == (
        "# %% [markdown]\n# # Prices\n# How they are made.\n\n# %%\n# %matplotlib inline\nimport shop\n\ndef discount(price):\n"
        "    return shop.round_up(price)\n\n# %% [markdown]\n# ## Results\n"
    )
    rows = list(cairn.retrieve.export())
    assert {row["handle"] for row in rows if row["type"] == "entity"} >= {
        "papers:prices.ipynb#discount",
        "papers:prices.ipynb#prices",
        "papers:prices.ipynb#prices/results",
    }
    assert [row["dst"] for row in rows if row["type"] == "edge" and row["kind"] == "calls"] == ["papers:shop.py#round_up"]
    assert cairn.retrieve.search("outputword").hits == []


def _entity_bomb() -> bytes:
    entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]>'
    return archive({"[Content_Types].xml": "<Types/>", "word/document.xml": f"{entities}<document>&b;</document>"})


def _parts(body: str) -> dict[str, str | bytes]:
    with zipfile.ZipFile(io.BytesIO(word_by_hand(body))) as made:
        return {name: made.read(name) for name in made.namelist()}


def _blank_pdf(pages: int) -> bytes:
    """Pages of pypdf with nothing on them."""
    writer = pypdf.PdfWriter()
    for _ in range(pages):
        writer.add_blank_page(200, 200)
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def _pdf_of(contents: bytes, last: bytes = b"") -> bytes:
    """A page of pypdf that shows what these operators say, and where there is a last one, that as the second page."""
    writer = pypdf.PdfWriter()
    for data in filter(None, (contents, last)):
        stream = pypdf.generic.StreamObject()
        stream.set_data(data)
        font = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica"}
        named = {pypdf.generic.NameObject(key): pypdf.generic.NameObject(value) for key, value in font.items()}
        fonts = pypdf.generic.DictionaryObject({pypdf.generic.NameObject("/F1"): pypdf.generic.DictionaryObject(named)})
        page = writer.add_blank_page(200, 200)
        page[pypdf.generic.NameObject("/Resources")] = pypdf.generic.DictionaryObject({pypdf.generic.NameObject("/Font"): fonts})
        page[pypdf.generic.NameObject("/Contents")] = writer._add_object(stream.flate_encode(9))
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


def _blank_workbook() -> bytes:
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        book.add_worksheet()
    return stream.getvalue()


BAD: dict[str, tuple[str, Callable[[], bytes]]] = {
    "locked.pdf": ("encrypted", (PAPERS / "locked.pdf").read_bytes),
    "locked.docx": ("encrypted", lambda: office.old_office("EncryptedPackage")),
    "drm.epub": (
        "encrypted",
        lambda: office.epub(
            **{"META-INF/encryption.xml": "<encryption><EncryptionMethod Algorithm='http://www.w3.org/aes'/></encryption>"}
        ),
    ),
    "scanned.pdf": ("no_text", (PAPERS / "scanned.pdf").read_bytes),
    "pictures.docx": ("no_text", lambda: archive(_parts("") | {"word/media/image1.png": "x"})),
    "old.doc": ("old_format", lambda: office.old_office("WordDocument")),
    "old.xls": ("old_format", lambda: office.old_office("Workbook")),
    "old.ppt": ("old_format", lambda: office.old_office("PowerPoint Document")),
    "binary.xlsb": ("old_format", lambda: archive({"[Content_Types].xml": "<Types/>", "xl/workbook.bin": "x"})),
    "zero.docx": ("empty", lambda: b""),
    "blank.pdf": ("empty", lambda: _blank_pdf(2)),
    "deep.pdf": ("corrupt", lambda: _pdf_of(DEEP)),
    "inflated.pdf": ("too_large", lambda: _pdf_of(b" " * 90_000_000)),
    "blank.docx": ("empty", lambda: word_by_hand("<w:p/>")),
    "blank.xlsx": ("empty", _blank_workbook),
    "blank.ipynb": ("empty", lambda: b'{"nbformat": 4, "cells": []}'),
    "cut.pdf": ("corrupt", lambda: (PAPERS / "printed.pdf").read_bytes()[:300]),
    "cut.docx": ("corrupt", lambda: office.word()[:2000]),
    "noise.pptx": ("corrupt", lambda: b"\x01\x02\0\x03" * 100),
    **{f"plain.{suffix}": ("corrupt", lambda: b"plain words\n") for suffix in "pdf docx docm xlsx pptx ppsx epub".split()},
    "pointer.docx": ("corrupt", lambda: b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 7\n"),
    "plain.odt": ("binary", lambda: b"plain words\n"),
    "rich.doc": ("old_format", lambda: b"{\\rtf1 words}"),
    "other.docx": ("corrupt", lambda: archive({"a.txt": "hello"})),
    **{f"named.{suffix}": ("corrupt", lambda: archive({"_rels/.rels": office.RELATIONS})) for suffix in ("docx", "pptx")},
    "broken.docx": ("corrupt", lambda: word_by_hand("<w:p>")),
    "broken.ipynb": ("corrupt", lambda: b'{"nbformat": 4, "cells": [7]}'),
    "entities.docx": ("corrupt", _entity_bomb),
    "bomb.docx": ("too_large", lambda: word_by_hand(paragraph("x"), styles=" " * 50_000_000)),
    "huge.xlsx": (
        "too_large",
        lambda: archive({f"xl/{n}.xml": " " * 9_000_000 for n in range(25)} | {"[Content_Types].xml": ""}),
    ),
    "far.xlsx": ("too_large", lambda: _workbook('<row r="1"><c r="ZZZ1"><v>42</v></c></row>')),
    "index.xlsx": ("corrupt", lambda: _workbook('<row r="1"><c r="A1" t="s"><v>999</v></c></row>')),
    "many.docx": ("too_large", lambda: archive({f"word/{n}": "" for n in range(5001)}, zipfile.ZIP_STORED)),
}


def test_every_bad_document_has_its_reason_and_the_good_one_is_indexed(cairn: Cairn, tree: Path) -> None:
    for name, (_, make) in BAD.items():
        (tree / name).write_bytes(make())
    (tree / "good.md").write_text("# Good\n")
    cairn.ingest.add(tree)
    listing = cairn.retrieve.files("tree")
    assert {skip.file: skip.reason for skip in listing.skipped} == {name: reason for name, (reason, _) in BAD.items()}
    assert all(skip.detail for skip in listing.skipped)
    assert [file.file for file in listing.files] == ["good.md"]


def test_archive_that_lies_about_its_size_is_corrupt(cairn: Cairn, tree: Path) -> None:
    (tree / "lying.docx").write_bytes(office.lying_archive())
    (tree / "good.md").write_text("# Good\n")
    cairn.ingest.add(tree)
    assert [skip.reason for skip in cairn.retrieve.files("tree").skipped] == ["corrupt"]


def test_document_is_known_by_its_bytes_whatever_its_name(cairn: Cairn, tree: Path) -> None:
    (tree / "manual").write_bytes(office.word())
    (tree / "notes.doc").write_text("plain words about marmalade\n")
    (tree / "report.bin").write_bytes((PAPERS / "printed.pdf").read_bytes())
    cairn.ingest.add(tree)
    assert {file.file: file.lang for file in cairn.retrieve.files("tree").files} == {
        "manual": "word",
        "notes.doc": None,
        "report.bin": "pdf",
    }


def test_changed_document_is_read_again_and_an_unchanged_one_is_not(cairn: Cairn, tree: Path, tmp_path: Path) -> None:
    (tree / "manual.docx").write_bytes(office.word())
    (tree / "stock.xlsx").write_bytes(office.excel())
    (tree / "prices.ipynb").write_bytes(office.notebook())
    cairn.ingest.add(tree)
    assert cairn.ingest.refresh("tree").unchanged == 3
    (tree / "manual.docx").write_bytes(office.word("Tyre fitting"))
    assert cairn.ingest.refresh("tree").changed == 1
    assert "manual.docx#tyre-fitting" in {row["handle"].partition(":")[2] for row in cairn.retrieve.export() if "handle" in row}
    assert state_of(cairn) == state_of_new(tree, tmp_path / "fresh" / "cairn.db")


def test_title_that_is_none_is_the_name_of_the_file(text_of: TextOf) -> None:
    writer = pypdf.PdfWriter(clone_from=PAPERS / "printed.pdf")
    writer.add_metadata({"/Title": "(anonymous)"})
    stream = io.BytesIO()
    writer.write(stream)
    assert text_of("rules.pdf", stream.getvalue()).startswith("# rules\n")


def test_letters_of_a_sheet_are_those_of_its_widest_row_and_a_formula_without_a_value_stays(text_of: TextOf) -> None:
    stream = io.BytesIO()
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Prices"
    for place, value in {"A1": "Price list", "A3": "Bolt", "D3": 7, "C4": "=SUM(D3:D3)"}.items():
        sheet[place] = value
    book.save(stream)
    assert text_of("prices.xlsx", stream.getvalue()) == (
        "# Prices\n\n| row | A | B | C | D |\n| 1 | Price list |\n| 3 | Bolt |  |  | 7 |\n| 4 |  |  | =SUM(D3:D3) |\n"
    )


def test_rows_and_columns_beyond_the_limits_are_left_out_with_a_warning(cairn: Cairn, tree: Path) -> None:
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Wide")
        sheet.write(0, 0, "first")
        sheet.write(1, 250, "farcolumn")
        for row in range(20_010):
            sheet.write(row, 1, row)
    (tree / "wide.xlsx").write_bytes(stream.getvalue())
    cairn.ingest.add(tree)
    warnings = " ".join(cairn.retrieve.files("tree").files[0].warnings)
    assert "20,000 rows" in warnings
    assert "200 columns" in warnings
    assert cairn.retrieve.search("farcolumn").hits == []


def _workbook(rows: str) -> bytes:
    """A workbook whose one sheet has these rows, as XML."""
    with zipfile.ZipFile(io.BytesIO(_blank_workbook())) as made:
        parts: dict[str, str | bytes] = {name: made.read(name) for name in made.namelist()}
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    parts["xl/worksheets/sheet1.xml"] = f'<worksheet xmlns="{space}"><sheetData>{rows}</sheetData></worksheet>'
    return archive(parts)


@pytest.mark.parametrize("last", [1_048_576, 99_999_999_999])
def test_rows_far_apart_are_read_without_those_between(last: int, text_of: TextOf) -> None:
    rows = f'<row r="1"><c r="A1"><v>42</v></c></row><row r="{last}"><c r="A{last}"><v>43</v></c></row>'
    assert text_of("far.xlsx", _workbook(rows)) == f"# Sheet1\n\n| row | A |\n| 1 | 42 |\n| {last} | 43 |\n"


@pytest.mark.parametrize(
    "cell",
    [
        f"<c><v>{'9' * 5000}</v></c>",
        f"<c><v>{'9' * 4000}</v></c>",
        '<c t="d"><v>99999-99-99</v></c>',
        '<c t="s"><v>999999</v></c>',
        '<c t="b"><v>maybe</v></c>',
        '<c s="x"><v>1</v></c>',
    ],
    ids=["5,000 digits", "4,000 digits", "date", "text", "truth", "style"],
)
def test_cell_that_cannot_be_read_costs_that_cell(cell: str, cairn: Cairn, text_of: TextOf) -> None:
    text = text_of("bad.xlsx", _workbook(f"<row><c><v>1</v></c>{cell}<c><v>3</v></c></row>"))
    assert text == "# Sheet1\n\n| row | A | B | C |\n| 1 | 1 |  | 3 |\n"
    assert "1 cells of the sheet Sheet1 cannot be read" in " ".join(cairn.retrieve.files("papers").files[0].warnings)


@pytest.mark.parametrize("kind", ["word", "excel", "powerpoint", "epub", "pdf", "notebook"])
def test_damage_anywhere_in_a_document_gives_a_text_or_a_reason(kind: str) -> None:
    data = (PAPERS / "printed.pdf").read_bytes() if kind == "pdf" else getattr(office, kind)()
    random = Random(7)
    for _ in range(25):
        damaged = bytearray(data)
        for _ in range(random.randrange(1, 20)):
            damaged[random.randrange(len(damaged))] = random.randrange(256)
        is_text, first, second, _ = read(
            kind, f"damaged.{kind}", bytes(damaged[: random.randrange(len(data) // 2, len(data) + 1)])
        )
        assert is_text or (first in ("corrupt", "empty", "no_text", "too_large", "encrypted") and second)


def test_document_whose_reader_runs_away_is_ended_and_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("cairn.ingest.documents.read.TIME_LIMIT_S", 0.0)
        skip = read_document(office.word(), "manual.docx")
    assert isinstance(skip, Skip)
    assert skip.reason == "too_slow"
    assert isinstance(read_document(office.word(), "manual.docx"), DocumentText)


def test_document_that_was_too_slow_is_tried_again(cairn: Cairn, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / "manual.docx").write_bytes(office.word())
    (tree / "good.md").write_text("# Good\n")

    def slowly(message: bytes) -> list[Outcome]:
        found = unpack_outcomes(message)
        return [_as_too_slow(row) if isinstance(row, FileRow) and row.language == "word" else row for row in found]

    with monkeypatch.context() as patch:
        patch.setattr("cairn.index.read.pool.unpack_outcomes", slowly)
        cairn.ingest.add(tree)
    assert [skip.reason for skip in cairn.retrieve.files("tree").skipped] == ["too_slow"]
    cairn.ingest.refresh("tree")
    assert cairn.retrieve.files("tree").skipped == []


def _as_too_slow(row: FileRow) -> SkipRow:
    return SkipRow(row.path, "too_slow", "", row.size, row.mtime_ns, row.inode)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit of CPU time")
def test_time_of_a_document_is_what_its_reader_computes(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn.ingest.documents.read.CPU_LIMIT_S", 0.2)
    with xlsxwriter.Workbook(tree / "long.xlsx") as book:
        sheet = book.add_worksheet("Long")
        for row in range(20_000):
            sheet.write_row(row, 0, [7] * 16)
    skip = read_document((tree / "long.xlsx").read_bytes(), "long.xlsx")
    assert isinstance(skip, Skip)
    assert (skip.reason, skip.detail) == ("too_slow", "to read it takes more than 0.2 s of computing")


def test_reader_that_is_not_installed_is_a_fault_of_the_installation(
    cairn: Cairn, tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tree / "good.md").write_text("# Good\n")
    (tree / "prices.xlsx").write_bytes(office.excel())
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "openpyxl.py").write_text("raise ImportError('no such part')\n")
    SPARES.close()  # a worker has the path that it was started with
    with monkeypatch.context() as patch:
        patch.syspath_prepend(tmp_path / "broken")
        report = cairn.ingest.add(tree)
    SPARES.close()
    assert [skip.reason for skip in cairn.retrieve.files("tree").skipped] == ["no_reader"]
    (warning,) = report.warnings
    assert warning.startswith("its reader cannot be loaded (no such part); install Cairn again")
    cairn.ingest.refresh("tree")
    assert cairn.retrieve.files("tree").skipped == []


def test_document_over_the_size_of_a_file_is_too_large(database: Path, tree: Path) -> None:
    (tree / "manual.docx").write_bytes(office.word())
    (tree / "good.md").write_text("# Good\n")
    with create_cairn(database, config=Config(max_file_bytes=1000)) as cairn:
        cairn.ingest.add(tree)
        assert [skip.reason for skip in cairn.retrieve.files("tree").skipped] == ["too_large"]


def test_damaged_chunks_of_documents_are_mended_from_their_stored_texts(cairn: Cairn, tree: Path) -> None:
    (tree / "manual.docx").write_bytes(office.word())
    (tree / "prices.ipynb").write_bytes(office.notebook())
    cairn.ingest.add(tree)
    before = state_of(cairn)
    connection = apsw.Connection(str(cairn.database))
    connection.execute("DELETE FROM chunk")
    connection.close()
    assert cairn.ingest.verify(repair=True).ok
    assert state_of(cairn) == before
