"""What documents point at, as the graph has it."""

from __future__ import annotations

from pathlib import Path

from cairn import Cairn
from tests.index.conftest import write_files

FILES = {
    "shop/tax.py": "class Rate:\n    def apply(self, amount):\n        return amount\n\n\n"
    "def total_tax(x):\n    return x\n\n\ndef run():\n    pass\n",
    "shop/old.py": "def old_price(x):\n    return x\n",
    "docs/guide.md": "# Guide\n\nSee [setup](setup.md#first-run-1), [the code](../shop/tax.py) and [out](https://example.org/)."
    "\n\n"
    "## Names\n\n`Rate.apply`, `total_tax()`, `shop.old.old_price` and `run` are cited, `missing_name` is not there.\n\n"
    "```\n`Rate` in a block of code\n```\n",
    "docs/setup.md": "# Setup\n\n## First run\n\none\n\n## First run\n\ntwo\n",
    "docs/more.rst": "More\n====\n\nUse :func:`~shop.tax.total_tax` after :doc:`setup`.\n",
}


def citations(cairn: Cairn) -> set[tuple[str, str, str]]:
    """(from, to, via) of each edge that a document has, without the label."""
    edges = (row for row in cairn.retrieve.export() if row["type"] == "edge" and row["kind"] == "references")
    return {(edge["src"].partition(":")[2], edge["dst"].partition(":")[2], edge["via"]) for edge in edges}


def test_documents_point_at_files_sections_and_definitions(cairn: Cairn, tree: Path) -> None:
    write_files(tree, FILES)
    cairn.ingest.add(tree)
    assert citations(cairn) == {
        ("docs/guide.md#guide", "docs/setup.md#setup/first-run~2", "document-link"),
        ("docs/guide.md#guide", "shop/tax.py", "document-link"),
        ("docs/guide.md#guide/names", "shop/tax.py#Rate.apply", "qualified-name"),
        ("docs/guide.md#guide/names", "shop/tax.py#total_tax", "exported-name"),
        ("docs/guide.md#guide/names", "shop/old.py#old_price", "qualified-name"),
        ("docs/more.rst#more", "shop/tax.py#total_tax", "qualified-name"),
        ("docs/more.rst#more", "docs/setup.md", "document-link"),
    }


def test_links_to_lines_lead_to_the_definition_there_and_follow_it(cairn: Cairn, tree: Path) -> None:
    guide = "# A\n\n[x](src/app.py#L2)\n\n# B\n\n[x](src/app.py#L4-L9)\n\n# C\n\n`src/app.py:2`\n\n# D\n\n`src/app.py#L2`\n\n"
    guide += "# E\n\n`src/app.py:3`\n"
    write_files(
        tree,
        {"src/app.py": "\ndef first():\n    pass\n\ndef second():\n    pass\n", "guide.md": guide},
    )
    cairn.ingest.add(tree)
    first = {(f"guide.md#{section}", "src/app.py#first", "document-link") for section in "acd"}
    assert citations(cairn) == first | {
        ("guide.md#b", "src/app.py#second", "document-link"),
        ("guide.md#e", "src/app.py", "document-link"),
    }
    write_files(tree, {"src/app.py": "\n\ndef first():\n    pass\n\ndef second():\n    pass\n"})
    cairn.ingest.refresh(tree.name)
    assert citations(cairn) == {
        *((f"guide.md#{section}", "src/app.py", "document-link") for section in "acd"),
        ("guide.md#b", "src/app.py#second", "document-link"),
        ("guide.md#e", "src/app.py#first", "document-link"),
    }


def test_links_of_html_asciidoc_and_org_are_read(cairn: Cairn, tree: Path) -> None:
    files = {
        "app.py": "def run():\n    pass\n",
        "a.md": 'See <a href="app.py">it</a>.\n',
        "b.adoc": "See link:app.py[it] and xref:a.md[that].\n",
        "c.org": "See [[file:app.py][it]] and [[./a.md]] and [[file:app.py::1]].\n",
    }
    write_files(tree, files)
    cairn.ingest.add(tree)
    assert citations(cairn) == {
        ("a.md", "app.py", "document-link"),
        ("b.adoc", "app.py", "document-link"),
        ("b.adoc", "a.md", "document-link"),
        ("c.org", "app.py", "document-link"),
        ("c.org", "a.md", "document-link"),
        ("c.org", "app.py#run", "document-link"),
    }


def test_the_graph_of_a_document_has_what_its_sections_point_at(cairn: Cairn, tree: Path) -> None:
    write_files(tree, FILES)
    cairn.ingest.add(tree)
    found = {edge.dst.partition(":")[2] for edge in cairn.retrieve.graph("docs/guide.md", direction="out").edges}
    assert {"shop/tax.py", "docs/setup.md#setup/first-run~2", "shop/tax.py#Rate.apply"} <= found


def test_citation_that_could_mean_two_definitions_means_none(cairn: Cairn, tree: Path) -> None:
    write_files(tree, FILES)
    cairn.ingest.add(tree)
    write_files(tree, {"shop/more.py": "def total_tax(y):\n    return y\n"})
    cairn.ingest.refresh(tree.name)
    assert ("docs/guide.md#guide/names", "shop/tax.py#total_tax", "exported-name") not in citations(cairn)
    (tree / "shop/more.py").unlink()
    cairn.ingest.refresh(tree.name)
    assert ("docs/guide.md#guide/names", "shop/tax.py#total_tax", "exported-name") in citations(cairn)


def test_citation_of_a_file_or_section_comes_back_with_it(cairn: Cairn, tree: Path) -> None:
    write_files(tree, FILES)
    (tree / "docs/setup.md").unlink()
    cairn.ingest.add(tree)
    assert not any(target.startswith("docs/setup.md") for _, target, _ in citations(cairn))
    write_files(tree, {"docs/setup.md": "# Setup\n\n## Run\n"})
    cairn.ingest.refresh(tree.name)
    assert {target for _, target, _ in citations(cairn) if target.startswith("docs/setup.md")} == {"docs/setup.md"}
    write_files(tree, {"docs/setup.md": FILES["docs/setup.md"]})
    cairn.ingest.refresh(tree.name)
    assert ("docs/guide.md#guide", "docs/setup.md#setup/first-run~2", "document-link") in citations(cairn)
