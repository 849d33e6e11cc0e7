"""Refresh equals rebuild: whatever happens to a folder, a refreshed index says what a new one would."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from cairn import Cairn, Config, create_cairn
from cairn.errors import NotFoundError
from tests.index.mutation import SOURCES, Mutation, Tree, sources_of
from tests.index.state import state_of, state_of_new
from tests.index.test_link import CASES as LINKED

NAMES = ["alpha", "beta", "gamma"]
FOLDERS = ["", "core/", "core/deep/"]
ENDINGS = ["py", "ts", "js", "rs", "go", "java", "md", "json"]
MANIFESTS = {"package.json": '{"name": "kit"}', "Cargo.toml": '[package]\nname = "kit"\n', "go.mod": "module kit\n"}
IGNORES = ["", "*.md\n", "core/deep/\n", "beta.*\n!core/beta.py\n"]

name = st.sampled_from(NAMES)
folder = st.sampled_from(FOLDERS)
ending = st.sampled_from(ENDINGS)


TEMPLATES = {
    "py": """from OTHER import OTHER, Other
from core.OTHER import OTHER as near

class Own(Other):
    def open(self):
        return near(self)

def OWN(x):
    return x
""",
    "ts": """import { OTHER, Other } from './OTHER';
export * from './core/OTHER';
export class Own extends Other { open() { return OTHER(2); } }
export function OWN(x) { return x; }
""",
    "rs": """mod OTHER;
use crate::OTHER::Other;
pub struct Own;
impl Own { pub fn open(&self) { OTHER::OTHER(1); } }
pub fn OWN(x: i32) -> i32 { x }
""",
    "go": """package core

type OwnBox struct { OtherBox }

func (b OwnBox) Open() int { return Other(1) }

func Own(x int) int { return x }
""",
    "java": """package core;
class Own extends Other {
  int open(int x) { return x; }
}
""",
    "md": "# OWN\n\nHow `OTHER` is used, as in [it](OTHER.md#part-1), `Other.open` and [code](core/OTHER.py).\n",
    "json": '{"name": "OWN", "needs": ["OTHER"]}\n',
}
# What is added to it so many times, with a number for N.
MORE = {
    "py": "\ndef useN(box: Other):\n    return OTHER(box).open()\n",
    "ts": "export function useN() { return new Other().open() + OTHER(1); }\n",
    "rs": "pub fn useN() { OTHER::OTHER(N); }\n",
    "go": "func UseOwnN() { Other(N) }\n",
    "java": "class OwnN {\n  int use(Other box) { return box.open(N); }\n}\n",
    "md": "\n## Part N\n\nWords about `OTHER()`, `useN()` and `core.OTHER.OTHER`.\n",
    "json": "",
}


def text_for(kind: str, own: str, other: str, size: int) -> str:
    """A small file of a language that defines `own` and uses `other`, in more or fewer places."""
    kind = "ts" if kind == "js" else kind
    text = TEMPLATES[kind] + "".join(re.sub(r"N\b(?<!OWN)", str(n), MORE[kind]) for n in range(size))
    for word, name in (("OTHER", other), ("Other", other.title()), ("OWN", own), ("Own", own.title())):
        text = text.replace(word, name)
    return text


class Folder(RuleBasedStateMachine):
    """A folder that is edited, and the index of it."""

    def __init__(self) -> None:
        super().__init__()
        self.place = Path(tempfile.mkdtemp(prefix="cairn-property-")).resolve()
        self.tree = self.place / "tree"
        self.tree.mkdir()
        self.cairn: Cairn = create_cairn(self.place / "index" / "cairn.db", config=Config())
        self.branches: dict[str, Path] = {}
        self.count = 0

    @initialize(own=name, other=name)
    def add(self, own: str, other: str) -> None:
        for kind in ENDINGS:
            self._write(f"{own}.{kind}", text_for(kind, own, other, 1))
        self.cairn.ingest.add(self.tree)

    def _write(self, path: str, text: str) -> None:
        target = self.tree / path
        if target.is_symlink():
            target.unlink()
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")

    def _files(self) -> list[Path]:
        return sorted(place for place in self.tree.rglob("*") if place.is_file() and not place.is_symlink())

    @rule(kind=ending, where=folder, own=name, other=name, size=st.integers(0, 3))
    def write(self, kind: str, where: str, own: str, other: str, size: int) -> None:
        self._write(f"{where}{own}.{kind}", text_for(kind, own, other, size))

    @rule(which=st.sampled_from(sorted(MANIFESTS)), where=folder)
    def write_manifest(self, which: str, where: str) -> None:
        self._write(where + which, MANIFESTS[which])

    @rule(text=st.sampled_from(IGNORES), where=st.sampled_from(["", "core/"]))
    def ignore(self, text: str, where: str) -> None:
        self._write(f"{where}.gitignore", text)

    @rule(
        data=st.data(),
        junk=st.sampled_from([b"", b"\0\1\2" * 9, b"def \xff(:\n", "\ufeffx = 1\r\n".encode("utf-16"), b"class A {\n" * 9]),
    )
    def spoil(self, data: st.DataObject, junk: bytes) -> None:
        if files := self._files():
            data.draw(st.sampled_from(files)).write_bytes(junk)

    @rule(data=st.data())
    def append(self, data: st.DataObject) -> None:
        if files := self._files():
            with data.draw(st.sampled_from(files)).open("ab") as stream:
                stream.write(b"\n")

    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        if files := self._files():
            data.draw(st.sampled_from(files)).unlink()

    @rule(data=st.data(), where=folder, own=name)
    def move(self, data: st.DataObject, where: str, own: str) -> None:
        if files := self._files():
            source = data.draw(st.sampled_from(files))
            target = self.tree / f"{where}{own}{source.suffix}"
            target.parent.mkdir(parents=True, exist_ok=True)
            source.replace(target)

    @rule(data=st.data())
    def swap(self, data: st.DataObject) -> None:
        files = self._files()
        if len(files) > 1:
            one, two = data.draw(st.lists(st.sampled_from(files), min_size=2, max_size=2, unique=True))
            spare = self.tree / "spare"
            one.replace(spare)
            two.replace(one)
            spare.replace(two)

    @rule(to=st.sampled_from(["core", "lib"]))
    def rename_folder(self, to: str) -> None:
        source = self.tree / ("lib" if to == "core" else "core")
        target = self.tree / to
        if source.is_dir() and not target.exists():
            source.rename(target)

    @rule(data=st.data(), own=name)
    def link(self, data: st.DataObject, own: str) -> None:
        place = self.tree / f"{own}_link.py"
        if (files := self._files()) and not place.exists() and not place.is_symlink():
            place.symlink_to(data.draw(st.sampled_from(files)))

    @rule(branch=st.sampled_from("ab"))
    def keep_branch(self, branch: str) -> None:
        self.count += 1
        self.branches[branch] = self.place / f"branch{self.count}"
        shutil.copytree(self.tree, self.branches[branch], symlinks=True)

    @precondition(lambda self: self.branches)
    @rule(data=st.data())
    def switch_branch(self, data: st.DataObject) -> None:
        shutil.rmtree(self.tree)
        shutil.copytree(self.branches[data.draw(st.sampled_from(sorted(self.branches)))], self.tree, symlinks=True)

    @rule(moment=st.integers(0, 3))
    def touch(self, moment: int) -> None:
        for place in self._files()[::2]:
            os.utime(place, ns=(moment, moment * 10**9))

    @rule()
    def refresh(self) -> None:
        self.cairn.ingest.refresh("tree", allow_delete=True)

    @rule(graph=st.booleans())
    def reindex(self, graph: bool) -> None:
        if self._files():
            self.cairn.ingest.reindex("tree", graph=graph) if graph else self._reindex()

    def _reindex(self) -> None:
        # What has gone is not reindex's to judge.
        self.cairn.ingest.refresh("tree", allow_delete=True)
        self.cairn.ingest.reindex("tree")

    def teardown(self) -> None:
        try:
            self.cairn.ingest.refresh("tree", allow_delete=True)
            try:
                expected = state_of_new(self.tree, self.place / "fresh" / "cairn.db")
            except NotFoundError:
                expected = []
                assert self.cairn.retrieve.sources()[0].files == 0
            else:
                assert state_of(self.cairn) == expected
            assert self.cairn.ingest.verify().faults == []
        finally:
            self.cairn.close()
            shutil.rmtree(self.place)


def _run(examples: int) -> None:
    run_state_machine_as_test(
        Folder,
        settings=settings(
            max_examples=examples,
            stateful_step_count=8,
            deadline=None,
            derandomize=examples < 100,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.generate, Phase.shrink) if examples > 100 else (Phase.generate,),
        ),
    )


def test_refreshed_index_equals_a_new_one_whatever_happened() -> None:
    _run(30)


@pytest.mark.slow
def test_refreshed_index_equals_a_new_one_whatever_happened_500_times() -> None:
    _run(500)


LANGUAGES = sorted(folder.name for folder in SOURCES.iterdir() if folder.is_dir() and not folder.name.startswith(("_", ".")))
LONG_WALK_SEED = 12  # any will do


def _write_tree(folder: Path, tree: Tree) -> None:
    """Make a folder hold these files, and touch no file that does already."""
    for place in [place for place in folder.rglob("*") if place.is_file()]:
        if place.relative_to(folder).as_posix() not in tree:
            place.unlink()
    for path, text in tree.items():
        place = folder / path
        if not place.exists() or place.read_text("utf-8") != text:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, "utf-8")


def _walk(spoken: list[str], seed: str, steps: int, place: Path, compare_every: int) -> None:
    """Edit sources of some languages, refresh after each edit or a few, and compare with a new index now and then."""
    random = Random(seed)
    tree: Tree = {}
    for language in spoken:
        tree |= sources_of(language, random)
    folder = place / "tree"
    folder.mkdir(parents=True)
    _write_tree(folder, tree)
    kept, told = [dict(tree)], list[str]()
    with create_cairn(place / "index" / "cairn.db", config=Config()) as cairn:
        cairn.ingest.add(folder)
        for step in range(1, steps + 1):
            if random.random() < 0.1:
                tree = dict(random.choice(kept))
                told.append("switch to another branch")
            told += [Mutation(tree, random).step() for _ in range(random.choice((1, 1, 1, 2, 3)))]
            if random.random() < 0.2:
                kept.append(dict(tree))
            _write_tree(folder, tree)
            cairn.ingest.refresh("tree", allow_delete=True)
            if step % compare_every == 0 or step == steps:
                same = state_of(cairn) == state_of_new(folder, place / f"new{step}" / "cairn.db")
                assert same, f"{spoken}, seed {seed}, after step {step} of: {told}"


def _walk_linked(case: str, seed: str, steps: int, place: Path, compare_every: int) -> None:
    """Edit a source or one that it looks into, refresh that one, and compare both with new ones now and then."""
    random = Random(seed)
    mine, theirs, _ = LINKED[case]
    trees: dict[str, Tree] = {"user": dict(mine), "pack": dict(theirs)}
    folders = {label: place / label for label in trees}
    told: list[str] = []

    def link_all(cairn: Cairn) -> None:
        for folder in folders.values():
            cairn.ingest.add(folder)
        cairn.ingest.link("user", "pack")

    for label, folder in folders.items():
        folder.mkdir(parents=True)
        _write_tree(folder, trees[label])
    with create_cairn(place / "index" / "cairn.db", config=Config()) as cairn:
        link_all(cairn)
        for step in range(1, steps + 1):
            label = random.choice(sorted(trees))
            told.append(f"{label}: {Mutation(trees[label], random).step()}")
            _write_tree(folders[label], trees[label])
            cairn.ingest.refresh(label, allow_delete=True)
            if step % compare_every == 0 or step == steps:
                with create_cairn(place / f"new{step}" / "cairn.db", config=Config()) as fresh:
                    link_all(fresh)
                    same = state_of(cairn) == state_of(fresh)
                assert same, f"{case}, linked, seed {seed}, after step {step} of: {told}"


@pytest.mark.parametrize("case", sorted(LINKED))
def test_refreshed_sources_that_are_linked_equal_new_ones(case: str, tmp_path: Path) -> None:
    _walk_linked(case, f"{case} 0", 6, tmp_path, compare_every=6)


@pytest.mark.parametrize("language", LANGUAGES)
def test_refreshed_sources_of_a_language_equal_a_new_index(language: str, tmp_path: Path) -> None:
    _walk([language], f"{language} 0", 4, tmp_path, compare_every=4)


@pytest.mark.slow
def test_refreshed_sources_of_all_languages_equal_a_new_index_after_each_of_2000_steps(tmp_path: Path) -> None:
    together = [["python", "typescript"], ["c", "cpp"], ["java", "kotlin", "scala"], ["c", "python"]]
    walks = [[language] for language in LANGUAGES] + together
    linked = sorted(LINKED)
    for number in range(200):
        seed, place = f"{LONG_WALK_SEED} {number}", tmp_path / str(number)
        if number % 5 == 4:
            _walk_linked(linked[number // 5 % len(linked)], seed, 10, place, compare_every=1)
        else:
            _walk(walks[number % len(walks)], seed, 10, place, compare_every=1)
        shutil.rmtree(tmp_path / str(number))
