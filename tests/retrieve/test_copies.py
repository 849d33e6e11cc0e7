"""The same text in several places is one hit; what is built of a package's source stands behind it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cairn import Config, create_cairn
from cairn.cli import render as terminal
from cairn.retrieve.retrieve import Retrieve
from cairn.serve import render
from tests.retrieve.conftest import write_files

PRICE = """\
/** Round a price to whole cents. */
export function roundPrice(value) {
  const cents = Math.round(value * 100);
  return cents / 100;
}

/** Tell whether a price is free. */
export function isFree(value) {
  const cents = Math.round(value * 100);
  return cents === 0;
}
"""
OTHER = "export function other(value) {\n  return value;\n}\n"
Index = Callable[[dict[str, str]], Retrieve]


@pytest.fixture
def index(tmp_path: Path) -> Index:
    def build(files: dict[str, str]) -> Retrieve:
        write_files(tmp_path / "app", files)
        cairn = create_cairn(tmp_path / "cairn.db", config=Config())
        cairn.ingest.add(tmp_path / "app")
        return cairn.retrieve

    return build


def test_the_same_text_in_several_files_is_one_hit_that_names_the_others(index: Index) -> None:
    retrieve = index({"a/price.js": PRICE, "b/price.js": PRICE, "c/price.js": PRICE, "other.js": OTHER})
    for query in ("roundPrice", "round a price to cents"):
        hits = [hit for hit in retrieve.search(query).hits if "roundPrice" in hit.text]
        assert [hit.file for hit in hits] == ["a/price.js"]
        lines = f"L{hits[0].start_line}-L{hits[0].end_line}"
        assert hits[0].copies == [f"app:b/price.js:{lines}", f"app:c/price.js:{lines}"]
        assert retrieve.show(hits[0].copies[0]).text == hits[0].text
    assert [item.hit.copies for item in retrieve.ask("roundPrice", k=1).answers] == [hits[0].copies]


def test_of_source_and_what_is_built_of_it_the_source_is_kept(index: Index) -> None:
    retrieve = index(
        {
            "pack/dist/price.js": PRICE,
            "pack/src/price.js": PRICE,
            "pack/package.json": "{}",
            "pack/lib/price.js": PRICE,
            "tests/price.js": PRICE,
        }
    )
    hit = retrieve.search("roundPrice").hits[0]
    assert hit.file == "pack/src/price.js"
    assert len(hit.copies) == 3


def test_build_output_stands_behind_its_source_and_is_found(index: Index) -> None:
    built = PRICE.replace("const cents", "var cents").replace("/** Round a price to whole cents. */\n", "")
    retrieve = index({"dist/price.js": built, "src/price.js": PRICE, "lib/price.js": built.replace("var", "let")})
    files = [hit.file for hit in retrieve.search("roundPrice").hits]
    # Without a package.json a `lib` beside a `src` is as likely source, too.
    assert files.index("dist/price.js") > files.index("src/price.js")
    assert {"dist/price.js", "lib/price.js"} <= set(files)


def test_same_text_in_another_container_is_another_hit(index: Index) -> None:
    body = "    def full_name(self):\n        first, last = self.first, self.last\n        return f'{first} {last}'\n"
    retrieve = index({"a.py": f"class Member:\n{body}", "b.py": f"class Guest:\n{body}"})
    hits = retrieve.search("full_name").hits
    assert {hit.file for hit in hits} == {"a.py", "b.py"}
    assert all(hit.copies == [] for hit in hits)


def test_texts_say_how_many_are_identical(index: Index) -> None:
    retrieve = index({"a/price.js": PRICE, "b/price.js": PRICE})
    answer = retrieve.search("roundPrice", k=1)
    assert "+1 identical" in render.search_text(answer)
    assert "+1 identical" in terminal.search_text(answer)
