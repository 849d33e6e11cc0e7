from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from cairn.errors import EnvironmentFault, RefusedError
from cairn.ingest.walk import Candidate, WalkOptions, walk
from cairn.model import Skip
from tests.ingest.test_ignore import found, write


def skipped(root: Path, options: WalkOptions | None = None) -> dict[str, str]:
    return {item.file: item.reason for item in walk(root, options or WalkOptions()) if isinstance(item, Skip)}


def make_link(place: Path, target: str | Path) -> None:
    try:
        place.symlink_to(target)
    except OSError:
        pytest.skip("links cannot be made here")


def test_order_depends_on_the_names_alone(tree: Path) -> None:
    write(tree, dict.fromkeys(("b/z.py", "b/a.py", "c.py", "a.py", "B.py"), ""))
    assert [item.path for item in walk(tree, WalkOptions()) if isinstance(item, Candidate)] == [
        "B.py",
        "a.py",
        "c.py",
        "b/a.py",
        "b/z.py",
    ]


def test_candidate_tells_size_time_and_inode(tree: Path) -> None:
    write(tree, {"a.py": "x = 1\n"})
    status = (tree / "a.py").stat()
    (item,) = walk(tree, WalkOptions())
    assert isinstance(item, Candidate)
    assert (item.path, item.size, item.mtime_ns) == ("a.py", status.st_size, status.st_mtime_ns)
    assert os.name == "nt" or item.inode == status.st_ino


def test_links_are_never_followed_and_each_tells_why(tree: Path) -> None:
    root = tree / "repo"
    write(tree, {"repo/pkg/core.py": "", "outside/secret.py": ""})
    make_link(root / "pkg/loop", ".")
    for name, target in (
        ("up", ".."),
        ("alias.py", "pkg/core.py"),
        ("abs", root / "pkg"),
        ("leak.py", "../outside/secret.py"),
        ("ext", "../outside"),
        ("broken.py", "nowhere.py"),
        ("self", "self"),
    ):
        make_link(root / name, target)
    assert found(root) == {"pkg/core.py"}
    assert skipped(root) == {
        "pkg/loop": "link",
        "alias.py": "link",
        "abs": "link",
        "up": "outside_roots",
        "leak.py": "outside_roots",
        "ext": "outside_roots",
        "broken.py": "dangling_link",
        "self": "dangling_link",
    }


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes and sockets in folders")
def test_pipes_and_sockets_are_special_files(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tree / "pipe")
    monkeypatch.chdir(tree)  # a socket's path may have 108 bytes
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
        assert skipped(tree) == {"pipe": "special_file", "socket": "special_file"}


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="every folder is readable here")
def test_unreadable_folder_is_a_skip_and_the_rest_goes_on(tree: Path) -> None:
    write(tree, {"closed/a.py": "", "b.py": ""})
    (tree / "closed").chmod(0)
    try:
        assert skipped(tree) == {"closed": "unreadable"}
        assert found(tree) == {"b.py"}
    finally:
        (tree / "closed").chmod(0o755)


def test_folder_that_vanishes_while_it_is_walked_is_a_skip(tree: Path) -> None:
    write(tree, {"a.py": "", "gone/b.py": ""})
    walking = walk(tree, WalkOptions())
    first = next(walking)
    (tree / "gone/b.py").unlink()
    (tree / "gone").rmdir()
    assert isinstance(first, Candidate)
    assert [(item.file, item.reason) for item in walking if isinstance(item, Skip)] == [("gone", "vanished")]


def test_source_that_cannot_be_read_is_an_error_that_names_it(tree: Path) -> None:
    with pytest.raises(EnvironmentFault, match=r"nowhere cannot be read \(.*\); check"):
        list(walk(tree / "nowhere", WalkOptions()))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (".env", "secret"),
        (".env.local", "secret"),
        ("prod.env", "secret"),
        (".env.example", None),
        (".env.sample", None),
        (".env.template", None),
        ("example.env", None),
        ("server.pem", None),  # a certificate, perhaps
        ("tls.key", "secret"),
        ("id_rsa", "secret"),
        ("id_rsa.pub", None),
        ("id_ed25519", "secret"),
        ("store.pfx", "secret"),
        (".npmrc", "secret"),
        (".pypirc", "secret"),
        (".netrc", "secret"),
        ("credentials.json", "secret"),
        ("my-service-account.json", "secret"),
        ("service_account_prod.json", "secret"),
        ("home/.aws/credentials", "secret"),
        ("home/.ssh/work", "secret"),
        ("home/.ssh/work.pub", None),
        ("etc/shadow", "secret"),
        ("etc/gshadow-", "secret"),
        ("etc/shadow.bak", "secret"),
        ("security/opasswd", "secret"),
        ("ssh/ssh_host_ed25519_key", "secret"),
        ("ssh/ssh_host_ed25519_key.pub", None),
        ("krb5.keytab", "secret"),
        ("shadow.py", None),
        ("shadow.css", None),
        ("passwd", None),
        ("secrets.py", None),
        ("credentials.py", None),
        ("environment.py", None),
        ("keys.py", None),
        ("package-lock.json", "lock_file"),
        ("yarn.lock", "lock_file"),
        ("pnpm-lock.yaml", "lock_file"),
        ("Cargo.lock", "lock_file"),
        ("poetry.lock", "lock_file"),
        ("uv.lock", "lock_file"),
        ("go.sum", "lock_file"),
        ("Gemfile.lock", "lock_file"),
        ("composer.lock", "lock_file"),
        ("lock.py", None),
        ("logo.png", "binary"),
        ("font.woff2", "binary"),
        ("data.tar.gz", "binary"),
        ("module.pyc", "binary"),
        ("stream.ts", None),
        ("app.min.js", "minified"),
        ("app.js.map", "minified"),
        ("admin.js", None),
    ],
)
def test_name_alone_may_tell_that_a_file_is_left_out(tree: Path, name: str, reason: str | None) -> None:
    write(tree, {name: "x"})
    assert skipped(tree).get(name) == reason
    assert (name in found(tree)) is (reason is None)


def test_file_over_the_limit_is_left_out_unless_forced(tree: Path) -> None:
    write(tree, {"big.py": "x" * 101, "small.py": "x" * 100})
    assert skipped(tree, WalkOptions(max_file_bytes=100)) == {"big.py": "too_large"}
    assert skipped(tree, WalkOptions(max_file_bytes=100, force=True)) == {}


def test_include_keeps_only_what_matches(tree: Path) -> None:
    write(tree, dict.fromkeys(("src/a.py", "src/b.js", "docs/c.md", "src/deep/d.py"), ""))
    assert found(tree, include=("*.py",)) == {"src/a.py", "src/deep/d.py"}
    assert found(tree, include=("src/",)) == {"src/a.py", "src/b.js", "src/deep/d.py"}
    assert found(tree, include=("/src", "!src/deep")) == {"src/a.py", "src/b.js"}


def test_exclude_leaves_out_what_matches_and_says_so(tree: Path) -> None:
    write(tree, dict.fromkeys(("src/a.py", "src/b.js", "out/c.py"), ""))
    assert found(tree, exclude=("*.js", "out/")) == {"src/a.py"}
    assert skipped(tree, WalkOptions(exclude=("*.js", "out/"))) == {"src/b.js": "excluded", "out": "excluded"}


def test_exact_include_lifts_guards_and_ignore_rules_but_not_the_limit(tree: Path) -> None:
    write(
        tree,
        {".gitignore": "conf/\n", "conf/.env": "A=1", "conf/other": "", "app.min.js": "x" * 50, "a.py": "", "big.key": "x" * 200},
    )
    options = WalkOptions(include=("conf/.env", "app.min.js", "big.key"), max_file_bytes=100)
    items = [item for item in walk(tree, options) if isinstance(item, Candidate)]
    assert {(item.path, item.is_named) for item in items} == {("conf/.env", True), ("app.min.js", True)}
    assert skipped(tree, options)["big.key"] == "too_large"


def test_exact_include_beside_a_glob_adds_the_file(tree: Path) -> None:
    write(tree, {"conf/.env": "A=1", "a.py": "", "b.js": ""})
    assert found(tree, include=("*.py", "conf/.env")) == {"a.py", "conf/.env"}


def test_single_file_is_a_source(tree: Path) -> None:
    write(tree, {".gitignore": "*.py\n", "sub/a.py": "x"})
    assert found(tree / "sub/a.py") == {"a.py"}


def test_root_outside_of_the_allowed_ones_is_refused(tree: Path) -> None:
    write(tree, {"in/a.py": "", "out/b.py": ""})
    assert found(tree / "in", allowed_roots=(tree / "in",)) == {"a.py"}  # type: ignore[arg-type]  # options of several types
    with pytest.raises(RefusedError, match="CAIRN_ALLOWED_ROOTS"):
        walk(tree / "out", WalkOptions(allowed_roots=(tree / "in",)))
    make_link(tree / "in/way", tree / "out")
    with pytest.raises(RefusedError):
        walk(tree / "in/way", WalkOptions(allowed_roots=(tree / "in",)))


@pytest.mark.skipif(os.name == "nt" or os.uname().sysname == "Darwin", reason="names are always Unicode here")
def test_name_that_is_no_utf8_is_left_out_with_its_bytes_shown(tree: Path) -> None:
    (tree / os.fsdecode(b"bad\xff.py")).write_text("x", encoding="utf-8")
    (tree / os.fsdecode(b"dir\xfe")).mkdir()
    assert skipped(tree) == {"bad\\xff.py": "undecodable_name", "dir\\xfe": "undecodable_name"}


def test_odd_names_are_found_as_they_are(tree: Path) -> None:
    names = ["größe/zähler.py", "計算/合計.ts", "a b/c d.go", "[id]/page.tsx", "-dash.py", "100%.py", "#hash.py", "!not.py"]
    if os.name != "nt":
        names += ['say"hi".py', "line\nbreak.py", "back\\slash.py"]
    write(tree, dict.fromkeys(names, ""))
    assert found(tree) == set(names)


def test_very_deep_tree_is_walked(tree: Path) -> None:
    depth = 400 if os.name != "nt" else 50
    place = tree
    for _ in range(depth):
        place /= "d"
    place.mkdir(parents=True)
    write(place, {"a.py": ""})
    assert found(tree) == {"d/" * depth + "a.py"}


def test_git_folder_is_never_entered(tree: Path) -> None:
    write(tree, {".git/config": "", "sub/.git": "gitdir: nowhere", "sub/a.py": "", "x.git/b.py": ""})
    assert found(tree) == {"sub/a.py", "x.git/b.py"}
    assert skipped(tree) == {".git": "ignored", "sub/.git": "ignored"}
