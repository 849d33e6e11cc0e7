"""Links between sources: what they resolve, and that they leave nothing behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.errors import NotFoundError, UsageError
from tests.index.conftest import exported, write_files

# What a source uses of another, what the other has, and the edges that a link gives: (kind, from, to), without labels.
CASES: dict[str, tuple[dict[str, str], dict[str, str], set[tuple[str, str, str]]]] = {
    "python": (
        {
            "app.py": "import requests\nfrom requests.sessions import Session\n\n\n"
            "def fetch():\n    return requests.get('/')\n\n\n"
            "def keep():\n    s = Session()\n    return s.send()\n\n\n"
            "class Mine(Session):\n    pass\n",
        },
        {
            "pyproject.toml": '[project]\nname = "requests"\n',
            "src/requests/__init__.py": "from .api import get\n",
            "src/requests/api.py": "def get(url):\n    return url\n",
            "src/requests/sessions.py": "class Session:\n    def send(self):\n        return 1\n",
            "tests/test_api.py": "def get():\n    pass\n",
        },
        {
            ("imports", "app.py", "src/requests/__init__.py"),
            ("imports", "app.py", "src/requests/sessions.py"),
            ("calls", "app.py#fetch", "src/requests/api.py#get"),
            ("calls", "app.py#keep", "src/requests/sessions.py#Session"),
            ("calls", "app.py#keep", "src/requests/sessions.py#Session.send"),
            ("inherits", "app.py#Mine", "src/requests/sessions.py#Session"),
        },
    ),
    "python package as the source": (
        {"app.py": "from pack.deep import work\n\n\ndef go():\n    return work()\n"},
        {"__init__.py": "", "deep.py": "def work():\n    return 1\n"},
        {("imports", "app.py", "deep.py"), ("calls", "app.py#go", "deep.py#work")},
    ),
    "typescript workspace": (
        {
            "main.ts": 'import { open, hidden } from "@acme/box";\nimport Lid from "@acme/lid";\n\n'
            "export function run() {\n  hidden();\n  unheardOf();\n  return open(new Lid());\n}\n",
            "all.ts": 'export * from "@acme/box";\n',
            "other.ts": 'import { open } from "./all";\n\nexport const opened = () => open(1);\n',
        },
        {
            "package.json": '{"name": "acme", "workspaces": ["packages/*"]}',
            "packages/box/package.json": '{"name": "@acme/box", "main": "dist/index.js"}',
            "packages/box/src/index.ts": 'export * from "./open";\nfunction hidden() {}\n',
            "packages/box/src/open.ts": "export function open(lid: unknown) {\n  return lid;\n}\n",
            "packages/lid/package.json": '{"name": "@acme/lid"}',
            "packages/lid/index.ts": "export default class Lid {}\n",
        },
        {
            ("imports", "main.ts", "packages/box/src/index.ts"),
            ("imports", "main.ts", "packages/lid/index.ts"),
            ("calls", "main.ts#run", "packages/box/src/open.ts#open"),
            ("calls", "main.ts#run", "packages/lid/index.ts#Lid"),
            ("imports", "all.ts", "packages/box/src/index.ts"),
            ("calls", "other.ts#opened", "packages/box/src/open.ts#open"),
        },
    ),
    "rust": (
        {
            "Cargo.toml": '[package]\nname = "app"\n[dependencies]\ncellar = { package = "wine-cellar" }\n',
            "src/main.rs": "use cellar::rack::Rack;\n\nfn main() {\n    let rack = Rack::new();\n    rack.fill();\n"
            "    cellar::open();\n}\n",
        },
        {
            "Cargo.toml": '[package]\nname = "wine-cellar"\n',
            "src/lib.rs": "pub mod rack;\n\npub fn open() {}\n",
            "src/rack.rs": "pub struct Rack {}\n\nimpl Rack {\n    pub fn new() -> Rack {\n        Rack {}\n    }\n"
            "    pub fn fill(&self) {}\n}\n",
        },
        {
            ("imports", "src/main.rs", "src/rack.rs"),
            ("calls", "src/main.rs#main", "src/rack.rs#Rack.new"),
            ("calls", "src/main.rs#main", "src/rack.rs#Rack.fill"),
            ("calls", "src/main.rs#main", "src/lib.rs#open"),
        },
    ),
    "go": (
        {
            "go.mod": "module example.org/app\n",
            "main.go": 'package main\n\nimport "example.org/kit/log"\n\nfunc main() {\n\tl := log.New()\n\tl.Say()\n}\n',
        },
        {
            "go.mod": "module example.org/kit\n",
            "log/log.go": "package log\n\ntype Logger struct{}\n\nfunc New() *Logger { return &Logger{} }\n\n"
            "func (l *Logger) Say() {}\n",
        },
        {
            ("imports", "main.go", "log/log.go"),
            ("calls", "main.go#main", "log/log.go#New"),
            ("calls", "main.go#main", "log/log.go#Logger.Say"),
        },
    ),
    "go without a go.mod": (
        {"main.go": 'package main\n\nimport "example.org/some/pack/log"\n\nfunc main() {\n\tlog.Say()\n}\n'},
        {"pack.go": "package pack\n", "log/log.go": "package log\n\nfunc Say() {}\n\nfunc hush() {}\n"},
        {("imports", "main.go", "log/log.go"), ("calls", "main.go#main", "log/log.go#Say")},
    ),
    "java": (
        {
            "App.java": "package app;\n\nimport org.kit.Tool;\nimport org.kit.more.*;\n\npublic class App {\n"
            "  void run() {\n    new Tool().use(1);\n    Extra.help();\n  }\n}\n",
        },
        {
            "pom.xml": "<project><groupId>org.kit</groupId><artifactId>kit</artifactId></project>",
            "src/main/java/org/kit/Tool.java": "package org.kit;\n\npublic class Tool {\n  public void use(int n) {}\n"
            "  public void use(String s) {}\n}\n",
            "src/main/java/org/kit/more/Extra.java": "package org.kit.more;\n\npublic class Extra {\n"
            "  public static void help() {}\n}\n",
        },
        {
            ("imports", "App.java", "src/main/java/org/kit/Tool.java"),
            ("calls", "App.java#App.run()", "src/main/java/org/kit/Tool.java#Tool"),
            ("calls", "App.java#App.run()", "src/main/java/org/kit/Tool.java#Tool.use(int)"),
            ("calls", "App.java#App.run()", "src/main/java/org/kit/more/Extra.java#Extra.help()"),
            ("depends_on", "App.java#App.run()", "src/main/java/org/kit/more/Extra.java#Extra"),
        },
    ),
}


@pytest.fixture
def pair(tree: Path, cairn: Cairn) -> tuple[Path, Path]:
    """Two Python sources, added but not linked: `app` and `pack`."""
    user, used = tree / "app", tree / "requests"
    mine, theirs, _ = CASES["python"]
    write_files(user, mine)
    write_files(used, theirs)
    cairn.ingest.add(user)
    cairn.ingest.add(used)
    return user, used


def across(cairn: Cairn, src: str, dst: str) -> dict[tuple[str, str, str], dict[str, object]]:
    """The edges from one source into another, by (kind, from, to) without labels."""
    rows = [row for row in cairn.retrieve.export() if row["type"] == "edge" and row["dst"].startswith(f"{dst}:")]
    found = [row for row in rows if row["src"].startswith(f"{src}:")]
    return {(row["kind"], row["src"].partition(":")[2], row["dst"].partition(":")[2]): row for row in found}


@pytest.mark.parametrize("name", CASES)
def test_a_link_resolves_what_a_source_uses_of_another_and_an_unlink_takes_it_away(name: str, tree: Path, cairn: Cairn) -> None:
    mine, theirs, edges = CASES[name]
    write_files(tree / "user", mine)
    write_files(tree / "pack", theirs)
    cairn.ingest.add(tree / "user")
    cairn.ingest.add(tree / "pack")
    before = exported(cairn)
    link = cairn.ingest.link("user", "pack")
    found = across(cairn, "user", "pack")
    assert set(found) == edges
    assert link.edges == len(edges)
    assert {row["via"] for row in found.values()} == {"link"}
    assert not across(cairn, "pack", "user")
    cairn.ingest.unlink("user", "pack")
    assert exported(cairn) == before


def test_a_link_changes_nothing_inside_either_source(pair: tuple[Path, Path], cairn: Cairn) -> None:
    def inside() -> list[dict[str, object]]:
        rows = [row for row in cairn.retrieve.export() if row["type"] == "edge" and not row["dst"].startswith("external:")]
        return [row for row in rows if row["src"].partition(":")[0] == row["dst"].partition(":")[0]]

    before = inside()
    cairn.ingest.link("app", "requests")
    assert inside() == before


def test_links_are_directed_and_not_transitive(tree: Path, cairn: Cairn) -> None:
    write_files(tree / "a", {"one.py": "from two import b\n\n\ndef a():\n    b()\n"})
    write_files(tree / "b", {"two.py": "from three import c\n\n\ndef b():\n    c()\n"})
    write_files(tree / "c", {"three.py": "def c():\n    pass\n"})
    for label in "abc":
        cairn.ingest.add(tree / label)
    cairn.ingest.link("a", "b")
    cairn.ingest.link("b", "c")
    assert ("calls", "one.py#a", "two.py#b") in across(cairn, "a", "b")
    assert ("calls", "two.py#b", "three.py#c") in across(cairn, "b", "c")
    assert not across(cairn, "a", "c")
    assert not across(cairn, "b", "a")


def test_a_refresh_of_linked_sources_equals_a_new_index_that_is_linked(
    pair: tuple[Path, Path], cairn: Cairn, tmp_path: Path
) -> None:
    user, used = pair
    cairn.ingest.link("app", "requests")
    write_files(used, {"src/requests/api.py": "def post(url):\n    return url\n\n\ndef get(url):\n    return url\n"})
    cairn.ingest.refresh("requests")
    write_files(user, {"more.py": "from requests.api import post\n\n\ndef send():\n    post('/')\n"})
    cairn.ingest.refresh("app")
    (used / "src/requests/sessions.py").unlink()
    cairn.ingest.refresh("requests")
    with create_cairn(tmp_path / "fresh.db", config=Config()) as fresh:
        fresh.ingest.add(user)
        fresh.ingest.add(used)
        unlinked = exported(fresh)
        fresh.ingest.link("app", "requests")
        assert exported(cairn) == exported(fresh)
    assert ("calls", "more.py#send", "src/requests/api.py#post") in across(cairn, "app", "requests")
    cairn.ingest.unlink("app", "requests")
    assert exported(cairn) == unlinked


def test_removing_what_is_used_makes_its_names_external_again(pair: tuple[Path, Path], cairn: Cairn) -> None:
    cairn.ingest.link("app", "requests")
    cairn.ingest.remove("requests")
    rows = [row for row in cairn.retrieve.export() if row["type"] == "edge"]
    assert {row["dst"] for row in rows if row["kind"] == "calls"} >= {"external:python/requests#get"}
    assert cairn.retrieve.links() == []


def test_a_link_goes_with_the_source_that_uses(pair: tuple[Path, Path], cairn: Cairn) -> None:
    cairn.ingest.link("app", "requests")
    cairn.ingest.remove("app")
    assert cairn.retrieve.links() == []


def test_links_are_listed_with_the_edges_that_they_give(pair: tuple[Path, Path], cairn: Cairn) -> None:
    assert cairn.retrieve.links() == []
    made = cairn.ingest.link("app", "requests")
    assert cairn.ingest.link("app", "requests") == made
    assert cairn.retrieve.links() == [made]


def test_what_cannot_be_linked_or_unlinked_is_said(pair: tuple[Path, Path], cairn: Cairn) -> None:
    with pytest.raises(UsageError, match="to itself"):
        cairn.ingest.link("app", "app")
    with pytest.raises(NotFoundError, match="no source named 'nope'"):
        cairn.ingest.link("app", "nope")
    with pytest.raises(NotFoundError, match="'app' is not linked to 'requests'; `cairn links`"):
        cairn.ingest.unlink("app", "requests")


@pytest.mark.parametrize("query", ["external:python/requests#get", "requests.get"])
def test_who_uses_a_name_of_a_package_has_an_answer_before_and_after_a_link(
    query: str, pair: tuple[Path, Path], cairn: Cairn
) -> None:
    def callers() -> set[str]:
        answer = cairn.retrieve.graph(query, direction="in", edges=["calls"])
        return {edge.src for edge in answer.edges}

    assert callers() == {"app:app.py#fetch"}
    cairn.ingest.link("app", "requests")
    assert callers() == {"app:app.py#fetch"}


def test_a_module_of_the_standard_library_is_not_a_linked_sources(tree: Path, cairn: Cairn) -> None:
    write_files(tree / "a", {"one.py": "import json\nfrom tests import thing\n\n\ndef a():\n    json.dumps(thing())\n"})
    write_files(tree / "b", {"json.py": "def dumps():\n    pass\n", "tests/__init__.py": "def thing():\n    pass\n"})
    cairn.ingest.add(tree / "a")
    cairn.ingest.add(tree / "b")
    assert cairn.ingest.link("a", "b").edges == 0
